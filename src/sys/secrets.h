/* secrets.h - passwords of database servers, in the memory of this process and nowhere else.
 *
 * Where a call comes in, its addresses are cut in two (base/address/address.h): what can be shown goes on, the password
 * comes here, under the user who gave it and the address it belongs to. Whoever opens the data finds it again by both,
 * so a conversation goes on for as long as the process that was told the password. Another user's is never found.
 *
 * A password can be put in, compared, and handed to the process that reads the server, as an open file without a name.
 * There is no function that gives it as text, and none is to be added: what cannot be read out cannot be written down.
 * What is let go of is overwritten.
 *
 * What this process was not told, the person may have told the system, as for every program of PostgreSQL's: the
 * variable PGPASSWORD, or the file that PGPASSFILE names, else ~/.pgpass, which nobody else may be able to read. The
 * reading process can reach neither, so they are asked here.
 *
 * May be used from several threads.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct secret;
struct secrets;

struct secrets *secrets_new(void);
void secrets_free(struct secrets *s); /* fine with NULL */

/* Keeps the password of a shown address, whatever the table behind its "#", in place of an older one, until
 * SECRETS_HELD others were used since. ERR_INVALID_INPUT where another one stays for good, ERR_TOO_LARGE where all of
 * them do. */
WARN_UNUSED int secrets_keep(struct secrets *s, const char *user, const char *shown, const char *password,
                             struct err *err);

/* The password of that address, if there is one, stays for good: whoever started a server gave it for all who may ask
 * there, and none of them is to change it. */
void secrets_fix(struct secrets *s, const char *user, const char *shown);

/* The password for a shown address: the one of the longest address that it is or lies below; else the system's. *ret is
 * NULL when there is none and the address does not say that there was one: the server may want none.
 * ERR_INVALID_INPUT when the address is masked and its password is not known; ERR_DATA_UNREADABLE for a ~/.pgpass that
 * others can read. s may be NULL: nothing was told. */
WARN_UNUSED int secret_find(struct secrets *s, const char *user, const char *shown, struct secret **ret,
                            struct err *err);
void secret_free(struct secret *x); /* fine with NULL */

/* Whether two are the same, none at all (NULL) being the same as none. */
bool secret_same(const struct secret *a, const struct secret *b);

/* A file in memory that holds it, for the process that is to use it; the caller closes *ret_fd. */
WARN_UNUSED int secret_hand(const struct secret *x, int *ret_fd, struct err *err);
