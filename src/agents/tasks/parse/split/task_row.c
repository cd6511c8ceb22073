/* task_row.c - several new tasks in one clause: "add milk, call Ann and pay the rent".
 *
 * The titles stand in a row between commas and "and". Each is an action, a quotation, or has a date of its own. What is
 * said before all of them ("tomorrow: ...") or behind the last ("..., both today") holds for each that says nothing
 * else; such a date may be completed by a title's own time.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include <string.h>
#include <strings.h>

#define ROW_WEAK 0.70  /* how sure a new task is at least that several of them make sure, */
#define ROW_LEAST 0.82 /* so sure */
#define ROW_SURE 0.93  /* how sure tasks are that something is said of together */

#define ROW_JOINS "and|+|plus"

static bool is_separator(struct span s, size_t i)
{
    return i > 0 &&
           (word_mark(&s.w[i - 1]) == ',' || word_mark(&s.w[i - 1]) == ';' || phrase_word_is(&s.w[i], ROW_JOINS));
}

static struct span until_separator(struct span s)
{
    size_t n = 1;

    while (n < s.n && !is_separator(s, n))
        n++;
    return (struct span){ s.w, n < s.n ? n : s.n };
}

/* A verb by where it stands, whatever it means: "calibrate the scales", "bump a version". Nothing else stands before an
 * article but what joins, points or counts, and what is done an hour earlier. */
static bool is_verb(const struct message_parser *r, struct span s)
{
    struct intent_slots aside = { 0 };
    const struct phrase_word *w = s.w;

    if (w->is_quoted || word_mark(w) || word_is_filler(w) || word_is_number(w) || word_joins(w) || word_done_deed(w) ||
        word_been(w) || word_participle(r->a, w) || (w->n > 4 && strncasecmp(w->p + w->n - 3, "ing", 3) == 0))
        return false;
    return phrase_word_is(&w[1], "the|a|an|my|our|your|his|her|their|some|myself|ourselves") &&
           !slots_shift(r, span_from(s, 1)) &&
           slot_words(&(struct slots){ .r = r, .set = &aside }, span_from(s, 1), WHERE_EDGE) == 0;
}

static bool begins_deed(const struct message_parser *r, struct span s)
{
    return s.w->is_quoted || (s.n > 1 && (word_deed(s.w) != DEED_NONE || is_verb(r, s)));
}

static size_t skip_joints(struct span s, size_t from)
{
    while (from < s.n && phrase_word_is(&s.w[from], ROW_JOINS "|then|also|add|oh"))
        from++;
    if (from + 1 < s.n && s.w[from + 1].is_quoted && phrase_word_is(&s.w[from], "put|stick|pop|note|jot"))
        from++;
    return from;
}

/* "on Friday to feed the cat", "at 7 I must feed it": the verb behind the day. */
static struct span behind_when(const struct message_parser *r, struct span piece)
{
    struct intent_slots aside = { 0 };
    size_t n = slot_words(&(struct slots){ .r = r, .set = &aside }, piece, WHERE_EDGE);
    struct span rest = span_from(piece, n);

    if (n == 0 || n + 2 > piece.n)
        return piece;
    if (span_begins(rest, "i|we must|should|will|'ll", &rest) ||
        span_begins(rest, "i|we have|need|got|want to", &rest) || span_begins(rest, "to", &rest) ||
        word_deed(rest.w) == DEED_SURE || (rest.n > 1 && is_verb(r, rest)))
        return rest.n > 1 ? rest : piece;
    return piece;
}

/* Whether something to do begins behind the "and" at i, perhaps with its day. */
static bool stands_apart(const struct message_parser *r, struct span s, size_t i)
{
    size_t from = skip_joints(s, i);
    struct span rest = behind_when(r, span_from(s, from < s.n ? from : s.n - 1));

    return phrase_word_is(&s.w[i + 1], "also|then|plus") || phrase_word_is(rest.w, "to|i|we") || begins_deed(r, rest);
}

