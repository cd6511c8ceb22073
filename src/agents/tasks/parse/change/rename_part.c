/* rename_part.c - a change of a part of a task's title.
 *
 * "fourteen copies, not twelve", "change Veiga to Moreira", "it isn't the goat fence, it's the sheep fence", "size 3
 * now". The replaced part stands in the title word for word; it is replaced by as many telling words of the message as
 * it has.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

const char *title_part_text(const struct task_edit *m, const struct phrase_word *w)
{
    return arena_dup(m->r->a, w->p, w->n);
}

/* A possessive is compared by what it is of. */
static size_t bare_length(const struct phrase_word *w)
{
    if (w->n > 2 && strncasecmp(w->p + w->n - 2, "'s", 2) == 0)
        return w->n - 2;
    return w->n > 1 && w->p[w->n - 1] == '\'' ? w->n - 1 : w->n;
}

bool title_part_same(const struct phrase_word *a, const struct phrase_word *b)
{
    size_t n = bare_length(a);

    return n > 0 && n == bare_length(b) && strncasecmp(a->p, b->p, n) == 0;
}

bool edit_is_own(const struct task_edit *m, const struct phrase_word *w)
{
    for (size_t i = 0; i < m->own.n; i++)
        if (title_part_same(w, &m->own.w[i]))
            return true;
    return false;
}

static bool is_small(const struct phrase_word *w)
{
    return phrase_word_is(w, "the|a|an|my|our|your|his|her|its|it's|their|to|of|for|with|in|on|at|and|is|about");
}

size_t title_part_run(const struct task_edit *m, size_t i, struct span *ret)
{
    size_t most = 0;

    for (size_t k = 0; k < m->own.n; k++) {
        size_t n = 0;
        while (i + n < m->s.n && k + n < m->own.n && title_part_same(&m->s.w[i + n], &m->own.w[k + n]))
            n++;
        if (n > most) {
            most = n;
            *ret = (struct span){ m->own.w + k, n };
        }
    }
    return most;
}

size_t title_part_telling(struct span s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += !is_small(&s.w[i]);
    return n;
}

/* From the first to the n-th word that says something. */
static struct span core(struct span s, size_t n)
{
    size_t end = 0;

    while (s.n > 0 && is_small(s.w))
        s = span_from(s, 1);
    for (; end < s.n && n > 0; end++)
        n -= !is_small(&s.w[end]);
    return (struct span){ s.w, end };
}

/* ---- a part in another's place ---- */

/* Where a word begins and ends in the title, without the marks around it; what was spelt otherwise has them. */
static const char *begin_of(const struct phrase_word *w)
{
    return w->p >= w->from && w->p < w->to ? w->p : w->from;
}

static const char *end_of(const struct phrase_word *w)
{
    return w->p >= w->from && w->p < w->to ? w->p + w->n : w->to;
}

/* Whether it has words of the title beside the part that it is to replace: then it is all of a name. */
static bool has_more(const struct task_edit *m, struct span by, struct span old)
{
    for (size_t i = 0; i < by.n; i++) {
        bool in_old = false;
        for (size_t k = 0; k < old.n; k++)
            in_old |= title_part_same(&by.w[i], &old.w[k]);
        if (!in_old && !is_small(&by.w[i]) && edit_is_own(m, &by.w[i]))
            return true;
    }
    return false;
}

/* The title with the words `by` where it has `old`; a quotation that has more of the title is all of it. */
const char *title_part_put(const struct task_edit *m, struct span old, struct span by)
{
    const char *title = m->task->title, *text;

    if (old.n == 0 || by.n == 0 || !(text = span_text(m->r->a, by)))
        return NULL;
    if (by.n == 1 && by.w->is_quoted && has_more(m, words_of(m->r->a, text), old))
        return text;
    if (by.n == 1 && strchr(text, ':') && !memchr(old.w->p, ':', old.w->n) && slots_clock(m->r, by))
        return NULL; /* "15:30, not 14" of "the shower at no 14": a time */
    if (by.n == 1 && old.n == 1 && by.w->n > 1 && by.w->p[by.w->n - 1] == '\'') /* "the altos'" */
        text = arena_dup(m->r->a, by.w->p, by.w->n - 1);
    return arena_printf(m->r->a, "%.*s%s%s", (int)(begin_of(&old.w[0]) - title), title, text,
                        end_of(&old.w[old.n - 1]));
}

