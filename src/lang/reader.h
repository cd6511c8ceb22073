/* reader.h - what the parts of the grammar share while one question is read.
 *
 * Each part looks for its own patterns among the pieces that no part before it has used, fills its fields of the query
 * and marks what it used. The order is: conditions on the figures of groups, conditions on rows, rank ("top 3", "which
 * has the highest"), groups, sorting, and last the measure, which is whatever is left. At the end nothing that carries
 * meaning may be left over.
 *
 * Functions that can fail return -1 with the error set, as everywhere; those that look for something return 1 when they
 * found and used it, and 0 when it is not there.
 */
#pragma once
#include "base/attrs.h"
#include "grid/table.h"
#include "lang/flat.h"
#include "lang/piece.h"
#include "lang/scope.h"

struct reader {
    struct arena *a;
    const struct scope *s;
    const struct table *t;       /* the scope's */
    const struct roster *roster; /* of all the data; NULL: this table alone */
    const char *question;
    const struct word *words;
    size_t n_words;
    struct piece *p;
    size_t n;
    struct flat *q;
    struct flat_options *options; /* NULL while an option is tried: it must need no choice of its own */
    struct err *err;
    bool lost;    /* no option could be read; an unknown word has been looked for */
    bool partial; /* a follow-up: what is offered is as incomplete as it is, and cannot be tried by itself */
    /* left by rank for measure */
    bool wants_rows;  /* the subject is a row: "who", "the order with" */
    bool wants_group; /* a figure was asked to be the highest of several: there has to be a group */
    bool wants_count; /* most common */
    size_t rank_at;   /* the piece that says the rank; what is put in order by comes behind it */
    size_t count_at;  /* the piece whose values are counted: "the fewest customers"; r->n when there is none */
    int extreme;      /* 1 or -1: what is asked for has the highest or lowest of something */
    size_t each_by;   /* the "by" of "top 3 in each region"; r->n when there is none */
    size_t group_at;  /* the group that was named last */
    size_t bound_at;  /* the piece that begins a condition on a figure */
    size_t bound_of;  /* the column of the things that have the figure; SIZE_MAX when they were not named beside it */
    bool has_figure;  /* the groups have settled the measure: "revenue per unit" */
    bool per_row;     /* "per order" */
    bool directed;    /* "descending" alone: the first column listed is what it is about */
    bool sorted;      /* "sorted by" named what to order by; it must turn out to be the measure */
    size_t sort_column;
};

/* ---- column.c: what can be told of a column ---- */

/* What a column has to be good for. */
enum want { WANT_ANY, WANT_NUMBER, WANT_TIME, WANT_ORDER /* number or time */, WANT_TEXT, WANT_TRUTH };

bool column_suits(const struct table *t, size_t column, enum want want);
bool type_is_number(enum column_type type);
bool type_is_time(enum column_type type);

/* A number that names a thing and is no quantity: its name ends in id, code, number and the like. */
bool column_is_id(const struct table *t, size_t column);

/* The same of a column of any type: zip codes and telephone numbers are often text. */
bool column_names_things(const struct table *t, size_t column);

/* Whole numbers that count things ("units", "passengers"), and no money, rate or name. */
bool column_counts(const struct table *t, size_t column);

/* The column that says of how many things a row is ("units", "qty"), if there is just one. */
bool column_of_units(const struct table *t, size_t *ret);

/* A text column most of whose values begin with a digit ("1,234 [a]"): a quantity that could not be typed as one. */
bool column_is_written_number(const struct table *t, size_t column);

/* The bytes of the column's name as its source writes it: without the number that tells it from others of that name. */
size_t column_written(const struct table *t, size_t column);

/* True when the source has several columns of this column's name. */
bool column_is_repeated(const struct table *t, size_t column);

/* Its fractions were written as percentages: 0.2 is 20%. */
bool column_is_percent(const struct table *t, size_t column);

/* What a number column means when nothing is said of it: its total, or its average where a total has no meaning. One
 * that is itself a largest or an average value stays one. */
