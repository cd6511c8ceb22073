/* measure.c - each question is read as the program will read it, and what it would show is held against the gold rows.
 */
#include "train/reader/measure.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "query/query.h"
#include "query/say/restate.h"
#include "read/beam.h"
#include "read/rank.h"
#include "train/reader/parallel.h"
#include "train/room.h"
#include <math.h>
#include <string.h>
#include <time.h>

#define CAUSE_BYTES 96
#define KINDS 7
#define TENTHS 10

struct outcome {
    unsigned kind;
    size_t place; /* of the first that is right; SIZE_MAX: none is */
    bool in_beam; /* a right one is, or was cut */
    double confidence;
    double link_ms, read_ms; /* without trials */
    double trial_ms;
    char cause[CAUSE_BYTES];
    const char *line; /* of the dump */
};

struct measuring {
    const struct corpus *corpus;
    const struct read_models *models;
    const struct measure_options *options;
    struct outcome *each;
    size_t first, *starts;
    struct arena **arenas; /* of each database: lines of the dump */
};

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- trying ---- */

struct trying {
    struct database *database;
    double ms;
};

static void try_all(void *arg, const struct query *const *queries, size_t n, struct trial *ret)
{
    struct trying *t = arg;
    double before = now_ms();

    for (size_t i = 0; i < n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct run run;
        database_run(t->database, a, queries[i], &run);
        ret[i] = run.trial;
    }
    t->ms += now_ms() - before;
}

static bool is_right(const struct measuring *m, struct database *d, const struct item *item, const struct query *q)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct run run;

    database_run(d, a, q, &run);
    return m->options->strict ? item_is_strictly_right(item, &run) : item_is_right(item, &run);
}

/* ---- kinds and causes ---- */

static const char *const kind_names[KINDS] = { "set operation",  "nested",    "join", "group",
                                               "order or limit", "aggregate", "plain" };

/* As scripts/eval/spider.py has them: what is hardest comes first. */
static unsigned kind_of(const char *sql)
{
    static const char *const words[KINDS - 1][5] = { { " UNION ", " INTERSECT ", " EXCEPT " },
                                                     { "(SELECT ", "( SELECT " },
                                                     { " JOIN " },
                                                     { " GROUP BY " },
                                                     { " ORDER BY ", " LIMIT " },
                                                     { "COUNT(", "SUM(", "AVG(", "MIN(", "MAX(" } };

    for (unsigned i = 0; sql && i < KINDS - 1; i++)
        for (unsigned k = 0; k < 5 && words[i][k]; k++)
            if (strcasestr(sql, words[i][k]))
                return i;
    return KINDS - 1;
}

/* The first part in which the reading differs from what was meant. */
static const char *difference(const struct plan *got, const struct plan *gold)
{
    struct sketch x, y;

    if (!sketch_of(got, &x) || !sketch_of(gold, &y))
        return "sketch";
    for (unsigned p = 0; p < SKETCH_PARTS; p++)
        if (strcmp(x.part[p], y.part[p]) != 0)
            return sketch_part_names[p];
    if (got->tables != gold->tables || got->nest.tables != gold->nest.tables)
        return "tables";
    return "columns or values";
}

static void say_cause(struct outcome *o, const char *what, const char *detail)
{
    snprintf(o->cause, sizeof o->cause, "%.30s%.60s", what, detail ? detail : "");
}

static void find_cause(const struct measuring *m, struct arena *a, const struct item *item, const struct link *l,
                       const struct reading *r, const struct ranked *ranked, size_t n, struct outcome *o)
{
    struct database *d = m->corpus->dbs[item->db].database;

    if (o->place == 0)
        return;
    if (o->place != SIZE_MAX) {
        say_cause(
            o, "ranked wrong: ", item->has_plan ? difference(&ranked[0].candidate->plan, &item->plan) : "no gold plan");
        return;
    }
    for (size_t i = 0; i < r->n && !o->in_beam; i++)
        o->in_beam = is_right(m, d, item, r->candidates[i].query);
    if (o->in_beam)
        say_cause(o, "ranked wrong: ", "not among those kept");
    else if (!item->gold)
        say_cause(o, "no query: ", item->why);
    else if (!item->has_plan)
        say_cause(o, "no plan: ", item->why);
    else
        say_cause(o, "", n == 0 && r->n == 0 ? "no candidates" : beam_why_not(a, m->models, l, r, &item->plan));
}

/* ---- the dump ---- */

static const char *restated(struct arena *a, struct database *d, const struct query *q)
{
    struct request request = request_of(a, q);
    const struct table *tables;
    size_t n;

    tables = database_tables(d, &n);
    return query_restate(a, tables, n, &request);
}

static const char *sql_of(struct arena *a, struct database *d, const struct query *q)
{
    struct run run;

    database_run(d, a, q, &run);
    return run.sql ? run.sql : run.error;
}

