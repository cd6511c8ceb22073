/* test_query_doubts.c - what the check says of requests that can be run but hardly meant: rows that a join repeats,
 * sums that say nothing, texts that a column does not have; and what it must not say it of. */
#include "base/attrs.h"
#include "json_testing.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"

static const char *const cities[] = { "Paris", "Rome" };
static const char *const currencies[] = { "EUR", "USD" };
static const char *const states[] = { "Open", "paid", "sent back", "void" };
static const char *const january[] = { "Open" };
static const char *const many[] = { "a", "b", "c", "d", "e", "f", "g", "h" };

static struct column customers[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 12 },
    { .name = "city", .type = COLUMN_TEXT, .values = cities, .n_values = 2, .distinct = 2 },
    { .name = "debt", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .distinct = 11 },
    { .name = "age", .type = COLUMN_INTEGER, .distinct = 9 },
};
static struct column orders[] = {
    { .name = "order_id", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "customer", .type = COLUMN_INTEGER, .distinct = 10 },
    { .name = "day", .type = COLUMN_DATE, .distinct = 30 },
    { .name = "amount", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .distinct = 38 },
    { .name = "currency", .type = COLUMN_TEXT, .values = currencies, .n_values = 2, .distinct = 2 },
    { .name = "state", .type = COLUMN_TEXT, .values = states, .n_values = 4, .distinct = 4 },
    { .name = "letter", .type = COLUMN_TEXT, .values = many, .n_values = 8, .distinct = 8 },
    { .name = "shipping", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .unit = "$", .distinct = 6 },
    { .name = "customs fee", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .unit = "\u20ac", .distinct = 6 },
};
static struct column items[] = {
    { .name = "order", .type = COLUMN_INTEGER, .distinct = 39 },
    { .name = "product", .type = COLUMN_INTEGER, .distinct = 5 },
    { .name = "quantity", .type = COLUMN_INTEGER, .distinct = 7 },
    { .name = "conversion rate", .type = COLUMN_DECIMAL, .precision = 9, .scale = 4, .distinct = 60 },
};
static struct column products[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 5 },
    { .name = "price", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .distinct = 5 },
};
static struct column accounts[] = {
    { .name = "date", .type = COLUMN_DATE, .distinct = 12 },
    { .name = "balance", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .distinct = 60 },
    { .name = "state", .type = COLUMN_TEXT, .values = january, .n_values = 1, .distinct = 1 },
};
static struct column visits[] = {
    { .name = "customer", .type = COLUMN_INTEGER, .distinct = 201 },
    { .name = "seconds", .type = COLUMN_INTEGER, .distinct = 201 },
    { .name = "state", .type = COLUMN_TEXT, .values = states, .n_values = 4, .distinct = 4 },
};

static const struct table tables[] = {
    { .name = "customers", .rows = 12, .columns = customers, .n_columns = COUNT_OF(customers) },
    { .name = "orders", .rows = 40, .columns = orders, .n_columns = COUNT_OF(orders) },
    { .name = "items", .rows = 90, .columns = items, .n_columns = COUNT_OF(items) },
    { .name = "products", .rows = 5, .columns = products, .n_columns = COUNT_OF(products) },
    { .name = "accounts", .rows = 60, .columns = accounts, .n_columns = COUNT_OF(accounts) },
    { .name = "visits", .rows = 5000, .columns = visits, .n_columns = COUNT_OF(visits) },
};

/* JSON in which ' stands for ". */
static struct json *quoted(const char *text)
{
    char *copy = arena_str(arena, text);

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    return parse(copy);
}

static struct check_result check(const char *query, enum check_author author, const char *profile)
{
    struct check_input in = { .tables = tables, .n_tables = COUNT_OF(tables), .author = author };
    const struct query *q;
    struct check_result found;
    struct request r;
    struct err err;

