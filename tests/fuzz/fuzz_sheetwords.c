/* fuzz_sheetwords.c - any bytes as a message about a workbook. What is read must be whole: a search has
 * a text, a cell its reference, and a reference that is good is written in a form that is read back as itself. */
#include "base/arena.h"
#include "lang/sheetwords.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_range(struct arena *a, const char *reference)
{
    const char *written, *again;

    if (sheets_range(a, reference, &written) != RANGE_GOOD)
        return;
    check(sheets_range(a, written, &again) == RANGE_GOOD && strcmp(written, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *message = arena_dup(a, data, size);
    struct sheets_question q = sheets_read(a, message);

    if (q.ask == SHEETS_SEARCH || q.ask == SHEETS_CELLS)
        check(q.text && *q.text);
    check(!q.where || *q.where);
    check(!q.whole || (q.where && strstr(q.whole, q.text)));
    if (q.ask == SHEETS_CELLS)
        check_range(a, q.text);
    check_range(a, message);
    arena_free(a);
    return 0;
}
