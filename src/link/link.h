/* link.h - what the words of a question may mean, given the tables: scored mentions for every span of words.
 *
 * Linking decides nothing and finds no word fatal. Each span of up to LINK_SPAN words (values: LINK_VALUE_SPAN) gets
 * the tables, columns, values, numbers, periods, units and operators it may stand for, each with named scores. Readers
 * of questions build queries from them, and learned weights tell which mentions were meant.
 *
 * `fit` is one rough number made of the scores. It orders mentions and decides which are kept where there are too many;
 * whoever learns looks at the scores.
 *
 * Bounds: LINK_TOKENS tokens, LINK_MENTIONS mentions; of one kind LINK_HITS for a span. The same schema and question
 * give the same mentions, byte for byte.
 */
#pragma once
#include "link/schema.h"
#include "link/token.h"

enum mention_kind {
    MENTION_TABLE,
    MENTION_COLUMN,
    MENTION_VALUE,
    MENTION_NUMBER,
    MENTION_PERIOD,   /* a day, month, quarter, year or a stretch of them, absolute or by the data's clock */
    MENTION_UNIT,     /* "kg", "dollars", "years old" */
    MENTION_OPERATOR, /* "at least", "how many", "each": data/link/operators.tsv */
    MENTION_FILLER,   /* "please", "show me": says nothing */
    MENTION_KINDS     /* how many */
};

/* The scores of a mention, 0 to 1; 0 where one does not apply. X(name, name in files) */
#define LINK_SCORES(X)                                                                                                 \
    X(COVER, "cover")     /* share of the name's or value's words that the span has, rare words counting more */       \
    X(WORDS, "words")     /* the same, all words alike */                                                              \
    X(TIGHT, "tight")     /* share of the span's words that the name has */                                            \
    X(EXACT, "exact")     /* share of the matched words that are the very words */                                     \
    X(STEM, "stem")       /* ... that have the stem */                                                                 \
    X(SYNONYM, "synonym") /* ... that mean the same */                                                                 \
    X(BROADER, "broader") /* ... of which one is a kind of the other */                                                \
    X(DERIVED, "derived") /* ... of which one is made from the other: "tall" and "height", "sing" and "singer" */      \
    X(ABBREVIATED, "abbreviated") /* ... of which one is short for the other */                                        \
    X(SLIP, "slip")               /* ... that are a slip of the finger away */                                         \
    X(HEAD, "head")               /* the name's last word, which says what it is, is matched */                        \
    X(CONTEXT, "context") /* words of the name that are missing are the table's name: "name" for student.stu_name */   \
    X(CASE, "case")       /* a value: written as the value is, capitals and all */                                     \
    X(QUOTED, "quoted")   /* the span is between quotes */                                                             \
    X(PART, "part")       /* a value: the span is a part of it */                                                      \
    X(RARE, "rare")       /* one by the number of tables, columns or columns with the value that fit as well */        \
    X(OWNED, "owned")     /* a mention that fits better has a word of this span */                                     \
    X(TABLE, "table")     /* a column, value: how well its table is mentioned, at its best */                          \
    X(MEANING, "meaning") /* found by what the column's values mean: women, survived, last year */

enum link_score {
#define X(name, text) SCORE_##name,
    LINK_SCORES(X)
#undef X
        SCORES /* how many */
};
const char *link_score_name(enum link_score s);

