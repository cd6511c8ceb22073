/* xlsx.c - opens a .xlsx: its small parts, then every sheet once, several at a time.
 *
 * A sheet's survey finds its tables and, where a sheet is one plain table, has its rows ready by then. What one sheet
 * gives does not depend on the others, so the threads change nothing but the time.
 */
#include "office/xlsx/xlsx.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/parallel.h"
#include "office/package/package.h"
#include "office/sheet/book.h"

struct surveying {
    struct xlsx *x;
    const struct cancel *cancel;
    struct err *errs; /* one a sheet */
    bool *failed;
};

static void survey_one(void *arg, size_t i)
{
    struct surveying *s = arg;
    bool build = s->x->book->sheets[i].state == SHEET_VISIBLE;

    s->failed[i] = survey_sheet(s->x->book, i, build, s->cancel, &s->x->surveys[i], &s->errs[i]) < 0;
}

/* Threads only where there is something to share out. */
static size_t threads_for(const struct book *b)
{
    uint64_t bytes = 0, largest = 0;

    for (size_t i = 0; i < b->n_sheets; i++) {
        uint64_t size = b->sheets[i].part ? b->sheets[i].part->size : 0;
        bytes += size;
        largest = size > largest ? size : largest;
    }
    return bytes - largest > FEED_ALONE_BYTES ? 0 : 1;
}

/* The first sheet that cannot be read is the error; the same one however many threads there are. */
static int survey_all(struct xlsx *x, const struct cancel *cancel, struct err *err)
{
    size_t n = x->book->n_sheets;
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct surveying s = { .x = x, .cancel = cancel };

    s.errs = arena_array(scratch, n, sizeof *s.errs);
    s.failed = arena_array(scratch, n, sizeof *s.failed);
    x->surveys = arena_array(x->arena, n, sizeof *x->surveys);
    parallel_run(n, threads_for(x->book), survey_one, &s);
    for (size_t i = 0; i < n; i++)
        if (s.failed[i]) {
            *err = s.errs[i];
            return -1;
        }
    return 0;
}

static void list_sheets(struct xlsx *x)
{
    size_t n = x->book->n_sheets;
    struct sheet_info *infos = arena_array(x->arena, n, sizeof *infos);

    for (size_t i = 0; i < n; i++) {
        const struct book_sheet *s = &x->book->sheets[i];
        infos[i] = (struct sheet_info){ .name = s->name,
                                        .state = s->state,
                                        .rows = x->surveys[i]->used_rows,
                                        .columns = x->surveys[i]->used_columns,
                                        .is_chart = s->is_chart,
                                        .has_more = x->surveys[i]->has_more };
    }
    x->workbook.sheets = infos;
    x->workbook.n_sheets = n;
}

static const char *range_text(struct arena *a, const struct sheet_table *t)
{
    struct buf b CLEANUP(buf_done) = BUF(64);

    cell_ref_add(&b, t->top, t->left);
    buf_addc(&b, ':');
    cell_ref_add(&b, t->bottom, t->right);
    return arena_dup(a, b.p, b.n);
}

static void add_table(struct xlsx *x, size_t sheet, struct sheet_table *t)
{
    struct source *s = &x->workbook.source;
    const struct book_sheet *on = &x->book->sheets[sheet];

    s->tables[s->n_tables] = (struct source_table){ .name = t ? t->name : on->name,
                                                    .sheet = on->name,
                                                    .range = t ? range_text(x->arena, t) : NULL,
                                                    .hidden = on->state != SHEET_VISIBLE };
    x->tables[s->n_tables++] = (struct xlsx_table){ .sheet = sheet, .table = t };
}

static void list_tables(struct xlsx *x)
{
    size_t n = 0;

    for (size_t i = 0; i < x->book->n_sheets; i++)
        n += x->surveys[i]->n_tables;
    x->tables = arena_array(x->arena, n + 1, sizeof *x->tables);
    x->workbook.source.tables = arena_array(x->arena, n + 1, sizeof *x->workbook.source.tables);
    for (size_t i = 0; i < x->book->n_sheets; i++)
        for (size_t k = 0; k < x->surveys[i]->n_tables; k++)
            add_table(x, i, &x->surveys[i]->tables[k]);
    if (n == 0)
        add_table(x, 0, NULL);
}

static void xlsx_close(struct source *source)
{
    struct xlsx *x = (struct xlsx *)(void *)source;

    for (size_t i = 0; x->surveys && i < x->book->n_sheets; i++)
        survey_free(x->surveys[i]);
    book_free(x->book);
    arena_free(x->arena);
}

int workbook_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret, struct err *err)
{
    static const struct source_ops source_ops = {
        .load = xlsx_load, .load_without = xlsx_load_without, .show = xlsx_show, .close = xlsx_close
    };
    static const struct workbook_ops ops = { .cells = xlsx_cells, .area = xlsx_area, .tell = xlsx_tell };
    struct arena *a = arena_new();
    struct xlsx *x = arena_alloc(a, sizeof *x);

    x->arena = a;
    x->workbook.source = (struct source){ .ops = &source_ops, .format = "xlsx" };
    x->workbook.ops = &ops;
    if (book_open(bytes->p, bytes->n, cancel, &x->book, err) < 0 || survey_all(x, cancel, err) < 0) {
        xlsx_close(&x->workbook.source);
        return -1;
    }
    list_sheets(x);
    list_tables(x);
    *ret = &x->workbook.source;
    return 0;
}
