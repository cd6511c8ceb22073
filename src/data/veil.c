/* veil.c - the blocked columns of a workbook's tables as strips of their sheets.
 *
 * Strips are in the order of the sheets, as the tables are; those of the sheet that is being read are found once.
 */
#include "data/veil.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/judge.h"
#include "data/pii.h"
#include "data/workset_node.h"
#include "grid/columns.h"
#include "grid/notes.h"
#include "office/workbook.h"
#include <string.h>

/* A table's column on its sheet. */
struct strip {
    size_t table, sheet;
    uint32_t column, top, bottom;
    struct blocked_column why; /* its rule is NULL when it may be read */
    uint64_t hidden;           /* cells */
};

struct veil {
    const struct column_policy *policy;
    struct strip *strips;
    size_t n;
    size_t sheet, from, to; /* the strips of that sheet */
    uint64_t outside;       /* cells hidden as they are in no allowed column */
    uint64_t singles;       /* cells hidden for their text */
};

/* ---- tables ---- */

int veil_table(struct workset *w, size_t table, const struct cancel *cancel, const struct judged **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct source *s = w->sources[0];
    struct loaded loaded = { 0 };
    struct judged *j;
    struct notes notes;

    if (!w->judged)
        w->judged = arena_array(w->arena, s->n_tables, sizeof(struct judged *));
    if (!w->judged[table]) {
        notes_init(&notes, scratch);
        if (cancel_check(cancel, err))
            return -1;
        if (s->ops->load(s, table, cancel, scratch, &notes, &loaded, err) && err->code != ERR_DATA_EMPTY)
            return -1;
        j = arena_alloc(w->arena, sizeof *j);
        if (loaded.columns)
            *j = judge_columns(w->arena, &w->policy, s->tables[table].name, loaded.columns);
        columns_free(loaded.columns);
        w->judged[table] = j;
    }
    *ret = w->judged[table];
    return 0;
}

/* ---- sheets ---- */

/* Adds the table's columns: the blocked ones, and with a list of allowed ones these too. */
static int add_table(struct veil *v, struct workset *w, size_t table, const struct table_area *area,
                     const struct cancel *cancel, struct arena *a, struct err *err)
{
    const struct judged *j;

    if (veil_table(w, table, cancel, &j, err))
        return -1;
    for (size_t i = 0; i < area->n_columns; i++) {
        struct strip s = {
            .table = table, .sheet = area->sheet, .column = area->columns[i], .top = area->top, .bottom = area->bottom
        };
        if (judge_column(a, v->policy, j, w->sources[0]->tables[table].name, i, area->names[i], &s.why) ||
            v->policy->allowed)
            v->strips[v->n++] = s;
    }
    return 0;
}

int veil_new(struct workset *w, size_t sheet, const struct cancel *cancel, struct arena *a, struct veil **ret,
             struct err *err)
{
    const struct workbook *book = workbook_of(w->sources[0]);
    size_t n_tables = w->sources[0]->n_tables, n = 0;
    struct veil *v = arena_alloc(a, sizeof *v);
    struct table_area area;

    *ret = NULL;
    if (!policy_is_set(&w->policy))
        return 0;
    for (size_t i = 0; i < n_tables; i++)
        if (workbook_area(book, i, &area))
            n += area.n_columns;
    *v = (struct veil){ .policy = &w->policy, .strips = arena_array(a, n, sizeof *v->strips), .sheet = SIZE_MAX };
    for (size_t i = 0; i < n_tables; i++)
        if (workbook_area(book, i, &area) && (sheet == VEIL_ALL_SHEETS || area.sheet == sheet) &&
            add_table(v, w, i, &area, cancel, a, err))
            return -1;
    *ret = v;
    return 0;
}

static void seek(struct veil *v, size_t sheet)
{
    v->sheet = sheet;
    for (v->from = 0; v->from < v->n && v->strips[v->from].sheet != sheet; v->from++)
        ;
    for (v->to = v->from; v->to < v->n && v->strips[v->to].sheet == sheet; v->to++)
        ;
}

bool veil_hides_value(const struct column_policy *policy, const char *p, size_t n, bool is_number)
{
    size_t digits = 0;

    while (is_number && digits < n && p[digits] >= '0' && p[digits] <= '9')
        digits++;
    return (!is_number || digits < n) && pii_value(policy, p, n);
}

/* The strip that the cell is in, a blocked one before others; NULL: none. */
static struct strip *find_strip(struct veil *v, const struct veiled_cell *cell)
{
    struct strip *found = NULL;

    if (v->sheet != cell->sheet)
        seek(v, cell->sheet);
    for (size_t i = v->from; i < v->to && !(found && found->why.rule); i++) {
        struct strip *s = &v->strips[i];
        if (s->column == cell->column && cell->row >= s->top && cell->row <= s->bottom)
            found = s;
    }
    return found;
}

bool veil_hides(void *veil, const struct veiled_cell *cell)
{
    struct veil *v = veil;
    struct strip *s = find_strip(v, cell);
    uint64_t *count = NULL;

    if (s && s->why.rule)
        count = &s->hidden;
    else if (!s && v->policy->allowed)
        count = &v->outside;
    else if (cell->text && veil_hides_value(v->policy, cell->text, cell->n, cell->is_number))
        count = &v->singles;
    if (count)
        ++*count;
    return count != NULL;
}

bool veil_hides_text(const struct veil *v, const char *text)
{
    return text && pii_value(v->policy, text, strlen(text));
}

/* ---- telling ---- */

void veil_tell(const struct veil *v, struct notes *notes)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct strip *s = &v->strips[i];
        if (s->hidden)
            notes_add(notes, "%s left out, those of the column '%s': %s",
                      notes_count(notes, s->hidden, "cell", "is", "are"), s->why.column, s->why.reason);
    }
    if (v->outside)
        notes_add(notes, "%s left out, as only some columns are allowed",
                  notes_count(notes, v->outside, "cell", "is", "are"));
    if (v->singles)
        notes_add(notes, VEIL_SINGLES, notes_count(notes, v->singles, "cell", "is", "are"));
}

void veil_list(const struct veil *v, struct arena *a, struct json *list)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->strips[i].hidden)
            json_push(a, list, blocked_to_json(a, &v->strips[i].why));
}

struct json *veil_columns(const struct veil *v, struct arena *a, size_t table)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < v->n; i++)
        if (v->strips[i].table == table && v->strips[i].why.rule)
            json_push(a, list, json_str(a, v->strips[i].why.column));
    return list;
}
