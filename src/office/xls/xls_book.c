/* xls_book.c - the records that stand before the sheets.
 *
 * They are walked once. Formats are named by numbers that styles refer to, and a style may come before its format, so
 * both are gathered first and put together at the end.
 */
#include "office/xls/xls_book.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "office/crypt/crypt.h"
#include "office/package/cfb.h"
#include "office/package/grow.h"
#include "office/package/refusals.h"
#include <stdlib.h>
#include <string.h>

#define FORMAT_IDS 65536    /* their numbers have 16 bits */
#define BOLD 600            /* the weight from which letters are bold */
#define BUILTIN_FORMATS 164 /* numbers below are the program's own where the file has none */

struct format {
    unsigned id;
    const char *code;
    size_t n;
};

struct raw_style {
    unsigned font, format;
};

/* What is gathered on the way. */
struct opening {
    struct xls_book *book;
    struct biff biff;
    struct arena *scratch;
    struct format *formats;
    struct raw_style *styles;
    bool *fonts; /* whether each is bold */
    size_t n_formats, n_styles, n_fonts, formats_cap, styles_cap, fonts_cap, sheets_cap;
    struct err *err;
};

/* ---- the stream ---- */

static int find_stream(const char *p, size_t n, struct buf *out, struct err *err)
{
    bool found = false;

    if (!cfb_fits(p, n)) {
        buf_add(out, p, n);
    } else {
        if (cfb_read(p, n, "Workbook", out, &found, err) || (!found && cfb_read(p, n, "Book", out, &found, err)))
            return -1;
        if (!found)
            return workbook_damaged(err, "compound file without a workbook");
    }
    return buf_check(out, err);
}

/* The first record says which version the stream is of. */
static int read_version(struct opening *o)
{
    struct biff_record r;
    unsigned version;

    if (!biff_next(&o->biff, &r))
        return workbook_damaged(o->err, "no record");
    version = biff_u16(&r);
    switch (r.type) {
    case BIFF_BOF2:
        o->biff.version = 2;
        break;
    case BIFF_BOF3:
        o->biff.version = 3;
        break;
    case BIFF_BOF4:
        o->biff.version = 4;
        break;
    case BIFF_BOF:
        o->biff.version = version == 0x0600 ? 8 : 5;
        break;
    default:
        return workbook_damaged(o->err, "begins with record %#x", r.type);
    }
    o->book->version = o->biff.version;
    return 0;
}

/* ---- single records ---- */

static const char *take_text(struct opening *o, struct biff_record *r, unsigned length_bytes, size_t *ret_n)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    biff_text(r, length_bytes, &b);
    *ret_n = b.n;
    return arena_dup(o->book->arena, b.p, b.n);
}

static void take_sheet(struct opening *o, struct biff_record *r)
{
    struct xls_book *b = o->book;
    struct xls_sheet s = { .at = biff_u32(r) };
    unsigned state = biff_u8(r) & 3, type = biff_u8(r);
    size_t n;

    s.name = take_text(o, r, 1, &n);
    s.state = state == 0 ? SHEET_VISIBLE : state == 1 ? SHEET_HIDDEN : SHEET_VERY_HIDDEN;
    s.is_chart = type != 0;
    if (r->failed || type == 6) /* 6: a module of a macro */
        return;
    if (b->n_sheets == WORKBOOK_SHEETS) {
        b->more_sheets++;
        return;
    }
    b->sheets = list_grown(b->arena, b->sheets, b->n_sheets, &o->sheets_cap, sizeof *b->sheets);
    b->sheets[b->n_sheets++] = s;
}

static void take_format(struct opening *o, struct biff_record *r)
{
    struct format f = { .id = biff_u16(r) };

    f.code = take_text(o, r, o->biff.version < 8 ? 1 : 2, &f.n);
    if (r->failed)
        return;
    o->formats = list_grown(o->scratch, o->formats, o->n_formats, &o->formats_cap, sizeof *o->formats);
    o->formats[o->n_formats++] = f;
}

static void take_font(struct opening *o, struct biff_record *r)
{
    biff_skip(r, 6);
    o->fonts = list_grown(o->scratch, o->fonts, o->n_fonts, &o->fonts_cap, sizeof *o->fonts);
    o->fonts[o->n_fonts++] = biff_u16(r) >= BOLD;
}

static void take_style(struct opening *o, struct biff_record *r)
{
    struct raw_style s = { .font = biff_u16(r) };

    s.format = biff_u16(r);
    o->styles = list_grown(o->scratch, o->styles, o->n_styles, &o->styles_cap, sizeof *o->styles);
    o->styles[o->n_styles++] = s;
}

/* The shared strings; their count is not believed, they end where their bytes do. */
static int take_strings(struct opening *o, struct biff_record *r)
{
    struct xls_book *b = o->book;
    size_t cap = 0, n = 0, most;

    (void)biff_u32(r);
    most = biff_u32(r);
    b->string_at = list_grown(b->arena, NULL, 0, &cap, sizeof *b->string_at);
    b->string_at[0] = b->strings.n;
    while (n < most) {
        biff_text(r, 2, &b->strings);
        if (r->failed)
            break;
        b->string_at = list_grown(b->arena, b->string_at, n + 1, &cap, sizeof *b->string_at);
        b->string_at[++n] = b->strings.n;
    }
    b->n_strings = n;
    return b->strings.failed ? workbook_too_large(o->err, "shared strings") : 0;
}

