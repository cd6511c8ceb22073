/* totals_periods.c - quarters, halves and years in a column of months, each the sum of those it is made of.
 *
 * A row of the column says how many months it stands for. One that stands for three, six or twelve is held against the
 * rows next to it, above and then below, that together stand for as many; one to date against all of them. Shorter ones
 * come first: what is proved is passed over, so that a year is the sum of its months, or of its quarters alone.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "grid/columns/columns_node.h"
#include "grid/totals/totals_node.h"
#include "grid/totals/totals_tally.h"
#include "grid/types/moments.h"
#include <string.h>

#define MONTHS 12
#define TO_DATE (MONTHS + 1) /* any number of months */
#define PERIOD_BYTES 24

struct periods {
    struct totals *t;
    size_t column;
    uint8_t *months; /* that each row stands for; 0: it is no period */
    uint8_t *states; /* enum candidate_state */
    bool *strong;
    size_t n_tried, n_proved;
    bool has_strong;
};

/* ---- words ---- */

static bool is_month(const char *p, size_t n)
{
    static const char *const names[] = {
        "jan",     "january", "januar",     "janvier",   "enero",         "feb",     "february",  "februar",
        "febrero", "mar",     "march",      "m\u00e4rz", "mrz",           "mars",    "marzo",     "apr",
        "april",   "avril",   "abril",      "may",       "mai",           "mayo",    "jun",       "june",
        "juni",    "juin",    "junio",      "jul",       "july",          "juli",    "juillet",   "julio",
        "aug",     "august",  "ao\u00fbt",  "agosto",    "sep",           "sept",    "september", "septembre",
        "oct",     "october", "okt",        "oktober",   "octobre",       "octubre", "nov",       "november",
        "dec",     "dez",     "december",   "dezember",  "d\u00e9cembre", "dic",     "novembre",  "diciembre",
        "ene",     "abr",     "septiembre", "noviembre", "f\u00e9vrier",  "ago",     "fevrier",   "decembre",
    };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i]) == n && memcmp(names[i], p, n) == 0)
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Four digits that are a year. */
static bool is_year(const char *p)
{
    return (p[0] == '1' ? p[1] == '9' : p[0] == '2' && p[1] == '0') && is_digit(p[2]) && is_digit(p[3]);
}

/* "q1" and "1q", with `most` of them in a year; a year of two digits may follow. */
static bool is_part(const char *p, size_t n, const char *word, char most)
{
    size_t len = strlen(word);

    if (n == len + 3 && is_digit(p[n - 1]) && is_digit(p[n - 2]))
        n -= 2;
    if (n != len + 1)
        return false;
    return (memcmp(p, word, len) == 0 && p[len] >= '1' && p[len] <= most) ||
           (memcmp(p + 1, word, len) == 0 && p[0] >= '1' && p[0] <= most);
}

static bool is_word(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(p, word, n) == 0;
}

/* The months that a text in small letters without blanks and marks stands for. */
static uint8_t read_months(const char *p, size_t n)
{
    bool has_year = false;

    if (n >= 4 && is_year(p)) {
        has_year = true;
        p += 4, n -= 4;
    } else if (n >= 4 && is_year(p + n - 4)) {
        has_year = true;
        n -= 4;
    }
    if (n == 0)
        return has_year ? MONTHS : 0;
    if (is_month(p, n))
        return 1;
    if (is_part(p, n, "q", '4') || is_part(p, n, "quarter", '4') || is_part(p, n, "quartal", '4'))
        return MONTHS / 4;
    if (is_part(p, n, "h", '2') || is_part(p, n, "half", '2') || is_part(p, n, "halbjahr", '2'))
        return MONTHS / 2;
    if (is_word(p, n, "ytd"))
        return TO_DATE;
    return is_word(p, n, "fy") || is_word(p, n, "year") || is_word(p, n, "jahr") || is_word(p, n, "fullyear") ? MONTHS
                                                                                                              : 0;
}

static uint8_t count_months(const char *p, size_t n)
{
    char text[PERIOD_BYTES];
    size_t len = 0;
    struct moment moment;

    if (n > PERIOD_BYTES)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!label_is_mark(p[i]))
            text[len++] = (char)(p[i] >= 'A' && p[i] <= 'Z' ? p[i] + 32 : p[i]);
    if (len == 0)
        return 0;
    return moment_month(p, n, &moment) ? 1 : read_months(text, len);
}

/* ---- sums ---- */

/* Adds up the rows next to the row that stand for as many months; false when there are none such. */
static bool find_span(const struct periods *p, uint64_t row, bool below, uint64_t *rows, size_t *ret_n)
{
    const uint64_t n_rows = p->t->columns->rows;
    unsigned months = p->months[row], sum = 0;
    uint64_t at = row;
    size_t n = 0;

    while ((below ? ++at < n_rows : at-- > 0) && sum < months && n < TOTALS_PERIOD_ROWS) {
        if (p->states[at] == STATE_PROVED)
            continue;
        if (p->months[at] == 0 || p->months[at] >= months)
            break;
        sum += p->months[at];
        rows[n++] = at;
        if (months == TO_DATE)
            sum = 0;
    }
    *ret_n = n;
    return n > 1 && (sum == months || months == TO_DATE);
}

