/* doubt.c - errors and choices, in the person's own words.
 *
 * An option is only offered after it has been read itself and found to mean one thing, so choosing one always leads to
 * an answer. An option being tried offers none in turn: reading never goes deeper than one level.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "lang/reader.h"
#include <assert.h>

#define NAMED_COLUMNS 8 /* in a message: as many as people read */

const char *doubt_words(const struct reader *r, size_t first, size_t last)
{
    const struct word *from = &r->words[r->p[first].first], *to = &r->words[r->p[last].first + r->p[last].n - 1];
    size_t n = to->at + to->n - from->at, fit = str_fit_bytes(r->question + from->at, n, QUESTION_WORD_BYTES);

    return arena_printf(r->a, "%.*s%s", (int)fit, r->question + from->at, fit < n ? "..." : "");
}

const char *doubt_with(const struct reader *r, size_t first, size_t last, const char *text)
{
    const struct word *from = &r->words[r->p[first].first], *to = &r->words[r->p[last].first + r->p[last].n - 1];

    return arena_printf(r->a, "%.*s%s%s", (int)from->at, r->question, text, r->question + to->at + to->n);
}

static bool has_kind(struct arena *a, const char *text, bool (*test)(enum vocab_kind))
{
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(a, text, false, words, COUNT_OF(words));

    for (size_t i = 0; i < n; i++)
        if (test(vocab_word(words[i]).kind))
            return true;
    return false;
}

static bool is_asking(enum vocab_kind kind)
{
    return kind != VOCAB_NONE && kind != VOCAB_UNIT && kind != VOCAB_ROWS;
}

static bool is_any(enum vocab_kind kind)
{
    return kind != VOCAB_NONE;
}

/* In the first kind of quotes that the text does not have itself. */
static const char *quoted(struct arena *a, const char *text)
{
    static const char marks[] = "\"`'";
    char mark = '"';

    for (const char *p = marks; *p; p++)
        if (!strchr(text, *p)) {
            mark = *p;
            break;
        }
    return arena_printf(a, "%c%s%c", mark, text, mark);
}

const char *doubt_name(struct arena *a, const char *name)
{
    const char *words[2];

    return words_of_name(a, name, false, words, 2) == 1 && has_kind(a, name, is_asking) ? quoted(a, name) : name;
}

const char *doubt_column_name(struct arena *a, const struct table *t, size_t column)
{
    const char *name = t->columns[column].name;

    return column_is_repeated(t, column) ? quoted(a, name) : doubt_name(a, name);
}

const char *doubt_literal(struct arena *a, const char *value, bool known)
{
    bool plain = known && value[0] != '\0';

    for (const char *p = value; *p && plain; p++)
        plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (unsigned char)*p >= 0x80 ||
                (*p == ' ' && p > value && p[1] != ' ' && p[1] != '\0');
    return plain && !has_kind(a, value, is_any) ? value : quoted(a, value);
}

int doubt_choose(struct reader *r, const char *const *questions, size_t n, const char *message, ...)
{
    va_list args;
    const char *text;
    size_t kept = 0;

    va_start(args, message);
    text = arena_vprintf(r->a, message, args);
    va_end(args);
    for (size_t i = 0; r->options && i < n && kept < FLAT_OPTIONS; i++) {
        struct flat ignored;
        struct err refused;
        size_t len;
        const char *trimmed = str_trim(questions[i], strlen(questions[i]), &len);
        r->options->label[kept] = arena_dup(r->a, trimmed, len);
        if (r->partial || read_in_scope(r->a, r->s, r->roster, r->options->label[kept], &ignored, NULL, &refused) == 0)
            kept++;
    }
    if (kept == 0 && r->options && !r->lost) {
        /* No choice would help while there is a word that nobody knows. */
        r->lost = true;
        for (size_t i = 0; i < r->n; i++)
            if (!r->p[i].used && piece_is_unknown(&r->p[i]))
                return doubt_unknown(r, i, false);
    }
    if (kept == 0) {
        err_say(r->err, ERR_INVALID_QUERY, "%s", text);
        return err_action(r->err, "Say it in other words, with the column's name.");
    }
    r->options->n = kept;
    err_say(r->err, ERR_CLARIFICATION_NEEDED, "%s", text);
    return err_action(r->err, "Ask one of the questions offered.");
}

/* The words to put in the place of piece i so that it means the column and nothing else. */
static const char *column_text(const struct reader *r, size_t i, size_t column)
{
    const char *name = doubt_column_name(r->a, r->t, column);

    if (!r->p[i].implied)
        return name;
    if (i + 1 < r->n && r->p[i + 1].first == r->p[i].first)
        return arena_printf(r->a, "%s %s", name, r->p[i + 1].arg == FLAT_OVER ? "over" : "under");
    return arena_printf(r->a, "%s %s", r->p[i].arg > 0 ? "highest" : "lowest", name);
}

int doubt_column(struct reader *r, size_t i, enum want want)
{
    const struct match_hits *h = &r->p[i].hits;
    const char *questions[QUESTION_HITS];
    enum match_rank best = MATCH_HINT;
    size_t n = 0;

    for (size_t k = 0; k < h->n_columns; k++) {
        if (!column_suits(r->t, h->columns[k].column, want) || (n > 0 && h->columns[k].rank > best))
            continue;
        best = h->columns[k].rank;
        questions[n++] = doubt_with(r, i, i, column_text(r, i, h->columns[k].column));
    }
    return doubt_choose(r, questions, n, "'%s' can mean more than one column.", doubt_words(r, i, i));
}

