/* open.c - a table: for each kind of file, the source that reads it or the reason why it is refused. */
#include "data/open/open.h"
#include "base/address/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "csv/csv_source.h"
#include "data/open/duck_source.h"
#include "data/open/open_kind.h"
#include "formats/inflate.h"
#include "formats/json_source.h"
#include "formats/pg_source.h"
#include "formats/sqlite_source.h"
#include "grid/names.h"
#include "office/workbook.h"
#include "sys/location.h"

struct refusal {
    enum err_code code;
    const char *message, *action;
};

static const struct refusal refusals[OPEN_KINDS] = {
    [OPEN_XLSB] = { ERR_WORKBOOK_LOAD_FAILED, "That is a binary workbook (.xlsb).",
                    "Open it in a spreadsheet program, and save it as .xlsx." },
    [OPEN_ODS] = { ERR_DATA_UNREADABLE, "That is an OpenDocument file.",
                   "If it is a spreadsheet, open it and save it as .xlsx or .csv." },
    [OPEN_NUMBERS] = { ERR_DATA_UNREADABLE, "That is a Numbers or other iWork file.", "Export it as .xlsx or .csv." },
    [OPEN_WORD] = { ERR_DATA_UNREADABLE, "That is a Word document.",
                    "Copy its tables into a spreadsheet, and save that as .xlsx or .csv." },
    [OPEN_SLIDES] = { ERR_DATA_UNREADABLE, "That is a presentation.",
                      "Copy its tables into a spreadsheet, and save that as .xlsx or .csv." },
    [OPEN_ZIP] = { ERR_DATA_UNREADABLE, "That is a zip archive.", "Unpack it, and give the files in it." },
    [OPEN_OLE] = { ERR_DATA_UNREADABLE, "That is an old office file without a workbook in it.",
                   "If it holds tables, open it in its program and save it as .xlsx or .csv." },
    [OPEN_PDF] = { ERR_DATA_UNREADABLE, "That is a PDF.", "Give the spreadsheet or CSV that its tables came from." },
    [OPEN_RTF] = { ERR_DATA_UNREADABLE, "That is a formatted text (RTF).", "Save its tables as .xlsx or .csv." },
    [OPEN_HTML] = { ERR_DATA_UNREADABLE, "That is a web page (HTML), whatever its name says.",
                    "Open it in a spreadsheet program and save it as .xlsx, or download the data itself." },
    [OPEN_XML] = { ERR_DATA_UNREADABLE, "That is XML.",
                   "If it opens in a spreadsheet program, save it there as .xlsx or .csv." },
    [OPEN_IMAGE] = { ERR_DATA_UNREADABLE, "That is an image.", "Give the file that its figures came from." },
    [OPEN_ARROW] = { ERR_DATA_UNREADABLE, "That is an Arrow, Feather, ORC or Avro file.", "Save it as Parquet." },
    [OPEN_PACKED] = { ERR_DATA_UNREADABLE, "That is an archive, or packed in a way that is not read here.",
                      "Unpack it, and give the files in it; .gz and .zst are read as they are." },
};

typedef int open_fn(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                    struct err *err);

static open_fn *const openers[OPEN_KINDS] = {
    [OPEN_UNKNOWN] = csv_source,        [OPEN_WORKBOOK] = workbook_open,      [OPEN_XLS] = xls_open,
    [OPEN_SQLITE] = sqlite_source_open, [OPEN_PARQUET] = parquet_source_open, [OPEN_DUCKDB] = duckdb_source_open,
    [OPEN_JSON] = json_source_open,     [OPEN_ENCRYPTED] = workbook_open,
};

static int refuse(const struct refusal *r, struct err *err)
{
    err_set(err, r->code, r->message, "%s", r->message);
    return err_action(err, "%s", r->action);
}

static int is_empty(struct err *err)
{
    err_set(err, ERR_DATA_EMPTY, "There is nothing in that file.", "0 bytes");
    return err_action(err, "Check that it is the file you meant.");
}

static int open_plain(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                      struct err *err)
{
    enum open_kind kind = open_kind(bytes->p, bytes->n, bytes->name);

    if (bytes->n == 0)
        return is_empty(err);
    if (!openers[kind])
        return refuse(&refusals[kind], err);
    return openers[kind](bytes, cancel, ret, err);
}

