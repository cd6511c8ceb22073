/* read_plan_testing.h - four tables as a reader's schema, and as the check sees them: singers, stadiums, concerts in
 * them, and who sang where. A concert was held in one stadium and was moved there from another. */
#pragma once
#include "json_testing.h"
#include "query/query.h"
#include "read/sketch.h"

enum { SINGER, STADIUM, CONCERT, SANG, TABLES };
enum {
    SINGER_ID,
    SINGER_NAME,
    COUNTRY,
    AGE,
    BORN,
    ACTIVE, /* of singer */
    STADIUM_ID,
    STADIUM_NAME,
    CITY,
    CAPACITY,
    OPENED, /* of stadium */
    CONCERT_ID,
    TITLE,
    HELD_IN,
    MOVED_FROM,
    HELD,
    PRICE, /* of concert */
    SUNG_BY,
    SUNG_AT,
    COLUMNS /* of sang */
};
enum { SANG_SINGER, SANG_CONCERT, CONCERT_STADIUM, CONCERT_MOVED, JOINS };

#define COLUMN(name, table, place, type, ...)                                                                          \
    {                                                                                                                  \
        { .text = name }, table, place, type, __VA_ARGS__                                                              \
    }

static const struct link_column plan_columns_of[COLUMNS] = {
    COLUMN("singer_id", SINGER, 0, COLUMN_INTEGER, LINK_UNIQUE | LINK_KEY, .most = 9),
    COLUMN("name", SINGER, 1, COLUMN_TEXT, LINK_NAMES, .least = 1),
    COLUMN("country", SINGER, 2, COLUMN_TEXT, 0, .least = 1),
    COLUMN("age", SINGER, 3, COLUMN_INTEGER, 0, .nulls = 1, .most = 9),
    COLUMN("born", SINGER, 4, COLUMN_DATE, LINK_DATE, .most = 9),
    COLUMN("active", SINGER, 5, COLUMN_BOOLEAN, LINK_TRUTH, .least = 1),
    COLUMN("stadium_id", STADIUM, 0, COLUMN_INTEGER, LINK_UNIQUE | LINK_KEY, .most = 9),
    COLUMN("name", STADIUM, 1, COLUMN_TEXT, LINK_NAMES, .least = 1),
    COLUMN("city", STADIUM, 2, COLUMN_TEXT, 0, .least = 1),
    COLUMN("capacity", STADIUM, 3, COLUMN_INTEGER, 0, .most = 9),
    COLUMN("opened", STADIUM, 4, COLUMN_TEXT, LINK_YEAR, .most = 9), /* years as texts */
    COLUMN("concert_id", CONCERT, 0, COLUMN_INTEGER, LINK_UNIQUE | LINK_KEY, .most = 9),
    COLUMN("title", CONCERT, 1, COLUMN_TEXT, LINK_NAMES, .least = 1),
    COLUMN("stadium_id", CONCERT, 2, COLUMN_INTEGER, LINK_FOREIGN, .most = 9),
    COLUMN("moved_from", CONCERT, 3, COLUMN_TEXT, LINK_FOREIGN, .most = 9), /* numbers as texts */
    COLUMN("held", CONCERT, 4, COLUMN_TIMESTAMP, LINK_DATE, .most = 9),
    COLUMN("price", CONCERT, 5, COLUMN_DECIMAL, 0, .most = 9),
    COLUMN("singer_id", SANG, 0, COLUMN_INTEGER, LINK_FOREIGN, .most = 9),
    COLUMN("concert_id", SANG, 1, COLUMN_INTEGER, LINK_FOREIGN, .most = 9),
};

static const struct link_table plan_tables_of[TABLES] = {
    { { .text = "singer" }, 6, SINGER_ID, 6, SINGER_ID, SINGER_NAME, false },
    { { .text = "stadium" }, 6, STADIUM_ID, 5, STADIUM_ID, STADIUM_NAME, false },
    { { .text = "concert" }, 6, CONCERT_ID, 6, CONCERT_ID, TITLE, false },
    { { .text = "sang" }, 10, SUNG_BY, 2, LINK_NONE, LINK_NONE, true },
};

static const struct link_join plan_joins_of[JOINS] = { { SUNG_BY, SINGER_ID, false, 1, 1 },
                                                       { SUNG_AT, CONCERT_ID, false, 1, 1 },
                                                       { HELD_IN, STADIUM_ID, false, 1, 1 },
                                                       { MOVED_FROM, STADIUM_ID, false, 0.5, 1 } };

static const struct link_schema schema = { .tables = plan_tables_of,
                                           .n_tables = TABLES,
                                           .columns = plan_columns_of,
                                           .n_columns = COLUMNS,
                                           .joins = plan_joins_of,
                                           .n_joins = JOINS };

static inline struct plan plan_of_sketch(const char *shown, const char *where, const char *group, const char *order,
                                         const char *nest)
{
    const char *parts[SKETCH_PARTS] = { shown, "all", where, group, order, nest };
    struct sketch s;
    struct plan p;

    for (int i = 0; i < SKETCH_PARTS; i++)
        snprintf(s.part[i], SKETCH_TEXT, "%s", parts[i]);
    if (!sketch_plan(&s, &p))
        fail_msg("no plan of %s %s %s %s %s", shown, where, group, order, nest);
    return p;
}

/* The tables that it needs, and the cheapest joins. */
static inline void plan_tie(struct plan *p)
{
    struct join_tree t;

    if (join_trees(&schema, plan_needs(&schema, p), &t, 1) == 1) {
        p->tables = t.tables;
        p->n_joins = t.n_joins;
        memcpy(p->joins, t.joins, sizeof t.joins);
    }
    if (join_trees(&schema, plan_nest_needs(&schema, p), &t, 1) == 1) {
        p->nest.tables = t.tables;
        p->nest.n_joins = t.n_joins;
        memcpy(p->nest.joins, t.joins, sizeof t.joins);
    }
}
