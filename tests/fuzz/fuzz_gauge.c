/* fuzz_gauge.c - any text as a metric: it is refused, or taken apart into pieces of itself whose parentheses match; and
 * any text as a period is refused or two days in their order. */
#include "agents/metrics/gauge.h"
#include "agents/metrics/gauge_expr.h"
#include "agents/metrics/periods.h"
#include "base/arena.h"
#include "base/err.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Outside of quotes. */
static bool is_balanced(const char *text)
{
    int open = 0;

    for (; *text && open >= 0; text++) {
        if (*text == '\'' || *text == '"') {
            const char *end = strchr(text + 1, *text);
            if (!end)
                return false;
            text = end;
        }
        open += (*text == '(') - (*text == ')');
    }
    return open == 0;
}

static void read_metric(struct arena *a, const char *text)
{
    struct selection s;
    struct err err;
    struct expr e;
    bool is_select;

    if (selection_read(a, text, &is_select, &s, &err) < 0)
        return;
    check(!is_select || (s.expr && s.table));
    if (expr_read(a, is_select ? s.expr : text, strlen(is_select ? s.expr : text), &e, &err) < 0) {
        check(err.code == ERR_INVALID_QUERY);
        return;
    }
    check(is_balanced(e.value) && (!e.weight || is_balanced(e.weight)));
    check(!strchr(e.value, ';') || strpbrk(e.value, "'\""));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *text = arena_dup(a, data, size);
    struct span s;
    struct err err;

    if (strlen(text) != size)
        return 0;
    read_metric(a, text);
    if (period_read(a, text, &s, &err) == 0)
        check(strcmp(s.from, s.to) <= 0);
    return 0;
}
