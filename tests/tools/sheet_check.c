/* sheet_check.c - reads every sheet of a workbook twice, by the scanner (office/sheet/scan.h) and by expat, and
 * compares what the two found, cell by cell.
 *
 *   sheet_check FILE...      one line a file; fails when a sheet differs
 *
 * The scanner is fed twice more in small pieces, so that every cut between two pieces is met. A file that is no
 * workbook, or that both refuse, is agreed upon.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "office/package/feed.h"
#include "office/package/package.h"
#include "office/package/token.h"
#include "office/sheet/book.h"
#include "office/sheet/scan.h"
#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIST_BYTES (2000u << 20)

static int put_cell(void *arg, const struct scan_cell *c, struct err *err)
{
    struct buf *b = arg;

    (void)err;
    buf_addf(b, "%u,%u s%u %d ", c->row, c->column, c->style, c->type);
    if (c->type == SCAN_NUMBER)
        buf_addf(b, "%a", c->number);
    else if (c->type == SCAN_SHARED || c->type == SCAN_TRUTH)
        buf_addf(b, "%u", c->index);
    else if (c->type != SCAN_EMPTY)
        buf_add(b, c->text, c->n);
    if (c->formula) {
        buf_adds(b, " =");
        buf_add(b, c->formula, c->formula_n);
    }
    buf_addc(b, '\n');
    return 0;
}

/* ---- by expat ---- */

struct reading {
    XML_Parser parser;
    struct buf *out;
    struct scan_cell cell;
    char type[16];
    struct buf text, formula;
    struct buf *into;
    unsigned depth, skip, cell_depth, data_depth;
    uint32_t row, column;
    bool in_string, has_string, has_formula, refused;
};

static const char *local(const char *name)
{
    const char *colon = strchr(name, ':');

    return colon ? colon + 1 : name;
}

static const char *attr(const char **attrs, const char *name)
{
    for (; *attrs; attrs += 2)
        if (strcmp(local(attrs[0]), name) == 0)
            return attrs[1];
    return NULL;
}

static void start_cell(struct reading *r, const char **attrs)
{
    const char *ref = attr(attrs, "r"), *style = attr(attrs, "s"), *type = attr(attrs, "t");
    uint32_t row, column = 0;
    char letters[8];

    r->cell = (struct scan_cell){ .row = r->row ? r->row : 1, .column = r->column + 1 };
    if (ref && sscanf(ref, "%5[A-Za-z]%u", letters, &row) == 2 && row > 0 && strlen(ref) - strlen(letters) <= 8) {
        for (const char *p = letters; *p; p++)
            column = column * 26 + (uint32_t)((*p | 0x20) - 'a' + 1);
        r->cell.row = row;
        r->cell.column = column;
    }
    r->cell.style = style ? (uint32_t)strtoul(style, NULL, 10) : 0;
    (void)snprintf(r->type, sizeof r->type, "%s", type ? type : "n");
    buf_cut(&r->text, 0);
    buf_cut(&r->formula, 0);
    r->has_string = r->has_formula = r->in_string = false;
    r->cell_depth = r->depth;
}

static void in_cell(struct reading *r, const char *name)
{
    unsigned below = r->depth - r->cell_depth;

    if (below == 1 && strcmp(name, "v") == 0) {
        r->into = &r->text;
    } else if (below == 1 && strcmp(name, "f") == 0) {
        r->into = &r->formula;
        r->has_formula = true;
    } else if (below == 1 && strcmp(name, "is") == 0) {
        r->in_string = r->has_string = true;
    } else if (r->in_string && strcmp(name, "t") == 0) {
        r->into = &r->text;
    } else if (!(r->in_string && strcmp(name, "r") == 0)) {
        r->skip = r->depth;
    }
}

static void on_start(void *arg, const char *name, const char **attrs)
{
    struct reading *r = arg;

    r->depth++;
    name = local(name);
    if (r->skip)
        return;
    if (r->cell_depth) {
        in_cell(r, name);
    } else if (r->data_depth) {
        if (strcmp(name, "row") == 0) {
            const char *row = attr(attrs, "r");
            r->row = row && strtoul(row, NULL, 10) ? (uint32_t)strtoul(row, NULL, 10) : r->row + 1;
            r->column = 0;
        } else if (strcmp(name, "c") == 0) {
            start_cell(r, attrs);
        } else {
            r->skip = r->depth;
        }
    } else if (strcmp(name, "sheetData") == 0) {
        r->data_depth = r->depth;
    } else if (strcmp(name, "extLst") == 0 || strcmp(name, "Choice") == 0) {
        r->skip = r->depth;
    }
}

