/* test_csv_load.c - the loader gives what a builder makes of the same records, whatever the file holds. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "csv/csv_load.h"
#include "csv/csv_table.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/table.h"
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_BYTES (64u << 20)

/* ---- both ways ---- */

struct outcome {
    struct arena *arena;
    struct columns *columns;
    struct notes notes;
};

static void outcome_done(struct outcome *l)
{
    columns_free(l->columns);
    arena_free(l->arena);
}

static struct outcome by_loader(const struct csv_table *t, const struct row_list *without)
{
    struct outcome l = { .arena = arena_new() };
    struct err err;

    notes_init(&l.notes, l.arena);
    if (csv_load(t, without, NULL, &l.notes, &l.columns, &err))
        fail_msg("%s: %s", err.message, err.detail);
    return l;
}

static struct outcome by_builder(const struct csv_table *t, const struct row_list *without)
{
    const struct csv_shape *s = csv_table_shape(t);
    struct outcome l = { .arena = arena_new() };
    struct datum *row = arena_array(l.arena, s->n_columns, sizeof *row);
    struct csv_reader *r = csv_reader_new(t);
    struct builder *b = builder_new(s->n_columns);
    enum csv_step step = CSV_SKIPPED;
    size_t at = s->first;
    struct err err;

    notes_init(&l.notes, l.arena);
    while (step != CSV_END && step != CSV_OTHER) {
        assert_int_equal(csv_read(r, at, row, &at, &step, &err), 0);
        if (step == CSV_RECORD)
            assert_int_equal(builder_add(b, row, 1, &err), 0);
        csv_reader_forget(r);
    }
    csv_table_say(t, &l.notes);
    csv_reader_say((const struct csv_reader *const *)&r, 1, &l.notes);
    builder_drop(b, without);
    assert_int_equal(builder_end(b, s->names, NULL, &l.notes, &l.columns, &err), 0);
    csv_reader_free(r);
    builder_free(b);
    return l;
}

/* ---- compared ---- */

static void same_texts(const char *a, const char *b)
{
    if (a && b)
        assert_string_equal(a, b);
    else
        assert_true(!a && !b);
}

static void same_description(const struct column *a, const struct column *b)
{
    assert_string_equal(a->name, b->name);
    if (a->type != b->type)
        fail_msg("'%s' is %s and %s", a->name, column_type_name(a->type), column_type_name(b->type));
    assert_int_equal(a->precision, b->precision);
    assert_int_equal(a->scale, b->scale);
    same_texts(a->unit, b->unit);
    if (a->nulls != b->nulls || a->distinct != b->distinct || a->misfits != b->misfits)
        fail_msg("'%s': nulls %zu and %zu, distinct %zu and %zu, misfits %zu and %zu", a->name, (size_t)a->nulls,
                 (size_t)b->nulls, (size_t)a->distinct, (size_t)b->distinct, (size_t)a->misfits, (size_t)b->misfits);
    assert_int_equal(a->n_values, b->n_values);
    for (size_t i = 0; i < a->n_values; i++)
        assert_string_equal(a->values[i], b->values[i]);
    assert_int_equal(a->n_misfit, b->n_misfit);
}

static void same_column(const struct columns *a, const struct columns *b, size_t i, const struct column *c)
{
    struct buf s CLEANUP(buf_done) = BUF(100), t CLEANUP(buf_done) = BUF(100);

    for (uint64_t row = 0; row < columns_rows(a); row++) {
        size_t n = 0, m = 0;
        const char *p = columns_value(a, i, row, &s, &n), *q = columns_value(b, i, row, &t, &m);
        if (!p != !q || n != m || (p && memcmp(p, q, n) != 0))
            fail_msg("'%s' row %zu: '%.*s' and '%.*s'", c->name, (size_t)row, (int)n, p ? p : "", (int)m, q ? q : "");
    }
    for (uint64_t k = 0; k < c->misfits; k++) {
        uint64_t row, other;
        size_t n, m;
        const char *p = columns_misfit(a, i, k, &row, &n), *q = columns_misfit(b, i, k, &other, &m);
        assert_int_equal(row, other);
        assert_int_equal(n, m);
        assert_memory_equal(p, q, n);
    }
}

static void same_notes(const struct notes *a, const struct notes *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        assert_string_equal(a->text[i], b->text[i]);
    assert_int_equal(a->n, b->n);
}