/* "... and to shut the coop": a verb, whether it is known or not. */
static bool is_to_verb(const struct phrase_word *to, const struct phrase_word *end)
{
    return to + 2 < end && phrase_word_is(to, "to") && !phrase_word_is(&to[1], "the|a|an|my|our|his|her|their") &&
           phrase_word_is(&to[2], "the|a|an|my|our|his|her|their");
}

/* A day, or a tag: with that a piece ends, and what follows "and" is another one. */
static bool is_closed(const struct message_parser *r, struct span piece)
{
    return word_is_hashtag(&piece.w[piece.n - 1]) || row_without_same_day(piece).n < piece.n ||
           slots_end_dated(r, piece);
}

/* The next piece of a list of tasks, from *at on. What is only said of it is a part of that, where another one follows
 * or a quotation stands before: "wash the dog, by Friday, and ...". With `joins` so is a mere thing behind "and": "buy
 * milk and eggs today and call Ann". */
static struct span next_piece(const struct message_parser *r, struct span s, bool joins, size_t *at)
{
    size_t from = skip_joints(s, *at), to;

    if (*at > 0 && from + 2 < s.n && phrase_word_is(&s.w[from], "to") &&
        (!joins || word_deed(&s.w[from + 1]) != DEED_NONE || is_to_verb(&s.w[from], s.w + s.n)))
        from++; /* "remind me to ... and to ..." */
    if (*at > 0 && from + 2 < s.n && phrase_word_is(&s.w[from], "that") &&
        phrase_word_is(&s.w[from + 1], "the|my|our|a|an|i|we|his|her|their|all|every|some"))
        from++; /* "note that ..., and that ..." */
    to = from < s.n ? from + until_separator(span_from(s, from)).n : s.n;
    while (from < s.n && to < s.n && !phrase_word_is(&s.w[to], ROW_JOINS)) {
        struct span more = until_separator(span_from(s, to)), piece = { s.w + from, to - from };
        struct intent_slots aside = { 0 };
        if (!slots_are_all(r, more, &aside) ||
            (!s.w[from].is_quoted && (to + more.n == s.n || slots_are_all(r, piece, &aside))))
            break;
        to += more.n;
    }
    joins &= *at == 0 || (from < s.n && begins_deed(r, span_from(s, from)));
    while (joins && to + 1 < s.n && phrase_word_is(&s.w[to], ROW_JOINS) && word_mark(&s.w[to - 1]) != ',' &&
           !is_closed(r, (struct span){ s.w + from, to - from }) && !stands_apart(r, s, to))
        to += until_separator(span_from(s, to + 1)).n + 1;
    *at = to;
    return (struct span){ s.w + from, from < s.n ? to - from : 0 };
}

/* A piece that is a task by itself: a quotation, or a verb with what it is done to. "It" is what the task before is
 * about, but where that has ended it is a task all the same: "fetch the keys at 4 and bring them back tomorrow". */
static bool is_thing_to_do(const struct message_parser *r, struct span piece, bool is_apart)
{
    struct intent_slots aside;

    if (piece.w->is_quoted)
        return piece.n == 1 || slots_are_all(r, span_from(piece, 1), &aside);
    piece = behind_when(r, piece);
    return begins_deed(r, piece) && (is_apart || !phrase_word_is(&piece.w[1], "it|that|this|them"));
}

/* Only when it is to be: "by Friday", "maybe Saturday", "latest by Friday". */
static bool is_only_when(const struct message_parser *r, struct span piece)
{
    struct intent_slots aside;

    while (piece.n > 1 && phrase_word_is(piece.w, "maybe|perhaps|probably|ideally|preferably|latest|or|so|say|best"))
        piece = span_from(piece, 1);
    return slots_are_all(r, piece, &aside);
}