/* The value by its written type, through strtod rather than the scanner's own number reader. */
static void set_value(struct reading *r)
{
    struct scan_cell *c = &r->cell;
    size_t n;
    const char *p = str_trim(r->text.p, r->text.n, &n);
    char *end, number[512] = "";
    const char *type = r->has_string ? "str" : r->type;

    c->text = r->text.p;
    c->n = r->text.n;
    c->type = SCAN_TEXT;
    if (n < sizeof number)
        memcpy(number, p, n);
    if (strcmp(type, "inlineStr") == 0) {
        c->type = SCAN_EMPTY;
    } else if (strcmp(type, "str") == 0) {
        xstring_decode(&r->text, 0);
        c->n = r->text.n;
    } else if (strcmp(type, "e") == 0) {
        c->type = SCAN_ERROR;
    } else if (strcmp(type, "d") == 0) {
        c->type = SCAN_DATE;
    } else if (strcmp(type, "b") == 0) {
        bool yes = strcmp(number, "1") == 0 || strcasecmp(number, "true") == 0;
        if (yes || strcmp(number, "0") == 0 || strcasecmp(number, "false") == 0)
            c->type = SCAN_TRUTH;
        c->index = yes;
    } else if (*number && strspn(number, "0123456789.eE+-") == n) {
        double v = strtod(number, &end);
        if (*end == '\0' && v - v == 0) {
            c->type = strcmp(type, "s") == 0 ? SCAN_SHARED : SCAN_NUMBER;
            c->number = v;
            c->index = v >= 0 && v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
        }
    }
}

static void on_end(void *arg, const char *name)
{
    struct reading *r = arg;
    struct err err;

    (void)name;
    if (r->skip) {
        if (r->skip == r->depth)
            r->skip = 0;
    } else if (r->cell_depth == r->depth) {
        if (r->text.n > 0)
            set_value(r);
        if (r->has_formula) {
            r->cell.formula = r->formula.p;
            r->cell.formula_n = r->formula.n;
        }
        r->column = r->cell.column;
        if (r->cell.row <= SHEET_ROWS && r->cell.column <= SHEET_COLUMNS)
            (void)put_cell(r->out, &r->cell, &err);
        r->cell_depth = 0;
    } else if (r->cell_depth) {
        r->into = NULL;
        if (r->depth == r->cell_depth + 1)
            r->in_string = false;
    } else if (r->data_depth == r->depth) {
        r->data_depth = 0;
    }
    r->depth--;
}

static void on_text(void *arg, const char *p, int n)
{
    struct reading *r = arg;

    if (r->into && !r->skip)
        buf_add(r->into, p, (size_t)n);
}

