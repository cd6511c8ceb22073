/* test_query_edit.c - queries that ask the same are equal and others are not; an edit changes what it says, what hangs
 * together with it, and nothing else. */
#include "../tools/query_random.h"
#include "base/attrs.h"
#include "json_testing.h"
#include "query/edit/edit.h"
#include "query/json/request_json.h"

static char *quoted(const char *text)
{
    char *copy = arena_str(arena, text);

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    return copy;
}

static const struct query *query(const char *text)
{
    const struct query *q = NULL;
    struct err err;

    if (query_from_json(arena, parse(quoted(text)), &q, &err) < 0)
        fail_msg("%s\n%s", err.detail, text);
    return q;
}

/* An expression over the table t. */
static const struct expr *expr(const char *text)
{
    return query(arena_printf(arena, "{'from':[{'table':'t'}],'where':[%s]}", text))->where[0];
}

static const struct expr *column(const char *name)
{
    return expr_column(arena, "t", name);
}

static const char *text_of(const struct query *q)
{
    return compact(query_to_json(arena, q));
}

/* ---- equal ---- */

#define T "{'from':[{'table':'t'}]"

static void what_asks_the_same_is_equal(void **state)
{
    static const struct {
        const char *one, *other;
    } pairs[] = {
        { T ",'where':[{'column':'a'},{'column':'b'}]}", T ",'where':[{'column':'B'},{'column':'a'}]}" },
        { T ",'where':[{'op':'and','args':[{'column':'a'},{'op':'and','args':[{'column':'b'},{'column':'c'}]}]}]}",
          T ",'where':[{'column':'c'},{'column':'b'},{'column':'a'}]}" },
        { T ",'where':[{'op':'or','args':[{'column':'a'},{'op':'or','args':[{'column':'b'},{'column':'c'}]}]}]}",
          T ",'where':[{'op':'or','args':[{'column':'c'},{'column':'a'},{'column':'b'}]}]}" },
        { T ",'where':[{'op':'<','args':[{'column':'a'},{'value':1}]}]}",
          T ",'where':[{'op':'>','args':[{'value':1},{'column':'a'}]}]}" },
        { T ",'where':[{'op':'>=','args':[{'column':'a'},{'value':1}]}]}",
          T ",'where':[{'op':'<=','args':[{'value':1},{'column':'a'}]}]}" },
        { T ",'where':[{'op':'=','args':[{'column':'a'},{'value':1}]}]}",
          T ",'where':[{'op':'=','args':[{'value':1},{'column':'a'}]}]}" },
        { T ",'where':[{'op':'in','args':[{'column':'a'},{'value':1},{'value':2}]}]}",
          T ",'where':[{'op':'in','args':[{'column':'a'},{'value':2},{'value':1}]}]}" },
        { T ",'select':[{'op':'+','args':[{'column':'a'},{'op':'*','args':[{'column':'b'},{'column':'c'}]}]}]}",
          T ",'select':[{'op':'+','args':[{'op':'*','args':[{'column':'c'},{'column':'b'}]},{'column':'a'}]}]}" },
        { T ",'select':[{'expr':{'column':'a'},'name':'A'}]}", T ",'select':[{'column':'a'}]}" },
        { "{'from':[{'table':'t','as':'x'}],'select':[{'column':'a'}]}",
          "{'from':[{'table':'T','as':'y'}],'select':[{'column':'a'}]}" },
        { "{'from':[{'query':{'from':[{'table':'t'}],'select':[{'expr':{'column':'a'},'name':'one'}]},'as':'q'}],"
          "'select':[{'column':'one'}]}",
          "{'from':[{'query':{'from':[{'table':'t','as':'z'}],'select':[{'column':'a'}]},'as':'p'}],"
          "'select':[{'column':'a'}]}" },
        { "{'union':[" T ",'select':[{'expr':{'column':'a'},'name':'n'}]}," T ",'select':[{'column':'b'}]}],"
          "'order':[{'by':{'column':'n'}}]}",
          "{'union':[" T ",'select':[{'column':'a'}]}," T ",'select':[{'column':'b'}]}],"
          "'order':[{'by':{'column':'a'}}]}" },
        { "{'from':[{'table':'t'}],'where':[{'exists':{'from':[{'table':'u'}],'where':[{'op':'=','args':["
          "{'column':'k'},{'column':'k','of':'t'}]}]}},{'column':'b'}]}",
          "{'from':[{'table':'t','as':'x'}],'where':[{'column':'b'},{'exists':{'from':[{'table':'u','as':'y'}],"
          "'where':[{'op':'=','args':[{'column':'k','of':'x'},{'column':'k'}]}]}}]}" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        assert_false(query_same(query(pairs[i].one), query(pairs[i].other)));
        if (!query_equal(query(pairs[i].one), query(pairs[i].other)))
            fail_msg("%s\n%s", query_key(arena, query(pairs[i].one)), query_key(arena, query(pairs[i].other)));
    }
}

static void what_asks_something_else_is_not(void **state)
{
    static const struct {
        const char *one, *other;
    } pairs[] = {
        { T ",'select':[{'column':'a'},{'column':'b'}]}", T ",'select':[{'column':'b'},{'column':'a'}]}" },
        { T ",'group':[{'column':'a'},{'column':'b'}],'select':[{'column':'a'}]}",
          T ",'group':[{'column':'b'},{'column':'a'}],'select':[{'column':'a'}]}" },
        { T ",'where':[{'op':'<','args':[{'column':'a'},{'value':1}]}]}",
          T ",'where':[{'op':'<','args':[{'value':1},{'column':'a'}]}]}" },
        { T ",'where':[{'op':'<','args':[{'column':'a'},{'value':1}]}]}",
          T ",'where':[{'op':'>=','args':[{'value':1},{'column':'a'}]}]}" },
        { T ",'select':[{'op':'-','args':[{'column':'a'},{'column':'b'}]}]}",
          T ",'select':[{'op':'-','args':[{'column':'b'},{'column':'a'}]}]}" },
        { T ",'where':[{'op':'in','args':[{'column':'a'},{'value':1},{'value':2}]}]}",
          T ",'where':[{'op':'in','args':[{'value':1},{'column':'a'},{'value':2}]}]}" },
        { T ",'where':[{'value':'a'}]}", T ",'where':[{'value':'A'}]}" },
        { T ",'limit':3}", T ",'limit':4}" },
        { T "}", T ",'distinct':true}" },
        { "{'from':[{'table':'t'},{'table':'t','as':'u','join':'cross'}],'select':[{'column':'a','of':'t'}]}",
          "{'from':[{'table':'t'},{'table':'t','as':'u','join':'cross'}],'select':[{'column':'a','of':'u'}]}" },
        { "{'from':[{'table':'t'}],'where':[{'exists':{'from':[{'table':'t','as':'u'}],'where':[{'op':'=','args':["
          "{'column':'k'},{'column':'k','of':'t'}]}]}}]}",
          "{'from':[{'table':'t'}],'where':[{'exists':{'from':[{'table':'t','as':'u'}],'where':[{'op':'=','args':["
          "{'column':'k'},{'column':'k','of':'u'}]}]}}]}" },
        { T ",'where':[{'op':'or','args':[{'column':'a'},{'column':'b'}]}]}",
          T ",'where':[{'op':'and','args':[{'column':'a'},{'column':'b'}]}]}" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (query_equal(query(pairs[i].one), query(pairs[i].other)))
            fail_msg("equal: %s\n%s", pairs[i].one, pairs[i].other);
}

/* Turns lists around that have no order, and comparisons. */
static struct json *turned(const struct json *v)
{
    struct json *made = json_is(v, JSON_ARRAY) ? json_array(arena) : json_object(arena);
    const char *op = json_get_text(v, "op");
    const bool turn = op && (strcmp(op, "and") == 0 || strcmp(op, "or") == 0 || strcmp(op, "=") == 0);

    if (!json_is(v, JSON_ARRAY) && !json_is(v, JSON_OBJECT))
        return json_copy(arena, v);
    for (size_t i = 0; i < json_len(v); i++) {
        const char *key = json_is(v, JSON_OBJECT) ? json_key_at(v, i, NULL) : NULL;
        struct json *part = turned(json_at(v, i)), *list = json_array(arena);
        for (size_t k = json_len(part); key && k-- > 0;)
            json_push(arena, list, json_at(part, k));
        if (!key)
            json_push(arena, made, part);
        else if (json_is(part, JSON_ARRAY) &&
                 ((turn && strcmp(key, "args") == 0) || strcmp(key, "where") == 0 || strcmp(key, "having") == 0))
            json_set(arena, made, key, list);
        else
            json_set(arena, made, key, part);
    }
    return made;
}

static void random_queries_turned_around_stay_equal(void **state)
{
    struct query_random_options o = { .operations = false };
    struct arena *outer = arena;
    size_t other = 0;

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 0; seed < 3000; seed++) {
        const struct query *q, *next, *back;
        struct err err;

        arena = arena_new();
        q = query_random_query(arena, &o, seed);
        next = query_random_query(arena, &o, seed + 1);
        assert_int_equal(query_from_json(arena, turned(query_to_json(arena, q)), &back, &err), 0);
        other += !query_same(q, back);
        if (!query_equal(q, back))
            fail_msg("seed %d\n%s\n%s", (int)seed, query_key(arena, q), query_key(arena, back));
        assert_true(!query_equal(q, next) || query_same(q, next));
        arena_free(arena);
        arena = outer;
    }
    assert_true(other > 500);
}

/* ---- edits ---- */

#define SALES "{'from':[{'table':'t'}],'where':[{'op':'=','args':[{'column':'region'},{'value':'West'}]}],"
#define GROUPED                                                                                                        \
    SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"                                             \
          "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"                                   \
          "'order':[{'by':{'aggregate':'sum','arg':{'column':'revenue'}},'descending':true}],'limit':5}"

static const struct query *made; /* by the last edit */
static struct err why;

/* Runs an edit that must succeed, or one that must not. */
#define GIVES(call, text)                                                                                              \
    do {                                                                                                               \
        if ((call) < 0)                                                                                                \
            fail_msg("%s", why.message);                                                                               \
        assert_string_equal(text_of(made), quoted(text));                                                              \
    } while (0)
#define REFUSES(call, words)                                                                                           \
    do {                                                                                                               \
        made = NULL;                                                                                                   \
        assert_int_equal((call), -1);                                                                                  \
        assert_null(made);                                                                                             \
        assert_int_equal(why.code, ERR_INVALID_QUERY);                                                                 \
        assert_non_null(strstr(why.message, words));                                                                   \
    } while (0)

static void conditions_are_added_replaced_and_removed(void **state)
{
    const struct query *q = query(SALES "'limit':5}");
    const struct expr *east = expr("{'op':'=','args':[{'column':'region'},{'value':'East'}]}");
    const char *before = text_of(q);

    (void)state;
    GIVES(query_edit_add_condition(arena, q, expr("{'op':'>','args':[{'column':'units'},{'value':3}]}"), &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'=','args':[{'column':'region'},{'value':'West'}]},"
          "{'op':'>','args':[{'column':'units'},{'value':3}]}],'limit':5}");
    GIVES(query_edit_replace_condition(arena, made, column("REGION"), east, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'=','args':[{'column':'region'},{'value':'East'}]},"
          "{'op':'>','args':[{'column':'units'},{'value':3}]}],'limit':5}");
    GIVES(query_edit_remove_condition(arena, made, column("region"), &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'>','args':[{'column':'units'},{'value':3}]}],'limit':5}");
    REFUSES(query_edit_remove_condition(arena, q, column("units"), &made, &why), "no condition on that column");
    REFUSES(query_edit_replace_condition(arena, q, column("units"), east, &made, &why), "no condition on that column");
    REFUSES(query_edit_add_condition(arena, q, q->where[0], &made, &why), "there already");
    REFUSES(query_edit_add_condition(arena, q, expr_aggregate(arena, AGGREGATE_COUNT, NULL), &made, &why), "total");
    assert_string_equal(text_of(q), before);
}

