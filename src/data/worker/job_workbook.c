/* job_workbook.c - what a workbook holds, and where in it a text stands.
 *
 * A search looks at cells as the spreadsheet shows them, since that is what people see and remember. Without regard to
 * case it compares folded texts; nearly all of them are ASCII, and those are folded in place.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/pii/column_policy.h"
#include "data/worker/jobs.h"
#include "data/worker/redaction.h"
#include "data/worker/workset.h"
#include "grid/datum.h"
#include "office/workbook.h"
#include <string.h>

#define FOLDED_AT_ONCE (1u << 20) /* bytes of folded texts before their memory is let go */

int job_find_workbook(struct workset *w, struct job_io *io, struct source **ret, struct err *err)
{
    struct source *const *sources;
    size_t n;

    if (workset_sources(w, io->cancel, &sources, &n, err) < 0)
        return -1;
    if (n == 0 || !workbook_of(sources[0])) {
        err_set(err, ERR_INVALID_INPUT, "That is not a workbook.", "%zu sources", n);
        err_action(err, "Name an Excel workbook (.xlsx, .xlsm or .xls).");
        return -1;
    }
    *ret = sources[0];
    return 0;
}

/* A table's columns by the names that may be told, and which of them are blocked. */
static void redaction_names(struct arena *a, const struct redaction *v, size_t table, struct json *told)
{
    const struct json *given = json_get(told, "columns");
    struct json *names = json_array(a), *blocked = redaction_columns(v, a, table);

    for (size_t i = 0; i < json_len(given); i++)
        json_push(a, names, json_str(a, redaction_name(v, a, table, i, json_text(json_at(given, i), NULL))));
    if (given)
        json_set(a, told, "columns", names);
    if (json_len(blocked) > 0)
        json_set(a, told, "blocked_columns", blocked);
}

/* The structure as the policy lets it be told. Its tables are the source's that have a place. */
static int redact_structure(struct workset *w, struct source *s, struct job_io *io, struct json *structure,
                            struct err *err)
{
    struct json *tables = json_get(structure, "tables"), *names = json_get(structure, "defined_names");
    struct table_area area;
    struct redaction *v;
    size_t at = 0;

    if (redaction_new(w, REDACTION_ALL_SHEETS, io->cancel, io->arena, &v, err) < 0)
        return -1;
    for (size_t i = 0; v && i < s->n_tables; i++)
        if (workbook_area(workbook_of(s), i, &area))
            redaction_names(io->arena, v, i, json_at(tables, at++));
    for (size_t i = 0; v && i < json_len(names); i++)
        if (redaction_hides_text(v, json_get_text(json_at(names, i), "refers_to")))
            json_set(io->arena, json_at(names, i), "refers_to", json_null(io->arena));
    return 0;
}

int job_structure(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    struct source *s = NULL;
    int status;

    (void)args;
    if (job_find_workbook(state, io, &s, err) < 0 || workset_lock(state, io->cancel, err) < 0)
        return -1;
    status = workbook_structure(workbook_of(s), io->cancel, io->arena, ret, err);
    if (status == 0)
        status = redact_structure(state, s, io, *ret, err);
    workset_unlock(state);
    return status == 0 ? workset_unchanged(state, err) : -1;
}

/* ---- searching ---- */

struct area {
    const char *table; /* its name; NULL: a whole sheet */
    uint32_t r1, c1, r2, c2;
};

struct search {
    struct job_io *io;
    const char *query; /* folded, unless case counts */
    size_t query_n;
    bool exact_case;
    struct arena *scratch;
    struct buf folded;
    struct redaction *redaction; /* NULL: no policy */
    const char *sheet;           /* being searched */
    size_t sheet_at;
    struct area area;
    int64_t limit;
    uint64_t matches;
    struct json *results;
};

/* ASCII in lower case; false when there is anything else. */
static bool fold_ascii(struct buf *b, const char *p, size_t n)
{
    buf_cut(b, 0);
    if (!buf_reserve(b, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)p[i] >= 0x80)
            return false;
        b->p[i] = p[i] >= 'A' && p[i] <= 'Z' ? (char)(p[i] | 0x20) : p[i];
    }
    b->n = n;
    return true;
}

static bool is_match(struct search *s, const char *p, size_t n)
{
    const char *folded;

    if (s->exact_case)
        return memmem(p, n, s->query, s->query_n) != NULL;
    if (fold_ascii(&s->folded, p, n))
        return memmem(s->folded.p, n, s->query, s->query_n) != NULL;
    if (arena_used(s->scratch) > FOLDED_AT_ONCE) {
        arena_free(s->scratch);
        s->scratch = arena_new();
    }
    folded = str_fold(s->scratch, arena_dup(s->scratch, p, n));
    return strstr(folded, s->query) != NULL;
}

static bool is_hidden(const struct search *s, const struct sheet_cell *cell)
{
    struct redaction_cell c = { .sheet = s->sheet_at,
                                .row = cell->row,
                                .column = cell->column,
                                .text = cell->shown,
                                .n = cell->shown_n,
                                .is_number = cell->value->kind == DATUM_NUMBER };

    return s->redaction && redaction_hides(s->redaction, &c);
}

