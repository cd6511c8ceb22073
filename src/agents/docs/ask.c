/* ask.c - the operations that take a question: docs.search, docs.ask and docs.query. */
#include "agents/docs/agents.h"
#include "agents/docs/docs.h"
#include "agents/docs/ops.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "model/answer.h"
#include "search/search.h"
#include "store/store.h"
#include <math.h>
#include <string.h>

/* ---- docs.search ---- */

struct searching {
    struct arena *a;
    struct search_query query;
    struct search_result result;
};

static int search(struct db *db, void *arg, struct err *err)
{
    struct searching *s = arg;

    return search_run(db, s->a, &s->query, &s->result, err);
}

/* A figure that people compare has six digits. */
static struct json *share(struct arena *a, double x)
{
    x = round(x * 1e6) / 1e6;
    return json_double(a, x > 1 ? 1 : x);
}

static struct json *hit_json(struct arena *a, const struct search_hit *h)
{
    struct json *v = json_set(a, json_object(a), "id", json_str(a, h->id));

    json_set(a, v, "title", json_str(a, h->title));
    json_set(a, v, "chapter", json_str(a, h->chapter));
    json_set(a, v, "section", json_str(a, h->section));
    json_set(a, v, "score", share(a, h->score));
    json_set(a, v, "text", json_str(a, h->text));
    json_set(a, v, "document_id", json_str(a, h->document_id));
    json_set(a, v, "path", json_str(a, h->path));
    json_set(a, v, "url", json_str(a, h->url));
    return json_set(a, v, "coverage", share(a, h->coverage));
}

static struct json *term_json(struct arena *a, const struct search_term *t)
{
    struct json *v = json_set(a, json_object(a), "term", json_str(a, t->stem));

    json_set(a, v, "weight", share(a, t->weight));
    return json_set(a, v, "known", json_bool(a, t->known));
}

int docs_search(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct docs *d = c->service;
    struct searching s = { .a = c->arena,
                           .query = { .user = c->user,
                                      .text = json_get_text(args, "query"),
                                      .chapter = json_get_text(args, "chapter"),
                                      .section = json_get_text(args, "section"),
                                      .k = (size_t)json_get_int(args, "k", DOCS_K_DEFAULT),
                                      .widen = json_get_truth(args, "related") } };
    struct json *results = json_array(c->arena), *terms = json_array(c->arena);

    if (store_read(d->store, search, &s, err) < 0) {
        docs_unread(d, world_now(c->world));
        return -1;
    }
    for (size_t i = 0; i < s.result.n; i++)
        json_push(c->arena, results, hit_json(c->arena, &s.result.hits[i]));
    for (size_t i = 0; i < s.result.n_terms; i++)
        json_push(c->arena, terms, term_json(c->arena, &s.result.terms[i]));
    *ret = json_set(c->arena, json_object(c->arena), "results", results);
    json_set(c->arena, *ret, "terms", terms);
    return 0;
}

/* ---- docs.ask: the contract's one answer ---- */

static void add_sources(struct arena *a, struct json *answer, const struct json *evidence)
{
    for (size_t i = 0; i < json_len(evidence); i++) {
        const struct json *e = json_at(evidence, i);
        answer_add_source(a, answer,
                          &(struct answer_source){ .title = json_get_text(e, "title"),
                                                   .chapter = json_get_text(e, "chapter"),
                                                   .section = json_get_text(e, "section"),
                                                   .url = json_get_text(e, "url"),
                                                   .quote = json_get_text(e, "quote"),
                                                   .score = json_real(json_get(e, "score")) });
    }
}

static struct turn turn_of(struct call *c, const struct json *args)
{
    return (struct turn){ .call = c,
                          .question = json_get_text(args, "question"),
                          .selected_text = json_get_text(args, "selected_text"),
                          .chapter = json_get_text(args, "chapter"),
                          .top_k = (size_t)json_get_int(args, "top_k", DOCS_TOP_K_DEFAULT),
                          .responses = json_array(c->arena) };
}

int docs_ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    int64_t began = world_mono_us();
    struct turn t = turn_of(c, args);
    struct answer_ids ids = { .correlation_id = c->correlation_id, .request_id = c->request_id };
    struct answered answered;
    struct json *answer;

    if (orchestrator_run(&t, &answered, err) < 0)
        return -1;
    answer = answer_new(a, c->world, "docs", &ids);
    if (answered.is_prompt)
        answer_ask(a, answer, answered.text);
    else
        answer_say(a, answer, answered.text);
    add_sources(a, answer, answered.evidence);
    json_set(a, answer, "confidence", share(a, answered.confidence));
    json_set(a, answer, "tool_calls", c->tool_calls);
    json_set(a, answer, "processing_time_ms", json_int(a, (world_mono_us() - began) / 1000));
    *ret = answer;
    return 0;
}

/* ---- docs.query: the seed's own ---- */

int docs_query(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    int64_t began = world_mono_us();
    struct turn t = turn_of(c, args);
    struct answered answered;
    struct json *v;

    if (orchestrator_run(&t, &answered, err) < 0)
        return -1;
    if (answered.is_prompt) {
        err_set(err, ERR_INVALID_INPUT, answered.text, "no word that could be looked up");
        return recovery_run(&t, err);
    }
    v = json_set(a, json_object(a), "answer", json_str(a, answered.text));
    json_set(a, v, "sources", answered.sources);
    json_set(a, v, "confidence", share(a, answered.confidence));
    json_set(a, v, "processing_time_ms", json_double(a, (double)(world_mono_us() - began) / 1000));
    if (json_get_truth(args, "trace"))
        json_set(a, v, "agents", t.responses);
    *ret = v;
    return 0;
}
