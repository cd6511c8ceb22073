/* docs.c - the OpenAPI document as a page to read: no script, no style of its own in it, nothing from elsewhere.
 *
 * It is made of the document alone, so it says what the document says. All text from it is escaped.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/markup.h"
#include "http/door.h"

static void text(struct buf *b, const char *s)
{
    if (s)
        markup_text(b, s, strlen(s));
}

/* <tag>text</tag> */
static void element(struct buf *b, const char *tag, const char *s)
{
    buf_addf(b, "<%s>", tag);
    text(b, s);
    buf_addf(b, "</%s>", tag);
}

/* Words between backticks are code. */
static void prose(struct buf *b, const char *s)
{
    bool code = false;

    buf_adds(b, "<p>");
    while (*s) {
        size_t n = strcspn(s, "`");
        struct buf part CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES);
        buf_add(&part, s, n);
        text(b, part.p);
        s += n;
        if (*s == '`') {
            buf_adds(b, code ? "</code>" : "<code>");
            code = !code;
            s++;
        }
    }
    buf_adds(b, code ? "</code></p>\n" : "</p>\n");
}

/* ---- schemas ---- */

static const char *ref_name(const struct json *schema)
{
    const char *target = json_get_text(schema, "$ref");

    return target ? strrchr(target, '/') + 1 : NULL;
}

/* A type in a few words: a link where it has a name, else what the schema says. */
static void type_words(struct buf *b, const struct json *schema)
{
    const char *name = ref_name(schema);
    const struct json *type = json_get(schema, "type"), *any = json_get(schema, "anyOf");

    if (name) {
        buf_adds(b, "<a href=\"#schema-");
        text(b, name);
        buf_adds(b, "\">");
        text(b, name);
        buf_adds(b, "</a>");
    } else if (json_is(type, JSON_ARRAY)) {
        for (size_t i = 0; i < json_len(type); i++)
            buf_addf(b, "%s%s", i ? " or " : "", json_text(json_at(type, i), NULL));
    } else if (json_is(type, JSON_STRING)) {
        text(b, json_text(type, NULL));
    } else if (!any) {
        buf_adds(b, "anything");
    }
    for (size_t i = 0; i < json_len(any); i++) {
        if (i)
            buf_adds(b, " or ");
        type_words(b, json_at(any, i));
    }
}

static void bound(struct buf *b, const struct json *schema, const char *keyword, const char *words)
{
    const char *digits = json_digits(json_get(schema, keyword));

    if (digits)
        buf_addf(b, ", %s %s", words, digits);
}

static void limits(struct buf *b, const struct json *schema)
{
    const struct json *values = json_get(schema, "enum"), *otherwise = json_get(schema, "default");

    bound(b, schema, "minimum", "at least");
    bound(b, schema, "maximum", "at most");
    bound(b, schema, "minLength", "characters at least");
    bound(b, schema, "maxLength", "characters at most");
    bound(b, schema, "minItems", "items at least");
    bound(b, schema, "maxItems", "items at most");
    if (json_get_text(schema, "format"))
        buf_addf(b, ", %s", json_get_text(schema, "format"));
    for (size_t i = 0; i < json_len(values); i++) {
        buf_adds(b, i ? ", " : ": ");
        text(b, json_is(json_at(values, i), JSON_STRING) ? json_text(json_at(values, i), NULL) : "null");
    }
    if (otherwise) {
        struct buf v CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES);
        json_write(&v, otherwise);
        buf_adds(b, "; otherwise ");
        text(b, v.p);
    }
}

static bool is_required(const struct json *schema, const char *name)
{
    const struct json *required = json_get(schema, "required");

    for (size_t i = 0; i < json_len(required); i++)
        if (strcmp(json_text(json_at(required, i), NULL), name) == 0)
            return true;
    return false;
}

static void row(struct buf *b, const char *name, const char *where, bool required, const struct json *schema)
{
    buf_adds(b, "<tr><td>");
    element(b, "code", name);
    buf_addf(b, "</td><td>%s%s</td><td>", where, required ? " required" : "");
    type_words(b, schema);
    limits(b, schema);
    buf_adds(b, "</td><td>");
    text(b, json_get_text(schema, "description"));
    buf_adds(b, "</td></tr>\n");
}

static void table_begin(struct buf *b)
{
    buf_adds(b,
             "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>Name</th><th>Where</th><th>Type</th><th>Meaning"
             "</th></tr></thead><tbody>\n");
}

static void table_end(struct buf *b)
{
    buf_adds(b, "</tbody></table></div>\n");
}

static void schemas(struct buf *b, const struct json *all)
{
    buf_adds(b, "<h2 id=\"schemas\">Schemas</h2>\n");
    for (size_t i = 0; i < json_len(all); i++) {
        const struct json *schema = json_at(all, i), *fields = json_get(schema, "properties");
        const char *name = json_key_at(all, i, NULL);
        buf_adds(b, "<section id=\"schema-");
        text(b, name);
        buf_adds(b, "\">");
        element(b, "h3", name);
        if (json_get_text(schema, "description"))
            prose(b, json_get_text(schema, "description"));
        if (json_len(fields)) {
            table_begin(b);
            for (size_t f = 0; f < json_len(fields); f++) {
                const char *field = json_key_at(fields, f, NULL);
                row(b, field, "field", is_required(schema, field), json_at(fields, f));
            }
            table_end(b);
        }
        buf_adds(b, "</section>\n");
    }
}

/* ---- operations ---- */

