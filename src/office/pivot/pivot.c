/* pivot.c - from the parts to JSON, with the cells that show the table. */
#include "office/pivot/pivot.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/datum.h"
#include "grid/source.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/pivot/pivot_read.h"
#include "office/sheet/book.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet.h"
#include "office/workbook.h"
#include <string.h>

/* ---- fields ---- */

static bool is_blocked(const struct pivot *p, int64_t field)
{
    return p->blocked && field >= 0 && (size_t)field < p->fields.n && p->blocked[field];
}

/* By the name in the cache, by the one that is shown, and by the values. */
static void block_fields(struct pivot *p, const struct pivot_redaction *redaction, struct arena *a)
{
    bool *blocked = arena_array(a, p->fields.n, sizeof *blocked);

    for (size_t i = 0; i < p->fields.n; i++) {
        const char *caption = ((const struct pivot_field *)p->fields.list)[i].caption;
        const struct pivot_values *v = i < p->caches.n ? (const struct pivot_values *)p->caches.list + i : NULL;

        blocked[i] = (caption && redaction->blocks(redaction->arg, p->name, caption, NULL, 0)) ||
                     (v && v->name && redaction->blocks(redaction->arg, p->name, v->name, v->values.list, v->values.n));
    }
    p->blocked = blocked;
}

static struct json *names_of(struct arena *a, const struct pivot *p, const struct pivot_list *fields)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < fields->n; i++) {
        int64_t field = ((const int64_t *)fields->list)[i];
        if (!is_blocked(p, field))
            json_push(a, list, json_str(a, pivot_field_name(p, field)));
    }
    return list;
}

/* The items that are shown, or those that are hidden; at most PIVOT_ITEMS. */
static struct json *items_of(struct arena *a, const struct pivot *p, size_t field, bool hidden, size_t *ret_n)
{
    const struct pivot_field *f = (const struct pivot_field *)p->fields.list + field;
    const struct pivot_item *items = f->items.list;
    struct json *list = json_array(a);
    size_t n = 0;

    for (size_t i = 0; i < f->items.n; i++) {
        if (items[i].is_total || items[i].is_hidden != hidden)
            continue;
        if (n++ < PIVOT_ITEMS)
            json_push(a, list, json_str(a, pivot_item_name(p, (int64_t)field, (int64_t)i)));
    }
    *ret_n = n;
    return list;
}

static struct json *fields_of(struct arena *a, const struct pivot *p, bool filters)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < p->fields.n && i < DATA_COLUMNS; i++) {
        const struct pivot_field *f = (const struct pivot_field *)p->fields.list + i;
        struct json *v = json_object(a);
        size_t n;

        if (is_blocked(p, (int64_t)i))
            continue;
        json_set(a, v, "name", json_str(a, pivot_field_name(p, (int64_t)i)));
        json_set(a, v, "axis", json_str(a, f->axis ? f->axis : f->is_data ? "data" : NULL));
        json_set(a, v, "items", items_of(a, p, i, false, &n));
        json_set(a, v, "item_count", json_int(a, (int64_t)n));
        if (filters)
            json_set(a, v, "hidden_items", items_of(a, p, i, true, &n));
        json_push(a, list, v);
    }
    return list;
}

static struct json *data_of(struct arena *a, const struct pivot *p)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < p->data.n; i++) {
        const struct pivot_data *d = (const struct pivot_data *)p->data.list + i;
        struct json *v = json_object(a);

        if (is_blocked(p, d->field))
            continue;
        json_set(a, v, "name", json_str(a, d->name));
        json_set(a, v, "field", json_str(a, pivot_field_name(p, d->field)));
        json_set(a, v, "summary", json_str(a, d->summary));
        json_push(a, list, v);
    }
    return list;
}

static void add_filters(struct arena *a, struct json *v, const struct pivot *p)
{
    struct json *pages = json_array(a), *filters = json_array(a);

    for (size_t i = 0; i < p->pages.n; i++) {
        const struct pivot_page *page = (const struct pivot_page *)p->pages.list + i;
        const char *selected = pivot_item_name(p, page->field, page->item);
        struct json *one = json_set(a, json_object(a), "field", json_str(a, pivot_field_name(p, page->field)));
        if (is_blocked(p, page->field))
            continue;
        json_push(a, pages, json_set(a, one, "selected", json_str(a, selected ? selected : "(all)")));
    }
    for (size_t i = 0; i < p->filters.n; i++) {
        const struct pivot_filter *f = (const struct pivot_filter *)p->filters.list + i;
        struct json *one = json_set(a, json_object(a), "field", json_str(a, pivot_field_name(p, f->field)));
        if (is_blocked(p, f->field))
            continue;
        json_set(a, one, "type", json_str(a, f->type));
        json_push(a, filters, json_set(a, one, "value", json_str(a, f->value)));
    }
    json_set(a, v, "page_fields", pages);
    json_set(a, v, "filters", filters);
}

