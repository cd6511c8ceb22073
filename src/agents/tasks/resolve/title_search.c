/* title_search.c - tasks by their titles and descriptions, with list_tasks' search; the tasks are never all read.
 *
 * The search gives candidates; the decision rests on their titles. Where no title has all the words, each word is
 * searched for by itself: a title may be only a part of what was said ("speak to Mrs Tilley, all fine"), and then it
 * must be clear which part. A typing slip inside a long word is passed over where everything else fits and no other
 * task is near. What is left is only ever asked about.
 */
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/words/confusable.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <string.h>
#include <strings.h>

#define SEEK_LIMIT 50     /* candidates of one search: a description that fits more is too vague to act on */
#define SEEK_NEWEST 100   /* titles looked at for slips of the finger */
#define SEEK_WORDS 6      /* looked for one by one */
#define SEEK_ANY_WORDS 10 /* of a message that may be about any task */
#define SEEK_NEAR 5       /* offered when nothing is called so */
#define SLIP_BYTES 6      /* a shorter word with a slip is too often another word */
#define DOUBLED_BYTES 3   /* but for a letter typed once or twice */
#define MISSPELT_BYTES 7  /* and for one vowel, in words that are like no other by that */
#define CUT_BYTES 4       /* left of a word that was cut short, by so many: */
#define CUT_OFF 3

/* ---- words ---- */

static void split(const char *text, struct phrase *ret)
{
    phrase_split(text, text + strlen(text), ret);
}

const char *search_words(struct turn *t, const char *words)
{
    struct buf b CLEANUP(buf_done) = BUF(CONTENT_CHARS * STR_CHAR_BYTES);
    struct content c = content_of(t, words);

    for (size_t i = 0; i < c.n; i++)
        buf_addf(&b, "%s%s", b.n ? " " : "", c.words[i].said);
    return b.n ? arena_str(t->a, b.p) : words;
}

bool search_fits(struct turn *t, const char *title, const char *words)
{
    struct content said = content_of(t, words), in = content_of(t, title);

    return said.n > 0 && content_count(&in, &said, content_same) == said.n;
}

/* The words without what may stand around a title: "the call mom task", "my 'call mom'". */
static const char *bare(struct turn *t, const char *words)
{
    struct phrase p;
    size_t from = 0, to;

    split(words, &p);
    to = p.n;
    while (from < to && phrase_word_is(&p.words[from], "the|my|a|an|our|task|item"))
        from++;
    while (to > from && phrase_word_is(&p.words[to - 1], "task|item|todo|reminder|entry|one"))
        to--;
    return from < to ? phrase_text(t->a, &(struct phrase_part){ &p.words[from], &p.words[to] }, ".!;,") : NULL;
}

static bool is_called(struct turn *t, const char *title, const char *words)
{
    const char *core = bare(t, words), *own = bare(t, title);

    return str_same(title, words) || (core && (str_same(title, core) || (own && str_same(own, core))));
}

/* ---- candidates ---- */

struct candidates {
    struct json *exact, *partial, *loose;
    int64_t total;
};

static int look_for(struct turn *t, const char *search, const char *status, int64_t limit, struct json **ret,
                    int64_t *ret_total, struct err *err)
{
    struct json *parameters = json_object(t->a);

    if (search)
        json_set(t->a, parameters, "search",
                 json_strn(t->a, search, str_fit_chars(search, strlen(search), TASK_TITLE_CHARS)));
    if (status)
        json_set(t->a, parameters, "status", json_str(t->a, status));
    json_set(t->a, parameters, "limit", json_int(t->a, limit));
    return turn_look(t, parameters, ret, ret_total, err);
}

