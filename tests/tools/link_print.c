/* link_print.c - what the words of questions may mean, over a folder of data files.
 *
 *   link_print FOLDER QUESTION...           its mentions, for people
 *   link_print --schema FOLDER              what is known of the tables, as one JSON object
 *   link_print --json FOLDER < questions    for each line {"db":"a folder of FOLDER","question":".."} one line
 *        {"us","tokens":[..],"mentions":[{"kind","first","n","table","column","text","number","op","fit",SCORES}]}
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "link/link.h"
#include "link_data.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const kinds[MENTION_KINDS] = { "table",  "column", "value",    "number",
                                                  "period", "unit",   "operator", "filler" };

static int fail(const struct err *err)
{
    fprintf(stderr, "%s: %s (%s)\n", err_name(err->code), err->message, err->detail);
    return 1;
}

static const char *period_text(struct arena *a, const struct link_period *p)
{
    static const char *const units[] = { "day", "week", "month", "quarter", "year" };
    char from[TIME_TEXT_BYTES], until[TIME_TEXT_BYTES];

    if (p->recurs)
        return arena_printf(a, "every %s %d", units[p->unit], p->part);
    date_text(p->from, from);
    date_text(p->until, until);
    return arena_printf(a, "%s %s until %s%s", units[p->unit], from, until, p->relative ? ", by the data's clock" : "");
}

static struct json *mention_json(struct arena *a, const struct link_schema *s, const struct mention *m)
{
    struct json *v = json_object(a), *scores = json_object(a);

    json_set(a, v, "kind", json_str(a, kinds[m->kind]));
    json_set(a, v, "first", json_int(a, (int64_t)m->first));
    json_set(a, v, "n", json_int(a, (int64_t)m->n));
    if (m->table != LINK_NONE)
        json_set(a, v, "table", json_str(a, s->tables[m->table].name.text));
    if (m->column != LINK_NONE)
        json_set(a, v, "column", json_str(a, s->columns[m->column].name.text));
    if (m->text)
        json_set(a, v, "text", json_str(a, m->text));
    if (m->kind == MENTION_NUMBER || m->kind == MENTION_UNIT)
        json_set(a, v, "number", json_double(a, m->number));
    if (m->kind == MENTION_OPERATOR)
        json_set(a, v, "op", json_str(a, link_operator_name(m->op)));
    if (m->kind == MENTION_PERIOD)
        json_set(a, v, "period", json_str(a, period_text(a, &m->period)));
    json_set(a, v, "fit", json_double(a, (double)m->fit));
    for (size_t i = 0; i < SCORES; i++)
        if (m->scores[i] > 0)
            json_set(a, scores, link_score_name((enum link_score)i), json_double(a, (double)m->scores[i]));
    json_set(a, v, "scores", scores);
    return v;
}

static void print_line(const struct link *l, const struct mention *m)
{
    const struct link_schema *s = l->schema;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    printf("  ");
    for (size_t i = m->first; i < m->first + m->n; i++)
        printf("%s ", l->tokens[i].text);
    printf("-> %s ", kinds[m->kind]);
    if (m->table != LINK_NONE)
        printf("%s", s->tables[m->table].name.text);
    if (m->column != LINK_NONE)
        printf(".%s", s->columns[m->column].name.text);
    if (m->text)
        printf(" '%s'", m->text);
    if (m->kind == MENTION_OPERATOR)
        printf("%s", link_operator_name(m->op));
    if (m->kind == MENTION_PERIOD)
        printf("%s", period_text(a, &m->period));
    printf("  %.2f:", (double)m->fit);
    for (size_t i = 0; i < SCORES; i++)
        if (m->scores[i] > 0)
            printf(" %s %.2f", link_score_name((enum link_score)i), (double)m->scores[i]);
    printf("\n");
}

static int print_question(const struct link_schema *s, const char *question)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link l;
    struct err err;

    if (link_question(a, s, question, &l, &err))
        return fail(&err);
    printf("%s\n", question);
    for (size_t i = 0; i < l.n_mentions; i++)
        print_line(&l, &l.mentions[i]);
    return 0;
}

static void put(struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 28);

    json_write(&b, v);
    puts(b.p);
}

/* ---- the schema ---- */

static const char *trait_names(struct arena *a, unsigned traits)
{
    static const char *const names[] = { "number", "unique",   "key",      "foreign", "id",
                                         "names",  "namelike", "date",     "year",    "truth",
                                         "gender", "rating",   "category", "prose",   "crosstab" };
    const char *all = "";

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (traits & 1u << i)
            all = arena_printf(a, "%s%s%s", all, *all ? " " : "", names[i]);
    return all;
}

static struct json *name_json(struct arena *a, const struct link_name *n)
{
    struct json *v = json_array(a);

    for (size_t i = 0; i < n->n; i++)
        json_push(a, v, json_str(a, n->words[i]));
    return v;
}

static struct json *table_json(struct arena *a, const struct link_schema *s, const struct link_table *t)
{
    struct json *v = json_object(a), *columns = json_array(a);

