/* errand_cut.c - where one errand ends and the next begins.
 *
 * Sentences and lines are cut first. Inside a sentence a new clause begins behind a comma, "and", "then" or "but" only
 * where what follows is plainly an order of its own: "buy milk and bread" stays whole. What somebody is to do may go on
 * with any verb ("remind me to print the form and complete it"), so there the new order must point at tasks. A
 * condition, or what somebody else said, covers the rest of its sentence.
 *
 * Several tasks can be named at once: in lines below "add these:", after "tasks:", or as things to do in a row ("add
 * milk, call Ann and pay the rent").
 */
#include "base/attrs.h"
#include "lang/errand_parts.h"
#include <stdlib.h>
#include <string.h>

#define SENTENCE_JOINTS 14 /* looked at in one sentence: longer ones are prose */
#define REASONS 6          /* of these, where something may only be told: behind that it is a story */
#define JOINT_REACH 3 /* joints that a following order may itself have: "and move the milk and eggs task to Friday" */

struct cutting {
    const struct reading *r;
    struct clause *ret;
    size_t n;
    bool adds;             /* the lines that follow are tasks to add */
    struct errand_set all; /* and this holds for all of them */
    const char *before;    /* the task that was spoken of last: "don't delete 2, complete it" */
};

/* ---- sentences ---- */

static bool breaks_line(const struct phrase_word *w, const struct phrase_word *next)
{
    return memchr(w->to, '\n', (size_t)(next->from - w->to)) != NULL;
}

/* The day and the month of "25.11." */
static bool is_dotted(const struct phrase_word *w)
{
    return w->n >= 3 && w->n <= 5 && w->p[w->n - 1] != '.' && strspn(w->p, "0123456789.") >= w->n &&
           memchr(w->p, '.', w->n) && strtol((const char *)memchr(w->p, '.', w->n) + 1, NULL, 10) <= 12;
}

/* A full stop that ends no sentence: "no. 2", "Dr. Hall", "5 p.m. sharp", "3." */
static bool is_abbreviation(const struct phrase_word *w)
{
    if (phrase_word_is(w, "no|nr|num|dr|mr|mrs|ms|st|vs|approx|etc|e.g|i.e|a.m|p.m|jan|feb|mar|apr|jun|jul|aug|sep|"
                          "sept|oct|nov|dec|tel|inc|ltd|jr|prof|ave|rd|min|max|ref"))
        return true;
    return (w->n == 1 && !word_is_number(w)) || is_dotted(w);
}

static bool ends_sentence(const struct phrase_word *w)
{
    char mark = word_mark(w);

    if (mark == '.' && w->to - w->from > 2 && w->to[-2] == '.') /* "..." */
        return true;
    return mark == '!' || mark == '?' || mark == ';' || (mark == '.' && !is_abbreviation(w));
}

/* A mark at the beginning of a line: "-", "*", "1.", "[ ]". */
static size_t bullet(struct span s)
{
    size_t n = 0;

    while (n < s.n && n < 3 && s.n - n > 1 &&
           (s.w[n].n == 0 || phrase_word_is(&s.w[n], "-|+|x|o|–|—|•|·|>") ||
            (word_is_number(&s.w[n]) && s.w[n].to > s.w[n].from && strchr(".):", s.w[n].to[-1]))))
        n++;
    return n;
}

/* ---- joints ---- */

/* Words that only join. */
static size_t joint_words(struct span s)
{
    size_t n = 0;

    while (n < s.n && n < 4 && phrase_word_is(&s.w[n], "and|then|but|plus|also|so|afterwards|next|finally|lastly"))
        n++;
    return n;
}

