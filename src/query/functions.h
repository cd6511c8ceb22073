/* functions.h - what an expression may call: functions, aggregates and windows, each once, by the name it has in JSON.
 *
 * These lists are the only place where a function is declared. To add an aggregate: a line here, what its figures are
 * in check/meaning.c, its words in say/figure.c, and its SQL in the writers' tables, sql/duckdb.c and sql/sqlite.c. A
 * function of values also needs its types in types/type.c. Tests walk the lists and name what was forgotten.
 *
 * Meaning, whatever the engine:
 *   text        "=", "<", "in" and sorting compare code points; "same", "contains", "starts" and "ends" take upper and
 *               lower case as one; "like" is exact, with % and _ as in SQL
 *   numbers     "/" is a division of real numbers, "div" rounds towards zero; by zero both give an empty value, as does
 *               "%"; "round" rounds halves away from zero
 *   dates       weeks begin on Monday and are numbered as ISO 8601 does; "weekday" is 1 for Monday to 7
 *   empty       an empty value is neither equal nor unequal to anything, and is skipped by every aggregate
 */
#pragma once
#include <stddef.h>

/* X(name, JSON name, least arguments, most arguments) */
#define QUERY_MANY 64 /* arguments of "and", "or", "in", "case" and the like */
#define QUERY_FUNCTIONS(X)                                                                                             \
    X(AND, "and", 2, QUERY_MANY)                                                                                       \
    X(OR, "or", 2, QUERY_MANY)                                                                                         \
    X(NOT, "not", 1, 1)                                                                                                \
    X(EQ, "=", 2, 2)                                                                                                   \
    X(NE, "<>", 2, 2)                                                                                                  \
    X(LT, "<", 2, 2)                                                                                                   \
    X(LE, "<=", 2, 2)                                                                                                  \
    X(GT, ">", 2, 2)                                                                                                   \
    X(GE, ">=", 2, 2)                                                                                                  \
    X(BETWEEN, "between", 3, 3) /* both ends included */                                                               \
    X(IN, "in", 2, QUERY_MANY)  /* the first is one of the others */                                                   \
    X(SAME, "same", 2, 2)                                                                                              \
    X(CONTAINS, "contains", 2, 2)                                                                                      \
    X(STARTS, "starts", 2, 2)                                                                                          \
    X(ENDS, "ends", 2, 2)                                                                                              \
    X(LIKE, "like", 2, 2)                                                                                              \
    X(IS_EMPTY, "is_empty", 1, 1)                                                                                      \
    X(ADD, "+", 2, 2)                                                                                                  \
    X(SUBTRACT, "-", 2, 2)                                                                                             \
    X(MULTIPLY, "*", 2, 2)                                                                                             \
    X(DIVIDE, "/", 2, 2)                                                                                               \
    X(DIV, "div", 2, 2)                                                                                                \
    X(MODULO, "%", 2, 2)                                                                                               \
    X(NEGATE, "negate", 1, 1)                                                                                          \
    X(ABS, "abs", 1, 1)                                                                                                \
    X(ROUND, "round", 1, 2) /* to so many places */                                                                    \
    X(FLOOR, "floor", 1, 1)                                                                                            \
    X(CEILING, "ceiling", 1, 1)                                                                                        \
    X(SQRT, "sqrt", 1, 1)                                                                                              \
    X(POWER, "power", 2, 2)                                                                                            \
    X(LN, "ln", 1, 1)                                                                                                  \
    X(EXP, "exp", 1, 1)                                                                                                \
    X(LEAST, "least", 2, QUERY_MANY)                                                                                   \
    X(GREATEST, "greatest", 2, QUERY_MANY)                                                                             \
    X(CASE, "case", 2, QUERY_MANY) /* condition, value, condition, value, ..., and the value else */                   \
    X(COALESCE, "coalesce", 2, QUERY_MANY)                                                                             \
    X(LENGTH, "length", 1, 1)                                                                                          \
    X(LOWER, "lower", 1, 1)                                                                                            \
    X(UPPER, "upper", 1, 1)                                                                                            \
    X(TRIM, "trim", 1, 1)                                                                                              \
    X(SUBSTRING, "substring", 2, 3) /* from which character (1 is the first), how many */                              \
    X(REPLACE, "replace", 3, 3)                                                                                        \
    X(CONCAT, "concat", 2, QUERY_MANY)                                                                                 \
    X(NUMBER, "number", 1, 1) /* a text read as a number; empty where it is none */                                    \
    X(WHOLE, "whole", 1, 1)   /* a value as a whole number, as CAST AS BIGINT rounds; empty where it is none */        \
    X(DATE, "date", 1, 1)     /* a text or time read as a date; empty where it is none */                              \
    X(TEXT, "text", 1, 1)     /* a value as text */                                                                    \
    X(YEAR, "year", 1, 1)                                                                                              \
    X(QUARTER, "quarter", 1, 1)                                                                                        \
    X(MONTH, "month", 1, 1)                                                                                            \
    X(WEEK, "week", 1, 1)                                                                                              \
    X(DAY, "day", 1, 1)                                                                                                \
    X(WEEKDAY, "weekday", 1, 1)                                                                                        \
    X(HOUR, "hour", 1, 1)                                                                                              \
    X(START_OF, "start_of", 2, 2)         /* a unit (query_units) and a date: the first day of its month, ... */       \
    X(DAYS_BETWEEN, "days_between", 2, 2) /* from the first to the second */

