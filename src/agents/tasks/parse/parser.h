/* parser.h - what the files of parse/ share. Nothing else includes it; what others need is in intent.h.
 *
 * A message is read in steps. Each room holds one of them:
 *
 *   words/     words.c the words of a message, a quotation as one; spelling.c chat spelling; typos.c typing slips in
 *              words that the parser knows; verbs.c verbs of things to do; request_words.c words that only ask to
 *              note something
 *   split/     split.c lines, sentences and lists of new tasks; sentence.c the clauses of a sentence; boundary.c where
 *              a clause may begin; task_row.c several new tasks in one clause, task_row_dates.c their dates;
 *              item_list.c a message that is only a list of things; pieces.c a message cut at every boundary
 *   clause/    clause.c one clause, and how sure its reading is; lead_in.c what stands before the matter ("could you
 *              please", "I need to"); fallback.c the likeliest reading where no rule fits; and the kinds of clause
 *              that need more than a rule: question.c, passive.c, placing.c, reason.c, roundabout.c, topic.c, remark.c.
 *              by_kind.c reads a message whose intent is already known, yes_no.c an answer
 *   rules/     rules.c the table of patterns (lang/phrase.h), in parts: rules_ask.c, rules_add.c, rules_change.c,
 *              rules_delete.c; slot_match.c what each slot of a pattern accepts; fill.c from a match to an intent
 *   slots/     slots.c date, recurrence, priority and tags beside a title; shift.c "two days later"; title.c and
 *              title_words.c the title itself, title_start.c the word it begins with; filter.c and filter_dates.c
 *              which tasks a list is kept to
 *   change/    change.c what a message changes in a task that is known: note.c, rename.c, rename_part.c, correction.c,
 *              reminder.c, and value.c and new_value.c for dates and priorities
 *
 * A rule must fit a whole clause. So a clause that merely mentions a task fits none: "John said I should delete it".
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "lang/phrase.h"

struct message_parser {
    struct arena *a;
    const struct civil *now;
    bool is_polite; /* the sentence asks with "could you": a question mark at its end is only that */
};

/* Words in a row, of a message. */
struct span {
    const struct phrase_word *w;
    size_t n;
};
