/* functions.c - the lists of functions.h as tables. */
#include "query/functions.h"
#include "base/attrs.h"
#include <string.h>

#define X(name, json, least, most) [FUNCTION_##name] = { json, least, most },
static const struct query_function_info functions[] = { QUERY_FUNCTIONS(X) };
#undef X
#define X(name, json, number, of_numbers, gives, heading)                                                              \
    [AGGREGATE_##name] = { json, number, of_numbers, GIVES_##gives, heading },
static const struct query_aggregate_info aggregates[] = { QUERY_AGGREGATES(X) };
#undef X
#define X(name, json, argument, number) [WINDOW_##name] = { json, argument, number },
static const struct query_window_info windows[] = { QUERY_WINDOWS(X) };
#undef X

const char *const query_units[] = { "day", "week", "month", "quarter", "year", NULL };

const struct query_function_info *query_function_info(enum query_function f)
{
    return &functions[f];
}

const struct query_aggregate_info *query_aggregate_info(enum query_aggregate f)
{
    return &aggregates[f];
}

const struct query_window_info *query_window_info(enum query_window f)
{
    return &windows[f];
}

enum query_function query_function_find(const char *name)
{
    size_t i = 0;

    while (i < FUNCTIONS_END && strcmp(functions[i].name, name) != 0)
        i++;
    return (enum query_function)i;
}

enum query_aggregate query_aggregate_find(const char *name)
{
    size_t i = 0;

    while (i < AGGREGATES_END && strcmp(aggregates[i].name, name) != 0)
        i++;
    return (enum query_aggregate)i;
}

enum query_window query_window_find(const char *name)
{
    size_t i = 0;

    while (i < WINDOWS_END && strcmp(windows[i].name, name) != 0)
        i++;
    return (enum query_window)i;
}
