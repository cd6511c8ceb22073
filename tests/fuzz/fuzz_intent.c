/* fuzz_intent.c - any text as an intent: what it wishes for is made of its own words, and what it may not is decided
 * the same way each time. */
#include "agents/analyst/guard.h"
#include "agents/analyst/wish.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "grid/table.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static const char *regions[] = { "North", "Phone", "South" };

static struct column columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .distinct = 3, .values = regions, .n_values = 3 },
    { .name = "revenue", .type = COLUMN_DECIMAL, .precision = 10, .scale = 2, .distinct = 50 },
    { .name = "email", .type = COLUMN_TEXT, .distinct = 50 },
};
static struct table sales = { .name = "sales", .source = "sales.csv", .rows = 50, .columns = columns, .n_columns = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *intent = arena_dup(a, data, size);
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    struct wishes wishes;
    struct err err;

    if (strlen(intent) != size || size > ANALYST_INTENT_CHARS || !str_is_utf8(intent, size))
        return 0;
    if (wishes_read(a, intent, &wishes, &err) < 0) {
        check(err.code == ERR_TOO_LARGE);
        return 0;
    }
    check(wishes.n >= 1 && wishes.n <= ANALYST_WISHES);
    for (size_t i = 0; i < wishes.n; i++)
        check(strstr(intent, wishes.items[i].said) &&
              (!wishes.items[i].question || strlen(wishes.items[i].question) <= 2 * size));
    if (guard_intent(a, intent, &err) < 0)
        check(err.code == ERR_POLICY_VIOLATION && err.rule[0]);
    if (guard_columns(a, intent, &policy, &sales, 1, &err) < 0)
        check(err.code == ERR_POLICY_VIOLATION && err.rule[0]);
    return 0;
}
