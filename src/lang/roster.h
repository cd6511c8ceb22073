/* roster.h - the names of every table and column of the data a question is asked of.
 *
 * A word may stand for another in a column's name ("amount" for "revenue"). Where some table has a column of that very
 * name, that is the one meant, and no other table's column under another name. In the same way "orders" are not the
 * rows of just any table where one is called that.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct roster;
struct table;

struct roster *roster_new(struct arena *a, const struct table *tables, size_t n);

/* True when a column's whole name, or a table's, has the key (words.h); false for the roster NULL. */
bool roster_has(const struct roster *r, const char *key);
bool roster_has_table(const struct roster *r, const char *key);

/* True when the stem is a word of some table's name, or a column numbers what it names ("order" and order_no). */
bool roster_has_thing(const struct roster *r, const char *stem);
