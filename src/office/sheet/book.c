/* book.c - from the package's relationships to the workbook part, and from there to everything else.
 *
 * Files are found the way the standard says, by relationships, and where those are missing by the names that every
 * program uses. A sheet whose part is missing is an empty sheet: spreadsheet programs open such files, too.
 */
#include "office/sheet/book.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/crypt/crypt.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include "office/package/xml.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char ole_mark[8] = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/* ---- the workbook part ---- */

struct book_reader {
    struct book *book;
    const struct rel *rels;
    size_t n_rels;
    size_t sheets_cap, names_cap;
    struct buf text; /* of the defined name being read */
    bool in_name;
    bool too_many;
};

static enum sheet_state sheet_state(const char *text)
{
    if (text && strcmp(text, "hidden") == 0)
        return SHEET_HIDDEN;
    return text && strcmp(text, "veryHidden") == 0 ? SHEET_VERY_HIDDEN : SHEET_VISIBLE;
}

static void take_sheet(struct book_reader *r, const char *const *attrs)
{
    struct book *b = r->book;
    const char *name = xml_attr(attrs, "name"), *id = xml_attr_prefixed(attrs, "id");
    const struct rel *rel = id ? rel_find(r->rels, r->n_rels, id) : NULL;

    if (b->n_sheets == WORKBOOK_SHEETS) {
        r->too_many = true;
        return;
    }
    b->sheets = list_grown(b->arena, b->sheets, b->n_sheets, &r->sheets_cap, sizeof *b->sheets);
    b->sheets[b->n_sheets++] = (struct book_sheet){
        .name = arena_str(b->arena, name ? name : ""),
        .state = sheet_state(xml_attr(attrs, "state")),
        .is_chart = rel && (rel_is(rel, "chartsheet") || rel_is(rel, "dialogsheet")),
        .part = rel && !rel->external ? package_find(b->package, rel->target) : NULL,
    };
}

static void take_name(struct book_reader *r, const char *const *attrs)
{
    struct book *b = r->book;
    const char *name = xml_attr(attrs, "name"), *sheet = xml_attr(attrs, "localSheetId");
    long at = sheet ? strtol(sheet, NULL, 10) : -1;

    b->names = list_grown(b->arena, b->names, b->n_names, &r->names_cap, sizeof *b->names);
    b->names[b->n_names] = (struct book_name){ .name = arena_str(b->arena, name ? name : ""),
                                               .refers_to = "",
                                               .sheet = at >= 0 && at < WORKBOOK_SHEETS ? (int)at : -1,
                                               .hidden = xml_truth(attrs, "hidden", false) };
    buf_cut(&r->text, 0);
    r->in_name = true;
}

static void start(void *arg, const char *name, const char *const *attrs)
{
    struct book_reader *r = arg;

    if (strcmp(name, "sheet") == 0)
        take_sheet(r, attrs);
    else if (strcmp(name, "workbookPr") == 0)
        r->book->date1904 = xml_truth(attrs, "date1904", false);
    else if (strcmp(name, "definedName") == 0)
        take_name(r, attrs);
}

static void text(void *arg, const char *p, size_t n)
{
    struct book_reader *r = arg;

    if (r->in_name)
        buf_add(&r->text, p, n);
}

static void finish(void *arg, const char *name)
{
    struct book_reader *r = arg;
    struct book *b = r->book;

    if (!r->in_name || strcmp(name, "definedName") != 0)
        return;
    b->names[b->n_names++].refers_to = arena_dup(b->arena, r->text.p, r->text.n);
    r->in_name = false;
}

static int read_workbook(struct book *b, const struct part *part, const struct rel *rels, size_t n_rels,
                         struct err *err)
{
    struct book_reader r = { .book = b, .rels = rels, .n_rels = n_rels, .text = BUF(WORKBOOK_TOKEN_BYTES) };
    struct xml_handler handler = { .arg = &r, .start = start, .end = finish, .text = text };
    int done = xml_read(part, &handler, err);

    buf_done(&r.text);
    if (done < 0)
        return -1;
    if (r.too_many)
        return workbook_too_large(err, "over %d sheets", WORKBOOK_SHEETS);
    if (b->n_sheets == 0)
        return workbook_damaged(err, "a workbook without sheets");
    return 0;
}

/* ---- finding the parts ---- */

/* The first target of this kind that exists. */
static const struct part *find_kind(const struct book *b, const struct rel *rels, size_t n, const char *kind)
{
    for (size_t i = 0; i < n; i++) {
        const struct part *part =
            rel_is(&rels[i], kind) && !rels[i].external ? package_find(b->package, rels[i].target) : NULL;
        if (part)
            return part;
    }
    return NULL;
}