static int look_at(void *arg, const struct sheet_cell *cell, struct err *err)
{
    struct search *s = arg;
    struct arena *a = s->io->arena;
    struct buf ref CLEANUP(buf_done) = BUF(32);
    struct json *hit;

    (void)err;
    if (cell->row > s->area.r2)
        return 1;
    if (cell->row < s->area.r1 || cell->column < s->area.c1 || cell->column > s->area.c2 || cell->shown_n == 0 ||
        is_hidden(s, cell) || !is_match(s, cell->shown, cell->shown_n))
        return 0;
    if (s->matches++ >= (uint64_t)s->limit)
        return 0;
    hit = json_object(a);
    cell_ref_add(&ref, cell->row, cell->column);
    json_set(a, hit, "worksheet", json_str(a, s->sheet));
    json_set(a, hit, "address", json_strn(a, ref.p, ref.n));
    json_set(a, hit, "row", json_int(a, cell->row));
    json_set(a, hit, "column", json_int(a, cell->column));
    json_set(a, hit, "value", json_strn(a, cell->shown, cell->shown_n));
    json_set(a, hit, "table", json_str(a, s->area.table));
    json_push(a, s->results, hit);
    return 0;
}

/* The part of a sheet that is meant; false when the table is on another. */
static bool find_area(const struct source *source, const char *sheet, const char *table, struct area *ret)
{
    *ret = (struct area){ .r1 = 1, .c1 = 1, .r2 = SHEET_ROWS, .c2 = SHEET_COLUMNS };
    if (!table)
        return true;
    for (size_t i = 0; i < source->n_tables; i++) {
        const struct source_table *t = &source->tables[i];
        if (t->range && str_same(t->name, table) && strcmp(t->sheet, sheet) == 0) {
            ret->table = t->name;
            return range_ref_read(t->range, strlen(t->range), &ret->r1, &ret->c1, &ret->r2, &ret->c2);
        }
    }
    return false;
}

/* Searches every sheet that is meant; *ret_looked: there was one. */
static int search_sheets(struct search *s, struct source *source, const struct json *args, bool *ret_looked,
                         struct err *err)
{
    const char *sheet = json_get_text(args, "worksheet"), *table = json_get_text(args, "table");
    const struct sheet_info *sheets;
    size_t n = workbook_sheets(workbook_of(source), &sheets);

    for (size_t i = 0; i < n; i++) {
        if ((sheet && !str_same(sheets[i].name, sheet)) || !find_area(source, sheets[i].name, table, &s->area))
            continue;
        *ret_looked = true;
        s->sheet = sheets[i].name;
        s->sheet_at = i;
        if (workbook_cells(workbook_of(source), i, CELLS_SHOWN, s->io->cancel, look_at, s, err) < 0)
            return -1;
    }
    return 0;
}

static int search_workbook(struct search *s, struct workset *w, struct source *source, const struct json *args,
                           struct err *err)
{
    bool looked = false;
    int status;

    if (workset_lock(w, s->io->cancel, err) < 0)
        return -1;
    status = redaction_new(w, REDACTION_ALL_SHEETS, s->io->cancel, s->io->arena, &s->redaction, err);
    if (status == 0)
        status = search_sheets(s, source, args, &looked, err);
    workset_unlock(w);
    if (status == 0 && !looked) {
        (void)err_set(err, ERR_NOT_FOUND, "There is no such sheet or table.", "search");
        status = err_action(err, "Ask for the workbook's structure to see which there are.");
    }
    return status;
}

int job_search(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    struct arena *a = io->arena;
    const char *query = json_get_text(args, "query");
    struct search s = { .io = io,
                        .exact_case = json_get_truth(args, "case_sensitive"),
                        .limit = json_get_int(args, "limit", SEARCH_LIMIT_DEFAULT),
                        .results = json_array(a),
                        .folded = BUF(DATA_CELL_BYTES) };
    struct json *left_out = json_array(a);
    struct source *source = NULL;
    int status;

    if (!query || !*query)
        return err_set(err, ERR_INVALID_INPUT, "There is no text to search for.", "search without query");
    if (s.limit < 1 || s.limit > SEARCH_LIMIT)
        s.limit = SEARCH_LIMIT;
    s.query = s.exact_case ? query : str_fold(a, query);
    s.query_n = strlen(s.query);
    if (job_find_workbook(state, io, &source, err) < 0)
        return -1;
    s.scratch = arena_new();
    status = search_workbook(&s, state, source, args, err);
    arena_free(s.scratch);
    buf_done(&s.folded);
    if (status < 0 || workset_unchanged(state, err) < 0)
        return -1;
    *ret = json_object(a);
    json_set(a, *ret, "results", s.results);
    json_set(a, *ret, "total_matches", json_int(a, (int64_t)s.matches));
    json_set(a, *ret, "truncated", json_bool(a, s.matches > (uint64_t)s.limit));
    if (s.redaction)
        redaction_list(s.redaction, a, left_out);
    if (json_len(left_out) > 0)
        json_set(a, *ret, "left_out", left_out);
    return 0;
}
