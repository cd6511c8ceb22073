/* fuzz_cli.c - any bytes as a command line: split at NULs, read as every operation's arguments, checked by its schema.
 * Nothing is run. A refusal must be an ERR_USAGE with a message. */
#include "agents/analyst/analyst.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "cli/args.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/model.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 32

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct op_table *table(void)
{
    static struct op_table *t;
    struct err err;

    if (!t) {
        t = op_table_new();
        if (analyst_add(t, NULL, &err) < 0)
            abort();
    }
    return t;
}

static int split(struct arena *a, const uint8_t *data, size_t size, char **argv)
{
    char *text = arena_dup(a, data, size);
    int n = 0;

    for (size_t at = 0; at < size && n < WORDS; at += strlen(text + at) + 1)
        argv[n++] = text + at;
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    char *argv[WORDS];
    const struct op_entry *const *entries;
    size_t n = op_table_entries(table(), &entries);
    int argc = split(a, data, size, argv);

    for (size_t i = 0; i < n; i++) {
        struct cli_flags flags = { 0 };
        struct json *args;
        struct err err;
        if (args_read(a, entries[i]->op, argc, argv, &args, &flags, &err) < 0) {
            if (err.code != ERR_USAGE || !*err.message)
                abort();
        } else if (model_check(entries[i]->op->input, args, &err) < 0 && !*err.message) {
            abort();
        }
    }
    arena_free(a);
    return 0;
}