static void both_ways_agree_without(const struct buf *file, const struct row_list *without)
{
    struct outcome a, b;
    const struct column *x, *y;
    struct csv_table *t;
    struct err err;

    assert_false(file->failed);
    assert_int_equal(csv_table_open(file->p, file->n, &t, &err), 0);
    a = by_loader(t, without);
    b = by_builder(t, without);
    assert_int_equal(columns_rows(a.columns), columns_rows(b.columns));
    assert_int_equal(columns_describe(a.columns, &x), columns_describe(b.columns, &y));
    for (size_t i = 0; i < csv_table_shape(t)->n_columns; i++) {
        same_description(&x[i], &y[i]);
        same_column(a.columns, b.columns, i, &x[i]);
    }
    same_notes(&a.notes, &b.notes);
    outcome_done(&a);
    outcome_done(&b);
    csv_table_free(t);
}

static void both_ways_agree(const struct buf *file)
{
    both_ways_agree_without(file, NULL);
}

/* ---- files ---- */

static uint64_t seed;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

enum late { NEVER, AT_END, FROM_MIDDLE, AT_TIMES };

/* One kind of column: what most of its cells are, and what some are from some row on. */
static const struct kind {
    const char *name, *usual, *odd; /* %u a number, %d a day, %m a month, %w a word, %h an hour */
    enum late late;
} kinds[] = {
    { "int", "%u", NULL, NEVER },
    { "int_decimal", "%u", "%u.25", FROM_MIDDLE },
    { "int_places", "%u.5", "%u.12345", AT_END },
    { "int_wide", "%u", "9223372036854775808", AT_END },
    { "int_19", "%u", "-9223372036854775808", AT_TIMES },
    { "int_19_places", "9223372036854775807", "%u.5", AT_END },
    { "int_huge", "%u", "12345678901234567890123456789012345678", AT_TIMES },
    { "int_too_huge", "%u", "123456789012345678901234567890123456789", AT_END },
    { "int_word", "%u", "n/k", AT_TIMES },
    { "int_word_last", "%u", "n/k", AT_END },
    { "int_words", "%u", "%w", FROM_MIDDLE },
    { "int_zeros", "%u", "007", AT_END },
    { "int_code", "1%u", "A%u", AT_TIMES },
    { "int_exponent", "%u.5", "1.5e3", AT_TIMES },
    { "int_null", "%u", "NA", AT_TIMES },
    { "int_empty", "%u", "", AT_TIMES },
    { "empty_int", "", "%u", AT_END },
    { "all_empty", "", NULL, NEVER },
    { "plus", "+%u", "%u", AT_TIMES },
    { "thousands", "1,%03u", "12", AT_TIMES },
    { "maybe_thousands", "1.%03u", "1.%03u.%03u", AT_END },
    { "comma", "%u,5", "1.234,56", AT_TIMES },
    { "mixed_marks", "%u,5", "%u.5", FROM_MIDDLE },
    { "percent", "%u%%", "%u.5%%", AT_TIMES },
    { "money", "$%u.00", "$1,%03u", AT_TIMES },
    { "moneys", "$%u.00", "%u EUR", AT_END },
    { "brackets", "%u", "(%u)", AT_TIMES },
    { "float", "%u.5e-3", "%u", AT_TIMES },
    { "date", "2024-%m-%d", NULL, NEVER },
    { "date_time", "2024-%m-%d", "2024-%m-%d %h:30", AT_END },
    { "date_bad", "2024-%m-%d", "2024-02-30", AT_TIMES },
    { "slashes", "%m/%m/2024", "%d/%m/2024", AT_TIMES },
    { "open", "%m/%m/2024", NULL, NEVER },
    { "orders", "13/%m/2024", "%m/13/2024", FROM_MIDDLE },
    { "time", "2024-%m-%dT%h:05:09.25", "2024-%m-%d", AT_TIMES },
    { "zoned", "2024-%m-%dT%h:05:09Z", "2024-%m-%dT%h:05:09+02:00", AT_END },
    { "local", "2024-%m-%dT%h:05-05:00", NULL, NEVER },
    { "local_utc", "2024-%m-%dT%h:05-05:00", "2024-%m-%dT%h:05Z", AT_END },
    { "summer", "2024-%m-%dT%h:05-05:00", "2024-%m-%dT%h:05-04:00", FROM_MIDDLE },
    { "months", "2024-%m", NULL, NEVER },
    { "months_not", "2024-%m", "2024-%m-%d", AT_END },
    { "pointed", "%d.1.24", NULL, NEVER },
    { "codes", "%uE5", NULL, NEVER },
    { "codes_late", "%u", "1E5", AT_END },
    { "accounts", "$%u.00", "$-", AT_TIMES },
    { "date8", "2024%m%d", NULL, NEVER },
    { "date8_not", "2024%m%d", "20241399", AT_END },
    { "number8", "2024%m%d", "1", AT_END },
    { "truth", "yes", "no", AT_TIMES },
    { "truth_not", "yes", "maybe", AT_END },
    { "word", "%w", NULL, NEVER },
    { "word_int", "%w", "%u", FROM_MIDDLE },
    { "quoted", "\"%w, \"\"%u\"\"\"", "\"two\nlines %u\"", AT_TIMES },
    { "quoted_int", "\"%u\"", "%u", AT_TIMES },
    { "many", "text number %u of many, %u", NULL, NEVER },
};

