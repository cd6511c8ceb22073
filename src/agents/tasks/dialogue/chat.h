/* chat.h - a conversation about tasks. For src/agents/tasks only.
 *
 * The agent reads the message (parse/intent.h, or llm/llm_reader.h where a model is set), finds which tasks it means,
 * and calls the tools through the gate; it has no other way to them. What it must remember until the next message (the
 * list that was shown, a question that waits for an answer) is in the conversation's metadata, as the seed has it, and
 * nowhere else.
 */
#pragma once
#include "gate/op.h"

struct chat_message {
    const char *text;
    const char *conversation_id; /* NULL: a new one */
    const char *token;           /* says yes to what was asked; NULL: the words decide */
    const char *time_zone;       /* of the person's wall; NULL: the conversation's, else this machine's */
    const struct json *shown;    /* the list that the person has before them; NULL: the conversation's */
};

struct chat_said {
    struct json *response;           /* a tasks.ChatResponse */
    const struct json *confirmation; /* what a yes is wanted for, {"token","summary","expires_at"}; or NULL */
    const char *restatement;         /* what was understood, in a sentence */
    const char *model;               /* that read the message; NULL: nobody's but ours */
    double confidence;
};

/* One message and what is said to it. */
WARN_UNUSED int chat_turn(struct call *call, const struct chat_message *m, struct chat_said *ret, struct err *err);

op_run tasks_chat; /* the same, as the seed's route has it */
op_run tasks_ask;  /* and as the one answer that every agent gives (ask.c) */
