/* link_speed.c - what building a schema and linking a question take, on made-up data of extreme shapes.
 *
 *   link_speed [SHAPE...]    small, tall, wide, alike, glued, keys, many, joined, names, prose, codes; all of them when
 * none is given
 *
 * Each line has milliseconds of CPU time, of this thread: taking the columns in, the end of the schema, one question
 * (the worst of several), and the bytes that the schema takes.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/mix.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "link/link.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CELL_ROOM 1000
#define BATCH 4096 /* values handed on at once, at least one row */

enum kind { NUMBERS, KEY, AMOUNTS, CITIES, NAMES, CODES, DATES, PROSE, KINDS };

enum naming {
    VARIED,
    ALIKE, /* all have the same words */
    GLUED, /* long words without a mark between them */
    SHORT  /* each name is in many tables */
};

struct shape {
    const char *name;
    size_t tables, columns;
    uint64_t rows;
    enum naming naming;
    int kind; /* of all columns; KINDS: all kinds in turn */
};

static const struct shape shapes[] = {
    { "small", 1, 10, 2400, VARIED, KINDS },    { "tall", 1, 10, 1000000, VARIED, KINDS },
    { "wide", 1, 10000, 100, VARIED, KINDS },   { "alike", 1, 10000, 100, ALIKE, KINDS },
    { "glued", 1, 10000, 100, GLUED, KINDS },   { "keys", 1, 10000, 100, VARIED, KEY },
    { "many", 1000, 10, 100, VARIED, KINDS },   { "joined", 1000, 10, 100, SHORT, KEY },
    { "names", 1, 10, 1000000, VARIED, NAMES }, { "prose", 1, 10, 100000, VARIED, PROSE },
    { "codes", 1, 10, 1000000, VARIED, CODES },
};

static const char *const questions[] = {
    "What is the total price of the open orders in Berlin for each customer name?",
    "How many values are there per region and month, sorted by the average of the measure?",
    "show the name of the custmer with the highest amount since March 2023 in New York or Oslo",
};

static const char *const words[] = { "price", "sales", "region", "city",  "country", "customer", "product", "amount",
                                     "total", "date",  "year",   "month", "rate",    "score",    "weight",  "height",
                                     "name",  "code",  "status", "type",  "group",   "level",    "quality", "count",
                                     "index", "cost",  "profit", "stock", "order",   "client",   "street",  "phone",
                                     "first", "note",  "open",   "value", "measure", "unit",     "branch",  "id" };
static const char *const cities[] = { "Berlin", "Paris", "New York", "Rome", "Oslo", "Lima", "Accra", "Quito" };

static double cpu_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static uint32_t random_of(uint64_t a, uint64_t b)
{
    const uint64_t both[2] = { a, b };

    return mix_hash((const char *)both, sizeof both);
}

static const char *word(uint32_t n)
{
    return words[n % COUNT_OF(words)];
}

static void fail(const struct err *err)
{
    fprintf(stderr, "%s\n", err->message);
    exit(1);
}

static size_t text_of(int kind, uint32_t r, uint64_t row, char *ret, size_t room)
{
    int n = 0;

    switch ((enum kind)kind) {
    case NUMBERS:
        n = snprintf(ret, room, "%u", r % 1000);
        break;
    case KEY:
        n = snprintf(ret, room, "%llu", (unsigned long long)row + 1);
        break;
    case AMOUNTS:
        n = snprintf(ret, room, "%u.%02u", r % 5000, (r >> 16) % 100);
        break;
    case CITIES:
        n = snprintf(ret, room, "%s", cities[r % COUNT_OF(cities)]);
        break;
    case NAMES:
        n = snprintf(ret, room, "%s %s %u", word(r), word(r >> 8), (r >> 12) % 60000);
        break;
    case CODES:
        n = snprintf(ret, room, "%c%c-%llu", 'A' + (char)(r % 26), 'A' + (char)(r / 26 % 26),
                     (unsigned long long)row * 7919 % 10000019);
        break;
    case DATES:
        n = snprintf(ret, room, "%u-%02u-%02u", 2015 + r % 10, 1 + (r >> 8) % 12, 1 + (r >> 16) % 28);
        break;
    case PROSE:
        for (uint32_t i = 0; i < 60 && (size_t)n < room; i++)
            n += snprintf(ret + n, room - (size_t)n, "%s%u ", word(random_of(r, i)), random_of(i, r) % 3000);
        break;
    case KINDS:
        break;
    }
    return (size_t)n < room ? (size_t)n : room - 1;
}