/* X(name, JSON name, takes a number beside its argument, is of numbers, what it gives, the word of its heading) */
#define QUERY_AGGREGATES(X)                                                                                            \
    X(COUNT, "count", 0, 0, WHOLE, "count") /* of rows where it has no argument */                                     \
    X(SUM, "sum", 0, 1, SAME, "total")                                                                                 \
    X(AVERAGE, "average", 0, 1, REAL, "average")                                                                       \
    X(MEDIAN, "median", 0, 1, REAL, "median")                                                                          \
    X(QUANTILE, "quantile", 1, 1, REAL, "quantile") /* interpolated; the number is from 0 to 1 */                      \
    X(MIN, "min", 0, 0, SAME, "lowest")                                                                                \
    X(MAX, "max", 0, 0, SAME, "highest")                                                                               \
    X(RANGE, "range", 0, 1, SAME, "range_of")          /* from the least to the greatest */                            \
    X(DEVIATION, "deviation", 0, 1, REAL, "deviation") /* standard, of a sample; empty for fewer than two values */    \
    X(DEVIATION_ALL, "deviation_all", 0, 1, REAL, "deviation") /* of the whole population */                           \
    X(VARIANCE, "variance", 0, 1, REAL, "variance")                                                                    \
    X(VARIANCE_ALL, "variance_all", 0, 1, REAL, "variance")                                                            \
    X(MODE, "mode", 0, 0, SAME, "most_common") /* the most common value, of equals the least */                        \
    X(FIRST, "first", 0, 0, SAME, "first")     /* in the order of the file */                                          \
    X(LAST, "last", 0, 0, SAME, "last")

/* X(name, JSON name, takes an argument, takes a number) */
#define QUERY_WINDOWS(X)                                                                                               \
    X(ROW_NUMBER, "row_number", 0, 0)                                                                                  \
    X(RANK, "rank", 0, 0)                                                                                              \
    X(DENSE_RANK, "dense_rank", 0, 0)                                                                                  \
    X(OVER, "over", 1, 0)         /* an aggregate over all rows of the part */                                         \
    X(RUNNING, "running", 1, 0)   /* an aggregate over the rows of the part up to this one */                          \
    X(MOVING, "moving", 1, 1)     /* an aggregate over this row and the n - 1 before it */                             \
    X(SHARE, "share", 1, 0)       /* of the sum over the part; a fraction */                                           \
    X(PREVIOUS, "previous", 1, 1) /* the value n rows before */                                                        \
    X(NEXT, "next", 1, 1)                                                                                              \
    X(CHANGE, "change", 1, 0) /* the value less that of the row before */                                              \
    X(GROWTH, "growth", 1, 0) /* the same as a fraction of that of the row before */

#define X(name, ...) FUNCTION_##name,
enum query_function { QUERY_FUNCTIONS(X) FUNCTIONS_END };
#undef X
#define X(name, ...) AGGREGATE_##name,
enum query_aggregate { QUERY_AGGREGATES(X) AGGREGATES_END };
#undef X
#define X(name, ...) WINDOW_##name,
enum query_window { QUERY_WINDOWS(X) WINDOWS_END };
#undef X

struct query_function_info {
    const char *name;
    size_t least, most;
};
/* What an aggregate gives: the type of its argument, a whole number or a real one. */
enum query_gives { GIVES_SAME, GIVES_WHOLE, GIVES_REAL };

struct query_aggregate_info {
    const char *name;
    int takes_number, of_numbers;
    enum query_gives gives;
    const char *heading; /* before what it is of: total_revenue */
};
struct query_window_info {
    const char *name;
    int takes_argument, takes_number;
};

const struct query_function_info *query_function_info(enum query_function f);
const struct query_aggregate_info *query_aggregate_info(enum query_aggregate f);
const struct query_window_info *query_window_info(enum query_window f);

/* By their JSON name; the count of each enum where there is none. */
enum query_function query_function_find(const char *name);
enum query_aggregate query_aggregate_find(const char *name);
enum query_window query_window_find(const char *name);

/* "day", "week", "month", "quarter", "year"; NULL ends it. */
extern const char *const query_units[];