static bool is_amount(const struct phrase_word *w)
{
    return !w->is_quoted && w->n > 0 &&
           (isdigit((unsigned char)*w->p) || isdigit((unsigned char)w->p[w->n - 1]) || /* "12", "B12" */
            phrase_word_is(w, "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen"));
}

static bool adds_something(const struct task_edit *m, struct span by)
{
    for (size_t i = 0; i < by.n; i++)
        if (!is_small(&by.w[i]) && !edit_is_own(m, &by.w[i]))
            return true;
    return false;
}

/* As much of the one as of the other: "fourteen" of "fourteen copies" for "twelve", "gas" of "gas bill" for "electric".
 * Where both have a word in common, the new one begins with that: "flat 6" for "flat 5". */
const char *title_part_alike(const struct task_edit *m, struct span old, struct span by)
{
    size_t n = title_part_telling(old) < title_part_telling(by) ? title_part_telling(old) : title_part_telling(by);
    struct span left = core(old, n), right;

    if (n == 0)
        return NULL;
    if (left.n == 1 && isdigit((unsigned char)*left.w->p)) { /* a number stands for a number: "no. 88, not 87" */
        while (by.n > 0 && !is_amount(&by.w[by.n - 1]))
            by.n--;
        return by.n > 0 ? title_part_put(m, left, span_from(by, by.n - 1)) : NULL;
    }
    for (size_t i = 0; n > 1 && i < by.n; i++)
        if (left.n > 0 && title_part_same(&by.w[i], left.w)) {
            by = span_from(by, i);
            break;
        }
    while (title_part_telling(by) > n && by.n > 1 && edit_is_own(m, by.w) &&
           !title_part_same(by.w, left.w)) /* "harvest | lunch, not supper" */
        by = span_from(by, 1);
    /* what ends alike is the same thing: "give away the bike" for "sell the bike" */
    right = core(by, title_part_same(&by.w[by.n - 1], &old.w[old.n - 1]) ? title_part_telling(by) : n);
    left = core(old, title_part_same(&by.w[by.n - 1], &old.w[old.n - 1]) ? title_part_telling(old) : n);
    return adds_something(m, right) ? title_part_put(m, left, right) : NULL;
}

/* Where the words begin that are said to be right, before `end`: behind "it's", "say", a mark. */
static struct span said_before(const struct task_edit *m, size_t end)
{
    static const char leads[] = "it's|it|is|be|say|says|read|reads|should|must|make|has|have|had|needs|was|are|write|"
                                "that's|that|said|meant|mean|called|spelled|spelt|actually|sorry|i|put|want|wants|need|"
                                "we|only|get|just|to|with|into|by|use|go|going|let's|please|we're|i'm|change|replace";
    size_t from;

    while (end > 0 && (word_is_dash(&m->s.w[end - 1]) || phrase_word_is(&m->s.w[end - 1], "and")))
        end--;
    from = end;
    while (from > 0 && !phrase_word_is(&m->s.w[from - 1], leads) &&
           (from == end || !word_mark(&m->s.w[from - 1]) || word_mark(&m->s.w[from - 1]) == '.'))
        from--;
    return (struct span){ m->s.w + from, end - from };
}

/* The words up to the end of the clause, without what says where: "Moreira | in the eucalyptus one". */
struct span title_part_behind(const struct task_edit *m, size_t from)
{
    struct span s = m->s;
    size_t end = from;

    while (end < s.n) {
        bool is_tail = end > from && phrase_word_is(&s.w[end], "in|on|at|of|for|from") && end + 1 < s.n &&
                       (edit_is_own(m, &s.w[end + 1]) || phrase_word_is(&s.w[end + 1], "the|my|that|this|it|task"));
        if (is_tail ||
            (end > from && phrase_word_is(&s.w[end], "please|instead|there|thanks|now|can|could|will|would")))
            break;
        if (word_mark(&s.w[end++]))
            break;
    }
    return (struct span){ s.w + from, end - from };
}

size_t title_part_skip(const struct task_edit *m, size_t i)
{
    while (i < m->s.n && phrase_word_is(&m->s.w[i], "the|a|an|my|at|for|in|to") && !edit_is_own(m, &m->s.w[i]))
        i++;
    return i;
}

