/* list_filter.c - each word is looked for by itself; what was not typed as it is written is looked for among the newest
 * titles. Words that were said to be looked for are kept where none of them is found: then there is nothing, and that
 * is the answer.
 */
#include "agents/tasks/resolve/list_filter.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <string.h>

#define NARROW_WORDS 8    /* looked for one by one */
#define NARROW_SEEN 50    /* tasks that are looked at for one word */
#define NARROW_NEWEST 100 /* titles looked at for slips of the finger */

struct narrowing {
    struct turn *t;
    struct task_filter f;
    struct content said;          /* at most NARROW_WORDS of them */
    const char *as[NARROW_WORDS]; /* how tasks have the word; NULL: none has it */
    int64_t many[NARROW_WORDS];   /* how many have it */
    size_t found;
};

/* ---- looking ---- */

static int look(struct turn *t, const struct task_filter *f, int64_t limit, struct json **ret, int64_t *ret_total,
                struct err *err)
{
    struct json *parameters = turn_filter(t, f);

    return turn_look(t, json_set(t->a, parameters, "limit", json_int(t->a, limit)), ret, ret_total, err);
}

static int total_of(struct turn *t, const struct task_filter *f, int64_t *ret, struct err *err)
{
    struct json *tasks;

    return look(t, f, 1, &tasks, ret, err);
}

/* Everything of a task that a search looks at. */
static const char *text_of(struct turn *t, const struct json *task)
{
    const struct json *tags = json_get(task, "tags");
    const char *description = json_get_text(task, "description");
    const char *text = arena_printf(t->a, "%s %s", json_get_text(task, "title"), description ? description : "");

    for (size_t i = 0; i < json_len(tags); i++)
        text = arena_printf(t->a, "%s %s", text, json_text(json_at(tags, i), NULL));
    return text;
}

/* A search finds words by their beginnings too; what was not said to be looked for has to be the word itself. */
static int find_word(struct narrowing *n, size_t i, struct err *err)
{
    const struct content_word *w = &n->said.words[i];
    const struct task_filter f = { .search = w->said };
    struct json *tasks;
    bool has = false;

    if (look(n->t, &f, NARROW_SEEN, &tasks, &n->many[i], err) < 0)
        return -1;
    for (size_t k = 0; k < json_len(tasks) && !has; k++) {
        struct content in = content_of(n->t, text_of(n->t, json_at(tasks, k)));
        has = !n->f.is_guess || content_has(&in, w, content_same);
    }
    n->as[i] = has ? w->said : NULL;
    n->found += has;
    return 0;
}

static int find_words(struct narrowing *n, struct err *err)
{
    for (size_t i = 0; i < n->said.n; i++)
        if (find_word(n, i, err) < 0)
            return -1;
    return 0;
}

/* Words that are like those: the same but for slips of the finger, or another verb for the same deed. */
static int find_like(struct narrowing *n, content_test *like, struct err *err)
{
    const struct task_filter all = { 0 };
    struct json *tasks;

    if (look(n->t, &all, NARROW_NEWEST, &tasks, NULL, err) < 0)
        return -1;
    for (size_t k = 0; k < json_len(tasks); k++) {
        struct content text = content_of(n->t, text_of(n->t, json_at(tasks, k)));
        for (size_t i = 0; i < n->said.n; i++)
            for (size_t j = 0; j < text.n && !n->as[i]; j++)
                if (like(&n->said.words[i], &text.words[j])) {
                    n->as[i] = text.words[j].said;
                    n->many[i] = 1;
                    n->found++;
                }
    }
    return 0;
}

/* "Who do I have to phone?" asks for the calls as well, where nothing is called so. */
static bool is_deed_alone(const struct narrowing *n)
{
    return n->f.is_guess && n->said.n == 1 && word_is_action(n->said.words[0].word);
}

/* In other words, where no task has one of those that were said. */
static int find_others(struct narrowing *n, struct err *err)
{
    if (n->found == 0 && find_like(n, content_near, err) < 0)
        return -1;
    return n->found == 0 && is_deed_alone(n) ? find_like(n, content_kin, err) : 0;
}

/* ---- what is left ---- */

/* Those that tasks have, or those that none has. */
static const char *words(const struct narrowing *n, bool found)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);

    for (size_t i = 0; i < n->said.n; i++)
        if ((n->as[i] != NULL) == found)
            buf_addf(&b, "%s%s", b.n ? " " : "", found ? n->as[i] : n->said.words[i].said);
    return b.n ? arena_str(n->t->a, b.p) : NULL;
}

static bool has_more(const struct task_filter *f)
{
    return f->status || f->priority || f->tag || f->has_due || f->no_due || f->repeats || f->names_tasks;
}

/* Only the word that fewest tasks have: no task has them all. */
static void keep_rarest(struct narrowing *n)
{
    size_t best = 0;

    for (size_t i = 0; i < n->said.n; i++)
        if (n->as[i] && (!n->as[best] || n->many[i] < n->many[best]))
            best = i;
    n->f.search = n->as[best];
}

