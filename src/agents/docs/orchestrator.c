/* orchestrator.c - RAGChatAgent: route, retrieve, answer; and whatever fails is dealt with by the one that recovers. */
#include "agents/docs/agents.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/op.h"

static int answer(struct turn *t, struct routed *routed, struct answered *ret, struct err *err)
{
    struct retrieval found;

    call_step(t->call, 1, 3, "Reading the question");
    if (router_run(t, routed, err) < 0)
        return -1;
    if (!routed->is_valid || routed->mode != MODE_NORMAL)
        return synthesis_run(t, routed, NULL, ret, err);
    call_step(t->call, 2, 3, "Looking in the documents");
    if (retrieval_run(t, routed, &found, err) < 0)
        return -1;
    call_step(t->call, 3, 3, "Putting the answer together");
    return synthesis_run(t, routed, &found, ret, err);
}

int orchestrator_run(struct turn *t, struct answered *ret, struct err *err)
{
    struct arena *a = t->call->arena;
    int64_t began = world_mono_us();
    struct routed routed = { 0 };
    struct json *result;

    if (answer(t, &routed, ret, err) < 0)
        return recovery_run(t, err);
    result = json_set(a, json_object(a), "mode", json_str(a, docs_modes[routed.mode]));
    json_set(a, result, "is_valid", json_bool(a, routed.is_valid));
    json_set(a, result, "grounded", json_bool(a, ret->is_grounded));
    return turn_respond(t, "RAGChatAgent", began, result, NULL, err);
}