enum flat_measure column_measure(const struct table *t, size_t column);

/* The quantities of the table, at most max, those first that people ask for first. */
size_t column_quantities(const struct table *t, size_t *ret, size_t max);

/* True when the query's answer depends on the column. */
bool flat_uses(const struct flat *q, size_t column);

/* ---- reader.c: looking around ---- */

/* The next piece that is not used, or r->n. */
size_t reader_next(const struct reader *r, size_t i);

/* The piece before that is not used, or r->n. */
size_t reader_before(const struct reader *r, size_t i);

/* True when piece i is of the kind and not used. False outside the question, so that "the piece before" needs no test
 * of its own: i - 1 of the first piece is past the end. */
bool reader_is(const struct reader *r, size_t i, enum vocab_kind kind);

/* True when piece i compares what stands beside it and is not used: "compare", "versus". */
bool reader_is_versus(const struct reader *r, size_t i);

/* True when nothing stronger than a blank stands before piece i. */
bool reader_joins(const struct reader *r, size_t i);

enum pick { PICK_NONE, PICK_ONE, PICK_MANY };

/* The column piece i names, among those good for what is wanted. A name said whole is never passed over for a part of
 * another that would fit better: "average region" stays a mistake. */
enum pick reader_column(const struct reader *r, size_t i, enum want want, size_t *ret);

/* True when the piece may be a column: it is one by name, or a noun of the vocabulary that also means one. */
bool reader_is_column(const struct reader *r, size_t i);

/* The piece is used up. */
void reader_use(struct reader *r, size_t i);

/* The only column that is good for something; PICK_MANY when there are several. */
enum pick reader_only(const struct reader *r, enum want want, size_t *ret);

/* ---- doubt.c: saying what is wrong, and what would be right ---- */

/* The words of pieces first to last as typed, cut to QUESTION_WORD_BYTES. */
const char *doubt_words(const struct reader *r, size_t first, size_t last);

/* The question with the words of pieces first to last replaced. */
const char *doubt_with(const struct reader *r, size_t first, size_t last, const char *text);

/* A column's name, and a value, as they can be typed and are read again: in quotes where the words alone would be taken
 * for something else. A text that is no known value always is. */
const char *doubt_name(struct arena *a, const char *name);
const char *doubt_literal(struct arena *a, const char *value, bool known);

/* The name of one of the table's columns, in quotes also where others have the same name in their source. */
const char *doubt_column_name(struct arena *a, const struct table *t, size_t column);

/* ERR_CLARIFICATION_NEEDED with those of the questions that can be read, ERR_INVALID_QUERY when none can. */
int doubt_choose(struct reader *r, const char *const *questions, size_t n, const char *message, ...) PRINTF(4, 5);

/* Which of its columns does piece i mean? */
int doubt_column(struct reader *r, size_t i, enum want want);

/* The measure's column is not said: offers the number columns, each between two texts in the place of piece i. */
int doubt_measure(struct reader *r, size_t i, const char *before, const char *behind);

/* Nothing says what is worked out: offers the number columns, behind a rank ("top 5 customers by revenue") or before
 * everything ("total revenue by region"). */
int doubt_figure(struct reader *r);

/* Piece i is no column and no value: a likely slip is named, anything else is refused. `lost` says that nothing else in
 * the question is about this table. (slip.c) */
int doubt_unknown(struct reader *r, size_t i, bool lost);

/* The words of pieces first to last are no value of a column whose values are all known. (slip.c) */
int doubt_value(struct reader *r, size_t first, size_t last, size_t column);

/* ERR_INVALID_QUERY about piece i: "'its words' message.", and what to do. */
int doubt_say(struct reader *r, size_t i, const char *message, const char *action);

/* Not a question about this table: ERR_INVALID_QUERY with examples. */
int doubt_question(struct reader *r);

/* The names of the columns that suit, as many as are read: "revenue, units and 3 more". */
const char *doubt_columns(struct reader *r, enum want want);

/* The column's type does not allow it; those that do are named. `what` ends the sentence "'region' is text, so it ".
 */