int source_is_changeable(const struct source_bytes *bytes, struct err *err)
{
    enum open_kind kind = open_kind(bytes->p, bytes->n, bytes->name);

    if (bytes->n == 0)
        return is_empty(err);
    if (kind == OPEN_WORKBOOK)
        return 0;
    if (kind == OPEN_ENCRYPTED) {
        err_set(err, ERR_INVALID_INPUT,
                "Encrypted workbooks are not changed here: the change would be written unencrypted.", "kind %d",
                (int)kind);
        return err_action(err,
                          "Open it in a spreadsheet program, and save it without a password and without protection.");
    }
    if (!openers[kind])
        return refuse(&refusals[kind], err);
    err_set(err, ERR_INVALID_INPUT,
            kind == OPEN_XLS ? "Old workbooks (.xls) are read here, but not changed." : "That is not a workbook.",
            "kind %d", (int)kind);
    return err_action(err, kind == OPEN_XLS ? "Open it in a spreadsheet program, and save it as .xlsx."
                                            : "Name an Excel workbook (.xlsx or .xlsm).");
}

/* ---- compressed ---- */

/* What a source of decompressed bytes reads. */
struct held {
    struct source_bytes bytes;
    struct buf buf;
    struct arena *arena; /* the name */
    unsigned levels;     /* how often they were compressed */
};

static void held_free(struct held *h)
{
    if (!h)
        return;
    buf_done(&h->buf);
    arena_free(h->arena);
    free(h);
}

static struct held *held_new(const char *name)
{
    struct held *h = calloc(1, sizeof *h);

    if (!h)
        abort();
    buf_init(&h->buf, DATA_FILE_BYTES);
    h->arena = arena_new();
    h->bytes = (struct source_bytes){ .name = inflate_name(h->arena, name), .fd = -1 };
    return h;
}

/* Inflates what is left of h, level by level. */
static int inflate_all(struct held *h, const struct source_bytes *bytes, const struct cancel *cancel, struct err *err)
{
    const char *p = bytes->p;
    size_t n = bytes->n;
    struct buf before CLEANUP(buf_done) = BUF(DATA_FILE_BYTES);

    for (int level = 0; inflate_kind(p, n) != PACKING_NONE; level++) {
        if (level == DATA_PACKED_LEVELS)
            return refuse(&refusals[OPEN_PACKED], err);
        buf_done(&before);
        before = h->buf;
        buf_init(&h->buf, DATA_FILE_BYTES);
        if (inflate_bytes(inflate_kind(p, n), p, n, cancel, &h->buf, err))
            return -1;
        if (level > 0)
            h->bytes.name = inflate_name(h->arena, h->bytes.name);
        p = h->buf.p;
        n = h->buf.n;
        h->levels++;
    }
    h->bytes.p = p;
    h->bytes.n = n;
    return 0;
}

int source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret, struct err *err)
{
    struct held *h;

    if (inflate_kind(bytes->p, bytes->n) == PACKING_NONE)
        return open_plain(bytes, cancel, ret, err);
    h = held_new(bytes->name);
    if (inflate_all(h, bytes, cancel, err) || open_plain(&h->bytes, cancel, ret, err)) {
        held_free(h);
        return -1;
    }
    (*ret)->held = h;
    (*ret)->packed = h->levels;
    return 0;
}

bool source_may_open(const struct source_bytes *bytes)
{
    return inflate_kind(bytes->p, bytes->n) != PACKING_NONE || open_kind_opens(bytes->p, bytes->n, bytes->name);
}

const char *source_file_table(struct arena *a, const char *name, unsigned packed)
{
    while (packed-- > 0)
        name = inflate_name(a, name);
    return names_stem(a, name);
}

void source_close(struct source *s)
{
    struct held *h = s ? s->held : NULL;

    if (s)
        s->ops->close(s);
    held_free(h);
}

/* ---- servers ---- */

bool source_is_url(const struct location *l)
{
    return !l->root && address_is(l->path);
}

int source_open_url(const char *url, const char *password, const struct cancel *cancel, struct source **ret,
                    struct err *err)
{
    return pg_source_open(url, password, cancel, ret, err);
}
