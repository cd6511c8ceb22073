/* stems.c - FTS5's tokenizer, asked through its own interface on a database in memory that holds nothing. */
#include "store/db/stems.h"
#include "base/err.h"
#include "store/db/sqlite_error.h"
#include <assert.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>

struct stems {
    sqlite3 *h;
    fts5_tokenizer with;
    Fts5Tokenizer *tokenizer;
};

static int no_fts5(struct err *err)
{
    return err_set(err, ERR_ENGINE_UNAVAILABLE, "This SQLite cannot index text.", "FTS5 or its tokenizer is missing");
}

/* FTS5 hands out its interface through a pointer that a statement is given. */
static fts5_api *find_api(sqlite3 *h)
{
    sqlite3_stmt *s = NULL;
    fts5_api *api = NULL;

    if (sqlite3_prepare_v2(h, "SELECT fts5(?1)", -1, &s, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(s, 1, &api, "fts5_api_ptr", NULL);
        sqlite3_step(s);
    }
    sqlite3_finalize(s);
    return api;
}

static int find_tokenizer(struct stems *w, struct err *err)
{
    /* STEMS_TOKENIZER: the first word names it, the others are its arguments. */
    const char *args[] = { "unicode61", "remove_diacritics", "2" };
    fts5_api *api = find_api(w->h);
    void *context;

    if (!api || api->xFindTokenizer(api, "porter", &context, &w->with) != SQLITE_OK)
        return no_fts5(err);
    if (w->with.xCreate(context, args, (int)COUNT_OF(args), &w->tokenizer) != SQLITE_OK)
        return no_fts5(err);
    return 0;
}

int stems_new(struct stems **ret, struct err *err)
{
    struct stems *w = calloc(1, sizeof *w);
    int rc;

    if (!w)
        abort();
    rc = sqlite3_open_v2(":memory:", &w->h, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK) {
        sqlite_error(err, w->h, rc, "stems");
        stems_free(w);
        return -1;
    }
    if (find_tokenizer(w, err) < 0) {
        stems_free(w);
        return -1;
    }
    *ret = w;
    return 0;
}

void stems_free(struct stems *w)
{
    if (!w)
        return;
    if (w->tokenizer)
        w->with.xDelete(w->tokenizer);
    sqlite3_close(w->h);
    free(w);
}

void stems_cleanup(struct stems **w)
{
    stems_free(*w);
}

struct stem_reader {
    stems_each *each;
    void *arg;
};

static int take(void *arg, int flags, const char *stem, int n, int from, int to)
{
    const struct stem_reader *r = arg;
    struct stem w = { .stem = stem, .n = (size_t)n, .from = (size_t)from, .to = (size_t)to };

    (void)flags;
    r->each(r->arg, &w);
    return SQLITE_OK;
}

int stems_read(struct stems *w, const char *text, size_t n, stems_each *each, void *arg, struct err *err)
{
    struct stem_reader r = { each, arg };
    int rc;

    assert(n <= INT_MAX);
    rc = w->with.xTokenize(w->tokenizer, &r, FTS5_TOKENIZE_DOCUMENT, text, (int)n, take);
    return rc == SQLITE_OK ? 0 : sqlite_error(err, w->h, rc, "stems");
}