static int candidates(struct turn *t, const char *words, const char *status, struct candidates *ret, struct err *err)
{
    struct candidates c = { json_array(t->a), json_array(t->a), json_array(t->a), 0 };
    struct json *tasks;

    if (look_for(t, search_words(t, words), status, SEEK_LIMIT, &tasks, &c.total, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(tasks); i++) {
        struct json *task = json_copy(t->a, json_at(tasks, i));
        const char *title = json_get_text(task, "title");
        json_push(t->a,
                  is_called(t, title, words)     ? c.exact
                  : search_fits(t, title, words) ? c.partial
                                                 : c.loose,
                  task);
    }
    *ret = c;
    return 0;
}

static void add_all(struct turn *t, struct json *to, const struct json *from, size_t most)
{
    for (size_t i = 0; i < json_len(from) && json_len(to) < most; i++) {
        bool there = false;
        for (size_t k = 0; k < json_len(to) && !there; k++)
            there = json_equal(json_get(json_at(to, k), "id"), json_get(json_at(from, i), "id"));
        if (!there)
            json_push(t->a, to, json_copy(t->a, json_at(from, i)));
    }
}

/* ---- a part of it ---- */

/* What was said, and the titles that have some of its words. */
struct parts {
    struct content said;
    struct content head; /* of it, before the first mark: what follows is a remark */
    struct json *tasks;  /* of any status */
    size_t too_many;     /* words that more tasks have than were looked at */
};

/* How far the words go before a remark; all of them when there is none, or it says more about the task. */
static size_t head_length(const char *words)
{
    static const char specifies[] = "the|for|about|with|not|and|or|from|but|only";
    static const char begins[] = "it|that|they|he|she|i|we"; /* a sentence: "..., and it looks good" */
    struct phrase p;

    split(words, &p);
    for (size_t i = 0; i + 1 < p.n; i++) {
        const char *end = p.words[i].to, *after = p.words[i + 1].from;
        bool more = i + 2 < p.n && phrase_word_is(&p.words[i + 2], begins);
        if (end == words || !strchr(",;.!-", end[-1]) || (phrase_word_is(&p.words[i + 1], specifies) && !more))
            continue;
        return after > end ? (size_t)(end - words) : strlen(words);
    }
    return strlen(words);
}

/* The tasks that have one of the words, of each the newest. */
static int gather(struct turn *t, const char *words, struct parts *ret, struct err *err)
{
    struct parts p = { .said = content_of(t, words), .tasks = json_array(t->a) };
    size_t length = head_length(words);

    p.head = p.said;
    p.head.n = 0;
    while (p.head.n < p.said.n && p.said.words[p.head.n].from < length)
        p.head.n++;
    for (size_t i = 0; i < p.said.n && i < SEEK_WORDS; i++) {
        struct json *tasks;
        int64_t total;
        if (look_for(t, p.said.words[i].said, NULL, SEEK_LIMIT, &tasks, &total, err) < 0)
            return -1;
        p.too_many += total > SEEK_LIMIT;
        add_all(t, p.tasks, tasks, SEEK_LIMIT * SEEK_WORDS);
    }
    p.too_many += p.said.n > SEEK_WORDS ? p.said.n - SEEK_WORDS : 0;
    *ret = p;
    return 0;
}

/* A verb that says next to nothing may be missing where the title has no other: "made the translation" of "translation
 * of the certificate". */
static bool is_light(const struct content_word *w)
{
    static const char light[] = "make|made|get|got|take|took|go|went|sort|sorted|finish|finished";

    return phrase_word_is(&(struct phrase_word){ .p = w->said, .n = strlen(w->said) }, light);
}

/* Whether the title has all of these words. One of them may be another word for its deed ("the bishop letter" of "write
 * to the bishop"), one may say nothing ("the bishop business"). */
static bool has_all(const struct content *title, const struct content *words)
{
    size_t same = 0, kin = 0, vague = 0;

    for (size_t i = 0; i < words->n; i++) {
        const struct content_word *w = &words->words[i];
        if (content_has(title, w, content_same))
            same++;
        else if (title->n > 0 && (i == 0 || word_is_action(title->words[0].word)) && content_kin(w, title->words))
            kin++;
        else if (content_is_vague(w) || (i == 0 && is_light(w) && content_has(words, title->words, content_same)))
            vague++;
        else
            return false;
    }
    return same > 0 && kin < 2 && vague < 2;
}

/* Whether a word that the title does not have stands beside one of its own, so that it says whose or which: "mum's
 * PLUMBER". */
static bool has_other_beside(const struct content *title, const struct content *said)
{
    for (size_t i = 0; i + 1 < said->n; i++) {
        const struct content_word *w = &said->words[i], *next = w + 1;
        bool own = content_has(title, w, content_same), own_next = content_has(title, next, content_same);
        bool is_doer =
            own_next && (content_is_past(next) || action_verb(next->word)); /* "my nephew varnished the tiller" */
        if (own != own_next && !is_doer && next->from <= w->from + strlen(w->said) + strlen("'s ") &&
            !content_is_vague(own ? next : w))
            return true;
    }
    return false;
}

/* Whether all of the title was said, and little else. */
static bool is_said(const struct content *title, const struct content *said)
{
    return title->n >= 2 && !has_other_beside(title, said) && title->n * 3 >= said->n * 2 &&
           content_count(said, title, content_same) == title->n;
}

/* How many of the title's words were said, where that is enough to know it by; else 0. */
static size_t part_fit(const struct parts *p, const struct content *title)
{
    if (title->n == 0 || (!has_all(title, &p->said) && !has_all(title, &p->head) && !is_said(title, &p->said) &&
                          !is_said(title, &p->head)))
        return 0;
    return content_count(&p->said, title, content_same);
}

/* The tasks of this status that fit best, of which there is one or several; and none that could fit as well can have
 * been overlooked. */
static struct json *best_parts(struct turn *t, const struct parts *p, const char *status)
{
    struct json *best = json_array(t->a);
    size_t most = p->too_many;

    for (size_t i = 0; i < json_len(p->tasks); i++) {
        const struct json *task = json_at(p->tasks, i);
        struct content title = content_of(t, json_get_text(task, "title"));
        size_t fit = strcmp(json_get_text(task, "status"), status) == 0 ? part_fit(p, &title) : 0;
        if (fit > most)
            best = json_array(t->a);
        if (fit > most || (fit == most && json_len(best) > 0))
            json_push(t->a, best, json_copy(t->a, task));
        most = fit > most ? fit : most;
    }
    return best;
}

/* ---- something like it ---- */

/* The same word but for letters typed twice or not: "vaccine", "vacine". */
static bool is_doubled(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);

    if (n == m || n < DOUBLED_BYTES || m < DOUBLED_BYTES)
        return false;
    while (*a && *a == *b) {
        char c = *a;
        while (*a == c)
            a++;
        while (*b == c)
            b++;
    }
    return !*a && !*b;
}