/* What the pieces of what may be a row are like. */
struct row {
    size_t deeds, others; /* things to do, and anything else */
    size_t dated, quoted;
    size_t alike;   /* deeds behind the first that begin with the same verb */
    size_t led;     /* deeds behind the first that stand behind a day of their own */
    size_t undated; /* of the others, */
    size_t strays;  /* and those behind something else */
    bool has_comma;
    bool closes;   /* a day stands at the end of one that another follows: there it ends */
    bool is_dated; /* the last one's own day or time */
    struct span first, last;
};

static bool has_comma(struct span s)
{
    for (size_t i = 0; i + 1 < s.n; i++)
        if (word_mark(&s.w[i]) == ',' || word_mark(&s.w[i]) == ';' ||
            (phrase_word_is(&s.w[i], "and") && phrase_word_is(&s.w[i + 1], "also|then")))
            return true;
    return false;
}

/* "The fern is dying": no deed, whatever was said before it. */
static bool tells(struct span piece)
{
    return span_has(piece, "is|are|was|were|it's|isn't|aren't");
}

/* "... and back on Friday", "... and closes at 6": more of what stands before it. */
static bool goes_on(struct span piece)
{
    return phrase_word_is(piece.w,
                          "back|again|until|till|from|to|not|maybe|perhaps|once|opens|closes|starts|ends|begins|"
                          "leaves|arrives|returns|lasts|runs|finishes|one|another|then|possibly");
}

/* "Met Ann at 3": nothing to come. */
static bool reports(struct span piece)
{
    return (word_done_deed(piece.w) && word_deed(piece.w) == DEED_NONE) ||
           span_has(piece, "he|she|they|was|were|did|had|has|went|came|met|saw|said|got|isn't|won't|don't|not");
}

static bool is_same_word(const struct phrase_word *a, const struct phrase_word *b)
{
    return a->n == b->n && strncasecmp(a->p, b->p, a->n) == 0;
}

/* Counts one more piece, whose first is something to do where that was said; false when with that it is no row. */
static bool row_add(const struct message_parser *r, struct row *row, struct span piece, bool is_to_do)
{
    bool is_first = row->deeds + row->others == 0, is_dated = is_closed(r, piece);
    bool is_deed = is_thing_to_do(r, piece, row->is_dated && is_dated) ||
                   (is_first ? is_to_do && piece.n > 1 && !tells(piece)
                             : is_to_verb(piece.w - 1, piece.w + piece.n)); /* a piece stands before it */
    bool is_led = behind_when(r, piece).n < piece.n || (row->is_dated && row_behind_date(r, piece).n < piece.n);

    is_dated |= is_led && !is_first;
    if (is_only_when(r, piece) || phrase_word_is(piece.w, "or|nor|but") ||
        (!is_first && phrase_word_is(piece.w, "what|what's|which|who|when|where|why|how")))
        return false; /* "every Sunday at 7, open up", "on Monday, or Tuesday at the latest" */
    if (row->others > 0 && row->deeds == 0 && phrase_word_is(piece.w, "bring|take|wear|pack"))
        return false; /* "meeting on Tuesday at 11, take the folder along": a part of what it is */
    if (!is_deed && ((!is_first && goes_on(piece)) || reports(piece)))
        return false;
    if (!is_deed && (!is_first || word_deed(piece.w) != DEED_NONE || tells(piece)) && !is_dated)
        return false;
    row->closes |= row->is_dated;
    row->is_dated = is_dated && !is_led; /* "tomorrow buy stamps and ...": that is of both */
    row->deeds += is_deed;
    row->others += !is_deed;
    row->dated += is_dated;
    row->undated += !is_deed && !is_dated;
    row->strays += !is_deed && !is_first;
    row->quoted += piece.w->is_quoted;
    row->led += !is_first && is_deed && is_led;
    row->alike += !is_first && is_deed && is_same_word(piece.w, row->first.w);
    row->first = is_first ? piece : row->first;
    row->last = piece;
    return true;
}

