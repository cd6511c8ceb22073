/* traits.c - what a column is, told from its type, its name and its values; and of a table its key and its name.
 *
 * Values are looked at folded. At most LOOKED of them, the first ones, say whether a text column holds dates: one
 * column rarely changes its mind.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "grid/types/moments.h"
#include "link/calendar.h"
#include "link/lexicon.h"
#include "link/schema_node.h"
#include "link/text.h"
#include <math.h>
#include <string.h>

#define LOOKED 200
#define SCALE 10       /* the most of a rating: 0 to 10 */
#define CATEGORIES 100 /* different values of a category at most */
#define CROSSTAB 3     /* headings of one kind */
#define YEAR_LEAST 1000
#define YEAR_MOST 2100
#define YEAR_PLAIN 1800 /* numbers from here to YEAR_PLAIN_MOST alone are years whatever the name */
#define YEAR_PLAIN_MOST 2040

static bool named(const struct link_name *name, const char *says)
{
    for (size_t i = 0; i < name->n; i++)
        if (lexicon_heading(name->words[i], says))
            return true;
    return false;
}

static bool ends_named(const struct link_name *name, const char *says)
{
    return name->n > 0 && lexicon_heading(name->words[name->n - 1], says);
}

static const char *folded_value(const struct schema *s, struct arena *a, const struct kept_value *v)
{
    return text_fold(a, value_text(s, v), v->n);
}

/* Value i of the column means that. */
static bool means(const struct schema *s, struct arena *a, size_t column, size_t i, const char *meaning)
{
    return lexicon_means(folded_value(s, a, &s->load[column].values[i]), false, meaning);
}

static const char *kept(struct schema *s, const struct kept_value *v)
{
    return arena_dup(s->arena, value_text(s, v), v->n);
}

/* A column of two values that mean the one and the other. */
static bool two_values(struct schema *s, struct arena *a, size_t column, const char *one, const char *other,
                       const char **ret_one, const char **ret_other)
{
    const struct column_values *c = &s->load[column];

    for (size_t i = 0; c->n == 2 && i < 2; i++)
        if (means(s, a, column, i, one) && means(s, a, column, 1 - i, other)) {
            *ret_one = kept(s, &c->values[i]);
            *ret_other = kept(s, &c->values[1 - i]);
            return true;
        }
    return false;
}

static bool is_truth(struct schema *s, struct arena *a, size_t column)
{
    struct link_column *c = &s->columns[column];

    if (c->type == COLUMN_BOOLEAN) {
        c->yes = "true";
        c->no = "false";
        return true;
    }
    return two_values(s, a, column, "yes", "no", &c->yes, &c->no);
}

/* Female and male values in a column of at most four, or one of them in a column that is called so. */
static bool is_gender(struct schema *s, struct arena *a, size_t column)
{
    struct link_column *c = &s->columns[column];
    const struct column_values *load = &s->load[column];

    if (load->n == 0 || load->n > 4 || c->type != COLUMN_TEXT)
        return false;
    c->female = c->male = NULL;
    for (size_t i = 0; i < load->n; i++) {
        if (!c->female && means(s, a, column, i, "female"))
            c->female = kept(s, &load->values[i]);
        else if (!c->male && means(s, a, column, i, "male"))
            c->male = kept(s, &load->values[i]);
    }
    if ((c->female && c->male) || ((c->female || c->male) && named(&c->name, "gender")))
        return true;
    c->female = c->male = NULL;
    return false;
}

/* Most of the first values are days, or months where the whole column is. */
static bool is_date(const struct schema *s, size_t column)
{
    const struct column_values *load = &s->load[column];
    size_t looked = load->n < LOOKED ? load->n : LOOKED, days = 0, months = 0;
    struct moment m;

    if (s->columns[column].type == COLUMN_DATE || s->columns[column].type == COLUMN_TIMESTAMP)
        return true;
    if (s->columns[column].type != COLUMN_TEXT)
        return false;
    for (size_t i = 0; i < looked; i++) {
        const struct kept_value *v = &load->values[i];
        if (v->n > 40)
            continue;
        days += moment_read(value_text(s, v), v->n, &m);
        months += moment_month(value_text(s, v), v->n, &m);
    }
    return looked > 0 && (days * 10 >= looked * 9 || months == looked);
}

static bool whole_numbers(const struct schema *s, size_t column)
{
    const struct column_values *load = &s->load[column];
    double v;

    if (!column_is_number(s->columns[column].type))
        return false;
    for (size_t i = 0; i < load->n; i++)
        if (!value_number(value_text(s, &load->values[i]), load->values[i].n, &v) || v != floor(v))
            return false;
    return load->n > 0;
}

