/* fuzz_body.c - any bytes as the body of a call: read as JSON, checked as every operation's arguments by its table of
 * fields, as the gate does it. Nothing is run. What passes must pass again with its defaults
 * filled in; a refusal must have words. */
#include "agents/analyst/analyst.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/model.h"
#include "ops/admin/admin.h"
#include "ops/files/files.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct op_table *table(void)
{
    static struct op_table *t;
    static struct admin admin;
    static struct files files;
    struct err err;

    if (!t) {
        t = op_table_new();
        if (analyst_add(t, NULL, &err) < 0 || admin_add(t, &admin, &err) < 0 || files_add(t, &files, &err) < 0)
            abort();
    }
    return t;
}

static void check(struct arena *a, const struct op_entry *e, const struct json *args)
{
    struct err err = { .message = "" };
    struct json *filled;

    if (model_check(e->op->input, args, &err) < 0) {
        if (!err.message[0])
            abort();
        return;
    }
    filled = model_fill(a, e->op->input, args);
    if (model_check(e->op->input, filled, &err) < 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const struct op_entry *const *entries;
    size_t n = op_table_entries(table(), &entries);
    struct json *args;
    struct err err;

    if (json_parse(a, (const char *)data, size, &args, &err) == 0)
        for (size_t i = 0; i < n; i++)
            check(a, entries[i], args);
    arena_free(a);
    return 0;
}