    if (query_from_json(arena, quoted(query), &q, &err))
        fail_msg("%s: %s", query, err.message);
    if (profile)
        in.profile = quoted(profile);
    r = request_of(arena, q);
    query_check(arena, &in, &r, &found);
    return found;
}

static const char *said(const struct check_result *found)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    for (size_t i = 0; i < found->n; i++) {
        const struct check_finding *f = &found->findings[i];
        buf_addf(&b, "%s%s %s: %s%s%s", i > 0 ? "\n" : "", f->is_error ? "error" : "warning", f->category, f->message,
                 f->fix ? " " : "", f->fix ? f->fix : "");
    }
    return b.n > 0 ? arena_dup(arena, b.p, b.n) : "";
}

struct one {
    const char *query, *said;
};

/* An error of a reader is a warning to a person; a warning stays one. */
static void each(const struct one *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct check_result made = check(list[i].query, CHECK_MADE, NULL);
        struct check_result written = check(list[i].query, CHECK_WRITTEN, NULL);
        if (strcmp(said(&made), list[i].said) != 0)
            fail_msg("%s\nfound:  %s\nwanted: %s", list[i].query, said(&made), list[i].said);
        assert_int_equal(written.n, made.n);
        assert_int_equal(written.n_errors, 0);
    }
}

#define SUM(name) "{'aggregate':'sum','arg':{'column':'" name "'}}"
#define SUM_OF(of, name) "{'aggregate':'sum','arg':{'column':'" name "','of':'" of "'}}"
#define EQ(a, x, b, y) "{'op':'=','args':[{'column':'" x "','of':'" a "'},{'column':'" y "','of':'" b "'}]}"
#define JOINED "'from':[{'table':'customers'},{'table':'orders','on':" EQ("customers", "id", "orders", "customer") "}]"
#define ITEMS                                                                                                          \
    "'from':[{'table':'products'},{'table':'items','on':" EQ(                                                          \
        "products", "id", "items", "product") "},"                                                                     \
                                              "{'table':'orders','on':" EQ("items", "order", "orders",                 \
                                                                           "order_id") "}]"
#define FROM(table) "'from':[{'table':'" table "'}]"
#define WHERE(op, x, value) "'where':[{'op':'" op "','args':[{'column':'" x "'},{'value':'" value "'}]}]"
#define REPEATED(what, other)                                                                                          \
    "error grain: '" what "' counts several times here, once for each of its rows in '" other "'. Where each row is "  \
    "to count once, keep those that exist in '" other "' in place of joining it."
#define PERHAPS(what, other)                                                                                           \
    "warning grain: '" what "' may count several times here, once for each of its rows in '" other "'. Where each "    \
    "row is to count once, keep those that exist in '" other "' in place of joining it."

static void sums_over_repeated_rows_are_told(void **state)
{
    static const struct one list[] = {
        { "{" JOINED ",'select':[" SUM_OF("customers", "debt") "]}", REPEATED("debt", "orders") },
        { "{" JOINED ",'group':[{'column':'city','of':'customers'}],'select':[" SUM_OF("customers", "debt") "]}",
          REPEATED("debt", "orders") },
        /* as commas and conditions say it */
        { "{'from':[{'table':'customers'},{'table':'orders','join':'cross'}],'where':[" EQ(
              "orders", "customer", "customers", "id") "],'select':[" SUM_OF("customers", "debt") "]}",
          REPEATED("debt", "orders") },
        { "{'from':[{'table':'customers'},{'table':'orders','join':'cross'}],'select':[" SUM_OF("customers",
                                                                                                "debt") "]}",
          REPEATED("debt", "orders") },
        /* through a table between */
        { "{" ITEMS ",'select':[" SUM_OF("orders", "shipping") "]}", REPEATED("shipping", "items") },
        /* the finer rows, and what is worked out of both */
        { "{" JOINED ",'select':[" SUM_OF("orders", "shipping") "]}", "" },
        { "{" ITEMS ",'select':[" SUM_OF("items", "quantity") "]}", "" },
        { "{" ITEMS ",'select':[{'aggregate':'sum','arg':{'op':'*','args':[{'column':'price','of':'products'},"
          "{'column':'quantity','of':'items'}]}}]}",
          "" },
        /* what stays right */
        { "{" JOINED ",'select':[{'aggregate':'max','arg':{'column':'debt','of':'customers'}},"
          "{'aggregate':'count','arg':{'column':'debt','of':'customers'}}]}",
          "" },
        { "{" JOINED ",'select':[{'aggregate':'sum','arg':{'column':'debt','of':'customers'},'distinct':true}]}", "" },
        { "{" ITEMS ",'select':[" SUM_OF("products", "price") "]}", "" },
    };

    (void)state;
    each(list, COUNT_OF(list));
}

