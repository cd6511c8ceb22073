/* terms.c - a question as the words that count in it, and a passage's length. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "search/search.h"
#include "search/stop.h"
#include "store/db/stems.h"
#include <string.h>

struct gathering {
    struct arena *a;
    const char *question;
    struct stop stop;
    struct search_term *terms;
    size_t n;
};

static void take_word(void *arg, const struct stem *w)
{
    struct gathering *g = arg;

    if (stop_word(&g->stop, g->question + w->from, w->to - w->from) || w->n > DOCS_TERM_BYTES)
        return;
    for (size_t i = 0; i < g->n; i++)
        if (strlen(g->terms[i].stem) == w->n && memcmp(g->terms[i].stem, w->stem, w->n) == 0) {
            g->terms[i].times++;
            return;
        }
    if (g->n < DOCS_TERMS)
        g->terms[g->n++] = (struct search_term){ .stem = arena_dup(g->a, w->stem, w->n),
                                                 .times = 1,
                                                 .light = stop_light(g->question + w->from, w->to - w->from) };
}

int search_terms(struct stems *w, struct arena *a, const char *question, struct search_term **ret, size_t *ret_n,
                 struct err *err)
{
    struct gathering g = { .a = a, .question = question };

    g.terms = arena_array(a, DOCS_TERMS, sizeof *g.terms);
    if (stems_read(w, question, strlen(question), take_word, &g, err) < 0)
        return -1;
    *ret = g.terms;
    *ret_n = g.n;
    return 0;
}

static void count_word(void *arg, const struct stem *w)
{
    (void)w;
    ++*(int64_t *)arg;
}

int search_length(struct stems *w, const char *heading, const char *text, int64_t *ret, struct err *err)
{
    int64_t above = 0, below = 0;

    if (stems_read(w, heading, strlen(heading), count_word, &above, err) < 0 ||
        stems_read(w, text, strlen(text), count_word, &below, err) < 0)
        return -1;
    *ret = SEARCH_HEADING * above + below;
    return 0;
}
