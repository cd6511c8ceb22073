/* lead_in.c - what stands before the matter itself, taken off from the front piece by piece.
 *
 * The lead-in says how the rest is meant. A supposition, a condition and reported speech void the whole clause,
 * whatever order follows: "if it rains, delete task 2", "she said delete it". Clauses about what was or might have been
 * fit no lead-in and no rule.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"

#define LEADS 8          /* taken off one after the other: "hey, sorry, oh no wait, could you please just" */
#define PROMISED_WORDS 5 /* of whom something was promised to */
#define PERSON "i|we"
#define OFTEN                                                                                                          \
    "*really|also|still|just|probably|definitely|actually|always|urgently|now|kinda|totally|absolutely|honestly|"      \
    "desperately "

enum effect {
    EFFECT_NONE,
    EFFECT_MARKS = 1,
    EFFECT_HEDGES = 2,
    EFFECT_VOIDS = 4,
    EFFECT_APART = 8,   /* only with punctuation behind it: "well, ..." */
    EFFECT_BEFORE = 16, /* its last word is not cut off: it begins what follows */
    EFFECT_OPENED = 32, /* only with a colon behind it: "must do: ..." */
    EFFECT_DONE = 64,   /* only with what was done behind it: not "we should have 'soap' on the list" */
    EFFECT_THING = 128, /* only with a thing behind it that can be got: "we could do with a new mat" */
    EFFECT_DEED = 256,  /* only with a verb of things to do behind it: "first call Ann" */
    EFFECT_DOES = 512   /* not where somebody only wants to know: "it would be good to see my list" */
};

struct lead_line {
    const char *pattern;
    enum manner manner;
    double confidence;
    unsigned effects;
};

