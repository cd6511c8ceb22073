/* gauge_expr.c - a small grammar, read by descent:
 *
 *   metric  = sum | ratio { ("*" | "/") number }
 *   ratio   = term "/" factor | "avg" "(" rows ")"
 *   sum     = term { ("+" | "-") term }
 *   term    = factor { "*" factor | "/" number }        with one factor that is no number, at most
 *   factor  = number | ("sum" | "count") "(" rows ")" | "nullif" "(" sum "," "0" ")" | "(" sum ")"
 *
 * What is inside an aggregate (rows) is SQL over single rows and is only looked through for its columns and for
 * balance; the engine itself parses it. Signs bind as they do in SQL: a + b / c and a / b + c are no ratio, and the
 * number behind one multiplies what is above the line. Nesting is bounded by METRICS_NESTING.
 */
#include "agents/metrics/gauge_expr.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_QUOTED, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    size_t at, n;
};

struct reader {
    struct arena *a;
    const char *p;
    size_t n, at;
    struct token now;
    int depth;
    size_t n_terms; /* of the sum that was read last */
    const char **names;
    size_t n_names;
    struct err *err;
};

static int refuse(struct err *err)
{
    err_say(err, ERR_INVALID_QUERY,
            "The metric must be a sum, a count, an average, or one of these divided by another.");
    return err_action(err, "For example: sum(total), count(*), avg(price), sum(paid) / count(*).");
}

/* ---- words ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Behind a quote, where the text between two of it ends; 0 when it does not. */
static size_t quoted_end(const struct reader *r, size_t at)
{
    char quote = r->p[at++];

    while (at < r->n && (r->p[at] != quote || (at + 1 < r->n && r->p[at + 1] == quote)))
        at += r->p[at] == quote ? 2 : 1;
    return at < r->n ? at + 1 : 0;
}

static void step(struct reader *r)
{
    size_t at = r->at, end;

    while (at < r->n && isspace((unsigned char)r->p[at]))
        at++;
    end = at + 1;
    if (at >= r->n) {
        r->now = (struct token){ .at = r->n };
        r->at = r->n;
        return;
    }
    r->now = (struct token){ .kind = TOKEN_SIGN, .at = at };
    if ((r->p[at] == '"' || r->p[at] == '\'') && quoted_end(r, at)) {
        r->now.kind = r->p[at] == '"' ? TOKEN_QUOTED : TOKEN_TEXT;
        end = quoted_end(r, at);
    } else if (isdigit((unsigned char)r->p[at]) || r->p[at] == '.') {
        r->now.kind = TOKEN_NUMBER;
        while (end < r->n && (isalnum((unsigned char)r->p[end]) || r->p[end] == '.'))
            end++;
    } else if (is_word(r->p[at])) {
        r->now.kind = TOKEN_NAME;
        while (end < r->n && is_word(r->p[end]))
            end++;
    }
    r->now.n = end - at;
    r->at = end;
}

static bool is(const struct reader *r, const char *word)
{
    return r->now.n == strlen(word) && strncasecmp(r->p + r->now.at, word, r->now.n) == 0 &&
           r->now.kind != TOKEN_QUOTED && r->now.kind != TOKEN_TEXT;
}

static const char *text_of(const struct reader *r, size_t from, size_t to)
{
    size_t n;
    const char *p = str_trim(r->p + from, to - from, &n);

    return arena_dup(r->a, p, n);
}

/* A name as it is meant: without quotes, two of them for one inside. */
static const char *name_of(const struct reader *r)
{
    char *name = arena_dup(r->a, r->p + r->now.at, r->now.n), *to = name;

    if (r->now.kind != TOKEN_QUOTED)
        return name;
    for (const char *from = name + 1; from < name + r->now.n - 1; from++) {
        *to++ = *from;
        from += *from == '"';
    }
    *to = '\0';
    return name;
}

/* ---- what is inside an aggregate ---- */

static bool is_keyword(const struct reader *r)
{
    static const char *const words[] = { "case",   "when",     "then",      "else",   "end",     "and",
                                         "or",     "not",      "is",        "null",   "true",    "false",
                                         "in",     "between",  "like",      "ilike",  "cast",    "as",
                                         "date",   "interval", "timestamp", "filter", "where",   "distinct",
                                         "double", "float",    "integer",   "bigint", "decimal", "varchar" };

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is(r, words[i]))
            return true;
    return false;
}

