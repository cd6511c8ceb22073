/* confirm.h - a person's confirmation of exactly one call, valid once.
 *
 * Asking leaves a small file in the home. It binds a random token to the operation, the user, the arguments and the
 * rows that would be affected. Answering removes the file. Only one caller can remove it, so a token works once, in
 * whichever process it is answered. A token is void when it is late, or when what it was bound to has changed.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"

struct affected;
struct arena;
struct err;
struct json;
struct op;
struct world;

struct confirm_question {
    const char *folder; /* where pending confirmations lie; made by the caller */
    const struct op *op;
    const char *user;
    const struct json *args; /* without any token */
    const struct affected *affected;
};

/* Makes {"token","summary","expires_at"}. */
WARN_UNUSED int confirm_ask(struct arena *a, const struct world *world, const struct confirm_question *q,
                            struct json **ret, struct err *err);

/* Uses the token up. ERR_CONFIRMATION_VOID when it is unknown, used, late, or for something else. */
WARN_UNUSED int confirm_use(struct arena *a, const struct world *world, const struct confirm_question *q,
                            const char *token, struct err *err);
