/* intent_json.h - an intent as JSON and back, for one that waits until a question is answered. For src/agents/tasks
 * only. */
#pragma once
#include "agents/tasks/parse/intent.h"

struct arena;
struct json;

/* Everything but what else it could be: that was decided. */
struct json *intent_to_json(struct arena *a, const struct task_intent *e);

/* Takes whatever it is given; what is not there was not said. The texts are the JSON's own, which must stay. */
struct task_intent intent_from_json(const struct json *v);