/* The same long word but for one vowel inside of it: "calender". */
static bool is_misspelt(const char *a, const char *b)
{
    size_t n = strlen(a), other = 0;

    if (n < MISSPELT_BYTES || strlen(b) != n || *a != *b)
        return false;
    for (size_t i = 1; i < n; i++) {
        if (a[i] != b[i] && !(strchr("aeiou", a[i]) && strchr("aeiou", b[i])))
            return false;
        other += a[i] != b[i];
    }
    return other == 1;
}

/* The beginning of a long word, as people cut it: "chem" of "chemistry". */
static bool is_cut(const char *said, const char *word)
{
    size_t n = strlen(said);

    return n >= CUT_BYTES && strlen(word) >= n + CUT_OFF && strncmp(said, word, n) == 0;
}

/* The same word but for one slip inside of it, nothing added or lost at its ends and no letter made another: "dnetist".
 * What the title has in capitals may be somebody, whom a letter makes another: there only two that are swapped count.
 */
static bool is_slip(const struct content_word *said, const struct content_word *title)
{
    size_t n = strlen(said->word), m = strlen(title->word);
    bool is_name = strcmp(title->said, title->word) != 0;

    if (strpbrk(title->word, "0123456789"))
        return false;
    if (!is_name && ((n >= SLIP_BYTES && is_doubled(said->word, title->word)) || is_cut(said->word, title->word) ||
                     is_misspelt(said->word, title->word)))
        return true;
    if (n < SLIP_BYTES || m < SLIP_BYTES || (is_name && n != m))
        return false;
    if (n == m + 1) /* one too many, be it at the end: "garlick" */
        return str_slipped(title->word, said->word) || strncmp(said->word, title->word, m) == 0;
    return (n == m || said->word[n - 1] == title->word[m - 1]) && str_slipped(said->word, title->word);
}

static bool same_but_slip(const struct content_word *said, const struct content_word *title)
{
    return content_same(said, title) || (is_slip(said, title) && !confusable_is_word(said->word));
}

/* The same where other words were said as well: then also of a short one. */
static bool same_but_double(const struct content_word *said, const struct content_word *title)
{
    return same_but_slip(said, title) || (strcmp(title->said, title->word) == 0 && is_doubled(said->word, title->word));
}

