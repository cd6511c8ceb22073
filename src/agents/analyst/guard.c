/* guard.c - rules of two words near each other, and names of columns looked for in the intent. */
#include "agents/analyst/guard.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "grid/table.h"
#include "lang/flat.h"
#include "lang/words.h"
#include <string.h>

#define GRAM_WORDS 3 /* of a name that is looked for in an intent: "social security number" */

/* One of `first`, and one of `second` at most `within` words behind it. */
struct pair {
    const char *rule, *first, *second;
    size_t within;
};

static const struct pair pairs[] = {
    { GUARD_RULE_WRITES, "|drop|truncate|alter|create|",
      "|table|database|column|view|schema|index|row|record|user|role|", 3 },
    { GUARD_RULE_WRITES, "|delete|erase|purge|wipe|",
      "|row|record|table|database|data|order|customer|from|all|everything|entry|file|column|", 3 },
    { GUARD_RULE_WRITES, "|update|", "|set|", 5 },
    { GUARD_RULE_WRITES, "|insert|", "|into|", 2 },
    { GUARD_RULE_WRITES, "|grant|revoke|", "|all|select|access|privilege|permission|admin|role|on|", 3 },
    { GUARD_RULE_WRITES, "|exec|execute|copy|attach|", "|command|shell|script|procedure|table|database|file|", 4 },
    { GUARD_RULE_INJECTION, "|ignore|disregard|forget|override|bypass|disable|circumvent|",
      "|instruction|rule|policy|restriction|safety|guard|guideline|safeguard|audit|prompt|", 6 },
    { GUARD_RULE_INJECTION, "|reveal|show|print|dump|leak|expose|display|output|give|tell|list|read|send|",
      "|password|passwd|credential|", 6 },
    { GUARD_RULE_INJECTION, "|system|developer|hidden|secret|", "|prompt|instruction|", 1 },
    { GUARD_RULE_INJECTION, "|api|secret|private|encryption|", "|key|", 1 },
    { GUARD_RULE_INJECTION, "|connection|", "|string|", 1 },
    { GUARD_RULE_INJECTION, "|environment|", "|variable|", 1 },
    { GUARD_RULE_INJECTION, "|pretend|act|", "|administrator|admin|root|dba|superuser|", 5 },
};

/* An order when it begins a clause, unless what follows makes it a noun: "drop in revenue", "update on sales". */
static const char orders[] = "|drop|delete|truncate|alter|update|insert|grant|revoke|overwrite|erase|purge|wipe|";
static const char nouns[] = "|in|of|on|by|off|over|rate|frequency|history|and|between|";

/* Pieces that no plain words have. */
static const char *const pieces[] = { "xp_cmdshell",    "union select", "information_schema", "sqlite_master",
                                      "pg_catalog",     "pg_shadow",    "load_extension",     "/etc/passwd",
                                      "you are now a ", "jailbreak" };

static int refuse(const char *rule, struct err *err)
{
    if (strcmp(rule, GUARD_RULE_WRITES) == 0) {
        err_say(err, ERR_POLICY_VIOLATION, "An analysis only reads data; this intent asks to change them.");
        err_action(err, "Ask for figures, tables or charts.");
        return err_rule(err, rule, "The intent asks to change data.");
    }
    err_say(err, ERR_POLICY_VIOLATION, "This intent asks to get round the rules that every analysis keeps.");
    err_action(err, "Ask for figures, tables or charts.");
    return err_rule(err, rule, "The intent asks to get round the rules, or for a secret.");
}

static bool has_pair(const struct word *words, size_t n, const struct pair *p)
{
    for (size_t i = 0; i < n; i++) {
        if (!word_is(&words[i], p->first))
            continue;
        for (size_t k = i + 1; k < n && k <= i + p->within && words[k].before != BREAK_CLAUSE; k++)
            if (word_is(&words[k], p->second))
                return true;
    }
    return false;
}

static bool is_order(const struct word *words, size_t n, size_t i)
{
    if (i > 0 && words[i].before != BREAK_CLAUSE && !word_is(&words[i - 1], "|please|then|"))
        return false;
    return word_is(&words[i], orders) && i + 1 < n && words[i + 1].before == BREAK_NONE &&
           !word_is(&words[i + 1], nouns);
}

