/* test_query_json.c - the form as JSON: what is canonical comes back byte for byte, what is wrong is named at its
 * place, and the schema says the same as reading does. */
#include "../tools/query_random.h"
#include "base/attrs.h"
#include "base/schema/schema.h"
#include "json_testing.h"
#include "query/json/request_json.h"

#define REQUESTS 10000

static const char *quoted(const char *text)
{
    char *copy = arena_str(arena, text);

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    return copy;
}

/* A request of one step with this query. */
static struct json *request_text(const char *query)
{
    return parse(arena_printf(arena, "{\"version\":1,\"steps\":[{\"query\":%s}]}", quoted(query)));
}

static struct request read_back(const struct json *v)
{
    struct request r;
    struct err err;

    if (request_from_json(arena, v, &r, &err) < 0)
        fail_msg("%s\n%s", err.detail, compact(v));
    return r;
}

static void same_again(const struct json *v)
{
    const struct request r = read_back(v);

    assert_string_equal(compact(request_to_json(arena, &r)), compact(v));
}

static struct schema *the_schema(void)
{
    struct schema *s;
    struct err err;

    if (schema_compile(arena, request_schema(arena), &s, &err) < 0)
        fail_msg("%s: %s", err.message, err.detail);
    return s;
}

static void random_requests_come_back(void **state)
{
    struct query_random_options o = { .operations = true };
    const struct schema *schema = the_schema();
    struct arena *outer = arena;

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 0; seed < REQUESTS; seed++) {
        struct request made, back;
        struct json *v;
        struct err err;

        arena = arena_new();
        made = query_random_request(arena, &o, seed);
        v = parse(compact(request_to_json(arena, &made)));
        back = read_back(v);
        assert_string_equal(compact(request_to_json(arena, &back)), compact(v));
        assert_int_equal(back.n_steps, made.n_steps);
        assert_int_equal(back.show, made.show);
        for (size_t i = 0; i < made.n_steps; i++) {
            assert_string_equal(back.steps[i].name, made.steps[i].name);
            assert_true(query_same(back.steps[i].query, made.steps[i].query));
        }
        if (schema_check(schema, v, &err) < 0)
            fail_msg("%s\n%s", err.detail, compact(v));
        arena_free(arena);
        arena = outer;
    }
}

/* ---- single forms ---- */

static void each_form_is_canonical(void **state)
{
    static const char *const queries[] = {
        "{'from':[{'table':'sales'}]}",
        "{'from':[{'table':'sales','as':'s'}],'select':[{'column':'x'},{'expr':{'column':'y'},'name':'Why'}]}",
        "{'from':[{'union':['jan','feb'],'as':'months'}],'select':[{'place':'months'}]}",
        "{'from':[{'table':'a'},{'table':'b','on':{'op':'=','args':[{'column':'k','of':'a'},"
        "{'column':'k','of':'b'}]}},{'table':'c','join':'cross'}]}",
        "{'from':[{'table':'a'}],'where':[{'op':'>','args':[{'column':'x'},{'value':12.50}]},"
        "{'op':'in','args':[{'value':5},{'value':1e3},{'value':true},{'value':null},{'value':'x'},"
        "{'value':'2024-01-31','type':'date'},{'value':'2024-01-31 10:00:00','type':'timestamp'}]}]}",
        "{'from':[{'table':'a'}],'group':[{'column':'g'}],'select':[{'column':'g'},{'aggregate':'count'},"
        "{'aggregate':'quantile','arg':{'column':'x'},'where':{'column':'b'},'number':0.9}],"
        "'having':[{'op':'>','args':[{'aggregate':'sum','arg':{'column':'x'},'distinct':true},{'value':1}]}],"
        "'distinct':true,'order':[{'by':{'aggregate':'count'},'descending':true,'empty_first':true}],'limit':5,"
        "'offset':10,'per':[{'column':'g'}]}",
        "{'from':[{'table':'a'}],'select':[{'window':'moving','arg':{'aggregate':'average','arg':{'column':'x'}},"
        "'per':[{'column':'g'}],'order':[{'by':{'column':'d'}}],'number':3},"
        "{'window':'rank','order':[{'by':{'column':'x'}}]}]}",
        "{'union':[{'from':[{'table':'a'}]},{'from':[{'table':'b'}]}],'all':true,'order':[{'by':{'column':'x'}}],"
        "'limit':3}",
        "{'from':[{'table':'a'}],'where':[{'in':{'column':'x'},'query':{'from':[{'table':'b'}],"
        "'where':[{'op':'=','args':[{'column':'k'},{'column':'k','of':'a'}]}],'select':[{'column':'y'}]},'not':true},"
        "{'exists':{'from':[{'table':'b'}]},'not':true}],'select':[{'query':{'from':[{'table':'b'}],"
        "'select':[{'aggregate':'count'}]}}]}",
        "{'from':[{'query':{'from':[{'table':'a'}]},'as':'q'}]}",
        "{'from':[{'step':'step_1','as':'x'}]}",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(queries); i++)
        same_again(request_text(queries[i]));
    same_again(parse(quoted("{'version':1,'steps':[{'query':{'from':[{'table':'a'}]},'name':'base'},"
                            "{'operation':'zscore','over':'base','parameters':{'b':[1,{'c':null}],'a':1.50}}],"
                            "'show':'chart','chart':'bar'}")));
}