    json_set(a, v, "table", json_str(a, t->name.text));
    json_set(a, v, "words", name_json(a, &t->name));
    json_set(a, v, "rows", json_int(a, (int64_t)t->rows));
    json_set(a, v, "bridge", json_bool(a, t->bridge));
    if (t->key != LINK_NONE)
        json_set(a, v, "key", json_str(a, s->columns[t->key].name.text));
    if (t->names != LINK_NONE)
        json_set(a, v, "names", json_str(a, s->columns[t->names].name.text));
    for (size_t i = t->first; i < t->first + t->n; i++) {
        const struct link_column *c = &s->columns[i];
        struct json *o = json_object(a);
        json_set(a, o, "column", json_str(a, c->name.text));
        json_set(a, o, "words", name_json(a, &c->name));
        json_set(a, o, "type", json_str(a, column_type_name(c->type)));
        json_set(a, o, "traits", json_str(a, trait_names(a, c->traits)));
        json_set(a, o, "distinct", json_int(a, (int64_t)c->distinct));
        json_set(a, o, "cut", json_bool(a, c->cut));
        if (c->unit)
            json_set(a, o, "unit", json_str(a, c->unit));
        json_push(a, columns, o);
    }
    json_set(a, v, "columns", columns);
    return v;
}

static struct json *schema_json(struct arena *a, const struct link_schema *s, double ms)
{
    struct json *v = json_object(a), *tables = json_array(a), *joins = json_array(a);
    char day[TIME_TEXT_BYTES];

    for (size_t i = 0; i < s->n_tables; i++)
        json_push(a, tables, table_json(a, s, &s->tables[i]));
    for (size_t i = 0; i < s->n_joins; i++) {
        const struct link_join *j = &s->joins[i];
        const struct link_column *from = &s->columns[j->from], *to = &s->columns[j->to];
        struct json *o = json_object(a);
        json_set(a, o, "from",
                 json_str(a, arena_printf(a, "%s.%s", s->tables[from->table].name.text, from->name.text)));
        json_set(a, o, "to", json_str(a, arena_printf(a, "%s.%s", s->tables[to->table].name.text, to->name.text)));
        json_set(a, o, "score", json_double(a, j->score));
        json_set(a, o, "inside", json_double(a, j->inside));
        json_push(a, joins, o);
    }
    json_set(a, v, "tables", tables);
    json_set(a, v, "joins", joins);
    date_text(s->clock, day);
    if (s->has_clock)
        json_set(a, v, "clock", json_str(a, day));
    json_set(a, v, "bytes", json_int(a, (int64_t)link_schema_bytes(s)));
    json_set(a, v, "ms", json_double(a, ms));
    return v;
}

/* ---- questions as JSON ---- */

struct open_db {
    const char *folder;
    char *name;
    struct link_schema *schema;
};

static int open_db(struct open_db *d, const char *name, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (d->name && strcmp(d->name, name) == 0)
        return 0;
    free(d->name);
    d->name = NULL;
    link_schema_free(d->schema);
    d->schema = NULL;
    if (link_data_folder(arena_printf(a, "%s/%s", d->folder, name), &d->schema, NULL, err))
        return -1;
    d->name = strdup(name);
    return 0;
}

/* Of this thread, so that what else the machine does is not counted. */
static int64_t cpu_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int answer(struct open_db *d, struct arena *a, const struct json *line, struct json *v, struct err *err)
{
    struct json *mentions = json_array(a), *tokens = json_array(a);
    struct link l;
    int64_t from;

    if (open_db(d, json_get_text(line, "db"), err))
        return -1;
    from = cpu_us();
    if (link_question(a, d->schema, json_get_text(line, "question"), &l, err))
        return -1;
    json_set(a, v, "us", json_int(a, cpu_us() - from));
    for (size_t i = 0; i < l.n_tokens; i++)
        json_push(a, tokens, json_str(a, l.tokens[i].text));
    for (size_t i = 0; i < l.n_mentions; i++)
        json_push(a, mentions, mention_json(a, d->schema, &l.mentions[i]));
    json_set(a, v, "tokens", tokens);
    json_set(a, v, "mentions", mentions);
    return 0;
}

static int answer_lines(const char *folder)
{
    struct open_db d = { .folder = folder };
    char *text = NULL;
    size_t room = 0;
    ssize_t n;

    while ((n = getline(&text, &room, stdin)) > 0) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *line, *v = json_object(a);
        struct err err;
        if (json_parse(a, text, (size_t)n, &line, &err) || answer(&d, a, line, v, &err))
            json_set(a, v, "error", json_str(a, err.message));
        put(v);
    }
    free(text);
    free(d.name);
    link_schema_free(d.schema);
    return 0;
}

int main(int argc, char **argv)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = NULL;
    bool option = argc > 1 && argv[1][0] == '-';
    struct err err;
    double ms;
    int rc = 0;

    if (argc < 3) {
        fprintf(stderr, "usage: link_print FOLDER QUESTION... | --schema FOLDER | --json FOLDER\n");
        return 2;
    }
    if (strcmp(argv[1], "--json") == 0)
        return answer_lines(argv[2]);
    if (link_data_folder(argv[option ? 2 : 1], &s, &ms, &err))
        return fail(&err);
    if (option)
        put(schema_json(a, s, ms));
    for (int i = 2; i < argc && !option; i++)
        rc |= print_question(s, argv[i]);
    return rc;
}
