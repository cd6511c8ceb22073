/* fuzz_terms.c - any text as a term of df.transform and as an intent. Of a term, whatever stands outside of quotes must
 * be words of ours, numbers and signs: no text becomes code. An intent must become a template that the analyst seed's
 * rule accepts, and a vector of length 1. */
#include "agents/analyst/transform_term.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/analyst_rules.h"
#include "store/records/recipe_intent.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static const char columns[] =
    "[{\"name\":\"a\",\"type\":\"integer\"},{\"name\":\"a-b\",\"type\":\"text\"},"
    "{\"name\":\"month\",\"type\":\"date\"},{\"name\":\"x \\\"y\\\" (z)\",\"type\":\"float\"}]";

static bool is_ours(const char *word, size_t n)
{
    static const char *const words[] = { "a",        "b",       "year", "strftime", "quarter", "CAST",    "AS",
                                         "DATE",     "dayname", "hour", "round",    "abs",     "floor",   "ceil",
                                         "lower",    "upper",   "trim", "length",   "VARCHAR", "DECIMAL", "nullif",
                                         "TRY_CAST", "sum",     "OVER", "rank",     "ORDER",   "BY",      "DESC",
                                         "NULLS",    "LAST",    "lag" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && memcmp(words[i], word, n) == 0)
            return true;
    return isdigit((unsigned char)*word);
}

/* Behind what is quoted: "..." with doubled quotes, or '...'. */
static const char *behind_quote(const char *p)
{
    const char quote = *p++;

    for (;; p++) {
        check(*p != '\0');
        if (*p == quote && p[1] != quote)
            return p + 1;
        p += *p == quote;
    }
}

static void check_sql(const char *sql)
{
    int level = 0;

    for (const char *p = sql; *p;) {
        size_t n = 0;
        if (*p == '"' || *p == '\'') {
            p = behind_quote(p);
            continue;
        }
        while (isalnum((unsigned char)p[n]) || p[n] == '_')
            n++;
        check(n == 0 || is_ours(p, n));
        check(n > 0 || strchr(" ().,+-*/|", *p));
        check(strncmp(p, "--", 2) != 0 && strncmp(p, "/*", 2) != 0);
        level += (*p == '(') - (*p == ')');
        check(level >= 0);
        p += n ? n : 1;
    }
    check(level == 0);
}

static void try_term(struct arena *a, const char *text, const struct json *left, const struct json *right)
{
    struct buf b CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    struct term_scope s = { .a = a, .columns = left, .joined = right };

    term_write(&s, text, &b);
    check(!b.failed);
    check_sql(b.p);
}

static void try_intent(struct arena *a, const char *text)
{
    struct intent intent;
    struct err err;

    intent_read(a, text, NULL, &intent);
    check(analyst_rule_blanks(json_set(a, json_object(a), "intent_template", json_str(a, intent.template)), &err) == 0);
    check(json_len(intent.values) >= 1 && json_len(intent.values) <= INTENT_VALUES);
    check(fabs(intent_likeness(intent.vector, intent.vector) - 1) < 1e-5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *text = arena_dup(a, data, size);
    struct json *known;
    struct err err;

    if (size <= 4096 && str_is_utf8(text, strlen(text)) &&
        json_parse(a, columns, sizeof columns - 1, &known, &err) == 0) {
        try_term(a, text, known, NULL);
        try_term(a, text, known, known);
        try_intent(a, text);
    }
    arena_free(a);
    return 0;
}