static struct json *source_of(struct arena *a, const struct pivot *p)
{
    struct json *v = json_object(a);

    json_set(a, v, "worksheet", json_str(a, p->source_sheet));
    json_set(a, v, "range", json_str(a, p->source_range));
    json_set(a, v, "name", json_str(a, p->source_name));
    return json_set(a, v, "records", p->records < 0 ? json_null(a) : json_int(a, p->records));
}

/* ---- the cells that show it ---- */

struct shown {
    const struct book *book;
    const struct cell_redaction *redaction; /* NULL: none */
    size_t sheet;
    struct arena *arena;
    uint32_t range[4], rows; /* at most */
    struct json **values;    /* of rows by columns */
    size_t columns;
};

static bool is_hidden(const struct shown *s, const struct scan_cell *cell, const struct datum *value,
                      const struct buf *b)
{
    struct redaction_cell v = { .sheet = s->sheet,
                                .row = cell->row,
                                .column = cell->column,
                                .text = b->p,
                                .n = b->n,
                                .is_number = value->kind == DATUM_NUMBER };

    return s->redaction && s->redaction->hides(s->redaction->arg, &v);
}

/* A field in the layout that must not be told stands in the cells, whole or counted together. */
static bool is_laid_out(const struct pivot *p)
{
    const struct pivot_field *fields = p->fields.list;
    const struct pivot_data *data = p->data.list;

    for (size_t i = 0; p->blocked && i < p->fields.n; i++)
        if (p->blocked[i] && (fields[i].axis || fields[i].is_data))
            return true;
    for (size_t i = 0; i < p->data.n; i++)
        if (is_blocked(p, data[i].field))
            return true;
    return false;
}

static int take_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct shown *s = arg;
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (cell->row >= s->range[0] + s->rows)
        return 1;
    if (value->kind == DATUM_NONE || cell->row < s->range[0] || cell->column < s->range[1] ||
        cell->column >= s->range[1] + s->columns)
        return 0;
    sheet_shown(s->book, cell, &b);
    if (buf_check(&b, err) < 0)
        return -1;
    if (is_hidden(s, cell, value, &b))
        return 0;
    s->values[(cell->row - s->range[0]) * s->columns + cell->column - s->range[1]] = json_strn(s->arena, b.p, b.n);
    return 0;
}

/* Rows as the sheet shows them; of a sheet whose cells are out of order they are gathered first. */
static int read_shown(struct shown *s, size_t sheet, const struct cancel *cancel, struct err *err)
{
    struct sheet_handler handler = { .arg = s, .cell = take_cell };
    struct sheet_order order = { .sort = false };

    if (sheet_read(s->book, sheet, &order, &handler, cancel, err) < 0)
        return -1;
    if (order.is_sorted)
        return 0;
    order.sort = true;
    return sheet_read(s->book, sheet, &order, &handler, cancel, err);
}

static int add_rows(struct arena *a, struct json *v, const struct book *b, size_t sheet, const struct pivot *p,
                    const struct pivot_wants *wants, const struct cancel *cancel, struct err *err)
{
    struct shown s = {
        .book = b, .redaction = wants->redaction ? wants->redaction->cells : NULL, .sheet = sheet, .arena = a
    };
    uint32_t most = is_laid_out(p) ? 0 : wants->rows;
    struct json *list = json_array(a);
    uint32_t *r = s.range, total = 0;

    if (p->location && range_ref_read(p->location, strlen(p->location), &r[0], &r[1], &r[2], &r[3])) {
        total = r[2] - r[0] + 1;
        s.rows = total < most ? total : most;
        s.columns = r[3] - r[1] + 1 < PIVOT_COLUMNS ? r[3] - r[1] + 1 : PIVOT_COLUMNS;
        s.values = arena_array(a, (size_t)s.rows * s.columns, sizeof(struct json *));
        if (read_shown(&s, sheet, cancel, err) < 0)
            return -1;
    }
    for (uint32_t i = 0; i < s.rows; i++) {
        struct json *row = json_array(a);
        for (size_t c = 0; c < s.columns; c++)
            json_push(a, row, s.values[i * s.columns + c]);
        json_push(a, list, row);
    }
    json_set(a, v, "rows", list);
    json_set(a, v, "row_count", json_int(a, total));
    json_set(a, v, "truncated", json_bool(a, s.rows < total));
    return 0;
}

/* ---- all of them ---- */