static void note_name(struct reader *r)
{
    struct token name = r->now;
    const char *text = name_of(r);
    struct reader ahead = *r;

    step(&ahead);
    if (name.kind == TOKEN_NAME && (is(&ahead, "(") || is_keyword(r)))
        return; /* a function, or no name at all */
    if (is(&ahead, "."))
        return; /* a table: what follows is the column */
    if (r->n_names < METRICS_NAMES)
        r->names[r->n_names++] = text;
}

/* Up to the parenthesis that closes the one just opened; *ret_end is where it stands. An aggregate within is none. */
static int rows(struct reader *r, size_t *ret_end)
{
    int open = 1;

    for (step(r); r->now.kind != TOKEN_END; step(r)) {
        if (is(r, "(") && ++open > METRICS_NESTING)
            break;
        if (is(r, ")") && --open == 0) {
            *ret_end = r->now.at;
            return 0;
        }
        if (is(r, "select") || is(r, "distinct") || is(r, ";"))
            break;
        if (r->now.kind == TOKEN_NAME || r->now.kind == TOKEN_QUOTED)
            note_name(r);
    }
    return refuse(r->err);
}

/* ---- the grammar; each function is given its first word and leaves the one behind it ---- */

static int sum(struct reader *r, bool *ret_is_number);

static int aggregate(struct reader *r)
{
    size_t end;

    step(r);
    if (!is(r, "("))
        return refuse(r->err);
    if (rows(r, &end) < 0)
        return -1;
    step(r);
    return 0;
}

/* nullif(sum, 0): against dividing by nothing. */
static int unless_zero(struct reader *r)
{
    bool is_number;

    step(r);
    if (!is(r, "(") || ++r->depth > METRICS_NESTING)
        return refuse(r->err);
    step(r);
    if (sum(r, &is_number) < 0)
        return -1;
    r->depth--;
    if (!is(r, ","))
        return refuse(r->err);
    step(r);
    if (!is(r, "0"))
        return refuse(r->err);
    step(r);
    if (!is(r, ")"))
        return refuse(r->err);
    step(r);
    return 0;
}

static int factor(struct reader *r, bool *ret_is_number)
{
    *ret_is_number = r->now.kind == TOKEN_NUMBER;
    if (*ret_is_number) {
        step(r);
        return 0;
    }
    if (is(r, "sum") || is(r, "count"))
        return aggregate(r);
    if (is(r, "nullif"))
        return unless_zero(r);
    if (!is(r, "(") || ++r->depth > METRICS_NESTING)
        return refuse(r->err);
    step(r);
    if (sum(r, ret_is_number) < 0)
        return -1;
    r->depth--;
    if (!is(r, ")"))
        return refuse(r->err);
    step(r);
    return 0;
}

static bool is_before_number(const struct reader *r, const char *sign)
{
    struct reader ahead = *r;

    step(&ahead);
    return is(r, sign) && ahead.now.kind == TOKEN_NUMBER;
}

static int term(struct reader *r, bool *ret_is_number)
{
    bool is_number;

    if (factor(r, ret_is_number) < 0)
        return -1;
    while (is(r, "*") || is_before_number(r, "/")) {
        step(r);
        if (factor(r, &is_number) < 0)
            return -1;
        if (!is_number && !*ret_is_number)
            return refuse(r->err); /* a product of two sums does not add up */
        *ret_is_number &= is_number;
    }
    return 0;
}

static int sum(struct reader *r, bool *ret_is_number)
{
    size_t n = 1;
    bool is_number;

    if (is(r, "-") || is(r, "+"))
        step(r);
    if (term(r, ret_is_number) < 0)
        return -1;
    for (; is(r, "+") || is(r, "-"); n++) {
        step(r);
        if (term(r, &is_number) < 0)
            return -1;
        if (is_number != *ret_is_number)
            return refuse(r->err); /* a constant beside a sum would count once in every part */
    }
    r->n_terms = n;
    return 0;
}

/* "avg(x)" is sum(x) divided by count(x). */
static int average(struct reader *r, struct expr *ret)
{
    size_t from, end = 0;
    const char *inside;

    step(r);
    if (!is(r, "("))
        return refuse(r->err);
    from = r->at;
    if (rows(r, &end) < 0)
        return -1;
    inside = text_of(r, from, end);
    ret->value = arena_printf(r->a, "sum(%s)", inside);
    ret->weight = arena_printf(r->a, "count(%s)", inside);
    step(r);
    return 0;
}

