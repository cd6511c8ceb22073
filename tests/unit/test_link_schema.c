/* test_link_schema.c - what is known of tables from their rows: traits, keys, joins, the clock, and the values. */
#include "base/buf.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "link/values.h"
#include "link_testing.h"
#include <stdio.h>
#include <stdlib.h>

static bool has(const struct link_schema *s, const char *table, const char *column, unsigned traits)
{
    return (s->columns[column_of(s, table, column)].traits & traits) == traits;
}

static void columns_are_what_their_values_say(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    const struct link_column *c = &s->columns[column_of(s, "customers", "is_member")];

    (void)state;
    assert_true(has(s, "customers", "customer_id", LINK_NUMBER | LINK_UNIQUE | LINK_KEY | LINK_ID));
    assert_true(has(s, "customers", "Name", LINK_NAMES | LINK_NAMELIKE | LINK_UNIQUE));
    assert_true(has(s, "customers", "sex", LINK_GENDER));
    assert_true(has(s, "customers", "birthYear", LINK_YEAR));
    assert_true(has(s, "Orders", "order_date", LINK_DATE));
    assert_true(has(s, "Orders", "rating", LINK_RATING));
    assert_true(has(s, "Orders", "cust_id", LINK_FOREIGN));
    assert_false(has(s, "Orders", "cust_id", LINK_UNIQUE));
    assert_false(has(s, "Orders", "totalamt", LINK_RATING));
    assert_true(c->traits & LINK_TRUTH);
    assert_string_equal(c->yes, "yes");
    assert_string_equal(c->no, "no");
    assert_string_equal(s->columns[column_of(s, "customers", "sex")].female, "F");
    assert_string_equal(s->columns[column_of(s, "customers", "weight_kg")].unit, "kg");
    assert_int_equal(s->columns[column_of(s, "Orders", "status")].distinct, 3);
}

static void joins_are_inferred(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    assert_int_equal(s->n_joins, 1);
    assert_int_equal(s->joins[0].from, column_of(s, "Orders", "cust_id"));
    assert_int_equal(s->joins[0].to, column_of(s, "customers", "customer_id"));
    assert_true(s->joins[0].inside == 1);
}

static void the_clock_is_the_latest_real_day(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    assert_true(s->has_clock);
    assert_int_equal(s->clock, 19860); /* 2024-05-17, and not 9999-12-31 */
}

static void headings_may_be_periods(void **state)
{
    static const struct small_column columns[] = {
        { "region", COLUMN_TEXT },     { "Jan 2023", COLUMN_INTEGER }, { "Feb 2023", COLUMN_INTEGER },
        { "Q1 2023", COLUMN_INTEGER }, { "2022", COLUMN_INTEGER },
    };
    static const char *const rows[] = { "north|1|2|3|4", "south|5|6|7|8", NULL };
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();

    (void)state;
    add_table(s, "sales", columns, COUNT_OF(columns), rows);
    link_schema_end(s);
    assert_false(s->columns[0].traits & LINK_CROSSTAB);
    assert_true(s->columns[1].traits & LINK_CROSSTAB);
    assert_int_equal(s->columns[1].heading_month, 1);
    assert_int_equal(s->columns[2].heading_year, 2023);
    assert_int_equal(s->columns[3].heading_quarter, 1);
    assert_int_equal(s->columns[4].heading_year, 2022);
    assert_false(s->has_clock);
}

static void a_schema_without_rows_or_tables_is_fine(void **state)
{
    static const struct small_column columns[] = { { "id", COLUMN_INTEGER }, { "name", COLUMN_TEXT } };
    static const char *const rows[] = { NULL };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();
    struct link_schema *none CLEANUP(link_schema_cleanup) = link_schema_new();

    (void)state;
    add_table(s, "empty", columns, COUNT_OF(columns), rows);
    link_schema_end(s);
    assert_true(s->columns[0].most < s->columns[0].least);
    assert_int_equal(s->n_joins, 0);
    link_schema_end(none);
    linked(a, s, "names of the empty one");
    assert_int_equal(linked(a, none, "zorblat").n_mentions, 0);
    assert_true(link_schema_bytes(s) > 0);
}

/* ---- by columns ---- */

#define MANY 70000 /* rows: more numbers than are kept of a column */