static void add_cell(struct buf *b, const char *form)
{
    static const char *const words[] = { "North", "South", "a word", "Ost", "Jan", "na\xc3\xafve" };

    for (; *form; form++) {
        if (*form != '%') {
            buf_addc(b, *form);
            continue;
        }
        form++;
        if (*form == 'u')
            buf_addf(b, "%u", chance(100) ? chance(5000) + 1 : chance(1000000000) + 1);
        else if (*form == 'd')
            buf_addf(b, "%02u", chance(28) + 1);
        else if (*form == 'm')
            buf_addf(b, "%02u", chance(12) + 1);
        else if (*form == 'h')
            buf_addf(b, "%02u", chance(24));
        else if (*form == 'w')
            buf_adds(b, words[chance(COUNT_OF(words))]);
        else if (*form == '0')
            buf_addf(b, "%03u", chance(1000)), form += 2;
        else
            buf_addc(b, '%');
    }
}

static bool is_odd(enum late late, size_t row, size_t rows)
{
    return (late == AT_END && row + 1 == rows) || (late == FROM_MIDDLE && row > rows / 2 && chance(3) == 0) ||
           (late == AT_TIMES && chance(40) == 0);
}

enum { RAGGED = 1, CRLF = 2 };

/* Columns of the kinds from `first` on, quoted where a comma would cut them. */
static void make_file(struct buf *b, size_t first, size_t columns, size_t rows, unsigned flags)
{
    const char *line = flags & CRLF ? "\r\n" : "\n";
    bool ragged = flags & RAGGED;

    for (size_t i = 0; i < columns; i++)
        buf_addf(b, "%s%s", i ? "," : "", kinds[(first + i) % COUNT_OF(kinds)].name);
    buf_adds(b, line);
    for (size_t row = 0; row < rows; row++) {
        size_t n = ragged && chance(500) == 0 ? columns - 1 : columns;
        for (size_t i = 0; i < n; i++) {
            const struct kind *k = &kinds[(first + i) % COUNT_OF(kinds)];
            const char *form = k->odd && is_odd(k->late, row, rows) ? k->odd : k->usual;
            bool quote = strchr(form, ',') && *form != '"';
            if (i > 0)
                buf_addc(b, ',');
            if (quote)
                buf_addc(b, '"');
            add_cell(b, form);
            if (quote)
                buf_addc(b, '"');
        }
        buf_adds(b, line);
        if (ragged && chance(700) == 0)
            buf_adds(b, line);
    }
}

static void columns_of_every_kind_are_as_a_builder_makes_them(void **state)
{
    (void)state;
    for (seed = 1; seed < 40; seed++) {
        struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);
        size_t rows = seed % 4 == 0 ? 19 + chance(3) : 1 + chance(3000);
        make_file(&file, chance(COUNT_OF(kinds)), 3 + chance(20), rows, (unsigned)seed % 4);
        both_ways_agree(&file);
    }
}

/* Larger than the sample that types are guessed from, so that what comes late overturns the guess. */
static void what_the_sample_did_not_show_is_found(void **state)
{
    (void)state;
    for (size_t first = 0; first < COUNT_OF(kinds); first += 7) {
        struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);
        seed = first;
        make_file(&file, first, 7, 14000, first % 2 ? CRLF : 0);
        assert_true(file.n > CSV_TYPES_BYTES + CSV_FOOTER_BYTES);
        both_ways_agree(&file);
    }
}