static void what_is_at_its_default_is_left_out(void **state)
{
    const struct request r = read_back(parse(quoted(
        "{'show':'auto','steps':[{'name':'step_1','query':{'offset':0,'distinct':false,'where':[],'per':[],"
        "'select':[{'of':'A','column':'x'},{'window':'previous','number':1,'arg':{'column':'x'}}],"
        "'from':[{'as':'a','table':'a'}],'order':[{'by':{'column':'x'},'descending':false}]}}],'version':1.0}")));

    (void)state;
    assert_string_equal(compact(request_to_json(arena, &r)),
                        quoted("{'version':1,'steps':[{'query':{'from':[{'table':'a'}],'select':[{'column':'x'},"
                               "{'window':'previous','arg':{'column':'x'}}],'order':[{'by':{'column':'x'}}]}}]}"));
}

static void a_number_keeps_its_type(void **state)
{
    const struct query q = query_over(arena, relation_table(arena, "t"));
    struct query with = q;
    const struct query *back;
    struct err err;

    (void)state;
    with.where = exprs_with(arena, NULL, 0, expr_literal(arena, COLUMN_DECIMAL, "12"));
    with.where = exprs_with(arena, with.where, 1, expr_literal(arena, COLUMN_FLOAT, "1.5"));
    with.n_where = 2;
    assert_int_equal(query_from_json(arena, query_to_json(arena, &with), &back, &err), 0);
    assert_int_equal(back->where[0]->literal.type, COLUMN_DECIMAL);
    assert_string_equal(back->where[0]->literal.text, "12.0");
    assert_int_equal(back->where[1]->literal.type, COLUMN_FLOAT);
    assert_string_equal(back->where[1]->literal.text, "1.5e0");
}

/* ---- refusals ---- */

static void refuses(const struct json *v, const char *message)
{
    struct request untouched = { .n_steps = 77 };
    struct err err;

    if (request_from_json(arena, v, &untouched, &err) == 0)
        fail_msg("taken: %s", compact(v));
    assert_string_equal(err.message, message);
    assert_int_equal(untouched.n_steps, 77);
}

