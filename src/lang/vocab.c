/* vocab.c - the wordings, grouped by what they mean.
 *
 * The table is searched from its beginning for each word of a question. That is a few thousand comparisons, mostly of a
 * first letter, and takes some microseconds; in return the table stands in the order people read it in.
 */
#include "lang/vocab.h"
#include "base/attrs.h"
#include "lang/flat.h"
#include "lang/words.h"

/* Wordings are folded, without apostrophes, and stand between bars. */
static const struct {
    enum vocab_kind kind;
    int arg;
    const char *wordings;
} groups[] = {
    { VOCAB_MEASURE, FLAT_SUM, "total|totals|sum|sum total|total sum|combined|combined total" },
    { VOCAB_MEASURE, FLAT_AVERAGE, "average|averages|avg|mean|on average" },
    { VOCAB_MEASURE, FLAT_MEDIAN, "median|medians" },
    { VOCAB_MEASURE, FLAT_MIN, "min|minimum" },
    { VOCAB_MEASURE, FLAT_MAX, "max|maximum" },
    { VOCAB_COUNT, 0, "how many|number of|count|counts|count of|count the number of|total number of|total count of" },
    { VOCAB_DIFFERENT, 0, "different|distinct|unique|different values of|distinct values of|unique values of" },

    { VOCAB_EXTREME, 1, "highest|largest|biggest|greatest|oldest|longest|tallest|heaviest|hottest|warmest|windiest" },
    { VOCAB_EXTREME, 1, "wettest|fastest|richest" },
    { VOCAB_EXTREME, -1, "lowest|smallest|youngest|shortest|lightest|cheapest|coldest|slowest|poorest" },
    { VOCAB_EXTREME, 2, "most" },
    { VOCAB_EXTREME, -2, "least|fewest" },
    { VOCAB_TIME_EXTREME, 1, "latest|newest|most recent" },
    { VOCAB_TIME_EXTREME, -1, "earliest" },
    { VOCAB_COMMON, 1, "most common|most frequent|most popular" },
    { VOCAB_COMMON, -1, "least common|least frequent|least popular" },
    { VOCAB_TOP, 1, "top|best|leading" },
    { VOCAB_TOP, -1, "bottom|worst" },
    { VOCAB_FIRST, 0, "first|limit|limit to|limited to" },
    { VOCAB_LAST, 0, "last" },

    { VOCAB_BY, 0, "by|per|by each|for each|for every|in each|in every|of each|from each|at each|on each|each|every" },
    { VOCAB_BY, 0, "across|grouped by|group by|split by|broken down by|break down by|breakdown by" },
    { VOCAB_BY, 0, "in terms of|based on|ranked by|measured by" },
    { VOCAB_ALL_OF, 0, "across all|across all the|across every|for all|for all the|over all" },
    { VOCAB_PERIODIC, FLAT_DAY, "daily" },
    { VOCAB_PERIODIC, FLAT_WEEK, "weekly" },
    { VOCAB_PERIODIC, FLAT_MONTH, "monthly" },
    { VOCAB_PERIODIC, FLAT_QUARTER, "quarterly" },
    { VOCAB_PERIODIC, FLAT_YEAR, "yearly|annual|annually" },
    { VOCAB_UNIT, FLAT_DAY, "day|days" },
    { VOCAB_UNIT, FLAT_WEEK, "week|weeks" },
    { VOCAB_UNIT, FLAT_MONTH, "month|months" },
    { VOCAB_UNIT, FLAT_QUARTER, "quarter|quarters" },
    { VOCAB_UNIT, FLAT_YEAR, "year|years" },
    { VOCAB_OVER_TIME, 0, "over time|through time" },

    { VOCAB_WHERE, 0, "with|having|have|has|had" },
    { VOCAB_WHERE, VOCAB_LIMITS, "where|whose|if|only|only for|only in" },
    { VOCAB_IN, 0, "in|for|from|of|at|on|within|inside|during|among|via" },
    { VOCAB_TO, 0, "to|through" },
    { VOCAB_IS, 0, "is|are|was|were|equals|equal to|being|=|==" },
    { VOCAB_NOT, 0, "not|isnt|arent|wasnt|werent|dont|doesnt|didnt|do not|does not|did not|do not have|does not have" },
    { VOCAB_NOT, 0, "not equal to|excluding|exclude|except|except for|without|outside|outside of|other than|but not" },
    { VOCAB_NOT, 0, "everything but|everything except|everything except for|all but" },
    { VOCAB_NOT, 0, "never|no|!=|<>|\xe2\x89\xa0" },
    { VOCAB_COMPARE, FLAT_OVER, "over|above|more than|greater than|larger than|bigger than|higher than|longer than" },
    { VOCAB_COMPARE, FLAT_OVER, "older than|taller than|heavier than|warmer than|hotter than|exceeding|exceeds|>" },
    { VOCAB_COMPARE, FLAT_UNDER, "under|below|less than|fewer than|smaller than|lower than|shorter than|<" },
    { VOCAB_COMPARE, FLAT_UNDER, "younger than|lighter than|colder than|cheaper than" },
    { VOCAB_COMPARE, FLAT_AT_LEAST, "at least|no less than|not less than|>=|=>|\xe2\x89\xa5" },
    { VOCAB_COMPARE, FLAT_AT_LEAST, "greater than or equal to|more than or equal to" },
    { VOCAB_COMPARE, FLAT_AT_MOST, "at most|up to|no more than|not more than|<=|=<|\xe2\x89\xa4" },
    { VOCAB_COMPARE, FLAT_AT_MOST, "less than or equal to|fewer than or equal to" },
    { VOCAB_COMPARE, FLAT_BETWEEN, "between" },
    { VOCAB_WHEN, FLAT_OVER, "after|later than" },
    { VOCAB_WHEN, FLAT_UNDER, "before|prior to|earlier than" },
    { VOCAB_WHEN, FLAT_AT_LEAST, "since|starting|starting from|starting in|on or after" },
    { VOCAB_WHEN, FLAT_AT_MOST, "until|till|on or before" },
    { VOCAB_EMPTY, 0, "missing|empty|blank|null" },
    { VOCAB_TRUTH, 1, "true|yes" },
    { VOCAB_TRUTH, 0, "false" },
    { VOCAB_AND, 0, "and|as well as|&" },
    { VOCAB_OR, 0, "or" },

    { VOCAB_WHICH, 0, "which|what|in which|for which|which one" },
    { VOCAB_WHO, 0, "who|when" },
    { VOCAB_LIST, 0, "list|list all|everything|select" },
    { VOCAB_SHOW, 0, "show|show me|display|print|give|give me" },
    { VOCAB_ROWS, 2, "row|rows|record|records|entry|entries|line|lines|observation|observations|times" },
    { VOCAB_ROWS, 0, "order|orders|transaction|transactions|purchase|purchases|event|events|reading|readings" },
    { VOCAB_ROWS, 0, "measurement|measurements" },
    { VOCAB_ROWS, 1, "sale|sales" },
    { VOCAB_SORT, 0, "sorted by|sort by|sorted|ordered by|order by|in order of" },
    { VOCAB_SORT, 1, "in descending order of|sorted descending by" },
    { VOCAB_SORT, -1, "in ascending order of|sorted ascending by" },
    { VOCAB_DIRECTION, 1, "descending|desc|descending order|in descending order|decreasing|highest first" },
    { VOCAB_DIRECTION, 1, "largest first|biggest first|latest first|newest first|from highest to lowest|high to low" },
    { VOCAB_DIRECTION, -1, "ascending|asc|ascending order|in ascending order|increasing|lowest first" },
    { VOCAB_DIRECTION, -1, "smallest first|earliest first|oldest first|from lowest to highest|low to high" },

    { VOCAB_MONTH, 1, "january|jan" },
    { VOCAB_MONTH, 2, "february|feb" },
    { VOCAB_MONTH, 3, "march|mar" },
    { VOCAB_MONTH, 4, "april|apr" },
    { VOCAB_MONTH, 5, "may" },
    { VOCAB_MONTH, 6, "june|jun" },
    { VOCAB_MONTH, 7, "july|jul" },
    { VOCAB_MONTH, 8, "august|aug" },
    { VOCAB_MONTH, 9, "september|sep|sept" },
    { VOCAB_MONTH, 10, "october|oct" },
    { VOCAB_MONTH, 11, "november|nov" },
    { VOCAB_MONTH, 12, "december|dec" },
    { VOCAB_POWER, 2, "hundred" },
    { VOCAB_POWER, 3, "thousand" },
    { VOCAB_POWER, 6, "million" },
    { VOCAB_POWER, 9, "billion" },

    { VOCAB_RELATIVE, 0, "today|yesterday|tomorrow|now|recently|ago|previous|ytd|year to date|this week|this month" },
    { VOCAB_RELATIVE, 0, "this quarter|this year|last week|last month|last quarter|last year|next week|next month" },
    { VOCAB_RELATIVE, 0, "next quarter|next year" },
    { VOCAB_SHARE, 0, "share|share of|shares of|proportion|proportion of|percentage|percentage of|percent of" },
    { VOCAB_BEYOND, 0, "mode|percentile|quartile|variance|deviation|standard deviation|stddev|correlation" },
    { VOCAB_BEYOND, 0, "correlate|growth|trend|forecast|predict|cumulative|running total|ratio" },
    { VOCAB_BEYOND, 0, "percent|difference|change|range|why|contains" },
    { VOCAB_BEYOND, VOCAB_VERSUS, "compare|compared|compared to|compared with|comparing|comparison of|versus|vs" },
    { VOCAB_BEYOND, 0, "containing|like|starts with|starting with|begins with|ends with|weekday|day of the week" },
    { VOCAB_BEYOND, 0,
      "day of week|hour|second|third|fourth|delete|drop|insert|update|remove|join|neither|per capita" },
    { VOCAB_BEYOND, 0, "times as|twice|half|will" },

    { VOCAB_SKIP, VOCAB_GREETS, "hello|hi|hey|dear|dearest|good morning|good day|thank|thanks|cheers" },
    { VOCAB_SKIP, 0, "a|about|actually|all|altogether|also|am|an|answer|any|as|available|be|been|both|calculate|can" },
    { VOCAB_SKIP, 0, "column|columns|compute|could|csv|data|dataset|determine|did|do|does|earned|either" },
    { VOCAB_SKIP, 0, "exactly|exist|exists|field|fields|figure|figures|file|find|generated|get|happened|here" },
    { VOCAB_SKIP, 0, "how|i|in total|information|info|it|its|just|kindly|know|let|lets|live|lives|living" },
    { VOCAB_SKIP, 0,
      "look|made|make|me|much|my|need|occurred|ok|okay|ones|ordered|our|ours|out|overall|please|pls|query" },
    { VOCAB_SKIP, 0,
      "bought|given|placed|received|sell|sells|selling|earn|question|recorded|reported|respective|result|results|"
      "return|see|sheet|should|so|"
      "sold|tab|table" },
    { VOCAB_SKIP, 0,
      "tell|that|the|their|them|then|there|these|they|this|those|tell us|give us|show us|let "
      "us|value|values|want" },
    { VOCAB_SKIP, 0, "we|well|will you|work|working|works|worksheet|would|would like|you|your" },
};