/* The events of a stream, each with what its data is. */
static void events(struct buf *b, const struct json *all)
{
    for (size_t i = 0; i < json_len(all); i++) {
        buf_adds(b, i ? ", " : "");
        element(b, "code", json_key_at(all, i, NULL));
        buf_adds(b, " (");
        type_words(b, json_at(all, i));
        buf_addc(b, ')');
    }
}

static void body(struct buf *b, const char *words, const struct json *content)
{
    for (size_t i = 0; i < json_len(content); i++) {
        const struct json *media = json_at(content, i), *example = json_get(media, "example");
        buf_addf(b, "<p>%s <code>", words);
        text(b, json_key_at(content, i, NULL));
        buf_adds(b, "</code>: ");
        if (json_get(media, "x-events"))
            events(b, json_get(media, "x-events"));
        else
            type_words(b, json_get(media, "schema"));
        buf_adds(b, "</p>\n");
        if (example) {
            struct buf v CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES);
            json_write_pretty(&v, example);
            buf_adds(b, "<pre tabindex=\"0\">");
            text(b, v.p);
            buf_adds(b, "</pre>\n");
        }
    }
}

static void responses(struct buf *b, const struct json *all, const struct json *document)
{
    const struct json *shared = json_get(json_get(document, "components"), "responses");

    buf_adds(b, "<details><summary>Statuses</summary><ul>\n");
    for (size_t i = 0; i < json_len(all); i++) {
        const char *name = ref_name(json_at(all, i));
        const struct json *response = name ? json_get(shared, name) : json_at(all, i);
        buf_adds(b, "<li>");
        element(b, "b", json_key_at(all, i, NULL));
        buf_addc(b, ' ');
        text(b, json_get_text(response, "description"));
        buf_adds(b, "</li>\n");
    }
    buf_adds(b, "</ul></details>\n");
}

static void operation(struct buf *b, const char *path, const char *method, const struct json *op,
                      const struct json *document)
{
    const struct json *taken = json_get(op, "parameters");

    buf_addf(b, "<section><h3><span class=\"method\">%s</span> ", method);
    element(b, "code", path);
    buf_adds(b, "</h3>\n");
    prose(b, json_get_text(op, "summary"));
    if (json_get_text(op, "description"))
        prose(b, json_get_text(op, "description"));
    if (json_len(taken)) {
        table_begin(b);
        for (size_t i = 0; i < json_len(taken); i++) {
            const struct json *p = json_at(taken, i);
            row(b, json_get_text(p, "name"), json_get_text(p, "in"), json_get_truth(p, "required"),
                json_get(p, "schema"));
        }
        table_end(b);
    }
    body(b, "Takes", json_get(json_get(op, "requestBody"), "content"));
    body(b, "Gives", json_get(json_at(json_get(op, "responses"), 0), "content"));
    responses(b, json_get(op, "responses"), document);
    buf_adds(b, "</section>\n");
}

static const char *tag_of(const struct json *op)
{
    return json_text(json_at(json_get(op, "tags"), 0), NULL);
}

/* All operations of one tag, in the document's order. That each can also be described is said once. */
static void tagged(struct buf *b, const char *tag, const struct json *document)
{
    const struct json *paths = json_get(document, "paths");

    for (size_t i = 0; i < json_len(paths); i++)
        for (size_t m = 0; m < json_len(json_at(paths, i)); m++) {
            const struct json *op = json_at(json_at(paths, i), m);
            if (strcmp(tag_of(op), tag) == 0 && !str_starts(json_get_text(op, "operationId"), "op:"))
                operation(b, json_key_at(paths, i, NULL), json_key_at(json_at(paths, i), m, NULL), op, document);
        }
}

/* The declared order of the routes is the order of their tags. */
static void operations(struct buf *b, const struct json *document)
{
    for (size_t i = 0; http_route(i); i++) {
        const char *tag = http_route(i)->tag;
        if (i > 0 && strcmp(http_route(i - 1)->tag, tag) == 0)
            continue;
        element(b, "h2", tag);
        buf_addc(b, '\n');
        tagged(b, tag, document);
    }
}

void docs_make(struct buf *b, const struct json *openapi)
{
    buf_adds(b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                "<title>assay: the HTTP interface</title><link rel=\"stylesheet\" href=\"/docs.css\"></head>\n"
                "<body><main><h1>assay: the HTTP interface</h1>\n");
    prose(b, json_get_text(json_get(openapi, "info"), "summary"));
    buf_adds(b, "<p>Made from <a href=\"/openapi.json\">openapi.json</a>. "
                "What is taken and given is under <a href=\"#schemas\">Schemas</a>.</p>\n");
    operations(b, openapi);
    schemas(b, json_get(json_get(openapi, "components"), "schemas"));
    buf_adds(b, "</main></body></html>\n");
}

const char docs_style[] =
    ":root{color-scheme:light dark;--line:#8886;--soft:#8881;--link:#0a58ca}\n"
    "@media (prefers-color-scheme:dark){:root{--link:#8ab4f8}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;margin:0}\n"
    "main{max-width:60rem;margin:0 auto;padding:1rem}\n"
    "a{color:var(--link)}\n"
    "code,pre{font:0.9em/1.5 ui-monospace,monospace}\n"
    "code{overflow-wrap:anywhere}\n"
    "pre,.wide{overflow-x:auto}\n"
    "pre{background:var(--soft);padding:.75rem;border-radius:.4rem}\n"
    "section{border-top:1px solid var(--line);padding:.25rem 0 1rem}\n"
    ".method{text-transform:uppercase;font-size:.8em;border:1px solid var(--line);border-radius:.3rem;"
    "padding:.1rem .4rem}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}\n"
    "summary{cursor:pointer}\n";
