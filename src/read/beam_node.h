/* beam_node.h - what the parts of the beam share; for beam*.c only.
 *
 * A sketch has slots; each slot has a list of options, the best first, each with a score of its own. The score of a
 * filling is the sum of its options' scores, the sketch's and that of the tables it needs, so the best fillings of all
 * sketches can be looked at one after the other, best first, without making the others.
 */
#pragma once
#include "read/beam.h"
#include "read/features.h"

struct question;

enum slot { SLOT_SHOWN, SLOT_FIGURE, SLOT_GROUP, SLOT_HAVING, SLOT_ORDER, SLOT_LIMIT, SLOT_WHERE, SLOT_NEST, SLOTS };

#define OPTION_ITEMS (2 * PLAN_CONDITIONS)

struct option {
    double score;
    uint64_t tables;              /* that it needs, of the outer query */
    uint64_t inner;               /* ... of the inner one */
    uint32_t items[OPTION_ITEMS]; /* columns; of SLOT_WHERE places in scores.conditions, the outer ones first */
    uint8_t n;
    const char *value; /* of a having or a limit */
    const char *until; /* of a having with BETWEEN */
    struct plan_span span;
};

struct options {
    const struct option *o;
    size_t n;
};

/* A sketch of the beam. */
struct shape {
    struct sketch sketch;
    struct plan plan; /* of that sketch, empty */
    double part[SKETCH_PARTS];
    double score;
    struct options slot[SLOTS];
};

/* What the scores of a filling's parts count beside each other. Fitted on lists of fillings of Spider's training
 * questions by models of other databases: what makes the right one come first. Counts make up for log-odds that are low
 * as a rule: of a slot that must be filled some option is right. */
static const double sketch_weights[SKETCH_PARTS] = { .84, .47, .47, .71, .58, .88 };
static const double slot_weights[SLOTS] = { .88, .74, 3.2, .74, .55, 1, 1.53, .55 };
#define WEIGHT_CONDITION 2.4 /* each, of both queries */
#define WEIGHT_OUTPUT 1.05   /* each */
#define WEIGHT_NEST (-2.0)
#define WEIGHT_TABLE .54      /* of the sum of log-odds */
#define WEIGHT_EACH_TABLE 1.8 /* for each table; inner ones a little more */
#define WEIGHT_EACH_INNER 2.3
#define WEIGHT_JOIN (-2.2) /* of the cost of the joins */

/* A column or table with its score, the best first. */
struct scored {
    double score;
    uint32_t item;
};

#define BEAM_MOST_CONDITIONS (PLAN_CONDITIONS + 1)

struct beam {
    struct arena *arena;
    struct arena *scratch; /* for what is not needed any more when the beam is read */
    const struct read_models *models;
    const struct link *link;
    const struct link_schema *schema;
    const struct question *q;
    struct read_scores *scores;
    struct scored *role[ROLES]; /* columns of the first PLAN_TABLES tables, by score */
    size_t n_columns;
    struct scored *tables; /* by score */
    size_t n_tables;
    struct shape *shapes;
    size_t n_shapes;
    /* lists that several sketches share */
    struct options shown[PLAN_OUTPUTS + 1];
    struct options where[BEAM_MOST_CONDITIONS][BEAM_MOST_CONDITIONS][3];
    struct tree_memo *memo; /* beam_tables.c's */
    struct making *making;  /* beam_slots.c's */
};

static inline uint64_t beam_table_of(const struct beam *b, uint32_t column)
{
    return (uint64_t)1 << b->schema->columns[column].table;
}

static inline bool spans_meet(const struct plan_span *a, const struct plan_span *b)
{
    return a->n > 0 && b->n > 0 && a->first < b->first + b->n && b->first < a->first + a->n;
}

/* ---- beam_sketches.c: the likeliest sketches ---- */
void beam_sketches(struct beam *b);

/* ---- beam_slots.c: the options of a sketch's slots; false where a slot has none ---- */
bool beam_slots(struct beam *b, struct shape *s);

/* Options while they are made; the beam has room for two lists at once. */
#define OPTIONS_MOST 1024
struct making {
    struct option o[OPTIONS_MOST];
    size_t n;
};
struct making *making_start(struct beam *b, size_t list);
void making_put(struct making *m, const struct option *o);

/* The best ones, weighed and sorted. */
struct options making_keep(struct beam *b, struct making *m, size_t most);

/* ---- beam_where.c ---- */
struct options beam_where(struct beam *b, const struct plan *p);

/* ---- beam_tables.c ---- */

/* Tables that the columns of a filling are of: of the outer query, those it shows, and of the inner query's own. */
struct needs {
    uint64_t outer, shown, inner;
};

/* Tables and what ties them to the inner query's. */
struct tables {
    const struct join_tree *outer, *inner; /* inner: NULL where there is none */
    uint32_t outer_column, inner_column;   /* of IN and NOT_IN */
    double score, cost;
};
#define BEAM_TABLES 12

/* The best choices of tables for a filling, at most BEAM_TABLES, the best first; those that must score less than
 * `least` are left out, where that is known early. */
size_t beam_tables(struct beam *b, const struct shape *s, const struct needs *needs, double least, struct tables *ret);

/* What tables that have to be there may count, before it is known how they hang together. */
double beam_tables_hope(const struct beam *b, uint64_t outer, uint64_t inner);

/* ---- beam_build.c ---- */

/* A filling: an option of each slot, and tables. */
struct filling {
    double score;
    uint32_t shape;
    uint8_t at[SLOTS];
    struct tables tables;
};

/* The plan of a filling; false where its parts exclude each other. */
bool beam_build(const struct beam *b, const struct filling *f, struct candidate *ret);

/* ---- beam.c ---- */

/* Everything before the fillings: all scores, the sketches and their options. */
struct beam *beam_begin(struct arena *a, struct arena *scratch, const struct read_models *m, const struct link *l,
                        struct reading *ret);
