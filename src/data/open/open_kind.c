/* open_kind.c - magic numbers, and a look into the two containers that office programs use.
 *
 * A zip file is known by the names in its central directory, an OLE compound file by those in its own; both are read by
 * the readers of workbooks, so that what is known here is what can be read there. These are foreign bytes: this runs
 * where they may be parsed, in the worker.
 */
#include "data/open/open_kind.h"
#include "base/attrs.h"
#include "base/err.h"
#include "base/str.h"
#include "formats/json_source.h"
#include "office/package/cfb.h"
#include "office/package/package.h"
#include <stdbool.h>
#include <string.h>

#define BINARY_BYTES 512 /* looked at for a zero byte */

struct bytes {
    const unsigned char *p;
    size_t n;
};

/* ---- zip ---- */

static enum open_kind part_kind(const char *name)
{
    if (strcmp(name, "xl/workbook.bin") == 0)
        return OPEN_XLSB;
    if (str_starts(name, "xl/"))
        return OPEN_WORKBOOK;
    if (str_starts(name, "word/"))
        return OPEN_WORD;
    if (str_starts(name, "ppt/"))
        return OPEN_SLIDES;
    if (str_starts(name, "Index/") || strcmp(name, "Index.zip") == 0)
        return OPEN_NUMBERS;
    return OPEN_UNKNOWN;
}

static bool is_ods(struct bytes b)
{
    static const char type[] = "mimetypeapplication/vnd.oasis.opendocument.";

    return b.n > 30 + sizeof type && memcmp(b.p + 30, type, sizeof type - 1) == 0;
}

static enum open_kind parts_kind(const struct part *parts, size_t n)
{
    enum open_kind seen = OPEN_UNKNOWN;
    bool has_types = false;

    for (size_t i = 0; i < n; i++) {
        enum open_kind kind = part_kind(parts[i].name);
        if (kind == OPEN_XLSB)
            return kind;
        if (seen == OPEN_UNKNOWN)
            seen = kind;
        has_types |= strcmp(parts[i].name, "[Content_Types].xml") == 0;
    }
    return seen != OPEN_UNKNOWN ? seen : has_types ? OPEN_WORKBOOK : OPEN_ZIP;
}

/* A zip that is damaged, or an office file of which nothing more is known, is handed on as a workbook: its reader says
 * what is wrong with it. */
static enum open_kind zip_kind(struct bytes b)
{
    enum open_kind kind;
    const struct part *parts;
    struct package *k;
    struct err none;
    size_t n;

    if (is_ods(b))
        return OPEN_ODS;
    if (package_open((const char *)b.p, b.n, &k, &none) < 0)
        return OPEN_WORKBOOK;
    n = package_parts(k, &parts);
    kind = parts_kind(parts, n);
    package_free(k);
    return kind;
}

/* ---- OLE compound files ---- */

static enum open_kind ole_kind(struct bytes b)
{
    static const char *const names[] = { "EncryptedPackage", "Workbook", "Book", "WordDocument",
                                         "PowerPoint Document" };
    static const enum open_kind kinds[] = { OPEN_ENCRYPTED, OPEN_XLS, OPEN_XLS, OPEN_WORD, OPEN_SLIDES, OPEN_OLE };

    return kinds[cfb_find((const char *)b.p, b.n, names, COUNT_OF(names))];
}

/* ---- first bytes ---- */

struct magic {
    size_t at;
    const char *text;
    size_t n;
    enum open_kind kind;
};

#define MAGIC(at, text, kind)                                                                                          \
    {                                                                                                                  \
        at, text, sizeof text - 1, kind                                                                                \
    }

static const struct magic magics[] = {
    MAGIC(0, "SQLite format 3\0", OPEN_SQLITE),
    MAGIC(0, "PAR1", OPEN_PARQUET),
    MAGIC(8, "DUCK", OPEN_DUCKDB),
    MAGIC(0, "%PDF-", OPEN_PDF),
    MAGIC(0, "{\\rtf", OPEN_RTF),
    MAGIC(0, "\x89PNG\r\n", OPEN_IMAGE),
    MAGIC(0, "\xff\xd8\xff", OPEN_IMAGE),
    MAGIC(0, "GIF87a", OPEN_IMAGE),
    MAGIC(0, "GIF89a", OPEN_IMAGE),
    MAGIC(0, "II*\0", OPEN_IMAGE),
    MAGIC(0, "MM\0*", OPEN_IMAGE),
    MAGIC(8, "WEBP", OPEN_IMAGE),
    MAGIC(4, "ftypheic", OPEN_IMAGE),
    MAGIC(0, "ARROW1\0\0", OPEN_ARROW),
    MAGIC(0, "FEA1", OPEN_ARROW),
    MAGIC(0, "ORC", OPEN_ARROW),
    MAGIC(0, "Obj\x01", OPEN_ARROW),
    MAGIC(0, "7z\xbc\xaf\x27\x1c", OPEN_PACKED),
    MAGIC(0, "Rar!\x1a\x07", OPEN_PACKED),
    MAGIC(0,
          "\xfd"
          "7zXZ\0",
          OPEN_PACKED),
    MAGIC(257, "ustar", OPEN_PACKED),
};