static const char *dump_line(struct arena *keep, struct arena *a, struct database *d, const char *db,
                             const struct item *item, const struct ranked *ranked, size_t n, const struct outcome *o)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 24);
    struct json *v = json_object(a);

    json_set(a, v, "db", json_str(a, db));
    json_set(a, v, "question", json_str(a, item->text));
    json_set(a, v, "reworded", json_bool(a, item->is_reworded));
    json_set(a, v, "gold", item->sql ? json_str(a, item->sql) : json_copy(a, item->line));
    json_set(a, v, "right", json_bool(a, o->place == 0));
    json_set(a, v, "place", o->place == SIZE_MAX ? json_null(a) : json_int(a, (int64_t)o->place));
    json_set(a, v, "confidence", json_double(a, isfinite(o->confidence) ? o->confidence : 0));
    json_set(a, v, "cause", json_str(a, o->cause));
    for (size_t i = 0; i < n && (i == 0 || i <= o->place) && i < 3; i++) {
        json_set(a, v, arena_printf(a, "said %zu", i + 1), json_str(a, restated(a, d, ranked[i].candidate->query)));
        json_set(a, v, arena_printf(a, "sql %zu", i + 1), json_str(a, sql_of(a, d, ranked[i].candidate->query)));
    }
    json_write(&b, v);
    return arena_dup(keep, b.p, b.n);
}

/* ---- one question ---- */

static void read_item(const struct measuring *m, size_t number, struct arena *keep)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct item *item = &m->corpus->items[number];
    const struct corpus_db *db = &m->corpus->dbs[item->db];
    struct trying trying = { .database = db->database };
    struct trier trier = { try_all, &trying };
    struct outcome *o = &m->each[number - m->first];
    struct reading reading = { 0 };
    struct ranked *ranked = NULL;
    struct link l;
    struct err err;
    size_t n = 0;
    double start = now_ms();

    o->place = SIZE_MAX;
    o->kind = kind_of(item->sql);
    if (!db->database)
        return;
    if (link_question(a, database_schema(db->database), item->text, &l, &err)) {
        say_cause(o, "not linked: ", err.message);
        return;
    }
    o->link_ms = now_ms() - start;
    if (read_question(a, m->models, &l, &trier, &reading, &ranked, &n, &err))
        n = 0;
    o->read_ms = now_ms() - start - o->link_ms - trying.ms;
    o->trial_ms = trying.ms;
    o->confidence = n > 0 ? ranked[0].confidence : 0;
    for (size_t i = 0; i < n && o->place == SIZE_MAX; i++)
        if (is_right(m, db->database, item, ranked[i].candidate->query))
            o->place = i;
    if (m->options->causes)
        find_cause(m, a, item, &l, &reading, ranked, n, o);
    if (m->options->dump)
        o->line = dump_line(keep, a, db->database, db->name, item, ranked, n, o);
}

static void read_database(void *state, size_t number)
{
    const struct measuring *m = state;

    m->arenas[number] = arena_new();
    for (size_t i = m->starts[number]; i < m->starts[number + 1]; i++)
        read_item(m, i, m->arenas[number]);
}

/* ---- figures ---- */

