/* ops_text.c - results in words. An answer is its sentence, its table in Markdown and what was understood; anything
 * else is its JSON. What is too long is cut, and says so: the whole is in the structured content. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "mcp/ops.h"

static const char cut_note[] = "\n\n(Cut here; the structured content has all of it.)";

/* A cell on one line, with what Markdown would take for the next column made harmless. */
static void add_cell(struct buf *b, const struct json *v)
{
    const char *text = json_text(v, NULL);

    if (!text) {
        if (!json_is(v, JSON_NULL))
            json_write(b, v);
        return;
    }
    for (; *text; text++) {
        if (*text == '|' || *text == '\\')
            buf_addc(b, '\\');
        buf_addc(b, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

static void add_row(struct buf *b, const struct json *cells)
{
    buf_adds(b, "\n|");
    for (size_t i = 0; i < json_len(cells); i++) {
        buf_adds(b, " ");
        add_cell(b, json_at(cells, i));
        buf_adds(b, " |");
    }
}

static void add_table(struct buf *b, const struct json *table)
{
    const struct json *columns = json_get(table, "columns"), *rows = json_get(table, "rows");

    if (json_len(columns) == 0)
        return;
    buf_adds(b, "\n");
    add_row(b, columns);
    buf_adds(b, "\n|");
    for (size_t i = 0; i < json_len(columns); i++)
        buf_adds(b, " --- |");
    for (size_t i = 0; i < json_len(rows) && !b->failed; i++)
        add_row(b, json_at(rows, i));
    if (json_get_truth(json_get(table, "metadata"), "is_truncated"))
        buf_adds(b, "\n\n(There are more rows.)");
}

static void add_options(struct buf *b, const struct json *options)
{
    for (size_t i = 0; i < json_len(options); i++)
        buf_addf(b, "\n%zu. %s", i + 1, json_get_text(json_at(options, i), "label"));
}

static void add_answer(struct buf *b, const struct json *answer)
{
    const char *content = json_get_text(answer, "content"), *understood = json_get_text(answer, "restatement");

    buf_adds(b, content ? content : "");
    add_table(b, json_get(answer, "table"));
    add_options(b, json_get(answer, "options"));
    if (understood && *understood)
        buf_addf(b, "\n\nUnderstood as: %s", understood);
}

const char *ops_text(struct arena *a, const struct op *op, const struct json *result)
{
    struct buf b CLEANUP(buf_done) = BUF(MCP_TEXT_BYTES);

    if (op->shape == OP_ANSWER)
        add_answer(&b, result);
    else
        json_write(&b, result);
    if (!b.failed)
        return arena_dup(a, b.p, b.n);
    return arena_printf(a, "%.*s%s", (int)str_fit_bytes(b.p, b.n, b.n), b.p, cut_note);
}