static bool is_year(const struct schema *s, size_t column)
{
    const struct link_column *c = &s->columns[column];

    if (c->least < YEAR_LEAST || c->most > YEAR_MOST || !whole_numbers(s, column))
        return false;
    return named(&c->name, "year") || (c->least >= YEAR_PLAIN && c->most <= YEAR_PLAIN_MOST && c->rows > 2);
}

static bool is_rating(struct schema *s, struct arena *a, size_t column)
{
    const struct link_column *c = &s->columns[column];
    const struct column_values *load = &s->load[column];

    if (c->cut || load->n < 2 || load->n > 2 * SCALE + 1)
        return false;
    if (c->type == COLUMN_TEXT) {
        size_t steps = 0;
        for (size_t i = 0; i < load->n; i++)
            steps += means(s, a, column, i, "rating");
        return steps >= 2 && steps * 10 >= load->n * 6;
    }
    if (!column_is_number(c->type) || c->least < 0 || c->most > SCALE || ends_named(&c->name, "id"))
        return false;
    return named(&c->name, "rating") || (c->least <= 1 && load->n >= 3 && c->rows >= load->n * 5 &&
                                         (double)c->distinct == c->most - c->least + 1 && whole_numbers(s, column));
}

static bool is_prose(const struct schema *s, size_t column)
{
    const struct column_values *load = &s->load[column];

    return s->columns[column].type == COLUMN_TEXT && load->bytes > load->n * LINK_PROSE_BYTES;
}

static bool never_twice(const struct schema *s, size_t column)
{
    const struct link_column *c = &s->columns[column];

    return c->rows > 0 && c->nulls == 0 && !c->cut && c->distinct == c->rows;
}

static unsigned traits_of(struct schema *s, struct arena *a, size_t column)
{
    struct link_column *c = &s->columns[column];
    bool number = column_is_number(c->type);

    return (number ? LINK_NUMBER : 0) | (never_twice(s, column) ? LINK_UNIQUE : 0) |
           (ends_named(&c->name, "id") ? LINK_ID : 0) | (!number && ends_named(&c->name, "name") ? LINK_NAMELIKE : 0) |
           (is_date(s, column) ? LINK_DATE : 0) | (is_year(s, column) ? LINK_YEAR : 0) |
           (is_truth(s, a, column) ? LINK_TRUTH : 0) | (is_gender(s, a, column) ? LINK_GENDER : 0) |
           (is_rating(s, a, column) ? LINK_RATING : 0) |
           (!c->cut && c->distinct <= CATEGORIES && c->rows - c->nulls >= 2 * c->distinct ? LINK_CATEGORY : 0) |
           (is_prose(s, column) ? LINK_PROSE : 0);
}

/* The unit that a number's name ends in: "weight_kg". A name that is nothing else says what is counted, not in what. */
static const char *unit_of(const struct link_column *c)
{
    struct lexicon_unit unit;

    if (c->unit || c->name.n < 2 || !(c->traits & LINK_NUMBER))
        return c->unit;
    return lexicon_unit(c->name.words[c->name.n - 1], &unit) ? unit.base : NULL;
}

/* ---- crosstabs ---- */

static int number_of(const char *word)
{
    double v;

    return value_number(word, strlen(word), &v) && v > 0 && v <= YEAR_MOST ? (int)v : 0;
}

/* What period the heading is, when all of its words say so: "Jan", "2019", "Q1 2020", "2020 Q1". */
static bool heading_period(struct link_column *c)
{
    int year = 0, month = 0, quarter = 0;

    for (size_t i = 0; i < c->name.n; i++) {
        const char *word = c->name.words[i];
        int n = number_of(word);
        if (n >= YEAR_PLAIN && n <= YEAR_PLAIN_MOST && !year)
            year = n;
        else if (calendar_month(word) && !month)
            month = calendar_month(word);
        else if ((strcmp(word, "q") == 0 || strcmp(word, "qtr") == 0 || strcmp(word, "quarter") == 0) &&
                 i + 1 < c->name.n && number_of(c->name.words[i + 1]) <= 4 && !quarter)
            quarter = number_of(c->name.words[++i]);
        else
            return false;
    }
    c->heading_year = year;
    c->heading_month = month;
    c->heading_quarter = quarter;
    return year || month || quarter;
}

static void find_crosstab(struct schema *s, const struct link_table *t)
{
    size_t periods = 0;

    for (size_t i = t->first; i < t->first + t->n; i++)
        periods += heading_period(&s->columns[i]);
    for (size_t i = t->first; i < t->first + t->n; i++) {
        struct link_column *c = &s->columns[i];
        if (periods < CROSSTAB)
            c->heading_year = c->heading_month = c->heading_quarter = 0;
        else if (c->heading_year || c->heading_month || c->heading_quarter)
            c->traits |= LINK_CROSSTAB;
    }
}

/* ---- keys and names of tables ---- */

static bool has_stem(const struct link_name *name, const char *stem)
{
    for (size_t i = 0; i < name->n; i++)
        if (strcmp(name->stems[i], stem) == 0)
            return true;
    return false;
}

