/* fallback.c - the likeliest reading of a clause that no rule fits, and the next readings.
 *
 * The signs, strongest first: "I need to"; a verb of things to do; a date or a tag beside a title, which only a task
 * has; a question, which asks for a list; something said to have happened; a bare name. The last two are never sure:
 * they give the words that may name a task, and the caller looks for it or asks.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define DOUBT 0.60
#define SLOTTED 0.82     /* a name with a day, a priority or a tag */
#define ASKED 0.72       /* a question that does not say "task" */
#define STATED 0.58      /* something has come about */
#define FRAGMENT_WORDS 8 /* a bare name; longer texts are prose */
#define SLOTTED_WORDS 16 /* a name with a day beside it, */
#define TOLD_WORDS 32    /* and what is told behind that */
#define STATEMENT_WORDS 16
#define LABEL_WORDS 4    /* before a colon, of what something is for */
#define UNKNOWN_BYTES 20 /* of a verb that no table has */

/* ---- what else it could be ---- */

struct other {
    enum intent_kind kind;
    double confidence;
};

static void add_others(struct task_intent *e, const struct other *others, size_t n)
{
    for (size_t i = 0; i < n && e->n_others < INTENT_OTHERS; i++) {
        double most = e->n_others ? e->others[e->n_others - 1].confidence : e->confidence - 0.02;
        if (others[i].kind == e->kind)
            continue;
        e->others[e->n_others].kind = others[i].kind;
        e->others[e->n_others].confidence = others[i].confidence < most ? others[i].confidence : most;
        e->n_others++;
    }
}

void fallback_others(struct task_intent *e)
{
    static const struct other of_new[] = { { INTENT_COMPLETE, 0.40 }, { INTENT_LIST, 0.35 }, { INTENT_UPDATE, 0.25 } };
    static const struct other of_old[] = {
        { INTENT_COMPLETE, 0.45 }, { INTENT_UPDATE, 0.40 }, { INTENT_DELETE, 0.35 }, { INTENT_CREATE, 0.30 }
    };
    static const struct other of_update[] = { { INTENT_CREATE, 0.50 },
                                              { INTENT_COMPLETE, 0.30 },
                                              { INTENT_DELETE, 0.20 } };

    if (e->n_others > 0 || e->confidence >= 0.90 || !intent_type(e->kind))
        return;
    if (e->kind == INTENT_CREATE)
        add_others(e, of_new, COUNT_OF(of_new));
    else if (e->kind == INTENT_UPDATE)
        add_others(e, of_update, COUNT_OF(of_update));
    else
        add_others(e, of_old, COUNT_OF(of_old));
}

/* ---- things to do ---- */

/* Somebody else's words, a part of a task, or one that is asked for stand behind the colon. */
static const char reported[] =
    "said|says|wrote|asked|asks|told|text|texted|message|mail|email|quote|me|you|i|we|he|she|"
    "they|note|notes|description|details|comment|title|name|tag|tags|due|priority|is|was|"
    "ignore|system|assistant|user|instruction|instructions|admin|done|undo|update|idea|job|jobs|"
    "task|tasks|todo|to-do|item|reminder|list|next|new|things";

/* "I have to admit", "I need help": nothing to do. */
static bool is_idiom(const struct message_parser *r, struct span s)
{
    return span_is(s, "go|run|leave|admit|help|sleep|eat|stop|know|say|ask|hurry|wait|blame") ||
           phrase_word_is(s.w, "admit|say|wonder|know|been") ||
           (phrase_word_is(s.w, "confess|agree|apologise|apologize") &&
            !(s.n > 2 && phrase_word_is(&s.w[1], "to|with|on"))) ||
           (phrase_word_is(s.w, "have|be") && s.n < 4 && !slots_end_dated(r, s)) ||
           (s.n > 1 && phrase_word_is(s.w, "go|get") && phrase_word_is(&s.w[1], "now|going|out"));
}