/* A word that people file under is a tag; unless it is also what others are about: then all of them are meant. */
static int try_tag(struct narrowing *n, struct err *err)
{
    const struct task_filter f = { .tag = n->f.search }, about = { .search = n->f.search };
    int64_t total, all;

    if (n->f.tag || n->found != 1 || strlen(f.tag) > TASK_TAG_CHARS)
        return 0;
    if (total_of(n->t, &f, &total, err) < 0 || total_of(n->t, &about, &all, err) < 0)
        return -1;
    if (total > 0 && (total == all || total > 1)) {
        n->f.tag = f.tag;
        n->f.search = NULL;
    }
    return 0;
}

/* Whether all that nothing explains is of one task: then that is what was asked about. */
static bool names_them(const struct narrowing *n)
{
    return n->found == n->said.n && (n->found > 1 || !n->f.names_tasks);
}

/* The tasks that were asked about, whatever they are: "have I done the books?" asks whether they are. */
static int settle_named(struct narrowing *n, int64_t *ret_total, struct err *err)
{
    struct task_filter named = n->f;

    named.status = NULL;
    if (total_of(n->t, &named, ret_total, err) < 0)
        return -1;
    if (*ret_total == 0) {
        named.has_due = named.no_due = named.repeats = false;
        named.priority = NULL;
        if (total_of(n->t, &named, ret_total, err) < 0)
            return -1;
    }
    if (*ret_total > 0)
        n->f = named;
    return 0;
}

/* What was only guessed counts where it leaves something. */
static int settle_guess(struct narrowing *n, struct narrowed_filter *ret, struct err *err)
{
    const char *search = n->f.search;
    struct task_filter plain = n->f;
    bool is_named;
    int64_t total;

    if (n->found == 0) {
        if (has_more(&n->f)) {
            ret->without = search;
            n->f.search = NULL;
        }
        return 0;
    }
    n->f.search = words(n, true);
    if (total_of(n->t, &(struct task_filter){ .search = n->f.search }, &total, err) < 0)
        return -1;
    if (total == 0)
        keep_rarest(n);
    is_named = total > 0 && names_them(n);
    ret->without = words(n, false);
    if (try_tag(n, err) < 0 || total_of(n->t, &n->f, &total, err) < 0 ||
        (total == 0 && is_named && settle_named(n, &total, err) < 0))
        return -1;
    if (total == 0 && has_more(&plain)) {
        ret->without = search;
        n->f = plain;
        n->f.search = NULL;
    }
    return 0;
}

/* What was to be looked for: words that no task has are left out where tasks have all the others. */
static int settle_search(struct narrowing *n, struct narrowed_filter *ret, struct err *err)
{
    const char *some = n->found > 0 ? words(n, true) : NULL;
    int64_t total;

    if (!some)
        return 0;
    if (total_of(n->t, &(struct task_filter){ .search = some }, &total, err) < 0)
        return -1;
    if (total > 0) {
        n->f.search = some;
        ret->without = words(n, false);
    }
    return 0;
}

static bool only_points(const char *search)
{
    struct phrase p;
    size_t i = 0;

    phrase_split(search, search + strlen(search), &p);
    while (i < p.n && phrase_word_is(&p.words[i], "it|that|this|them|these|those|one|ones|again|more|all|the"))
        i++;
    return i == p.n;
}

/* "work tasks" are those of that tag; where nothing has it, they are about it. */
static int untag(struct narrowing *n, struct err *err)
{
    const struct task_filter tagged = { .tag = n->f.tag }, about = { .search = n->f.tag };
    int64_t total;

    if (total_of(n->t, &tagged, &total, err) < 0)
        return -1;
    if (total > 0)
        return 0;
    if (total_of(n->t, &about, &total, err) < 0)
        return -1;
    if (total > 0) {
        n->f.search = n->f.tag;
        n->f.tag = NULL;
    }
    return 0;
}

int filter_narrow(struct turn *t, const struct task_filter *f, struct narrowed_filter *ret, struct err *err)
{
    struct narrowing n = { .t = t, .f = *f };
    struct narrowed_filter done = { .filter = *f };
    int status = 0;

    if (f->search && only_points(f->search))
        n.f.search = NULL;
    if (n.f.search) {
        n.said = content_of(t, n.f.search);
        n.said.n = n.said.n < NARROW_WORDS ? n.said.n : NARROW_WORDS;
        if (find_words(&n, err) < 0 || find_others(&n, err) < 0)
            return -1;
        status = f->is_guess ? settle_guess(&n, &done, err) : settle_search(&n, &done, err);
    } else if (f->tag) {
        status = untag(&n, err);
    }
    if (status < 0)
        return -1;
    done.filter = n.f;
    *ret = done;
    return 0;
}
