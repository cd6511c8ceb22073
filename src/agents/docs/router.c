/* router.c - QueryRouterAgent: is it a question that documents can answer, and in what way.
 *
 * A message that is nothing but a greeting gets one back; one that asks for something else than knowledge (a poem, a
 * translation, other rules) is out of scope; one without a word that could be looked up gets a prompt. None of them is
 * looked up. Everything else is: whether the documents have an answer is not decided here.
 */
#include "agents/docs/agents.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/docs.h"
#include "search/search.h"
#include "store/db/stems.h"
#include <string.h>

#define GREETING_WORDS 8 /* "good morning to you all, how are you" */

static const char prompt[] = "Please ask a question about the documents, in a few words: for example, what they say "
                             "about a subject that you name.";

/* A greeting has one of the first list, and nothing that is in neither. */
static const char *const greetings[] = { "hi",      "hello",   "hey",   "greetings", "howdy",   "morning", "afternoon",
                                         "evening", "thanks",  "thank", "bye",       "goodbye", "welcome", "hallo",
                                         "hola",    "bonjour", "ciao",  "servus",    "cheers" };
static const char *const polite[] = { "good", "day",  "there", "you", "to",    "all",       "everyone", "everybody",
                                      "how",  "are",  "is",    "it",  "going", "assistant", "again",    "so",
                                      "much", "very", "a",     "and", "my",    "friend",    "team",     "dear" };

/* What a message begins with that wants something done, not known. */
static const char *const errands[] = {
    "write",  "compose", "draw", "sing", "translate", "generate", "imagine",   "pretend",
    "ignore", "forget",  "act",  "play", "roleplay",  "sudo",     "disregard", "paint",
};

/* Beginnings of several words that do the same. */
static const char *const phrases[] = { "tell me a joke",     "tell me a story",  "what is the weather",
                                       "what's the weather", "what time is it",  "who are you",
                                       "what are you",       "can you write",    "could you write",
                                       "please write",       "please translate", "what is the time" };

/* Words that other languages' questions are made with, and English ones are not. */
static const char *const foreign[] = { "wie",    "viele",   "ist",     "der",  "die",     "und",
                                       "nicht",  "welche",  "wann",    "quel", "quelle",  "est",
                                       "les",    "combien", "comment", "dans", "pour",    "cuantos",
                                       "cual",   "como",    "para",    "los",  "una",     "que",
                                       "quanti", "quale",   "della",   "sono", "hoeveel", "het",
                                       "een",    "welke",   "quantos", "qual", "wieviel", "wer" };

static bool has(const char *const *list, size_t n, const char *p, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == length && memcmp(list[i], p, length) == 0)
            return true;
    return false;
}

/* The next word of a text in lower case: letters and digits of any alphabet. */
static size_t next_word(const char *text, size_t at, size_t *ret_from)
{
    while (text[at] && (unsigned char)text[at] < 0x80 && !str_is_digit(text[at]) &&
           !(text[at] >= 'a' && text[at] <= 'z'))
        at++;
    *ret_from = at;
    while ((unsigned char)text[at] >= 0x80 || str_is_digit(text[at]) || (text[at] >= 'a' && text[at] <= 'z'))
        at++;
    return at;
}

static bool is_greeting(const char *query)
{
    size_t words = 0, greets = 0, from, at = next_word(query, 0, &from);

    for (; at > from; at = next_word(query, at, &from)) {
        bool greets_here = has(greetings, COUNT_OF(greetings), query + from, at - from);
        greets += greets_here;
        if (++words > GREETING_WORDS || (!greets_here && !has(polite, COUNT_OF(polite), query + from, at - from)))
            return false;
    }
    return greets > 0;
}

static bool is_errand(const char *query)
{
    size_t from, to = next_word(query, 0, &from);

    if (has((const char *const[]){ "please" }, 1, query + from, to - from))
        to = next_word(query, to, &from);
    if (has(errands, COUNT_OF(errands), query + from, to - from))
        return true;
    for (size_t i = 0; i < COUNT_OF(phrases); i++)
        if (str_starts(query, phrases[i]))
            return true;
    return false;
}

/* Two such words, or mostly letters that English has not. */
static bool is_foreign(const char *query)
{
    size_t known = 0, others = 0, letters = 0, from, at = next_word(query, 0, &from);

    for (; at > from; at = next_word(query, at, &from))
        known += has(foreign, COUNT_OF(foreign), query + from, at - from);
    for (const char *p = query; *p; p++) {
        others += (unsigned char)*p >= 0xc0;
        letters += (*p >= 'a' && *p <= 'z');
    }
    return known >= 2 || others > letters;
}

static int count_terms(struct turn *t, const char *query, size_t *ret, struct err *err)
{
    struct stems *words CLEANUP(stems_cleanup) = NULL;
    struct search_term *terms;

    if (stems_new(&words, err) < 0)
        return -1;
    return search_terms(words, t->call->arena, query, &terms, ret, err);
}

static struct json *result_of(struct arena *a, const struct routed *r)
{
    struct json *v = json_set(a, json_object(a), "is_valid", json_bool(a, r->is_valid));

    json_set(a, v, "mode", json_str(a, docs_modes[r->mode]));
    json_set(a, v, "normalized_query", json_str(a, r->query));
    return json_set(a, v, "error", json_str(a, r->is_valid ? NULL : r->prompt));
}

int router_run(struct turn *t, struct routed *ret, struct err *err)
{
    struct arena *a = t->call->arena;
    int64_t began = world_mono_us();
    struct routed r = { .is_valid = true, .query = docs_normalised(a, t->question) };
    size_t terms;

    r.mode = is_greeting(r.query) ? MODE_GREETING
             : is_errand(r.query) ? MODE_OUT_OF_SCOPE
             : t->selected_text   ? MODE_SELECTED
                                  : MODE_NORMAL;
    r.is_foreign = is_foreign(r.query);
    if (r.mode == MODE_NORMAL || r.mode == MODE_SELECTED) {
        if (count_terms(t, r.query, &terms, err) < 0)
            return -1;
        r.is_valid = terms > 0;
        r.prompt = prompt;
    }
    if (turn_respond(t, "QueryRouterAgent", began, result_of(a, &r), NULL, err) < 0)
        return -1;
    *ret = r;
    return 0;
}