/* All behind this record is encrypted: with the default password it is read on, with any other refused. */
static int take_password(struct opening *o, const struct biff_record *r)
{
    struct buf *s = &o->book->stream;
    unsigned char *p = (unsigned char *)s->p;

    return crypt_stream(o->biff.version, p + r->from, r->to - r->from, p, s->n, r->to, o->err);
}

static int take_record(struct opening *o, struct biff_record *r)
{
    switch (r->type) {
    case BIFF_FILEPASS:
        return take_password(o, r);
    case BIFF_CODEPAGE:
        biff_letters(biff_u16(r), o->book->letters);
        return 0;
    case BIFF_DATEMODE:
        o->book->date1904 = biff_u16(r) == 1;
        return 0;
    case BIFF_BOUNDSHEET:
        take_sheet(o, r);
        return 0;
    case BIFF_FORMAT:
        take_format(o, r);
        return 0;
    case BIFF_FONT:
        take_font(o, r);
        return 0;
    case BIFF_XF:
        take_style(o, r);
        return 0;
    case BIFF_SST:
        return take_strings(o, r);
    default:
        return 0;
    }
}

/* ---- putting together ---- */

/* Of each number, the place + 1 of the format that the file gives it last; 0: none. */
static const uint32_t *index_formats(struct opening *o)
{
    uint32_t *places = arena_array(o->scratch, FORMAT_IDS, sizeof *places);

    for (size_t i = 0; i < o->n_formats; i++)
        places[o->formats[i].id] = (uint32_t)i + 1;
    return places;
}

static const struct numfmt *compile(struct opening *o, const uint32_t *places, unsigned id)
{
    const char *code;

    if (places[id])
        return numfmt_new(o->book->arena, o->formats[places[id] - 1].code, o->formats[places[id] - 1].n);
    code = id < BUILTIN_FORMATS ? numfmt_builtin(id) : NULL;
    return code ? numfmt_new(o->book->arena, code, strlen(code)) : o->book->general;
}

/* Font 4 does not exist: those behind it are counted as if it did. */
static bool is_bold(const struct opening *o, unsigned font)
{
    size_t i = font > 4 ? font - 1 : font;

    return i < o->n_fonts && o->fonts[i];
}

/* Each format is compiled once, when the first style asks for it. */
static void settle_styles(struct opening *o)
{
    const struct numfmt **compiled = arena_array(o->scratch, FORMAT_IDS, sizeof *compiled);
    const uint32_t *places = index_formats(o);
    struct xls_book *b = o->book;

    b->styles = arena_array(b->arena, o->n_styles, sizeof *b->styles);
    b->n_styles = o->n_styles;
    for (size_t i = 0; i < o->n_styles; i++) {
        unsigned id = o->styles[i].format;

        if (!compiled[id])
            compiled[id] = compile(o, places, id);
        b->styles[i] = (struct xls_style){ .format = compiled[id],
                                           .kind = numfmt_kind(compiled[id]),
                                           .currency = numfmt_currency(compiled[id]),
                                           .is_bold = is_bold(o, o->styles[i].font) };
    }
}

/* A stream of the oldest versions is one sheet. */
static void only_sheet(struct xls_book *b)
{
    b->sheets = arena_array(b->arena, 1, sizeof *b->sheets);
    b->sheets[0] = (struct xls_sheet){ .name = "Sheet1" };
    b->n_sheets = 1;
}

static int read_globals(struct opening *o)
{
    struct biff_record r;

    if (read_version(o))
        return -1;
    if (o->biff.version < 5) {
        only_sheet(o->book);
        return 0;
    }
    while (biff_next(&o->biff, &r) && r.type != BIFF_EOF)
        if (take_record(o, &r))
            return -1;
    settle_styles(o);
    if (o->book->n_sheets == 0)
        return workbook_damaged(o->err, "no sheet");
    return 0;
}

int xls_book_open(const char *p, size_t n, struct xls_book **ret, struct err *err)
{
    struct arena *a = arena_new(), *scratch CLEANUP(arena_cleanup) = arena_new();
    struct xls_book *b = arena_alloc(a, sizeof *b);
    struct opening o = { .book = b, .scratch = scratch, .err = err };

    b->arena = a;
    buf_init(&b->stream, n > 64 ? n : 64);
    buf_init(&b->strings, WORKBOOK_STRINGS_BYTES);
    biff_letters(1252, b->letters);
    b->general = numfmt_new(a, "General", 7);
    if (find_stream(p, n, &b->stream, err))
        goto failed;
    o.biff = (struct biff){ .p = (const unsigned char *)b->stream.p, .n = b->stream.n, .letters = b->letters };
    if (read_globals(&o))
        goto failed;
    *ret = b;
    return 0;
failed:
    xls_book_free(b);
    return -1;
}

void xls_book_free(struct xls_book *b)
{
    if (!b)
        return;
    buf_done(&b->stream);
    buf_done(&b->strings);
    arena_free(b->arena);
}

const struct xls_style *xls_style(const struct xls_book *b, unsigned i)
{
    static const struct xls_style general = { .kind = NUMFMT_GENERAL };

    return i < b->n_styles ? &b->styles[i] : &general;
}