/* Whether a clause may begin at i; *ret_skip words of it only join. */
static bool is_joint(struct span s, size_t i, size_t *ret_skip)
{
    char mark = word_mark(&s.w[i - 1]);

    *ret_skip = joint_words(span_from(s, i));
    if (phrase_word_is(&s.w[i], "so") && *ret_skip == 1 && i + 1 < s.n &&
        phrase_word_is(&s.w[i + 1],
                       "tick|complete|mark|close|check|cross|delete|remove|please|you|put|change|move|can|that"))
        return true;
    if (phrase_word_is(&s.w[i], "finally|next|lastly|also|so") && *ret_skip == 1 && mark != ',')
        return false;
    return *ret_skip > 0 || mark == ',' || s.w[i].n == 0 || (mark == '-' && s.w[i - 1].n == 0);
}

static size_t next_joint(struct span s, size_t i)
{
    size_t skip;

    while (++i < s.n && !is_joint(s, i, &skip))
        continue;
    return i < s.n ? i : s.n;
}

static bool is_pronoun(const char *about)
{
    static const char *const pronouns[] = { "it",    "that",     "this",     "them",    "those",
                                            "these", "that one", "this one", "the same" };

    for (size_t i = 0; about && i < COUNT_OF(pronouns); i++)
        if (strcasecmp(about, pronouns[i]) == 0)
            return true;
    return false;
}

/* How an order of its own begins here, if one does: it may point at tasks, only be an order, or state something whose
 * beginning may stand before ("1, 2 and 3 are done"). */
enum order { ORDER_NONE, ORDER_STATES, ORDER_PLAIN, ORDER_POINTED };

static enum order order_at(const struct reading *r, struct span s)
{
    size_t end = 0;

    for (size_t reach = 0; reach < JOINT_REACH && end < s.n; reach++) {
        struct clause follows;
        end = next_joint(s, end);
        if (!clause_read(r, (struct span){ s.w, end }, &follows) || follows.is_loose ||
            follows.errand.confidence < 0.80)
            continue;
        if (follows.rule ? reach > 0 && *follows.rule->pattern == '<' : lead_read(s).manner != MANNER_DUTY)
            continue;
        if (follows.rule && *follows.rule->pattern == '<')
            return ORDER_STATES;
        if (phrase_word_is(s.w, "i|i've|we|we've|i'll|we'll")) /* whoever speaks begins anew */
            return ORDER_POINTED;
        return follows.is_pointed && !is_pronoun(follows.errand.about) ? ORDER_POINTED : ORDER_PLAIN;
    }
    return ORDER_NONE;
}

/* "don't", but not "don't forget". */
static bool is_negated(struct span s, struct span *ret_rest)
{
    struct span rest;

    if (span_begins(s, "*please|and|but don't|never let|forget", &rest))
        return false;
    return (span_begins(s, "*please|and|but don't|never|not", ret_rest) ||
            span_begins(s, "*please|and|but do not", ret_rest)) &&
           ret_rest->n > 0;
}

/* ---- several tasks in one ---- */

static void keep(struct cutting *c, const struct clause *clause)
{
    if (c->n < ERRANDS)
        c->ret[c->n++] = *clause;
}

static bool is_separator(struct span s, size_t i)
{
    return i > 0 && (word_mark(&s.w[i - 1]) == ',' || phrase_word_is(&s.w[i], "and"));
}

/* The next piece of a list of tasks, from *at on. */
static struct span next_piece(struct span s, size_t *at)
{
    size_t from = *at, to;

    while (from < s.n && phrase_word_is(&s.w[from], "and|then|also"))
        from++;
    for (to = from + 1; to < s.n && !is_separator(s, to);)
        to++;
    *at = to;
    return (struct span){ s.w + from, from < s.n ? to - from : 0 };
}

/* A piece that is a task by itself: a quotation, or a verb with what it is done to. */
static bool is_thing_to_do(const struct reading *r, struct span piece)
{
    struct errand_set aside;

    if (piece.w->is_quoted)
        return piece.n == 1 || slots_are_all(r, span_from(piece, 1), &aside);
    return piece.n > 1 && word_deed(piece.w) != DEED_NONE && !phrase_word_is(&piece.w[1], "it|that|this|them");
}

/* Things to do in a row: between commas, or each with a day of its own. The first may be a mere thing: "add milk, call
 * Ann". */