/* Words that the names of a table and of a column share. */
static size_t shared(const struct link_name *table, const struct link_name *column)
{
    size_t n = 0;

    for (size_t i = 0; i < column->n; i++)
        n += has_stem(table, column->stems[i]);
    return n;
}

/* How much a column looks like the key of its table; 0: not at all. */
static int key_points(const struct link_table *t, const struct link_column *c)
{
    bool empty = c->rows == 0;

    if (!(c->traits & LINK_UNIQUE) && !empty)
        return 0;
    if (c->traits & (LINK_PROSE | LINK_CROSSTAB) || c->type == COLUMN_FLOAT)
        return 0;
    if (!(c->traits & (LINK_ID | LINK_NAMELIKE)) && c->place > 0)
        return 0;
    return 1 + (c->place == 0 ? 4 : 0) + (c->traits & LINK_ID ? 4 : 0) + (shared(&t->name, &c->name) > 0 ? 2 : 0) +
           (c->traits & LINK_ID && c->name.n == 1 ? 2 : 0);
}

static int name_points(const struct link_table *t, const struct link_column *c)
{
    const char *last = c->name.n > 0 ? c->name.words[c->name.n - 1] : "";
    const char *first = c->name.n > 0 ? c->name.words[0] : "";
    bool said = (c->traits & LINK_NAMELIKE) != 0;
    bool part = strcmp(first, "last") == 0 || strcmp(first, "first") == 0 || strcmp(first, "middle") == 0 ||
                strcmp(first, "nick") == 0;

    if (c->type != COLUMN_TEXT || c->traits & (LINK_DATE | LINK_PROSE | LINK_TRUTH | LINK_GENDER | LINK_RATING))
        return 0;
    if (said)
        return 10 + (c->name.n == 1 && strcmp(last, "name") == 0 ? 8 : 0) + (shared(&t->name, &c->name) > 0 ? 6 : 0) +
               (strcmp(last, "title") == 0 ? 1 : 0) + (strcmp(first, "last") == 0 ? 2 : 0) - (part ? 4 : 0) +
               (c->traits & LINK_UNIQUE ? 1 : 0);
    if (shared(&t->name, &c->name) == c->name.n && !(c->traits & LINK_ID))
        return 8; /* "city" of the table "cities" */
    return c->place <= 2 && !(c->traits & LINK_ID) && c->distinct * 10 >= c->rows * 8 ? 3 : 0;
}

static void find_key_and_names(struct schema *s, struct link_table *t)
{
    int best_key = 0, best_name = 0;

    for (size_t i = t->first; i < t->first + t->n; i++) {
        int key = key_points(t, &s->columns[i]), name = name_points(t, &s->columns[i]);
        if (key > best_key) {
            best_key = key;
            t->key = i;
        }
        if (name > best_name) {
            best_name = name;
            t->names = i;
        }
    }
    if (t->key != LINK_NONE)
        s->columns[t->key].traits |= LINK_KEY;
    if (t->names != LINK_NONE)
        s->columns[t->names].traits |= LINK_NAMES;
}

/* The latest day of all date columns that is not a stand-in. */
static void find_clock(struct schema *s)
{
    const double latest = (LINK_CLOCK_YEAR - 1970) * 365.25;
    struct moment m;

    for (size_t i = 0; i < s->open.n_columns; i++) {
        struct link_column *c = &s->columns[i];
        const struct column_values *load = &s->load[i];
        if (!(c->traits & LINK_DATE))
            continue;
        for (size_t k = 0; k < load->n; k++) {
            const struct kept_value *v = &load->values[k];
            double day;
            if (c->type == COLUMN_TEXT ? !moment_read(value_text(s, v), v->n, &m)
                                       : !value_measure(c->type, value_text(s, v), v->n, &day))
                continue;
            if (c->type == COLUMN_TEXT)
                day = m.days[m.fits[ORDER_MONTH] ? ORDER_MONTH : ORDER_DAY];
            if (c->type == COLUMN_TEXT) {
                c->least = fmin(c->least, day);
                c->most = fmax(c->most, day);
            }
            if (day <= latest && (!s->open.has_clock || day >= (double)s->open.clock)) {
                s->open.has_clock = true;
                s->open.clock = (int64_t)floor(day);
            }
        }
    }
}

void schema_traits(struct schema *s)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    for (size_t i = 0; i < s->open.n_columns; i++)
        s->columns[i].traits = traits_of(s, a, i);
    for (size_t i = 0; i < s->open.n_columns; i++)
        s->columns[i].unit = unit_of(&s->columns[i]);
    for (size_t i = 0; i < s->open.n_tables; i++) {
        find_crosstab(s, &s->tables[i]);
        find_key_and_names(s, &s->tables[i]);
    }
    find_clock(s);
}
