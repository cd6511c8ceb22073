/* address.h - addresses of database servers: which part of them is a secret, and what may be shown of them.
 *
 *   postgres://user:password@host:port/database?password=...#schema.table
 *
 * An address is cut in two where it comes in (gate/credentials.c): what may be shown, with "***" for the password, goes
 * on as text; the password goes to sys/secrets.h, which has no way to write it. Nothing behind that place sees both.
 *
 * libpq reads an address up to the first "@" and refuses what does not fit. What it would refuse may hold a password
 * all the same, so this reads further: a password ends at the last "@" of the part before the first "/", "?" or "#".
 * Where an "@" follows behind that and a ":" stands before it, nobody can tell where the password ends: it is masked up
 * to the last "@", and refused as an address; and so is what has no "@" and, for its port, something that is none.
 * Names of parameters are compared decoded, in any case of letters.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>

struct arena;
struct err;

#define ADDRESS_MASK "***" /* in place of a password */

/* True when the text is the address of a PostgreSQL server, from its first character: postgres:// or postgresql://, in
 * any case of letters. */
bool address_is(const char *text);

/* True when the text has a password as a connection string has it: "host=... password=...". Nothing tells such a string
 * from a file's name, so it is no address. */
bool address_is_keywords(const char *text);

/* The text with a mask for the password of every address of a PostgreSQL server in it, wherever it stands; of a text
 * that is a URL of any kind from its first character, for that one's. In the arena, or the text itself when it holds
 * none. */
const char *address_mask(struct arena *a, const char *text);

struct address_cut {
    const char *shown;               /* masked, its scheme in lower case */
    bool is_masked;                  /* it came with the mask in place of a password */
    char password[SECRET_BYTES + 2]; /* decoded; "": none. Whoever has it wipes it */
};

/* Cuts an address in two. ERR_INVALID_INPUT when it cannot be told what is password in it, or the password is longer
 * than SECRET_BYTES. Texts are in the arena, but for the password. */
WARN_UNUSED int address_cut(struct arena *a, const char *text, struct address_cut *ret, struct err *err);

/* What two spellings of one address have in common, for comparing: "postgres://user@host/db#table", without a password
 * or its mask. Any other URL is itself, without its password. */
const char *address_plain(struct arena *a, const char *text);

/* True when `address` is `base` or lies below it, both plain: up to a "/" or "#" of its own, postgres://host/db having
 * postgres://host/db#sales.orders below it. A "?" behind that would let it name another host. */
bool address_below(const char *address, const char *base);

/* Where it leads, as a file of passwords names it (~/.pgpass); all decoded, lists with commas; "": not said. */
struct address_place {
    const char *hosts, *ports, *database, *user;
};
void address_place(struct arena *a, const char *text, struct address_place *ret);

/* Overwrites the password of every address in the text with as many "*", and those of connection strings
 * ("host=h password=p"); true when there were any. For texts that must keep their length, and ones that are to go from
 * where they lie on a disk. any: addresses of any kind, not of PostgreSQL servers alone. */
bool address_blot(char *text, bool any);
