/* run.c - what every part of a run may ask of it. */
#include "agents/analyst/run.h"
#include "base/arena.h"
#include "base/json.h"
#include "grid/table.h"
#include "lang/words.h"
#include "model/model.h"
#include <assert.h>
#include <string.h>

static bool has_text(const struct json *list, const char *text)
{
    for (size_t i = 0; i < json_len(list); i++)
        if (strcmp(json_text(json_at(list, i), NULL), text) == 0)
            return true;
    return false;
}

void run_say(struct run *r, struct json *list, const char *sentence)
{
    if (!has_text(list, sentence))
        json_push(run_arena(r), list, json_str(run_arena(r), sentence));
}

bool run_wants(const struct run *r, const char *deliverable)
{
    return has_text(json_get(r->request, "deliverables"), deliverable);
}

static bool holds_word(struct arena *a, const char *name, const char *stem)
{
    const char *words[QUESTION_SPAN];
    size_t n = words_of_name(a, name, true, words, QUESTION_SPAN);

    while (n > 0)
        if (strcmp(words[--n], stem) == 0)
            return true;
    return false;
}

bool run_knows(const struct run *r, const char *stem)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();

    for (size_t i = 0; i < r->n_tables; i++) {
        const struct table *t = &r->tables[i];
        bool found = holds_word(scratch, t->name, stem);
        for (size_t c = 0; c < t->n_columns && !found; c++) {
            found = holds_word(scratch, t->columns[c].name, stem);
            for (size_t v = 0; v < t->columns[c].n_values && !found; v++)
                found = holds_word(scratch, t->columns[c].values[v], stem);
        }
        if (found)
            return true;
    }
    return false;
}

int64_t run_limit(const struct run *r, const char *constraint)
{
    return json_get_int(json_get(r->request, "constraints"), constraint, 0);
}

int run_fail(struct run *r, const struct err *why)
{
    if (!r->has_failed)
        r->failure = *why;
    r->has_failed = true;
    return -1;
}

void run_state(struct run *r, const char *to)
{
    struct err err;
    int wrong = model_step(model_machine("analyst.AnalysisRequest"), r->state, to, &err);

    assert(wrong == 0);
    (void)wrong;
    r->state = to;
}
