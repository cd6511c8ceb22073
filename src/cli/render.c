/* render.c - texts from data are made safe by term_text() on their way out; our own are printed as they are. */
#include "cli/render.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "cli/grid.h"
#include "cli/term.h"

#define REFERENCE_CHARS 8 /* of the correlation id: enough to find the log entry, short enough to read out */

static void add_safe(struct buf *b, const char *text)
{
    term_text(b, text, strlen(text));
}

static void add_options(struct buf *b, const struct json *options)
{
    for (size_t i = 0; i < json_len(options); i++) {
        const char *label = json_get_text(json_at(options, i), "label");
        buf_addf(b, "  %zu. ", i + 1);
        add_safe(b, label ? label : "");
        buf_addc(b, '\n');
    }
}

/* The passages that an answer quotes. */
static void add_sources(struct buf *b, const struct term *t, const struct json *sources)
{
    for (size_t i = 0; i < json_len(sources); i++) {
        static const char *const parts[] = { "title", "chapter", "section" };
        struct buf line CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
        const char *before = "";
        buf_addf(&line, "  [%zu] ", i + 1);
        for (size_t j = 0; j < COUNT_OF(parts); j++) {
            const char *part = json_get_text(json_at(sources, i), parts[j]);
            if (!part || strcmp(part, before) == 0)
                continue;
            buf_adds(&line, *before ? " / " : "");
            add_safe(&line, part);
            before = part;
        }
        term_dim(b, t, line.p);
        buf_addc(b, '\n');
    }
}

/* Whether one of the first n sources has that name: a file with several tables is told once. */
static bool is_told(const struct json *sources, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        const char *other = json_get_text(json_at(sources, i), "name");
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* "sum of revenue by region · sales.csv · 31 ms · --json shows the query and the fingerprints" */
static void add_origin(struct buf *b, const struct term *t, const struct json *answer, const char *proof)
{
    const struct json *sources = json_get(json_get(answer, "evidence"), "sources");
    const char *restatement = json_get_text(answer, "restatement");
    struct buf line CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (restatement && *restatement) {
        add_safe(&line, restatement);
        buf_adds(&line, " · ");
    }
    for (size_t i = 0; i < json_len(sources); i++) {
        const char *name = json_get_text(json_at(sources, i), "name");
        if (!name || is_told(sources, i, name))
            continue;
        add_safe(&line, name);
        buf_adds(&line, " · ");
    }
    buf_addf(&line, "%lld ms · %s shows the proof", (long long)json_get_int(answer, "processing_time_ms", 0), proof);
    term_dim(b, t, line.p);
    buf_addc(b, '\n');
}

static void add_error(struct buf *b, const struct term *t, const char *message, const char *action, const char *id)
{
    term_bold(b, t, "assay:");
    buf_addc(b, ' ');
    add_safe(b, message ? message : "Something went wrong.");
    buf_addc(b, '\n');
    if (action && *action) {
        add_safe(b, action);
        buf_addc(b, '\n');
    }
    if (id && *id) {
        char line[64];
        snprintf(line, sizeof line, "(reference %.*s)\n", REFERENCE_CHARS, id);
        term_dim(b, t, line);
    }
}

static void add_error_object(struct buf *b, const struct term *t, const struct json *error)
{
    add_error(b, t, json_get_text(error, "message"), json_get_text(error, "suggested_action"),
              json_get_text(error, "correlation_id"));
}

void render_answer(struct buf *b, const struct term *t, const struct json *answer, const char *proof)
{
    const struct json *table = json_get(answer, "table"), *error = json_get(answer, "error");
    const char *content = json_get_text(answer, "content");

    if (json_is(error, JSON_OBJECT)) {
        add_error_object(b, t, error);
        add_options(b, json_get(answer, "options"));
        return;
    }
    if (content && *content) {
        struct term_lines lines = { .n = 0 };
        term_lines_add(&lines, b, content, strlen(content));
        buf_addc(b, '\n');
    }
    add_sources(b, t, json_get(answer, "sources"));
    add_options(b, json_get(answer, "options"));
    if (json_is(table, JSON_OBJECT) && json_len(json_get(table, "rows")) > 0) {
        int64_t total = json_get_int(json_get(table, "metadata"), "row_count", 0);
        buf_addc(b, '\n');
        grid_add(b, t, json_get(table, "columns"), json_get(table, "rows"), (size_t)total);
    }
    buf_addc(b, '\n');
    add_origin(b, t, answer, proof);
}

void render_error(struct buf *b, const struct term *t, const struct err *e)
{
    add_error(b, t, e->message, e->action, e->correlation_id);
}
