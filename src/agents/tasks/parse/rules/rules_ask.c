/* rules_ask.c - rules that change no task: greetings, help, lists, undo and redo. They come before those of rules.c,
 * which says how a rule is written.
 */
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/rules/rules.h"
#include "base/attrs.h"

const struct rule ask_rules[] = {
    /* ---- nothing is wanted ---- */
    RULE(COURTESY, 0.95, RULE_LOOSE,
         "hello|hi|hey|thanks|bye|goodbye|cheers|hiya|howdy|yo|okay|cool|great|nice|perfect|awesome|lol|haha|wow|good|"
         "thank|sorry|welcome|sup|morning|lovely|brilliant|excellent|wonderful|superb|fantastic|amazing|"
         "yes|yeah|yep|no|nope|sure|alright|fine "
         "*there|you|so|much|a|lot|very|again|morning|night|evening|afternoon|day|everyone|all|assay|assistant|thanks|"
         "for|now|job|work|one|good|great|"
         "bye|cool|okay|buddy|mate|man|later|see|the|help|your|that|is|was|worries|problem|bot|to|meet|sounds|it|nice|"
         "please|friend|wait|no|hey|hi"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "hang|hold|wait *on|up|a|one|sec|second|minute|moment|there|then|please|no"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "one|a|just *a|one sec|second|minute|moment *please"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "sounds|looks good|great|fine|perfect *thanks|to|me"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "how are|r you *doing|today|there"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "how's it going *today"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "see|talk you|to *you|later|soon|tomorrow"),
    RULE(COURTESY, 0.95, RULE_LOOSE, "never|nevermind|nvm *mind|it|that|then|about|forget"),
    RULE(COURTESY, 0.90, RULE_LOOSE, "forget|nevermind about|it [it|that]"),
    RULE(COURTESY, 0.90, RULE_LOOSE,
         "that's|that is|it|all|fine|okay|great|enough|good|cool *for|now|today|thanks|all"),
    /* ---- how a day or a week looks ---- */
    RULE(LIST, 0.90, RULE_ASKS,
         "how|what do|does|is|are|will *all|everything <which> look|looking|shape|shaping|pan|panning "
         "*like|up|so|far|for|me|us|out|right|now|then"),
    RULE(LIST, 0.90, RULE_ASKS,
         "how's|what's|how|what *all|everything <which> look|looking|shape|shaping|pan|panning "
         "*like|up|so|far|for|me|us|out|right|now|then"),
    RULE(LIST, 0.90, RULE_ASKS,
         "how|how's|what|what's *do|does|is|are|will it|things|everything|stuff "
         "*look|looking|be|shape|shaping|like|up|so|far|for|me|us|out <which>"),
    RULE(LIST, 0.88, RULE_ASKS, "what does|will|do <which> hold|bring|have *in|store|for|me|us|planned|up|ready"),
    RULE(LIST, 0.90, RULE_ASKS, "how am|are i|we *looking|set|fixed|placed|off|doing|for|so|far <which>"),
    /* ---- what is there to ask of the program ---- */
    RULE(HELP, 0.95, RULE_ASKS, "help *me|please|out|with|this|tasks|here"),
    RULE(HELP, 0.95, RULE_ASKS,
         "what|how [else] can|do|could|are|should you|i|we "
         "*do|help|here|ask|able|for|me|to|say|type|with|use|this|it|you|tell|commands|possible"),
    RULE(HELP, 0.95, RULE_ASKS, "what are you *able|can|capable|to|do|of|for"),
    RULE(HELP, 0.95, RULE_ASKS, "who|what are|is you|this *exactly|thing|for"),
    RULE(HELP, 0.95, RULE_ASKS, "how do|does|can|could|would|should|to [i|we|you|one|this|it] <title>"),
    RULE(HELP, 0.95, RULE_ASKS,
         "[what] [are] *the|your|my|available|all commands|usage|instructions|features|capabilities "
         "*are|there|please|do|you|have|i|can|use"),
    RULE(HELP, 0.90, RULE_ASKS, "are you able to <title>"),
    RULE(HELP, 0.90, RULE_ASKS, "what happens|would|will *happen if|when|once <title>"),
    RULE(HELP, 0.90, RULE_ASKS, "is it possible to <title>"),
    RULE(HELP, 0.90, RULE_ASKS, "is there *a|any|an|some|easy way|option|command|method|shortcut *to|for|of <title>"),
    RULE(HELP, 0.90, RULE_ASKS, "do you *also|even support|handle|understand|have|know|do|offer <title>"),
    RULE(HELP, 0.92, RULE_ABLE,
         "add|create|delete|remove|complete|update|rename|edit|set|make|handle|manage|move|send|tag|repeat "
         "*me|up|new|multiple|several|recurring a|an|any|some " THING "|" THINGS),
    RULE(HELP, 0.92, RULE_ABLE,
         "add|create|delete|remove|complete|update|rename|edit|set|make|handle|manage|move|send|tag|repeat "
         "*me|up|new|multiple|several|recurring " THINGS "|dates|priorities|tags|deadlines"),
    RULE(HELP, 0.92, RULE_ABLE,
         "send|make|write|read|take *me|us|out|also|even emails|mails|texts|messages|sms|calls|notifications|photos "
         "*to|me|us|people|others|too|as|well"),
    /* ---- back and forth ---- */
    RULE(REDO, 0.95, RULE_POINTS,
         "redo "
         "*that|it|this|please|the|last|change|one|again|thing|what|i|you|we|just|undid|undone|had|after|all|anyway|"
         "then"),
    RULE(REDO, 0.90, RULE_POINTS, "undo|reverse|revert *the|that|my|last undo"),
    RULE(REDO, 0.90, RULE_POINTS,
         "restore|reapply|repeat the|that|my *last undone|reverted step|change|action|one|thing"),
    RULE(REDO, 0.90, RULE_POINTS,
         "restore|reapply|repeat|bring *back what|whatever *was|were|has|have|had|been|i|you|we|just|now undone|undid "
         "*again|please|back"),
    RULE(REDO, 0.93, RULE_POINTS, "un-undo|unundo|re-do|redoing *that|it|this|please|the|last|one|again"),
    RULE(REDO, 0.90, RULE_POINTS,
         "bring|put|get|take|do it|that|this|them back|again "
         "*i|we|shouldn't|should|not|never|have|didn't|did|mean|meant|"
         "to undone|undid|undo *it|that|this"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "take|undo|reverse|revert *back|the|all what|whatever|that *it|was|that i|you|we *have|just|had "
         "did|done|changed"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "take|undo|reverse|revert back|away *the|my|your last|previous thing|change|step|one|move|action"),
    RULE(UNDO, 0.88, RULE_POINTS, "make|go|take *a|one|the|last|me step|steps back|backwards|backward"),
    RULE(REDO, 0.88, 0, "do|apply it|that|this again|anyway *please|then"),
    RULE(UNDO, 0.95, RULE_POINTS,
         "undo|revert|undelete|rollback|ctrl-z|ctrl+z "
         "*that|it|this|please|the|my|your|last|previous|change|changes|one|thing|action|what|you|i|did|just|step|back|"
         "only|"
         "now|"
         "edit|recent|most|again|operation|command|move|entry|input|addition"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "cancel|forget|scrap|scratch|drop|void that|the|my *very last|previous "
         "thing|change|action|step|command|instruction|input "
         "*that|i|you|we|i've|you've|just|did|said|told|asked|wrote|typed|entered|made|gave|you|me|to|do|please"),
    RULE(UNDO, 0.90, RULE_POINTS,
         "make|put|set|have|turn|get|change it|that|this|everything|them|things "
         "*back|again|to|as|like|how|the|way|just|exactly|it|they|that was|were|before *before|please|again|then|now"),
    RULE(UNDO, 0.93, RULE_POINTS,
         "roll|take|turn|reverse|put *that|it|this|the|last|them back|change|thing *please|again|change|now|the|last"),
    RULE(UNDO, 0.86, 0, "go back *one|a|step|please|to|before"),
    RULE(UNDO, 0.92, RULE_POINTS, "reverse that|it|this *please|change"),
    RULE(UNDO, 0.84, RULE_POINTS, "scratch|strike that *please|then|actually"),
    RULE(UNDO, 0.90, RULE_POINTS, "bring|get it|that|them|this back"),
    RULE(UNDO, 0.86, 0, "restore it|that|this|them *please"),
    RULE(UNDO, 0.88, 0,
         "*i|we|but|really didn't|never mean|want|ask|meant "
         "*for|to|do|you|that|it|this|delete|complete|remove|add|change|the|for"),
    RULE(UNDO, 0.86, 0,
         "that|it|this was|is a|an|my|not *a|an|my mistake|accident|error|wrong|meant|oops *sorry|please"),
    RULE(UNDO, 0.80, 0, "that's|that *was|is|not wrong|mistake|what|incorrect *i|meant|wanted|said|asked|for"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "undo|revert|undelete *the|my "
         "deletion|delete|deleting|completion|completing|update|change|edit|removal|rename *of|to|the <about>"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "undo|revert|undelete *the|my last|deletion|delete|completion|update|change|edit|removal|rename|add"),
    RULE(UNDO, 0.92, RULE_POINTS,
         "undo|revert *the|my|that <about> change|edit|update|rename|deletion|completion *please|again"),
    RULE(UNDO, 0.90, RULE_POINTS, "undo|revert|undelete <about>"),
    RULE(UNDO, 0.82, 0, "restore|recover <about>"),
    RULE(UNDO, 0.82, 0, "bring|get|put <about> back"),
    RULE(UNDO, 0.82, 0, "bring back <about>"),
    /* ---- the list goes on ---- */
    RULE(MORE, 0.92, RULE_LOOSE,
         "[show] [me] *some more|next|continue|further "
         "*please|10|5|20|few|page|tasks|ones|of|them|the|results|items|on"),
    RULE(MORE, 0.92, RULE_LOOSE, "[show|see|list] [me] *the|and|what rest|others *please|of|them|the|list|tasks"),
    RULE(MORE, 0.92, RULE_LOOSE, "[show|go|see] [me|to] *the|on next|following page|ones|batch|few|tasks *please"),
    RULE(MORE, 0.90, RULE_LOOSE, "keep|go going|on"),
    RULE(MORE, 0.85, RULE_LOOSE | RULE_ASKS, "*is|are|what|there|any more|else *of|them|tasks|there|left"),
    /* ---- lists, asked for ---- */
    RULE(LIST, 0.93, RULE_ASKS, "remind me *again|please|of|about what|what's|which [is|are] <which>"),
    RULE(LIST, 0.88, RULE_ASKS | RULE_POINTS, "remind me of|about *all|of my|our|the|all <which>"),
    RULE(LIST, 0.90, RULE_POINTS,
         "sort|rank|arrange *me|out <which> by|in *order|of|the|their "
         "due|deadline|deadlines|date|dates|priority|priorities|urgency|importance *date|dates|order|first|please"),
    SETS(LIST, 0.90, RULE_ASKS, "status=completed",
         "what|which [tasks] did|have i|we *already|all|get|been|just|recently "
         "do|done|finish|finished|complete|completed|accomplish|accomplished|achieve|achieved "
         "*so|far|today|this|week|yesterday|already|last|month|done|recently|now|yet|lately"),
    SETS(LIST, 0.90, RULE_ASKS, "status=completed",
         "what|which [tasks] did|have i|we *already|all|just|recently get|got|gotten done|finished|through|completed "
         "*so|far|today|this|week|yesterday|already|last|month|done|recently|now|yet|lately"),
    SETS(LIST, 0.88, RULE_ASKS, "status=pending",
         "what *have|haven't|didn't i|we *haven't|have|not|didn't|yet|still|been "
         "done|finished|completed|finish|complete|do|did *yet|today|so|far"),
    SETS(LIST, 0.85, RULE_ASKS, "status=pending",
         "what|what's [should|do|shall|must|is|could] "
         "*i|we|next|first|do|start|tackle|work|on|else|now|be|doing|with|up|then|focus|me|my|priority"),
    SETS(
        LIST, 0.82, RULE_ASKS, "status=pending",
        "am|are i|we *all|finally done|finished|through|free *for|today|now|yet|the|day|with|everything|my|tasks|here"),
    RULE(DELETE, 0.93, RULE_POINTS,
         "get <ref> off|from [of] my|the|our|this *to|do|todo|to-do|task|tasks list|agenda *again|please|now"),
    RULE(LIST, 0.95, RULE_ASKS | RULE_POINTS, SHOW " *me|us|up|out|over|of|through|all|to|at <which>"),
    RULE(LIST, 0.90, RULE_ASKS | RULE_POINTS,
         SHOW " *me|us|up|out|over|of|through|all|to|at <which> so|because|before|since|as <junk>"),
    RULE(LIST, 0.86, RULE_LOOSE,
         "*all|my|the|every|list tasks|todos|items|things|everything including|plus|even *the|my|also|those "
         "done|completed|finished|closed *ones|tasks|too|please"),
    RULE(LIST, 0.86, RULE_LOOSE,
         "*all|of|it|my|the|every|list all|it|tasks|todos|items|things|everything *and|with|the "
         "done|completed|finished|closed *ones|tasks|stuff|things too|included|also|as *well|please"),
    RULE(LIST, 0.80, RULE_ASKS,
         "by|until|till when *is|are|do|does|did|i|we|need|have|should|the|my|must|to|got|time|for|that <about> "
         "*done|due|finished|ready|in|by|again|at|sorted|supposed|be|have|to"),
    RULE(LIST, 0.84, RULE_ASKS | RULE_POINTS | RULE_LOOSE, "*more|everything|all about|regarding <ref>"),
    RULE(LIST, 0.90, RULE_ASKS, "what|how about *just|only|all|the|my|our|those|for|on <which>"),
    RULE(LIST, 0.88, RULE_ASKS, "whatever|whatever's *is|that's|i|we|i've|have <which>"),
    RULE(LIST, 0.80, RULE_ASKS,
         "*on|by what|which day|date|time *is|are|was|were|do|does|did|i|we|need|have|should|the|my|must|to|got|get|be|"
         "that <about> *done|due|finished|ready|in|by|again|on|at|sorted|over|supposed|be|have|to"),
    RULE(LIST, 0.92, RULE_ASKS,
         "what|what's|which|how|any|anything|something|is|are|am|there|where|where's|when|how's <which>"),
    RULE(LIST, 0.92, RULE_ASKS,
         "do|does|did|have|had|haven't|didn't|don't i|we|you|they|any|anything|all|there <which>"),
    RULE(LIST, 0.92, RULE_ASKS, "got any|anything|something|much|more|stuff|things|tasks *else <which>"),
    RULE(LIST, 0.92, RULE_ASKS, "got any|anything|something|tasks due|planned|scheduled|left|urgent|important"),
    RULE(LIST, 0.82, RULE_POINTS, "show|list|see|give|display *me|us|all my|our *own|open|pending|current|own <about>"),
    SETS(LIST, 0.90, RULE_LOOSE, "status=pending", "ls"),
    RULE(LIST, 0.80, RULE_ASKS,
         "when|when's *is|are|was|were|do|does|i|we|need|have|should|the|my|must|to <about> "
         "due|happening|by|scheduled|planned|supposed *by|again|to|be|done"),
    RULE(LIST, 0.78, RULE_ASKS, "when|when's is|are|was|do|does|the|my *i|we|need|have|the|my|to|must <about>"),
    RULE(LIST, 0.80, RULE_ASKS | RULE_POINTS,
         "is|are|was|were|isn't|has [there] <about> *already|still|on|in|my|the|todo|to-do|task|to|do|our|been "
         "tasks|list|agenda|todos|plate *already|still|yet|anymore"),
    RULE(LIST, 0.80, RULE_ASKS | RULE_POINTS,
         "have|did i|we|you *got|already|put|add|added|a|an|any|the <about> "
         "*already|still|on|in|my|the|todo|to-do|task|to|do|our|been "
         "tasks|list|agenda|todos|plate *already|still|yet|anymore"),
    RULE(LIST, 0.78, RULE_ASKS,
         "is|are|was|were|isn't|has|have <about> *been|already|still|all|yet|actually|really|marked|not|as "
         "done|complete|completed|finished|pending|due|overdue|open|left|outstanding|urgent|late "
         "*yet|already|now|or|not|by|still|today|tomorrow|this|week"),
    RULE(
        LIST, 0.80, RULE_ASKS,
        "is|are|isn't|aren't <about> *still|also|really|actually|now|supposed|to|be due|on|at|for|happening *on|at|for "
        "<when>"),
    RULE(LIST, 0.76, RULE_ASKS,
         "is|are|was|were|isn't|has|have|hasn't <about> *been|already|all|yet|ever " PARTICIPLE
         " *yet|already|up|off|now"),
    RULE(LIST, 0.84, RULE_ASKS | RULE_POINTS,
         "what|what's|show|tell|explain|describe|see|open|display|view "
         "*is|was|me|does|about|the|task|details|of|for|on|more <ref> *say|again|about|mean|was|is|were"),
    RULE(LIST, 0.76, RULE_ASKS, "what|how about <about>"),
    RULE(LIST, 0.76, RULE_ASKS,
         "what|what's|how|how's *is|was|the|my status|state|progress|deadline|due *date|of|for|with|on <about>"),
    RULE(LIST, 0.76, RULE_ASKS, "how|how's|where|where's *is|are|am|i|we *with|on <about> going|coming|at *along|on"),
    RULE(LIST, 0.80, RULE_ASKS,
         "did|have|had|haven't|didn't|do i|we|you "
         "*already|ever|yet|have|not|still|actually|remember|to|even|just|got " PUTS
         "|added|written|wrote|noted|jotted|logged|saved|made|make "
         "*down|in|up|a|an|any|the|my|anything|something|task|tasks|note|notes|reminder|entry|item "
         "about|on|for|to|regarding|called|named|saying|with <about>"),
    RULE(LIST, 0.78, RULE_ASKS,
         "did|have|had|haven't|didn't|do i|we|you "
         "*already|ever|yet|have|not|still|actually|remember|to|even|just|got " PUTS
         "|added|written|wrote|noted|jotted|logged|saved down|up|in *a|an|any|the|my <about>"),
    RULE(LIST, 0.76, RULE_ASKS,
         "did|have|had|do|haven't|didn't i|we *already|ever|yet|have|not|still|actually|remember|to|even|just <deed>"),
    RULE(LIST, 0.84, RULE_ASKS,
         "do|have|did|is|are|got i|we|there *still|already|have|need|got|to|ever|any|a|an|all "
         "*anything|something|any|a|an|one|tasks|task|reminders|reminder|todos|to|do|left|items|on|my|list "
         "about|regarding|for|with|related|concerning|involving|mentioning *to|the|my|a <about>"),
    RULE(LIST, 0.76, RULE_ASKS,
         "do i|we *still|already have|need *a|an|any|the|to <about> *on|in|my|the|todo|to-do|task|to|do|our "
         "list|tasks|agenda|todos|planned|scheduled"),
    RULE(LIST, 0.72, RULE_ASKS, "do i|we *still|already have|need to <about>"),
    RULE(LIST, 0.78, RULE_ASKS, "what do|should|must|did i|we *still|also|really need|have|want to <deed>"),
    RULE(LIST, 0.86, RULE_ASKS | RULE_POINTS,
         "do|did|have|is|are i|we|there *already|still|have|got|any|make|add|set a|an|any " THING
         " *to|about|for|called|named <about>"),
    SETS(LIST, 0.88, RULE_LOOSE, "status=completed",
         "*my|the|all|our|and|plus completed|finished|done|closed tasks|todos|items|ones|to-dos|stuff "
         "*please|too|also|as|well|included"),
    RULE(LIST, 0.86, RULE_POINTS, "only *the|my|those|show|me <which>"),
    RULE(LIST, 0.86, RULE_POINTS, "<which> only|alone *please|thanks|now"),
    RULE(LIST, 0.76, RULE_POINTS, "show|list|see|display *me|us only|just *the|my|those|what <about>"),
    RULE(LIST, 0.90, RULE_ASKS | RULE_POINTS,
         "find|search|look|filter *up|me|the|my|any|all|through|in|at tasks|task|list|todos|todo|reminders|to-dos "
         "*for|about|with|that|containing|contain|mention|mentioning|mentions|by|named|called|to|the|word|regarding|on|"
         "related <about>"),
    RULE(LIST, 0.90, RULE_ASKS | RULE_POINTS,
         "find|search|look|locate|where's|where|filter "
         "*up|is|are|for|me|the|my|any|all|through|tasks|list|about|on|todo|in|that|with|mention|by|task|by <ref>"),
    RULE(LIST, 0.72, 0, "find|search|locate *up|for|me|the|my|any|all|about|anything|something <about>"),
    RULE(LIST, 0.72, 0,
         "look up|for *the|my|any|all|about|anything|something|with|that|mentions|mention|has|says|containing <about>"),
    RULE(LIST, 0.78, RULE_POINTS, "filter *it|them|this|that|the|my|list|tasks|by|for|to|on|down|only <about>"),
    RULE(LIST, 0.84, RULE_ASKS | RULE_POINTS,
         "*more|the|full|any|some|further details|info|information|particulars about|on|of|for|regarding <ref>"),
    RULE(LIST, 0.76, RULE_ASKS,
         "*more|the|full|any|some|further details|info|information|particulars about|on|of|for|regarding <about>"),
    RULE(LIST, 0.76, RULE_ASKS | RULE_LOOSE, "*more|everything|all about|regarding|concerning <about>"),
    RULE(LIST, 0.84, RULE_LOOSE,
         "everything|anything|all|whatever *that|that's|is|has|i|we|have|got to do with <about>"),
    /* ---- one more question: "and next week?" ---- */
    RULE(LIST, 0.84, RULE_ASKS | RULE_ASKED | RULE_LOOSE | RULE_POINTS, "<which>"),
};

const size_t ask_rules_n = COUNT_OF(ask_rules);