static bool is_wanted(const char *wanted, const char *name)
{
    return !wanted || (name && str_same(wanted, name));
}

static int add_pivot(struct arena *a, struct json *list, const struct book *b, size_t sheet, const struct part *part,
                     const struct pivot_wants *wants, const struct cancel *cancel, struct err *err)
{
    struct pivot p;
    struct json *v = json_object(a);

    if (pivot_read(&p, a, b->package, part, err) < 0)
        return -1;
    if (!is_wanted(wants->name, p.name))
        return 0;
    if (wants->redaction)
        block_fields(&p, wants->redaction, a);
    json_set(a, v, "name", json_str(a, p.name));
    json_set(a, v, "worksheet", json_str(a, b->sheets[sheet].name));
    json_set(a, v, "location", json_str(a, p.location));
    json_set(a, v, "source", source_of(a, &p));
    json_set(a, v, "row_fields", names_of(a, &p, &p.rows));
    json_set(a, v, "column_fields", names_of(a, &p, &p.columns));
    json_set(a, v, "data_fields", data_of(a, &p));
    json_set(a, v, "fields", fields_of(a, &p, wants->filters));
    if (wants->filters)
        add_filters(a, v, &p);
    json_push(a, list, v);
    return add_rows(a, v, b, sheet, &p, wants, cancel, err);
}

static int none(struct err *err, const char *message)
{
    err_set(err, ERR_NOT_FOUND, message, "pivot: none found");
    return err_action(err, "Leave the name out to see which there are.");
}

static const struct part *pivot_part(const struct book *b, const struct rel *rel)
{
    return rel->external || !rel_is(rel, "pivotTable") ? NULL : package_find(b->package, rel->target);
}

/* A field of the layout has no name. */
static bool is_unnamed(const struct pivot *p)
{
    for (size_t i = 0; i < p->fields.n; i++) {
        const struct pivot_field *f = (const struct pivot_field *)p->fields.list + i;
        if ((f->axis || f->is_data) && !pivot_field_name(p, (int64_t)i))
            return true;
    }
    return false;
}

/* Filters stand above the table, a row each, with an empty row between; a name and what was chosen. */
static bool area_of(const struct pivot *p, size_t sheet, struct pivot_area *ret)
{
    struct pivot_area area = { .name = p->name, .sheet = sheet };
    uint32_t above = p->pages.n > 0 ? (uint32_t)p->pages.n + 1 : 0;

    if (!p->location ||
        !range_ref_read(p->location, strlen(p->location), &area.top, &area.left, &area.bottom, &area.right))
        return false;
    area.top = area.top > above ? area.top - above : 1;
    if (above > 0 && area.right == area.left)
        area.right++;
    *ret = area;
    return true;
}

int pivot_hidden(const struct book *b, const struct pivot_redaction *redaction, const struct cancel *cancel,
                 struct arena *a, const struct pivot_area **ret, size_t *ret_n, struct err *err)
{
    struct pivot_area *list = NULL;
    size_t n = 0, room = 0;

    for (size_t i = 0; i < b->n_sheets; i++)
        for (size_t k = 0; k < b->sheets[i].n_rels; k++) {
            const struct part *part = pivot_part(b, &b->sheets[i].rels[k]);
            struct pivot p;
            if (!part)
                continue;
            if (cancel_check(cancel, err) || pivot_read(&p, a, b->package, part, err) < 0)
                return -1;
            block_fields(&p, redaction, a);
            list = list_grown(a, list, n, &room, sizeof *list);
            n += (is_laid_out(&p) || is_unnamed(&p)) && area_of(&p, i, &list[n]);
        }
    *ret = list;
    *ret_n = n;
    return 0;
}

int pivot_tables(const struct book *b, const struct pivot_wants *wants, const struct cancel *cancel, struct arena *a,
                 struct json **ret, struct err *err)
{
    struct json *list = json_array(a);
    bool is_sheet = false;

    for (size_t i = 0; i < b->n_sheets; i++) {
        const struct book_sheet *sheet = &b->sheets[i];
        if (!is_wanted(wants->worksheet, sheet->name))
            continue;
        is_sheet = true;
        for (size_t k = 0; k < sheet->n_rels && json_len(list) < PIVOT_TABLES; k++) {
            const struct part *part = pivot_part(b, &sheet->rels[k]);
            if (part && add_pivot(a, list, b, i, part, wants, cancel, err) < 0)
                return -1;
        }
    }
    if (!is_sheet)
        return none(err, "There is no such worksheet.");
    if (json_len(list) == 0 && (wants->name || wants->worksheet))
        return none(err, "There is no such pivot table.");
    *ret = json_set(a, json_object(a), "pivot_tables", list);
    return 0;
}
