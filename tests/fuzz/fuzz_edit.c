/* fuzz_edit.c - any bytes as a part of a workbook that is changed. What is changed must hold what was written, and
 * making the same change again must give the same sheet. The first byte says which part, the second which change. */
#include "../unit/edit_testing.h"
#include "base/err.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const updates[] = {
    "[{\"cell_address\":\"A1\",\"value\":5}]",
    "[{\"cell_address\":\"B2\",\"value\":\"<a> \\r\\n_x0041_\"},{\"cell_address\":\"A2\",\"value\":true}]",
    "[{\"cell_address\":\"A1\",\"value\":null},{\"cell_address\":\"C3\",\"value\":\"2024-05-01\"}]",
    "[{\"cell_address\":\"XFD1048576\",\"value\":\"=A1\"},{\"cell_address\":\"A3\",\"value\":\"=\\\"x\\\"&B1\"}]",
};

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err) != 0)
        abort();
    return v;
}

/* The sheets must be the same to the byte. (The rest need not: a formula that the first change wrote is overwritten by
 * the second, which takes the calculation chain away.) */
static void compare(struct edited *first, struct edited *second, const char *name)
{
    struct err err;
    const char *a, *b;

    if (package_open(first->bytes.p, first->bytes.n, &first->package, &err) < 0 ||
        package_open(second->bytes.p, second->bytes.n, &second->package, &err) < 0)
        abort();
    a = edited_part(first, name);
    b = edited_part(second, name);
    if (!a || !b || strcmp(a, b) != 0)
        abort();
    package_free(first->package);
    package_free(second->package);
}

/* Makes the change, and once more to what came out of it. The second may be refused where a sheet is added, and where
 * the list of parts is damaged: only the second needs it, to take away the calculation chain. */
static void change_twice(const struct zip_made *z, const struct edit_request *r, bool is_refusable)
{
    struct edited first = { .arena = arena_new() }, second = { .arena = arena_new() };

    buf_init(&first.bytes, 1 << 26);
    buf_init(&second.bytes, 1 << 26);
    if (edit_workbook(z->bytes.p, z->bytes.n, r, &(struct repack_to){ edited_put, &first }, NULL, first.arena,
                      &first.diff, &first.err) < 0) {
        if (!*first.err.message)
            abort();
    } else if (edit_workbook(first.bytes.p, first.bytes.n, r, &(struct repack_to){ edited_put, &second }, NULL,
                             second.arena, &second.diff, &second.err) < 0) {
        if (!is_refusable)
            abort();
    } else {
        compare(&first, &second, "xl/worksheets/sheet1.xml");
        compare(&first, &second, "xl/worksheets/sheet2.xml");
    }
    buf_done(&first.bytes);
    buf_done(&second.bytes);
    arena_free(first.arena);
    arena_free(second.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    struct zip_made z;
    struct book_made b = { .sheet = ROWS("<row r=\"1\"><c r=\"A1\"><f>1</f></c></row>") };
    struct edit_request r = { .worksheet = "One", .formulas = true };
    char *text;

    if (size < 2) {
        arena_free(a);
        return 0;
    }
    text = arena_dup(a, data + 2, size - 2);
    if (data[0] % 4 == 0)
        b.book = text;
    else if (data[0] % 4 == 1)
        b.types = text;
    else
        b.sheet = text;
    if (data[1] % 5 == 4)
        r.new_worksheet = "New";
    r.updates = parsed(a, updates[data[1] % 4]);
    book_make(&z, &b);
    change_twice(&z, &r, r.new_worksheet || b.types);
    zip_done(&z);
    arena_free(a);
    return 0;
}