/* Several blocks, whose borders fall into quoted cells with line ends. */
static void blocks_are_joined_where_records_end(void **state)
{
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);

    (void)state;
    seed = 77;
    buf_adds(&file, "n,text,word\n");
    for (unsigned row = 0; file.n < 2 * CSV_BLOCK_BYTES + 70000; row++) {
        buf_addf(&file, "%u,", row);
        buf_addc(&file, '"');
        for (unsigned k = chance(200); k > 0; k--)
            buf_adds(&file, chance(6) ? "some words," : "a line\n1,2,3\n");
        buf_addf(&file, "\",%u.5\n", row % 7);
    }
    both_ways_agree(&file);
}

/* In the first block, in the second, and one that made its column text. */
static void rows_that_are_left_out_are_as_if_they_were_not_there(void **state)
{
    static const uint64_t rows[] = { 0, 3, 4, 200000, 200001, 399999 };
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);

    (void)state;
    buf_adds(&file, "n,text,word\n");
    for (unsigned row = 0; row < 400000; row++)
        buf_addf(&file, "%u,some words of a text,%s\n", row,
                 row == 200001 ? "12345678901234567890"
                 : row == 4    ? "007"
                               : "12");
    assert_true(!file.failed && file.n > 2 * CSV_BLOCK_BYTES);
    both_ways_agree_without(&file, &(struct row_list){ rows, 6 });
    both_ways_agree_without(&file, &(struct row_list){ rows + 1, 1 });
    both_ways_agree_without(&file, &(struct row_list){ rows, 0 });
}

static void many_columns_are_read_too(void **state)
{
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);

    (void)state;
    seed = 3;
    make_file(&file, 0, 500, 60, 0);
    both_ways_agree(&file);
}

/* ---- threads ---- */

static char *saved_bytes(const struct csv_table *t, uint64_t *ret_n)
{
    struct outcome l = by_loader(t, NULL);
    int fd = memfd_create("columns", 0);
    struct err err;
    char *p;

    assert_true(fd >= 0);
    assert_int_equal(columns_save(l.columns, fd, ret_n, &err), 0);
    p = malloc(*ret_n);
    assert_int_equal(pread(fd, p, *ret_n, 0), *ret_n);
    close(fd);
    outcome_done(&l);
    return p;
}

static void the_number_of_threads_makes_no_difference(void **state)
{
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);
    struct csv_table *t;
    cpu_set_t all, one;
    uint64_t n, m;
    struct err err;
    char *p, *q;

    (void)state;
    seed = 5;
    make_file(&file, 0, 12, 90000, 0);
    assert_true(file.n > CSV_BLOCK_BYTES);
    assert_int_equal(csv_table_open(file.p, file.n, &t, &err), 0);
    p = saved_bytes(t, &n);
    CPU_ZERO(&one);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    q = saved_bytes(t, &m);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_int_equal(n, m);
    assert_memory_equal(p, q, n);
    free(p);
    free(q);
    csv_table_free(t);
}

/* Under UBSan: what lies in the slots of rows without a value is not multiplied. */
static void rows_without_a_value_bear_places_that_come_late(void **state)
{
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);

    (void)state;
    buf_adds(&file, "a,b\n");
    for (int i = 0; i < 100000; i++)
        buf_addf(&file, i % 3 ? "%d,x\n" : i % 2 ? ",x%d\n" : "NA,%d\n", i);
    buf_adds(&file, "0.123456,x\n");
    both_ways_agree(&file);
}

static void a_file_without_records_has_no_rows(void **state)
{
    struct buf file CLEANUP(buf_done) = BUF(FILE_BYTES);
    struct csv_table *t;
    struct outcome l;
    struct err err;

    (void)state;
    buf_adds(&file, "name,amount\n");
    assert_int_equal(csv_table_open(file.p, file.n, &t, &err), 0);
    l = by_loader(t, NULL);
    assert_int_equal(columns_rows(l.columns), 0);
    outcome_done(&l);
    csv_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_every_kind_are_as_a_builder_makes_them),
        cmocka_unit_test(what_the_sample_did_not_show_is_found),
        cmocka_unit_test(blocks_are_joined_where_records_end),
        cmocka_unit_test(rows_that_are_left_out_are_as_if_they_were_not_there),
        cmocka_unit_test(many_columns_are_read_too),
        cmocka_unit_test(the_number_of_threads_makes_no_difference),
        cmocka_unit_test(rows_without_a_value_bear_places_that_come_late),
        cmocka_unit_test(a_file_without_records_has_no_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