static void what_may_yet_be_meant_is_a_warning(void **state)
{
    static const struct one list[] = {
        { "{" JOINED ",'select':[{'aggregate':'average','arg':{'column':'debt','of':'customers'}}]}",
          PERHAPS("debt", "orders") },
        { "{" JOINED ",'group':[{'column':'state','of':'orders'}],'select':[" SUM_OF("customers", "debt") "]}",
          PERHAPS("debt", "orders") },
        { "{" JOINED ",'where':[{'op':'=','args':[{'column':'state','of':'orders'},{'value':'paid'}]}],"
          "'select':[" SUM_OF("customers", "debt") "]}",
          PERHAPS("debt", "orders") },
        /* nothing is known of how often a customer visits */
        { "{'from':[{'table':'customers'},{'table':'visits','on':" EQ(
              "customers", "id", "visits", "customer") "}],'select':[" SUM_OF("customers", "debt") "]}",
          "" },
        /* nor of what two columns tell together */
        { "{'from':[{'table':'customers'},{'table':'orders','on':{'op':'and','args':[" EQ(
              "customers", "id", "orders", "customer") "," EQ("customers", "age", "orders",
                                                              "order_id") "]}}],"
                                                                          "'select':[" SUM_OF("customers", "debt") "]}",
          "" },
        { "{'from':[{'table':'customers'},{'table':'orders','on':{'op':'<','args':[{'column':'id','of':'customers'},"
          "{'column':'customer','of':'orders'}]}}],'select':[" SUM_OF("customers", "debt") "]}",
          "" },
        /* a query with a row for each customer */
        { "{'from':[{'table':'customers'},{'query':{" FROM(
              "orders") ",'group':[{'column':'customer'}],"
                        "'select':[{'column':'customer'},{'aggregate':'count'}]},'as':'o','on':" EQ(
                            "customers", "id", "o", "customer") "}],"
                                                                "'select':[" SUM_OF("customers", "debt") "]}",
          "" },
    };

    (void)state;
    each(list, COUNT_OF(list));
}

static void a_profile_tells_what_the_tables_do_not(void **state)
{
    static const char query[] = "{'from':[{'table':'customers'},{'table':'visits','on':" EQ(
        "customers", "id", "visits", "customer") "}],'select':[" SUM_OF("customers", "debt") "]}";
    static const char profile[] = "{'tables':[{'name':'visits','row_count':5000,'keys':[],'columns':[{'name':"
                                  "'customer','distinct':%d,'min':1,'max':5000}]}]}";
    struct check_result found = check(query, CHECK_MADE, NULL);

    (void)state;
    assert_string_equal(said(&found), "");
    found = check(query, CHECK_MADE, arena_printf(arena, profile, 12));
    assert_string_equal(said(&found), REPEATED("debt", "visits"));
    found = check(query, CHECK_MADE, arena_printf(arena, profile, 5000));
    assert_string_equal(said(&found), "");
}

#define NO_SUM(what, is, instead)                                                                                      \
    "error meaning: " what " is " is ": such numbers do not add up. Ask for the " instead " instead."