static void on_doctype(void *arg, const char *name, const char *sys, const char *pub, int has)
{
    struct reading *r = arg;

    (void)name;
    (void)sys;
    (void)pub;
    (void)has;
    r->refused = true;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static bool by_expat(const struct buf *xml, struct buf *out)
{
    struct reading r = { .parser = XML_ParserCreate(NULL), .out = out };
    bool good;

    buf_init(&r.text, LIST_BYTES);
    buf_init(&r.formula, LIST_BYTES);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    good = XML_Parse(r.parser, xml->p, (int)xml->n, 1) == XML_STATUS_OK && !r.refused;
    XML_ParserFree(r.parser);
    buf_done(&r.text);
    buf_done(&r.formula);
    return good;
}

/* ---- by the scanner ---- */

static bool by_feed(const struct part *part, struct buf *out)
{
    struct scan *s = scan_new(&(struct scan_handler){ .arg = out, .formulas = true, .cell = put_cell });
    struct err err;
    int done = feed_part(part, NULL, scan_feed, s, &err);

    scan_free(s);
    return done == 0;
}

/* The text in pieces of `step` bytes, each in memory of its own so that a sanitizer sees every byte read past it. */
static bool by_pieces(const struct buf *xml, size_t step, struct buf *out)
{
    struct scan *s = scan_new(&(struct scan_handler){ .arg = out, .formulas = true, .cell = put_cell });
    size_t at = 0, have = 0;
    struct err err;
    int done = 0;

    for (bool last = false; !last && done == 0;) {
        size_t used;
        have = have + step < xml->n - at ? have + step : xml->n - at;
        last = at + have == xml->n;
        char *piece = malloc(have ? have : 1);
        memcpy(piece, xml->p + at, have);
        done = scan_feed(s, piece, have, last, &used, &err);
        free(piece);
        at += used;
        have -= used;
    }
    scan_free(s);
    return done == 0;
}

static int compare(const char *file, const char *name, const char *how, bool expat_good, const struct buf *expat,
                   bool good, const struct buf *scan)
{
    size_t i = 0, line = 0;

    if (expat_good != good) {
        printf("%s %s: expat %s, %s %s\n", file, name, expat_good ? "reads it" : "refuses", how,
               good ? "reads it" : "refuses");
        return expat_good ? 1 : 0; /* text that is no XML may be read further than expat does */
    }
    if (!good || (expat->n == scan->n && memcmp(expat->p, scan->p, scan->n) == 0))
        return 0;
    while (i < expat->n && i < scan->n && expat->p[i] == scan->p[i])
        if (expat->p[i++] == '\n')
            line = i;
    printf("%s %s: %s differs\n  expat   %.*s\n  scanner %.*s\n", file, name, how, (int)strcspn(expat->p + line, "\n"),
           expat->p + line, (int)strcspn(scan->p + line, "\n"), scan->p + line);
    return 1;
}

static int check_sheet(const char *file, const struct book_sheet *sheet, uint64_t *cells)
{
    struct buf xml CLEANUP(buf_done) = BUF(LIST_BYTES), expat CLEANUP(buf_done) = BUF(LIST_BYTES);
    struct err err;
    bool good;
    int bad = 0;

    if (!sheet->part || sheet->is_chart || package_read(sheet->part, &xml, &err) < 0)
        return 0;
    good = by_expat(&xml, &expat);
    for (size_t i = 0; i < 4; i++) {
        static const size_t steps[] = { 0, 1000, 97, 7 };
        struct buf scan CLEANUP(buf_done) = BUF(LIST_BYTES);
        if (i > 0 && (xml.n > 2u << 20 || (unsigned char)xml.p[0] >= 0xfe)) /* long, or not in UTF-8 */
            break;
        bool scan_good = i == 0 ? by_feed(sheet->part, &scan) : by_pieces(&xml, steps[i], &scan);
        bad |= compare(file, sheet->name, i == 0 ? "scanner" : "scanner in pieces", good, &expat, scan_good, &scan);
    }
    for (size_t i = 0; i < expat.n; i++)
        *cells += expat.p[i] == '\n';
    return bad;
}

static int check_file(const char *file, uint64_t *sheets, uint64_t *cells)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC), bad = 0;
    struct stat st;
    struct book *book;
    struct err err;
    void *p;

    if (fd < 0 || fstat(fd, &st) < 0 || st.st_size == 0)
        return 1;
    p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (p == MAP_FAILED)
        return 1;
    if (book_open(p, (size_t)st.st_size, NULL, &book, &err) < 0) {
        printf("%s: refused: %s (%s)\n", file, err.message, err.detail);
    } else {
        for (size_t i = 0; i < book->n_sheets; i++)
            bad |= check_sheet(file, &book->sheets[i], cells);
        *sheets += book->n_sheets;
        book_free(book);
    }
    munmap(p, (size_t)st.st_size);
    return bad;
}

int main(int argc, char **argv)
{
    uint64_t sheets = 0, cells = 0;
    int bad = 0;

    for (int i = 1; i < argc; i++)
        bad += check_file(argv[i], &sheets, &cells);
    printf("%d files, %ju sheets, %ju cells; %d files differ\n", argc - 1, (uintmax_t)sheets, (uintmax_t)cells, bad);
    return bad != 0;
}
