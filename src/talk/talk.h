/* talk.h - one turn of a conversation, for whichever agent has it.
 *
 * An operation that talks (OP_TALKS) opens the turn, which reads what was said before; answers, changing the metadata
 * as it likes; and ends the turn, which has both sides written in the transaction that ends the request, beside the
 * audit entries about it. So a turn is kept whole or not at all, and nothing is kept in memory between two of them.
 *
 * Turns of one conversation happen one after the other, whichever process serves them: the next begins when what the
 * one before it did is committed.
 *
 * A private request, and one without a place to keep things, has turns too: they are new each time and leave nothing.
 */
#pragma once
#include "base/attrs.h"
#include "store/records/conversations.h"
#include <stdbool.h>
#include <stddef.h>

struct call;
struct store;
struct world;

#define TALK_MESSAGES 4 /* that one turn may add: a marker, a question, an answer, and one to spare */

struct talk {
    struct call *call; /* during the turn only: what is kept is kept when it may be gone */
    struct store *store;
    const struct world *world;
    const char *user, *request_id;
    const char *id;        /* the conversation's, also of one that is not kept */
    bool is_new;           /* made by this turn */
    struct json *metadata; /* the agent's own; change it in place */
    struct json *before;   /* the last messages, oldest first, as conversation_messages() has them */
    int64_t version;       /* that it was read at; 0: it is new */
    const char *agent;
    struct message said[TALK_MESSAGES];
    size_t n_said;
};

/* Begins a turn of conversation `id` (NULL: of a new one) with this agent. `most`: how many messages to read. The store
 * may be NULL: nothing is kept. ERR_NOT_FOUND for a conversation that is another's, another agent's, or gone. */
WARN_UNUSED int talk_open(struct call *c, struct store *s, const char *agent, const char *id, size_t most,
                          struct talk *ret, struct err *err);

/* Adds to what this turn says: "user", "assistant" or "system". The texts must live as long as the call's arena. */
void talk_say(struct talk *t, const char *role, const char *content, const struct json *data);

/* Has it all kept when the request ends well. The talk must live as long as the call's arena. When another turn of the
 * conversation ended meanwhile, the request fails with ERR_CHANGED_MEANWHILE and nothing of this turn is kept. */
WARN_UNUSED int talk_end(struct talk *t, struct err *err);

/* ---- a conversation outside of a turn ---- */

#define TALK_CHANGED                                                                                                   \
    "(not shown: it is not what was signed)" /* in place of words that the audit log does not attest                   \
                                              */

/* All of it for showing: the conversation, and its last CONVERSATION_TURNS messages. What a turn said is compared with
 * the audit log (attest.h); of one that was changed TALK_CHANGED is left. */
WARN_UNUSED int talk_read(struct call *c, struct store *s, const char *agent, const char *id, struct conversation *ret,
                          struct json **ret_messages, struct err *err);