static void sums_that_say_nothing_are_told(void **state)
{
    static const struct one list[] = {
        { "{" FROM("orders") ",'select':[" SUM("order_id") "]}",
          NO_SUM("'order_id'", "an id", "number of different ones") },
        { "{" FROM("products") ",'select':[" SUM("price") "]}",
          "warning meaning: 'price' is a price: a total of such numbers says little. Ask for the average instead." },
        { "{" FROM("items") ",'select':[" SUM("conversion rate") "]}",
          NO_SUM("'conversion rate'", "a rate", "average") },
        { "{" FROM("customers") ",'select':[" SUM("age") "]}",
          "warning meaning: 'age' is an age: a total of such numbers says little. Ask for the average instead." },
        { "{" FROM("orders") ",'select':[{'aggregate':'sum','arg':{'op':'year','args':[{'column':'day'}]}}]}",
          NO_SUM("what 'year' gives", "a point in time", "earliest or latest") },
        /* through a query, and as a share */
        { "{'from':[{'query':{" FROM(
              "customers") ",'group':[{'column':'city'}],'select':[{'column':'city'},"
                           "{'expr':{'aggregate':'average','arg':{'column':'debt'}},'name':'mean'}]},'as':'c'}],"
                           "'select':[" SUM("mean") "]}",
          NO_SUM("'mean'", "a rate", "average") },
        { "{" FROM("products") ",'select':[{'window':'share','arg':{'column':'price'}}]}",
          "warning meaning: 'price' is a price: a total of such numbers says little. Ask for the average instead." },
        /* a factor changes nothing, a quantity does */
        { "{" FROM("products") ",'select':[{'aggregate':'sum','arg':{'op':'*','args':[{'column':'price'},"
                               "{'value':100}]}}]}",
          "warning meaning: what '*' gives is a price: a total of such numbers says little. Ask for the average "
          "instead." },
        { "{" FROM("products") ",'select':[{'aggregate':'average','arg':{'column':'price'}}," SUM("id") "]}",
          NO_SUM("'id'", "an id", "number of different ones") },
        /* states of one day add up, those of several do not */
        { "{" FROM("accounts") ",'select':[" SUM("balance") "]}",
          NO_SUM("'balance'", "a state or a running total", "latest") },
        { "{" FROM("accounts") ",'group':[{'column':'date'}],'select':[{'column':'date'}," SUM("balance") "]}", "" },
        { "{" FROM("accounts") "," WHERE("=", "date", "2024-01-31") ",'select':[" SUM("balance") "]}", "" },
        /* what is grouped by */
        { "{" FROM("items") ",'group':[{'column':'quantity'}],'select':[{'column':'quantity'}," SUM("quantity") "]}",
          "error grain: 'quantity' is what is grouped by: it has one value in each group. Group by something else, or "
          "count the rows." },
        { "{" FROM("items") ",'group':[{'column':'quantity'}],'select':[{'column':'quantity'},"
                            "{'aggregate':'count','arg':{'column':'quantity'}}]}",
          "" },
    };

    (void)state;
    each(list, COUNT_OF(list));
}

static void currencies_are_not_mixed(void **state)
{
    static const char mixed[] = "error meaning: 'amount' is in several currencies. Group by 'currency', or ask for one "
                                "of its values.";
    static const struct one list[] = {
        { "{" FROM("orders") ",'select':[" SUM("amount") "]}", mixed },
        { "{" FROM("orders") ",'select':[{'aggregate':'average','arg':{'column':'amount'}}]}", mixed },
        { "{" FROM("orders") ",'group':[{'column':'currency'}],'select':[" SUM("amount") "]}", "" },
        { "{" FROM("orders") "," WHERE("=", "currency", "EUR") ",'select':[" SUM("amount") "]}", "" },
        { "{" FROM("orders") ",'select':[" SUM("shipping") ",{'aggregate':'count'}]}", "" },
        { "{" FROM("orders") ",'select':[{'op':'+','args':[{'column':'shipping'},{'column':'customs fee'}]}]}",
          "error meaning: 'shipping' is in $ and 'customs fee' in \u20ac. Bring one of them to the other's currency "
          "first." },
        { "{" FROM("orders") ",'select':[{'op':'/','args':[{'column':'shipping'},{'column':'customs fee'}]}]}", "" },
    };

    (void)state;
    each(list, COUNT_OF(list));
}