/* Whether the title has all that was said but for such slips; the verb may be another one for the same deed. */
static bool has_but_slips(const struct content *title, const struct content *said)
{
    size_t fit = content_count(title, said, said->n > 1 ? same_but_double : same_but_slip);

    return said->n > 0 && title->n > 0 &&
           (fit == said->n || (fit + 1 == said->n && said->n > 2 && !content_has(title, said->words, same_but_slip) &&
                               content_kin(said->words, title->words)));
}

/* Whether nothing in the list could be meant as well: of the other status only what is called the same. */
static bool is_alone(const struct json *task, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++) {
        const struct json *other = json_at(list, i);
        bool is_same = json_equal(json_get(task, "id"), json_get(other, "id"));
        if (!is_same && (strcmp(json_get_text(task, "status"), json_get_text(other, "status")) == 0 ||
                         !str_same(json_get_text(task, "title"), json_get_text(other, "title"))))
            return false;
    }
    return true;
}

/* Titles that are the same but for slips of the finger. *ret_slip is the one of this status that is so by mere slips,
 * and nothing else is like it; NULL where there is none, or where not all tasks were looked at. */
static int near_newest(struct turn *t, const struct content *said, const char *status, struct json *found,
                       const struct json **ret_slip, struct err *err)
{
    struct json *tasks, *good = json_array(t->a);
    const struct json *slip = NULL;
    int64_t total;

    if (look_for(t, NULL, NULL, SEEK_NEWEST, &tasks, &total, err) < 0)
        return -1;
    for (size_t i = 0; said->n > 0 && i < json_len(tasks); i++) {
        struct json *task = json_copy(t->a, json_at(tasks, i));
        struct content title = content_of(t, json_get_text(task, "title"));
        bool is_it = has_but_slips(&title, said);
        if (!is_it && content_count(&title, said, content_near) < said->n)
            continue;
        json_push(t->a, good, task);
        if (is_it && strcmp(json_get_text(task, "status"), status) == 0)
            slip = task;
    }
    add_all(t, found, good, SEEK_NEAR);
    *ret_slip = slip && is_alone(slip, good) && total <= SEEK_NEWEST ? slip : NULL;
    return 0;
}

/* Titles that have half of the words or more. */
static void near_by_word(struct turn *t, const struct parts *p, struct json *found)
{
    struct json *good = json_array(t->a);

    for (size_t i = 0; i < json_len(p->tasks); i++) {
        struct content title = content_of(t, json_get_text(json_at(p->tasks, i), "title"));
        if (content_count(&title, &p->said, content_near) * 2 >= p->said.n)
            json_push(t->a, good, json_copy(t->a, json_at(p->tasks, i)));
    }
    add_all(t, found, good, SEEK_NEAR);
}

static int something_like(struct turn *t, const struct parts *p, const char *prefer, struct json *loose,
                          struct resolved *ret, struct err *err)
{
    struct json *found = json_array(t->a);
    const struct json *slip;

    add_all(t, found, loose, SEEK_NEAR);
    if (near_newest(t, &p->said, prefer, found, &slip, err) < 0)
        return -1;
    if (slip) {
        struct json *one = json_array(t->a);
        json_push(t->a, one, json_copy(t->a, slip));
        *ret = (struct resolved){ .how = RESOLVED_THESE, .tasks = one, .total = 1 };
        return 0;
    }
    near_by_word(t, p, found);
    *ret = (struct resolved){ .how = json_len(found) > 0 ? RESOLVED_NEAR : RESOLVED_NONE,
                              .tasks = found,
                              .total = (int64_t)json_len(found) };
    return 0;
}

/* ---- the one that is meant ---- */

/* How many tasks the words say that they mean: "both invoices", "the two Hamburg ones"; 1 when they do not say. */
static size_t said_count(const char *words)
{
    static const char *const counts[] = { "both|two", "three", "four" };
    struct phrase p;
    size_t i = 0;

    split(words, &p);
    if (p.n > 1 && phrase_word_is(&p.words[1], "both")) /* "sign both letters" */
        i++;
    while (i < p.n && phrase_word_is(&p.words[i], "the|my|our|all|these|those"))
        i++;
    for (size_t k = 0; i < p.n && k < COUNT_OF(counts); k++)
        if (phrase_word_is(&p.words[i], counts[k]) && (i > 0 || phrase_word_is(&p.words[i], "both"))) /* "two eggs" */
            return k + 2;
    return 1;
}

