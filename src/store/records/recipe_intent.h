/* recipe_intent.h - makes intents comparable: the words that vary become {names}, the rest a vector.
 *
 * Both follow from the text alone, without a model. "Analyze Q1 2021 Arizona sales" and "analyze Q3 2022 Ohio sales"
 * have the same template once the planner says that Arizona and Ohio are values, and so the same vector.
 */
#pragma once
#include "base/limits.h"

struct arena;
struct json;

struct intent {
    const char *template;        /* with at least one {name} and no other brace */
    struct json *values;         /* what stood there: {"time_range": "Q1 2021", "value_1": "Arizona"} */
    float vector[RECIPE_VECTOR]; /* of the template; its length is 1 */
};

/* Dates and periods become {time_range}, {time_range_2} ...; numbers, what is in quotes and the texts of `known` (a
 * list of values as the intent spells them; may be NULL) become {value_1}, {value_2} ... in their order. The same text
 * twice is the same name. An intent without any gets " in {data}", whose value is null. */
void intent_read(struct arena *a, const char *text, const struct json *known, struct intent *ret);

/* The cosine of the angle between two vectors of length 1: 1 for the same words, about 0 for others. */
double intent_likeness(const float a[static RECIPE_VECTOR], const float b[static RECIPE_VECTOR]);