/* Words that people use for one another in the names of columns. Singular, folded. */
static const char *const alike[] = {
    "sale|revenue|amount|turnover",
    "unit|quantity|qty|volume",
    "customer|client|buyer",
    "employee|worker",
    "salary|wage|pay|compensation|earning",
    "product|item|article",
    "region|area|territory",
    "country|nation",
    "city|town",
    "department|dept|division",
    "category|type|kind|class",
    "gender|sex",
    "phone|telephone|mobile",
    "email|mail",
    "temperature|temp",
    "rain|rainfall|precipitation",
    "percent|percentage|pct",
    "price|cost",
};

/* The first word is said; the others are the columns it may be about. It does not hold the other way round. */
static const char *const implied[] = {
    "born|birth",
    "oldest|age",
    "youngest|age",
    "older|age",
    "younger|age",
    "longest|length|duration",
    "shortest|length|duration",
    "longer|length|duration",
    "shorter|length|duration",
    "tallest|height",
    "taller|height",
    "heaviest|weight",
    "heavier|weight",
    "lightest|weight",
    "lighter|weight",
    "cheapest|price",
    "cheaper|price",
    "hottest|temperature|temp",
    "hotter|temperature|temp",
    "warmest|temperature|temp",
    "warmer|temperature|temp",
    "coldest|temperature|temp",
    "colder|temperature|temp",
    "windiest|wind",
    "wettest|rain|rainfall|precipitation",
    "fastest|speed",
    "slowest|speed",
    "richest|salary|income",
    "poorest|salary|income",
};

