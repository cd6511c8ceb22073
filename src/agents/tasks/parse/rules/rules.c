/* rules.c - the rules: what can be said about tasks, and the intent it has. One line each, the first that fits counts.
 *
 * A rule must fit a whole clause, without its lead-in (parse/clause/lead_in.c). Each slot of a pattern accepts only its
 * own kind of words (slot_match.c): <when> a date or time, <ref> a reference to tasks, <which> a filter. So the table
 * can say "move <about> to <when>" and never moves "the boxes to the garage". Rules about one verb stand together, the
 * narrower first.
 */
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"
#include <stdint.h>

#define STATED_WORDS 30 /* of what is said to be done: longer ones are prose */
#define RULE_REACH 60   /* words of a name inside of an order: no title is longer */

#define WHEN_DONE                                                                                                      \
    "already|today|yesterday|earlier|now|this|last|morning|afternoon|evening|night|week|myself|finally|okay"
#define MARKED "ticked|marked|checked|crossed|closed|completed|finished|set"
#define NUDGE "nudge|heads-up|shout|buzz|ping|warning|alert|reminder|poke"

static const char *const part_names[] = { "about", "ref",   "title",  "note",   "when",  "set",   "tags",
                                          "which", "level", "past",   "done",   "deed",  "junk",  "hash",
                                          "mark",  "event", "new",    "named",  "place", "early", "shift",
                                          "clock", "pp",    "quoted", "opened", "need",  "ing",   NULL };