/* "Go to town and buy stamps", "ring the hall and book a table", "print it and take two of them along": together they
 * are one. Where the first has its own day, only what is said on that day: "meet Ann on Friday and ask for the keys".
 */
static bool serves_last(const struct row *row)
{
    static const char ways[] = "go|come|drive|head|pop|run|walk|stop|stay|wait|sit|try|start|log|remember|use|take";
    static const char meets[] =
        "call|ring|phone|email|e-mail|mail|text|message|write|contact|visit|meet|see|speak|talk|"
        "reply|answer|respond";
    static const char says[] = "ask|tell|discuss|explain|say|thank|apologise|apologize|let|wish|complain|remind";
    static const char arranges[] = "book|cancel|arrange|confirm|order|check|find|make|request|reserve|invite|"
                                   "reschedule|schedule|see|get|set|agree|fix|sort|negotiate|sign";
    struct span first = row->first, last = row->last;

    if (phrase_word_is(first.w, meets) && phrase_word_is(last.w, says))
        return true;
    if (phrase_word_is(first.w, ways) && !(row->closes && row->is_dated))
        return true;
    return !row->closes && ((phrase_word_is(first.w, meets) && phrase_word_is(last.w, arranges)) ||
                            (first.n == 2 && phrase_word_is(&first.w[1], "up|out|off|down|in|back|away|around|over")) ||
                            span_has(last, "it|its|them|their|him|his|her|one|ones|there"));
}

bool row_is(const struct message_parser *r, struct span s, bool is_to_do)
{
    struct row row = { .has_comma = has_comma(s) };

    for (size_t at = 0; at < s.n && row.deeds + row.others <= MESSAGE_INTENTS;) {
        struct span piece = next_piece(r, s, true, &at);
        if (piece.n > 0 && !row_add(r, &row, piece, is_to_do))
            return false;
    }
    if (row.deeds + row.others < 2)
        return false;
    if (row.dated == row.deeds + row.others && row.strays > 0) /* "the tyres on Monday and the oil on Tuesday" */
        return true;
    if (row.others > 1 || (row.others == 1 && row.deeds == 0)) /* "Lea on the 24th, Paul on the 25th" */
        return row.has_comma && row.undated == 0 && row.dated > 1;
    if (row.has_comma || row.quoted == row.deeds + row.others)
        return true;
    if (row.undated > 0 || row.strays > 0)
        return false;
    if (row.others == 0 && row.alike + 1 == row.deeds) /* "ring Ann and ring Bob" */
        return true;
    return row.led > 0 || ((row.closes || (row.others == 0 && row.is_dated)) && !serves_last(&row));
}

/* "list for today: toner, coffee, call Ann": things may stand there by themselves, but not behind something to do, of
 * which they could be a part. */
bool row_listed(const struct message_parser *r, struct span s)
{
    size_t pieces = 0, deeds = 0;
    struct intent_slots aside;
    bool has_comma = false; /* "dinner with Ann and Bob" is one */

    for (size_t i = 0; i + 1 < s.n; i++)
        has_comma |= word_mark(&s.w[i]) == ',' || word_mark(&s.w[i]) == ';';
    for (size_t at = 0; has_comma && at < s.n && pieces <= MESSAGE_INTENTS;) {
        struct span piece = next_piece(r, s, false, &at);
        bool is_deed = piece.n > 0 && is_thing_to_do(r, piece, false);
        if (piece.n == 0)
            continue;
        if (slots_are_all(r, piece, &aside) || phrase_word_is(piece.w, "or|nor|but") ||
            (deeds > 0 && !is_deed && !slots_end_dated(r, piece)))
            return false;
        deeds += is_deed;
        pieces++;
    }
    return pieces > 1 && pieces <= MESSAGE_INTENTS;
}

/* ---- what is said of all of them ---- */

