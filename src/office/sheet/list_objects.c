/* list_objects.c - by the sheet's relationships; a table's own part says where it is and what its columns are called.
 */
#include "office/sheet/list_objects.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "grid/names.h"
#include "grid/notes.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/token.h"
#include "office/package/xml.h"
#include "office/sheet/book.h"
#include <stdlib.h>
#include <string.h>

struct list_reader {
    struct arena *arena;
    struct list_table table;
    size_t seen; /* columns */
    bool found;
};

static uint32_t rows(const char *const *attrs, const char *name, uint32_t missing)
{
    const char *text = xml_attr(attrs, name);

    return text ? strtoul(text, NULL, 10) > 0 : missing;
}

static void take_table(struct list_reader *r, const char *const *attrs)
{
    const char *ref = xml_attr(attrs, "ref"), *name = xml_attr(attrs, "displayName");
    struct list_table *t = &r->table;

    if (!name)
        name = xml_attr(attrs, "name");
    if (!ref || !range_ref_read(ref, strlen(ref), &t->top, &t->left, &t->bottom, &t->right))
        return;
    t->name = arena_str(r->arena, name ? name : "");
    t->headers = rows(attrs, "headerRowCount", 1);
    t->totals = rows(attrs, "totalsRowCount", 0);
    t->columns = arena_array(r->arena, t->right - t->left + 1, sizeof *t->columns);
    for (uint32_t i = 0; i <= t->right - t->left; i++)
        t->columns[i].p = "";
    r->found = true;
}

static void take_column(struct list_reader *r, const char *const *attrs)
{
    struct buf text CLEANUP(buf_done) = BUF(WORKBOOK_TOKEN_BYTES);
    const char *name = xml_attr(attrs, "name");

    if (!name || !r->found || r->seen > r->table.right - r->table.left)
        return;
    buf_adds(&text, name);
    xstring_decode(&text, 0);
    r->table.columns[r->seen++] = (struct name_text){ arena_dup(r->arena, text.p, text.n), text.n };
}

static void start(void *arg, const char *name, const char *const *attrs)
{
    struct list_reader *r = arg;

    if (strcmp(name, "table") == 0 && !r->found)
        take_table(r, attrs);
    else if (strcmp(name, "tableColumn") == 0)
        take_column(r, attrs);
}

int list_objects_read(const struct book *b, size_t sheet, struct arena *a, struct notes *notes, struct list_table **ret,
                      size_t *ret_n, struct err *err)
{
    const struct book_sheet *s = &b->sheets[sheet];
    struct list_table *list = NULL;
    size_t n = 0, cap = 0, more = 0;

    for (size_t i = 0; i < s->n_rels; i++) {
        const struct rel *rel = &s->rels[i];
        const struct part *part = rel_is(rel, "table") && !rel->external ? package_find(b->package, rel->target) : NULL;
        struct list_reader r = { .arena = a };
        more += part && n == FINDER_TABLES;
        if (!part || n == FINDER_TABLES)
            continue;
        if (xml_read(part, &(struct xml_handler){ .arg = &r, .start = start }, err) < 0)
            return -1;
        if (!r.found)
            continue;
        list = list_grown(a, list, n, &cap, sizeof *list);
        list[n++] = r.table;
    }
    if (more > 0)
        notes_add(notes, "%s not read", notes_count(notes, more, "more declared table", "was", "were"));
    *ret = list;
    *ret_n = n;
    return 0;
}
