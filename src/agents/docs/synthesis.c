/* synthesis.c - AnswerSynthesisAgent: an answer in the documents' own words, or the plain statement that there is none.
 *
 * Nothing is put into words here but what stands in a passage: an answer is sentences quoted from it (passage.h), so
 * that it cannot say what the documents do not. A passage answers a question only when it has most of what the question
 * is about (ENOUGH, of the weight of its words): a question on a subject that the documents touch but do not treat has
 * words that they lack, and is refused.
 */
#include "agents/docs/agents.h"
#include "agents/docs/passage.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/docs.h"
#include "model/model.h"
#include "store/db/stems.h"
#include "text/text.h"
#include <math.h>
#include <string.h>

#define ENOUGH 0.65  /* of the question that a passage must cover to answer it */
#define AS_WELL 0.98 /* of the best one's coverage: a second passage that answers it as well is quoted, too */
#define PASSAGES 2   /* that are quoted */

static const char greeting[] = "Hello! Ask me anything about the documents, and I will answer with what they say.";
static const char out_of_scope[] = "I can only answer questions from the documents. Ask me what they say about a "
                                   "subject, and I will quote the passage.";
static const char refusal[] = "I could not find that in the documents, so I cannot answer it.";
static const char not_selected[] = "The selected text does not say that, so I cannot answer it.";
static const char foreign[] =
    " The question does not seem to be in English: ask in the language of the documents, or in "
    "English.";

struct synthesis {
    struct turn *turn;
    struct arena *a;
    struct stems *words;
    struct passage_question question;
    struct answered answer;
    double *fits; /* of the passages found */
    struct json *citations;
    struct buf text;
};

/* ---- passages ---- */

/* The passage that a person marked, as if it had been found. */
static int selected_hit(struct synthesis *s, struct json **ret, struct err *err)
{
    struct arena *a = s->a;
    const char *chapter = s->turn->chapter ? s->turn->chapter : "selection";
    struct json *hit = json_set(a, json_object(a), "title", json_str(a, "Selected text"));
    double coverage;

    if (passage_coverage(s->words, &s->question, s->turn->selected_text, &coverage, err) < 0)
        return -1;
    json_set(a, hit, "chapter", json_str(a, chapter));
    json_set(a, hit, "section", json_str(a, "Selected text"));
    json_set(a, hit, "path", json_str(a, arena_printf(a, "%s/selected-text", text_slug(a, chapter))));
    json_set(a, hit, "score", json_double(a, coverage));
    json_set(a, hit, "coverage", json_double(a, coverage));
    json_set(a, hit, "text", json_str(a, s->turn->selected_text));
    *ret = json_push(a, json_array(a), hit);
    return 0;
}

static double coverage_of(const struct json *hit)
{
    return json_real(json_get(hit, "coverage"));
}

/* How well each passage fits; 0 for one that has too little of the question to answer it. */
static int fit_all(struct synthesis *s, const struct json *hits, struct err *err)
{
    s->fits = arena_array(s->a, json_len(hits), sizeof *s->fits);
    for (size_t i = 0; i < json_len(hits); i++) {
        if (passage_score(s->a, s->words, &s->question, json_at(hits, i), &s->fits[i], err) < 0)
            return -1;
        if (s->fits[i] < ENOUGH && coverage_of(json_at(hits, i)) < ENOUGH)
            s->fits[i] = 0;
    }
    return 0;
}

/* The place of the best one that fits below `under`; of equal ones the first, which is the nearest. n: none. */
static size_t best_of(const struct synthesis *s, size_t n, double under)
{
    size_t best = n;

    for (size_t i = 0; i < n; i++)
        if (s->fits[i] > 0 && s->fits[i] < under && (best == n || s->fits[i] > s->fits[best]))
            best = i;
    return best;
}

/* ---- the answer ---- */

static bool is_cited(const struct synthesis *s, const char *path)
{
    for (size_t i = 0; i < json_len(s->answer.sources); i++)
        if (strcmp(json_text(json_at(s->answer.sources, i), NULL), path) == 0)
            return true;
    return false;
}

static void cite(struct synthesis *s, const struct json *hit, const char *quote)
{
    static const char *const taken[] = { "title", "chapter", "section", "url", "score" };
    struct arena *a = s->a;
    const struct json *path = json_get(hit, "path");
    struct json *evidence = json_object(a), *citation = json_object(a);

    for (size_t i = 0; i < COUNT_OF(taken); i++)
        json_set(a, evidence, taken[i], json_get(hit, taken[i]) ? json_copy(a, json_get(hit, taken[i])) : json_null(a));
    json_push(a, s->answer.evidence, json_set(a, evidence, "quote", json_str(a, quote)));
    json_push(a, s->answer.sources, json_copy(a, path));
    json_set(a, citation, "source", json_copy(a, path));
    json_push(a, s->citations, json_set(a, citation, "text", json_str(a, quote)));
}