/* A sum, and what it is divided by. */
static int quotient(struct reader *r, struct expr *ret)
{
    size_t from = r->now.at;
    bool is_number;

    if (sum(r, &is_number) < 0)
        return -1;
    if (is_number)
        return refuse(r->err);
    ret->value = text_of(r, from, r->now.at);
    if (!is(r, "/"))
        return 0;
    if (r->n_terms > 1)
        return refuse(r->err); /* only the last of them is divided */
    step(r);
    from = r->now.at;
    if (factor(r, &is_number) < 0)
        return -1;
    ret->weight = text_of(r, from, r->now.at);
    return is_number ? refuse(r->err) : 0;
}

static int metric(struct reader *r, struct expr *ret)
{
    bool is_average = is(r, "avg") || is(r, "mean");
    size_t from;

    if ((is_average ? average(r, ret) : quotient(r, ret)) < 0)
        return -1;
    for (from = r->now.at; ret->weight && (is_before_number(r, "*") || is_before_number(r, "/"));) {
        step(r);
        step(r);
    }
    if (r->now.at > from)
        ret->value = arena_printf(r->a, "(%s) %s", ret->value, text_of(r, from, r->now.at));
    return 0;
}

int expr_read(struct arena *a, const char *text, size_t n, struct expr *ret, struct err *err)
{
    struct reader r = { .a = a, .p = text, .n = n, .err = err };

    *ret = (struct expr){ 0 };
    r.names = arena_array(a, METRICS_NAMES, sizeof *r.names);
    step(&r);
    if (metric(&r, ret) < 0)
        return -1;
    if (is(&r, "as")) { /* what it is to be called does not matter */
        step(&r);
        step(&r);
    }
    if (r.now.kind != TOKEN_END)
        return refuse(err);
    ret->names = r.names;
    ret->n_names = r.n_names;
    ret->counts = !ret->weight && str_ieq(ret->value, "count(*)");
    return 0;
}

/* ---- SELECT ---- */

static int refuse_select(struct err *err)
{
    err_say(err, ERR_INVALID_QUERY, "The metric's SELECT must be of one table: SELECT ... FROM table [WHERE ...].");
    return err_action(err, "Tables that belong together are joined without being told to.");
}

/* Up to a word outside of all parentheses; the end when there is none. */
static void skip_to(struct reader *r, const char *word)
{
    int open = 0;

    for (; r->now.kind != TOKEN_END && (open > 0 || !is(r, word)); step(r))
        open += is(r, "(") - is(r, ")");
}

static int read_table(struct reader *r, struct selection *ret, struct err *err)
{
    step(r);
    if (r->now.kind != TOKEN_NAME && r->now.kind != TOKEN_QUOTED)
        return refuse_select(err);
    ret->table = name_of(r);
    step(r);
    if (is(r, "as"))
        step(r);
    if ((r->now.kind == TOKEN_NAME || r->now.kind == TOKEN_QUOTED) && !is(r, "where")) {
        ret->alias = name_of(r);
        step(r);
    }
    return 0;
}

static int read_where(struct reader *r, struct selection *ret, struct err *err)
{
    size_t from = r->at;
    int open = 0;

    for (step(r); r->now.kind != TOKEN_END; step(r)) {
        open += is(r, "(") - is(r, ")");
        if (open < 0 || is(r, "group") || is(r, "order") || is(r, "limit") || is(r, "having") || is(r, "union") ||
            is(r, "select") || is(r, ";"))
            return refuse_select(err);
    }
    ret->where = text_of(r, from, r->n);
    return *ret->where && open == 0 ? 0 : refuse_select(err);
}

int selection_read(struct arena *a, const char *text, bool *ret_is, struct selection *ret, struct err *err)
{
    struct reader r = { .a = a, .p = text, .n = strlen(text), .err = err };
    size_t from, end, n;

    text = str_trim(text, r.n, &n);
    while (n > 0 && text[n - 1] == ';')
        text = str_trim(text, n - 1, &n);
    r.p = text;
    r.n = n;
    *ret = (struct selection){ 0 };
    step(&r);
    *ret_is = is(&r, "select");
    if (!*ret_is)
        return 0;
    from = r.at;
    skip_to(&r, "from");
    end = r.now.at;
    if (r.now.kind == TOKEN_END)
        return refuse_select(err);
    if (read_table(&r, ret, err) < 0)
        return -1;
    ret->expr = text_of(&r, from, end);
    if (is(&r, "where"))
        return read_where(&r, ret, err);
    return r.now.kind == TOKEN_END ? 0 : refuse_select(err);
}