static size_t cell_text(size_t column, size_t row, char *ret, size_t room)
{
    static const char *const towns[] = { "New York", "Brooklyn Heights", "K\xc3\xb6ln" };
    int n = 0;

    if (row % 7 == 3 && column > 0)
        return 0;
    switch (column) {
    case 0:
        n = snprintf(ret, room, "%zu", row + 1);
        break;
    case 1:
        n = snprintf(ret, room, "%s", towns[row % 3]);
        break;
    case 2:
        n = snprintf(ret, room, "%zu.%02zu", row * 37 % 90001, row % 100);
        break;
    case 3:
        n = snprintf(ret, room, "20%02zu-%02zu-%02zu", row % 20, 1 + row % 12, 1 + row % 28);
        break;
    case 4:
        n = snprintf(ret, room, "%s", row % 2 ? "true" : "false");
        break;
    case 5:
        n = snprintf(ret, room, "a code %zu", row * 7919 % 100003);
        break;
    case 6:
        n = snprintf(ret, room, "%zu12345678901234567890.5", 1 + row % 5);
        break;
    default:
        n = snprintf(ret, room, "-%zu.5e%zu", row % 9, row % 4);
        break;
    }
    return (size_t)n;
}

#define OF_ALL_TYPES 8

static struct columns *many_columns(struct arena *a)
{
    static const char *const names[OF_ALL_TYPES] = { "id", "town", "paid", "day", "member", "code", "long", "real" };
    struct builder *b = builder_new(OF_ALL_TYPES);
    struct columns *c;
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    for (size_t row = 0; row < MANY; row++) {
        struct datum cells[OF_ALL_TYPES];
        char texts[OF_ALL_TYPES][64];
        for (size_t i = 0; i < OF_ALL_TYPES; i++)
            cells[i] = datum_text(texts[i], cell_text(i, row, texts[i], sizeof texts[i]));
        assert_int_equal(builder_add(b, cells, 1, &err), 0);
    }
    assert_int_equal(builder_end(b, names, NULL, &notes, &c, &err), 0);
    builder_free(b);
    return c;
}

static void add_rows(struct link_schema *s, const struct columns *c)
{
    struct buf scratch[OF_ALL_TYPES];
    struct link_cell cells[OF_ALL_TYPES];

    for (size_t i = 0; i < OF_ALL_TYPES; i++)
        buf_init(&scratch[i], 256);
    for (uint64_t row = 0; row < columns_rows(c); row++) {
        for (size_t i = 0; i < OF_ALL_TYPES; i++)
            cells[i].p = columns_value(c, i, row, &scratch[i], &cells[i].n);
        link_schema_row(s, cells);
    }
    for (size_t i = 0; i < OF_ALL_TYPES; i++)
        buf_done(&scratch[i]);
}

static struct link_schema *many(const struct columns *c, bool by_rows)
{
    struct link_schema *s = link_schema_new();
    const struct column *described;
    struct column copy[OF_ALL_TYPES];
    struct table t = { .name = "many", .columns = copy, .n_columns = columns_describe(c, &described) };

    assert_int_equal(t.n_columns, OF_ALL_TYPES);
    memcpy(copy, described, sizeof copy);
    link_schema_table(s, &t);
    if (by_rows)
        add_rows(s, c);
    else
        link_schema_columns(s, c, NULL, NULL);
    link_schema_end(s);
    return s;
}

static void columns_are_taken_as_rows_are(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct columns *c = many_columns(a);
    struct link_schema *rows CLEANUP(link_schema_cleanup) = many(c, true);
    struct link_schema *columns CLEANUP(link_schema_cleanup) = many(c, false);

    (void)state;
    columns_free(c);
    assert_int_equal(rows->tables[0].rows, columns->tables[0].rows);
    for (size_t i = 0; i < OF_ALL_TYPES; i++) {
        const struct link_column *x = &rows->columns[i], *y = &columns->columns[i];
        const char *text;
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->traits, y->traits);
        assert_int_equal(x->nulls, y->nulls);
        assert_int_equal(x->distinct, y->distinct);
        assert_int_equal(x->cut, y->cut);
        assert_true(x->least == y->least && x->most == y->most);
        for (size_t k = 0; (text = link_values_text(rows->values, i, k)); k++)
            assert_string_equal(text, link_values_text(columns->values, i, k));
        assert_null(link_values_text(columns->values, i, x->cut ? LINK_COLUMN_VALUES : x->distinct));
    }
    assert_int_equal(columns->clock, rows->clock);
    assert_int_equal(columns->columns[6].type, COLUMN_DECIMAL); /* of 22 digits */
    assert_int_equal(columns->columns[7].type, COLUMN_FLOAT);
}

