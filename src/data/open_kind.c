/* open_kind.c - magic numbers, and a look into the two containers that office programs use.
 *
 * A zip file is known by the names in its central directory, an OLE compound file by those in its own. Both are
 * foreign bytes: every offset is checked against the size, and what does not fit ends the look, not the program.
 */
#include "data/open_kind.h"
#include "base/attrs.h"
#include "base/str.h"
#include "formats/json_source.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define ZIP_ENTRIES 10000   /* looked at: the part that tells is among the first */
#define ZIP_TAIL 65557      /* bytes from the end in which the directory's own place is: a comment and 22 */
#define BINARY_BYTES 512    /* looked at for a zero byte */
#define OLE_SECTORS 4096    /* of its directory: 16,384 names, where a workbook has a dozen */
#define OLE_END 0xfffffffaU /* sector numbers from here on are marks */

struct bytes {
    const unsigned char *p;
    size_t n;
};

static uint32_t u16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t u32(const unsigned char *p)
{
    return u16(p) | u16(p + 2) << 16;
}

/* ---- zip ---- */

static bool name_is(const unsigned char *p, size_t n, const char *name)
{
    return n == strlen(name) && memcmp(p, name, n) == 0;
}

static bool name_starts(const unsigned char *p, size_t n, const char *start)
{
    return n >= strlen(start) && memcmp(p, start, strlen(start)) == 0;
}

static enum open_kind zip_part(const unsigned char *p, size_t n)
{
    if (name_is(p, n, "xl/workbook.bin"))
        return OPEN_XLSB;
    if (name_starts(p, n, "xl/"))
        return OPEN_WORKBOOK;
    if (name_starts(p, n, "word/"))
        return OPEN_WORD;
    if (name_starts(p, n, "ppt/"))
        return OPEN_SLIDES;
    if (name_starts(p, n, "Index/") || name_is(p, n, "Index.zip"))
        return OPEN_NUMBERS;
    return OPEN_UNKNOWN;
}

/* Where the directory begins; 0 when the end of it cannot be found. */
static size_t zip_directory(struct bytes b)
{
    size_t first = b.n > ZIP_TAIL ? b.n - ZIP_TAIL : 0;

    for (size_t i = b.n >= 22 ? b.n - 22 : 0; i > first; i--)
        if (u32(b.p + i) == 0x06054b50)
            return u32(b.p + i + 16);
    return 0;
}

static bool is_ods(struct bytes b)
{
    static const char type[] = "mimetypeapplication/vnd.oasis.opendocument.";

    return b.n > 30 + sizeof type && memcmp(b.p + 30, type, sizeof type - 1) == 0;
}

/* A zip that is damaged, or an office file of which nothing more is known, is handed on as a workbook: its reader says
 * what is wrong with it. */
static enum open_kind zip_kind(struct bytes b)
{
    size_t at = zip_directory(b);
    enum open_kind seen = OPEN_UNKNOWN;
    bool has_types = false;

    if (is_ods(b))
        return OPEN_ODS;
    for (size_t i = 0; i < ZIP_ENTRIES && at > 0 && at + 46 <= b.n && u32(b.p + at) == 0x02014b50; i++) {
        size_t name = u16(b.p + at + 28), skipped = u16(b.p + at + 30) + u16(b.p + at + 32);
        enum open_kind kind;

        if (name > b.n - at - 46)
            break;
        kind = zip_part(b.p + at + 46, name);
        if (kind == OPEN_XLSB)
            return kind;
        if (seen == OPEN_UNKNOWN)
            seen = kind;
        has_types |= name_is(b.p + at + 46, name, "[Content_Types].xml");
        at += 46 + name + skipped;
    }
    if (seen != OPEN_UNKNOWN)
        return seen;
    return at > 0 && !has_types ? OPEN_ZIP : OPEN_WORKBOOK;
}

/* ---- OLE compound files ---- */

struct ole {
    struct bytes b;
    unsigned shift; /* a sector is 1 << shift bytes */
};

/* The sector's bytes; NULL when it is not in the file. */
static const unsigned char *ole_sector(const struct ole *o, uint32_t sector)
{
    uint64_t at = ((uint64_t)sector + 1) << o->shift, size = (uint64_t)1 << o->shift;

    return sector < OLE_END && at + size <= o->b.n ? o->b.p + at : NULL;
}

/* The sector behind this one, by the table whose first 109 sectors the head names: enough for 7 MB, and a directory is
 * written early. */
static uint32_t ole_next(const struct ole *o, uint32_t sector)
{
    uint32_t each = 1U << (o->shift - 2), block = sector / each;
    const unsigned char *table = block < 109 ? ole_sector(o, u32(o->b.p + 76 + (size_t)4 * block)) : NULL;

    return table ? u32(table + (size_t)4 * (sector % each)) : OLE_END;
}

/* A directory's entry has its name as UTF-16 and the length of that in bytes, with the NUL. */
static bool entry_is(const unsigned char *entry, const char *name)
{
    size_t n = strlen(name);

    if (u16(entry + 64) != 2 * (n + 1))
        return false;
    for (size_t i = 0; i < n; i++)
        if (entry[2 * i] != (unsigned char)name[i] || entry[2 * i + 1] != 0)
            return false;
    return true;
}

static enum open_kind ole_entry(const unsigned char *entry)
{
    static const struct {
        const char *name;
        enum open_kind kind;
    } known[] = {
        { "EncryptedPackage", OPEN_ENCRYPTED },
        { "Workbook", OPEN_XLS },
        { "Book", OPEN_XLS },
        { "WordDocument", OPEN_WORD },
        { "PowerPoint Document", OPEN_SLIDES },
    };

    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (entry_is(entry, known[i].name))
            return known[i].kind;
    return OPEN_UNKNOWN;
}

static enum open_kind ole_kind(struct bytes b)
{
    struct ole o = { .b = b };
    uint32_t sector;

    if (b.n < 512)
        return OPEN_OLE;
    o.shift = u16(b.p + 30);
    if (o.shift != 9 && o.shift != 12)
        return OPEN_OLE;
    sector = u32(b.p + 48);
    for (size_t i = 0; i < OLE_SECTORS; i++) {
        const unsigned char *p = ole_sector(&o, sector);
        if (!p)
            break;
        for (size_t at = 0; at + 128 <= (size_t)1 << o.shift; at += 128)
            if (ole_entry(p + at) != OPEN_UNKNOWN)
                return ole_entry(p + at);
        sector = ole_next(&o, sector);
    }
    return OPEN_OLE;
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

enum open_kind open_kind(const char *p, size_t n, const char *name)
{
    struct bytes b = { (const unsigned char *)p, n };
    enum open_kind kind = magic_kind(b);

    if (kind != OPEN_UNKNOWN)
        return kind;
    if (n >= 4 && (memcmp(p, "PK\3\4", 4) == 0 || memcmp(p, "PK\5\6", 4) == 0))
        return zip_kind(b);
    if (n >= 8 && memcmp(p, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8) == 0)
        return ole_kind(b);
    if (is_bare_biff(b, name))
        return OPEN_XLS;
    kind = markup_kind(b);
    if (kind != OPEN_UNKNOWN)
        return kind;
    return says_json(name) || json_source_fits(p, n) ? OPEN_JSON : OPEN_UNKNOWN;
}
