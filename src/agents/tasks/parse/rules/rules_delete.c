/* rules_delete.c - rules that delete tasks: outright, by what becomes of them, or by what somebody no longer means to
 * do. Nothing is deleted without a yes.
 */
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/rules/rules.h"
#include "base/attrs.h"

/* What is ordered in the same breath as the reason for it. */
#define SO_GO "so|and|please|just|then|remove|delete|drop|scrap|bin|erase|take|it|that|them|off|out"

const struct rule delete_rules[] = {
    SETS(DELETE, 0.92, RULE_POINTS, "every=",
         "clear|empty|wipe|delete|erase|reset|purge|clean|nuke|remove|trash "
         "*out|up|off|my|the|our|entire|whole|full|complete|all|of|todo|to-do|task|to|do list|agenda "
         "*completely|please|now"),
    SETS(DELETE, 0.92, RULE_POINTS, "every=", "start|begin *over|a|with clean|scratch|fresh|empty *slate|list"),
    RULE(DELETE, 0.95, RULE_POINTS,
         "delete|remove|erase|trash|rm|del|deleting|removing|unlist|destroy <ref> *"
         "please|now|too|thanks|forever|permanently|for|me|good|completely|altogether"),
    RULE(DELETE, 0.95, 0, "delete|remove|erase|rm|del|deleting|removing|destroy <about>"),
    RULE(DELETE, 0.93, 0, "discard|purge|wipe|ditch|nuke|axe|zap|scrap <about>"),
    RULE(DELETE, 0.93, RULE_UNDATED, "bin|trash <about>"), /* "bin out tonight", "trash day tomorrow" */
    RULE(DELETE, 0.91, RULE_POINTS, "take|get|knock|strike|pull|scrub|wipe|quit <about> off|away *please|now"),
    RULE(DELETE, 0.91, RULE_POINTS,
         "i|we|i'd *would|like|need|want <ref> *to|be deleted|removed|gone|erased|cancelled"),
    RULE(DELETE, 0.93, 0, "bin|sack|chuck off <about>"),
    RULE(DELETE, 0.93, 0, "get rid|ride|rd of <about>"),
    RULE(DELETE, 0.92, 0, "throw|chuck|toss away|out <about>"),
    RULE(DELETE, 0.91, RULE_POINTS, "throw|chuck|toss|kick|fling <ref> away|out|overboard *of|the|my|list|please|now"),
    RULE(DELETE, 0.91, RULE_POINTS, "kick|fling|boot|cast away|out <ref> *please|now"),
    RULE(DELETE, 0.93, RULE_POINTS,
         "take|strike|pull|drop|scratch|get|kick|cut|wipe|scrub|quit|clear|lose|withdraw|knock|rub|put <about> "
         "off|from|out|away [of|from] [my|the|our] "
         "*to|do|todo|to-do|task|tasks list|agenda|todos|to-dos|tasks|todo *again|please|now"),
    RULE(DELETE, 0.91, RULE_POINTS, "take|get|knock <named> off|out"),
    RULE(DELETE, 0.91, RULE_POINTS, "strike|scratch|rub <about> off|out *please|now|too"),
    RULE(DELETE, 0.91, RULE_POINTS, "strike|scratch|rub off|out <about>"),
    RULE(DELETE, 0.91, RULE_POINTS, "strike|scratch|scrub <named> *please|now|too"),
    RULE(DELETE, 0.91, RULE_POINTS,
         "have|get <about> removed|deleted|taken|struck|erased *off|from|out of|from|off|my|the|our *to|do|todo|to-do|"
         "task list|agenda|todos *altogether|completely|please|now"),
    RULE(DELETE, 0.90, 0,
         "<about> can|may|should|could|must *now|please|also|all|just|then be|go|come|get *completely "
         "deleted|removed|binned|scrapped|dropped|thrown|struck|axed|erased|trashed|off|out|away "
         "*out|off|away|from|of|my|the|our|list|now|too|please"),
    RULE(DELETE, 0.93, RULE_POINTS, "take off|out <about>"),
    RULE(DELETE, 0.93, RULE_POINTS, "off|away|out|down with <ref>"),
    RULE(DELETE, 0.91, RULE_POINTS,
         "*i|we|i'd|we'd|would|like|need|want|to|have <about> *to|be gone|deleted|removed|erased|taken from|off "
         "*of|my|the|our|this list|agenda *please|now"),
    RULE(DELETE, 0.91, RULE_POINTS, "<ref> off|out *of|from my|the|our|this list|agenda *please|now|altogether"),
    RULE(DELETE, 0.86, RULE_POINTS, "<about> to be deleted|removed|erased|scrapped *from|off|my|the|our|list|please"),
    RULE(DELETE, 0.88, RULE_POINTS, "<ref> *to|be gone|deleted|removed|erased *from|off|my|the|list|please|altogether"),
    RULE(DELETE, 0.88, 0,
         "<about> needn't|shouldn't|doesn't|don't|must *not|need|have|belong|to|be on|in my|the|our|this list "
         "*any|more|anymore|longer|now"),
    RULE(DELETE, 0.62, RULE_LOOSE,
         "throw|take|kick|get|strike|remove|delete|drop|scratch *out|off|away from|of|off *my|the|our|this "
         "list|agenda *please|now|thanks"),
    RULE(DELETE, 0.62, RULE_LOOSE, "off *of|my|the|our|this list|agenda *please|now|thanks"),
    RULE(DELETE, 0.91, RULE_POINTS,
         "drop|cancel|kill|lose|clear|scratch|strike|dump|toss|chuck|eliminate|void|abandon|dismiss|skip|forget "
         "*out|off|about|away "
         "<ref>"),
    RULE(DELETE, 0.86, RULE_UNDATED, "scratch|cancel|drop|kill|dump|toss|eliminate|abandon|clear <about>"),
    RULE(DELETE, 0.72, RULE_UNDATED, "lose|nix the|my|our|that|those <about>"),
    RULE(DELETE, 0.84, 0,
         "*i|we|really|actually don't|do|no *not|longer|really|actually need|want|have|care *to|for|about <about> "
         "anymore|any|now|after|on *more|longer|all|my|list|" SO_GO),
    RULE(DELETE, 0.84, 0,
         "*i|we|really|actually don't|do *not|really|actually want|need|like <about> in|on *my|the|our|this "
         "list|agenda *anymore|any|more|now|please"),
    RULE(DELETE, 0.82, RULE_POINTS,
         "not be *needing|wanting|requiring|doing <about> after|anymore|any *all|more|longer"),
    RULE(DELETE, 0.82, 0, "*i|we|i've|we've|have|just decided|opted|chose against|not *to <about>"),
    RULE(DELETE, 0.80, 0, "no *more <about> after all"),
    RULE(DELETE, 0.80, 0, "i|we won't *be need|needing|want *to <about> *anymore|any|more|after|all"),
    RULE(DELETE, 0.82, 0, "i|we shan't|won't|will|shall *not|be|now <about> after|anymore|any *all|more|longer"),
    RULE(DELETE, 0.84, 0, "i|we no|don't longer *need|have|want|to need|have|want|care *to|for|about <about>"),
    RULE(DELETE, 0.84, 0,
         "no longer|more need|needed|required|necessary|relevant|want|doing|wanted *to|for|-|of <about>"),
    RULE(DELETE, 0.84, 0, "don't need|want|bother <about> anymore|now|any *more|longer"),
    RULE(DELETE, 0.80, 0,
         "*there's|there|is|it's no need|point *to|for|in|of|worrying|about|doing <about> "
         "*anymore|any|more|now|after|all"),
    RULE(DELETE, 0.84, 0,
         "<about> is|are|isn't|aren't|was *no|not|longer|really "
         "needed|necessary|relevant|required|obsolete|irrelevant|cancelled|canceled|redundant|off "
         "*anymore|any|more|now|" SO_GO),
    RULE(DELETE, 0.84, 0, "<about> *got|has|been|was|is|are cancelled|canceled *off|" SO_GO),
    RULE(DELETE, 0.84, 0, "<about> *got|has|been|was|is|are called off *" SO_GO),
    RULE(DELETE, 0.80, 0, "never|nevermind|forget|nvm|ignore|skip|disregard *mind|about <about>"),
    RULE(DELETE, 0.75, 0, "don't bother *with|about|to|doing <about> *anymore"),
    RULE(DELETE, 0.75, 0, "i|we|i've changed|change my mind about|on <about>"),
    RULE(DELETE, 0.75, 0,
         "i'm|we're|i|we *am|are|have|decided|just not *going|gonna|doing|to|do|be|bothering|with <about> "
         "anymore|after|any *all|more|longer"),
    RULE(DELETE, 0.84, 0, "<about> no longer applies|matters|counts|exists|stands *now|to|me|us"),
    RULE(
        DELETE, 0.84, 0,
        "<about> isn't|aren't|won't|wasn't *be|going|gonna|to happening|happen|wanted *anymore|any|more|now|after|all"),
    RULE(DELETE, 0.84, 0, "<about> is|are not|no *longer|gonna|going|to happening|happen|wanted *anymore|any|more|now"),
    RULE(DELETE, 0.90, 0,
         "<about> can|may|should|could *now|please|also|all|just|then go|be *put|thrown|chucked in|into|on *the "
         "bin|trash|rubbish|scrapheap"),
    RULE(DELETE, 0.80, 0, "*i'm|we're|i|we|am|are no longer <about>"),
    RULE(DELETE, 0.75, 0, "i|we don't *really|actually want|need|have *to <about>"),
};

const size_t delete_rules_n = COUNT_OF(delete_rules);
