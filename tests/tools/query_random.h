/* query_random.h - random requests that are well typed, for tests.
 *
 * The same seed over the same tables gives the same request, on every machine. Over many seeds all of the form turns
 * up: every function, aggregate and window, joins, unions of alike tables, queries as relations and in expressions,
 * IN and EXISTS, correlated ones too, set operations, limits for each of something, several steps.
 *
 * What is made keeps to these rules, so that two engines can be held against each other:
 *   types      like is compared with like; arithmetic is of numbers, text functions are of texts, date functions of
 *              dates ("hour" of timestamps)
 *   groups     outputs, having, order and `per` of a block that groups use its groups, aggregates, and windows over
 * them exactness  what is grouped by, sorted by, compared for equality, made distinct or set against another query is
 * of texts, integers, dates and decimal columns, never of what two engines may round apart domain     roots, logarithms
 * and powers get only what they are defined for; products have a small factor one row    a query used as a value has
 * one row and one column; windows that depend on the order of rows have an order without ties, by the places of rows or
 * by all groups outside    a query inside refers to one around it only in an equality of its `where`, and only to
 * relations that are not outer-joined
 *
 * `tables` need their names, and of each column its name, type and, where it has any, values: conditions on a text
 * column look for some of them. Two tables with the same columns are alike. At least one column of each table must be a
 * text, an integer or a date.
 */
#pragma once
#include "grid/table.h"
#include "query/query.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct query_random_options {
    const struct table *tables;
    size_t n_tables;
    bool operations;                    /* steps that are named operations, too: no engine runs those */
    bool no_place;                      /* no EXPR_PLACE, no "first" and "last": for tables that have no order */
    const enum query_function *without; /* functions to leave out; NULL: none */
    size_t n_without;
};

/* A request of one to three steps. */
struct request query_random_request(struct arena *a, const struct query_random_options *o, uint64_t seed);

/* One query over the tables. */
const struct query *query_random_query(struct arena *a, const struct query_random_options *o, uint64_t seed);

/* Four small tables to make requests over where a test has none of its own: sales, stores, and jan and feb, which are
 * alike. They have every type of column, and values where texts repeat. */
const struct table *query_random_tables(size_t *ret_n);
