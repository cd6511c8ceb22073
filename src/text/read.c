/* read.c - a document of any kind: its reader, then the cut. Records are documents in a row. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "text/blocks.h"
#include "text/chunk.h"
#include "text/text.h"
#include <string.h>

static const struct {
    const char *ending;
    enum text_kind kind;
} endings[] = {
    { ".md", TEXT_MARKDOWN }, { ".markdown", TEXT_MARKDOWN }, { ".mdx", TEXT_MARKDOWN },   { ".txt", TEXT_PLAIN },
    { ".text", TEXT_PLAIN },  { ".rst", TEXT_PLAIN },         { ".html", TEXT_HTML },      { ".htm", TEXT_HTML },
    { ".xhtml", TEXT_HTML },  { ".jsonl", TEXT_RECORDS },     { ".ndjson", TEXT_RECORDS },
};

bool text_kind(const char *name, enum text_kind *ret)
{
    const char *ending = strrchr(name, '.');

    for (size_t i = 0; ending && i < COUNT_OF(endings); i++)
        if (str_ieq(ending, endings[i].ending)) {
            *ret = endings[i].kind;
            return true;
        }
    return false;
}

/* "returns-policy.md" is "returns-policy". */
static const char *bare_name(struct arena *a, const char *name)
{
    const char *ending = strrchr(name, '.');
    size_t n = ending && ending > name ? (size_t)(ending - name) : strlen(name);

    return n > 0 ? arena_dup(a, name, n) : "document";
}

static void chunker_init(struct chunker *c, struct arena *a)
{
    *c = (struct chunker){ .a = a };
    buf_init(&c->text, TEXT_CODE_BYTES + TEXT_PASSAGE_BYTES + 2 * TEXT_OVERLAP_BYTES);
}

static int read_blocks(struct arena *a, enum text_kind kind, const char *name, const char *p, size_t n,
                       struct text *ret, struct err *err)
{
    struct blocks b = { .a = a };
    struct chunker c;
    const char *title;

    if (kind == TEXT_MARKDOWN)
        markdown_read(&b, p, n);
    else if (kind == TEXT_HTML)
        html_read(&b, p, n);
    else
        plain_read(&b, p, n);
    title = chunk_title(&b);
    if (!title)
        title = bare_name(a, name);
    chunker_init(&c, a);
    c.url = b.url;
    chunk_blocks(&c, &b, title, title);
    return chunk_end(&c, title, ret, err);
}

/* ---- records ---- */

static int wrong_record(size_t line, const char *what, struct err *err)
{
    err_say(err, ERR_DATA_UNREADABLE, "Line %zu is no record: %s.", line, what);
    return err_action(err, "Each line is a JSON object with id, title and text.");
}

/* An id may be a number. */
static const char *record_id(const struct json *record)
{
    const struct json *id = json_get(record, "id");

    return json_is(id, JSON_NUMBER) ? json_digits(id) : json_text(id, NULL);
}

static int read_record(struct chunker *c, const char *file, const char *p, size_t n, size_t line, struct err *err)
{
    struct json *record;
    struct err ignored;
    struct blocks b = { .a = c->a };
    const char *id, *title, *text, *url;
    size_t length;

    if (json_parse(c->a, p, n, &record, &ignored) < 0 || !json_is(record, JSON_OBJECT))
        return wrong_record(line, "it is not a JSON object", err);
    id = record_id(record);
    text = json_text(json_get(record, "text"), &length);
    if (!id || !*id || strlen(id) > TEXT_REF_BYTES)
        return wrong_record(line, "it has no id", err);
    if (!text)
        return wrong_record(line, "it has no text", err);
    title = json_get_text(record, "title");
    c->record = id;
    url = json_get_text(record, "url");
    c->url = url ? address_of(c->a, url, strlen(url)) : NULL;
    plain_read(&b, text, strlen(text));
    chunk_blocks(c, &b, file, title && *title ? title_of(c->a, title, strlen(title)) : id);
    return 0;
}

static int read_records(struct arena *a, const char *name, const char *p, size_t n, struct text *ret, struct err *err)
{
    const char *file = bare_name(a, name);
    struct chunker c;
    size_t line = 0;

    chunker_init(&c, a);
    for (size_t i = 0, length; i < n && c.n <= TEXT_PASSAGES;) {
        const char *at = p + i, *trimmed;
        i += line_bytes(at, n - i, &length);
        trimmed = str_trim(at, length, &length);
        line++;
        if (length > 0 && read_record(&c, file, trimmed, length, line, err) < 0) {
            buf_done(&c.text);
            return -1;
        }
    }
    return chunk_end(&c, file, ret, err);
}

int text_read(struct arena *a, enum text_kind kind, const char *name, const char *p, size_t n, struct text *ret,
              struct err *err)
{
    return kind == TEXT_RECORDS ? read_records(a, name, p, n, ret, err) : read_blocks(a, kind, name, p, n, ret, err);
}