/* Letters alone prove nothing, as a table's first column may be called PAR1; binary formats have zeros early. */
static enum open_kind magic_kind(struct bytes b)
{
    bool is_binary = memchr(b.p, '\0', b.n < BINARY_BYTES ? b.n : BINARY_BYTES) != NULL;

    for (size_t i = 0; i < COUNT_OF(magics); i++) {
        const struct magic *m = &magics[i];
        if (b.n >= m->at + m->n && memcmp(b.p + m->at, m->text, m->n) == 0 &&
            (is_binary || m->kind == OPEN_PDF || m->kind == OPEN_RTF))
            return m->kind;
    }
    if (b.n > 10 && memcmp(b.p, "BZh", 3) == 0 && memcmp(b.p + 4, "1AY&SY", 6) == 0)
        return OPEN_PACKED;
    return OPEN_UNKNOWN;
}

/* A worksheet stream of the oldest Excels, which came without a container: its first record says "here it begins". */
static bool is_bare_biff(struct bytes b, const char *name)
{
    size_t n = strlen(name);

    if (n < 4 || !str_ieq(name + n - 4, ".xls") || b.n < 8)
        return false;
    return b.p[0] == 0x09 && (b.p[1] == 0 || b.p[1] == 2 || b.p[1] == 4 || b.p[1] == 8) && b.p[2] <= 16 && b.p[3] == 0;
}

/* Markup begins with a tag; text that begins with "<" and is a table does not have these. */
static enum open_kind markup_kind(struct bytes b)
{
    static const char *const html[] = { "<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<div" };
    size_t at = b.n >= 3 && memcmp(b.p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    while (at < b.n && strchr(" \t\r\n", (char)b.p[at]) && b.p[at])
        at++;
    for (size_t i = 0; i < COUNT_OF(html); i++)
        if (b.n - at > strlen(html[i]) && strncasecmp((const char *)b.p + at, html[i], strlen(html[i])) == 0)
            return OPEN_HTML;
    return b.n - at > 5 && memcmp(b.p + at, "<?xml", 5) == 0 ? OPEN_XML : OPEN_UNKNOWN;
}

static bool says_json(const char *name)
{
    static const char *const endings[] = { ".json", ".jsonl", ".ndjson", ".geojson" };

    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        size_t n = strlen(name), length = strlen(endings[i]);
        if (n > length && str_ieq(name + n - length, endings[i]))
            return true;
    }
    return false;
}

static bool is_ole(struct bytes b)
{
    static const unsigned char magic[] = { 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1 };

    return b.n >= sizeof magic && memcmp(b.p, magic, sizeof magic) == 0;
}

bool open_kind_opens(const char *p, size_t n, const char *name)
{
    struct bytes b = { (const unsigned char *)p, n };
    enum open_kind kind = magic_kind(b);

    return kind == OPEN_PARQUET || kind == OPEN_DUCKDB || is_ole(b) || is_bare_biff(b, name);
}

enum open_kind open_kind(const char *p, size_t n, const char *name)
{
    struct bytes b = { (const unsigned char *)p, n };
    enum open_kind kind = magic_kind(b);

    if (kind != OPEN_UNKNOWN)
        return kind;
    if (n >= 4 && (memcmp(p, "PK\3\4", 4) == 0 || memcmp(p, "PK\5\6", 4) == 0))
        return zip_kind(b);
    if (is_ole(b))
        return ole_kind(b);
    if (is_bare_biff(b, name))
        return OPEN_XLS;
    kind = markup_kind(b);
    if (kind != OPEN_UNKNOWN)
        return kind;
    return says_json(name) || json_source_fits(p, n) ? OPEN_JSON : OPEN_UNKNOWN;
}
