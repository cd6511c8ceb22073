/* errand.c - a message's clauses as errands: what completes the one before it is put into that, and a greeting beside
 * an errand is nothing. How a clause is read: errand_parts.h. */
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/parser.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/timefmt.h"
#include <string.h>
#include <strings.h>

#define ASKED_FOR 0.90 /* "I have an exam on Monday, add it" */

const char *errand_intent(enum errand_kind kind)
{
    switch (kind) {
    case ERRAND_CREATE:
        return "create";
    case ERRAND_LIST:
    case ERRAND_MORE:
        return "list";
    case ERRAND_UPDATE:
    case ERRAND_REOPEN:
    case ERRAND_UNDO:
    case ERRAND_REDO:
        return "update";
    case ERRAND_COMPLETE:
        return "complete";
    case ERRAND_DELETE:
        return "delete";
    case ERRAND_HELP:
    case ERRAND_COURTESY:
        break;
    }
    return NULL;
}

/* ---- what belongs together ---- */

static void put(const char **to, const char *from)
{
    if (from)
        *to = from;
}

void errand_join_sets(struct errand_set *to, const struct errand_set *from)
{
    put(&to->description, from->description);
    put(&to->due, from->due);
    put(&to->remind, from->remind);
    put(&to->repeat, from->repeat);
    put(&to->priority, from->priority);
    for (size_t i = 0; i < from->n_tags && to->n_tags < TASK_TAGS; i++)
        to->tags[to->n_tags++] = from->tags[i];
}

/* "Add a task to call Ann. It's due on Friday." is one errand. */
static bool continues(const struct errand *before, const struct errand *e)
{
    return before->kind == ERRAND_CREATE && e->kind == ERRAND_UPDATE && e->about && e->set.n_untags == 0 &&
           joint_is_pronoun(e->about) && strcasecmp(e->about, "them") != 0 && strcasecmp(e->about, "those") != 0 &&
           strcasecmp(e->about, "these") != 0;
}

/* "It's time I sorted the loft, I need to sort the loft": said twice. */
static bool repeats_new(struct errand *before, const struct errand *e)
{
    if (before->kind != ERRAND_CREATE || e->kind != ERRAND_CREATE || !before->set.title || !e->set.title ||
        strcasecmp(before->set.title, e->set.title) != 0)
        return false;
    errand_join_sets(&before->set, &e->set);
    if (e->confidence > before->confidence) {
        before->confidence = e->confidence;
        before->n_others = 0;
    }
    return true;
}

/* "what's done and what's not": two lists that are one. */
static bool completes_list(struct errand *before, const struct errand *e)
{
    const char *a = before->filter.status, *b = e->filter.status;

    if (before->kind != ERRAND_LIST || e->kind != ERRAND_LIST || !a || !b || strcmp(a, b) == 0 || before->about ||
        e->about || e->filter.search || e->filter.has_due || e->filter.tag || e->filter.priority)
        return false;
    before->filter.status = NULL;
    return true;
}

/* A greeting, and a name that stands alone beside an order, want nothing. */
static bool is_idle(const struct clause *c, bool has_order)
{
    if (!has_order)
        return false;
    return !errand_intent(c->errand.kind) || (!c->rule && c->errand.confidence < 0.60);
}

const char *errand_unplaced(struct arena *a, const char *words)
{
    static const char instead[] = " instead";
    size_t n = strlen(words), end = sizeof instead - 1, mark = n > 0 && strchr(".!,", words[n - 1]) ? 1 : 0;

    if (n > end && strncasecmp(words, instead + 1, end - 1) == 0 && words[end - 1] == ' ')
        return arena_str(a, words + end);
    return n > end + mark && strncasecmp(words + n - end - mark, instead, end) == 0
               ? arena_dup(a, words, n - end - mark)
               : words;
}

/* Whether what follows may be said to be in its place. */
static bool makes_room(enum errand_kind kind)
{
    return kind == ERRAND_DELETE || kind == ERRAND_UNDO;
}

/* The day that was spoken of last; NULL when there is none. */
static const char *day_said(struct arena *a, const struct errand *e)
{
    char text[TIME_TEXT_BYTES];

    if (e->kind == ERRAND_LIST) {
        if (!e->filter.has_due || e->filter.due.is_overdue || e->filter.due.from != e->filter.due.to)
            return NULL;
        date_text(e->filter.due.from, text);
        return arena_str(a, text);
    }
    return e->set.due && *e->set.due >= '0' && *e->set.due <= '9' ? arena_dup(a, e->set.due, strcspn(e->set.due, "T"))
                                                                  : NULL;
}

/* "What's on Friday? And put the vet on that day too." */
static void give_that_day(struct arena *a, const struct errand *before, struct errand *e)
{
    struct span said;

    if (e->kind != ERRAND_CREATE || e->set.due || !e->said)
        return;
    said = words_of(a, e->said);
    for (size_t i = 0; i + 1 < said.n; i++)
        if (phrase_word_is(&said.w[i], "that|same") && phrase_word_is(&said.w[i + 1], "day"))
            e->set.due = day_said(a, before);
}

size_t errand_read(struct arena *a, const char *message, const struct civil *now, struct errand ret[static ERRANDS])
{
    const struct reading r = { .a = a, .now = now };
    struct clause *clauses = arena_array(a, ERRANDS, sizeof *clauses);
    bool has_order = false;
    size_t found, n = 0;

    cut_read(&r, words_of(a, message), clauses, &found);
    for (size_t i = 0; i < found; i++)
        has_order |= errand_intent(clauses[i].errand.kind) && (clauses[i].rule || clauses[i].errand.confidence >= 0.60);
    for (size_t i = 0; i < found; i++) {
        const struct errand *e = &clauses[i].errand;
        if (is_idle(&clauses[i], has_order))
            continue;
        if (n > 0 && continues(&ret[n - 1], e)) {
            if (e->set.title) /* "a task for the bottles, call it 'swap bottles'" */
                ret[n - 1].set.title = e->set.title;
            errand_join_sets(&ret[n - 1].set, &e->set);
            continue;
        }
        if (n > 0 && ret[n - 1].kind == ERRAND_CREATE && e->kind == ERRAND_CREATE && !e->set.title) {
            ret[n - 1].confidence = ASKED_FOR;
            continue;
        }
        if (n > 0 && (completes_list(&ret[n - 1], e) || repeats_new(&ret[n - 1], e)))
            continue;
        if (n > 0 && !errand_intent(e->kind) && e->kind == ret[n - 1].kind)
            continue;
        ret[n++] = *e;
        if (n > 1 && makes_room(ret[n - 2].kind) && e->set.title)
            ret[n - 1].set.title = errand_unplaced(a, e->set.title);
        if (n > 1)
            give_that_day(a, &ret[n - 2], &ret[n - 1]);
    }
    return n;
}