/* How many of the words the wording at p (it ends at a bar or at the end) begins with and covers; 0 when it does not.
 */
static size_t covers(const char *p, const struct word *words, size_t n)
{
    size_t count = 0;

    for (;;) {
        size_t len;
        if (count == n || words[count].kind == WORD_QUOTED || (count > 0 && words[count].before != BREAK_NONE))
            return 0;
        len = strlen(words[count].folded);
        if (len == 0 || strncmp(p, words[count].folded, len) != 0)
            return 0;
        p += len;
        count++;
        if (*p == '\0' || *p == '|')
            return count;
        if (*p++ != ' ')
            return 0;
    }
}

struct vocab vocab_find(const struct word *words, size_t n)
{
    struct vocab best = { VOCAB_NONE, 0, 0 };

    for (size_t i = 0; i < COUNT_OF(groups); i++)
        for (const char *p = groups[i].wordings; p; p = strchr(p, '|')) {
            size_t count;
            p += *p == '|';
            if (n == 0 || *p != words[0].folded[0])
                continue;
            count = covers(p, words, n);
            if (count > best.words)
                best = (struct vocab){ groups[i].kind, groups[i].arg, count };
        }
    return best;
}

struct vocab vocab_word(const char *folded)
{
    struct word word = { .kind = WORD_TEXT, .folded = folded };