static double percent(size_t part, size_t n)
{
    return n > 0 ? 100. * (double)part / (double)n : 0;
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static void print_times(const char *name, const struct outcome *each, size_t n, size_t at)
{
    double *ms = room_for(n, sizeof *ms);

    for (size_t i = 0; i < n; i++)
        ms[i] = *(const double *)((const char *)&each[i] + at);
    qsort(ms, n, sizeof *ms, by_value);
    printf("  %-6s ms: median %.1f, p90 %.1f, p99 %.1f, most %.1f\n", name, ms[n / 2], ms[n * 9 / 10], ms[n * 99 / 100],
           ms[n - 1]);
    free(ms);
}

static int by_confidence(const void *x, const void *y)
{
    const struct outcome *const *a = x, *const *b = y;

    if ((*a)->confidence != (*b)->confidence)
        return (*a)->confidence < (*b)->confidence ? 1 : -1;
    return *a < *b ? -1 : 1;
}

static void print_confidence(const struct outcome *each, size_t n)
{
    static const size_t shares[] = { 10, 30, 50, 70 };
    const struct outcome **sorted = room_for(n, sizeof *sorted);
    size_t count[TENTHS] = { 0 }, right[TENTHS] = { 0 }, sure = 0, sure_right = 0;
    double said[TENTHS] = { 0 };

    for (size_t i = 0; i < n; i++) {
        size_t tenth = (size_t)fmin(TENTHS - 1, fmax(0, each[i].confidence * TENTHS));
        sorted[i] = &each[i];
        count[tenth]++;
        right[tenth] += each[i].place == 0;
        said[tenth] += each[i].confidence;
        sure += each[i].confidence >= .8;
        sure_right += each[i].confidence >= .8 && each[i].place == 0;
    }
    qsort(sorted, n, sizeof *sorted, by_confidence);
    printf("  most confident:");
    for (size_t i = 0, k = 0, good = 0; i < sizeof shares / sizeof *shares; i++) {
        for (; k < n * shares[i] / 100; k++)
            good += sorted[k]->place == 0;
        printf(" %zu%%: %.1f", shares[i], percent(good, k));
    }
    printf("\n  confidence .8 and above: %.1f%% of all, right %.1f%%\n  said and right:", percent(sure, n),
           percent(sure_right, sure));
    for (size_t t = 0; t < TENTHS; t++)
        if (count[t] > 0)
            printf(" %.2f/%.2f (%zu)", said[t] / (double)count[t], (double)right[t] / (double)count[t], count[t]);
    printf("\n");
    free(sorted);
}

static void print_kinds(const struct outcome *each, size_t n)
{
    for (unsigned k = 0; k < KINDS; k++) {
        size_t count = 0, first = 0, among = 0;
        for (size_t i = 0; i < n; i++) {
            count += each[i].kind == k;
            first += each[i].kind == k && each[i].place == 0;
            among += each[i].kind == k && each[i].place != SIZE_MAX;
        }
        if (count > 0)
            printf("  %-15s %5zu: first right %.1f%%, among those kept %.1f%%\n", kind_names[k], count,
                   percent(first, count), percent(among, count));
    }
}

struct cause {
    const char *text;
    size_t n;
};

static int by_count(const void *x, const void *y)
{
    const struct cause *a = x, *b = y;

    return a->n != b->n ? (a->n < b->n ? 1 : -1) : strcmp(a->text, b->text);
}

/* Causes without what stands between quotes, or is a number: these are of one question. */
static void general(char *cause)
{
    char *to = cause;
    bool quoted = false;

    for (const char *p = cause; *p; p++) {
        quoted ^= *p == '\'';
        if (*p >= '0' && *p <= '9' && !quoted)
            continue;
        if (!quoted || *p == '\'')
            *to++ = *p;
    }
    *to = '\0';
}

static void print_causes(const struct outcome *each, size_t n)
{
    struct cause *causes = room_for(n, sizeof *causes);
    char(*texts)[CAUSE_BYTES] = room_for(n, sizeof *texts);
    size_t different = 0, k;

    for (size_t i = 0; i < n; i++) {
        if (!each[i].cause[0])
            continue;
        memcpy(texts[i], each[i].cause, CAUSE_BYTES);
        general(texts[i]);
        for (k = 0; k < different && strcmp(causes[k].text, texts[i]) != 0;)
            k++;
        causes[k].text = texts[i];
        causes[k].n++;
        different += k == different;
    }
    qsort(causes, different, sizeof *causes, by_count);
    for (size_t i = 0; i < different && i < 40; i++)
        printf("  %5zu (%.1f%%) %s\n", causes[i].n, percent(causes[i].n, n), causes[i].text);
    free(causes);
    free(texts);
}

static void print_all(const struct measuring *m, size_t n)
{
    const struct outcome *each = m->each;
    size_t first = 0, five = 0, all = 0;

    for (size_t i = 0; i < n; i++) {
        first += each[i].place == 0;
        five += each[i].place < 5;
        all += each[i].place != SIZE_MAX;
    }
    printf("%s: %zu questions; first right %.1f%%, among 5 %.1f%%, among %d %.1f%%\n", m->options->name, n,
           percent(first, n), percent(five, n), READ_BEST, percent(all, n));
    print_confidence(each, n);
    print_kinds(each, n);
    print_times("link", each, n, offsetof(struct outcome, link_ms));
    print_times("read", each, n, offsetof(struct outcome, read_ms));
    print_times("trials", each, n, offsetof(struct outcome, trial_ms));
    if (m->options->causes)
        print_causes(each, n);
    for (size_t i = 0; i < n && m->options->dump; i++)
        if (each[i].line)
            fprintf(m->options->dump, "%s\n", each[i].line);
    fflush(stdout);
}

void measure(const struct corpus *c, size_t first, size_t end, const struct read_models *models,
             const struct measure_options *o)
{
    struct measuring m = { .corpus = c, .models = models, .options = o, .first = first };
    size_t n = 0;

    if (first == end)
        return;
    m.each = room_for(end - first, sizeof *m.each);
    m.starts = room_for(end - first + 1, sizeof *m.starts);
    m.arenas = room_for(end - first, sizeof *m.arenas);
    for (size_t i = first; i < end; i++)
        if (i == first || c->items[i].db != c->items[i - 1].db)
            m.starts[n++] = i;
    m.starts[n] = end;
    parallel(o->threads, n, read_database, &m);
    print_all(&m, end - first);
    for (size_t i = 0; i < n; i++)
        arena_free(m.arenas[i]);
    free(m.each);
    free(m.starts);
    free(m.arenas);
}
