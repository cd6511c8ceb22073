/* routes_tasks.c - the route of the tasks seed. */
#include "base/attrs.h"
#include "http/door.h"

static const struct route routes[] = {
    { .method = "POST",
      .path = "/api/{user_id}/chat",
      .id = "tasks_chat",
      .tag = "Tasks",
      .summary = "Say something about your tasks.",
      .op = "tasks.chat",
      .takes = TAKES_JSON,
      .dialect = DIALECT_TASKS,
      .status = 200,
      .example = "{\"message\":\"remind me to buy groceries\"}",
      .handle = handle_call },
};

const struct route_group routes_tasks = { routes, COUNT_OF(routes) };