    return vocab_find(&word, 1);
}

const char *vocab_wording(size_t i, size_t *ret_n)
{
    for (size_t k = 0; k < COUNT_OF(groups); k++)
        for (const char *p = groups[k].wordings; p; p = strchr(p, '|')) {
            p += *p == '|';
            if (i-- == 0) {
                *ret_n = strcspn(p, "|");
                return p;
            }
        }
    return NULL;
}

/* True when the bar-separated list has the word; only in its first place when first is set. */
static bool list_has(const char *list, const char *word, bool first)
{
    size_t len = strlen(word);

    for (const char *p = list; p; p = first ? NULL : strchr(p, '|')) {
        p += *p == '|';
        if (strncmp(p, word, len) == 0 && (p[len] == '|' || p[len] == '\0'))
            return true;
    }
    return false;
}

/* Counts *i down over the list's words other than the one said; the word when it comes to 0. */
static const char *list_pick(const char *list, const char *said, size_t *i, size_t *ret_n)
{
    for (const char *p = list; p; p = strchr(p, '|')) {
        size_t n;
        p += *p == '|';
        n = strcspn(p, "|");
        if (n == strlen(said) && memcmp(p, said, n) == 0)
            continue;
        if ((*i)-- == 0) {
            *ret_n = n;
            return p;
        }
    }
    return NULL;
}

const char *vocab_synonym(const char *stem, size_t i, size_t *ret_n)
{
    const char *word;

    for (size_t k = 0; k < COUNT_OF(alike); k++)
        if (list_has(alike[k], stem, false) && (word = list_pick(alike[k], stem, &i, ret_n)))
            return word;
    for (size_t k = 0; k < COUNT_OF(implied); k++)
        if (list_has(implied[k], stem, true) && (word = list_pick(implied[k], stem, &i, ret_n)))
            return word;
    return NULL;
}