static struct columns *columns_of(struct arena *a, const struct shape *s, size_t table, const char *const *names)
{
    struct builder *b = builder_new(s->columns);
    size_t at_once = BATCH / s->columns + 1;
    struct datum *cells = calloc(at_once * s->columns, sizeof *cells);
    char(*texts)[CELL_ROOM] = calloc(at_once * s->columns, sizeof *texts);
    struct columns *ret;
    struct notes notes;
    struct err err;

    if (!cells || !texts)
        abort();
    notes_init(&notes, a);
    for (uint64_t row = 0, n; row < s->rows; row += n) {
        n = s->rows - row < at_once ? s->rows - row : at_once;
        for (size_t i = 0; i < n * s->columns; i++) {
            size_t column = i % s->columns;
            uint64_t at = row + i / s->columns;
            int kind = s->kind == KINDS ? (int)((column + 1) % PROSE) : s->kind;
            cells[i] = datum_text(
                texts[i], text_of(kind, random_of(at * s->columns + column, table), at, texts[i], sizeof texts[i]));
        }
        if (builder_add(b, cells, n, &err))
            fail(&err);
    }
    if (builder_end(b, names, NULL, &notes, &ret, &err))
        fail(&err);
    builder_free(b);
    free(cells);
    free(texts);
    return ret;
}

static const char *name_of(struct arena *a, const struct shape *s, size_t table, size_t i)
{
    uint32_t r = random_of(i, table);

    switch (s->naming) {
    case ALIKE:
        return arena_printf(a, "order_value_%zu", i);
    case GLUED:
        return arena_printf(a, "%s%s%s%c%c%c%zu", word(r), word(r >> 8), word(r >> 16), 'a' + (char)(r % 26),
                            'a' + (char)(r / 26 % 26), 'a' + (char)(i % 26), i);
    case SHORT:
        return arena_printf(a, "%s_id%s", word((uint32_t)(i + (i == 0 ? table : 0))), i == 0 ? "" : " 2");
    case VARIED:
        break;
    }
    return s->tables > 1 && i == 0 ? arena_printf(a, "%s_id", word((uint32_t)table))
                                   : arena_printf(a, "%s_%s_%zu", word(r), word(r >> 8), i);
}

static const char *const *names_of(struct arena *a, const struct shape *s, size_t table)
{
    const char **names = arena_array(a, s->columns, sizeof *names);

    for (size_t i = 0; i < s->columns; i++)
        names[i] = name_of(a, s, table, i);
    return names;
}

static double add_table(struct link_schema *schema, const struct shape *s, size_t table)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct columns *c = columns_of(a, s, table, names_of(a, s, table));
    struct table t = { .name = arena_printf(a, "%s_%zu", word((uint32_t)table), table), .rows = s->rows };
    const struct column *described;
    double from;

    t.n_columns = columns_describe(c, &described);
    t.columns = arena_array(a, t.n_columns, sizeof *t.columns);
    memcpy(t.columns, described, t.n_columns * sizeof *t.columns);
    from = cpu_ms();
    link_schema_table(schema, &t);
    link_schema_columns(schema, c, NULL, NULL);
    from = cpu_ms() - from;
    columns_free(c);
    return from;
}

static double ask(const struct link_schema *s, const char *question)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link l;
    struct err err;
    double from = cpu_ms();

    if (link_question(a, s, question, &l, &err))
        fail(&err);
    return cpu_ms() - from;
}

static void measure(const struct shape *s)
{
    struct link_schema *schema CLEANUP(link_schema_cleanup) = link_schema_new();
    double taken = 0, end, worst = 0;

    for (size_t i = 0; i < s->tables; i++)
        taken += add_table(schema, s, i);
    end = cpu_ms();
    link_schema_end(schema);
    end = cpu_ms() - end;
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        double ms = ask(schema, questions[i]);
        worst = ms > worst ? ms : worst;
    }
    printf(
        "%-6s %4zu tables x %5zu columns x %7llu rows: columns %7.1f ms, end %7.1f ms, question %6.1f ms, %6.1f MB\n",
        s->name, s->tables, s->columns, (unsigned long long)s->rows, taken, end, worst,
        (double)link_schema_bytes(schema) / 1e6);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        bool asked = argc == 1;
        for (int k = 1; k < argc; k++)
            asked = asked || strcmp(argv[k], shapes[i].name) == 0;
        if (asked)
            measure(&shapes[i]);
    }
    return 0;
}