static const struct {
    const char *query, *message;
} refused[] = {
    { "{'from':[{'table':'a'}],'were':[]}", "steps[0].query: there is no member 'were'; did you mean 'where'?" },
    { "{'from':[{'table':'a'}],'where':[{'value':true},{'op':'contain','args':[]}]}",
      "steps[0].query.where[1].op: there is no function 'contain'; did you mean 'contains'?" },
    { "{'from':[{'table':'a'}],'select':[{'op':'sum','args':[{'column':'x'}]}]}",
      "steps[0].query.select[0].op: 'sum' is an aggregate; write {\"aggregate\": \"sum\", \"arg\": ...}" },
    { "{'from':[{'table':'a'}],'select':[{'op':'not','args':[]}]}",
      "steps[0].query.select[0]: 'not' takes 1 argument, not 0" },
    { "{'from':[{'table':'a'}],'select':[{'op':'in','args':[{'value':1}]}]}",
      "steps[0].query.select[0]: 'in' takes 2 to 64 arguments, not 1" },
    { "{'from':[{'table':'a'}],'select':[{'aggregate':'averge','arg':{'column':'x'}}]}",
      "steps[0].query.select[0].aggregate: there is no aggregate 'averge'; did you mean 'average'?" },
    { "{'from':[{'table':'a'}],'select':[{'aggregate':'sum'}]}", "steps[0].query.select[0]: needs 'arg'" },
    { "{'from':[{'table':'a'}],'select':[{'aggregate':'count','distinct':true}]}",
      "steps[0].query.select[0]: needs 'arg': what is to be distinct" },
    { "{'from':[{'table':'a'}],'select':[{'aggregate':'quantile','arg':{'column':'x'},'number':90}]}",
      "steps[0].query.select[0]: needs 'number', from 0 to 1" },
    { "{'from':[{'table':'a'}],'select':[{'window':'over','arg':{'column':'x'}}]}",
      "steps[0].query.select[0].arg: must be an aggregate" },
    { "{'from':[{'table':'a'}],'select':[{'window':'rank','number':2}]}",
      "steps[0].query.select[0]: 'rank' takes no 'number'" },
    { "{'from':[{'table':'a'}],'select':[{'colum':'x'}]}",
      "steps[0].query.select[0]: there is no member 'colum'; did you mean 'column'?" },
    { "{'from':[{'table':'a'}],'select':['x']}",
      "steps[0].query.select[0]: must be an expression, as {\"column\": \"name\"} or {\"value\": 5}" },
    { "{'from':[{'table':'a'}],'select':[{'value':[1]}]}",
      "steps[0].query.select[0].value: must be a text, a number, true, false or null" },
    { "{'from':[{'table':'a'}],'select':[{'value':'\\u0000'}]}",
      "steps[0].query.select[0].value: must not have a zero byte" },
    { "{'from':[{'table':'a'},{'table':'b','join':'cross'}],'select':[{'column':'x'}]}",
      "steps[0].query.select[0]: needs 'of': the query has several relations" },
    { "{'from':[{'table':'a'},{'table':'b'}]}", "steps[0].query.from[1]: needs 'on'" },
    { "{'from':[{'table':'a','join':'left'}]}", "steps[0].query.from[0]: the first relation is joined to nothing" },
    { "{'from':[{'step':'step_1'}]}", "steps[0].query.from[0]: needs 'as'" },
    { "{'from':[]}", "steps[0].query.from: must have a relation" },
    { "{'from':[{'table':'a'}],'limit':0}", "steps[0].query.limit: must be a whole number from 1" },
    { "{'except':[{'from':[{'table':'a'}]},{'from':[{'table':'b'}]}],'all':true}",
      "steps[0].query: only a union has 'all'" },
    { "{'union':[{'from':[{'table':'a'}]}]}", "steps[0].query.union: must be two queries" },
    { "{'union':[{'from':[{'table':'a'}]},{'from':[{'table':'b'}]}],'order':[{'by':{'column':'x','of':'a'}}]}",
      "steps[0].query.order[0].by: the order of a set operation names outputs; leave out 'of'" },
};

static void errors_name_the_place_and_the_right_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        refuses(request_text(refused[i].query), refused[i].message);
    refuses(parse("{\"version\":1,\"steps\":[],\"shows\":1}"),
            "the query: there is no member 'shows'; did you mean 'show'?");
}

static void another_version_is_refused(void **state)
{
    (void)state;
    refuses(parse("{\"version\":2,\"stages\":[]}"),
            "version: is 2, which this program does not read; it reads version 1");
    refuses(parse("{\"steps\":[]}"), "the query: needs \"version\": 1");
    refuses(parse("{\"version\":\"1\"}"), "version: must be a whole number");
    refuses(parse("[]"), "the query: must be an object");
}

static const char *repeated(const char *before, size_t n, const char *middle, const char *after, size_t times)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    for (size_t i = 0; i < n; i++)
        buf_adds(&b, before);
    buf_adds(&b, middle);
    for (size_t i = 0; i < times; i++)
        buf_adds(&b, after);
    return arena_str(arena, b.p);
}

static int taken(const char *query, struct err *err)
{
    struct request r;

    return request_from_json(arena, request_text(query), &r, err);
}