static bool is_row(const struct reading *r, struct span s)
{
    size_t at = 0, pieces = 0, dated = 0, others = 0;
    struct errand_set aside;
    bool has_comma = false;

    for (size_t i = 0; i + 1 < s.n; i++)
        has_comma |= word_mark(&s.w[i]) == ',';
    while (at < s.n && pieces <= ERRANDS) {
        struct span piece = next_piece(s, &at);
        if (piece.n == 0)
            continue;
        if (slots_are_all(r, piece, &aside)) /* "every Sunday at 7, open up" */
            return false;
        if (!is_thing_to_do(r, piece) && (pieces++ > 0 || word_deed(piece.w) != DEED_NONE))
            return false;
        others += !is_thing_to_do(r, piece);
        pieces += is_thing_to_do(r, piece);
        dated += slots_end_dated(r, piece);
    }
    return pieces > 1 && (has_comma || (dated == pieces && others == 0));
}

static void keep_pieces(struct cutting *c, const struct clause *whole)
{
    bool is_reminder = whole->rule && (whole->rule->flags & RULE_REMINDS);

    for (size_t at = 0; at < whole->title.n;) {
        struct span piece = next_piece(whole->title, &at);
        struct clause one = *whole;
        if (piece.n == 0)
            continue;
        fill_create(c->r, piece, whole->errand.confidence, is_reminder, &one);
        one.errand.said = whole->errand.said;
        if (one.errand.set.title)
            keep(c, &one);
    }
}

/* ---- clauses ---- */

/* "It" is what was spoken of before in the same message, where that was a task that is there. */
static void bind_pronoun(struct cutting *c, struct errand *e)
{
    if (e->kind == ERRAND_CREATE)
        c->before = NULL;
    else if (is_pronoun(e->about) && c->before)
        e->about = c->before;
    else if (e->about && !is_pronoun(e->about))
        c->before = e->about;
}

static bool becomes(struct errand *e, enum errand_kind kind, const char *about)
{
    e->kind = kind;
    e->about = about;
    return true;
}

/* "The bloods are sent off, tick that": what only says the same again of the task before is one errand with that. */
static bool says_again(struct cutting *c, const struct errand *e)
{
    struct errand *before = c->n > 0 ? &c->ret[c->n - 1].errand : NULL;
    bool is_same = before && before->kind == e->kind;

    if (!before || (before->kind == ERRAND_REOPEN && e->kind == ERRAND_UNDO && !e->about))
        is_same = before != NULL;
    else if (before->kind == ERRAND_DELETE && is_pronoun(before->about) && e->kind == ERRAND_UNDO && !e->about)
        is_same = becomes(before, ERRAND_UNDO, NULL); /* "cancel that, bring it back" */
    else if (!before->about || !is_pronoun(e->about))
        return false;
    else if (before->kind == ERRAND_UNDO && e->kind == ERRAND_REOPEN)
        is_same = becomes(before, ERRAND_REOPEN, before->about);
    if (!is_same || (e->kind == ERRAND_UPDATE && e->set.title))
        return false;
    if (e->kind == ERRAND_UPDATE)
        errand_join_sets(&before->set, &e->set);
    if (e->confidence > before->confidence) {
        before->confidence = e->confidence;
        before->n_others = 0;
    }
    return true;
}

static void read_piece(struct cutting *c, const struct reading *r, struct span s)
{
    struct clause clause;
    struct span rest;

    if (s.n == 0)
        return;
    if (is_negated(s, &rest) && clause_read(r, rest, &clause) && clause.rule && clause.errand.about)
        c->before = clause.errand.about;
    if (!clause_read(r, s, &clause))
        return;
    if (says_again(c, &clause.errand))
        return;
    bind_pronoun(c, &clause.errand);
    if (clause.errand.kind == ERRAND_CREATE && clause.title.n > 0 &&
        ((clause.rule && (clause.rule->flags & RULE_SEVERAL)) || is_row(r, clause.title)))
        keep_pieces(c, &clause);
    else
        keep(c, &clause);
}

