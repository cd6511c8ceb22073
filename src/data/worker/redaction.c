/* redaction.c - the blocked columns of a workbook's tables as strips of their sheets.
 *
 * Strips are in the order of the sheets, as the tables are; those of the sheet that is being read are found once.
 */
#include "data/worker/redaction.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/blocked_values.h"
#include "data/policy/blocking.h"
#include "data/policy/pivot_redaction.h"
#include "data/worker/workset_node.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "grid/totals/totals.h"
#include "office/workbook.h"
#include <string.h>

#define NO_TABLE SIZE_MAX

/* A table's column on its sheet, or what a pivot table shows. */
struct strip {
    size_t table, sheet; /* NO_TABLE: a pivot table's */
    uint32_t column, last_column, top, bottom;
    struct blocked_column why; /* its rule is NULL when it may be read */
    uint64_t hidden;           /* cells */
};

struct redaction {
    const struct column_policy *policy;
    struct strip *strips;
    size_t n;
    const struct sheet_info *sheets;
    size_t n_sheets;
    size_t sheet, from, to; /* the strips of that sheet */
    uint64_t outside;       /* cells hidden as they are in no allowed column */
    uint64_t unread;        /* cells hidden as their table was not looked at */
    uint64_t hidden_values; /* cells hidden for their text */
};

/* ---- tables ---- */

/* Every column of a table that is what a pivot table shows. What they are called may be values of a blocked field. */
static struct blocking hide_all(struct arena *a, const char *table, const struct columns *columns)
{
    const struct column *list;
    size_t n = columns_describe(columns, &list);
    struct blocked_column *all = arena_array(a, n, sizeof *all);

    for (size_t i = 0; i < n; i++)
        all[i] = (struct blocked_column){ .table = table,
                                          .column = arena_printf(a, "column %zu", i + 1),
                                          .name = arena_str(a, list[i].name),
                                          .rule = PII_RULE_BLOCKED,
                                          .reason = REDACTED_PIVOT_REASON };
    return (struct blocking){ .columns = all, .values = arena_array(a, n, sizeof(struct blocked_values)), .n = n };
}

/* Which of the files the first source is. */
static size_t first_file(const struct workset *w)
{
    size_t i = 0;

    while (i + 1 < w->n && w->given[i].source != w->sources[0])
        i++;
    return i;
}

static int table_blocking(struct workset *w, size_t table, const struct columns *columns, const struct cancel *cancel,
                          struct blocking *ret, struct err *err)
{
    const struct source_table *t = &w->sources[0]->tables[table];
    const struct hidden_place *places = NULL;
    size_t n = 0;

    if (t->sheet && t->range && workset_places(w, first_file(w), cancel, &places, &n, err))
        return -1;
    *ret = hidden_places_meet(places, n, t->sheet, t->range) ? hide_all(w->arena, t->name, columns)
                                                             : blocking_columns(w->arena, &w->policy, t->name, columns);
    return 0;
}

int redaction_table(struct workset *w, size_t table, const struct cancel *cancel, const struct blocking **ret,
                    struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct source *s = w->sources[0];
    struct loaded loaded = { 0 };
    struct blocking *j;
    struct notes notes;
    int rc = 0;

    if (!w->blocking)
        w->blocking = arena_array(w->arena, s->n_tables, sizeof(struct blocking *));
    if (!w->blocking[table]) {
        notes_init(&notes, scratch);
        if (cancel_check(cancel, err))
            return -1;
        if (totals_load(s, table, cancel, scratch, &notes, &loaded, err) && err->code != ERR_DATA_EMPTY)
            return -1;
        j = arena_alloc(w->arena, sizeof *j);
        if (loaded.columns)
            rc = table_blocking(w, table, loaded.columns, cancel, j, err);
        columns_free(loaded.columns);
        if (rc)
            return -1;
        w->blocking[table] = j;
    }
    *ret = w->blocking[table];
    return 0;
}

/* ---- sheets ---- */

/* Adds the table's columns: the blocked ones, and all where what is in none of them is hidden. */
static int add_table(struct redaction *v, struct workset *w, size_t table, const struct table_area *area,
                     const struct cancel *cancel, struct arena *a, struct err *err)
{
    const struct blocking *j;

    if (redaction_table(w, table, cancel, &j, err))
        return -1;
    for (size_t i = 0; i < area->n_columns; i++) {
        struct strip s = { .table = table,
                           .sheet = area->sheet,
                           .column = area->columns[i],
                           .last_column = area->columns[i],
                           .top = area->top,
                           .bottom = area->bottom };
        if (blocking_column(a, v->policy, j, w->sources[0]->tables[table].name, i, area->names[i], &s.why) ||
            v->policy->allowed || v->sheets[area->sheet].has_more)
            v->strips[v->n++] = s;
    }
    return 0;
}

/* Adds a pivot table's place behind the strips that are on its sheet or before. */
static void add_place(struct redaction *v, const struct hidden_place *place, struct arena *a)
{
    size_t at = v->n++;

    for (; at > 0 && v->strips[at - 1].sheet > place->sheet_at; at--)
        v->strips[at] = v->strips[at - 1];
    v->strips[at] = (struct strip){ .table = NO_TABLE,
                                    .sheet = place->sheet_at,
                                    .column = place->left,
                                    .last_column = place->right,
                                    .top = place->top,
                                    .bottom = place->bottom,
                                    .why = { .table = pii_mask(a, v->policy, place->sheet),
                                             .column = REDACTED_PIVOT,
                                             .name = REDACTED_PIVOT,
                                             .rule = PII_RULE_BLOCKED,
                                             .reason = REDACTED_PIVOT_REASON } };
}

