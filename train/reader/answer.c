/* answer.c - answers as sets of values. A value is made plain as scripts/eval/wtq.py makes it. */
#include "base/arena.h"
#include "base/json.h"
#include "train/reader/result.h"
#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

static bool is_cut(char c)
{
    return c == ' ' || c == '.' || c == '"' || c == '\'';
}

/* In place: only ASCII, small letters, single blanks, nothing but what counts at its ends. */
static void make_plain(char *text)
{
    char *to = text, *start = text;

    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c >= 0x80)
            continue;
        if (isspace(c) && to > text && to[-1] == ' ')
            continue;
        *to++ = isspace(c) ? ' ' : (char)tolower(c);
    }
    while (to > text && is_cut(to[-1]))
        to--;
    *to = '\0';
    while (is_cut(*start))
        start++;
    memmove(text, start, strlen(start) + 1);
}

/* A number may have commas between its digits. */
static bool reads_as_number(const char *text)
{
    const char *p = text + (*text == '-');
    bool digits = strcspn(p, "0123456789") < strlen(p);

    p += strspn(p, "0123456789,");
    if (*p == '.')
        p += 1 + strspn(p + 1, "0123456789");
    return digits && !*p;
}

static struct cell plain_cell(struct arena *a, const char *text)
{
    utf8proc_uint8_t *folded = NULL;
    char *plain, *to;

    if (utf8proc_map((const utf8proc_uint8_t *)text, 0, &folded,
                     UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT) < 0)
        folded = NULL;
    plain = arena_str(a, folded ? (const char *)folded : text);
    free(folded);
    make_plain(plain);
    if (!reads_as_number(plain))
        return (struct cell){ .kind = CELL_TEXT, .text = plain };
    to = plain;
    for (const char *p = plain; *p; p++)
        if (*p != ',')
            *to++ = *p;
    *to = '\0';
    return cell_of_text(plain);
}

void result_of_answer(struct arena *a, const struct json *answer, struct result *ret)
{
    struct cell *cells = arena_array(a, json_len(answer) + 1, sizeof *cells);

    *ret = (struct result){ .rows = json_len(answer), .columns = 1, .cells = cells };
    for (size_t i = 0; i < ret->rows; i++) {
        const struct json *v = json_at(answer, i);
        const char *text = json_is(v, JSON_NUMBER) ? json_digits(v) : json_text(v, NULL);
        cells[i] = plain_cell(a, text ? text : "");
    }
}

static bool is_among(const struct cell *c, const struct cell *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cells_same(c, &list[i]))
            return true;
    return false;
}

bool answers_same(struct arena *a, const struct result *got, const struct result *answer)
{
    struct cell *cells;

    if (got->columns == 0 || (got->rows == 0) != (answer->rows == 0) || got->rows > 50 * (answer->rows + 1))
        return false;
    cells = arena_array(a, got->rows + 1, sizeof *cells);
    for (size_t i = 0; i < got->rows; i++) {
        const struct cell *c = &got->cells[i * got->columns];
        cells[i] = c->kind == CELL_TEXT ? plain_cell(a, c->text) : *c;
        if (c->kind == CELL_EMPTY)
            cells[i] = (struct cell){ .kind = CELL_TEXT, .text = "none" };
        if (!is_among(&cells[i], answer->cells, answer->rows))
            return false;
    }
    for (size_t i = 0; i < answer->rows; i++)
        if (!is_among(&answer->cells[i], cells, got->rows))
            return false;
    return true;
}