static void depth_and_parts_are_bounded(void **state)
{
    /* The query is the first level and the column the last. */
    const size_t most = QUERY_DEPTH - 2;
    struct err err;
    const char *inner;

    (void)state;
    for (size_t n = most; n <= most + 1; n++) {
        inner = repeated("{'op':'not','args':[", n, "{'column':'x'}", "]}", n);
        assert_int_equal(taken(arena_printf(arena, "{'from':[{'table':'a'}],'where':[%s]}", inner), &err),
                         n == most ? 0 : -1);
    }
    assert_int_equal(err.code, ERR_TOO_LARGE);
    /* The query and its relation are two parts. */
    for (size_t n = QUERY_NODES - 4; n <= QUERY_NODES - 2; n++) {
        inner = repeated("{'value':1},", n, "{'value':1}", "", 0);
        assert_int_equal(taken(arena_printf(arena, "{'from':[{'table':'a'}],'where':[%s]}", inner), &err),
                         n == QUERY_NODES - 4 ? 0 : -1);
        assert_true(n == QUERY_NODES - 4 || err.code == ERR_TOO_LARGE);
    }
}

/* ---- the schema ---- */

/* Changes one value somewhere: drops a member, renames it, puts something else there. */
static bool mutate(struct json *v, size_t *at, unsigned how)
{
    for (size_t i = 0; i < json_len(v); i++) {
        if ((*at)-- == 0) {
            static const char *const texts[] = { "null", "7", "\"zz\"", "[]", "{}", "true" };
            struct json *other = parse(texts[how % COUNT_OF(texts)]);
            if (json_is(v, JSON_ARRAY) || how >= 2 * COUNT_OF(texts)) {
                if (json_is(v, JSON_OBJECT))
                    json_set(arena, v, how % 2 ? "extra" : "op", other);
                else
                    json_push(arena, v, other);
            } else if (how < COUNT_OF(texts)) {
                json_set(arena, v, json_key_at(v, i, NULL), other);
            } else {
                json_unset(v, arena_str(arena, json_key_at(v, i, NULL)));
            }
            return true;
        }
        if (mutate(json_at(v, i), at, how))
            return true;
    }
    return false;
}

/* What the schema need not see. */
static bool is_beyond_shape(const struct err *err)
{
    return strstr(err->message, "needs 'of'") || strstr(err->message, "leave out 'of'") ||
           strstr(err->message, "zero byte") || err->code == ERR_TOO_LARGE;
}

static void schema_and_reading_agree(void **state)
{
    struct query_random_options o = { .operations = true };
    const struct schema *schema = the_schema();
    struct arena *outer = arena;
    size_t refusals = 0;

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 0; seed < 6000; seed++) {
        struct request made, back;
        struct err err = { 0 }, schema_err;
        size_t at = seed * 7919 % 150;
        struct json *v;
        int read, valid;

        arena = arena_new();
        made = query_random_request(arena, &o, seed);
        v = parse(compact(request_to_json(arena, &made)));
        mutate(v, &at, (unsigned)(seed % 18));
        read = request_from_json(arena, v, &back, &err);
        valid = schema_check(schema, v, &schema_err);
        refusals += read < 0;
        if (read == 0 && valid < 0)
            fail_msg("only the schema refuses: %s\n%s", schema_err.detail, compact(v));
        if (read < 0 && valid == 0 && !is_beyond_shape(&err))
            fail_msg("only reading refuses: %s\n%s", err.message, compact(v));
        arena_free(arena);
        arena = outer;
    }
    assert_true(refusals > 1000);
}

static void the_schema_names_every_function(void **state)
{
    const char *text = compact(request_schema(arena));

    (void)state;
    for (size_t i = 0; i < FUNCTIONS_END; i++)
        assert_non_null(strstr(text, arena_printf(arena, "\"%s\"", query_function_info((enum query_function)i)->name)));
    for (size_t i = 0; i < AGGREGATES_END; i++)
        assert_non_null(
            strstr(text, arena_printf(arena, "\"%s\"", query_aggregate_info((enum query_aggregate)i)->name)));
    for (size_t i = 0; i < WINDOWS_END; i++)
        assert_non_null(strstr(text, arena_printf(arena, "\"%s\"", query_window_info((enum query_window)i)->name)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_requests_come_back),
        TEST(each_form_is_canonical),
        TEST(what_is_at_its_default_is_left_out),
        TEST(a_number_keeps_its_type),
        TEST(errors_name_the_place_and_the_right_name),
        TEST(another_version_is_refused),
        TEST(depth_and_parts_are_bounded),
        TEST(schema_and_reading_agree),
        TEST(the_schema_names_every_function),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
