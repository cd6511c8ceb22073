/* meaning.h - what the numbers of a column are, and so what may be done with them: whether they add up.
 *
 * A total of prices, rates, ages or ids says nothing, and a running total must not be added to itself. This is decided
 * here, once, from a column's name, its type, unit and values, and from figures of a profile where there are any; the
 * check of a query, the readers of questions, suggestions, charts and metrics all ask here. Words are data:
 * data/meaning/column_words.tsv, each with a reason.
 *
 * A total of a MEANING_AGE or MEANING_SCORE is unusual and only warned about; one of the others that do not add up is
 * wrong.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct column;
struct table;

enum column_meaning {
    MEANING_NONE,       /* no number */
    MEANING_MONEY,      /* adds up */
    MEANING_QUANTITY,   /* adds up: units, minutes, counts, and what nothing is known of */
    MEANING_PRICE,      /* of one of something */
    MEANING_RATE,       /* per something, a percentage, a ratio, a temperature, a speed */
    MEANING_SHARE,      /* of a whole */
    MEANING_CUMULATIVE, /* to date; also balance, stock or population in a table with a row for each period: the latest
                           counts */
    MEANING_AGE,
    MEANING_SCORE, /* a rating, a grade, a rank */
    MEANING_ID,    /* a number that names something: an id, a code, a postcode */
    MEANING_YEAR,  /* a year, a month, a day, as a number */
    MEANING_PLACE  /* a latitude or longitude */
};

/* What a profile knows of a column; zero where nothing is known. */
struct meaning_figures {
    bool known;
    double min, max;
    size_t rows, distinct;
};

/* figures may be NULL. */
enum column_meaning column_meaning(const struct table *t, size_t column, const struct meaning_figures *figures);

/* Whether the texts of a column say in which currency the amounts of their rows are. */
bool column_names_currency(const struct table *t, size_t column);

/* "a price", "an id"; for messages. */
const char *meaning_name(enum column_meaning m);

/* Whether a sum of such values says something, and what is asked for instead where it does not: "average", "latest",
 * "number of different ones", ...; NULL where it does. */
bool meaning_adds_up(enum column_meaning m);
const char *meaning_instead(enum column_meaning m);