/* Behind what is denied, up to "but" in the same breath: "not Ann | I have to ring but ..."; s.n when none follows. */
static size_t before_but(struct span s, size_t from)
{
    for (size_t i = from; i < s.n && !(i > from && word_mark(&s.w[i - 1])); i++)
        if (phrase_word_is(&s.w[i], "but"))
            return i;
    return s.n;
}

/* "it's | a call with Ann |, not a meeting" */
static struct span behind_its(const struct task_edit *m, size_t end)
{
    size_t from = end;

    while (from > 0 && !phrase_word_is(&m->s.w[from - 1], "it's|that's"))
        from--;
    return (struct span){ m->s.w + from, from > 0 ? end - from : 0 };
}

/* What is said to be there instead, up to a word that the title has: "an ID card" for "passport". */
static const char *part_other(const struct task_edit *m, struct span old, struct span by)
{
    struct span right = by;
    size_t n = 0;

    while (right.n > 0 && is_small(right.w))
        right = span_from(right, 1);
    while (n < right.n && !is_small(&right.w[n]) && !edit_is_own(m, &right.w[n]))
        n++;
    right.n = n;
    return n > title_part_telling(old) ? title_part_put(m, core(old, title_part_telling(old)), right)
                                       : title_part_alike(m, old, by);
}

/* "... not OLD", "not OLD but NEW", "isn't OLD, it's NEW". */
static const char *by_denial(const struct task_edit *m)
{
    struct span s = m->s, old, rest;

    for (size_t i = 0; i + 1 < s.n; i++) {
        bool denies = phrase_word_is(&s.w[i], "not|isn't|aren't|wasn't|never");
        bool instead = phrase_word_is(&s.w[i], "instead|rather") && phrase_word_is(&s.w[i + 1], "of|than");
        size_t from = title_part_skip(m, i + 1 + instead), n;
        const char *title = NULL;
        if ((!denies && !instead) || (n = title_part_run(m, from, &old)) == 0 || title_part_telling(old) == 0)
            continue;
        if (span_begins(span_from(s, from + n),
                        "*any|more|anymore|longer|now but|it's|they're|rather *rather|it's|is|a|the", &rest) &&
            rest.n > 0)
            title = part_other(m, old, title_part_behind(m, s.n - rest.n));
        else if (denies && before_but(s, from + n) + 1 < s.n)
            title = title_part_alike(m, old, title_part_behind(m, before_but(s, from + n) + 1));
        if (!title && i > 0 && (phrase_word_is(&s.w[i], "not") || instead))
            title = title_part_alike(m, old, said_before(m, i));
        if (!title && phrase_word_is(&s.w[i], "not"))
            title = title_part_alike(m, old, behind_its(m, i));
        if (title)
            return title;
    }
    return NULL;
}

/* "change OLD to NEW", "replace OLD with NEW"; "OLD should be NEW" where they share a word. */
static const char *by_order(const struct task_edit *m)
{
    static const char verbs[] = "change|replace|correct|swap|rename|fix|substitute|edit|switch|turn|from|amend";
    struct span s = m->s, old, rest;

    for (size_t i = 0; i + 2 < s.n; i++) {
        bool orders = i > 0 && phrase_word_is(&s.w[i - 1], verbs);
        size_t from = orders ? title_part_skip(m, i) : i, n = title_part_run(m, from, &old);
        struct intent_slots aside;
        struct span by;
        if (n == 0 || title_part_telling(old) == 0)
            continue;
        if (orders ? !span_begins(span_from(s, from + n), "to|with|by|into|for", &rest)
                   : !span_begins(span_from(s, from + n), "should|must|shall|ought *to|now|actually|really be|say|read",
                                  &rest))
            continue;
        if (rest.n == 0 || phrase_word_is(rest.w, "say|read|be|says"))
            continue; /* all of the name follows */
        by = title_part_behind(m, s.n - rest.n);
        if (by.n == 0 || slots_are_all(m->r, by, &aside) || !adds_something(m, by) || has_more(m, by, old) ||
            (!orders && !title_part_same(by.w, old.w) && !title_part_same(&by.w[by.n - 1], &old.w[old.n - 1]) &&
             !(i > 0 && phrase_word_is(&s.w[i - 1], "word|name|spelling"))))
            continue;
        return title_part_put(m, old, by);
    }
    return NULL;
}

