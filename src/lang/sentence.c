/* sentence.c - the answer in one sentence, with no figure that is not in the rows.
 *
 * Figures are copied from the rows' own digits, with thousands separated, and compared exactly; nothing goes through a
 * binary number. The only number that is counted here is that of the rows themselves. Conditions are left out, because
 * their numbers are the question's and not the answer's; the restatement beside the answer has them.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text/show.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/restate.h"

static void add_count(struct buf *b, size_t n, const char *one, const char *many)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%zu", n);
    show_number(b, digits);
    buf_addf(b, " %s", n == 1 ? one : many);
}

static void add_cell(struct buf *b, const struct json *v)
{
    const char *text = json_text(v, NULL);

    if (json_is(v, JSON_NUMBER))
        show_number(b, json_digits(v));
    else if (text)
        buf_adds(b, *text ? text : "(blank)");
    else if (json_is(v, JSON_BOOL))
        buf_adds(b, json_truth(v) ? "true" : "false");
    else
        buf_adds(b, "(empty)");
}

/* True when the figure is a fraction that people know as a percentage. */
static bool is_percent(const struct table *t, const struct flat *q)
{
    if (q->measure == FLAT_SHARE)
        return true;
    return q->measure >= FLAT_SUM && q->measure <= FLAT_MAX && column_is_percent(t, q->column);
}

/* A figure of the answer. */
static void add_value(struct buf *b, struct arena *a, const struct table *t, const struct flat *q, const struct json *v)
{
    const char *digits = json_digits(v);

    if (!digits || !is_percent(t, q) || strpbrk(digits, "eE")) {
        add_cell(b, v);
        return;
    }
    show_number(b, show_scaled(a, digits, 2));
    buf_addc(b, '%');
}

/* What a group is called: a year or a number of something is written as it is. */
static void add_label(struct buf *b, const struct json *v)
{
    if (json_is(v, JSON_NUMBER))
        buf_adds(b, json_digits(v));
    else
        add_cell(b, v);
}

static void add_capital(struct buf *b, const char *text)
{
    char first = text[0];

    buf_addc(b, first >= 'a' && first <= 'z' ? (char)(first - ('a' - 'A')) : first);
    buf_adds(b, text[0] ? text + 1 : "");
}

static struct json *figure_at(const struct flat *q, const struct json *rows, size_t row)
{
    return json_at(json_at(rows, row), q->n_groups);
}

/* -1, 0 or 1; dates are texts that sort by time. Empty figures come before all others. */
static int compare_figures(const struct json *a, const struct json *b)
{
    const char *x = json_text(a, NULL), *y = json_text(b, NULL);
    int order;

    if (json_is(a, JSON_NUMBER) && json_is(b, JSON_NUMBER))
        return json_number_compare(a, b);
    if (x && y) {
        order = strcmp(x, y);
        return (order > 0) - (order < 0);
    }
    return (json_is(a, JSON_NULL) ? 0 : 1) - (json_is(b, JSON_NULL) ? 0 : 1);
}

/* The row that leads in the direction asked for; *ret_ties others share its figure. */
static size_t leader(const struct flat *q, const struct json *rows, bool lowest, size_t *ret_ties)
{
    size_t best = 0, ties = 0;

    for (size_t i = 1; i < json_len(rows); i++) {
        const struct json *v = figure_at(q, rows, i), *w = figure_at(q, rows, best);
        int order = compare_figures(v, w);
        if (json_is(v, JSON_NULL))
            continue;
        if (json_is(w, JSON_NULL) || order == (lowest ? -1 : 1)) {
            best = i;
            ties = 0;
        } else if (order == 0) {
            ties++;
        }
    }
    *ret_ties = ties;
    return best;
}

static void add_group(struct buf *b, const struct flat *q, const struct json *row)
{
    for (size_t i = 0; i < q->n_groups; i++) {
        buf_adds(b, i > 0 ? ", " : "");
        add_label(b, json_at(row, i));
    }
}

/* True when a group stands for rows that have no value there. */
static bool has_empty(const struct json *rows, size_t column)
{
    for (size_t i = 0; i < json_len(rows); i++)
        if (json_is(json_at(json_at(rows, i), column), JSON_NULL))
            return true;
    return false;
}

