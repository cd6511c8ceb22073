/* store_parts.h - shared by the files that make up the store: its struct, the chain's row, the key. Nobody else
 * includes it.
 */
#pragma once
#include "base/err.h"
#include "base/sign.h"
#include "store/store.h"
#include <limits.h>
#include <pthread.h>

struct buf;
struct request;
struct log_file;

struct store {
    const struct world *world;
    char home[PATH_MAX];
    unsigned char key[SIGN_KEY_BYTES], public_key[SIGN_KEY_BYTES];
    struct signer *signer; /* of who leads, too */
    struct db *db;         /* the writer's; used by who leads */
    struct log_file *log;

    pthread_mutex_t m; /* guards all below; never held over I/O */

    /* Writing: whether somebody leads, and who waits for it. */
    bool busy;
    struct request *queue, **queue_end; /* who waits to be taken */
    unsigned inside, most; /* threads in store_write now, and the most there were since the last commit began */
    unsigned usual;        /* that number of the commit before: so many writes are worth waiting a moment for */
    pthread_cond_t arrived;
    uint64_t forgotten; /* lines up to this one have left the outbox; of who leads */

    /* Connections for reading; those up to `free` are unused. */
    struct db *readers[STORE_READERS];
    unsigned opened, free;
    pthread_cond_t reader_free;

    bool damaged;
    struct err damage;

    /* The head that was last found to be signed rightly, or was signed by us; of who leads. */
    char trusted_head[HEAD_PLACE_BYTES];
    struct chain trusted; /* and where it says that the chain stands */

    struct attest *attest; /* what the log says of what is kept; attest.h guards it */
};

/* Where the database says the chain stands, and its signed head ("" before the first). */
WARN_UNUSED int state_load(struct db *db, struct chain *ret, struct buf *ret_signed, struct err *err);

/* 0 when the database has only what migrations make: no triggers and no views, which would run at our own statements.
 * ERR_STORE_DAMAGED. */
WARN_UNUSED int state_is_plain(struct db *db, struct err *err);

/* 0 when the head is signed with our key and says where the chain stands; ERR_STORE_DAMAGED. Whoever carries the chain
 * on asks this first: a new signature would cover whatever stands before it. */
WARN_UNUSED int state_trust(struct store *s, const struct chain *c, const char *signed_head, struct err *err);

/* Writes the chain's position with a newly signed head, within a transaction, and gives that head. */
WARN_UNUSED int state_save(struct store *s, const struct chain *c, struct buf *ret_signed, struct err *err);

/* Reads the key that signs the head, or makes it for a chain without entries. ERR_STORE_DAMAGED when it is missing or
 * not the one that signed. */
WARN_UNUSED int key_load(struct store *s, const struct chain *c, const char *signed_head, struct err *err);

/* Removes lines that are in the log for certain from the outbox, within a transaction. */
WARN_UNUSED int outbox_forget(struct db *db, uint64_t last, struct err *err);