static const struct rule rules[] = {
    /* ---- one is to come back ---- */
    RULE(REOPEN, 0.95, RULE_POINTS,
         "reopen|uncheck|untick|unmark|un-tick|un-mark|uncomplete|un-complete|un-check|re-open|unfinish|reactivate "
         "<about>"),
    RULE(REOPEN, 0.93, RULE_POINTS,
         "mark|set|put|change|flag|move|make|switch|turn <about> *back|as|to|into|being " UNDONE
         " *again|please|task|status|now"),
    RULE(REOPEN, 0.93, RULE_POINTS,
         "mark|set|put|change|flag|make <about> *back|as|to not|un *yet|quite|actually|been " DONE
         " *yet|please|again"),
    RULE(REOPEN, 0.90, RULE_POINTS,
         "put|move|add <about> back *"
         "on|to|in|onto|my|the|todo|to-do|task|pending|open list|tasks|todos|agenda|pending|open"),
    RULE(REOPEN, 0.90, RULE_POINTS,
         "i|we|i'd|we'd *would|like|need|want|have need|want|like|have <about> back on|in|onto *my|the|our|to|do "
         "list|agenda *please|again|now"),
    RULE(REOPEN, 0.92, RULE_POINTS,
         "i|we|i've|we've *have|had|just|must|seem|to|only " MARKED " *off|out|as|" DONE " <about> *off|out|as|" DONE
         " by|in mistake|accident|error *sorry|though|again"),
    RULE(REOPEN, 0.92, RULE_POINTS,
         "i|we|i've|we've *have|had|just accidentally|wrongly|mistakenly|prematurely " MARKED " *off|out|as|" DONE
         " <about> *off|out|as|" DONE),
    RULE(UNDO, 0.88, RULE_POINTS,
         "i|we|i've|we've *have|had|just|only deleted|removed|erased|cleared <about> by|in mistake|accident|error "
         "*sorry|though|again"),
    RULE(UNDO, 0.88, RULE_POINTS,
         "i|we|i've|we've *have|had|just accidentally|wrongly|mistakenly deleted|removed|erased|cleared <about>"),
    RULE(REOPEN, 0.88, 0,
         "<about> isn't|aren't|wasn't|weren't|hasn't|haven't *actually|really|quite|in|fact|been|all " DONE
         " after|actually|though|sorry *all|actually|though|sorry|now"),
    RULE(REOPEN, 0.88, 0,
         "<about> isn't|aren't|wasn't|weren't|hasn't|haven't actually|really *quite|in|fact|been|all|yet " DONE
         " *yet"),
    RULE(REOPEN, 0.86, RULE_PARTICIPLE,
         "<about> isn't|aren't|wasn't|weren't|hasn't|haven't *actually|really|been <pp> *yet|up|off|out|in after all "
         "*sorry|though"),
    RULE(REOPEN, 0.86, 0, "it's|that's *still|actually not *actually|really|quite " DONE " after|yet *all|yet"),
    RULE(REOPEN, 0.70, 0, "it's|that's *still|actually not *actually|really|quite " DONE " *now"),
    RULE(REOPEN, 0.88, RULE_POINTS, "<ref> isn't|aren't|wasn't|hasn't *been|all|quite " DONE " *yet|now"),
    RULE(REOPEN, 0.78, 0, "<about> isn't|aren't|wasn't|weren't|hasn't|haven't *quite|in|fact|been|all " DONE " *now"),
    RULE(REOPEN, 0.88, 0,
         "<about> is|are|was|were|has|'s *actually|really|in|fact|still not *actually|really|quite|been|yet " DONE
         " *after|all|actually|though|sorry|now"),
    RULE(REOPEN, 0.88, 0,
         "i|we didn't|haven't|have|did|never *not|actually|really finish|complete|do|finished|completed|done *with "
         "<about> after all *sorry|though"),
    RULE(REOPEN, 0.86, 0, "i|we *still|actually have|need not|to *actually|finished|finish|do <about> after all"),
    RULE(REOPEN, 0.80, 0,
         "i|we actually|really didn't|haven't finish|complete|do|finished|completed|done *with <about> *yet"),
    RULE(REOPEN, 0.80, 0, "<about> is|are *actually still open|pending|undone|unfinished|incomplete|outstanding"),
    RULE(REOPEN, 0.78, 0, "<about> needs *to|be re-doing|redoing|redone|reopening|again *again"),
    /* ---- reminders of what is there, and what new ones are ---- */
    RULE(UPDATE, 0.90, RULE_REMINDS | RULE_POINTS, "remind|nudge|ping me about|of|on|for <ref> <when>"),
    RULE(UPDATE, 0.90, RULE_REMINDS | RULE_POINTS, "remind|nudge|ping me <when> about|of|on|for <ref>"),
    RULE(UPDATE, 0.90, RULE_REMINDS | RULE_POINTS,
         "set|add|put|create *a|an|another reminder|alarm *for|on|to|of <ref> *for|at|on|to <when>"),
    RULE(CREATE, 0.95, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "<when> *please|can|could|you|just remind me|us to|that|about|of *i|we|need|have|to|should|must <title>"),
    RULE(CREATE, 0.95, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "remind me|us <when> to|that|about *to|i|we|need|have|should|must <title>"),
    RULE(CREATE, 0.95, RULE_DEED | RULE_REMINDS | RULE_POINTS, "remind me|us <when> of <title>"),
    RULE(CREATE, 0.93, RULE_DEED | RULE_POINTS, "remind me|us <early> about|of <event>"),
    RULE(CREATE, 0.95, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "remind|reming|remember me|us|myself|myslef to|that|about|of *i|we|need|have|to|should|must|gotta|about "
         "<title>"),
    RULE(UPDATE, 0.82, RULE_REMINDS, "remind|nudge|ping|alert|notify|warn me *about|it|that|this|also|again <early>"),
    RULE(UPDATE, 0.82, RULE_REMINDS, "give|send me *a|an|little|quick " NUDGE " *about|it|that|this <early>"),
    RULE(UPDATE, 0.85, RULE_REMINDS,
         "remind|nudge|ping|alert|notify|warn me <early> *of|for the|my|our|his|her <about>"),
    RULE(UPDATE, 0.85, RULE_REMINDS,
         "give|send me *a|an|little|quick " NUDGE " <early> *of|for the|my|our|his|her <about>"),
    RULE(UPDATE, 0.80, RULE_REMINDS, "remind|nudge|ping|alert|notify me *about|it|that|this|on|again <when>"),
    RULE(CREATE, 0.86, RULE_DEED | RULE_REMINDS | RULE_POINTS,
         "remind me|us *i|we|i've|need|have|got|must|should|to|gotta|still <title>"),
    RULE(CREATE, 0.92, RULE_DEED | RULE_REMINDS, "remember|rmr to|that|about *i|we|need|have|to|should|must <title>"),
    RULE(CREATE, 0.82, RULE_DEED, "remember the|my|our|mum's|mom's|dad's <title>"),
    /* ---- notes and descriptions ---- */
    RULE(UPDATE, 0.90, RULE_POINTS,
         "add|put|write|attach|append|leave|with *a|an|the|this|new note|notes|description|comment|details|detail "
         "*to|on|for|it|that|this|saying <opened>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "add|put|write|attach|append|leave *a|an|the|this|new|some note|notes|description|comment|details|detail "
         "*to|on|for|of|in <ref> *that|saying|with|says|reading <note>"),
    RULE(UPDATE, 0.90, 0,
         "add|put|write|attach|append|leave *a|an|the|this|new|some note|notes|description|comment|details|detail "
         "to|on|for|of|in <about> that|saying|says|reading <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "note|description|comment|details|notes for|on|of|to <ref> *is|to|should|be|that <note>"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         CHANGE "|replace *the|its|it's description|notes|note|details|comment *of|for|on|to|in|from <about> "
                "to|with|as|into <note>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "add|put|append|write|include <note> to|in|into|under *the|its|it's description|notes|note|details|comment "
         "*of|for|on|to <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "untags=", "remove|delete|drop|take|strip <hash> from|off <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "describe <about> as <note>"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         "add|put|attach|append *a|an|the|this note|description|comment|detail|details *of|saying|that <note> "
         "to|on|for|in <ref>"),
    RULE(UPDATE, 0.88, RULE_POINTS, "<ref> description|note|notes|details|comment *is|should|be|to <note>"),
    RULE(UPDATE, 0.86, RULE_LOOSE, "*with|the|its|it's description|details|comment|desc *is|should|be|to <note>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         CHANGE "|raise|lower|bump|give|assign|put|increase|decrease|drop|reduce|cut|knock|turn "
                "*up|down|the|its|it's|a priority "
                "*of|for|on|to|level <about> to|as|at *a|the <level> *priority"),
    /* ---- taking something away from a task ---- */
    SETS(UPDATE, 0.93, RULE_POINTS, "due=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip *away|out|the|its|it's due|deadline [date] "
         "*from|of|on|off|for <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "due=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip *the|its|it's due date *from|of|on|off|for <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "due=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip *away|out|the|its|it's date|dates *from|of|on|off|for "
         "<about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "priority=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip *away|the|its|it's|high|low priority "
         "*from|of|on|off|for <about>"),
    SETS(UPDATE, 0.88, RULE_POINTS, "remind=", "stop|quit reminding|nagging|bugging me about|of|to <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "remind=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip|stop *away|the|its|it's reminder|alarm|reminders "
         "*from|of|on|off|for|about <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "description=",
         "remove|clear|delete|drop|unset|take|erase|strip *away|the|its|it's description|notes|note|comment|details "
         "*from|of|on|off|for <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS, "repeat=",
         "remove|clear|delete|drop|unset|take|erase|cancel|strip|stop *away|the|its|it's "
         "repeat|repetition|recurrence|repeating|recurring *of|from|for|on <about>"),
    SETS(UPDATE, 0.92, RULE_POINTS,
         "due=", "<about> has|have|needs|should no|not *longer|a|have|any due|deadline *date|anymore"),
    SETS(UPDATE, 0.93, RULE_POINTS,
         "untags=", "remove|delete|drop|take|clear|strip *the|its tag|tags|label <tags> *from|of|off|on <about>"),
    SETS(UPDATE, 0.93, RULE_POINTS,
         "untags=", "remove|delete|drop|take|clear|strip *the|its <tags> tag|label *from|of|off|on <about>"),
    SETS(UPDATE, 0.92, RULE_POINTS, "untags=", "untag <tags> from <about>"),
    SETS(UPDATE, 0.90, RULE_POINTS, "untags=", "untag <about> *as|from|with <tags>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "untag <about>"),
    /* ---- tags ---- */
    RULE(UPDATE, 0.93, RULE_POINTS, "tag|label|categorise|categorize <about> with|as|under *tag|the|tags <tags>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "tag|label|categorise|categorize|file <ref> *with|as|under|tag|the|tags <tags>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "tag|label <about> <hash>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "add|put|attach|apply|give *the|a|new tag|tags|label <tags> *to|on <about>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "add|put|attach|apply *the|a <tags> tag|label to|on <about>"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         "put|move|add|file <about> in|into|under|to *the|my <tags> category|tag|label|folder"),
    RULE(UPDATE, 0.93, RULE_POINTS, "give <about> *the|a tag|label *of|called <tags>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "give <about> *the|a <tags> tag|label"),
    RULE(UPDATE, 0.92, RULE_POINTS, "add|put|attach|apply|set *a|an|the <set> to|on|for <ref>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "set|add|put|give *a|an|the due|deadline *date|of|for|on|by <when> for|to|on <about>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "set|add|put *a|an|the due|deadline *date for|to|on <about> *of|for|by|on|to <when>"),
    /* ---- so much later, so much earlier; a time of the day that it has ---- */
    RULE(UPDATE, 0.90, RULE_POINTS, "push|move|put|bring|pull back|off|out|forward|up <about> by <shift>"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "push|move|put|shift|bump|postpone|delay|defer|extend|bring|prepone|pull|reschedule|advance|slide|kick|snooze "
         "<about> *back|out|forward|forwards|backwards|up|off|ahead|on|along|by|for <shift> *please|now"),
    RULE(UPDATE, 0.90, RULE_POINTS, "give|allow <about> *another|an|extra <shift>"),
    RULE(UPDATE, 0.88, 0,
         "<about> is|are|has|needs|should|was *been|to|be|now pushed|moved|delayed|postponed|extended|brought|shifted "
         "*back|out|forward|up|off|by <shift>"),
    RULE(UPDATE, 0.86, 0, "<about> pushed|moved|shifted|put|delayed|postponed back|off|out|forward *by <shift>"),
    RULE(UPDATE, 0.86, 0,
         "<about> is|are|has|should|was|wants|needs|starts "
         "*be|now|been|actually|moved|changed|coming|starting|happening|on|to|at|really <clock> "
         "not|instead|rather *of|than|at <junk>"),
    RULE(UPDATE, 0.86, 0,
         "<about> can|could|must|will|should|may *just|now|probably|all wait|stay|hold|keep|go|slip|move|shift|slide "
         "*until|till|over|to "
         "<when>"),
    RULE(UPDATE, 0.86, 0, "<about> is|are|to <mark> now"),
    RULE(UPDATE, 0.86, RULE_BARE, "<about> <mark> now"),
    RULE(UPDATE, 0.86, 0, "<about> becomes|gets|goes *to|now|a|the <mark> *now|instead|please"),
    SETS(UPDATE, 0.86, 0, "priority=medium",
         "<about> isn't|aren't *that|so|really|very|a urgent|important|critical|priority *anymore|any|more|now"),
    SETS(UPDATE, 0.86, 0, "priority=medium",
         "<about> is|are|'s not|no *longer|that|so|really|very|a urgent|important|critical|priority "
         "*anymore|any|more|now"),
    RULE(UPDATE, 0.60, RULE_POINTS, "change|replace|swap|correct <junk> to|with|for|by <title> in|on|of <ref>"),
    RULE(UPDATE, 0.60, 0, "bring|push|pull|move <about> forward|back|up|off|out|ahead *a|bit|little|please"),
    RULE(UPDATE, 0.60, 0, "put <about> forward|back|off *a|bit|little|please"), /* not "put the bins out" */
    /* ---- when, how often, how urgent ---- */
    RULE(UPDATE, 0.93, RULE_POINTS,
         CHANGE "|move|push|raise|lower|bump|give|assign *up|down|the|its|it's|a due|deadline|date|time|day "
                "*date|time|of|for|on|to <about> *to|as|until|for <when>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "move|change|shift|set|make|switch|push|swap|bring <about> *forward|back|up to <clock>"),
    RULE(UPDATE, 0.92, RULE_POINTS, "upgrade|downgrade|demote|promote <about> to *a|the <level> *priority"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=high", "raise|increase|bump|up <ref> priority"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=low", "lower|reduce|decrease <ref> priority"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=high",
         "raise|increase|bump *up|the|its|it's priority *of|for|on <about>"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=low",
         "lower|decrease|reduce *down|the|its|it's priority *of|for|on <about>"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=high", "prioritise|prioritize <about>"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=low", "deprioritise|deprioritize <about>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "i|we|i'd *would|like|need|want <ref> *to|be moved|pushed|changed|rescheduled|postponed|shifted "
         "*back|to|until|for "
         "<when>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "i|we|i'd|we'd *would|also|just like|need|want <about> to be "
         "moved|pushed|changed|rescheduled|postponed|shifted "
         "*back|forward|to|until|for <when> *please|instead"),
    RULE(UPDATE, 0.90, 0, "give <about> until|till <when> *instead|now"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "put|push|move off|back|out|up|forward <about> to|until|till|for|by <when> *instead|now"),
    RULE(UPDATE, 0.90, RULE_POINTS, "put|push|move off|back|out|up|forward <about> to|until|till <clock> *instead|now"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "postpone|reschedule|re-schedule|delay|defer|push|bump|extend|put|leave <about> *back|out|off|over "
         "until|till|to "
         "<clock> *instead|now|please"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "postpone|reschedule|re-schedule|delay|defer|snooze|push|bump|extend|shift|pass|prepone|advance <about> "
         "*back|out|off|forward|up|over|to|until|till|for|by|on <when> *instead|now|please|rather"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "bring|pull|move|push <about> forward|up|back|out|off *to|until|till|for|by <when> *instead|now|please"),
    RULE(UPDATE, 0.90, RULE_POINTS, "put <about> forward|back|off *to|until|till|for|by <when> *instead|now|please"),
    RULE(UPDATE, 0.90, RULE_POINTS,
         "move|shift|switch|change|carry <about> *back|out|off|forward|up|over|due|date to|until|till|for|from "
         "<when> *instead|now|please|rather"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         "change|update|set|edit|modify|alter|adjust|make|switch|amend|mark|flag|give|bump|raise|lower|assign|move|put "
         "<about> *to|as|a|at|be|being|up|down|with|of|is|now|in <mark> *instead|now|too|please"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         CHANGE "|mark|flag|give|bump|raise|lower|assign|move|put|schedule|bring|pull|do|have|turn|convert <ref> "
                "*to|as|a|at|be|being|up|down|for|by|on|repeat|happen|with|of|from|is|due|now|back|forward|until|into|"
                "an|recurring|repeating|task <set> "
                "*instead|now|too|please|rather|task|one"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         CHANGE
         "|mark|flag|give|assign <about> *to|as|a|be|have|with|the due|deadline *date|of|on|for|by|to|at|is <when> "
         "*instead|now|too|please"),
    SETS(UPDATE, 0.90, RULE_POINTS, "priority=high", "flag|star <ref>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "make|have|let|set <about> *to repeat|recur|happen|be|repeating|recurring *again|on <when>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "make|turn|convert|change <about> *into|to a|an <set>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "repeat <about> <when>"),
    SETS(UPDATE, 0.90, RULE_POINTS, "repeat=", "make|have <about> not|stop repeat|repeating|recur|recurring *anymore"),
    SETS(UPDATE, 0.88, RULE_POINTS,
         "repeat=", "<about> shouldn't|should|doesn't|does *not|no|longer|need|to repeat|recur *anymore|any|more"),
    RULE(UPDATE, 0.90, 0,
         "*the|its|it's due|deadline *date of|for|on <about> is|should|has "
         "*be|now|actually|been|moved|to|changed|really|not <when>"),
    RULE(
        UPDATE, 0.88, 0,
        "it's|that's|its *actually|now|really due|for|on|by|not *on|by|at|in|until <when> not *on|by|until|due <junk>"),
    RULE(UPDATE, 0.88, 0,
         "<about> is|are|'s|was|should *be|actually|now|really due|for|on|by|moved|scheduled *on|by|at|to|for <when> "
         "not|instead *of|on|by|until|due <junk>"),
    RULE(UPDATE, 0.88, 0,
         "<about> is|are|was|should|has|needs|must|got|gets *to|be|now|actually|been|really|get "
         "due|moved|scheduled|rescheduled|postponed|pushed|delayed *back|only|just|already|on|by|at|to|for|until|till "
         "<when> *instead|now"),
    RULE(UPDATE, 0.88, 0,
         "<about> is|are|isn't|aren't *not|now|actually|really due|needed|wanted *back|again until|till|before <when> "
         "*now|anymore|after|all"),
    RULE(UPDATE, 0.88, 0,
         "it's|that's *actually|now|really|not|also due|moved|scheduled|postponed|rescheduled|for "
         "*on|by|at|to|for|until <when> *instead|now|actually"),
    RULE(UPDATE, 0.87, 0,
         "<about> should|needs|must|is|are *to|now|be|have|actually|really|also|a|has <set> *instead|now"),
    RULE(UPDATE, 0.87, 0, "it's|that's *actually|now|really|also|a <set> *instead|now"),
    RULE(UPDATE, 0.86, 0, "it's|that's|it|that *is|at|actually|now <clock> now|instead *please"),
    RULE(UPDATE, 0.80, RULE_LOOSE, "*the|its priority|due|deadline *is|should|be|date|to <set>"),
    /* ---- "mark 2 as done" stands before what "set 2 to ..." could be else ---- */
    RULE(COMPLETE, 0.95, RULE_POINTS,
         "mark|tick|check|flag|count|log|register|record|consider <about> "
         "*off|as|to|down|being|all|fully|been|with " DONE "|off *now|please|too|for|me|today|already|status"),
    RULE(COMPLETE, 0.95, RULE_POINTS,
         "set|put|change|update|switch|turn|make|call|move <named> *as|to|down|being|all|fully|status " DONE
         " *now|please|too|for|me|today|already|status"),
    RULE(COMPLETE, 0.95, RULE_POINTS,
         CHANGE " *the|its|it's status|state *of|for|on <about> to|as " DONE " *now|please"),
    RULE(COMPLETE, 0.90, RULE_POINTS,
         "set|put|change|switch|turn|move <about> to|as *being|fully " DONE " *now|please|too|already"),
    RULE(REOPEN, 0.95, RULE_POINTS,
         CHANGE " *the|its|it's status|state *of|for|on <about> *back to|as " UNDONE " *now|please"),
    RULE(COMPLETE, 0.95, RULE_POINTS, "mark|set|tick|check|flag *as|off " DONE "|off *with <about>"),
    /* ---- names ---- */
    RULE(UPDATE, 0.93, RULE_POINTS, CHANGE "|rename|reword <ref> title|name|text to|into|as *say|be <title>"),
    RULE(UPDATE, 0.92, RULE_POINTS,
         "*the title|name|text|wording of|for|on <about> should|is *be|now|actually|really <title>"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "fix|correct *the|a|my typo|spelling|mistake|wording in|on|of <place> *it|should|be|to|is <title>"),
    RULE(UPDATE, 0.60, RULE_LOOSE, "fix|correct *the|a|my typo|spelling|mistake|wording in|on|of <about>"),
    RULE(UPDATE, 0.95, RULE_POINTS, "rename|retitle|relabel <about> to|as|into *be|say|read <title>"),
    RULE(UPDATE, 0.94, RULE_POINTS,
         CHANGE "|reword|rephrase *the|its|it's title|name|text|wording|label *of|for|on|to|from|task <about> "
                "to|into|as *say|be <title>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         "change|rename|retitle|update|edit|replace|swap <about> for|by|with|to|into|as <quoted>"),
    RULE(UPDATE, 0.93, RULE_POINTS, "call|name|title|rename|retitle <ref> <quoted>"),
    RULE(UPDATE, 0.93, RULE_POINTS,
         CHANGE "|reword|rephrase|edit <ref> to|so|into|as *say|read|be|it|says|reads|that <title>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "update|edit|change|modify|reword <place> *with|as <title>"),
    RULE(UPDATE, 0.90, RULE_POINTS, "make <ref> say|read|be|called <title> *instead"),
    RULE(UPDATE, 0.88, 0, "call|name|title|rename|retitle it|that|this *one|task|to <title> instead"),
    RULE(UPDATE, 0.88, RULE_POINTS,
         "call|name|title|rename|retitle it|that|this|them *one|task|to <title> *instead|please"),
    RULE(UPDATE, 0.88, RULE_POINTS, "<ref> should *now|actually|really say|read|be *called|named <title> *instead"),
    RULE(UPDATE, 0.86, 0, "<about> should|ought *to|actually|really|now say|read *instead <title>"),
    RULE(UPDATE, 0.60, 0, "<about> should|was|were *to|actually|really|meant|supposed be <title>"),
    RULE(UPDATE, 0.90, 0, "change|reword|rephrase|correct|edit|update <about> to|into *say|read <title>"),
    RULE(UPDATE, 0.88, RULE_UNDATED, "replace|substitute <about> with|by <title>"),
    RULE(UPDATE, 0.88, RULE_UNDATED, "swap <about> with|by|for|to <title>"),
    RULE(UPDATE, 0.60, RULE_LOOSE | RULE_POINTS,
         CHANGE
         "|move|push|postpone|reschedule|snooze|rename|delay|bump|tag|adjust|shift|extend|defer <ref> "
         "*back|forward|out|up|later|earlier|a|an|by|week|day|days|bit|weeks|hour|hours|month|one|two|three|2|3"),
    RULE(UPDATE, 0.60, RULE_LOOSE, "push|postpone|reschedule|snooze|rename|delay|defer|retitle <about>"),
    RULE(UPDATE, 0.60, RULE_LOOSE | RULE_UNDATED, "change|update|edit|modify|alter|adjust <about>"),
    /* ---- done ---- */
    RULE(COMPLETE, 0.88, RULE_POINTS,
         "i|we|i'd *would|like|need|want <ref> *to|be marked|checked|ticked *as|off " DONE "|off"),
    RULE(COMPLETE, 0.94, RULE_POINTS, "mark|tick|check|cross|close off|out <about>"),
    RULE(COMPLETE, 0.88, RULE_POINTS | RULE_UNDATED, "tick|cross of <about>"), /* "off", one letter short */
    RULE(COMPLETE, 0.93, RULE_POINTS,
         "mark|flag|log|record <about> as *being|been|now|all <pp> *off|up|out|now|please"),
    RULE(COMPLETE, 0.90, 0,
         "<about> can|may|could|should|might *now|please|therefore|all be crossed|ticked|checked|closed|marked|struck|"
         "completed *off|out|as|done|complete|completed|finished|please|now"),
    RULE(COMPLETE, 0.94, RULE_POINTS,
         "check|tick|cross <about> off|out "
         "*of|from|my|the|todo|to-do|task|tasks|to|do|our|list|please|now"),
    RULE(COMPLETE, 0.92, RULE_POINTS, "close <about> job|ticket|task|item|issue|case *please|now|too|then"),
    RULE(COMPLETE, 0.93, RULE_POINTS, "check|tick|close|finalise|finalize|resolve|end|wrap *off|out|up <named>"),
    RULE(COMPLETE, 0.92, RULE_UNDATED | RULE_POINTS, "complete|finish *off|out|up|with <ref>"),
    RULE(COMPLETE, 0.88, RULE_UNDATED, "tick <about>"),
    RULE(COMPLETE, 0.88, RULE_UNDATED, "complete|finish *off|out|up <about>"),
    RULE(
        CREATE, 0.84, RULE_DEED | RULE_LOOSE | RULE_WHOLE,
        "have the|my|our|all|these|those <about> ready|done|finished|prepared|packed|sorted|back *for|by|on|at <when>"),
    RULE(CREATE, 0.70, RULE_LOOSE, "*i|we|i've|we've|also|just have|got|there's *got|a|an|my|some <event>"),
    RULE(COMPLETE, 0.90, RULE_POINTS,
         "*all|just|already|finally|now|yay|okay|completely|got|have done|finished|completed|through|did|sorted *with "
         "<about> " OK),
    RULE(COMPLETE, 0.92, 0,
         "i|we|i've|we've|i'm|we're " ADVERB
         "*am|are|completely finished|completed|done|through|did|complete|finish|finalized|finalised "
         "*with|off|up|doing <about>"),
    RULE(COMPLETE, 0.90, 0,
         "*i|we|i've|we've|just|already|finally got|gotten <about> done|finished|sorted|completed|out|over "
         "*of|the|way|with|finally|already|today|now"),
    RULE(COMPLETE, 0.90, 0,
         "*i|we|i've|we've|just|already|finally|have|has|now|also "
         "took|taken|dealt|knocked|wrapped|crossed|ticked|checked|handled|sorted|polished|got|powered|blew|blasted "
         "care|with|out|up|off|through|over *of|with|done|my <about> " OK),
    RULE(COMPLETE, 0.90, 0,
         "*i|we|i've|we've|just|already|finally|have ticked|crossed|checked|struck|knocked|marked <about> off|out|done "
         "*of|my|the|list|already|now"),
    RULE(COMPLETE, 0.88, 0,
         "*i|we|i've|we've|just|already|finally|have|has handled|sorted|resolved|accomplished|smashed|nailed|crushed "
         "<about> " OK),
    RULE(COMPLETE, 0.88, 0,
         "that's <about> done|sorted|finished|completed|wrapped|dealt|over|handled|ticked "
         "*then|now|too|finally|up|with|and|dusted|off"),
    RULE(COMPLETE, 0.90, 0,
         "that's|it's|that|this|it *one|task|is|was|all|has|been|now|already|got dealt|taken|seen with|care|to *of "
         "*now|already|too|then|as|well|thanks|finally"),
    RULE(COMPLETE, 0.92, 0,
         "that's|it's|that|this|it *one|task|is|was|all|has|been|now|already|got " DONE
         " *now|already|too|then|as|well|thanks|finally"),
    RULE(COMPLETE, 0.90, 0,
         "<about> is|are|was|were|has|have|got|'s|gets "
         "*all|been|now|already|finally|just|completely|totally|officially|actually|also|both|got "
         "done|complete|completed|finished|finish|closed|sorted|resolved|handled|wrapped|over|through "
         "*now|already|too|finally|up|with|today|and|dusted|yay|thanks|at|last|as|well"),
    RULE(COMPLETE, 0.90, 0,
         "<about> is|are|was|were|has|have|got|'s *all|been|now|already|finally|just|also|both|got off my|the|our "
         "list|plate|desk|back|hands *now|already|too|finally|at|last"),
    RULE(COMPLETE, 0.88, 0,
         "<about> i|we|i've|we've *have|already|just|finally|now did|done|finished|completed|handled|sorted "
         "*it|them|both|" WHEN_DONE),
    RULE(COMPLETE, 0.86, 0,
         "<about> is|are|was|were|has|have|got|'s *all|been|now|already|finally|just|also|both "
         "dealt|taken|seen|attended|squared|put|tidied with|care|to|away *of|bed *now|already|too|finally|today"),
    RULE(COMPLETE, 0.84, 0,
         "<about> *all|now|already|finally|been dealt|taken with|care *of *now|already|too|finally|today"),
    RULE(COMPLETE, 0.84, 0, "<about> " IS " *all|now|already|finally|also|both|safely behind me|us *now|finally"),
    RULE(COMPLETE, 0.84, 0, "<about> " IS " *all|now|already|finally|also|both|safely in the bag|can|post *now|too"),
    RULE(COMPLETE, 0.84, 0, "<about> " IS " *all|now|already|finally|also|both|fully up to date *now|again|too"),
    RULE(COMPLETE, 0.84, 0, "<about> " IS " *now|already|finally|also|both all set *now|too"),
    RULE(COMPLETE, 0.90, RULE_POINTS, "mark|count|log|record|make <about> *as|being dealt|taken with|care *of"),
    RULE(COMPLETE, 0.86, 0, "make <about> finished|completed|done *now|please"),
    RULE(COMPLETE, 0.88, 0,
         "<about> *all|already|now|finally|is|both|are done|complete|completed|finished|sorted|wrapped "
         "*now|already|too|finally|today|and|dusted|up|at|last|as|well"),
    RULE(COMPLETE, 0.82, RULE_BARE, "<about> over *now|already|finally|at|last|and|done|with"),
    RULE(COMPLETE, 0.82, 0,
         "i|we|i've|we've *have|just|already|now|finally been|went|popped *over|round|up|down|back|along|out to|at "
         "<about> " OK),
    RULE(COMPLETE, 0.85, 0, "i|we|i've|we've " ADVERB "<past>"),
    RULE(COMPLETE, 0.85, 0, "*i|we|i've|we've|finally|just|have managed to <deed>"),
    RULE(COMPLETE, 0.83, 0, "*finally|just|already|have|successfully <done>"),
    RULE(COMPLETE, 0.82, 0,
         "<about> *is|are|was|were|has|have|been|now|already|finally|all|got "
         "bought|paid|sent|fixed|cleaned|washed|booked|submitted|delivered|posted|signed|ordered|mailed|emailed|filed|"
         "watered|packed|printed|returned|collected|renewed|replied|mowed|ironed|vacuumed|repaired|uploaded|installed|"
         "scheduled|delivered|purchased|picked *up|off|in|out|now|already|today|finally"),
    RULE(COMPLETE, 0.60, RULE_LOOSE,
         "*i'm|i|am|all|we're|okay|that's|it's|now|just|and|i've|finally|already|have|mark|set|as|check|complete|is|"
         "yay done|finished|complete|completed|did "
         "*it|now|already|finally|thanks|yay|please|them|both|all|that|one|task|for|today|with"),
    RULE(COMPLETE, 0.60, RULE_LOOSE,
         "*now|just|and|please mark|set|check|tick|cross off *it|now|please|them|both|all|that|one"),
    /* ---- done, by any verb ---- */
    RULE(COMPLETE, 0.83, RULE_PARTICIPLE,
         "<about> is|are|was|were|has|have|got|'s *all|been|now|already|finally|just|completely|fully|also|both|got|"
         "properly|safely|officially <pp> " BEHIND),
    RULE(COMPLETE, 0.81, RULE_PARTICIPLE | RULE_BARE,
         "<about> *been|all|now|already|finally|just|fully|both|got <pp> " BEHIND),
    RULE(COMPLETE, 0.80, RULE_PARTICIPLE,
         "<about> is|are|was|were|has|have|got|'s *all|been|now|already|finally|just|completely|fully|also <pp> "
         "for|with|to|by|from|at|on|in|into|onto|up|off <junk>"),
    RULE(COMPLETE, 0.80, RULE_PARTICIPLE | RULE_BARE,
         "<about> been *all|now|already <pp> for|with|to|by|from|at|on|in <junk>"),
    RULE(COMPLETE, 0.80, RULE_PARTICIPLE | RULE_BARE,
         "<about> i|we|i've|we've *have|already|just|finally|now <pp> *it|them|both|off|up|in|out|back|" WHEN_DONE),
    RULE(COMPLETE, 0.72, RULE_PARTICIPLE | RULE_BARE, "*i|we|i've|we've|just|already|finally|have|now <pp> <about>"),
};

/* A thing that something was done to: not the beginning of what is to be done ("get the keys cut"). */
static bool is_thing(struct span s)
{
    return s.n < 9 && !span_has(s, "is|are|was|were") &&
           !phrase_word_is(s.w, "get|have|make|need|want|keep|see|do|let|i'll|gonna|clear|hide|change|update|set|move|"
                                "push|put|give|edit|shift|rename|add|mark|create|new|remind|log") &&
           !(s.n > 1 && word_deed(s.w) == DEED_SURE);
}

/* What is wanted and what was done are two things: "skip hired" is no order to skip. And what is said behind a comma is
 * said beside the name: "toner, needs to be here by Friday". */
static bool is_story(const struct message_parser *r, const struct rule *rule, struct span about)
{
    if (rule->kind == INTENT_CREATE && !(rule->flags & RULE_WHOLE))
        return about.n > 0 && word_mark(&about.w[about.n - 1]) == ',';
    return rule->kind == INTENT_DELETE && about.n > 0 && word_participle(r->a, about.w) &&
           (about.n == 1 || word_mark(about.w));
}

static const struct rule *first_of(const struct rule *table, size_t n, struct span s, enum mode mode,
                                   const struct phrase_grammar *g, struct phrase_part ret_parts[static PHRASE_PARTS])
{
    for (size_t i = 0; i < n; i++) {
        unsigned flags = table[i].flags;
        if ((flags & RULE_PARTICIPLE) && s.n > STATED_WORDS)
            continue;
        if (mode == MODE_QUESTION ? !(flags & RULE_ASKS)
                                  : (flags & RULE_ASKED) || (mode == MODE_ORDER && (flags & RULE_ABLE)))
            continue;
        if (phrase_match(s.w, s.n, table[i].pattern, g, ret_parts) &&
            (!(flags & RULE_BARE) || is_thing(span_part(&ret_parts[PART_ABOUT]))) &&
            !is_story(g->arg, &table[i], span_part(&ret_parts[PART_ABOUT])))
            return &table[i];
    }
    return NULL;
}

const struct rule *rule_for(const struct message_parser *r, struct span s, enum mode mode,
                            struct phrase_part ret_parts[static PHRASE_PARTS])
{
    const struct phrase_grammar grammar = { part_names, RULE_REACH, slot_match, (void *)(uintptr_t)r };

    const struct rule *found = first_of(ask_rules, ask_rules_n, s, mode, &grammar, ret_parts);

    if (!found)
        found = first_of(change_rules, change_rules_n, s, mode, &grammar, ret_parts);
    if (!found)
        found = first_of(rules, COUNT_OF(rules), s, mode, &grammar, ret_parts);
    if (!found)
        found = first_of(delete_rules, delete_rules_n, s, mode, &grammar, ret_parts);
    return found ? found : first_of(create_rules, create_rules_n, s, mode, &grammar, ret_parts);
}