/* What somebody else said or wants, and what is only supposed. */
static bool is_void(struct span s)
{
    static const char speech[] =
        "said|says|told|thinks|claims|claimed|suggested|wrote|joked|keeps|mentioned|asks|saying";
    struct span behind = { s.w + 1, s.n - 1 < 4 ? s.n - 1 : 4 };

    return lead_read(s).is_void || span_has(behind, speech);
}

/* Whether a new order may begin behind what was said so far. What somebody is to do may go on with any verb. */
static bool may_follow(const struct reading *r, struct span so_far, enum order order, bool then)
{
    struct clause left;
    bool reads = clause_read(r, so_far, &left);

    if (order == ORDER_STATES)
        return reads && (left.rule || left.errand.confidence >= 0.80) && !left.is_loose;
    if (then || !reads || left.errand.kind != ERRAND_CREATE || left.title.n == 0)
        return true;
    if (left.is_opened)
        return false;
    return order == ORDER_POINTED || !(left.is_deed || word_deed(left.title.w) != DEED_NONE);
}

/* ---- remarks ---- */

/* Why something is to go, where no comma says it: "delete the lines i got cut from the play". */
static bool is_reason(struct span s, size_t i)
{
    return i > 1 &&
           (phrase_word_is(&s.w[i], "because") ||
            (phrase_word_is(&s.w[i], "i|we|they|he|she|it's|i've|i'm|we've|she's|he's|they're|we're") &&
             phrase_word_is(lead_read(s).rest.w,
                            "delete|remove|scrap|bin|drop|erase|ditch|scrub|trash|axe|rm|del|kill") &&
             !phrase_word_is(&s.w[i - 1], "one|ones|task|tasks|that|what|which|things|thing|everything|all|items|stuff|"
                                          "and|when|if|so|until|till|before|after|the|reminder|todo|to-do")));
}

/* "get rid of it, they've sent one" */
static bool tells_why(struct span s, size_t start, size_t i)
{
    static const char goes[] =
        "delete|remove|scrap|bin|drop|erase|ditch|scrub|trash|axe|rm|del|kill|cancel|get|take|forget";

    return word_mark(&s.w[i - 1]) == ',' && phrase_word_is(lead_read(span_from(s, start)).rest.w, goes) &&
           phrase_word_is(&s.w[i], "it's|it|they|he|she|they're|he's|she's|they've|that's");
}

/* What is only told behind an order or a statement: "..., customer cancelled", "..., and it looks amazing". */
static bool is_remark(const struct reading *r, struct span so_far, struct span rest)
{
    static const char told[] =
        "it|it's|its|i|i'm|i've|i'd|i'll|we|we've|we're|they|they're|he|she|he's|she's|is|was|are|were|has|have|had|"
        "another|won't|don't|doesn't|didn't|isn't|looks|went|fine|good|great|sorry|wrong|cancelled|canceled|same|them|"
        "because|someone|somebody|already|too|that's|there's|who's|not|nobody|happy|lovely|amazing|finally|sadly";
    struct clause left;
    struct errand_set aside;
    size_t end = next_joint(rest, 0);

    rest.n = end < rest.n ? end : rest.n;
    return span_has(rest, told) && !slots_are_all(r, rest, &aside) && clause_read(r, so_far, &left) && left.rule &&
           left.errand.confidence >= 0.80 && left.errand.kind != ERRAND_CREATE && !left.is_loose;
}

static bool is_back_and_forth(const struct reading *r, struct span s)
{
    struct clause whole;

    return s.n < 20 && clause_read(r, s, &whole) && whole.errand.kind == ERRAND_REDO;
}

