/* retrieval.c - QdrantRetrievalAgent: the passages nearest to a question, as the seed's QueryResult.
 *
 * It finds them as everybody else does, by docs.search through the gate. The seed's name of it is kept, since clients
 * know it; what is asked is the index of this home.
 */
#include "agents/docs/agents.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "gate/gate.h"
#include "model/docs.h"
#include "model/model.h"

static struct json *chunk_of(struct arena *a, const struct json *hit)
{
    struct json *chunk = json_object(a), *metadata = json_object(a);
    const struct json *url = json_get(hit, "url");

    json_set(a, chunk, "chunk_id", json_copy(a, json_get(hit, "id")));
    json_set(a, chunk, "text", json_copy(a, json_get(hit, "text")));
    json_set(a, chunk, "score", json_copy(a, json_get(hit, "score")));
    json_set(a, metadata, "chapter", json_copy(a, json_get(hit, "chapter")));
    json_set(a, metadata, "section", json_copy(a, json_get(hit, "section")));
    if (json_is(url, JSON_STRING))
        json_set(a, metadata, "page_url", json_copy(a, url));
    return json_set(a, chunk, "metadata", metadata);
}

static int make_result(struct turn *t, const struct routed *r, const struct json *hits, int64_t us, struct json **ret,
                       struct err *err)
{
    struct arena *a = t->call->arena;
    struct json *v = json_set(a, json_object(a), "query_text", json_str(a, r->query)), *chunks = json_array(a);

    for (size_t i = 0; i < json_len(hits); i++)
        json_push(a, chunks, chunk_of(a, json_at(hits, i)));
    json_set(a, v, "retrieved_chunks", chunks);
    json_set(a, v, "total_results", json_int(a, (int64_t)json_len(hits)));
    json_set(a, v, "retrieval_time_ms", json_double(a, (double)(us > 0 ? us : 1) / 1000));
    *ret = v;
    return model_check(&docs_query_result, v, err);
}

static int look_up(struct turn *t, const struct routed *r, struct retrieval *ret, struct err *err)
{
    struct arena *a = t->call->arena;
    struct json *args = json_set(a, json_object(a), "query", json_str(a, r->query)), *found;
    int64_t began = world_mono_us();

    json_set(a, args, "k", json_int(a, (int64_t)t->top_k));
    json_set(a, args, "related", json_bool(a, false));
    if (t->chapter)
        json_set(a, args, "chapter", json_str(a, t->chapter));
    if (gate_nested(t->call, "docs.search", args, &found, err) < 0)
        return -1;
    ret->hits = json_get(found, "results");
    ret->terms = json_get(found, "terms");
    return make_result(t, r, ret->hits, world_mono_us() - began, &ret->result, err);
}

int retrieval_run(struct turn *t, const struct routed *r, struct retrieval *ret, struct err *err)
{
    struct arena *a = t->call->arena;
    int64_t began = world_mono_us();
    struct json *ids = json_array(a), *chunks;
    struct err told;

    if (look_up(t, r, ret, err) < 0) {
        if (turn_respond(t, "QdrantRetrievalAgent", began, NULL, recovery_context(t, err), &told) < 0)
            *err = told;
        return -1;
    }
    chunks = json_get(ret->result, "retrieved_chunks");
    for (size_t i = 0; i < json_len(chunks); i++)
        json_push(a, ids, json_copy(a, json_get(json_at(chunks, i), "chunk_id")));
    chunks = json_set(a, json_object(a), "chunk_ids", ids);
    json_set(a, chunks, "query_result", json_copy(a, ret->result));
    return turn_respond(t, "QdrantRetrievalAgent", began, chunks, NULL, err);
}
