/* rules_change.c - rules for changes of a task: notes, tags, removals, dates. They come before those of rules.c, which
 * says how a rule is written.
 */
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/rules/rules.h"
#include "base/attrs.h"

#define NOTE "note|notes|description|desc|comment|comments|details|detail|remark|remarks"
#define JOB "note|memo|reminder|job|task|chore|mission|duty|todo|to-do"
#define LOSE "remove|clear|delete|drop|unset|erase|cancel|strip|scrap|lose|ditch|kill|scratch|wipe"
#define MOVED                                                                                                          \
    "moved|pushed|put|brought|shifted|knocked|bumped|slipped|postponed|delayed|rescheduled|deferred|pulled|kicked|"    \
    "extended|prolonged|adjourned|changed|switched|rearranged|rebooked"
#define WAY "back|forward|forwards|off|out|up|on|over|along"
#define TAIL " *now|instead|please|then|thanks"
#define LATER "<shift> *than|i|we|you|had|was|were|planned|thought|told|said|expected|usual|before|originally|now"

const struct rule change_rules[] = {
    /* ---- notes ---- */
    RULE(CREATE, 0.93, RULE_POINTS, "note|jot|write|put|take|scribble|get *it|this down *please|also that <title>"),
    RULE(CREATE, 0.93, RULE_POINTS, "*a|the|my|our|another|next|one|quick|little " JOB " for|on [the] <when> <opened>"),
    RULE(CREATE, 0.93, RULE_POINTS, "write|note|put|jot|enter *down|in|up for|on [the] <when> <opened>"),
    RULE(CREATE, 0.93, RULE_POINTS,
         "*a|the|my|our|another|next|one|quick|little|first|top|important " JOB
         "|thing for|on|to|of *my|the|our|to|do list|todo|to-do|agenda|self|myself|me|us|later|plate <opened>"),
    RULE(CREATE, 0.88, RULE_POINTS, "*a|quick|another mental|little note *to|self <opened>"),
    RULE(CREATE, 0.88, RULE_DEED | RULE_POINTS,
         "my|our *next|main|only|first|big|one|own " JOB " for|on <when> is to <title>"),
    RULE(CREATE, 0.88, RULE_DEED | RULE_POINTS, "my|our *next|main|only|first|big|one|own " JOB " is to <title>"),
    RULE(CREATE, 0.86, RULE_DEED | RULE_POINTS, "*the|my|our next|another " JOB "|thing is to <title>"),
    RULE(CREATE, 0.90, RULE_POINTS,
         "it|it'd|that *would|really|be|also help|good|nice|great|useful to have|get|put <new> " IN_LIST),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "add|put|write|attach|append|leave|stick|make *a|an|the|this|new|following|short|quick|some " NOTE
         " to|on|for|of|in|against|under|about <about> <opened>"),
    RULE(UPDATE, 0.88, RULE_BARE, "<about> note|notes|comment|remark|description <opened>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "*a|the|new " NOTE " for|on|to|of|about <about> <opened>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "put|write|add|stick|save|enter <note> as *a|an|the " NOTE " to|on|for|of|in|under|against|with <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "<about> needs|should|wants|gets *to|have|get a|an|the " NOTE " that|saying|reading|of|says <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "add|put|write|attach|append|leave|stick *a|an|the|this|new|short|quick " NOTE
         " against|on|to|with|in|for <ref> saying|that|reading|says <note>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "<ref> *please|can|could|you add|put|write|attach|append|leave *a|an|the|this|new|short|quick " NOTE
         " *to|it saying|that|reading|of|- <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "put|write|mention|note|jot|add *down|in|to|on the|my|our|its <about> " NOTE " that|saying <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "add|put|write|append|include|stick <note> to|in|into|on|under the|my|our <about> notes|description|details"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "jot|note|write|mention|include|scribble|add *down to|on|in|for|against|with the|my|our <about> that <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "*and|also put|write|add|mention|note|jot *down in|into|to|under *the|its|it's " NOTE " that|saying <note>"),
    RULE(CREATE, 0.92, RULE_REMINDS | RULE_POINTS, "nudge|ping|poke|prod|buzz me about|of <title>"),
    RULE(CREATE, 0.92, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "*i|we|i'd|i'll|would|will|really|just|need|want|like|love|to be reminded about|of <new>"),
    RULE(CREATE, 0.92, RULE_REMINDS | RULE_POINTS, "nudge|ping|poke|prod|buzz|wake|alert me *up for|on <new>"),
    RULE(CREATE, 0.92, RULE_REMINDS | RULE_POINTS,
         "remind|nudge|ping|poke|prod|buzz|wake|alert me *up <when> for <new>"),
    RULE(CREATE, 0.92, RULE_REMINDS | RULE_POINTS,
         "i|we|i'd|we'd *would|like|love|need|want|also|could|do|with|use|appreciate "
         "need|want|like|love|use|with|appreciate *a|an|another|new|quick|little "
         "alarm|reminder|nudge|alert|heads-up|notification|ping for|on|about|of <new>"),
    RULE(UPDATE, 0.80, RULE_REMINDS | RULE_LOOSE,
         "set|add|put|create|make *me|us|a|an|another|the reminder|alarm|alert|notification *for|at|on <when>"),
    RULE(UPDATE, 0.88, RULE_REMINDS | RULE_POINTS,
         "set|add|put|create|make *me|us|a|an|another|the reminder|alarm|alert|notification for|on|to|of|about <about> "
         "<shift> before *it|it's|that|is|starts|begins|due" TAIL),
    RULE(UPDATE, 0.88, RULE_REMINDS | RULE_POINTS,
         "*set|add|put|create|a|an|the reminder|alarm|alert|notification <shift> before the|my|our <about>"),
    RULE(UPDATE, 0.88, RULE_REMINDS | RULE_POINTS,
         "give|set|add|put *for|on|to <about> a|an|the *little|quick reminder|alarm|alert|nudge *for|at <early>"),
    RULE(CREATE, 0.93, RULE_REMINDS | RULE_POINTS, "set|create|make *up|me|us|new reminder|alarm for|about|to <new>"),
    /* ---- names and tags ---- */
    RULE(UPDATE, 0.93, RULE_POINTS, "<place> *please call|name|title|rename|retitle *it|this|that|to|as <title>"),
    RULE(UPDATE, 0.92, RULE_POINTS, "shorten|abbreviate|simplify <ref> *down to|into *just|simply|only|say <title>"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         "shorten|abbreviate|simplify|trim|cut|reduce <about> *down to *just|simply|only <quoted>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "<about> needs|has|wants|ought|should|must *to|now|really|please be called|named|titled <quoted>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "change|rename|update|edit|correct|retitle|reword to|into *say|read|be <title> for|in|on|of|at <ref>" TAIL),
    RULE(UPDATE, 0.93, RULE_POINTS,
         CHANGE "|rename|reword *the|its title|name|text|wording of|for|on|in <ref> it|that should|must|needs|has "
                "*to|now|actually be|read|say <title>"),
    RULE(UPDATE, 0.92, RULE_POINTS, "<hash> for|on|to|onto|at <ref>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "<about> should|must|need|needs|ought|can *to|both|all|also|now|please|each|have|carry|get|bear|be|the|a|tag|"
         "label|tagged|with|under <hash>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "retag|relabel|recategorise|recategorize <about> from <junk> to|as|with|into <tags>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "retag|recategorise|recategorize <about> to|as|with|into <tags>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "i|we|i'd *would|like|want|need <ref> with|under *the|a tag|label *of|called <tags>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "instead|rather of|than <junk> put|use|stick|add|set <hash> on|for|to|with <about>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "add|put|attach|apply|stick|slap <hash> to|on|onto <about> as "
         "*a|an|the|another|second|third|extra|further|new tag|"
         "label"),
    RULE(UPDATE, 0.93, RULE_POINTS, "add|put|attach|apply|stick|slap <hash> to|on|onto <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "tag|label the|my|our <about> one|task <tags> *too|also|please|now"),
    RULE(UPDATE, 0.90, RULE_POINTS, "write|note|jot *down <note> on|in|to it|that *please|too|as|well"),
    RULE(UPDATE, 0.90, RULE_POINTS, "write|note|jot|put *down by|beside|next|with *to the|my|our <about> <opened>"),
    RULE(UPDATE, 0.92, RULE_POINTS, "add|put|assign <ref> to|with|under <hash>" TAIL),
    RULE(UPDATE, 0.92, RULE_POINTS, "put|stick|file|pop|move|place <about> under|in|into|with <hash>" TAIL),
    RULE(UPDATE, 0.92, RULE_POINTS, "add|put|attach|apply|stick|slap *a|the <mark> on|to|onto <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "reword|rephrase|rewrite|retitle|rename <about> as|to|into *say|read|be <title>"),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> needs|gets|should *get|have|the|a tag|label *as|it|with|is|called <tags>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "<about> belongs|belong|goes|go|fits *also|now|really to|under|in|into|with *the|tag|label <hash>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "<about> belongs|belong|goes|go|fits *also|now|really to|under|in|into *the <tags> tag|label|category" TAIL),
    SETS(UPDATE, 0.90, RULE_POINTS,
         "untags=", "lose|ditch|scrap|kill|scratch *the|its <tags> tag|label *from|of|off|on|for <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "file|class|classify|categorise|categorize|group <about> under *the|tag|label <tags>"),
    /* ---- what goes ---- */
    SETS(UPDATE, 0.88, RULE_BARE,
         "due=", "<about> no longer has|have|needs|need *a|an|any|its due|deadline|date *date|anymore|now"),
    SETS(UPDATE, 0.88, RULE_POINTS, "due=", LOSE " *the|its|it's|that due|deadline|date *date|please|now"),
    SETS(UPDATE, 0.90, RULE_POINTS, "due=", LOSE " <about> due|deadline *date" TAIL),
    SETS(UPDATE, 0.88, RULE_POINTS,
         "due=", "take *the|its|it's|that due|deadline|date *date off|away|out *it|that|please|now"),
    SETS(UPDATE, 0.92, RULE_POINTS, "due=",
         "scrap|lose|ditch|kill|scratch|wipe|forget|skip *about|the|its|it's due|deadline|date *date "
         "from|of|on|off|for|with <about>"),
    SETS(UPDATE, 0.88, RULE_POINTS,
         "due=", "<about> has|have|needs|need no *fixed|set|real|more|longer due|date|deadline *date|any|more|anymore"),
    SETS(UPDATE, 0.88, RULE_BARE,
         "due=", "<about> *-|with no deadline|due|date *date after|anymore|any|now *all|more|longer"),
    SETS(UPDATE, 0.88, RULE_POINTS,
         "priority=", "take|drop|remove|clear|scrap *the|its|it's|that priority *off|away|out|it|that|please|now"),
    SETS(UPDATE, 0.86, 0, "repeat=", "<about> no longer repeats|repeat|recurs|recur *anymore|now"),
    SETS(UPDATE, 0.86, 0,
         "repeat=", "<about> only|just happens|happen|is|was|needs *to|be|done this|the|one|once *once|time|now"),
    SETS(UPDATE, 0.92, RULE_POINTS, "due=T",
         LOSE "|take *away|out|off the|its|it's time|hour *of|day from|of|on|off|for <about>" TAIL),
    SETS(UPDATE, 0.88, RULE_POINTS, "due=T", LOSE "|take the|its|it's|that time *off|away|out|it|please|now"),
    /* ---- how urgent ---- */
    RULE(UPDATE, 0.90, RULE_POINTS,
         "*the priority|importance|urgency of|for|on <about> is|should|to *be|now|just <level>" TAIL),
    RULE(UPDATE, 0.88, RULE_POINTS, "treat|consider|regard|count|class|rank|rate|see <about> as *a|being <mark>" TAIL),
    SETS(UPDATE, 0.86, 0, "priority=high",
         "<about> became|become|becomes|has|have|got|gets|turned *become|gone|got|quite|really|very|pretty|rather|now|"
         "suddenly|just|so|too urgent|important|critical|pressing *actually|now|all|of|a|sudden"),
    SETS(UPDATE, 0.86, 0, "priority=high",
         "<about> is|are|became|got|gets|has|become *become|got|just|now|a|bit|lot|much|far|way|even|suddenly more "
         "urgent|important|pressing|critical *now|than|i|we|thought|before"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "drop|bring|take|knock|turn|put|move|bump <about> *back|right|all|the|way down|up "
         "*a|notch|bit|peg|little|step to *a|the <level> "
         "*priority" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "take|bring|turn|put|drop|set|move|lower|raise *the|its|it's priority *down|up|back to *a|the <level> "
         "*priority"),
    RULE(
        UPDATE, 0.88, RULE_POINTS,
        "*i|we|i'd|we'd|would|should|also like|want|need <ref> done|finished|ready|completed by|on|before|until <when> "
        "*please"),
    RULE(UPDATE, 0.86, 0, "<about> get|gets *now|a|the|only <mark> *now|please|instead|then"),
    /* ---- when ---- */
    RULE(UPDATE, 0.86, 0,
         "<about> has|have|needs|need|must|should *to|really|now happen|take *place|on|by|at|before|in <when> "
         "*already|now|please|latest"),
    RULE(UPDATE, 0.88, 0, "that|this|the|last one's *actually|now|really|also|a|due|for|on|by <set> *instead|now"),
    RULE(UPDATE, 0.90, RULE_POINTS, "<place> both|-|=|to|now *to|for|on|at|until <set> *please|now|instead"),
    RULE(UPDATE, 0.90, RULE_POINTS, "<place> <mark> *please|now|instead"),
    RULE(UPDATE, 0.88, RULE_POINTS, "<ref> please for|on|by|at <when>"),
    RULE(UPDATE, 0.88, RULE_POINTS, "<ref> for|on|by|at <when> please|instead"),
    RULE(UPDATE, 0.88, RULE_POINTS, "<ref> to|until|till <when>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "swap|switch|exchange *the|its due|deadline|date|day|time *date|time of|for|on <about> for|to|with|against "
         "<when>" TAIL),
    RULE(UPDATE, 0.88, 0, "make|have it|that <set> for|with|on <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "set|make|put|change <about> = <set>" TAIL),
    RULE(UPDATE, 0.88, RULE_BARE, "<about> = <set>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS, "*the|a|new|its due|deadline|date *date for|of|on <about> *is|-|now|= <when>" TAIL),
    RULE(UPDATE, 0.88, RULE_BARE, "<about> *-|the|its|a new|due date|deadline|day|time *is|to|-|=|now <when>" TAIL),
    RULE(UPDATE, 0.86, 0,
         "<about> can|could|may|must|should|will *just|now|easily wait|slide|slip|go|move|run *" WAY "|another|by|for "
         "<shift>" TAIL),
    RULE(UPDATE, 0.88, RULE_POINTS, "give|allow me|us|myself <shift> on|for|with|to <about>"),
    RULE(UPDATE, 0.86, 0, "i|we *really|could|do|also need|want|take|use <shift> on|for|with <about>"),
    RULE(UPDATE, 0.86, 0, "<about> goes|go|moves|move|shifts|slides *" WAY " to|until|till|on <when>" TAIL),
    RULE(
        UPDATE, 0.86, 0,
        "<about> is|are|was *now|all fixed|set|planned|arranged|agreed|pencilled|slated|down *in|down for|on|to <when> "
        "*now|instead"),
    RULE(UPDATE, 0.86, 0,
         "<about> is|are|was|has|have|got|been|gets *been|now|just|also|got|being " MOVED " *" WAY
         " to|until|till|for|on <when>" TAIL),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> " MOVED " *" WAY " to|until|till|for|on <when>" TAIL),
    RULE(UPDATE, 0.86, 0,
         "<about> is|are|was|has|have|got|been|gets *been|now|just|also|got|being " MOVED " *" WAY "|by <shift>" TAIL),
    RULE(UPDATE, 0.86, 0,
         "<about> is|are|was|has|have|got|been|gets *been|now|just|also|got|being " MOVED
         " <junk> to|until|till <when>" TAIL),
    RULE(UPDATE, 0.90, 0,
         "<about> is|are|will|gets *be|now|actually|only|already|all "
         "coming|starting|beginning|happening|leaving|arriving|"
         "opening " LATER),
    RULE(UPDATE, 0.90, 0,
         "<about> comes|starts|begins|leaves|arrives|opens|happens|come|start|begin *now|actually|only|already " LATER),
    RULE(UPDATE, 0.86, 0,
         "<about> got|gets|has|have|was|were|is *been|now|just|got|given|granted|an|a|another extension *until|till|to "
         "<when>" TAIL),
    RULE(UPDATE, 0.60, 0, "set the|my|our <about> for|on <when>" TAIL),
    RULE(UPDATE, 0.60, 0, "leave|save the|my|our <about> for|until|till <when>" TAIL),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> now <when>" TAIL),
    RULE(UPDATE, 0.88, RULE_BARE, "<about> can|could|may|shall be due *on|by|at|for <when>" TAIL),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> *-|at|is <clock> now|instead *please"),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> *is|to|be|goes|repeats <set> from now on"),
    RULE(UPDATE, 0.86, 0, "make|start|begin|do|have <about> *start|begin|be <shift>" TAIL),
    RULE(UPDATE, 0.90, RULE_POINTS, "bring|pull|draw forward <about> to|until|till <when>" TAIL),
    RULE(UPDATE, 0.88, RULE_POINTS, "knock|set|kick|put <about> back|forward|off|out *by <shift>" TAIL),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "let <about> *just slide|slip|wait|lie|rest|be|sit|hang *over until|till|to <when>" TAIL),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "hold|wait|leave|park|shelve|pause *off|on|with|back <about> *off|for|over|it until|till|to <when>" TAIL),
};

const size_t change_rules_n = COUNT_OF(change_rules);
