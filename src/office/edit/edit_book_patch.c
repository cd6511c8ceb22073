/* edit_book_patch.c - the replacements in the three parts that name others.
 *
 * New elements are spelled as their neighbours are: with the same prefix, and a new sheet's relationship with the type
 * of an old one's, since there are two spellings of it (transitional and strict).
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/edit/edit_book.h"
#include "office/edit/edit_text.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <string.h>
#include <strings.h>

#define SHEET_TYPE "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"

void edit_names_init(struct edit_names *e)
{
    *e = (struct edit_names){ 0 };
    for (size_t i = 0; i < COUNT_OF(e->old); i++)
        buf_init(&e->old[i], WORKBOOK_XML_BYTES);
}

void edit_names_done(struct edit_names *e)
{
    for (size_t i = 0; i < COUNT_OF(e->old); i++) {
        if (e->is_used[i])
            patch_done(&e->patch[i]);
        buf_done(&e->old[i]);
    }
}

static int begin(struct edit_names *e, int which, const struct part *part, struct markup *m, struct err *err)
{
    struct markup_token root;

    if (!part)
        return workbook_damaged(err, "a part that names others is not there");
    if (package_read(part, &e->old[which], err) < 0)
        return -1;
    e->parts[which] = part;
    e->is_used[which] = true;
    patch_init(&e->patch[which], e->old[which].p, e->old[which].n);
    if (markup_init(m, e->old[which].p, e->old[which].n, err) < 0 || markup_child(m, 0, &root, err) < 0)
        return -1;
    return root.kind == MARKUP_OPEN ? 0 : workbook_damaged(err, "a part that names others is empty");
}

static void add_tag(struct buf *b, const struct markup *m, const char *name)
{
    buf_addc(b, '<');
    buf_add(b, m->prefix, m->prefix_n);
    buf_adds(b, name);
}

static void add_attr(struct buf *b, const char *name, const char *value)
{
    buf_addf(b, " %s=\"", name);
    text_encode(b, value, strlen(value));
    buf_addc(b, '"');
}

/* ---- the workbook ---- */