static int quote(struct synthesis *s, const struct json *hit, struct err *err)
{
    const char *heading = arena_printf(s->a, "%s %s %s", json_get_text(hit, "title"), json_get_text(hit, "chapter"),
                                       json_get_text(hit, "section"));
    const char *text, *best;

    if (passage_sentences(s->a, s->words, &s->question, heading, json_get_text(hit, "text"), &text, &best, err) < 0)
        return -1;
    if (!text)
        return 0;
    if (s->text.n)
        buf_adds(&s->text, "\n\n");
    buf_adds(&s->text, text);
    cite(s, hit, best);
    return 0;
}

/* Quotes the best passages that fit as well as one another; where they have no sentence that answers it, the next. */
static int answer_from(struct synthesis *s, const struct json *hits, struct err *err)
{
    size_t n = json_len(hits), best;
    double under = INFINITY;

    while (json_len(s->citations) == 0 && (best = best_of(s, n, under)) < n) {
        under = s->fits[best] * AS_WELL;
        if (quote(s, json_at(hits, best), err) < 0)
            return -1;
        for (size_t i = 0; i < n && json_len(s->citations) < PASSAGES; i++) {
            bool as_well = s->fits[i] >= under && s->fits[i] <= s->fits[best];
            if (as_well && i != best && !is_cited(s, json_get_text(json_at(hits, i), "path")) &&
                quote(s, json_at(hits, i), err) < 0)
                return -1;
        }
        s->answer.confidence = fmin(1, fmax(s->fits[best], coverage_of(json_at(hits, best))));
    }
    s->answer.is_grounded = s->text.n > 0;
    if (s->answer.is_grounded)
        s->answer.text = arena_dup(s->a, s->text.p, str_fit_chars(s->text.p, s->text.n, CONTENT_CHARS));
    else
        s->answer.confidence = 0;
    return 0;
}

static int answer_question(struct synthesis *s, const struct routed *r, const struct retrieval *found, struct err *err)
{
    struct json *hits = found ? found->hits : NULL;

    if (passage_question(s->a, s->words, r->query, found ? found->terms : NULL, &s->question, err) < 0 ||
        (!found && selected_hit(s, &hits, err) < 0) || fit_all(s, hits, err) < 0 || answer_from(s, hits, err) < 0)
        return -1;
    if (!s->answer.is_grounded)
        s->answer.text = arena_printf(s->a, "%s%s", found ? refusal : not_selected, r->is_foreign ? foreign : "");
    return 0;
}

static int write_answer(struct synthesis *s, const struct routed *r, const struct retrieval *found, struct err *err)
{
    s->answer.is_prompt = !r->is_valid;
    if (!r->is_valid)
        s->answer.text = r->prompt;
    else if (r->mode == MODE_GREETING)
        s->answer.text = greeting;
    else if (r->mode == MODE_OUT_OF_SCOPE)
        s->answer.text = out_of_scope;
    else
        return answer_question(s, r, found, err);
    return 0;
}

/* ---- as the seed has it ---- */

/* The docs.Message; it has sources only when it rests on something. */
static int make_message(struct synthesis *s, struct json **ret, struct err *err)
{
    struct arena *a = s->a;
    const struct world *world = s->turn->call->world;
    struct json *message = json_object(a);
    char id[ID_TEXT_BYTES], now[TIME_TEXT_BYTES];

    world_id(world, id);
    time_text(world_now(world), now);
    json_set(a, message, "id", json_str(a, id));
    json_set(a, message, "role", json_str(a, "assistant"));
    json_set(a, message, "content", json_str(a, s->answer.text));
    json_set(a, message, "timestamp", json_str(a, now));
    if (s->answer.is_grounded)
        json_set(a, message, "sources", json_copy(a, s->answer.sources));
    *ret = message;
    return model_check(&docs_message, message, err);
}

int synthesis_run(struct turn *t, const struct routed *r, const struct retrieval *found, struct answered *ret,
                  struct err *err)
{
    struct stems *words CLEANUP(stems_cleanup) = NULL;
    struct arena *a = t->call->arena;
    struct synthesis s = {
        .turn = t, .a = a, .answer = { .sources = json_array(a), .evidence = json_array(a) }, .citations = json_array(a)
    };
    struct json *result = json_object(a), *message = NULL;
    int64_t began = world_mono_us();
    int status;

    if (stems_new(&words, err) < 0)
        return -1;
    s.words = words;
    buf_init(&s.text, (TEXT_CODE_BYTES + TEXT_PASSAGE_BYTES) * PASSAGES);
    status = write_answer(&s, r, found, err);
    buf_done(&s.text);
    if (status < 0 || make_message(&s, &message, err) < 0)
        return -1;
    json_set(a, result, "message", message);
    json_set(a, result, "provider_used", json_str(a, "builtin"));
    json_set(a, result, "citations", s.citations);
    *ret = s.answer;
    return turn_respond(t, "AnswerSynthesisAgent", began, result, NULL, err);
}
