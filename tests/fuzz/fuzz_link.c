/* fuzz_link.c - any text as a question over a small table, and as a table of its own whose names and values are the
 * text's lines. Linking must keep its bounds and its order, and give the same a second time. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "link/link.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static size_t line(const char **p, const char **ret)
{
    size_t n = strcspn(*p, "\n");

    *ret = *p;
    *p += n + ((*p)[n] == '\n');
    return n;
}

/* The first lines are the names of a table and its columns, the rest its cells. */
static struct link_schema *schema_of(struct arena *a, const char *text)
{
    struct link_schema *s = link_schema_new();
    struct column columns[COLUMNS] = { { .type = COLUMN_TEXT }, { .type = COLUMN_INTEGER }, { .type = COLUMN_DATE } };
    struct table t = { .columns = columns, .n_columns = COLUMNS };
    const char *name;
    size_t n = line(&text, &name);

    t.name = arena_dup(a, name, n);
    for (size_t i = 0; i < COLUMNS; i++) {
        n = line(&text, &name);
        columns[i].name = arena_dup(a, name, n);
    }
    link_schema_table(s, &t);
    while (*text) {
        struct link_cell cells[COLUMNS] = { { NULL, 0 } };
        for (size_t i = 0; i < COLUMNS && *text; i++)
            cells[i].n = line(&text, &cells[i].p);
        link_schema_row(s, cells);
    }
    link_schema_end(s);
    return s;
}

/* The same lines as typed columns. */
static struct link_schema *schema_of_columns(struct arena *a, const char *text)
{
    static const char *const names[COLUMNS] = { "name", "number", "day" };
    struct link_schema *s = link_schema_new();
    struct builder *b = builder_new(COLUMNS);
    const struct column *described;
    struct table t = { .name = "lines" };
    struct columns *c;
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    while (*text) {
        struct datum cells[COLUMNS] = { { .kind = DATUM_NONE } };
        const char *p;
        for (size_t i = 0; i < COLUMNS && *text; i++) {
            size_t n = line(&text, &p);
            cells[i] = datum_text(p, n);
        }
        check(builder_add(b, cells, 1, &err) == 0);
    }
    check(builder_end(b, names, NULL, &notes, &c, &err) == 0);
    builder_free(b);
    t.n_columns = columns_describe(c, &described);
    t.columns = arena_array(a, COLUMNS, sizeof *t.columns);
    memcpy(t.columns, described, COLUMNS * sizeof *t.columns);
    link_schema_table(s, &t);
    link_schema_columns(s, c, NULL, NULL);
    link_schema_end(s);
    columns_free(c);
    return s;
}

static void check_mention(const struct link *l, const struct mention *m)
{
    const struct link_schema *s = l->schema;

    check(m->n > 0 && m->first + m->n <= l->n_tokens && m->kind < MENTION_KINDS);
    check(m->table == LINK_NONE || m->table < s->n_tables);
    check(m->column == LINK_NONE || (m->column < s->n_columns && s->columns[m->column].table == m->table));
    check((m->kind == MENTION_VALUE) <= (m->text != NULL && m->column != LINK_NONE));
    check(m->fit >= 0 && m->fit <= 1.001F);
    for (size_t i = 0; i < SCORES; i++)
        check(m->scores[i] >= 0 && m->scores[i] <= 1.001F);
    check(m->kind != MENTION_PERIOD || m->period.recurs || m->period.from < m->period.until);
}

static void ask(struct arena *a, const struct link_schema *s, const char *question)
{
    struct link l, again;
    struct err err;

    if (link_question(a, s, question, &l, &err)) {
        check(err.code == ERR_TOO_LARGE);
        return;
    }
    check(l.n_mentions <= LINK_MENTIONS && l.n_tokens <= LINK_TOKENS);
    for (size_t i = 0; i < l.n_mentions; i++)
        check_mention(&l, &l.mentions[i]);
    check(link_question(a, s, question, &again, &err) == 0 && again.n_mentions == l.n_mentions);
    for (size_t i = 0; i < l.n_mentions; i++)
        check(l.mentions[i].first == again.mentions[i].first && l.mentions[i].n == again.mentions[i].n &&
              l.mentions[i].column == again.mentions[i].column &&
              memcmp(l.mentions[i].scores, again.mentions[i].scores, sizeof l.mentions[i].scores) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char fixed[] = "city singers\nname\nsinger_id\nbirth date\nAnna Berg\n1\n2024-03-05\nNew York\n2\n";
    struct arena *a = arena_new();
    const char *text = arena_dup(a, data, size);
    struct link_schema *s;

    if (size <= 4096 && str_is_utf8(text, strlen(text))) {
        s = schema_of(a, fixed);
        ask(a, s, text);
        link_schema_free(s);
        s = schema_of(a, text);
        ask(a, s, text);
        ask(a, s, "how many singers named 'Anna Berg' in New York had more than 5 last month?");
        link_schema_free(s);
        s = schema_of_columns(a, text);
        ask(a, s, text);
        link_schema_free(s);
    }
    arena_free(a);
    return 0;
}