/* What the names of sheets look like in this file: the prefix before "id", and the largest sheetId. */
static int patch_sheets(const struct edit_book *b, struct patch *p, struct markup *m, const struct markup_token *open,
                        const char *name, const char *rel, struct err *err)
{
    struct markup_token t;
    struct markup_span id, prefix = { "r:", 2 };
    uint32_t largest = 0;

    for (size_t i = 0; i < b->n_sheets; i++)
        largest = b->sheets[i].id > largest ? b->sheets[i].id : largest;
    for (;;) {
        if (markup_child(m, open->depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (!markup_attr(&t, "id", &id))
            continue;
        const char *begin = id.p; /* back over ="..., "id" and the prefix */
        while (begin[-1] != ' ' && begin[-1] != '\t' && begin[-1] != '\n' && begin[-1] != '\r')
            begin--;
        const char *colon = memchr(begin, ':', (size_t)(id.p - begin));
        if (colon)
            prefix = (struct markup_span){ begin, (size_t)(colon + 1 - begin) };
    }
    struct buf *out = patch_cut(p, t.p, 0);
    add_tag(out, m, "sheet");
    add_attr(out, "name", name);
    buf_addf(out, " sheetId=\"%u\" %.*sid=\"%s\"/>", largest + 1, (int)prefix.n, prefix.p, rel);
    return 0;
}

/* The elements before calcPr, from the sheets on. */
static bool is_before_calc(const struct markup *m, const struct markup_token *t)
{
    static const char *const names[] = { "sheets", "functionGroups", "externalReferences", "definedNames" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (markup_is(m, t, names[i]))
            return true;
    return false;
}

static void patch_calc(struct patch *p, const struct markup_token *t)
{
    struct markup_span full;

    if (markup_attr(t, "fullCalcOnLoad", &full))
        buf_adds(patch_cut(p, full.p, full.n), "1");
    else
        add_attr(patch_cut(p, t->token.name + t->token.name_n, 0), "fullCalcOnLoad", "1");
}

static int patch_workbook(const struct edit_book *b, struct edit_names *e, const char *new_sheet, const char *rel,
                          struct err *err)
{
    struct patch *p = &e->patch[NAMES_WORKBOOK];
    struct markup m;
    struct markup_token t;
    const char *place = NULL;

    if (begin(e, NAMES_WORKBOOK, b->part, &m, err) < 0)
        return -1;
    for (;;) {
        if (markup_child(&m, 1, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (markup_is(&m, &t, "calcPr")) {
            patch_calc(p, &t);
            return 0;
        }
        if (!is_before_calc(&m, &t))
            continue;
        if (new_sheet && markup_is(&m, &t, "sheets") && t.kind == MARKUP_OPEN) {
            if (patch_sheets(b, p, &m, &t, new_sheet, rel, err) < 0)
                return -1;
            place = m.at; /* the list of sheets is closed: its end was the last token */
        } else if (markup_skip(&m, &t, &place, err) < 0) {
            return -1;
        }
    }
    if (!place)
        return workbook_damaged(err, "a workbook without a list of sheets");
    struct buf *out = patch_cut(p, place, 0);
    add_tag(out, &m, "calcPr");
    buf_adds(out, " fullCalcOnLoad=\"1\"/>");
    return 0;
}

/* ---- relationships and content types ---- */

/* Takes out the elements whose attribute has this value (in any case, as part names go; NULL: none), and tells where
 * the list ends. */
static int drop_named(struct patch *p, struct markup *m, const char *attr, const char *value,
                      struct markup_token *ret_close, struct err *err)
{
    struct markup_span is;
    const char *end;

    for (;;) {
        if (markup_child(m, 1, ret_close, err) < 0)
            return -1;
        if (!markup_opens(ret_close))
            return 0;
        if (!value || !markup_attr(ret_close, attr, &is) || is.n != strlen(value) ||
            strncasecmp(is.p, value, is.n) != 0)
            continue;
        if (markup_skip(m, ret_close, &end, err) < 0)
            return -1;
        (void)patch_cut(p, ret_close->p, (size_t)(end - ret_close->p));
    }
}

/* The id of the relationship that leads to a part, or NULL. */
static const char *rel_to(const struct edit_book *b, const struct part *part)
{
    for (size_t i = 0; part && i < b->n_rels; i++)
        if (!b->rels[i].external && package_find(b->package, b->rels[i].target) == part)
            return b->rels[i].id;
    return NULL;
}

/* The type of a worksheet's relationship, as this workbook spells it. */
static const char *sheet_rel_type(const struct edit_book *b)
{
    for (size_t i = 0; i < b->n_rels; i++)
        if (rel_is(&b->rels[i], "worksheet"))
            return b->rels[i].type;
    return "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
}

static const struct part *rels_part(const struct edit_book *b, struct arena *a)
{
    const char *slash = strrchr(b->part->name, '/'), *base = slash ? slash + 1 : b->part->name;

    return package_find(b->package,
                        arena_printf(a, "%.*s_rels/%s.rels", (int)(base - b->part->name), b->part->name, base));
}

static int patch_rels(const struct edit_book *b, struct edit_names *e, const struct edit_names_changes *changes,
                      const char *rel, struct arena *a, struct err *err)
{
    struct patch *p = &e->patch[NAMES_RELS];
    struct markup m;
    struct markup_token close;

    if (begin(e, NAMES_RELS, rels_part(b, a), &m, err) < 0 ||
        drop_named(p, &m, "Id", rel_to(b, changes->dropped), &close, err) < 0)
        return -1;
    if (!changes->new_sheet)
        return 0;
    struct buf *out = patch_cut(p, close.p, 0);
    add_tag(out, &m, "Relationship");
    add_attr(out, "Id", rel);
    add_attr(out, "Type", sheet_rel_type(b));
    add_attr(out, "Target", arena_printf(a, "/%s", changes->new_part));
    buf_adds(out, "/>");
    return 0;
}

static int patch_types(const struct edit_book *b, struct edit_names *e, const struct edit_names_changes *changes,
                       struct arena *a, struct err *err)
{
    struct patch *p = &e->patch[NAMES_TYPES];
    struct markup m;
    struct markup_token close;
    const char *dropped = changes->dropped ? arena_printf(a, "/%s", changes->dropped->name) : NULL;

    if (begin(e, NAMES_TYPES, package_find(b->package, "[Content_Types].xml"), &m, err) < 0 ||
        drop_named(p, &m, "PartName", dropped, &close, err) < 0)
        return -1;
    if (!changes->new_sheet)
        return 0;
    struct buf *out = patch_cut(p, close.p, 0);
    add_tag(out, &m, "Override");
    add_attr(out, "PartName", arena_printf(a, "/%s", changes->new_part));
    add_attr(out, "ContentType", SHEET_TYPE);
    buf_adds(out, "/>");
    return 0;
}

/* An id that no relationship of the workbook's has. */
static const char *free_rel(const struct edit_book *b, struct arena *a)
{
    for (size_t i = b->n_rels + 1;; i++) {
        const char *id = arena_printf(a, "rId%zu", i);
        if (!rel_find(b->rels, b->n_rels, id))
            return id;
    }
}

int edit_names_patch(const struct edit_book *b, struct edit_names *e, const struct edit_names_changes *changes,
                     struct arena *a, struct err *err)
{
    const char *rel = free_rel(b, a);

    if (patch_workbook(b, e, changes->new_sheet, rel, err) < 0)
        return -1;
    if (!changes->new_sheet && !changes->dropped)
        return 0;
    return patch_rels(b, e, changes, rel, a, err) < 0 ? -1 : patch_types(b, e, changes, a, err);
}