int guard_intent(struct arena *a, const char *intent, struct err *err)
{
    const char *folded = str_fold(a, intent);
    struct word *words;
    size_t n;

    if (words_read(a, intent, &words, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (has_pair(words, n, &pairs[i]))
            return refuse(pairs[i].rule, err);
    for (size_t i = 0; i < n; i++)
        if (is_order(words, n, i))
            return refuse(GUARD_RULE_WRITES, err);
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        if (strstr(folded, pieces[i]))
            return refuse(GUARD_RULE_INJECTION, err);
    return 0;
}

/* ---- names ---- */

/* n words of the intent as one name: "social_security". */
static const char *gram(struct arena *a, const struct word *words, size_t n)
{
    const char *name = words[0].stem;

    for (size_t i = 1; i < n; i++)
        name = arena_printf(a, "%s_%s", name, words[i].stem);
    return name;
}

static bool same_key(const char *x, const char *y)
{
    char p[WORDS_KEY_BYTES], q[WORDS_KEY_BYTES];

    return words_key(x, p) > 0 && words_key(y, q) > 0 && strcmp(p, q) == 0;
}

static bool is_value(const struct table *t, const char *name)
{
    for (size_t c = 0; c < t->n_columns; c++)
        for (size_t v = 0; v < t->columns[c].n_values; v++)
            if (same_key(t->columns[c].values[v], name))
                return true;
    return false;
}

static bool has_key(const char *name, const char *part)
{
    char p[WORDS_KEY_BYTES], q[WORDS_KEY_BYTES];

    return words_key(name, p) > 0 && words_key(part, q) > 0 && strstr(p, q);
}

/* True when what sounds personal is something else in these tables: a value, or a part of the name of a column that the
 * policy lets be. */
static bool means_other(struct arena *a, const char *intent, const char *name, const struct column_policy *policy,
                        const struct table *tables, size_t n)
{
    struct blocked_column blocked;

    for (size_t i = 0; i < n; i++) {
        if (is_value(&tables[i], name))
            return true;
        for (size_t c = 0; c < tables[i].n_columns; c++) {
            const char *column = tables[i].columns[c].name;
            if (has_key(column, name) && flat_names(a, intent, column) &&
                !pii_blocks(a, policy, column, NULL, &blocked))
                return true;
        }
    }
    return false;
}

static int refuse_column(struct arena *a, const char *pattern, struct err *err)
{
    const char *known = pattern ? pii_default(pattern) : NULL;

    err_say(err, ERR_POLICY_VIOLATION, "The intent asks for columns that its policy does not let anybody read.");
    err_action(err, "Ask about other columns, or send the request with another policy.");
    return err_rule(err, pattern ? PII_RULE_BLOCKED : PII_RULE_ALLOWED,
                    known     ? arena_printf(a, "The intent asks for what the pattern %s blocks.", known)
                    : pattern ? "The intent asks for what a pattern blocks."
                              : "The intent asks for a column that is not among those allowed.");
}

/* A column whose whole name stands in the intent, and which the policy keeps back. */
static int check_column(struct arena *a, const char *name, const struct column_policy *policy,
                        const struct table *tables, size_t n, struct err *err)
{
    struct blocked_column blocked;

    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < tables[i].n_columns; c++)
            if (same_key(tables[i].columns[c].name, name) &&
                pii_blocks(a, policy, tables[i].columns[c].name, NULL, &blocked))
                return refuse_column(a, strcmp(blocked.rule, PII_RULE_ALLOWED) == 0 ? NULL : blocked.rule, err);
    return 0;
}

/* True when the pattern means these words, all of them: not one or two of them alone. */
static bool is_meant(struct arena *a, const char *pattern, const struct word *words, size_t n)
{
    if (!pii_name(pattern, gram(a, words, n)))
        return false;
    return n == 1 || (!pii_name(pattern, gram(a, words, n - 1)) && !pii_name(pattern, gram(a, words + 1, n - 1)));
}

int guard_columns(struct arena *a, const char *intent, const struct column_policy *policy, const struct table *tables,
                  size_t n, struct err *err)
{
    struct word *words;
    size_t n_words;

    if (!policy)
        return 0;
    if (words_read(a, intent, &words, &n_words, err) < 0)
        return -1;
    for (size_t i = 0; i < n_words; i++)
        for (size_t k = 1; k <= GRAM_WORDS && i + k <= n_words; k++) {
            const char *name = gram(a, words + i, k);
            if (check_column(a, name, policy, tables, n, err) < 0)
                return -1;
            for (size_t p = 0; p < policy->n_blocked; p++)
                if (is_meant(a, policy->blocked[p], words + i, k) && !means_other(a, intent, name, policy, tables, n))
                    return refuse_column(a, policy->blocked[p], err);
        }
    return 0;
}

int guard_left_out(struct arena *a, const char *intent, const struct json *left_out, struct err *err)
{
    for (size_t i = 0; i < json_len(left_out); i++) {
        const char *rule = json_get_text(json_at(left_out, i), "rule");
        if (flat_names(a, intent, json_get_text(json_at(left_out, i), "column")))
            return refuse_column(a, strcmp(rule, PII_RULE_ALLOWED) == 0 ? NULL : rule, err);
    }
    return 0;
}