static bool read_duty(const struct message_parser *r, const struct lead *lead, struct span s, struct clause *ret)
{
    if ((lead->manner != MANNER_DUTY && lead->manner != MANNER_WISH) || is_idiom(r, s))
        return false;
    while (s.n > 1 && phrase_word_is(s.w, "to|probably|really|also|definitely"))
        s = span_from(s, 1);
    *ret = (struct clause){ .is_deed = true };
    fill_create(r, s, lead->confidence, false, ret);
    if (lead->whom.n > 0 && ret->intent.set.title)
        ret->intent.set.title = title_naming(r->a, ret->intent.set.title, lead->whom);
    return true;
}

/* "job for friday": what it is was not said. */
static bool names_nothing(struct span s)
{
    return span_is(s, "a|an|the|new|another|job|jobs|task|tasks|thing|things|something|stuff|one|reminder|todo|to-do|"
                      "item|my|for|it|that|this|them|date|deadline|time|day|everything|all|some|more|list") ||
           rule_is_ref(s);
}

/* "dentist: Friday at 5": what is set apart from the name may be said of a task that is there. */
static void note_topic(const struct message_parser *r, struct span name, struct span s, struct clause *c)
{
    const struct phrase_word *end = name.w + name.n;
    char mark = word_mark(end - 1);

    if (name.w != s.w || name.n == s.n ||
        !(mark == ':' || mark == '-' || word_is_dash(end) || phrase_word_is(end, "tag|tags|label")))
        return;
    c->intent.is_topic = true;
    c->intent.about = span_text(r->a, name);
}

/* The words that name it, without what is told behind them; where an order may follow, they are all looked at. */
static struct span name_of(const struct message_parser *r, struct span s)
{
    struct span words = title_read(r, s).words, told = span_from(s, words.n);
    bool is_told = words.w == s.w && words.n > 0 && told.n > 0 &&
                   !phrase_word_is(told.w, "so|if|please|would|will|before|no|not|since|as|what|that's");

    return title_core(r, is_told ? words : s);
}

/* How many words say what it is for: "thesis: ask Prof. Lang"; 0 where none do, or what follows may be done to a task
 * of that name ("review: move it to Friday"). */
static size_t label_words(struct span s)
{
    static const char changes[] = "extend|move|push|change|make|set|put|postpone|delay|reschedule|tag|mark|write|note|"
                                  "add|rename|finish|back|cancel|drop|start|bump|shift|update|bring|take|keep|do|get";

    for (size_t i = 0; i + 2 < s.n && i < LABEL_WORDS; i++)
        if (word_mark(&s.w[i]) == ':')
            return word_deed(s.w) == DEED_NONE && !phrase_word_is(&s.w[i + 1], changes) &&
                           !rule_is_ref((struct span){ s.w, i + 1 }) && !span_has((struct span){ s.w, i + 1 }, reported)
                       ? i + 1
                       : 0;
    return 0;
}

/* Something is to be found out: "figure out which school has places". */
static bool finds_out(struct span s)
{
    struct span rest;

    return (span_begins(s, "find|figure|work|sort|suss out", &rest) ||
            span_begins(s, "decide|clarify|determine|research", &rest)) &&
           rest.n > 1 && phrase_word_is(rest.w, "how|what|when|where|whether|if|which|who|whose|why") &&
           !phrase_word_is(&rest.w[1], "i|i'm|i've|we|my");
}