/* Another number beside the same word: "size 3" of "buy size 2 nappies", "4 t" of "order 3 t lime". */
static const char *by_amount(const struct task_edit *m)
{
    struct span s = m->s, own = m->own;

    if (!span_has(s, "make|should|now|be|instead|change|fix|actually|not|correct|needs|only|it's|rather"))
        return NULL; /* it may be something else of that kind */
    for (size_t i = 0; i + 1 < s.n; i++)
        for (size_t k = 0; k + 1 < own.n; k++)
            for (size_t at = 0; at < 2; at++) {
                const struct phrase_word *said = &s.w[i + at], *had = &own.w[k + at];
                if (is_amount(said) && is_amount(had) && !title_part_same(said, had) && !is_amount(&s.w[i + 1 - at]) &&
                    title_part_same(&s.w[i + 1 - at], &own.w[k + 1 - at]) && !is_small(&own.w[k + 1 - at]))
                    return title_part_put(m, (struct span){ had, 1 }, (struct span){ said, 1 });
            }
    return NULL;
}

/* Another number than the only one that it has: "12 eggs are too many, make it 6". */
static const char *by_number(const struct task_edit *m)
{
    const struct phrase_word *had = NULL, *said = NULL;
    bool is_told = false;

    for (size_t k = 0; k < m->own.n; k++) {
        if (is_amount(&m->own.w[k]) && had)
            return NULL;
        had = is_amount(&m->own.w[k]) ? &m->own.w[k] : had;
    }
    for (size_t i = 1; had && i < m->s.n; i++) {
        is_told |= title_part_same(&m->s.w[i - 1], had);
        if (is_amount(&m->s.w[i]) && !title_part_same(&m->s.w[i], had) &&
            phrase_word_is(&m->s.w[i - 1], "it|be|to|say|rather"))
            said = &m->s.w[i];
    }
    return is_told && said ? title_part_put(m, (struct span){ had, 1 }, (struct span){ said, 1 }) : NULL;
}

/* "s/NAS/SAN/" */
static const char *by_stroke(const struct task_edit *m)
{
    for (size_t i = 0; i < m->s.n; i++) {
        const char *p = m->s.w[i].from, *old, *by, *at;
        const char *middle = strncmp(p, "s/", 2) == 0 ? strchr(p + 2, '/') : NULL, *end;
        if (!middle || middle >= m->s.w[i].to)
            continue;
        end = memchr(middle + 1, '/', (size_t)(m->s.w[i].to - middle - 1));
        old = arena_dup(m->r->a, p + 2, (size_t)(middle - p - 2));
        by = arena_dup(m->r->a, middle + 1, (size_t)((end ? end : m->s.w[i].to) - middle - 1));
        at = *old ? strcasestr(m->task->title, old) : NULL;
        if (at)
            return arena_printf(m->r->a, "%.*s%s%s", (int)(at - m->task->title), m->task->title, by, at + strlen(old));
    }
    return NULL;
}

/* Behind an arrow: the new name of what stands before it, or of that part of the title. */
static const char *behind_arrow(const struct task_edit *m)
{
    struct span s = m->s;
    const char *old, *by, *at, *title = m->task->title;
    size_t i = 1, shared = 0;

    while (i < s.n && strncmp(s.w[i].from, "->", 2) != 0 && strncmp(s.w[i].from, "=>", 2) != 0)
        i++;
    if (i + 1 >= s.n)
        return NULL;
    for (size_t k = i + 1; k < s.n; k++)
        shared += edit_is_own(m, &s.w[k]) && !word_is_filler(&s.w[k]);
    old = span_text(m->r->a, (struct span){ s.w, i });
    by = span_text(m->r->a, title_part_behind(m, i + 1));
    at = old ? strcasestr(title, old) : NULL;
    if (!by ||
        (shared == 0 && !s.w[i + 1].is_quoted && !(at && word_is_number(&s.w[i - 1]) && word_is_number(&s.w[i + 1]))))
        return NULL;
    return at && !s.w[i + 1].is_quoted
               ? arena_printf(m->r->a, "%.*s%s%s", (int)(at - title), title, by, at + strlen(old))
               : by;
}

/* ---- what is quoted ---- */