static int refuse_format(struct err *err, const char *what, const char *detail)
{
    (void)err_set(err, ERR_WORKBOOK_LOAD_FAILED, what, "%s", detail);
    return err_action(err, "Open it in a spreadsheet program and save it as an Excel workbook (.xlsx).");
}

/* No workbook part: say what it is instead, where that can be told. */
static int refuse_package(const struct book *b, struct err *err)
{
    if (package_find(b->package, "xl/workbook.bin"))
        return refuse_format(err, "This is a binary workbook (.xlsb), which cannot be read.", "xlsb");
    if (package_find(b->package, "content.xml") && package_find(b->package, "mimetype"))
        return refuse_format(err, "This is an OpenDocument file, which cannot be read as a workbook.", "odf");
    if (package_find(b->package, "word/document.xml") || package_find(b->package, "ppt/presentation.xml"))
        return refuse_format(err, "This is a text document or a presentation, not a workbook.", "docx or pptx");
    return workbook_damaged(err, "no workbook part");
}

static int find_workbook(struct book *b, const struct part **ret, struct err *err)
{
    const struct rel *rels;
    size_t n;

    if (package_rels(b->package, b->arena, NULL, &rels, &n, err) < 0)
        return -1;
    *ret = find_kind(b, rels, n, "officeDocument");
    if (!*ret || !strstr((*ret)->name, ".xml"))
        *ret = package_find(b->package, "xl/workbook.xml");
    if (*ret && strncasecmp((*ret)->name, "word/", 5) != 0 && strncasecmp((*ret)->name, "ppt/", 4) != 0)
        return 0;
    return refuse_package(b, err);
}

static int read_parts(struct book *b, const struct cancel *cancel, struct err *err)
{
    const struct part *workbook, *part;
    const struct rel *rels;
    size_t n;

    if (find_workbook(b, &workbook, err) < 0 ||
        package_rels(b->package, b->arena, workbook->name, &rels, &n, err) < 0 ||
        read_workbook(b, workbook, rels, n, err) < 0)
        return -1;
    for (size_t i = 0; i < b->n_sheets; i++) {
        struct book_sheet *s = &b->sheets[i];
        if (s->part && package_rels(b->package, b->arena, s->part->name, &s->rels, &s->n_rels, err) < 0)
            return -1;
    }
    part = find_kind(b, rels, n, "styles");
    if (styles_read(&b->styles, b->arena, part, err) < 0)
        return -1;
    part = find_kind(b, rels, n, "sharedStrings");
    return strings_read(&b->strings, part ? part : package_find(b->package, "xl/sharedStrings.xml"), cancel, err);
}

/* An OLE file is an old workbook, or a new one that is encrypted, but cut short or damaged. */
static int refuse_ole(const char *p, size_t n, struct err *err)
{
    static const char encrypted[] = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e";

    if (memmem(p, n, encrypted, sizeof encrypted))
        return workbook_locked(err, "encrypted, and its container is damaged");
    return refuse_format(err, "This is an old binary file under a new workbook's name.", "OLE file");
}

/* The bytes of the package: those of the file, or what is encrypted in it. */
static int open_package(struct book *b, const char *p, size_t n, const struct cancel *cancel, struct err *err)
{
    if (crypt_is_package(p, n)) {
        if (crypt_package(p, n, cancel, &b->decrypted, err) < 0)
            return -1;
        p = b->decrypted.p;
        n = b->decrypted.n;
    }
    if (n >= sizeof ole_mark && memcmp(p, ole_mark, sizeof ole_mark) == 0)
        return refuse_ole(p, n, err);
    return package_open(p, n, &b->package, err);
}

int book_open(const char *p, size_t n, const struct cancel *cancel, struct book **ret, struct err *err)
{
    struct arena *a;
    struct book *b;

    a = arena_new();
    b = arena_alloc(a, sizeof *b);
    b->arena = a;
    buf_init(&b->decrypted, DATA_FILE_BYTES);
    strings_init(&b->strings);
    if (open_package(b, p, n, cancel, err) < 0 || read_parts(b, cancel, err) < 0) {
        book_free(b);
        return -1;
    }
    *ret = b;
    return 0;
}

void book_free(struct book *b)
{
    if (!b)
        return;
    strings_done(&b->strings);
    package_free(b->package);
    buf_done(&b->decrypted);
    arena_free(b->arena);
}