/* "both today", "all for Friday", "separate items". */
static bool is_of_all(const struct message_parser *r, struct span s, struct intent_slots *ret)
{
    struct span rest;

    *ret = (struct intent_slots){ 0 };
    if (span_begins(s, "*as|in|two|three separate|individual|different tasks|items|entries|reminders|ones|things",
                    &rest))
        return rest.n == 0;
    return span_begins(s, "both|all|each *of|them|these|those|three|four|are|is|due", &rest) && rest.n > 0 &&
           slots_are_all(r, rest, ret);
}

/* How many words stand before what is said of all; s.n where nothing is. */
static size_t before_all(const struct message_parser *r, struct span s, struct intent_slots *ret)
{
    for (size_t i = s.n; i-- > 2;)
        if (word_mark(&s.w[i - 1]) == ',' || word_is_dash(&s.w[i - 1]))
            return is_of_all(r, span_from(s, i + boundary_words(span_from(s, i))), ret) ? i : s.n;
    return s.n;
}

/* Whether each is something to do, and none an order about tasks. */
static bool are_deeds(const struct message_parser *r, struct span s)
{
    size_t n = 0;

    for (size_t at = 0; at < s.n;) {
        struct span piece = next_piece(r, s, false, &at);
        struct clause c;
        if (piece.n == 0)
            continue;
        if (!is_thing_to_do(r, piece, false) ||
            phrase_word_is(piece.w, "move|push|shift|postpone|put|set|make|change") || !clause_read(r, piece, &c) ||
            c.intent.kind != INTENT_CREATE)
            return false;
        n++;
    }
    return n > 1;
}

bool row_of_all(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct span row = lead_read(s).rest;
    struct intent_slots all;
    size_t n = before_all(r, row, &all);

    if (n == row.n)
        return false;
    row.n = n;
    if (span_begins(row, "add|note", &row) && row.n == 0)
        return false;
    if (!are_deeds(r, row))
        return false;
    *ret = (struct clause){ .is_pointed = true, .is_row = true, .title = row, .ahead = all };
    ret->intent.confidence = ROW_SURE;
    ret->intent.said = span_text(r->a, s);
    return true;
}

/* ---- one of them ---- */

/* Whether a piece only says something of the task before; then that has it. */
static bool is_said_of(const struct message_parser *r, struct span piece, struct intent_slots *set)
{
    struct slots slots = { .r = r, .set = set };

    return slot_words(&slots, piece, WHERE_APART) == piece.n && slot_at(&slots, piece, WHERE_APART) > 0;
}

size_t row_read(const struct message_parser *r, const struct clause *whole, struct clause *ret, size_t size)
{
    bool is_reminder = whole->rule && (whole->rule->flags & RULE_REMINDS);
    struct intent_slots all = whole->ahead;
    struct span title = row_behind_head(r, whole->title, &all);
    bool joins = row_is(r, title, whole->is_deed);
    size_t first = placing_on_days(r, title) ? 1 : 0;
    double confidence = whole->intent.confidence;
    bool counts = false;
    size_t n = 0;

    if (joins && (confidence >= ROW_WEAK || first > 0) && confidence < ROW_LEAST)
        confidence = ROW_LEAST;

    for (size_t at = first; at < title.n && n < size;) {
        struct span piece = next_piece(r, title, joins, &at), name = piece;
        struct clause one = *whole;
        struct intent_slots same = all;
        if (piece.n == 1 && at < title.n &&
            phrase_word_is(piece.w, counts ? "second|secondly|third|next" : "first|firstly")) {
            counts = true; /* "first, call Ann, second, buy milk" */
            continue;
        }
        if (piece.n == 0 ||
            /* "..., please add #parish" is said of the one before */
            (n > 0 && is_said_of(r, piece, &ret[n - 1].intent.set)))
            continue;
        if (n > 0)
            name = row_on_day(r, piece, ret[n - 1].intent.set.due, &same);
        row_clause(r, name, confidence, is_reminder, &same, &one);
        one.intent.said = whole->intent.said;
        if (one.intent.set.title)
            ret[n++] = one;
    }
    return n;
}