/* "Total revenue by region: West is highest with 1,234.50; 4 groups." */
static void say_groups(struct buf *b, struct arena *a, const struct table *t, const struct flat *q,
                       const struct json *rows, bool truncated)
{
    bool lowest = q->ordered && !q->descending;
    size_t ties, n = json_len(rows), best = leader(q, rows, lowest, &ties);
    const char *extreme = lowest ? "lowest" : "highest";
    bool time = (q->measure == FLAT_MIN || q->measure == FLAT_MAX) && type_is_time(t->columns[q->column].type);

    if (time)
        extreme = lowest ? "earliest" : "latest";
    add_capital(b, restate_figure(a, t, q));
    buf_addf(b, " by %s: ", restate_groups(a, t, q));
    /* Of a result that was cut, the leader is known only when it was ordered by the figure. */
    if (json_is(figure_at(q, rows, best), JSON_NULL)) {
        buf_adds(b, "no values; ");
    } else if (n == 1) {
        add_group(b, q, json_at(rows, 0));
        buf_addf(b, "%s ", q->ordered ? " is" : "");
        if (q->ordered)
            buf_addf(b, "%s with ", extreme);
        add_value(b, a, t, q, figure_at(q, rows, 0));
        buf_addc(b, '.');
        return;
    } else if (!truncated || q->ordered) {
        add_group(b, q, json_at(rows, best));
        buf_addf(b, "%s is %s with ", ties > 0 ? ", among others," : "", extreme);
        add_value(b, a, t, q, figure_at(q, rows, best));
        buf_adds(b, "; ");
    }
    add_count(b, n, "group", "groups");
    for (size_t i = 0; i < q->n_groups; i++)
        if (has_empty(rows, i))
            buf_addf(b, ", %s of rows without %s", q->n_groups == 1 ? "one" : "some",
                     t->columns[q->groups[i].column].name);
    buf_adds(b, truncated ? " shown, and there are more." : ".");
}

/* "There are 4,800 orders (different values of order_id)": a column that numbers things says what they are called. */
static void add_distinct(struct buf *b, struct arena *a, const char *name, bool single)
{
    const char *words[3], *thing = words_of_name(a, name, true, words, COUNT_OF(words)) == 2 ? words[0] : "";
    size_t n = strlen(thing);
    bool plain = n > 1 && thing_is_id(name, thing) && !strchr("shxyz", thing[n - 1]);

    if (plain)
        buf_addf(b, " %s%s (different %s of %s)", thing, single ? "" : "s", single ? "value" : "values", name);
    else
        buf_addf(b, " different %s of %s", single ? "value" : "values", name);
}

/* One figure for all rows. */
static void say_figure(struct buf *b, struct arena *a, const struct table *t, const struct flat *q,
                       const struct json *figure)
{
    const char *one = json_digits(figure), *name = t->columns ? t->columns[q->column].name : "";
    bool single = one && strcmp(one, "1") == 0;

    if (q->measure == FLAT_COUNT && !q->stepped) {
        buf_adds(b, q->n_filters > 0 ? "" : single ? "There is " : "There are ");
        add_cell(b, figure);
        buf_adds(b, single ? " row" : " rows");
        buf_adds(b, q->n_filters == 0 ? "." : single ? " matches." : " match.");
    } else if (q->measure == FLAT_DISTINCT && !q->stepped) {
        buf_adds(b, single ? "There is " : "There are ");
        add_cell(b, figure);
        add_distinct(b, a, name, single);
        buf_adds(b, q->bound.measure == FLAT_ROWS ? "."
                    : single                      ? " that meets the condition."
                                                  : " that meet the condition.");
    } else if (json_is(figure, JSON_NULL)) {
        if (q->n_filters > 0)
            buf_adds(b, "No rows match.");
        else
            buf_addf(b, "There are no values of %s.", name);
    } else {
        buf_addf(b, "The %s is ", restate_figure(a, t, q));
        add_value(b, a, t, q, figure);
        buf_addc(b, '.');
    }
}

static void say_rows(struct buf *b, const struct table *t, const struct flat *q, const struct json *rows,
                     bool truncated)
{
    size_t n = json_len(rows);

    if (n == 1 && q->n_shown == 1) {
        buf_addf(b, "The %s is ", t->columns[q->shown[0]].name);
        add_cell(b, json_at(json_at(rows, 0), 0));
        buf_addc(b, '.');
        return;
    }
    if (q->measure == FLAT_LIST)
        add_count(b, n, "different value", "different values");
    else
        add_count(b, n, "row", "rows");
    buf_adds(b, truncated ? " shown, and there are more." : ".");
}

const char *flat_sentence(struct arena *a, const struct table *t, const struct flat *q, const struct json *columns,
                          const struct json *rows, bool truncated)
{
    struct buf b CLEANUP(buf_done);

    (void)columns;
    buf_init(&b, QUERY_TEXT_BYTES);
    if (json_len(rows) == 0)
        buf_adds(&b, q->n_filters > 0 ? "No rows match." : "There are no rows.");
    else if (q->measure == FLAT_ROWS || q->measure == FLAT_LIST)
        say_rows(&b, t, q, rows, truncated);
    else if (q->n_groups > 0)
        say_groups(&b, a, t, q, rows, truncated);
    else
        say_figure(&b, a, t, q, figure_at(q, rows, 0));
    return arena_str(a, b.p);
}
