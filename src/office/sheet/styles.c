/* styles.c - cellXfs, with the formats and fonts they name, which stand before them. */
#include "office/sheet/styles.h"
#include "office/package/grow.h"
#include "office/package/xml.h"
#include <stdlib.h>
#include <string.h>

struct format {
    uint32_t id;
    size_t order; /* of two with one id the later one counts */
    const char *code;
    const struct numfmt *made; /* compiled when a cell style first needs it */
};

struct xf {
    uint32_t format, font;
};

enum section { SECTION_NONE, SECTION_FORMATS, SECTION_FONTS, SECTION_CELLS };

struct styles_reader {
    struct arena *arena, *scratch;
    enum section section;
    struct format *formats;
    bool *bold; /* of each font */
    struct xf *xfs;
    size_t n_formats, n_fonts, n_xfs;
    size_t formats_cap, fonts_cap, xfs_cap;
};

static uint32_t number(const char *const *attrs, const char *name)
{
    const char *text = xml_attr(attrs, name);

    return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static void take_format(struct styles_reader *r, const char *const *attrs)
{
    const char *code = xml_attr(attrs, "formatCode");

    if (!code)
        return;
    r->formats = list_grown(r->scratch, r->formats, r->n_formats, &r->formats_cap, sizeof *r->formats);
    r->formats[r->n_formats] =
        (struct format){ .id = number(attrs, "numFmtId"), .order = r->n_formats, .code = arena_str(r->scratch, code) };
    r->n_formats++;
}

static void take_xf(struct styles_reader *r, const char *const *attrs)
{
    r->xfs = list_grown(r->scratch, r->xfs, r->n_xfs, &r->xfs_cap, sizeof *r->xfs);
    r->xfs[r->n_xfs++] = (struct xf){ number(attrs, "numFmtId"), number(attrs, "fontId") };
}

static void take_font(struct styles_reader *r)
{
    r->bold = list_grown(r->scratch, r->bold, r->n_fonts, &r->fonts_cap, sizeof *r->bold);
    r->bold[r->n_fonts++] = false;
}

static void start(void *arg, const char *name, const char *const *attrs)
{
    struct styles_reader *r = arg;

    if (strcmp(name, "numFmts") == 0)
        r->section = SECTION_FORMATS;
    else if (strcmp(name, "fonts") == 0)
        r->section = SECTION_FONTS;
    else if (strcmp(name, "cellXfs") == 0)
        r->section = SECTION_CELLS;
    else if (r->section == SECTION_FORMATS && strcmp(name, "numFmt") == 0)
        take_format(r, attrs);
    else if (r->section == SECTION_FONTS && strcmp(name, "font") == 0)
        take_font(r);
    else if (r->section == SECTION_FONTS && strcmp(name, "b") == 0 && r->n_fonts > 0)
        r->bold[r->n_fonts - 1] = xml_truth(attrs, "val", true);
    else if (r->section == SECTION_CELLS && strcmp(name, "xf") == 0)
        take_xf(r, attrs);
}

static void finish(void *arg, const char *name)
{
    struct styles_reader *r = arg;

    if (strcmp(name, "numFmts") == 0 || strcmp(name, "fonts") == 0 || strcmp(name, "cellXfs") == 0)
        r->section = SECTION_NONE;
}

static int by_id(const void *a, const void *b)
{
    const struct format *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->order < y->order) - (x->order > y->order); /* the later one first */
}

/* The file's own format of this id, a built-in one, or General. */
static const struct numfmt *find_format(struct styles_reader *r, uint32_t id)
{
    size_t low = 0, high = r->n_formats;
    const char *code;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->formats[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < r->n_formats && r->formats[low].id == id) {
        struct format *f = &r->formats[low];
        if (!f->made)
            f->made = numfmt_new(r->arena, f->code, strlen(f->code));
        return f->made;
    }
    code = numfmt_builtin(id);
    if (!code)
        code = "General";
    return numfmt_new(r->arena, code, strlen(code));
}

static void settle(struct styles_reader *r, struct styles *s)
{
    uint32_t last_id = 0;
    const struct numfmt *last = NULL; /* styles of one format stand together */
    uint8_t currency = 0;

    if (r->n_formats)
        qsort(r->formats, r->n_formats, sizeof *r->formats, by_id);
    if (r->n_xfs == 0) {
        r->xfs = arena_alloc(r->scratch, sizeof *r->xfs);
        r->n_xfs = 1;
    }
    s->list = arena_array(r->arena, r->n_xfs, sizeof *s->list);
    s->n = r->n_xfs;
    for (size_t i = 0; i < s->n; i++) {
        const struct xf *x = &r->xfs[i];
        if (!last || x->format != last_id) {
            last = find_format(r, x->format);
            last_id = x->format;
            currency = numfmt_currency(last);
        }
        s->list[i] = (struct cell_style){ .format = last,
                                          .kind = numfmt_kind(last),
                                          .currency = currency,
                                          .bold = x->font < r->n_fonts && r->bold[x->font] };
    }
}

int styles_read(struct styles *s, struct arena *a, const struct part *part, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct styles_reader r = { .arena = a, .scratch = scratch };

    struct xml_handler handler = { .arg = &r, .start = start, .end = finish };
    int done = part ? xml_read_some(part, &handler, err) : 0;

    if (done < 0)
        return -1;
    s->is_damaged = done > 0;
    settle(&r, s);
    return 0;
}