/* "call Ann", "email the landlord tomorrow": something to do, said without saying so. */
static bool read_deed(const struct message_parser *r, const struct lead *lead, struct span s, struct clause *ret)
{
    struct span name = name_of(r, s), said = span_from(name, label_words(name));
    enum deed deed = said.n > 0 ? word_deed(said.w) : DEED_NONE;

    if (deed == DEED_NONE || said.n < 2 || phrase_word_is(&said.w[1], "me|us|you|is|are|was|has|'s|from") ||
        strchr("/{<", *said.w[1].from)) /* "message from ...", "POST /path" */
        return false;
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, span_from(s, placing_on_day(r, s, name)), SLOTTED, false, ret);
    note_topic(r, name, s, ret);
    if (deed == DEED_WEAK && !placing_away(name) && !finds_out(said) && !ret->is_dated && !ret->intent.set.priority &&
        ret->intent.set.n_tags == 0)
        ret->intent.confidence = 0.74;
    else if (ret->is_dated)
        ret->intent.confidence = 0.86;
    if (phrase_word_is(said.w, "make") && phrase_word_is(&said.w[1], "a|an|some") &&
        span_has(said, "appointment|reservation|booking|cake|soup|salad|payment|deposit") &&
        ret->intent.confidence < SLOTTED)
        ret->intent.confidence = SLOTTED; /* nothing that could be made of the list */
    if (phrase_word_is(name.w, "make|set|put|move|change|push|bring") && ret->is_dated && name.w == s.w &&
        phrase_word_is(&name.w[1], "the|my|it|that|this"))
        ret->intent.confidence = 0.78; /* "make the dentist next Tuesday": it may be there already */
    if (names_nothing(span_from(said, 1)) || (!ret->is_dated && phrase_word_is(&said.w[1], "it|them|this")) ||
        lead->manner == MANNER_POLITE || lead->manner == MANNER_LEAVE)
        ret->intent.confidence = DOUBT; /* it is asked of the program, which cannot; or a task is meant that is there */
    return true;
}

/* ---- names ---- */

static bool is_short_form(const struct phrase_word *w)
{
    static const char *const ends[] = { "'ll", "'re", "'ve", "'d", "n't", "'m" };

    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        size_t n = strlen(ends[i]);
        if (!w->is_quoted && w->n > n && strncasecmp(w->p + w->n - n, ends[i], n) == 0)
            return true;
    }
    return false;
}

/* The "am" of "7.15 am". */
static bool is_half_of_day(struct span s, size_t i)
{
    return i > 0 && phrase_word_is(&s.w[i], "am") && str_is_digit(*s.w[i - 1].from);
}

/* What comes by itself: where its hour is said, it is an appointment. */
static bool comes(struct span s)
{
    return span_has(s, "comes|arrives|starts|begins|goes|leaves|closes|ends|runs|expires|came|arrived");
}

/* A word that only a sentence has. */
static bool says_sentence(struct span s)
{
    static const char sentence[] =
        "i|we|you|he|she|they|is|are|was|were|am|be|do|does|did|not|never|if|because|can|could|should|would|will|why|"
        "what|how|who|that's|has|have|had|it's|there|there's|lol|no|said|says|told|been|so|really|hate|love|like|"
        "thinking|nothing|rather|reckons|thinks|wants|must|needs|gotta|ought|might|"
        "happens|gets|keeps|makes|takes|feels|seems|costs|became|becomes|become";

    for (size_t i = 0; i < s.n; i++)
        if ((phrase_word_is(&s.w[i], sentence) && !is_half_of_day(s, i)) || is_short_form(&s.w[i]))
            return true;
    return false;
}

bool fallback_says_more(struct span s)
{
    return says_sentence(s) || comes(s);
}

/* Somebody did something: "the kids finished their homework". */
static bool tells(struct span s)
{
    for (size_t i = 1; i < s.n; i++)
        if (word_done_deed(&s.w[i]) && word_deed(&s.w[i]) == DEED_NONE)
            return true;
    return false;
}

/* ---- a name and what is beside it ---- */

/* Asks for figures or for something else that is no task. */
static bool is_for_others(struct span s)
{
    return phrase_word_is(s.w, "show|list|display|plot|chart|compare|calculate|count|sum|total|average|explain|"
                               "summarise|summarize|translate|play|sing|print|open|describe|tell|give|how|generate|"
                               "sort|group|swap");
}

/* Whether a day is said, and not only an hour: "the shop closes at five" is no appointment. */
static bool says_day(const struct message_parser *r, struct span s)
{
    for (size_t i = 0; i < s.n; i++) {
        struct intent_slots aside = { 0 };
        struct slots found = { .r = r, .set = &aside };
        if (slot_at(&found, span_from(s, i), WHERE_EDGE) > 0 && found.has_due && !found.due.is_clock)
            return true;
    }
    return false;
}

