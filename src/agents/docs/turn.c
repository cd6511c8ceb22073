/* turn.c - what the five agents share: their responses. */
#include "agents/docs/agents.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/world.h"
#include "gate/gate.h"
#include "model/docs.h"
#include "model/model.h"

const char *const docs_modes[] = { [MODE_NORMAL] = "normal_rag",
                                   [MODE_SELECTED] = "selected_text_only",
                                   [MODE_GREETING] = "greeting",
                                   [MODE_OUT_OF_SCOPE] = "out_of_scope" };

static void tell_diary(struct turn *t, const char *agent, bool success, int64_t us)
{
    struct arena *a = t->call->arena;
    struct json *details = json_set(a, json_object(a), "agent", json_str(a, agent));

    json_set(a, details, "success", json_bool(a, success));
    json_set(a, details, "duration_ms", json_int(a, us / 1000));
    log_event(t->call->gate->log, "ResponseGenerated", t->call->correlation_id, details);
}

int turn_respond(struct turn *t, const char *agent, int64_t began_us, struct json *result, struct json *error_context,
                 struct err *err)
{
    struct arena *a = t->call->arena;
    struct json *response = json_set(a, json_object(a), "success", json_bool(a, !error_context));
    int64_t us = world_mono_us() - began_us;
    struct err wrong;

    json_set(a, response, "agent_name", json_str(a, agent));
    if (result)
        json_set(a, response, "result_data", result);
    if (error_context)
        json_set(a, response, "error_details", error_context);
    json_set(a, response, "execution_time_ms", json_double(a, (double)(us > 0 ? us : 1) / 1000));
    if (model_check(&docs_agent_response, response, &wrong) < 0)
        return err_set(err, ERR_INTERNAL, "The answer was not what it should be, so it was not given.", "%s: %s", agent,
                       wrong.detail);
    json_push(a, t->responses, response);
    tell_diary(t, agent, !error_context, us);
    return 0;
}