static void texts_that_a_column_does_not_have_are_told(void **state)
{
    static const struct one list[] = {
        { "{" FROM("customers") "," WHERE("=", "city", "Pariss") "}",
          "error value: 'city' has no value \"Pariss\". Did you mean \"Paris\"?" },
        { "{" FROM("customers") "," WHERE("<>", "city", "London") "}",
          "warning value: 'city' has no value \"London\" to leave out. It has \"Paris\" and \"Rome\"." },
        { "{" FROM("orders") "," WHERE("=", "state", "open") "}",
          "error value: 'state' has no value \"open\". Did you mean \"Open\"?" },
        { "{" FROM("orders") "," WHERE("=", "letter", "z") "}", "error value: 'letter' has no value \"z\"." },
        { "{" FROM("orders") "," WHERE("same", "state", "open") "}", "" },
        { "{" FROM("orders") "," WHERE("contains", "state", "xyz") "}", "" },
        { "{" FROM("orders") ",'where':[{'op':'in','args':[{'column':'state'},{'value':'paid'},{'value':'lost'}]}]}",
          "error value: 'state' has no value \"lost\". It has \"Open\", \"paid\", \"sent back\" and \"void\"." },
        /* of tables one behind another, and through a query */
        { "{'from':[{'union':['accounts','visits'],'as':'u'}]," WHERE("=", "state", "paid") "}", "" },
        { "{'from':[{'query':{'from':[{'union':['accounts','visits'],'as':'u'}]},'as':'q'}]," WHERE("=", "state",
                                                                                                    "paid") "}",
          "" },
        { "{'from':[{'union':['accounts','visits'],'as':'u'}]," WHERE("=", "state", "Void") "}",
          "error value: 'state' has no value \"Void\". Did you mean \"void\"?" },
    };

    (void)state;
    each(list, COUNT_OF(list));
}

/* Each query adds the column of the one in it to itself: two ways at each of them. */
static void shared_parts_are_followed_for_a_bounded_while(void **state)
{
    const struct expr *both[2] = { expr_column(arena, "t", "amount"), expr_column(arena, "t", "amount") };
    struct check_input in = { .tables = tables, .n_tables = COUNT_OF(tables) };
    struct relation r = { .kind = RELATION_TABLE, .name = "t", .tables = &(const char *){ "orders" }, .n_tables = 1 };
    struct check_result found;
    struct request request;

    (void)state;
    for (int i = 0; i < 20; i++) {
        struct query q = query_over(arena, r), *kept = arena_alloc(arena, sizeof *kept);
        struct output *output = arena_alloc(arena, sizeof *output);
        *output = (struct output){ expr_call(arena, FUNCTION_DIVIDE, both, 2), "amount" };
        q.outputs = output;
        q.n_outputs = 1;
        *kept = q;
        r = (struct relation){ .kind = RELATION_QUERY, .name = "t", .query = kept };
    }
    {
        struct query q = query_over(arena, r);
        struct output sum = { expr_aggregate(arena, AGGREGATE_SUM, both[0]), NULL };
        q.outputs = &sum;
        q.n_outputs = 1;
        request = request_of(arena, &q);
        query_check(arena, &in, &request, &found);
        assert_int_equal(found.n_errors, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sums_over_repeated_rows_are_told),
        TEST(what_may_yet_be_meant_is_a_warning),
        TEST(a_profile_tells_what_the_tables_do_not),
        TEST(sums_that_say_nothing_are_told),
        TEST(currencies_are_not_mixed),
        TEST(texts_that_a_column_does_not_have_are_told),
        TEST(shared_parts_are_followed_for_a_bounded_while),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