/* What words ask for; data/link/operators.tsv has their wordings by these names. X(name, name in files) */
#define LINK_OPERATORS(X)                                                                                              \
    X(EQ, "equal")                                                                                                     \
    X(NE, "unequal")                                                                                                   \
    X(LT, "less")                                                                                                      \
    X(LE, "at-most")                                                                                                   \
    X(GT, "more")                                                                                                      \
    X(GE, "at-least")                                                                                                  \
    X(BETWEEN, "between")                                                                                              \
    X(ABOUT, "about")                                                                                                  \
    X(BEFORE, "before")                                                                                                \
    X(AFTER, "after")                                                                                                  \
    X(SINCE, "since")                                                                                                  \
    X(UNTIL, "until")                                                                                                  \
    X(CONTAINS, "contains")                                                                                            \
    X(STARTS, "starts")                                                                                                \
    X(ENDS, "ends")                                                                                                    \
    X(EMPTY, "empty")                                                                                                  \
    X(NOT, "not")                                                                                                      \
    X(NEVER, "never")                                                                                                  \
    X(AND, "and")                                                                                                      \
    X(OR, "or")                                                                                                        \
    X(BOTH, "both")                                                                                                    \
    X(EITHER, "either")                                                                                                \
    X(EXCEPT, "except")                                                                                                \
    X(COUNT, "count")                                                                                                  \
    X(SUM, "sum")                                                                                                      \
    X(AVERAGE, "average")                                                                                              \
    X(MEDIAN, "median")                                                                                                \
    X(MAX, "max")                                                                                                      \
    X(MIN, "min")                                                                                                      \
    X(SPREAD, "spread")                                                                                                \
    X(DISTINCT, "distinct")                                                                                            \
    X(EACH, "each")                                                                                                    \
    X(COMMON, "common")                                                                                                \
    X(RARE, "uncommon")                                                                                                \
    X(TOP, "top")                                                                                                      \
    X(BOTTOM, "bottom")                                                                                                \
    X(SORT, "sort")                                                                                                    \
    X(ASCENDING, "ascending")                                                                                          \
    X(DESCENDING, "descending")                                                                                        \
    X(LATEST, "latest")                                                                                                \
    X(EARLIEST, "earliest")                                                                                            \
    X(FIRST, "first")                                                                                                  \
    X(LAST, "last")                                                                                                    \
    X(NEXT, "next")                                                                                                    \
    X(PREVIOUS, "previous")                                                                                            \
    X(DIFFERENCE, "difference")                                                                                        \
    X(RATIO, "ratio")                                                                                                  \
    X(SHARE, "share")                                                                                                  \
    X(GROWTH, "growth")                                                                                                \
    X(RUNNING, "running")                                                                                              \
    X(HOW_MUCH, "how-much")                                                                                            \
    X(WHO, "who")                                                                                                      \
    X(WHEN, "when")                                                                                                    \
    X(WHERE, "where")                                                                                                  \
    X(WHICH, "which")                                                                                                  \
    X(HOW_LONG, "how-long")                                                                                            \
    X(YES_NO, "yes-no")

enum link_operator {
#define X(name, text) OPERATOR_##name,
    LINK_OPERATORS(X)
#undef X
        OPERATORS /* how many */
};
const char *link_operator_name(enum link_operator o);

enum period_unit { PERIOD_DAY, PERIOD_WEEK, PERIOD_MONTH, PERIOD_QUARTER, PERIOD_YEAR };

/* A stretch of days. One that names no year ("in March", "on Mondays") recurs: it has a part and no days. */
struct link_period {
    enum period_unit unit;
    bool relative; /* counted from the data's clock: "last month" */
    bool recurs;
    int part;            /* of one that recurs: the month or quarter from 1, the weekday from 1 for Monday, the day */
    int64_t from, until; /* days since 1970-01-01, the first and the one behind the last */
};

struct mention {
    enum mention_kind kind;
    size_t first, n;  /* tokens */
    size_t table;     /* of a table, column, value; LINK_NONE */
    size_t column;    /* of a column, value; LINK_NONE */
    const char *text; /* a value as the column has it; a number as a plain decimal; a unit's base name */
    double number;    /* of a number; of a unit: what makes it its base unit */
    bool ordinal;     /* of a number: "3rd", "second" */
    bool written_out; /* of a number: in letters */
    bool percent;     /* of a number */
    size_t alike;     /* of a part of a value: how many values of the column have it */
    enum link_operator op;
    struct link_period period;
    float fit;
    float scores[SCORES];
};

struct link {
    const struct link_schema *schema;
    const struct token *tokens;
    size_t n_tokens;
    const struct mention *mentions; /* by first token, then the longer span, then kind, then the better fit */
    size_t n_mentions;
    size_t *best_of_column; /* for each column its best MENTION_COLUMN, LINK_NONE where it has none */
    size_t *best_of_table;  /* for each table its best MENTION_TABLE */
    bool cut;               /* mentions were left out: there were more than LINK_MENTIONS */
};

/* Links the question; ERR_TOO_LARGE when it has more than LINK_TOKENS tokens. All of ret is in the arena; texts of
 * values are the schema's. */
WARN_UNUSED int link_question(struct arena *a, const struct link_schema *s, const char *question, struct link *ret,
                              struct err *err);