/* Two on one column, and one on groups: only the one that is named changes. */
static void a_single_condition_gives_way_or_goes(void **state)
{
    const struct expr *over = expr("{'op':'>','args':[{'column':'units'},{'value':3}]}");
    const struct expr *under = expr("{'op':'<','args':[{'column':'units'},{'value':9}]}");
    const struct expr *many =
        expr_call2(arena, FUNCTION_GT, expr_aggregate(arena, AGGREGATE_COUNT, NULL), expr_int(arena, 1));
    const struct query *q = query("{'from':[{'table':'t'}],'where':[{'op':'>','args':[{'column':'units'},{'value':3}]},"
                                  "{'op':'<','args':[{'column':'units'},{'value':9}]}],'group':[{'column':'a'}],"
                                  "'select':[{'column':'a'}],'having':[{'op':'>','args':[{'aggregate':'count'},"
                                  "{'value':1}]}]}");

    (void)state;
    GIVES(query_edit_condition(arena, q, many, NULL, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'>','args':[{'column':'units'},{'value':3}]},"
          "{'op':'<','args':[{'column':'units'},{'value':9}]}],'group':[{'column':'a'}],'select':[{'column':'a'}]}");
    GIVES(query_edit_condition(arena, made, over, NULL, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'<','args':[{'column':'units'},{'value':9}]}],"
          "'group':[{'column':'a'}],'select':[{'column':'a'}]}");
    GIVES(query_edit_condition(arena, made, under, over, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'>','args':[{'column':'units'},{'value':3}]}],"
          "'group':[{'column':'a'}],'select':[{'column':'a'}]}");
    REFUSES(query_edit_condition(arena, q, expr("{'column':'a'}"), NULL, &made, &why), "not there");
    REFUSES(query_edit_condition(arena, q, over, many, &made, &why), "total");
}

