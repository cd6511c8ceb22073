/* rules_add.c - rules for new tasks, and for verbs with nothing behind them. They come behind those of rules.c, which
 * says how a rule is written.
 */
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/rules/rules.h"
#include "base/attrs.h"

/* What is said of a task before its name. */
#define HEAD                                                                                                           \
    "a|an|the|this|that|another|one|me|us|new|quick|more|following|also|please|down|up|in|on|to|onto|my|our|your|"     \
    "list|"                                                                                                            \
    "todo|to-do|task|item|for|of|with|as|just"

/* Reminds of something. */
#define NUDGES "nudge|ping|alert|notify|warn|poke|buzz|prompt|prod|nag|bug"

/* What an order to add has beside its verb, before a colon. */
#define OPENER                                                                                                         \
    HEAD "|i|we|i'd|like|would|need|want|you|can|could|it|there|here|then|reminder|add|put|"                           \
         "down|note|and|action|is|what|if|may|job|things|thing|so|let|me|have|get|self|next|also|sure|make|do"

/* What is put on a task that is there. */
#define MARKS "note|notes|comment|comments|description|detail|details"

const struct rule create_rules[] = {
    /* ---- to a task that is there, and it is not said what ---- */
    RULE(UPDATE, 0.88, 0,
         "add|put|attach|write|leave|stick|append *a|an|the|some|another|new|quick|little " MARKS
         " to|on|onto the|my|our|that <about> <opened>"),
    RULE(UPDATE, 0.60, RULE_LOOSE,
         "add|put|attach|write|leave|stick|append *a|an|the|some|another|new|quick|little " MARKS
         "|tag|tags|label|labels to|on|onto the|my|our|that <about>"),
    RULE(UPDATE, 0.60, RULE_LOOSE,
         "add|put|attach|write|leave|stick|append *a|an|the|some|another|new|quick|little " MARKS
         "|tag|tags|label|labels to|on|onto <ref> *please|too"),
    /* ---- another day than it has, in the words of something to do ---- */
    RULE(UPDATE, 0.86, RULE_LOOSE, "<about> <when> instead *please|then|thanks"),
    /* ---- reminders in other words ---- */
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         NUDGES " me|us *again|please <when> to|that|about *i|we|need|have|to|should|must <title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "give|send me|us *a|an|little|quick nudge|shout|buzz|ping|poke|prod|heads-up|kick <when> to|that|about "
         "<title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "give|send me|us *a|an|little|quick nudge|shout|buzz|ping|poke|prod|heads-up|kick to|about <title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "give|send me|us *a|an|little|quick nudge|shout|buzz|ping|poke|prod|heads-up|kick <when> so *that i|we "
         "*can|could|don't|won't|forget|to <title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         NUDGES "|remind me|us <when> so *that i|we *can|could|don't|won't|forget|to <title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         NUDGES " me|us to|about|that *i|we|need|have|to|should|must <title>"),
    /* ---- what stands behind a colon ---- */
    RULE(CREATE, 0.95, RULE_POINTS | RULE_SEVERAL,
         "*" OPENER "|two|three|four|five|six|few|couple|some|these|2|3|4|5 "
         "things|tasks|items|jobs|todos|to-dos|reminders|bits|errands *" OPENER "|before|after|today <opened>"),
    RULE(CREATE, 0.95, RULE_POINTS,
         "*" OPENER " " PUTS "|create|make|remind|remember|set|take|register *" OPENER " <opened>"),
    RULE(CREATE, 0.95, RULE_POINTS,
         "*" OPENER " task|item|todo|to-do|reminder|job|list|entry|note|one *" OPENER " <opened>"),
    RULE(CREATE, 0.96, RULE_POINTS,
         PUTS "|create|make|new|set|another|one|two *" HEAD
              " task|item|todo|to-do|job|reminder|entry|note|one|more *" HEAD " <opened>"),
    RULE(CREATE, 0.92, RULE_POINTS, "another|next|also|new <opened>"),
    RULE(CREATE, 0.95, RULE_POINTS,
         PUTS "|make|take this|that|it *down|in|on|up|as|well|too|please|note|of|my|list <opened>"),
    RULE(CREATE, 0.96, RULE_POINTS, PUTS "|create|make|new|set *" HEAD " to do *" HEAD " <opened>"),
    RULE(CREATE, 0.93, RULE_POINTS,
         PUTS "|create|make|set|schedule *me|us|down|in|up something|one *me|us|down|in|up|for|on|at <when> <opened>"),
    /* ---- several, one ---- */
    RULE(CREATE, 0.96, RULE_SEVERAL | RULE_POINTS,
         "add|create|make|put|new|set|log|enter|note "
         "*up|down|me|the|these|those|this|following|a|few|couple|of|some|new|my|all|as|two|three|four|five|six|seven|"
         "eight|nine|ten|2|3|4|5|6|more tasks|todos|to-dos|items|reminders|things|chores "
         "*to|for|my|the|list|on|today|please <title>"),
    RULE(CREATE, 0.95, RULE_SEVERAL | RULE_POINTS,
         "add|create|make|put|note *down|all|the these|following|those *to|on|my|the|todo|to-do|task|list|for|please "
         "<title>"),
    RULE(CREATE, 0.97, RULE_POINTS,
         "add|create|make|new|start|put|note|set|insert|log|open|enter|schedule|write|want|need " MADE
         "<set> *new|recurring|repeating " THING " " CALLED " <new>"),
    RULE(CREATE, 0.97, RULE_POINTS,
         PUTS "|create|make|new|start|set|open|schedule " MADE THING "|note " IN_LIST " " CALLED " <new>"),
    RULE(CREATE, 0.97, RULE_POINTS,
         "add|create|make|new|set|log " MADE THING " with|of|under the|a title|name|text *of|saying <new>"),
    RULE(CREATE, 0.97, RULE_POINTS,
         "add|create|make|new|start|put|note|set|insert|log|open|enter|schedule|write|give|pop|stick|throw|chuck|get|"
         "drop|save|record|register|jot|have " MADE THING "|note|alarm " CALLED " <new>"),
    RULE(CREATE, 0.92, RULE_POINTS,
         "there *should|must|needs|ought|has|also|really|to be a|an|another *new " THING " " CALLED " <new>"),
    RULE(
        CREATE, 0.96, RULE_POINTS,
        "add|create|make|new|start|put|note|set|insert|log|open|enter|write|give|pop|stick|throw|chuck|get|record " MADE
        "to do " CALLED " <new>"),
    RULE(
        CREATE, 0.96, RULE_POINTS,
        "add|create|make|new|start|put|note|set|insert|log|open|enter|write|give|pop|stick|throw|chuck|get|record " MADE
        "job " CALLED " <new>"),
    RULE(CREATE, 0.92, RULE_POINTS,
         "i|we|i'd|we'd *would|like|love|need|want|also|could|do|with|use|appreciate|be|grateful|glad|for a|an|another "
         "*new|quick|little " THING "|note|alarm|nudge|ping|prompt|heads-up " CALLED " <title>"),
    RULE(CREATE, 0.96, RULE_POINTS, PUTS "|create|set *down|up|in " IN_LIST " " CALLED " <new>"),
    RULE(CREATE, 0.95, RULE_POINTS,
         PUTS "|have|keep *in|also|down|back|me <new> " IN_LIST " *please|too|as|well|thanks|for|me"),
    RULE(CREATE, 0.95, RULE_POINTS, PUTS "|have *in|also|down|me <new> " IN_LIST " <set> *please|too|thanks"),
    RULE(CREATE, 0.93, RULE_SEVERAL | RULE_POINTS,
         "add|put|save|log|note|enter *down|in|up <title> *down|in|up as *separate|new|two|three|four|five "
         "tasks|todos|to-dos|items|reminders *please"),
    RULE(CREATE, 0.93, RULE_POINTS,
         "add|put|save|log|note|enter *down|in|up <title> as a|an|another [new] " THING " *please"),
    RULE(CREATE, 0.93, RULE_POINTS,
         "add|put|save|log|note|enter *down|in|up <title> as a|an|another [new] " THING " <set> *please"),
    RULE(CREATE, 0.92, RULE_POINTS, "put|pencil|write|mark|get <title> down|in *for|on|at <when>"),
    RULE(CREATE, 0.92, RULE_POINTS, PUTS " <new> on|down|in for|at|by <when>"),
    RULE(CREATE, 0.90, RULE_POINTS, "put|pencil me down|in for <title>"),
    RULE(CREATE, 0.92, RULE_POINTS, PUTS " <new> on|in|down there *too|as|well|please|also|for|me|us|thanks|then"),
    RULE(CREATE, 0.93, RULE_POINTS,
         "*can|could|may|might|i|we|i'd|would|like|to|also|please have|get|want|need <quoted> added|noted|put "
         "*down|on|to|"
         "onto|in|my|the|our|list|todos|to-dos|please"),
    RULE(CREATE, 0.92, RULE_POINTS,
         "can|could|may|might|i'd|would|please *i|we|like|to|also|please have|get|want|need <new> added "
         "*down|on|to|onto|"
         "in|my|the|our|list|todos|to-dos|please"),
    RULE(CREATE, 0.92, RULE_POINTS,
         "*i|we|also want|need <new> added *down|on|to|onto|in|my|the|our|list|todos|to-dos|please"),
    RULE(CREATE, 0.92, RULE_POINTS, "have|get <new> added on|to|onto my|the|our list|todos|to-dos *please"),
    RULE(CREATE, 0.92, RULE_POINTS, "have|get <new> added please|thanks"),
    RULE(CREATE, 0.92, RULE_POINTS, PUTS " <new> on|in|down|for that|the *same day *too|as|well|aswell|please|also"),
    RULE(CREATE, 0.92, RULE_POINTS,
         PUTS " *me|up|down|in <quoted> on|down|in|up *there|for|me|please|already|now|then|too"),
    RULE(CREATE, 0.92, RULE_POINTS, PUTS " <quoted> on|down|in|up *for|on <set>"),
    RULE(CREATE, 0.92, RULE_POINTS,
         "*i|we|i'd|would like|want|need|have|love <quoted> on|in|onto *my|the|our list|there"),
    RULE(CREATE, 0.90, RULE_POINTS,
         "*i|we|i'd|we'd|would|should|also|really like|want|need|love <new> " IN_LIST " *please|too|as|well"),
    RULE(CREATE, 0.92, RULE_DEED | RULE_LOOSE, "task|todo|to-do|reminder|td *task|item|to|self|for|me|about|- <new>"),
    RULE(CREATE, 0.96, RULE_DEED | RULE_POINTS, "new task|todo|to-do|reminder *do|task|to|for|me|self|- <new>"),
    RULE(CREATE, 0.92, RULE_DEED, "new item|job|one|to|thing|entry *do|task|to|for|me|self|- <new>"),
    RULE(CREATE, 0.92, RULE_DEED, "to do <title>"),
    RULE(CREATE, 0.90, 0, "add|create|plus|adding *also|in|me|this|on|another|one|more|to|- <new>"),
    RULE(CREATE, 0.92, RULE_DEED,
         "note|jot|write|scribble|pencil|put|log|stick|whack|pop|chuck|bung|get|shove|sling|mark|take down|in "
         "*that|to|a|task|i|we|need|have|for|me|us|please|- <new>"),
    RULE(CREATE, 0.90, RULE_DEED,
         "make|take|jot|leave *me|down|yourself a|an|another *quick|mental|little note|reminder "
         "*to|that|of|about|self <title>"),
    RULE(CREATE, 0.90, RULE_DEED, "note *to|self|that|down|mental|i|we|i've|need|have|must|should|got <title>"),
    RULE(CREATE, 0.90, RULE_DEED, "keep in mind *to|that <title>"),
    RULE(CREATE, 0.90, RULE_POINTS, "another for|to|about|called <new>"),
    RULE(CREATE, 0.90, RULE_POINTS, "another one|task|thing|item|reminder|job *one|task|thing " CALLED " <new>"),
    RULE(CREATE, 0.90, RULE_POINTS,
         "one more one|task|thing|item|reminder|job|entry|for|to|about|called " CALLED " <new>"),
    RULE(CREATE, 0.62, RULE_LOOSE,
         "we're|i'm|we|i|we've *are|am|almost|nearly|just|is|have|ran|run out|low|short of|on <title>"),
    RULE(CREATE, 0.62, RULE_LOOSE, "we're|i'm|we *are|nearly|almost running out|low|short *of|on <title>"),
    RULE(CREATE, 0.80, RULE_LOOSE, "*i|we|i'll|we'll|will|still|also|really|just need *some|a|an <need>"),
    RULE(CREATE, 0.81, RULE_LOOSE | RULE_WHOLE, "<about> needs|need|wants|want <ing>"),
    RULE(CREATE, 0.81, RULE_LOOSE | RULE_WHOLE, "<about> needs|need his|her|its|their <title>"), /* whose, it says */
    RULE(CREATE, 0.70, RULE_LOOSE,
         "*i|we|i'll|will|still|also|really|i'm|could need|needs|want|use|needing *some|more <title>"),
    RULE(CREATE, 0.70, RULE_LOOSE,
         "my|our|the "
         "*boss|mum|mom|wife|husband|manager|teacher|landlord|doctor|dad|partner|client|professor|colleague|team "
         "wants|wanted|asked|told|expects|needs me|us *to <title>"),
    RULE(CREATE, 0.66, RULE_LOOSE, "<about> needs|need *to|be|an|a|some <title>"),
    RULE(CREATE, 0.84, RULE_DEED | RULE_LOOSE | RULE_WHOLE, "be at|in|on|back|home|there|ready <event>"),
    /* ---- what is to change, of what was spoken of ---- */
    RULE(UPDATE, 0.86, RULE_LOOSE, "make|set|mark|flag|put *as|to|at|a|with <mark> *now|instead|please|then|thanks"),
    RULE(UPDATE, 0.86, RULE_LOOSE,
         "move|push|shift|postpone|reschedule|delay|bump|defer *back|forward|off|out|up|over to|until|till <when> "
         "*now|instead|please|then|thanks"),
    /* ---- a verb alone ---- */
    RULE(DELETE, 0.60, RULE_LOOSE, "delete|remove|erase|clear *please|a|task|tasks|one|now"),
    RULE(COMPLETE, 0.60, RULE_LOOSE, "complete|finish|tick|check *off|please|a|task|one|now|tasks"),
    RULE(UPDATE, 0.60, RULE_LOOSE, CHANGE "|rename|move|tag|postpone *please|a|task|the|priority|due|date|one|now"),
    RULE(CREATE, 0.60, RULE_LOOSE,
         "add|create|new|make|remind|set|note "
         "*me|a|an|another|the|new|task|todo|to-do|reminder|item|please|something|one|"
         "to|up|for|it|that|this|my|list|on"),
    RULE(CREATE, 0.60, RULE_LOOSE,
         "add|create|new|make|set|note|put|log|open|start|enter "
         "*me|us|a|an|another|the|new|quick|one|more|up|in|please " THING
         "|job *for|on|with|at|that's|which|is|to|my|the|list|please <set> *please|to|on|my|list|the"),
    RULE(CREATE, 0.60, RULE_LOOSE, "add|create|new *me|us|a|an|another|one|something|to|my|list|for|on|please <set>"),
    RULE(CREATE, 0.60, RULE_LOOSE, "remind me *please"),
    RULE(CREATE, 0.60, RULE_LOOSE,
         "*i|we|i'd|we'd|would like|love|need|want|use a|an|another *new|quick " THING "|note|alarm *please"),
    RULE(LIST, 0.86, RULE_LOOSE | RULE_ASKS, "<which>"),
};

const size_t create_rules_n = COUNT_OF(create_rules);
