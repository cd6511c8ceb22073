/* errand_json.h - an errand as JSON and back, for one that waits until a question is answered. For src/agents/tasks
 * only. */
#pragma once
#include "agents/tasks/parse/intent.h"

struct arena;
struct json;

/* Everything but what else it could be: that was decided. */
struct json *errand_to_json(struct arena *a, const struct errand *e);

/* Takes whatever it is given; what is not there was not said. The texts are the JSON's own, which must stay. */
struct errand errand_from_json(const struct json *v);