static void rows_are_sorted_anew_or_not_at_all(void **state)
{
    const struct query *q =
        query("{'from':[{'table':'t'}],'order':[{'by':{'column':'a'},'descending':true}],'limit':5}");
    struct ordering by[] = { { .by = column("b") }, { .by = column("a"), .descending = true } };

    (void)state;
    GIVES(query_edit_sort(arena, q, by, 2, &made, &why),
          "{'from':[{'table':'t'}],'order':[{'by':{'column':'b'}},{'by':{'column':'a'},'descending':true}],"
          "'limit':5}");
    GIVES(query_edit_sort(arena, q, NULL, 0, &made, &why), "{'from':[{'table':'t'}],'limit':5}");
}

static void a_condition_on_two_columns_is_on_none(void **state)
{
    (void)state;
    assert_null(query_condition_column(expr("{'op':'<','args':[{'column':'a'},{'column':'b'}]}")));
    assert_null(query_condition_column(expr("{'value':true}")));
    assert_string_equal(query_condition_column(expr("{'op':'or','args':[{'op':'<','args':[{'column':'a'},{'value':1}]},"
                                                    "{'op':'is_empty','args':[{'column':'A'}]}]}"))
                            ->column.name,
                        "A");
}

static void a_period_replaces_whatever_was_said_of_the_day(void **state)
{
    const struct query *q = query("{'from':[{'table':'t'}],'where':[{'op':'>=','args':[{'column':'day'},"
                                  "{'value':'2024-01-01','type':'date'}]},{'column':'b'},"
                                  "{'op':'<','args':[{'column':'day'},{'value':'2025-01-01','type':'date'}]}]}");
    const struct expr *from = expr_literal(arena, COLUMN_DATE, "2023-01-01");
    const struct expr *until = expr_literal(arena, COLUMN_DATE, "2023-12-31");

    (void)state;
    GIVES(query_edit_period(arena, q, column("day"), from, until, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'between','args':[{'column':'day'},"
          "{'value':'2023-01-01','type':'date'},{'value':'2023-12-31','type':'date'}]},{'column':'b'}]}");
    GIVES(query_edit_period(arena, q, column("day"), from, NULL, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'>=','args':[{'column':'day'},"
          "{'value':'2023-01-01','type':'date'}]},{'column':'b'}]}");
    GIVES(query_edit_period(arena, query("{'from':[{'table':'t'}]}"), column("day"), NULL, until, &made, &why),
          "{'from':[{'table':'t'}],'where':[{'op':'<=','args':[{'column':'day'},"
          "{'value':'2023-12-31','type':'date'}]}]}");
    REFUSES(query_edit_period(arena, q, column("day"), NULL, NULL, &made, &why), "first day");
}

static void a_group_comes_and_goes_with_its_output(void **state)
{
    const struct query *q = query(GROUPED);

    (void)state;
    GIVES(query_edit_add_group(arena, q, column("month"), &made, &why),
          SALES "'group':[{'column':'product'},{'column':'month'}],'select':[{'column':'product'},{'column':'month'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'order':[{'by':{'aggregate':'sum','arg':{'column':'revenue'}},'descending':true}],'limit':5}");
    GIVES(query_edit_remove_group(arena, made, 0, &made, &why),
          SALES "'group':[{'column':'month'}],'select':[{'column':'month'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'order':[{'by':{'aggregate':'sum','arg':{'column':'revenue'}},'descending':true}],'limit':5}");
    GIVES(query_edit_add_group(arena, query("{'from':[{'table':'t'}],'select':[{'aggregate':'count'}]}"), column("g"),
                               &made, &why),
          "{'from':[{'table':'t'}],'group':[{'column':'g'}],'select':[{'column':'g'},{'aggregate':'count'}]}");
    REFUSES(query_edit_add_group(arena, q, column("Product"), &made, &why), "already");
    REFUSES(query_edit_add_group(arena, q, expr_aggregate(arena, AGGREGATE_COUNT, NULL), &made, &why), "total");
    REFUSES(query_edit_add_group(arena, query("{'from':[{'table':'t'}]}"), column("g"), &made, &why), "single rows");
    REFUSES(query_edit_remove_group(arena, q, 1, &made, &why), "no such group");
    REFUSES(query_edit_remove_group(arena,
                                    query("{'from':[{'table':'t'}],'group':[{'column':'g'}],"
                                          "'select':[{'column':'g'}]}"),
                                    0, &made, &why),
            "Nothing would be left");
    REFUSES(query_edit_remove_group(arena,
                                    query("{'from':[{'table':'t'}],'group':[{'column':'g'}],'select':["
                                          "{'aggregate':'count'}],'having':[{'op':'=','args':["
                                          "{'column':'g'},{'value':1}]}]}"),
                                    0, &made, &why),
            "condition on the groups");
}

static void a_removed_group_takes_its_order_and_per_along(void **state)
{
    (void)state;
    GIVES(query_edit_remove_group(
              arena,
              query("{'from':[{'table':'t'}],'group':[{'column':'g'},{'column':'h'}],'select':[{'column':'g'},"
                    "{'column':'h'},{'aggregate':'count'},{'window':'rank','per':[{'column':'g'}],"
                    "'order':[{'by':{'aggregate':'count'}}]}],'order':[{'by':{'column':'g'}},"
                    "{'by':{'aggregate':'count'}}],'limit':3,'per':[{'column':'g'}]}"),
              0, &made, &why),
          "{'from':[{'table':'t'}],'group':[{'column':'h'}],'select':[{'column':'h'},{'aggregate':'count'}],"
          "'order':[{'by':{'aggregate':'count'}}],'limit':3}");
}

static void a_replaced_group_is_replaced_everywhere(void **state)
{
    (void)state;
    GIVES(query_edit_replace_group(
              arena,
              query("{'from':[{'table':'t'}],'group':[{'column':'g'}],'select':[{'expr':{'column':'g'},'name':'G'},"
                    "{'op':'upper','args':[{'column':'g'}]},{'aggregate':'max','arg':{'column':'g'}}],"
                    "'order':[{'by':{'column':'g'}}],'limit':1,'per':[{'column':'g'}]}"),
              0, column("h"), &made, &why),
          "{'from':[{'table':'t'}],'group':[{'column':'h'}],'select':[{'column':'h'},"
          "{'op':'upper','args':[{'column':'h'}]},{'aggregate':'max','arg':{'column':'g'}}],"
          "'order':[{'by':{'column':'h'}}],'limit':1,'per':[{'column':'h'}]}");
}

static void a_measure_changes_where_it_is_sorted_by_too(void **state)
{
    const struct query *q = query(GROUPED);
    const struct expr *median = expr_aggregate(arena, AGGREGATE_MEDIAN, column("revenue"));

    (void)state;
    GIVES(query_edit_measure(arena, q, 1, median, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"
                "{'aggregate':'median','arg':{'column':'revenue'}}],"
                "'order':[{'by':{'aggregate':'median','arg':{'column':'revenue'}},'descending':true}],'limit':5}");
    GIVES(query_edit_measure(arena,
                             query("{'from':[{'table':'t'}],'select':[{'op':'round','args':[{'aggregate':'sum',"
                                   "'arg':{'column':'x'},'where':{'column':'paid'}}]},{'window':'running',"
                                   "'arg':{'aggregate':'sum','arg':{'aggregate':'sum','arg':{'column':'x'}}}}]}"),
                             0, median, &made, &why),
          "{'from':[{'table':'t'}],'select':[{'op':'round','args':[{'aggregate':'median',"
          "'arg':{'column':'revenue'},'where':{'column':'paid'}}]},{'window':'running',"
          "'arg':{'aggregate':'sum','arg':{'aggregate':'sum','arg':{'column':'x'}}}}]}");
    GIVES(query_edit_measure(arena, made, 1, median, &made, &why),
          "{'from':[{'table':'t'}],'select':[{'op':'round','args':[{'aggregate':'median',"
          "'arg':{'column':'revenue'},'where':{'column':'paid'}}]},{'window':'running',"
          "'arg':{'aggregate':'sum','arg':{'aggregate':'median','arg':{'column':'revenue'}}}}]}");
    REFUSES(query_edit_measure(arena, q, 0, median, &made, &why), "no total");
    REFUSES(query_edit_measure(arena, q, 2, median, &made, &why), "no such column");
    REFUSES(query_edit_measure(arena, q, 1, column("x"), &made, &why), "A measure is");
    REFUSES(query_edit_measure(arena,
                               query("{'from':[{'table':'t'}],'select':[{'op':'/','args':[{'aggregate':'sum',"
                                     "'arg':{'column':'x'}},{'aggregate':'count'}]}]}"),
                               0, median, &made, &why),
            "several totals");
}

static void outputs_must_fit_the_groups(void **state)
{
    const struct query *q = query(GROUPED);
    const struct output plain = { .expr = column("units") }, group = { .expr = column("product"), .name = "P" };

    (void)state;
    GIVES(query_edit_outputs(arena, q, &group, 1, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'expr':{'column':'product'},'name':'P'}],"
                "'order':[{'by':{'aggregate':'sum','arg':{'column':'revenue'}},'descending':true}],'limit':5}");
    REFUSES(query_edit_outputs(arena, q, &plain, 1, &made, &why), "only groups and totals");
    REFUSES(query_edit_outputs(arena, q, NULL, 0, &made, &why), "something must be chosen");
    GIVES(query_edit_outputs(arena, query("{'from':[{'table':'t'}],'select':[{'column':'x'}]}"), NULL, 0, &made, &why),
          "{'from':[{'table':'t'}]}");
}

static void order_limit_per_and_distinct(void **state)
{
    const struct query *q = query(GROUPED);
    const struct query *set = query("{'union':[" T ",'select':[{'column':'a'}]}," T ",'select':[{'column':'b'}]}]}");
    const struct expr *const product[] = { column("product") }, *const units[] = { column("units") };

    (void)state;
    GIVES(query_edit_order(arena, q, 0, false, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'order':[{'by':{'column':'product'}}],'limit':5}");
    GIVES(query_edit_distinct(arena, made, true, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'distinct':true,'order':[{'by':{'column':'product'}}],'limit':5}");
    GIVES(query_edit_per(arena, made, product, 1, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'distinct':true,'order':[{'by':{'column':'product'}}],'limit':5,'per':[{'column':'product'}]}");
    GIVES(query_edit_limit(arena, made, 0, &made, &why),
          SALES "'group':[{'column':'product'}],'select':[{'column':'product'},"
                "{'expr':{'aggregate':'sum','arg':{'column':'revenue'}},'name':'Sales'}],"
                "'distinct':true,'order':[{'by':{'column':'product'}}]}");
    REFUSES(query_edit_per(arena, query(T "}"), product, 1, &made, &why), "no limit");
    REFUSES(query_edit_per(arena, q, units, 1, &made, &why), "per one of the groups");
    REFUSES(query_edit_order(arena, q, 2, false, &made, &why), "no such column");
    REFUSES(query_edit_distinct(
                arena, query("{'from':[{'table':'t'}],'select':[{'column':'x'}],'order':[{'by':{'column':'y'}}]}"),
                true, &made, &why),
            "sorted by what is shown");
    GIVES(query_edit_order(arena, set, 0, true, &made, &why),
          "{'union':[{'from':[{'table':'t'}],'select':[{'column':'a'}]},{'from':[{'table':'t'}],"
          "'select':[{'column':'b'}]}],'order':[{'by':{'column':'a'},'descending':true}]}");
    GIVES(query_edit_limit(arena, set, 2, &made, &why),
          "{'union':[{'from':[{'table':'t'}],'select':[{'column':'a'}]},{'from':[{'table':'t'}],"
          "'select':[{'column':'b'}]}],'limit':2}");
    REFUSES(query_edit_add_group(arena, set, column("g"), &made, &why), "Two queries are combined");
}

static void what_stays_is_shared(void **state)
{
    const struct query *q = query(GROUPED);

    (void)state;
    assert_int_equal(query_edit_limit(arena, q, 9, &made, &why), 0);
    assert_ptr_equal(made->where, q->where);
    assert_ptr_equal(made->from, q->from);
    assert_int_equal(q->limit, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_asks_the_same_is_equal),
        TEST(what_asks_something_else_is_not),
        TEST(random_queries_turned_around_stay_equal),
        TEST(conditions_are_added_replaced_and_removed),
        TEST(a_single_condition_gives_way_or_goes),
        TEST(rows_are_sorted_anew_or_not_at_all),
        TEST(a_condition_on_two_columns_is_on_none),
        TEST(a_period_replaces_whatever_was_said_of_the_day),
        TEST(a_group_comes_and_goes_with_its_output),
        TEST(a_removed_group_takes_its_order_and_per_along),
        TEST(a_replaced_group_is_replaced_everywhere),
        TEST(a_measure_changes_where_it_is_sorted_by_too),
        TEST(outputs_must_fit_the_groups),
        TEST(order_limit_per_and_distinct),
        TEST(what_stays_is_shared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