/* The names of the first quantities of the table, at most FLAT_OPTIONS. To be added up, only those whose total has a
 * meaning, if there are such. */
static size_t quantities(const struct reader *r, const char **ret, bool adds)
{
    size_t columns[FLAT_OPTIONS], n = column_quantities(r->t, columns, FLAT_OPTIONS), kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!adds || kept == 0 || column_measure(r->t, columns[i]) == FLAT_SUM)
            ret[kept++] = doubt_column_name(r->a, r->t, columns[i]);
    return kept;
}

int doubt_measure(struct reader *r, size_t i, const char *before, const char *behind)
{
    const char *questions[FLAT_OPTIONS];
    size_t n = quantities(r, questions, strcmp(before, "total ") == 0);

    for (size_t k = 0; k < n; k++)
        questions[k] = doubt_with(r, i, i, arena_printf(r->a, "%s%s%s", before, questions[k], behind));
    if (n == 0)
        return doubt_say(r, i, "needs a column with numbers, and this table has none", "Ask for a count instead.");
    return doubt_choose(r, questions, n, "'%s' does not say of which column.", doubt_words(r, i, i));
}

int doubt_figure(struct reader *r)
{
    const char *questions[FLAT_OPTIONS];
    size_t n = quantities(r, questions, !r->q->ordered), len;
    const char *text = str_trim(r->question, strlen(r->question), &len);

    while (len > 0 && strchr("?!. ", text[len - 1]))
        len--;
    for (size_t k = 0; k < n; k++)
        questions[k] = r->q->ordered ? arena_printf(r->a, "%.*s by %s", (int)len, text, questions[k])
                                     : arena_printf(r->a, "total %s %.*s", questions[k], (int)len, text);
    if (n == 0)
        questions[n++] = r->q->ordered ? arena_printf(r->a, "%.*s by count", (int)len, text)
                                       : arena_printf(r->a, "count %.*s", (int)len, text);
    return doubt_choose(r, questions, n, "The question does not say which figure it asks for.");
}

int doubt_say(struct reader *r, size_t i, const char *message, const char *action)
{
    err_say(r->err, ERR_INVALID_QUERY, "'%s' %s.", doubt_words(r, i, i), message);
    return err_action(r->err, "%s", action);
}

int doubt_question(struct reader *r)
{
    const char *examples[3];
    size_t n = r->options ? flat_suggest(r->a, r->t, examples) : 0;

    err_say(r->err, ERR_INVALID_QUERY, "That is not a question about this table.");
    if (n == 0)
        return err_action(r->err, "Ask for a column's total or average, or for how many rows there are.");
    if (n == 1)
        return err_action(r->err, "Try %s.", quoted(r->a, examples[0]));
    return err_action(r->err, "Try %s or %s.", quoted(r->a, examples[0]), quoted(r->a, examples[1]));
}

/* "revenue, units and 3 more" */
const char *doubt_columns(struct reader *r, enum want want)
{
    struct buf b CLEANUP(buf_done);
    size_t n = 0;

    buf_init(&b, ERR_MESSAGE_BYTES);
    for (size_t c = 0; c < r->t->n_columns; c++)
        if (column_suits(r->t, c, want) && n++ < NAMED_COLUMNS)
            buf_addf(&b, "%s%s", n > 1 ? ", " : "", r->t->columns[c].name);
    if (n > NAMED_COLUMNS)
        buf_addf(&b, " and %zu more", n - NAMED_COLUMNS);
    return arena_str(r->a, b.p);
}

/* What was said when the table was read of why a column is text: its currencies, or formulas without results, its own
 * or those of all rows; NULL: nothing was. */
static const char *why_text(const struct reader *r, size_t column)
{
    const struct column *c = &r->t->columns[column];
    const char *begins[] = { arena_printf(r->a, "'%s' stays text", c->name),
                             arena_printf(r->a, "formulas in '%s' have no saved result", c->name) };

    for (size_t i = 0; c->type == COLUMN_TEXT && i < r->t->n_assumptions; i++)
        for (size_t k = 0; k < COUNT_OF(begins); k++)
            if (strncmp(r->t->assumptions[i], begins[k], strlen(begins[k])) == 0 ||
                (r->t->rows == 0 && strstr(r->t->assumptions[i], " nothing but formulas ")))
                return r->t->assumptions[i];
    return NULL;
}

int doubt_type(struct reader *r, size_t column, const char *what, enum want want)
{
    static const char *const types[COLUMN_TYPES] = {
        [COLUMN_TEXT] = "text",       [COLUMN_INTEGER] = "a number",  [COLUMN_DECIMAL] = "a number",
        [COLUMN_FLOAT] = "a number",  [COLUMN_BOOLEAN] = "yes or no", [COLUMN_DATE] = "a date",
        [COLUMN_TIMESTAMP] = "a time"
    };
    const char *named = doubt_columns(r, want), *why = why_text(r, column);
    const struct column *c = &r->t->columns[column];

    if (c->type == COLUMN_TEXT && c->nulls >= r->t->rows && c->misfits == 0)
        err_say(r->err, ERR_TYPE_MISMATCH, "'%s' holds no value, so it %s.", c->name, what);
    else
        err_say(r->err, ERR_TYPE_MISMATCH, "'%s' is %s, so it %s.", c->name, types[c->type], what);
    if (why)
        return err_action(r->err, "In reading the table: %s.", why);
    if (*named == '\0')
        return err_action(r->err, "No column of this table fits; ask for a count instead.");
    return err_action(r->err, "Columns that fit: %s.", named);
}
