/* test_columns.c - columns saved and mapped again, and blocks that must not be believed. */
#include "columns_testing.h"
#include "grid/columns/columns_block.h"
#include <isa-l/crc64.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = { "id", "amount", "big", "day", "at", "ok", "real", "word", "note" };
#define COLUMNS COUNT_OF(names)

/* Thirty rows with everything there is: gaps, misfits, a decimal of each width, long and repeated texts. */
static struct made sample(void)
{
    static const char *const texts[30][COLUMNS] = {
        { "1", "12.50", "12345678901234567890.5", "2024-01-31", "2024-01-31T10:20:30.5", "true", "1.5e3", "north",
          "a text of more than a few letters" },
        { "2", "", "1", "", "2024-01-31T10:20", "false", "2", "", "" },
        { "3", "n/k", "2", "2024-02-29", "", "", "", "south", "x" },
    };
    struct datum values[30 * COLUMNS];

    for (size_t i = 0; i < 30 * COLUMNS; i++) {
        const char *text = texts[i / COLUMNS][i % COLUMNS];
        values[i] = text_datum(i / COLUMNS < 3 ? text : texts[0][i % COLUMNS]);
    }
    return make_columns(names, COLUMNS, values, 30);
}

/* The columns in a file behind `before` bytes. */
static int save(const struct columns *c, size_t before, uint64_t *ret_bytes)
{
    int fd = memfd_create("columns", 0);
    struct err err;

    assert_true(fd >= 0);
    assert_int_equal(lseek(fd, (off_t)before, SEEK_SET), before);
    assert_int_equal(columns_save(c, fd, ret_bytes, &err), 0);
    assert_int_equal(lseek(fd, 0, SEEK_END), before + *ret_bytes);
    return fd;
}

static void same(const struct columns *a, const struct columns *b)
{
    struct buf s CLEANUP(buf_done) = BUF(100), t CLEANUP(buf_done) = BUF(100);
    const struct column *x, *y;

    assert_int_equal(columns_rows(a), columns_rows(b));
    assert_int_equal(columns_describe(a, &x), columns_describe(b, &y));
    for (size_t i = 0; i < COLUMNS; i++) {
        assert_string_equal(x[i].name, y[i].name);
        assert_int_equal(x[i].type, y[i].type);
        assert_int_equal(x[i].precision, y[i].precision);
        assert_int_equal(x[i].nulls, y[i].nulls);
        assert_int_equal(x[i].distinct, y[i].distinct);
        assert_int_equal(x[i].n_values, y[i].n_values);
        assert_int_equal(x[i].misfits, y[i].misfits);
        for (uint64_t row = 0; row < columns_rows(a); row++) {
            size_t n = 0, m = 0;
            const char *p = columns_value(a, i, row, &s, &n), *q = columns_value(b, i, row, &t, &m);
            assert_int_equal(!p, !q);
            assert_int_equal(n, m);
            if (p)
                assert_memory_equal(p, q, n);
        }
    }
}

static void what_is_saved_is_mapped_again(void **state)
{
    struct made m = sample();
    struct columns *mapped;
    const struct column *c;
    uint64_t bytes, row;
    struct err err;
    size_t n;
    int fd = save(m.columns, 3 * COLUMNS_ALIGN, &bytes);

    (void)state;
    assert_int_equal(columns_map(fd, 3 * COLUMNS_ALIGN, bytes, &mapped, &err), 0);
    same(m.columns, mapped);
    columns_describe(mapped, &c);
    assert_int_equal(c[1].misfits, 1);
    assert_string_equal(c[1].misfit[0].text, "n/k");
    assert_memory_equal(columns_misfit(mapped, 1, 0, &row, &n), "n/k", 3);
    assert_int_equal(row, 2);
    assert_int_equal(c[2].precision, 21);
    assert_true(columns_bytes(mapped) > 0);
    columns_free(mapped);
    close(fd);
    made_done(&m);
}

static void columns_without_rows_are_saved_too(void **state)
{
    struct made m = make_columns(names, COLUMNS, NULL, 0);
    struct columns *mapped;
    uint64_t bytes;
    struct err err;
    int fd = save(m.columns, 0, &bytes);

    (void)state;
    assert_int_equal(columns_map(fd, 0, bytes, &mapped, &err), 0);
    same(m.columns, mapped);
    columns_free(mapped);
    close(fd);
    made_done(&m);
}

static void the_same_columns_give_the_same_bytes(void **state)
{
    struct made a = sample(), b = sample();
    uint64_t n, m;
    int one = save(a.columns, 0, &n), two = save(b.columns, 0, &m);
    char *p = malloc(n), *q = malloc(n);

    (void)state;
    assert_int_equal(n, m);
    assert_int_equal(pread(one, p, n, 0), n);
    assert_int_equal(pread(two, q, n, 0), n);
    assert_memory_equal(p, q, n);
    free(p);
    free(q);
    close(one);
    close(two);
    made_done(&a);
    made_done(&b);
}

