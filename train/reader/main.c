/* main.c - learn_reader: learns what readers of questions use, and measures it.
 *
 *   learn_reader --train FOLDER[:SHARE[:RANKED]] ... [--out BUNDLE] [--held N] [--eval FOLDER] [--dump FILE]
 *   learn_reader --measure BUNDLE --eval FOLDER [--dump FILE]
 *
 * FOLDER has questions.jsonl and databases/ (corpus.h). Every N-th database may be held out: it is measured on, with
 * the causes of misses, and --dump writes a line of JSON for each of its questions. Of the folder given with --eval
 * only figures are printed. SHARE: only every so many-th database is taken; RANKED: rankers learn from every so
 * many-th of these alone, or from none (0).
 *
 * Stages: models of sketches and slots from each half of the databases, and from all; lists of candidates for each half
 * by the other half's models; rankers and confidence from these lists.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "data/engine/engine.h"
#include "learn/bundle.h"
#include "sys/file.h"
#include "train/reader/lists.h"
#include "train/reader/measure.h"
#include "train/reader/parts.h"
#include "train/reader/ranks.h"
#include "train/reader/slots.h"
#include "train/room.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define FOLDERS 8

struct options {
    struct corpus_folder train[FOLDERS];
    size_t n_train;
    const char *out, *eval, *dump, *measure;
    size_t held;
    unsigned threads;
};

static void PRINTF(1, 2) stage(const char *format, ...)
{
    static struct timespec start;
    struct timespec t;
    va_list args;

    clock_gettime(CLOCK_MONOTONIC, &t);
    if (start.tv_sec == 0)
        start = t;
    printf("[%4ld s] ", (long)(t.tv_sec - start.tv_sec));
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
}

/* Models in use: the bundle's bytes stay as long as they. */
struct used {
    struct arena *arena;
    struct buf bytes;
    struct bundle *bundle;
    struct read_models models;
};

static int use(struct used *u, struct err *err)
{
    u->arena = arena_new();
    return bundle_open(u->bytes.p, u->bytes.n, &u->bundle, err) ||
                   read_models_open(u->arena, u->bundle, &u->models, err)
               ? -1
               : 0;
}

static int use_parts(const struct parts *p, struct used *u, struct err *err)
{
    buf_init(&u->bytes, BUNDLE_BYTES_MOST);
    return parts_write(p, &u->bytes, err) || use(u, err) ? -1 : 0;
}

static void used_done(struct used *u)
{
    if (u->arena)
        arena_free(u->arena);
    bundle_free(u->bundle);
    buf_done(&u->bytes);
}

/* ---- learning ---- */

/* The lists of one half of the databases, by models of the other. */
static int make_lists(const struct corpus *c, const struct slot_examples *e, unsigned fold, unsigned threads,
                      struct list_set *ret, struct err *err)
{
    struct parts *parts = room_for(1, sizeof *parts);
    unsigned other = 1 - fold;
    struct used u = { 0 };
    int rc;

    stage("models from fold %u", other);
    rc = slots_learn(c, e, c->fold[other], c->fold[other + 1], threads, parts, err) || use_parts(parts, &u, err);
    if (rc == 0) {
        stage("lists of fold %u", fold);
        lists_make(c, c->fold[fold], c->fold[fold + 1], &u.models, threads, ret);
        lists_report(ret, "lists");
    }
    parts_done(parts);
    free(parts);
    used_done(&u);
    return rc ? -1 : 0;
}

static int learn(const struct corpus *c, unsigned threads, struct parts *ret, struct err *err)
{
    struct list_set lists[2] = { 0 };
    struct slot_examples e;
    int rc;

    stage("features of %zu questions", c->fold[2]);
    slot_examples_make(c, threads, &e);
    rc = make_lists(c, &e, 0, threads, &lists[0], err) || make_lists(c, &e, 1, threads, &lists[1], err);
    if (rc == 0) {
        stage("models from all");
        rc = slots_learn(c, &e, 0, c->fold[2], threads, ret, err);
    }
    slot_examples_done(&e);
    if (rc == 0) {
        stage("rankers");
        rc = ranks_learn(lists, threads, ret, err);
    }
    lists_done(&lists[0]);
    lists_done(&lists[1]);
    return rc ? -1 : 0;
}

/* ---- measuring ---- */

static int measure_folder(const struct options *o, struct engine *parser, const struct read_models *m, struct err *err)
{
    struct corpus_folder folder = { .path = o->eval, .share = 1, .held = 1 };
    struct measure_options how = { .name = "eval", .strict = true, .threads = o->threads };
    struct corpus *c;

    stage("eval: %s", o->eval);
    if (corpus_open(&folder, 1, parser, o->threads, &c, err))
        return -1;
    measure(c, 0, c->n, m, &how);
    corpus_close(c);
    return 0;
}