/* A name with a day, a priority or a tag beside it. */
static bool read_slotted(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct span name = name_of(r, s);
    const struct intent_slots *set = &ret->intent.set;

    while (name.n > 1 && phrase_word_is(&name.w[name.n - 1], "-|and|due"))
        name.n--;
    if (name.n > SLOTTED_WORDS || s.n > TOLD_WORDS || says_sentence(name) || names_nothing(name) ||
        word_done_deed(name.w) || tells(name) ||
        phrase_word_is(name.w, "delete|remove|complete|finish|finished|move|push|postpone|rename|reschedule|undo|"
                               "extend|bring|prepone|shift|tag|mark|tick|and|or|but"))
        return false;
    *ret = (struct clause){ .is_loose = true };
    fill_create(r, s, SLOTTED, false, ret);
    note_topic(r, name, s, ret);
    ret->intent.is_named = name.w == s.w && word_deed(name.w) == DEED_NONE;
    if (comes(name) && !(set->due && strchr(set->due, 'T') && says_day(r, s)))
        return false;
    return set->title && (ret->is_dated || set->priority || set->n_tags > 0 || set->repeat) &&
           !slots_is_past(r, set->due);
}

/* Whether something begins here that something is done to, behind whatever verb: "the sink", "Jan's ladder". */
static bool begins_thing(const struct phrase_word *w)
{
    return phrase_word_is(w, "the|my|our|a|an|his|her|their|some|all|those|these") ||
           (!w->is_quoted && w->n > 3 && strncasecmp(w->p + w->n - 2, "'s", 2) == 0 &&
            !phrase_word_is(w, "it's|that's|there's|what's|who's|here's|he's|she's|let's"));
}

/* A verb that no table has: a word that is no small one, right before what something is done to ("unclog the sink"),
 * perhaps with its particle ("dig up the beds"). */
static bool read_unknown_deed(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char others[] =
        "forget|ignore|skip|lose|scratch|strike|undo|redo|done|finished|bless|screw|damn|stop|hide|filter|restore|"
        "reopen|snooze|postpone|delete|remove|erase|complete|complain|hope|wish|mean|seem|enjoy|miss|repeat|push|move|"
        "shift|extend|rename|change|edit|update|tick|cross|mark|untick|uncheck|unmark|scrap|axe|cancel|nevermind|"
        "whatever|handle|tackle|process|execute|help|convert";
    char verb[UNKNOWN_BYTES + 1];
    struct span name = name_of(r, s), mended;
    size_t n;

    if (words_own_matters(s))
        return false;
    if (finds_out(s)) {
        *ret = (struct clause){ .is_deed = true, .is_loose = true };
        fill_create(r, s, SLOTTED, false, ret);
        return ret->intent.set.title != NULL;
    }
    if (words_mended(r->a, (struct span){ s.w, 1 }, &mended)) /* "checkd the oil as done" */
        return false;
    if (name.w != s.w || name.n < 3 || s.n > FRAGMENT_WORDS + 2 || word_mark(&s.w[s.n - 1]) == '?' || word_mark(s.w) ||
        !word_letters(s.w, sizeof verb, verb) ||
        !(begins_thing(&s.w[1]) ||
          (name.n > 3 && phrase_word_is(&s.w[1], "up|out|off|away|down|over|through") && begins_thing(&s.w[2]))))
        return false;
    if ((is_for_others(s) || remark_has_happened(s) || fallback_says_more(name) || tells(name) || word_is_stock(s.w) ||
         word_joins(s.w) || phrase_word_is(s.w, others) || word_done_deed(s.w)))
        return false;
    n = strlen(verb);
    if (n < 4 || str_ends(verb, "ed") || str_ends(verb, "ing") || str_ends(verb, "s") || str_ends(verb, "ly") ||
        strchr(verb, '\''))
        return false;
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, s, SLOTTED, false, ret);
    return ret->intent.set.title != NULL;
}