static const struct lead_line lines[] = {
    { "[" PERSON "|i'd|we'd] *would|like|love|want|prefer|really|very|much not to forget [to|about|that]", MANNER_DUTY,
      0.87, EFFECT_NONE },
    { "[" PERSON "|i'd|we'd] *would|like|love|want|really|very|much to not forget [to|about]", MANNER_DUTY, 0.87,
      EFFECT_NONE },
    { "if possible|convenient", MANNER_PLAIN, 0, EFFECT_NONE },
    { "whenever|someday|sometime|eventually", MANNER_PLAIN, 0, EFFECT_OPENED },
    { "at some point|stage|time *or|other", MANNER_PLAIN, 0, EFFECT_NONE },
    { "some day|time *or|other i|we|i'd|we'd|i'll", MANNER_PLAIN, 0, EFFECT_BEFORE },
    { "why don't|not you *just|please|also|maybe", MANNER_POLITE, 0, EFFECT_MARKS },
    { "before i|we forget", MANNER_PLAIN, 0, EFFECT_NONE },
    { "while|whilst " PERSON "|i'm|we're *am|are|still|think|at|of|about|on it|this|remember", MANNER_PLAIN, 0,
      EFFECT_NONE },
    { "before it|this|that slips|goes|escapes|leaves|gets *out|of|away|from|right|my|our mind|head|me|memory|brain",
      MANNER_PLAIN, 0, EFFECT_NONE },
    { "nvm|nevermind|no|nah|wait|oops "
      "undo|unmark|untick|uncheck|reopen|restore|delete|remove|add|show|put|bring|revert",
      MANNER_PLAIN, 0, EFFECT_BEFORE },
    { "todo|to-do|td|task|do add|create|put|remind", MANNER_PLAIN, 0, EFFECT_BEFORE },
    { "when|whenever " PERSON " *next|ever|finally|can have|get|find *some|a|an|the|bit|of|free|spare|enough "
      "time|minute|moment|chance|hour",
      MANNER_PLAIN, 0, EFFECT_APART },
    { "when|whenever there's|there *is|will|be|ever|next|some|a|bit|of|free|spare|enough time|minute|moment|chance",
      MANNER_PLAIN, 0, EFFECT_APART },
    { "*there's no rush|hurry *at|all|but|and", MANNER_PLAIN, 0, EFFECT_APART },
    { "can|could|may|might " PERSON
      " *please|just|also have|get a|an *quick|little reminder of|about what|what's|which",
      MANNER_POLITE, 0, EFFECT_BEFORE },
    { "can|could|may|might " PERSON " *please|just|also have|get a|an|another *new|quick|little reminder",
      MANNER_POLITE, 0, EFFECT_MARKS | EFFECT_BEFORE },
    { "so [that] " PERSON " don't|won't|can't forget *it|this|that|to|about", MANNER_PLAIN, 0, EFFECT_NONE },
    { "let|let's *me|us not|never forget [to|about|that]", MANNER_DUTY, 0.90, EFFECT_NONE },
    { "what|all [that] " PERSON
      "|i've|we've|i'd|we'd *really|still|also|actually|just|now|most|would|have|got|need|want|must|should|ought|like|"
      "you|to do|add|note|remember|jot is *that|to",
      MANNER_DUTY, 0.86, EFFECT_NONE },
    { "what|what's *is|still|also|now needed|required|missing", MANNER_DUTY, 0.84, EFFECT_OPENED },
    { "*the next|first|last|only|other|main|one thing|job *that " PERSON
      " *really|still|also|now|need|have|must|should|to do is *to",
      MANNER_DUTY, 0.86, EFFECT_NONE },
    { "*it|that|it'd|that'd|would|might|be|really|also|probably good|nice|great|best|better|wise|sensible if " PERSON
      " *could|also|actually|finally remembered|remember|managed|manage|thought to",
      MANNER_DUTY, 0.86, EFFECT_NONE },
    { "*it|that|it'd|that'd|would|might|be|really|also|probably good|nice|great|best|better|wise|sensible if " PERSON,
      MANNER_DUTY, 0.86, EFFECT_NONE },
    { "it|that would|might|may|could *probably|really|also|be|a|an|very "
      "good|wise|best|sensible|smart|prudent|idea *idea|thing|plan to",
      MANNER_DUTY, 0.84, EFFECT_DOES },
    { "it'd|that'd *probably|really|also|be|a|an|very good|wise|best|sensible|smart|prudent|idea *idea|thing|plan to",
      MANNER_DUTY, 0.84, EFFECT_DOES },
    { "[" PERSON "|i'd|we'd|i'll|we'll] *would|will|really|also|just|need|want|like|love|to be reminded to|that",
      MANNER_DUTY, 0.90, EFFECT_NONE },
    /* suppositions, conditions, other people */
    { "what|how if", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "if|unless|suppose|supposing|imagine|assuming|whenever|once|pretend", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "should|were|had the|my|our|your|this|that|these|those|he|she|it|they|anyone|anybody|someone|nobody",
      MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "when|after|before|until " PERSON "|you|it|it's|he|she|they|the|my", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { PERSON " " OFTEN "wish to", MANNER_WISH, 0.80, EFFECT_MARKS },
    { "*yesterday|last|night|today|and|then|so|once " PERSON "|i've|we've "
      "*just|once|have|had|only|again|also|actually|even dreamed|dreamt|dreaming|imagined|pretended|fantasised|"
      "fantasized|joked",
      MANNER_PLAIN, 0, EFFECT_VOIDS },
    { PERSON " *really|only|just wish|wonder|thought|hope|heard|remember|doubt", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { PERSON "|someone|somebody|you|they|he|she should|could|would|might|must have|of|'ve", MANNER_PLAIN, 0,
      EFFECT_VOIDS | EFFECT_DONE },
    { PERSON " was|were *just|only|nearly|almost|already|gonna going|about to", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "add|create|put|note nothing|none|neither", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "*the|what|thing|point|truth|fact|upshot|it|all|this|comes|boils|down|to|matter|of|end|day|at comes|boils|thing|"
      "point|truth|fact|upshot *down|to|of|the|matter is *this|just|simply that",
      MANNER_PLAIN, 0, EFFECT_NONE },
    { "i'd|we'd have", MANNER_PLAIN, 0, EFFECT_VOIDS },
    /* half sure */
    { "[" PERSON "|i'm|we're] *do|really|am|are|just think|thinking|guess|believe|suppose|reckon [that] " PERSON
      " " OFTEN "need|have|should|must|ought|gotta",
      MANNER_PLAIN, 0, EFFECT_BEFORE },
    { "[" PERSON "] *do|really think|guess|believe|suppose|reckon [that] i'd|we'd better", MANNER_PLAIN, 0,
      EFFECT_BEFORE },
    { PERSON " *do|really think|guess|believe|suppose|reckon [that]", MANNER_PLAIN, 0, EFFECT_HEDGES },
    { "you should|could|might *probably|maybe|also", MANNER_POLITE, 0, EFFECT_HEDGES },
    { PERSON " " OFTEN "could|can " OFTEN "do with", MANNER_DUTY, 0.82, EFFECT_THING },
    { PERSON " " OFTEN "could " OFTEN "use", MANNER_DUTY, 0.82, EFFECT_THING },
    { "we can|could *probably|also|now|just", MANNER_PLAIN, 0, EFFECT_HEDGES },
    { "let|let's [me] know", MANNER_POLITE, 0, EFFECT_NONE },
    { "[" PERSON "|i'd|we'd] *would|really|just want|like|love|need|wish [to] know", MANNER_POLITE, 0, EFFECT_NONE },
    { "can|could|may|might " PERSON " *please|just know|ask", MANNER_POLITE, 0, EFFECT_NONE },
    { "*i|have|i've|just remembered|realised|realized|noticed [that]", MANNER_PLAIN, 0, EFFECT_NONE },
    { "just|only checking|wondering|asking|curious", MANNER_PLAIN, 0, EFFECT_NONE },
    /* orders, asked for */
    { "would|do you mind", MANNER_POLITE, 0, EFFECT_MARKS },
    { "*please can|could|would|will you *please|just|maybe|possibly|kindly|also|perhaps|quickly", MANNER_POLITE, 0,
      EFFECT_MARKS },
    { "can|could|would|will you *please|also help me [to]", MANNER_POLITE, 0, EFFECT_MARKS },
    { "do you think you could|can|would", MANNER_POLITE, 0, EFFECT_MARKS },
    { PERSON " was|were wondering if you could|can|would", MANNER_POLITE, 0, EFFECT_MARKS },
    { "any chance you could|can|would", MANNER_POLITE, 0, EFFECT_MARKS },
    { "it|it'd|that|that'd *would|be|really|so|very|most|a great|nice|good|awesome|helpful|lovely|useful|handy|kind|"
      "brilliant|wonderful|ideal|perfect|amazing|fantastic|help if you *could|would|can|might|please|just|also|kindly",
      MANNER_POLITE, 0, EFFECT_MARKS },
    { "it|that would *really|also help [me|us] if you *could|would|can|might|please|just|also", MANNER_POLITE, 0,
      EFFECT_MARKS },
    { "[" PERSON "|i'd|we'd] *would|should|really|very|much like|love|want|need|prefer|wish *it that|if you "
      "*could|would|can|should|please|just|also",
      MANNER_POLITE, 0, EFFECT_MARKS },
    { "might|may|could|can " PERSON " *please|just|possibly|also trouble|bother|ask|beg|get you to", MANNER_POLITE, 0,
      EFFECT_MARKS },
    { "would it be possible to", MANNER_POLITE, 0, EFFECT_MARKS },
    { "[" PERSON "|i'd] " OFTEN "want|need|like|love|would [like|love] you to", MANNER_POLITE, 0, EFFECT_MARKS },
    { "[" PERSON "|i'd|we'd] *would|should|be|am|really|so|very|most|much|it grateful|thankful|glad|happy|obliged|"
      "appreciate|love|great|good|nice [it] if you *could|would|can|will|might|please|just|also|kindly",
      MANNER_POLITE, 0, EFFECT_MARKS },
    { "do me a favor|favour [and]", MANNER_POLITE, 0, EFFECT_MARKS },
    { "go ahead and", MANNER_POLITE, 0, EFFECT_MARKS },
    { "do the needful and|to", MANNER_POLITE, 0, EFFECT_MARKS },
    { "please to add|create|delete|remove|put|show|mark|complete|change|move|remind|make|set|write|note", MANNER_PLAIN,
      0, EFFECT_MARKS | EFFECT_BEFORE },
    { "you may|can|might *now|please|just|also|therefore|safely|go ahead|and *and", MANNER_POLITE, 0, EFFECT_MARKS },
    { "you may|might *now|please|just|also|therefore|safely", MANNER_POLITE, 0, EFFECT_MARKS },
    { "feel free to", MANNER_POLITE, 0, EFFECT_MARKS },
    { "help me [to]", MANNER_POLITE, 0, EFFECT_MARKS },
    { "be so kind|good as to", MANNER_POLITE, 0, EFFECT_MARKS },
    { "you can|could *now|please|just|also", MANNER_POLITE, 0, EFFECT_MARKS },
    { "[" PERSON "|i'd|we'd] *would|really like|love|want|wish add|create|delete|remove|show|mark|change|move|rename",
      MANNER_WISH, 0.80, EFFECT_MARKS | EFFECT_BEFORE },
    { "i'd|we'd *really like|love to", MANNER_WISH, 0.80, EFFECT_MARKS },
    { PERSON " " OFTEN "would *really like|love to", MANNER_WISH, 0.80, EFFECT_MARKS },
    { PERSON " " OFTEN "want|wish to", MANNER_WISH, 0.80, EFFECT_MARKS },
    { "[" PERSON "] " OFTEN "wanna", MANNER_WISH, 0.80, EFFECT_MARKS },
    { PERSON " will|shall|would|should " OFTEN "need|have to", MANNER_DUTY, 0.85, EFFECT_NONE },
    { PERSON "|i'll|we'll *will|shall " OFTEN "want to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { PERSON " would|should *much|really|rather|like|love|prefer like|love|prefer|wish to", MANNER_WISH, 0.80,
      EFFECT_MARKS },
    { PERSON " would", MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "let me|us *just|also|please", MANNER_WISH, 0.70, EFFECT_MARKS },
    { "let's *me|us|just|also|please", MANNER_WISH, 0.70, EFFECT_MARKS }, /* not "let the dog out" */
    { "can|could|may we *please|just|also|maybe", MANNER_POLITE, 0, EFFECT_MARKS },
    { "can|could|may|might " PERSON " *please|just|also|quickly", MANNER_LEAVE, 0, EFFECT_MARKS },
    /* what has to be done */
    { "don't|never|not|do [not] let|allow me [to] forget [to|about|that]", MANNER_DUTY, 0.92, EFFECT_MARKS },
    { "don't|never|not|do [not] let it|this|that slip *by|my|our|mind|away|through|the|cracks|to|that", MANNER_DUTY,
      0.90, EFFECT_MARKS },
    { "see to it [that] " PERSON, MANNER_DUTY, 0.86, EFFECT_NONE },
    { "ensure [that] " PERSON, MANNER_DUTY, 0.86, EFFECT_NONE },
    { "make sure|certain [that] " PERSON "|to *don't|do|not|remember|forget [to] [about]", MANNER_DUTY, 0.86,
      EFFECT_NONE },
    { "make sure|certain don't|do|not *not|to remember|forget [to] [about]", MANNER_DUTY, 0.86, EFFECT_NONE },
    { "be sure to", MANNER_DUTY, 0.86, EFFECT_NONE },
    { "it|it's *is|was|also|really|very|still necessary|needed|important|essential|vital|crucial|urgent|imperative "
      "that " PERSON,
      MANNER_DUTY, 0.85, EFFECT_NONE },
    { "it|it's *is|was|also|really|very|still necessary|needed|important|essential|vital|crucial|urgent|imperative to",
      MANNER_DUTY, 0.85, EFFECT_NONE },
    { PERSON "|i'm|we're|i've|we've " OFTEN
             "*am|are|have|been required|obliged|supposed|expected|meant|asked|told|bound|committed to",
      MANNER_DUTY, 0.84, EFFECT_NONE },
    { PERSON "|i've|we've " OFTEN "*have|got yet to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { PERSON "|i've|we've " OFTEN "*have haven't|not *yet|still got|gotten round|around to", MANNER_DUTY, 0.82,
      EFFECT_NONE },
    { "*and don't|do|never [not] forget [me] [to|about|that]", MANNER_DUTY, 0.87, EFFECT_NONE },
    { "[" PERSON "] " OFTEN
      "can't|can|mustn't|must|shouldn't|should|better|don't|do [not] [want] [to] forget [to|about|that]",
      MANNER_DUTY, 0.87, EFFECT_NONE },
    { "[" PERSON "] " OFTEN "must|need|have|should|got|gotta [to] remember [to|about|that]", MANNER_DUTY, 0.90,
      EFFECT_NONE },
    { PERSON " " OFTEN "need|have|ought|got|supposed *got|really|also|still|just|yet to|too", MANNER_DUTY, 0.86,
      EFFECT_NONE },
    { PERSON " do need|have *really|also|still to", MANNER_DUTY, 0.86, EFFECT_NONE },
    { "i've|we've " OFTEN "got to", MANNER_DUTY, 0.85, EFFECT_NONE },
    { "i've|we've " OFTEN "gotta", MANNER_DUTY, 0.85, EFFECT_NONE },
    { "*so|still|i|we|i've|have|got pending|outstanding|remaining|left to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "must|should|need|have *to do", MANNER_DUTY, 0.84, EFFECT_OPENED },
    { "*what|this|that|still|also needs|need|wants doing|sorting|fixing|done|attention", MANNER_DUTY, 0.84,
      EFFECT_OPENED },
    { "i've|we've " OFTEN "to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "[" PERSON "] " OFTEN "have got to", MANNER_DUTY, 0.85, EFFECT_NONE },
    { "[i'm|we're|i|we] *am|are|just|really gonna have|need to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "[i'm|we're|i|we] *am|are|just|really going to have|need to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "[i'm|we're|i|we] *am|are|just|really having to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "still|also must|need|have|got to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "someone|somebody " OFTEN "has|needs|ought to", MANNER_DUTY, 0.81, EFFECT_NONE },
    { "someone|somebody " OFTEN "[had] should|must|better " OFTEN, MANNER_DUTY, 0.81, EFFECT_NONE },
    { "*it's|it|is|that's up|down|on *to|for me|us to", MANNER_DUTY, 0.81, EFFECT_NONE },
    { "it falls to me|us to", MANNER_DUTY, 0.83, EFFECT_NONE },
    { "it would|might be as well to", MANNER_DUTY, 0.82, EFFECT_NONE },
    { "it's|it|that's *is my|our *own|also|actually job|turn|task|responsibility|duty to", MANNER_DUTY, 0.81,
      EFFECT_NONE },
    { "[" PERSON "] " OFTEN "need|want reminding to|about", MANNER_DUTY, 0.88, EFFECT_NONE },
    { "[" PERSON "|i'll|we'll] " OFTEN "need someone|somebody to", MANNER_DUTY, 0.82, EFFECT_NONE },
    { "[" PERSON "|i'll|we'll] " OFTEN "need|have to get|make|be sure|certain to", MANNER_DUTY, 0.85, EFFECT_NONE },
    { "i'll|we'll " OFTEN "need|have to", MANNER_DUTY, 0.85, EFFECT_NONE },
    { PERSON " " OFTEN "gotta|must|should|shall " OFTEN, MANNER_DUTY, 0.84, EFFECT_NONE },
    { "[" PERSON "|i'd|we'd] [had] better", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "i'm|we're " OFTEN "supposed|meant|required to", MANNER_DUTY, 0.83, EFFECT_NONE },
    { OFTEN "[will] need|have|got|ought to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { OFTEN "gotta|must " OFTEN, MANNER_DUTY, 0.84, EFFECT_NONE },
    { "should " PERSON, MANNER_PLAIN, 0, EFFECT_VOIDS },
    { "should " OFTEN, MANNER_DUTY, 0.80, EFFECT_NONE },
    { "i've|we've " OFTEN "been meaning to", MANNER_DUTY, 0.83, EFFECT_NONE },
    { "i've|i'm|we've|we're|" PERSON " *am|are|have|been|still|also|keep|kept|always meaning|forgetting|needing to",
      MANNER_DUTY, 0.82, EFFECT_NONE },
    { "i'm|we're " OFTEN "to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { PERSON " am|are " OFTEN "to", MANNER_DUTY, 0.84, EFFECT_NONE },
    { "[" PERSON "] " OFTEN "plan|intend|aim|mean to|on", MANNER_DUTY, 0.82, EFFECT_NONE },
    { "[i'm|we're|i|we] *am|are|also|still|really planning|intending|aiming to|on", MANNER_DUTY, 0.82, EFFECT_NONE },
    { PERSON " *almost|nearly|completely|totally forgot|forget to", MANNER_DUTY, 0.70, EFFECT_NONE },
    { "i'm|we're " OFTEN "going|gonna [to]", MANNER_DUTY, 0.72, EFFECT_NONE },
    { "gonna", MANNER_DUTY, 0.72, EFFECT_NONE },
    { PERSON " might|may " OFTEN "need|have|want to", MANNER_DUTY, 0.65, EFFECT_NONE },
    { "*it's|it|is|about|high time to", MANNER_DUTY, 0.81, EFFECT_NONE },
    { "*it's|it|is|about|high time [that] " PERSON, MANNER_DUTY, 0.85, EFFECT_NONE },
    { "i'll|we'll", MANNER_DUTY, 0.62, EFFECT_NONE },
    /* said before anything */
    { "maybe|perhaps|possibly|probably", MANNER_PLAIN, 0, EFFECT_HEDGES },
    { "no|nope|nah wait|actually|hang|hold|sorry|oops *on|wait|actually|no", MANNER_PLAIN, 0, EFFECT_NONE },
    { "wait *wait|a|sec|second|minute|no|nope|actually|sorry|that's|that", MANNER_PLAIN, 0, EFFECT_APART },
    { "wait no|nope|actually|sorry", MANNER_PLAIN, 0, EFFECT_NONE },
    { "oh wait|no|crap|shoot|damn|god|yes|yeah|dear|well *no|wait", MANNER_PLAIN, 0, EFFECT_NONE },
    { "right then|so|okay", MANNER_PLAIN, 0, EFFECT_NONE },
    { "for god's|goodness|goodness'|heaven's|christ's|pete's sake", MANNER_PLAIN, 0, EFFECT_NONE },
    { "thank god|goodness|heavens|fuck", MANNER_PLAIN, 0, EFFECT_APART },
    { "good news|point|idea", MANNER_PLAIN, 0, EFFECT_APART },
    { "heads up", MANNER_PLAIN, 0, EFFECT_NONE },
    { "quick one|question|thing", MANNER_PLAIN, 0, EFFECT_APART },
    { "hang|hold on", MANNER_PLAIN, 0, EFFECT_NONE },
    { "i'm|we're|i|we *am|are|so|very afraid|sorry|worried [that|but]", MANNER_PLAIN, 0, EFFECT_NONE },
    { "*it|turns|out|seems|appears|looks|like|that|i|hear|so turns|seems|appears|hear out|like|that|to|i|we *like|that",
      MANNER_PLAIN, 0, EFFECT_BEFORE },
    { "by the way", MANNER_PLAIN, 0, EFFECT_NONE },
    { "one more thing", MANNER_PLAIN, 0, EFFECT_NONE },
    { "good|gm morning|afternoon|evening", MANNER_PLAIN, 0, EFFECT_NONE },
    { "thank you *so|very|much|kindly|again|ever", MANNER_PLAIN, 0, EFFECT_NONE },
    { "please|kindly|then|also|now|lastly|plus|afterwards|additionally", MANNER_PLAIN, 0, EFFECT_MARKS },
    { "hey|hi|hello|yo|dear|good *morning|afternoon|evening|my|dear|little list|planner|diary|app|helper|todo|to-do",
      MANNER_PLAIN, 0, EFFECT_APART },
    { "hey|hi|hello|yo|hiya|hullo|heya|alright|morning|evening|afternoon "
      "*there|assay|assistant|bot|again|dear|mate|hun|love|all|everyone|team|folks|friend|pal|buddy|sir|madam",
      MANNER_PLAIN, 0, EFFECT_NONE },
    { "tell me", MANNER_POLITE, 0, EFFECT_NONE },
    { "remind me *again|please|of|about what|what's|which|who|who's|where", MANNER_POLITE, 0, EFFECT_BEFORE },
    { "do you know", MANNER_POLITE, 0, EFFECT_NONE },
    { "omg|omfg|gg|lmao|lmfao|rofl|tbh|ngl|imo|bro|bruh|dude|mate|hun|wow|yay|phew|argh|aargh|gah|eek|blimey|crikey|"
      "crap|jeez|gosh|erm|ooh|aha|yikes|whew|sigh|hm|mm|mmm|ffs|wtf|welp|hurrah|hooray|woo|woohoo|\xe2\x9e\x95",
      MANNER_PLAIN, 0, EFFECT_NONE },
    { "first|firstly|second|secondly|third|thirdly|next", MANNER_PLAIN, 0, EFFECT_DEED },
    { "dear|love|man|boss|team|sir|madam|friend|folks|pal|buddy|guys|darling|sweetie|right|news", MANNER_PLAIN, 0,
      EFFECT_APART },
    { "okay|so|oh|um|uh|uhh|umm|er|hmm|alright|thanks|and|but|actually|oops|whoops|btw|fyi|assay|just|quickly|ah|ugh|"
      "lol|haha|"
      "finally|basically|anyway|anyways|honestly|yeah|yep|yes|sure|-",
      MANNER_PLAIN, 0, EFFECT_NONE },
    { "great|cool|nice|perfect|right|well|wait|sorry|no|nope|yes|sure|first|firstly|second|secondly|third|thirdly|"
      "fourth|next|quick|assistant|damn|shoot|there|good|"
      "awesome",
      MANNER_PLAIN, 0, EFFECT_APART },
};

static bool begins_apart(const struct phrase_word *w)
{
    return word_mark(&w[-1]) && word_mark(&w[-1]) != '.';
}

/* Whether what follows is what the line needs there. */
static bool has_behind(const struct lead_line *line, struct span rest)
{
    static const char things[] = "a|an|some|another|more|new|extra|two|three|few";
    static const char feelings[] = "a|an|some|more|another|little|bit|of|good|long|quick|few|hand|help|break|drink|nap|"
                                   "hug|rest|coffee|holiday|vacation|minute|minutes|moment|laugh|sleep|lie|down|advice|"
                                   "company|beer|wine|luck|time|tea|cuppa|hours|days|off|money|cash|support";

    if ((line->effects & EFFECT_OPENED) && word_mark(&rest.w[-1]) != ':')
        return false;
    if ((line->effects & EFFECT_APART) && !begins_apart(rest.w))
        return false;
    if ((line->effects & EFFECT_DONE) && (rest.w->is_quoted || phrase_word_is(rest.w, things) ||
                                          phrase_word_is(rest.w, "the|my|our|this|that|these|those|ready")))
        return false;
    if ((line->effects & EFFECT_DOES) && phrase_word_is(rest.w, "know|see|hear|have|be|show|list|view|get|not"))
        return false;
    if ((line->effects & EFFECT_DEED) &&
        (rest.n < 2 || word_deed(rest.w) != DEED_SURE || phrase_word_is(&rest.w[1], "of")))
        return false; /* "first draft of the speech" is a thing */
    return !(line->effects & EFFECT_THING) || (phrase_word_is(rest.w, things) && !span_is(rest, feelings));
}

/* "hello" and its like are cut off only when something follows them. */
static const struct lead_line *line_for(struct span s, struct span *ret_rest)
{
    if (span_begins(s, "once a|an|per|every|each|daily|weekly|monthly|yearly", ret_rest)) /* how often, not when */
        return NULL;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        if (!span_begins(s, lines[i].pattern, ret_rest))
            continue;
        if (lines[i].effects & EFFECT_BEFORE)
            *ret_rest = span_from(s, s.n - ret_rest->n - 1);
        if (ret_rest->n > 0 && ret_rest->n < s.n && has_behind(&lines[i], *ret_rest))
            return &lines[i];
    }
    return NULL;
}

/* What somebody said that they would do: "I promised Ann to ring her", "I said I'd bake". What they asked of others ("I
 * told Ann to ring"), and what they only told of themselves ("I said I'd be late"), is nothing to do. */
static bool promised(struct span s, struct lead *ret)
{
    static const char said[] = "[" PERSON "|i've|we've] *have|had|also|already|just|sort|of|kind "
                               "promised|told|said|assured|swore|agreed|volunteered|offered";
    struct span rest, deed;

    if (!span_begins(s, said, &rest) || rest.n == 0 || phrase_word_is(rest.w, "you|not|no|nothing|something"))
        return false;
    for (size_t i = 0; i < rest.n && i <= PROMISED_WORDS; i++) {
        bool binds = !phrase_word_is(&rest.w[-1], "told|said|assured"), is_own;
        deed = span_from(rest, i);
        is_own = span_begins(deed, "[that] i'd|we'd|i'll|we'll *also|definitely", &deed) ||
                 span_begins(deed, "[that] " PERSON " would|will *also|definitely", &deed);
        if (is_own || (binds && span_begins(deed, "to *also", &deed))) {
            *ret = (struct lead){ .manner = MANNER_DUTY, .confidence = 0.82, .rest = deed, .whom = { rest.w, i } };
            return deed.n > 1 &&
                   !phrase_word_is(deed.w,
                                   "be|have|had|like|love|rather|prefer|never|not|think|see|try|been|already|the|a|"
                                   "an|my|our|his|her|their|this|that|it|them|everything|all|some|no");
        }
        if (word_mark(&rest.w[i]) || phrase_word_is(&rest.w[i], "to|it|that|this|about|and|not"))
            return false;
    }
    return false;
}

struct lead lead_read(struct span s)
{
    struct lead lead = { .rest = s }, promise;
    const struct lead_line *line;
    struct span rest;

    for (size_t i = 0; i < LEADS; i++) {
        if (promised(lead.rest, &promise))
            return promise;
        if (!(line = line_for(lead.rest, &rest)))
            break;
        lead.is_void |= (line->effects & EFFECT_VOIDS) != 0;
        lead.is_hedged |= (line->effects & EFFECT_HEDGES) != 0;
        lead.is_marked |= (line->effects & EFFECT_MARKS) != 0;
        lead.is_polite |= line->manner == MANNER_POLITE;
        lead.is_urgent |= line->manner == MANNER_DUTY && span_has((struct span){ lead.rest.w, lead.rest.n - rest.n },
                                                                  "urgently|urgent|important|essential|vital|crucial|"
                                                                  "imperative");
        if (lead.is_void)
            break;
        if (line->manner != MANNER_PLAIN) {
            lead.manner = line->manner;
            lead.confidence = line->confidence;
        }
        lead.rest = rest;
        if (lead.manner == MANNER_DUTY)
            break;
    }
    return lead;
}
