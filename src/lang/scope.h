/* scope.h - what a question is asked of, where the data has several tables: one of them, several of one kind taken as
 * one, or one with another that it refers to.
 *
 * The grammar reads every question against one `struct table`. For tables taken together that is one made for the
 * purpose: it has their columns and their values, and the answer says what it stands for. Only flat_form() looks
 * behind it.
 *
 * The table is chosen by how many of the question's words are its columns, its values or its name, then by how well
 * they fit. Tables of the same columns (a sheet for each month) are one, unless the question names some of them. Where
 * tables that have nothing to do with each other fit equally well, the person is asked which is meant.
 */
#pragma once
#include "base/attrs.h"
#include "lang/flat.h"

struct arena;
struct err;
struct table;

enum scope_kind {
    SCOPE_ONE,    /* one table */
    SCOPE_UNITED, /* the rows of one member behind those of another */
    SCOPE_JOINED  /* the rows of the first member, each with the row of the others that it refers to */
};

/* Where a column of joined tables comes from. */
struct scope_origin {
    size_t member, column;
};

/* How a joined member is found: its column `to` has the value that the first member has in its column `from`. */
struct scope_link {
    size_t from, to;
};

struct scope {
    enum scope_kind kind;
    const struct table *table;          /* as the grammar sees it */
    const struct table *const *members; /* the data's own tables that it is made of */
    size_t n_members;                   /* at least 1 */
    size_t n_copies;                    /* tables left out because an equal file is among the members */
    const struct scope_origin *origins; /* of a joined scope: one for each column of `table` */
    const struct scope_link *links;     /* of a joined scope: one for each member behind the first */
};

struct scope scope_one(struct arena *a, const struct table *t);

/* True when the rows of both can stand in one table: the same columns, in any order, of types that go together. */
bool scope_alike(const struct table *a, const struct table *b);

/* The members as one table; they are alike, and there are at least two. (unite.c) */
struct scope scope_unite(struct arena *a, const struct table *const *members, size_t n);

/* Reads the question of the tables it is about.
 * With ERR_CLARIFICATION_NEEDED the options are questions that this function reads; the scope is set then too, and with
 * every other error, to the table the error is about. Other errors are flat_read()'s. */
WARN_UNUSED int scope_read(struct arena *a, const struct table *tables, size_t n, const char *question,
                           struct scope *ret_scope, struct flat *ret, struct flat_options *options, struct err *err);

/* Each row of `from` with the row of `to` that it refers to by the link. (join.c) */
struct scope scope_join(struct arena *a, const struct table *from, const struct table *to,
                        const struct scope_link *link);

/* True when the question can be read of the joined tables, needs both of them, and comes out right: it adds up nothing
 * of the table that is referred to. (join.c) */
WARN_UNUSED bool scope_read_joined(struct arena *a, const struct scope *s, const struct table *tables, size_t n,
                                   const char *question, struct flat *ret);

/* How well the question fits the scope: the higher the better, comparable among scopes of one question. */
size_t scope_fit(struct arena *a, const struct scope *s, const char *question);

/* Which word of the question begins the table's whole name; SIZE_MAX when it is not there. */
size_t scope_title(struct arena *a, const struct table *t, const char *question);

/* True when some two of the tables would have to be joined to answer the question; the first such two. Whether they can
 * be is not known here. (join.c) */
bool scope_wants_join(struct arena *a, const struct table *tables, size_t n, const char *question, size_t *ret_from,
                      size_t *ret_to);

/* "2 equal copies were left out."; NULL: none were. */
const char *scope_left_out(struct arena *a, const struct scope *s);
