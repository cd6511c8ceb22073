/* conversations.h - the conversations with an agent: the one place where they are kept between requests.
 *
 * A conversation belongs to a user and an agent; for others it does not exist. Each use keeps it for
 * CONVERSATION_KEEP_DAYS more. After that it counts as gone, and the sweep removes it. Its metadata is the agent's own
 * JSON object, replaced as a whole. Its version grows with every change, so a change that rests on an older state can
 * be refused. Messages are in the order in which they were committed.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct json;
struct tx;

struct conversation {
    const char *id, *user, *agent;
    const char *created_at, *updated_at;
    struct json *metadata; /* an object */
    int64_t version;
};

struct message {
    const char *role;        /* "user", "assistant" or "system" */
    const char *content;     /* what a person reads */
    const struct json *data; /* what else belongs to it, or NULL */
};

/* ---- within a write ---- */

/* A new one. id must be new: a UUID. */
WARN_UNUSED int conversation_add(struct tx *tx, const struct conversation *c, int64_t now_us, struct err *err);

/* What is added at once. */
struct saying {
    const char *request_id; /* whose words they are: erasing the request forgets them; NULL: nobody's */
    const struct message *messages;
    size_t n;
    const struct json *metadata; /* NULL: it stays */
    int64_t version;             /* that it rests on; 0: whatever there is */
};

/* Appends messages, replaces the metadata and keeps the conversation for longer. ERR_CHANGED_MEANWHILE when it is no
 * longer of that version, ERR_NOT_FOUND when it is gone. */
WARN_UNUSED int conversation_say(struct tx *tx, const char *id, const char *user, const struct saying *s,
                                 int64_t now_us, struct err *err);

#define MESSAGE_ERASED "(erased)" /* what is left of a message's words */

/* Forgets what was said in a request: its messages' words, and all that their conversations noted, since it may repeat
 * them. *ret is how many messages lost their words. */
WARN_UNUSED int conversation_forget(struct tx *tx, const char *request_id, int64_t *ret, struct err *err);

/* Forgets its messages and metadata; the conversation itself stays, with its user and agent, as the workbook seed's
 * clear has it. *ret_messages (may be NULL) is how many went. ERR_NOT_FOUND when there is none of that id for that
 * user. What was deleted leaves the disk with store_settle(). */
WARN_UNUSED int conversation_clear(struct tx *tx, const char *id, const char *user, int64_t now_us,
                                   int64_t *ret_messages, struct err *err);

/* ---- reading ---- */

/* ERR_NOT_FOUND when there is none of that id for that user and agent (NULL: any). */
WARN_UNUSED int conversation_get(struct db *db, struct arena *a, const char *id, const char *user, const char *agent,
                                 int64_t now_us, struct conversation *ret, struct err *err);

/* The last `most` messages, oldest first: [{"id","role","content","created_at","data","request_id"}], the last two
 * where there are any. */
WARN_UNUSED int conversation_messages(struct db *db, struct arena *a, const char *id, size_t most, struct json **ret,
                                      struct err *err);

/* What the audit log attests of a turn (attest.h): in which conversation who said what, and what belongs to it. */
struct json *conversation_turn(struct arena *a, const char *conversation_id);
void conversation_said(struct arena *a, struct json *turn, const char *role, const char *content,
                       const struct json *data);

/* A user's conversations, the last touched first, as {"items":[{"id","agent","title","created_at","updated_at"}],
 * "total","offset","limit"}. The title is the first thing that was asked. */
WARN_UNUSED int conversation_list(struct db *db, struct arena *a, const char *user, const char *agent, int64_t now_us,
                                  size_t offset, size_t limit, struct json **ret, struct err *err);
