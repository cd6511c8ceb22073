/* workbook_testing.h - a workbook of one sheet written as lines of text, opened, loaded and shown. */
#pragma once
#include "office/workbook.h"
#include "source_testing.h"
#include "xlsx_testing.h"

#define ROW_TEXT 1024

/* The style that a cell's first letter asks for: "%5" a percentage, "$5" dollars, "F5" francs; 0 for others. */
static inline int style_of(const char *text)
{
    static const char letters[] = "%$F";
    const char *found = strchr(letters, *text);

    return text[1] >= '0' && text[1] <= '9' && found ? 6 + (int)(found - letters) : 0;
}

/* Rows of a sheet from lines of text with "|" between the cells: figures are numbers, "=" a formula without a result,
 * the rest text. */
static inline void add_rows(struct buf *xml, const char *text)
{
    for (uint32_t row = 1, column = 1; *text; column++) {
        size_t n = strcspn(text, "|\n");
        if (column == 1)
            buf_addf(xml, "<row r='%u'>", row);
        if (n > 0) {
            int style = style_of(text), sign = style > 0 || *text == '=';
            bool is_number = style > 0 || (*text >= '0' && *text <= '9');
            buf_adds(xml, "<c r='");
            cell_ref_add(xml, row, column);
            buf_addf(xml, "' s='%d' t='%s'>", style, is_number || *text == '=' ? "n" : "inlineStr");
            buf_addf(xml,
                     *text == '=' ? "<f>%.*s</f><v></v></c>"
                     : is_number  ? "<v>%.*s</v></c>"
                                  : "<is><t>%.*s</t></is></c>",
                     (int)n - sign, text + sign);
        }
        text += n;
        if (*text == '\n') {
            buf_adds(xml, "</row>");
            row++;
            column = 0;
        }
        text += *text != '\0';
    }
}

struct made {
    struct xlsx_made x;
    struct source *source;
    struct arena *arena;
    struct notes notes;
};

static inline void open_made(struct made *m)
{
    struct source_bytes bytes = bytes_of("t.xlsx", m->x.zip.bytes.p, m->x.zip.bytes.n);
    struct err err;

    m->arena = arena_new();
    notes_init(&m->notes, m->arena);
    if (workbook_open(&bytes, NULL, &m->source, &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

/* A workbook of one sheet, "S", with these rows; behind: what stands behind them. */
static inline void make(struct made *m, const char *rows, const char *behind)
{
    struct buf xml CLEANUP(buf_done) = BUF(1u << 20);

    add_rows(&xml, rows);
    xlsx_init(&m->x);
    xlsx_sheet(&m->x, "S", "", xml.p, behind);
    xlsx_end(&m->x, NULL, 0);
    open_made(m);
}

static inline void done(struct made *m)
{
    m->source->ops->close(m->source);
    arena_free(m->arena);
    xlsx_done(&m->x);
}

/* Loads table 0: its columns and rows, and what was assumed. */
static inline void loads(struct made *m, const char *rows, const char *notes)
{
    struct err err = { 0 };
    const char *text;

    notes_init(&m->notes, m->arena);
    text = loaded_text(m->source, 0, m->arena, &m->notes, &err);
    if (!text)
        fail_msg("%s (%s)", err.message, err.detail);
    assert_string_equal(text, rows);
    assert_string_equal(notes_text(m->arena, &m->notes), notes);
}

static inline void shows(struct made *m, const struct show *what, const char *expected)
{
    struct err err = { 0 };
    const char *text = shown_text(m->source, what, m->arena, &m->notes, &err);

    if (!text)
        fail_msg("%s (%s)", err.message, err.detail);
    assert_string_equal(text, expected);
}