static int measure_held(const struct options *o, const struct corpus *c, const struct read_models *m, struct err *err)
{
    struct measure_options how = { .name = "held out", .threads = o->threads, .causes = true };

    stage("held-out databases");
    if (o->dump && !(how.dump = fopen(o->dump, "w")))
        return err_set(err, ERR_INTERNAL, "The file for the dump cannot be opened.", "%s", o->dump);
    measure(c, c->fold[2], c->n, m, &how);
    if (how.dump)
        fclose(how.dump);
    return 0;
}

/* ---- commands ---- */

static int run_measure(const struct options *o, struct engine *parser, struct err *err)
{
    struct used u = { 0 };
    int rc;

    buf_init(&u.bytes, BUNDLE_BYTES_MOST);
    rc =
        file_read(o->measure, "the bundle", &u.bytes, err) || use(&u, err) || measure_folder(o, parser, &u.models, err);
    used_done(&u);
    return rc ? -1 : 0;
}

static int run_learn(const struct options *o, struct engine *parser, struct err *err)
{
    struct parts *parts = room_for(1, sizeof *parts);
    struct used u = { 0 };
    struct corpus *c;
    int rc;

    stage("questions and databases");
    if (corpus_open(o->train, o->n_train, parser, o->threads, &c, err)) {
        free(parts);
        return -1;
    }
    corpus_report(c);
    rc = learn(c, o->threads, parts, err) || use_parts(parts, &u, err);
    if (rc == 0) {
        parts_print(parts);
        stage("%zu bytes", u.bytes.n);
        if (o->out)
            rc = file_write(o->out, u.bytes.p, u.bytes.n, "the bundle", err);
    }
    rc = rc || measure_held(o, c, &u.models, err) || (o->eval && measure_folder(o, parser, &u.models, err));
    stage("done");
    corpus_close(c);
    parts_done(parts);
    free(parts);
    used_done(&u);
    return rc ? -1 : 0;
}

/* FOLDER[:SHARE[:RANKED]] */
static bool read_folder(char *text, struct options *o)
{
    struct corpus_folder *f = &o->train[o->n_train];
    char *colon = strchr(text, ':'), *rest = NULL;

    if (o->n_train == FOLDERS)
        return false;
    *f = (struct corpus_folder){ .path = text, .share = 1, .ranked = 1, .reworded = true };
    if (colon) {
        *colon = '\0';
        f->share = strtoul(colon + 1, &rest, 10);
        f->ranked = *rest == ':' ? strtoul(rest + 1, NULL, 10) : 1;
    }
    o->n_train++;
    return f->share > 0;
}

static bool read_number(const char *name, const char *value, struct options *o)
{
    size_t n = strtoul(value, NULL, 10);

    if (strcmp(name, "--held") == 0)
        o->held = n;
    else if (strcmp(name, "--threads") == 0 && n >= 1 && n <= 2)
        o->threads = (unsigned)n;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i];
        if (strcmp(name, "--out") == 0)
            o->out = argv[i + 1];
        else if (strcmp(name, "--eval") == 0)
            o->eval = argv[i + 1];
        else if (strcmp(name, "--dump") == 0)
            o->dump = argv[i + 1];
        else if (strcmp(name, "--measure") == 0)
            o->measure = argv[i + 1];
        else if (strcmp(name, "--train") == 0 ? !read_folder(argv[i + 1], o) : !read_number(name, argv[i + 1], o))
            return false;
    }
    for (size_t i = 0; i < o->n_train; i++)
        o->train[i].held = o->held;
    return argc % 2 == 1 && (o->measure ? o->eval != NULL : o->n_train > 0);
}

int main(int argc, char **argv)
{
    struct options o = { .threads = 2 };
    struct engine *parser;
    struct err err;
    int rc;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!read_options(argc, argv, &o)) {
        fprintf(stderr,
                "usage: learn_reader --train FOLDER[:SHARE[:RANKED]] ... [--out BUNDLE] [--held N] [--eval FOLDER]\n"
                "                    [--dump FILE] [--threads 1 or 2]\n"
                "       learn_reader --measure BUNDLE --eval FOLDER [--threads 1 or 2]\n");
        return 2;
    }
    rc = engine_open(1, &parser, &err);
    if (rc == 0) {
        rc = o.measure ? run_measure(&o, parser, &err) : run_learn(&o, parser, &err);
        engine_close(parser);
    }
    if (rc)
        fprintf(stderr, "%s %s\n", err.message, err.detail);
    return rc ? 1 : 0;
}