int doubt_type(struct reader *r, size_t column, const char *what, enum want want);

/* ---- the parts ---- */

WARN_UNUSED int bound_read(struct reader *r);
WARN_UNUSED int filter_read(struct reader *r);
WARN_UNUSED int rank_read(struct reader *r);
WARN_UNUSED int group_read(struct reader *r);
WARN_UNUSED int sort_read(struct reader *r);
WARN_UNUSED int measure_read(struct reader *r);

/* A condition on a figure needs groups that have it. (bound.c) */
WARN_UNUSED int bound_check(struct reader *r);

/* The measure when no word asks for one. (bare.c) */
WARN_UNUSED int bare_read(struct reader *r);

/* The columns not used yet as what a list of rows shows, in the order that was asked for. (bare.c) */
WARN_UNUSED int bare_rows(struct reader *r);

/* Sets the measure of the column that piece i names; the column's type must allow it. (measure.c) */
WARN_UNUSED int measure_set(struct reader *r, size_t i, enum flat_measure measure);

/* What the word at piece i asks of, over "of" and over a noun for the rows that only describes it ("the average order
 * price"); r->n when the clause ends first. (measure.c) */
size_t measure_target(const struct reader *r, size_t i);
bool measure_is_behind_by(const struct reader *r, size_t i);

/* "how many" at piece i: of rows, of the values of a column, or of units. (count.c) */
WARN_UNUSED int count_read(struct reader *r, size_t i);
WARN_UNUSED int count_values(struct reader *r, size_t i);
WARN_UNUSED int count_rows(struct reader *r);

/* ---- thing.c: "orders" where order_id repeats ---- */

/* True when the column's name says that it numbers what the stem names: "order_no" for "order". */
bool thing_is_id(const char *name, const char *stem);

/* True when piece i is a noun for things that may have several rows each; *ret is the column that tells them apart. */
bool thing_at(const struct reader *r, size_t i, size_t *ret);

/* The same of the first such piece that is not used. */
bool thing_counted(const struct reader *r, size_t *ret);

/* True when the piece is a quantity whose total has a meaning. */
bool thing_adds_up(const struct reader *r, size_t i, size_t *ret);

/* The measure is the total of `column` for one of the things that `under` tells apart. */
void thing_set(struct reader *r, size_t column, size_t under);

/* "per order" at piece i: a figure for one order, or a group for each. */
WARN_UNUSED int thing_per(struct reader *r, size_t i);

/* Columns that stand beside the measure without "by" become groups. (measure.c) */
WARN_UNUSED int measure_beside(struct reader *r);

/* True when the piece is a column, and whether it is a number that can be added up. */
bool measure_is_noun(const struct reader *r, size_t i);
bool measure_is_quantity(const struct reader *r, size_t i, size_t *ret);

/* Adds a group; refuses more than FLAT_GROUPS. */
WARN_UNUSED int group_add(struct reader *r, size_t i, size_t column, enum flat_unit unit);

/* Takes the unit of time at piece i ("month", "month of order_date") as a group. */
WARN_UNUSED int group_unit(struct reader *r, size_t i);

/* The date or timestamp column that a period or a unit at piece i belongs to: the only one there is, or a choice. */
WARN_UNUSED int reader_time_column(struct reader *r, size_t i, size_t *ret);

/* The pieces of r->question: the first step of reading it. (read.c, as the next ones) */
WARN_UNUSED int read_open(struct reader *r);

/* All parts but the measure. */
WARN_UNUSED int read_parts(struct reader *r);

/* That everything which carries meaning has found its place; the query's confidence. */
WARN_UNUSED int read_rest(struct reader *r);

/* Reads one question; roster and options may be NULL. */
WARN_UNUSED int read_in_scope(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                              struct flat *ret, struct flat_options *options, struct err *err);

/* The same; options is filled only with ERR_CLARIFICATION_NEEDED. */
WARN_UNUSED int read_options(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                             struct flat *ret, struct flat_options *options, struct err *err);