/* A bare name or number: whatever is wanted with it, it is asked. */
static bool read_fragment(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const struct other of_name[] = { { INTENT_COMPLETE, 0.40 }, { INTENT_LIST, 0.35 }, { INTENT_DELETE, 0.25 } };
    static const struct other of_place[] = { { INTENT_UPDATE, 0.40 }, { INTENT_DELETE, 0.35 }, { INTENT_LIST, 0.25 } };
    struct task_intent *e = &ret->intent;

    if (s.n > FRAGMENT_WORDS || is_for_others(s) || fallback_says_more(s) || tells(s) || remark_has_happened(s))
        return false;
    *ret = (struct clause){ .is_loose = true };
    fill_create(r, s, 0.55, false, ret);
    e->about = span_text(r->a, s);
    e->filter.search = e->about;
    if (rule_is_ref(s)) {
        *e = (struct task_intent){ .kind = INTENT_COMPLETE, .confidence = 0.50, .about = e->about };
        add_others(e, of_place, COUNT_OF(of_place));
    } else {
        add_others(e, of_name, COUNT_OF(of_name));
    }
    return e->set.title || e->about;
}

/* ---- what has come about ---- */

/* "strings are on the jazzmaster": perhaps that is what a task wanted. Nobody's opinion, wish or doubt is. */
static bool read_statement(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char unsure[] =
        "if|not|never|no|should|would|could|might|may|will|want|wants|need|needs|said|says|told|reckons|thinks|think|"
        "going|gonna|wish|hope|hopes|supposed|always|used|because|why|what|how|when|who|he|she|they|you|your|tasks|"
        "task|todo|to-do|list|lists|but|or|anyone|everyone|nobody|about|killing|driving|mentioned|told|asked|must|"
        "joke|insane|weather|late|behind|broken|stuck|tired|busy|ill|sick|worried|like|hate|love|today|tomorrow|"
        "still|almost|nearly|yet|half|only|too|again|getting|being|coming|hide|show|clear|than|more|most";
    static const char happened[] = "is|are|was|were|has|have|had|been|gone|went|'s|in|up|off|out|on|away|there";
    bool is_told = tells(s) || word_participle(r->a, s.w) || word_done_deed(s.w);

    if (s.n < 2 || s.n > STATEMENT_WORDS || span_has(s, unsure))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (is_short_form(&s.w[i]) && !phrase_word_is(&s.w[i], "i've|we've|they've"))
            return false;
        is_told |= i > 0 && (phrase_word_is(&s.w[i], happened) || word_participle(r->a, &s.w[i]));
    }
    if (!is_told || (phrase_word_is(s.w, "i|i'm|we|it|it's|that|that's|this|there|there's") && !tells(s)))
        return false;
    *ret = (struct clause){ .is_loose = true,
                            .intent = { .kind = INTENT_COMPLETE, .confidence = STATED, .about = span_text(r->a, s) } };
    return true;
}

/* ---- questions ---- */

static bool read_question(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct task_intent e;

    if (!filter_question(r, s, &e))
        return false;
    *ret = (struct clause){ .intent = e };
    if (e.confidence <= 0)
        ret->intent.confidence = ASKED;
    return true;
}

/* An order to see them that no rule knows. */
static bool read_shown(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct task_intent e;

    if (!filter_shows(r, s, &e))
        return false;
    *ret = (struct clause){ .intent = e };
    return true;
}

/* ---- all together ---- */

static bool negates(struct span s)
{
    struct span rest;

    return span_begins(s, "don't|never|no|not|didn't|won't|can't|cannot|stop", &rest) ||
           span_begins(s, "do not", &rest);
}

bool fallback_clause(const struct message_parser *r, const struct lead *lead, struct span s, bool asks, bool guess,
                     struct clause *ret)
{
    bool is_plain = guess && lead->manner == MANNER_PLAIN;

    if (!asks && read_duty(r, lead, s, ret))
        return true;
    if (negates(s) || request_only_notes(s)) /* "can you put that down?": but what? */
        return false;
    if (asks || question_begins(s))
        return (lead->manner == MANNER_PLAIN || lead->manner == MANNER_POLITE) && read_question(r, s, ret);
    if (read_shown(r, s, ret) || read_deed(r, lead, s, ret))
        return true;
    return is_plain && (read_slotted(r, s, ret) || read_unknown_deed(r, s, ret) || read_fragment(r, s, ret) ||
                        read_statement(r, s, ret));
}