static void what_is_left_out_is_not_taken(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct columns *c = many_columns(a);
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();
    const struct column *described;
    bool left_out[OF_ALL_TYPES] = { [0] = true, [5] = true };
    uint64_t *none = calloc(MANY / 64 + 1, sizeof *none); /* no row has a value */
    uint64_t **parts = calloc(MANY, sizeof *parts);
    uint64_t *const *valid[OF_ALL_TYPES] = { [1] = parts };
    struct column copy[OF_ALL_TYPES - 2];
    struct table t = { .name = "many", .columns = copy, .n_columns = COUNT_OF(copy) };

    (void)state;
    assert_non_null(none);
    assert_non_null(parts);
    for (size_t i = 0; i < MANY; i++)
        parts[i] = none;
    columns_describe(c, &described);
    for (size_t i = 0, n = 0; i < OF_ALL_TYPES; i++)
        if (!left_out[i])
            copy[n++] = described[i];
    link_schema_table(s, &t);
    link_schema_columns(s, c, left_out, valid);
    link_schema_end(s);
    columns_free(c);
    free(none);
    free(parts);
    assert_int_equal(s->columns[0].nulls, MANY);
    assert_null(link_values_text(s->values, 0, 0));
    assert_string_equal(s->columns[2].name.text, "day");
    assert_true(s->columns[2].traits & LINK_DATE);
    assert_string_equal(link_values_text(s->values, 3, 0), "false");
}

static void a_key_of_more_numbers_than_are_kept_is_joined(void **state)
{
    static const struct small_column parents[] = { { "id", COLUMN_INTEGER }, { "town", COLUMN_TEXT } };
    static const struct small_column children[] = { { "parent_id", COLUMN_INTEGER }, { "paid", COLUMN_INTEGER } };
    static const char *const none[] = { NULL }, *const rows[] = { "69000|1", "69500|7", "69999|7", "69000|4", NULL };
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();

    (void)state;
    add_table(s, "parents", parents, COUNT_OF(parents), none);
    for (size_t i = 0; i < MANY; i++) {
        char text[24];
        struct link_cell cells[] = { { text, cell_text(0, i, text, sizeof text) }, { "Rome", 4 } };
        link_schema_row(s, cells);
    }
    add_table(s, "children", children, COUNT_OF(children), rows);
    link_schema_end(s);
    assert_true(s->n_joins > 0);
    assert_int_equal(s->joins[0].from, column_of(s, "children", "parent_id"));
    assert_int_equal(s->joins[0].to, column_of(s, "parents", "id"));
}

/* ---- values ---- */

static struct value_hit find(const struct link_schema *s, const char *text, size_t *ret_n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct tokenizer *t CLEANUP(tokenizer_cleanup) = tokenizer_new();
    struct value_hit hits[8] = { { .text = NULL } };
    struct token *tokens;
    struct err err;
    size_t n;

    assert_int_equal(tokens_read(t, a, text, &tokens, &n, &err), 0);
    *ret_n = link_values_find(s->values, tokens, n, hits, COUNT_OF(hits));
    return hits[0];
}

static void values_are_found(void **state)
{
    static const struct {
        const char *asked, *value;
        enum value_fit fit;
    } all[] = {
        { "new york", "New York", VALUE_WHOLE },
        { "Brooklyn", "Brooklyn Heights", VALUE_PART },
        { "ab12", "AB-12", VALUE_MARKS },
        { "AB 12", "AB-12", VALUE_WHOLE },
        { "koln", "Köln", VALUE_STEMS },
        { "cleo obrien", "Cleo O'Brien", VALUE_WHOLE },
        { "Brooklyn height", "Brooklyn Heights", VALUE_STEMS },
        { "2024-03-31", "2024-03-31", VALUE_WHOLE },
    };
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    size_t n;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct value_hit hit = find(s, all[i].asked, &n);
        assert_true(n >= 1);
        assert_string_equal(hit.text, all[i].value);
        assert_int_equal(hit.fit, all[i].fit);
    }
    assert_int_equal(find(s, "new york", &n).rows, 2);
    find(s, "york new", &n);
    assert_int_equal(n, 0);
    assert_int_equal(find(s, "New", &n).alike, 1);
}

static void numbers_are_found_by_their_value(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    size_t columns[4];

    (void)state;
    assert_int_equal(link_values_number(s->values, 50.0, columns, COUNT_OF(columns)), 1);
    assert_int_equal(columns[0], column_of(s, "Orders", "totalamt"));
    assert_int_equal(link_values_number(s->values, 5, columns, COUNT_OF(columns)), 4);
    assert_int_equal(link_values_number(s->values, -1, columns, COUNT_OF(columns)), 0);
    assert_string_equal(link_values_text(s->values, column_of(s, "customers", "home_city"), 1), "Brooklyn Heights");
    assert_null(link_values_text(s->values, column_of(s, "customers", "home_city"), 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_what_their_values_say),
        cmocka_unit_test(joins_are_inferred),
        cmocka_unit_test(the_clock_is_the_latest_real_day),
        cmocka_unit_test(headings_may_be_periods),
        cmocka_unit_test(a_schema_without_rows_or_tables_is_fine),
        cmocka_unit_test(columns_are_taken_as_rows_are),
        cmocka_unit_test(what_is_left_out_is_not_taken),
        cmocka_unit_test(a_key_of_more_numbers_than_are_kept_is_joined),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(numbers_are_found_by_their_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