/* Two quotations, the first of them a part of the title: "change 'a' to 'b'". */
static const char *quoted_part(const struct task_edit *m)
{
    const struct phrase_word *quoted[2] = { NULL, NULL };
    const struct phrase_word *old, *by;
    const char *title = m->task->title, *at;

    for (size_t i = 0; i < m->s.n; i++)
        if (m->s.w[i].is_quoted)
            quoted[quoted[0] != NULL] = &m->s.w[i];
    if (!quoted[1])
        return NULL;
    old = strcasestr(title, title_part_text(m, quoted[0])) ? quoted[0] : quoted[1];
    by = old == quoted[0] ? quoted[1] : quoted[0];
    if (span_has(m->s, "instead|rather")) { /* the new one stands first, whichever are in the title */
        old = quoted[1];
        by = quoted[0];
    }
    at = strcasestr(title, title_part_text(m, old));
    return at ? arena_printf(m->r->a, "%.*s%.*s%s", (int)(at - title), title, (int)by->n, by->p, at + old->n) : NULL;
}

bool title_part_is_all_own(const struct task_edit *m, const struct phrase_word *quoted)
{
    struct span words = words_of(m->r->a, title_part_text(m, quoted));

    for (size_t i = 0; i < words.n; i++)
        if (!edit_is_own(m, &words.w[i]))
            return false;
    return true;
}

/* "append 'at the back' to the title", "take 'old' out of it"; NULL when nothing of the kind is ordered. */
static const char *quoted_edit(const struct task_edit *m)
{
    const char *title = m->task->title, *at, *end;

    for (size_t i = 1; i < m->s.n; i++) {
        const struct phrase_word *w = &m->s.w[i];
        struct span rest = span_from(m->s, i + 1);
        if (!w->is_quoted || rest.n == 0)
            continue;
        if (phrase_word_is(&w[-1], "append|add|tack|put|stick") && span_has(rest, "title|name|end"))
            return arena_printf(m->r->a, "%s %s", title, title_part_text(m, w));
        at = strcasestr(title, title_part_text(m, w));
        if (!at || !phrase_word_is(&w[-1], "take|remove|drop|cut|delete|strip") ||
            !phrase_word_is(rest.w, "out|from|off"))
            continue;
        for (end = at + w->n; *end == ' ' && (at == title || at[-1] == ' '); end++)
            ;
        return arena_printf(m->r->a, "%.*s%s", (int)(at - title - (*end == '\0' && at > title && at[-1] == ' ')), title,
                            end);
    }
    return NULL;
}

/* Whether what is quoted at i is what it is to be called, whatever words it has: "shorten it to 'boiler man'". */
static bool is_called(struct span s, size_t i)
{
    return i > 0 && phrase_word_is(&s.w[i - 1], "to|be|say|read|as|called|just|it") &&
           span_has(s, "shorten|trim|cut|rename|retitle|call|reword|rephrase|should|simplify|title|name");
}

/* One word that the title has in another form takes that one's place: "it's 'hedges', plural". */
static const char *quoted_name(const struct task_edit *m)
{
    for (size_t i = 0; i < m->s.n; i++) {
        const struct phrase_word *w = &m->s.w[i];
        if (!w->is_quoted || (title_part_is_all_own(m, w) && !is_called(m->s, i)))
            continue;
        for (size_t k = 0; k < m->own.n && m->own.n > 1 && !memchr(w->p, ' ', w->n); k++)
            if (word_same(title_part_text(m, w), title_part_text(m, &m->own.w[k])))
                return title_part_put(m, (struct span){ &m->own.w[k], 1 }, (struct span){ w, 1 });
        return title_part_text(m, w);
    }
    return NULL;
}

/* ---- all together ---- */

const char *edit_part(const struct task_edit *m)
{
    const char *(*const ways[])(const struct task_edit *m) = { by_stroke,   behind_arrow,     quoted_edit,
                                                               quoted_part, correction_cleft, correction_written,
                                                               by_denial,   by_order };
    const char *title = NULL;

    for (size_t i = 0; i < COUNT_OF(ways) && !title; i++)
        title = ways[i](m);
    return title;
}

const char *edit_part_alone(const struct task_edit *m)
{
    const char *title = by_amount(m);

    if (!title)
        title = by_number(m);
    if (!title)
        title = correction_likeness(m);
    return title ? title : quoted_name(m);
}