static void read_sentence(struct cutting *c, struct span s)
{
    struct reading r = *c->r;
    size_t start = 0, skip, joints = 0, first = 0, before = c->n;
    bool told = false;
    struct clause left;

    if (is_void(s))
        return;
    r.is_polite = lead_read(s).manner == MANNER_POLITE;
    for (size_t i = 1; i < s.n && c->n < ERRANDS && joints < SENTENCE_JOINTS; i++) {
        struct span so_far = { s.w + start, i - start }, rest;
        bool reasons = joints < REASONS && (is_reason(span_from(s, start), i - start) || tells_why(s, start, i));
        if ((!is_joint(s, i, &skip) && !reasons) || i + skip >= s.n)
            continue;
        joints++;
        first = first > 0 ? first : i;
        enum order order = reasons && lead_read(span_from(s, i)).manner != MANNER_DUTY
                               ? ORDER_NONE
                               : order_at(&r, span_from(s, i + skip));
        bool then = span_has((struct span){ s.w + i, skip }, "then|also|but|plus|afterwards");
        bool remarks = order == ORDER_NONE && !told && is_remark(&r, so_far, span_from(s, i + skip)) &&
                       !is_back_and_forth(&r, span_from(s, start));
        if (told ? order == ORDER_NONE
                 : !remarks && (order == ORDER_NONE ? !is_negated(span_from(s, i + skip), &rest)
                                                    : !may_follow(&r, so_far, order, then)))
            continue;
        if (!told)
            read_piece(c, &r, so_far);
        told = remarks;
        start = i + skip;
        i = start;
    }
    if (!told)
        read_piece(c, &r, span_from(s, start));
    if (c->n == before && first > 0 && clause_read(&r, (struct span){ s.w, first }, &left) && left.rule &&
        left.errand.kind == ERRAND_COMPLETE && left.errand.confidence >= 0.80)
        read_piece(c, &r, (struct span){ s.w, first }); /* what is said behind it is beyond us */
}

/* ---- lines ---- */

/* "add these:", "my tasks for today:", "todo:" above a list of lines. */
static bool heads_list(struct span s, bool is_last)
{
    struct span rest;

    return !is_last && word_mark(&s.w[s.n - 1]) == ':' && s.n < 12 &&
           (span_begins(s, "*please|can|could|you add|create|put|note|make|new|remind", &rest) ||
            span_has(s, "tasks|todo|todos|to-do|to-dos|list|things|items|reminders|following|these"));
}

/* What the line above the others says of all of them: "for tomorrow:". */
static void read_head(struct cutting *c, struct span s)
{
    c->adds = true;
    for (size_t i = 0; i < s.n; i++)
        if (slots_are_all(c->r, span_from(s, i), &c->all))
            return;
}

static void add_line(struct cutting *c, struct span s)
{
    struct clause one = { 0 };
    struct errand_set *set = &one.errand.set;

    fill_create(c->r, s, 0.95, false, &one);
    one.errand.said = set->title;
    set->due = set->due ? set->due : c->all.due;
    set->priority = set->priority ? set->priority : c->all.priority;
    if (set->title)
        keep(c, &one);
}

static void read_line(struct cutting *c, struct span s, bool is_last)
{
    size_t from = 0;

    s = span_from(s, bullet(s));
    if (s.n == 0)
        return;
    if (heads_list(s, is_last)) {
        read_head(c, s);
        return;
    }
    if (c->adds) {
        add_line(c, s);
        return;
    }
    for (size_t i = 0; i < s.n && c->n < ERRANDS; i++)
        if (i + 1 == s.n || ends_sentence(&s.w[i])) {
            read_sentence(c, (struct span){ s.w + from, i + 1 - from });
            from = i + 1;
        }
}

void cut_read(const struct reading *r, struct span s, struct clause *ret, size_t *ret_n)
{
    struct cutting c = { .r = r, .ret = ret };
    size_t from = 0;

    for (size_t i = 0; i < s.n && c.n < ERRANDS; i++)
        if (i + 1 == s.n || breaks_line(&s.w[i], &s.w[i + 1])) {
            read_line(&c, (struct span){ s.w + from, i + 1 - from }, i + 1 == s.n);
            from = i + 1;
        }
    *ret_n = c.n;
}
