/* turn.h - one message of a conversation about data, in words or as a request, for every agent that has them.
 *
 * It reads what was said before, lets the agent answer what only it can, and else asks the data: a follow-up ("and the
 * average?") is understood from the questions before it, and the answer to a question back (an option's label, value or
 * number) is what it stands for. Both sides are kept with the request's last transaction (talk/talk.h); a private turn
 * leaves nothing.
 *
 * Of the conversation's metadata the turn owns "data" (the sources it is about), "table", "questions" (a question and
 * the follow-ups to it), "request" (what the last of them was understood as, docs/query.md) and "options" (what was
 * offered); all else is the agent's. Only the last WINDOW_TURNS messages are looked at for an answer.
 */
#pragma once
#include "base/attrs.h"
#include "talk/talk.h"

struct store;

/* Answers what the agent itself knows (what sheets there are, say), changing the new answer in place. 0 with
 * *ret_done false: it is no such message. message NULL: a request is asked. -1 fails the turn. */
typedef int turn_own(struct call *c, struct talk *t, const char *message, struct json *answer, bool *ret_done,
                     struct err *err);

struct turn {
    const char *agent;           /* of answer.Agent; also the conversation's */
    const char *conversation_id; /* NULL: a new one */
    const char *message;         /* NULL: `query` has it */
    const struct json *query;    /* a request in place of words */
    const struct json *data;     /* NULL or empty: what the conversation is about already */
    const char *table;           /* NULL: as before */
    turn_own *own;               /* NULL: nothing of the agent's own */
};

/* The turn of an operation with the arguments conversation_id, question or query, data and table. */
struct turn turn_of_args(const char *agent, const struct json *args, turn_own *own);

/* The answer to one message, with its conversation_id and tool_calls. What cannot be answered is an answer too; -1 only
 * where there is no such conversation, or the program itself failed. */
WARN_UNUSED int turn_answer(struct call *c, struct store *s, const struct turn *t, struct json **ret, struct err *err);