static void hold(struct periods *p, uint64_t row, const uint64_t *rows, size_t n)
{
    const struct totals *t = p->t;
    unsigned matches = 0, strong = 0, against = 0;

    for (size_t i = 0; i < t->n_numbers; i++) {
        const struct column *c = &t->columns->described[t->numbers[i]];
        struct tally tally = { 0 };
        struct figure f;

        if (!figure_at(t->columns, t->numbers[i], row, &f) || figure_is_zero(c, &f))
            continue;
        for (size_t k = 0; k < n; k++)
            tally_row(&tally, t->columns, t->numbers[i], rows[k]);
        if (!tally_gives(&tally, c, SUMMARY_SUM, &f, n)) {
            against++;
            continue;
        }
        matches++;
        strong += tally.differs;
    }
    if (strong > 0 || (matches > 0 && against == 0))
        p->states[row] = STATE_PROVED;
    p->strong[row] = strong > 0;
}

static void try_row(struct periods *p, uint64_t row, uint64_t *rows)
{
    bool found = false;
    size_t n;

    for (int below = 0; below < 2 && p->states[row] != STATE_PROVED; below++)
        if (find_span(p, row, below, rows, &n)) {
            found = true;
            hold(p, row, rows, n);
        }
    if (!found)
        return;
    p->n_tried++;
    p->n_proved += p->states[row] == STATE_PROVED;
    p->has_strong |= p->strong[row];
    if (p->states[row] != STATE_PROVED)
        p->states[row] = STATE_CHANCE;
}

/* ---- columns ---- */

/* Whether there are months or quarters, and longer ones too. */
static bool read_column(struct periods *p)
{
    const struct columns *c = p->t->columns;
    uint8_t least = UINT8_MAX, most = 0;

    for (uint64_t row = 0; row < c->rows; row++) {
        size_t n;
        const char *text = totals_text(p->t, p->column, row, &n);

        p->states[row] = STATE_OPEN;
        p->strong[row] = false;
        p->months[row] = text && !totals_at(p->t, row) ? count_months(text, n) : 0;
        if (p->months[row] == 0)
            continue;
        least = p->months[row] < least ? p->months[row] : least;
        most = p->months[row] > most ? p->months[row] : most;
    }
    return least < most;
}

/* The candidates of a state, in the arena. */
static struct candidate *take(const struct periods *p, enum candidate_state state, size_t *ret_n)
{
    struct candidate *list = arena_array(p->t->arena, p->n_tried + 1, sizeof *list);
    size_t n = 0;

    for (uint64_t row = 0; row < p->t->columns->rows; row++)
        if (p->states[row] == state)
            list[n++] = (struct candidate){ .row = row,
                                            .column = (uint32_t)p->column,
                                            .kinds = SUMMARY_SUM,
                                            .kind = SUMMARY_SUM,
                                            .state = state == STATE_PROVED ? STATE_PROVED : STATE_OPEN,
                                            .proof = PROOF_PERIOD,
                                            .is_exact = true,
                                            .is_strong = p->strong[row],
                                            .has_number = true };
    *ret_n = n;
    return list;
}

int totals_periods(struct totals *t, struct candidate **ret_kept, size_t *ret_n, struct err *err)
{
    static const uint8_t lengths[] = { MONTHS / 4, MONTHS / 2, MONTHS, TO_DATE };
    const struct columns *c = t->columns;
    struct periods p = { .t = t };
    uint64_t *rows;
    size_t n;

    *ret_kept = NULL;
    *ret_n = 0;
    if (c->rows > TOTALS_PERIOD_ROWS)
        return 0;
    p.months = arena_array(t->arena, c->rows, sizeof *p.months);
    p.states = arena_array(t->arena, c->rows, sizeof *p.states);
    p.strong = arena_array(t->arena, c->rows, sizeof *p.strong);
    rows = arena_array(t->arena, c->rows, sizeof *rows);
    for (p.column = 0; p.column < c->n_columns; p.column++) {
        if (cancel_check(t->cancel, err))
            return -1;
        if (c->described[p.column].type != COLUMN_TEXT || !read_column(&p))
            continue;
        p.n_tried = p.n_proved = 0;
        p.has_strong = false;
        for (size_t i = 0; i < sizeof lengths; i++)
            for (uint64_t row = 0; row < c->rows; row++)
                if (p.months[row] == lengths[i])
                    try_row(&p, row, rows);
        if (p.n_tried == 0)
            continue;
        if (p.has_strong && p.n_proved * 2 > p.n_tried) {
            struct candidate *proved = take(&p, STATE_PROVED, &n);
            totals_add(t, proved, n);
        }
        *ret_kept = take(&p, STATE_CHANCE, ret_n);
        return 0;
    }
    return 0;
}