static void is_refused(int fd, uint64_t offset, uint64_t bytes)
{
    struct columns *mapped = NULL;
    struct err err;

    assert_int_equal(columns_map(fd, offset, bytes, &mapped, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    assert_null(mapped);
}

static void a_changed_byte_is_found_wherever_it_is(void **state)
{
    struct made m = sample();
    uint64_t bytes;
    int fd = save(m.columns, 0, &bytes);

    (void)state;
    for (uint64_t i = 0; i < bytes; i++) {
        unsigned char was, is;
        assert_int_equal(pread(fd, &was, 1, (off_t)i), 1);
        is = was ^ 0x10;
        assert_int_equal(pwrite(fd, &is, 1, (off_t)i), 1);
        is_refused(fd, 0, bytes);
        assert_int_equal(pwrite(fd, &was, 1, (off_t)i), 1);
    }
    close(fd);
    made_done(&m);
}

static void a_block_that_is_cut_short_or_elsewhere_is_refused(void **state)
{
    struct made m = sample();
    uint64_t bytes;
    int fd = save(m.columns, 0, &bytes);

    (void)state;
    for (uint64_t n = 0; n < bytes; n += 7)
        is_refused(fd, 0, n);
    is_refused(fd, 0, bytes + 1);
    is_refused(fd, COLUMNS_ALIGN, bytes - COLUMNS_ALIGN);
    is_refused(fd, 1, bytes - 1);
    is_refused(fd, bytes + COLUMNS_ALIGN - bytes % COLUMNS_ALIGN, bytes);
    assert_int_equal(ftruncate(fd, (off_t)bytes - 1), 0);
    is_refused(fd, 0, bytes);
    close(fd);
    made_done(&m);
}

/* Whether the block is taken when byte `byte` of a column's values is another, and the checksum is right all the same:
 * it keeps out damage, not a bug of ours. */
static bool is_taken_with(size_t column, uint64_t byte, unsigned char value)
{
    struct made m = sample();
    uint64_t bytes, crc;
    int fd = save(m.columns, 0, &bytes);
    unsigned char *block = malloc(bytes);
    struct columns *mapped = NULL;
    struct block_head head;
    struct block_part part;
    struct err err = { 0 };

    assert_non_null(block);
    assert_int_equal(pread(fd, block, bytes, 0), bytes);
    memcpy(&head, block, sizeof head);
    assert_int_equal(head.n_parts, 1);
    memcpy(&part, block + head.directory + 2 * sizeof(uint64_t) + column * sizeof part, sizeof part);
    assert_true(part.values > 0);
    block[part.values + byte] = value;
    crc = crc64_ecma_refl(0, block, bytes - sizeof crc);
    memcpy(block + bytes - sizeof crc, &crc, sizeof crc);
    assert_int_equal(pwrite(fd, block, bytes, 0), bytes);
    if (columns_map(fd, 0, bytes, &mapped, &err))
        assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    columns_free(mapped);
    free(block);
    close(fd);
    made_done(&m);
    return mapped != NULL;
}

static void a_value_that_its_type_cannot_have_is_refused(void **state)
{
    (void)state;
    assert_true(is_taken_with(5, 0, 1)); /* a boolean */
    assert_true(is_taken_with(5, 0, 0));
    assert_false(is_taken_with(5, 0, 2));
    assert_true(is_taken_with(3, 0, 1)); /* a date: its lowest byte, and its highest */
    assert_false(is_taken_with(3, 3, 0x7f));
    assert_true(is_taken_with(1, 0, 1)); /* a decimal of four digits */
    assert_false(is_taken_with(1, 1, 0x7f));
}

static void a_code_of_no_text_is_refused(void **state)
{
    (void)state;
    assert_true(is_taken_with(7, 0, 2)); /* three texts: north, south and none */
    assert_false(is_taken_with(7, 0, 3));
}

static void a_file_that_cannot_be_written_is_told(void **state)
{
    struct made m = sample();
    struct err err = { 0 };
    uint64_t bytes;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(columns_save(m.columns, fds[0], &bytes, &err), -1); /* the end that is only read */
    assert_true(err.message[0] != '\0');
    close(fds[0]);
    close(fds[1]);
    made_done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_mapped_again),
        cmocka_unit_test(columns_without_rows_are_saved_too),
        cmocka_unit_test(the_same_columns_give_the_same_bytes),
        cmocka_unit_test(a_changed_byte_is_found_wherever_it_is),
        cmocka_unit_test(a_block_that_is_cut_short_or_elsewhere_is_refused),
        cmocka_unit_test(a_value_that_its_type_cannot_have_is_refused),
        cmocka_unit_test(a_code_of_no_text_is_refused),
        cmocka_unit_test(a_file_that_cannot_be_written_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