int redaction_new(struct workset *w, size_t sheet, const struct cancel *cancel, struct arena *a, struct redaction **ret,
                  struct err *err)
{
    const struct workbook *book = workbook_of(w->sources[0]);
    size_t n_tables = w->sources[0]->n_tables, n = 0, n_places;
    const struct hidden_place *places;
    struct redaction *v = arena_alloc(a, sizeof *v);
    struct table_area area;

    *ret = NULL;
    if (!policy_is_set(&w->policy))
        return 0;
    if (workset_places(w, first_file(w), cancel, &places, &n_places, err))
        return -1;
    for (size_t i = 0; i < n_tables; i++)
        if (workbook_area(book, i, &area))
            n += area.n_columns;
    *v = (struct redaction){ .policy = &w->policy,
                             .strips = arena_array(a, n + n_places, sizeof *v->strips),
                             .sheet = SIZE_MAX };
    v->n_sheets = workbook_sheets(book, &v->sheets);
    for (size_t i = 0; i < n_tables; i++)
        if (workbook_area(book, i, &area) && (sheet == REDACTION_ALL_SHEETS || area.sheet == sheet) &&
            add_table(v, w, i, &area, cancel, a, err))
            return -1;
    for (size_t i = 0; i < n_places; i++)
        if (sheet == REDACTION_ALL_SHEETS || places[i].sheet_at == sheet)
            add_place(v, &places[i], a);
    *ret = v;
    return 0;
}

static void seek(struct redaction *v, size_t sheet)
{
    v->sheet = sheet;
    for (v->from = 0; v->from < v->n && v->strips[v->from].sheet != sheet; v->from++)
        ;
    for (v->to = v->from; v->to < v->n && v->strips[v->to].sheet == sheet; v->to++)
        ;
}

bool redaction_hides_value(const struct column_policy *policy, const char *p, size_t n, bool is_number)
{
    size_t digits = 0;

    while (is_number && digits < n && p[digits] >= '0' && p[digits] <= '9')
        digits++;
    return (!is_number || digits < n) && pii_value(policy, p, n);
}

/* The strip that the cell is in, a blocked one before others; NULL: none. */
static struct strip *find_strip(struct redaction *v, const struct redaction_cell *cell)
{
    struct strip *found = NULL;

    if (v->sheet != cell->sheet)
        seek(v, cell->sheet);
    for (size_t i = v->from; i < v->to && !(found && found->why.rule); i++) {
        struct strip *s = &v->strips[i];
        if (cell->column >= s->column && cell->column <= s->last_column && cell->row >= s->top &&
            cell->row <= s->bottom)
            found = s;
    }
    return found;
}

/* The sheet has more tables than were judged: the cell may be of one. */
static bool is_unread(const struct redaction *v, const struct strip *s, const struct redaction_cell *cell)
{
    return !s && cell->sheet < v->n_sheets && v->sheets[cell->sheet].has_more;
}

bool redaction_hides(void *redaction, const struct redaction_cell *cell)
{
    struct redaction *v = redaction;
    struct strip *s = find_strip(v, cell);
    uint64_t *count = NULL;

    if (s && s->why.rule)
        count = &s->hidden;
    else if (!s && v->policy->allowed)
        count = &v->outside;
    else if (is_unread(v, s, cell))
        count = &v->unread;
    else if (cell->text && redaction_hides_value(v->policy, cell->text, cell->n, cell->is_number))
        count = &v->hidden_values;
    if (count)
        ++*count;
    return count != NULL;
}

bool redaction_hides_text(const struct redaction *v, const char *text)
{
    return text && pii_value(v->policy, text, strlen(text));
}

/* ---- telling ---- */

void redaction_tell(const struct redaction *v, struct notes *notes)
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
    if (v->unread)
        notes_add(notes, "%s left out, as the sheet has more tables than are looked at",
                  notes_count(notes, v->unread, "cell", "is", "are"));
    if (v->hidden_values)
        notes_add(notes, REDACTED_VALUES, notes_count(notes, v->hidden_values, "cell", "is", "are"));
}

void redaction_list(const struct redaction *v, struct arena *a, struct json *list)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->strips[i].hidden)
            json_push(a, list, blocked_to_json(a, &v->strips[i].why));
}

struct json *redaction_strips(const struct redaction *v, struct arena *a)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < v->n; i++) {
        const struct strip *s = &v->strips[i];
        for (uint32_t column = s->column; s->why.rule && column <= s->last_column; column++) {
            struct json *strip = json_array(a);
            json_push(a, strip, json_int(a, column));
            json_push(a, strip, json_int(a, s->top));
            json_push(a, list, json_push(a, strip, json_int(a, s->bottom)));
        }
    }
    return list;
}

const char *redaction_name(const struct redaction *v, struct arena *a, size_t table, size_t i, const char *name)
{
    for (size_t k = 0; k < v->n; k++)
        if (v->strips[k].table == table && v->strips[k].why.rule && strcmp(v->strips[k].why.name, name) == 0)
            return v->strips[k].why.column;
    return blocking_name(a, v->policy, i, name);
}

struct json *redaction_columns(const struct redaction *v, struct arena *a, size_t table)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < v->n; i++)
        if (v->strips[i].table == table && v->strips[i].why.rule)
            json_push(a, list, json_str(a, v->strips[i].why.column));
    return list;
}