/* These, out of `total` that a search found: where that is more than were looked at, another may have been overlooked.
 */
static int settle_on(const char *words, struct json *tasks, int64_t total, struct resolved *ret)
{
    int64_t n = (int64_t)json_len(tasks);
    bool are_all = n == 1 || (size_t)n == said_count(words);

    *ret = (struct resolved){ .how = are_all && total <= SEEK_LIMIT ? RESOLVED_THESE : RESOLVED_ONE_OF,
                              .tasks = tasks,
                              .total = n > total || total <= SEEK_LIMIT ? n : total };
    return 0;
}

/* "The tap and the hallway": both, where each of these is one task of its own; and of "both invoices" the two that are
 * called so. NULL in *ret when it is not that. */
static int several(struct turn *t, const char *words, const char *prefer, struct json **ret, struct err *err)
{
    bool is_both = strncasecmp(words, "both ", strlen("both ")) == 0;
    const char *parts[CANDIDATE_PARTS];
    struct json *all = json_array(t->a);
    size_t n = candidate_parts(t, words + (is_both ? strlen("both ") : 0), parts);

    *ret = NULL;
    for (size_t i = 0; i < n && (n > 1 || is_both); i++) {
        struct resolved f;
        if (search_tasks(t, parts[i], prefer, &f, err) < 0)
            return -1;
        if (f.how != (n > 1 ? RESOLVED_THESE : RESOLVED_ONE_OF) || json_len(f.tasks) != (n > 1 ? 1 : 2))
            return 0;
        add_all(t, all, f.tasks, CANDIDATE_PARTS);
    }
    if (json_len(all) > 1 && json_len(all) >= n)
        *ret = all;
    return 0;
}

int search_tasks(struct turn *t, const char *words, const char *prefer, struct resolved *ret, struct err *err)
{
    struct candidates own, others;
    struct json *loose = json_array(t->a), *best;
    struct parts parts;

    if (candidates(t, words, prefer, &own, err) < 0)
        return -1;
    if (json_len(own.exact) > 0)
        return settle_on(words, own.exact, own.total, ret);
    if (candidates(t, words, strcmp(prefer, "pending") == 0 ? "completed" : "pending", &others, err) < 0)
        return -1;
    if (json_len(own.partial) > 0) {
        /* One that is called exactly so, in the other state, may be the one that was meant. */
        add_all(t, own.partial, others.exact, SEEK_LIMIT);
        return settle_on(words, own.partial, own.total, ret);
    }
    if (json_len(others.exact) > 0)
        return settle_on(words, others.exact, others.total, ret);
    if (json_len(others.partial) > 0)
        return settle_on(words, others.partial, others.total, ret);
    if (gather(t, words, &parts, err) < 0)
        return -1;
    best = best_parts(t, &parts, prefer);
    if (json_len(best) > 0)
        return settle_on(words, best, 0, ret);
    if (several(t, words, prefer, &best, err) < 0)
        return -1;
    if (best) {
        *ret = (struct resolved){ .how = RESOLVED_THESE, .tasks = best, .total = (int64_t)json_len(best) };
        return 0;
    }
    add_all(t, loose, own.loose, SEEK_NEAR);
    add_all(t, loose, others.loose, SEEK_NEAR);
    return something_like(t, &parts, prefer, loose, ret, err);
}

int search_any(struct turn *t, const char *words, struct json **ret, struct err *err)
{
    struct content said = content_of(t, words);
    struct json *found = json_array(t->a), *tasks;

    for (size_t i = 0; i < said.n && i < SEEK_ANY_WORDS; i++) {
        if (look_for(t, said.words[i].said, NULL, SEEK_LIMIT, &tasks, NULL, err) < 0)
            return -1;
        add_all(t, found, tasks, SEEK_LIMIT * SEEK_WORDS);
    }
    if (look_for(t, NULL, NULL, SEEK_LIMIT, &tasks, NULL, err) < 0) /* a word may be misspelt, or cut short */
        return -1;
    add_all(t, found, tasks, SEEK_LIMIT * (SEEK_WORDS + 1));
    *ret = found;
    return 0;
}
