/* pii.c - names matched word by word, and the policy's answer put together. What values look like is in pii_seen.c.
 *
 * No pattern of ours has a letter beyond ASCII, so a word that has one is another word. */
#include "data/pii.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/name_words.h"
#include "data/workset.h"
#include <string.h>

const char *const pii_defaults[] = { "ssn", "social_security", "email", "phone", "credit_card" };
const size_t pii_defaults_n = COUNT_OF(pii_defaults);

static const struct {
    const char *pattern, *holds;
} meanings[] = {
    { "ssn", "social security numbers" }, { "social_security", "social security numbers" },
    { "email", "e-mail addresses" },      { "phone", "telephone numbers" },
    { "credit_card", "card numbers" },
};

/* Words that have a default pattern in them and mean something else; longer forms of these too. */
static const char *const other_words[] = {
    "microphone", "headphone", "earphone",   "megaphone",   "saxophone", "gramophone", "xylophone", "vibraphone",
    "homophone",  "allophone", "anglophone", "francophone", "phonetic",  "phoneme",    "emailed",   "emailing",
};

/* A name that begins with one of these words asks a question about the thing, or counts it. */
static const char *const asking[] = { "is",  "has",   "had",   "was", "wants", "prefers", "accepts", "allow", "allows",
                                      "num", "count", "total", "n",   "avg",   "average", "days",    "last" };

/* A name in which one of these follows is about the thing's kind, number, time, price or state. */
static const char *const about[] = {
    "count",     "counts",   "total",   "sum",     "avg",      "average",   "rate",     "ratio",     "percent",
    "pct",       "share",    "type",    "kind",    "category", "class",     "model",    "brand",     "make",
    "maker",     "color",    "colour",  "price",   "prices",   "cost",      "costs",    "fee",       "fees",
    "sales",     "revenue",  "units",   "plan",    "plans",    "status",    "flag",     "verified",  "valid",
    "validated", "consent",  "opt",     "optin",   "optout",   "allowed",   "sent",     "opened",    "opens",
    "open",      "clicked",  "clicks",  "click",   "bounced",  "bounces",   "received", "call",      "calls",
    "date",      "time",     "at",      "on",      "day",      "month",     "year",     "duration",  "minutes",
    "seconds",   "limit",    "balance", "payment", "payments", "income",    "benefit",  "benefits",  "tax",
    "domain",    "provider", "carrier", "network", "campaign", "campaigns", "subject",  "template",  "length",
    "os",        "device",   "screen",  "storage", "service",  "usage",     "support",  "marketing", "debt",
};

/* ---- matching ---- */

const char *pii_default(const char *pattern)
{
    for (size_t i = 0; i < pii_defaults_n; i++)
        if (str_ieq(pattern, pii_defaults[i]))
            return pii_defaults[i];
    return NULL;
}

static bool is_other_word(const struct name_word *w)
{
    for (size_t i = 0; i < COUNT_OF(other_words); i++)
        if (w->n >= strlen(other_words[i]) && name_same(w->p, other_words[i], strlen(other_words[i])))
            return true;
    return false;
}

/* The word has the key in it: as a whole, or in the plural, or anywhere when the key is long. */
static bool has_key(const struct name_word *w, const char *key, size_t n)
{
    if (w->n == n || (w->n == n + 1 && name_lower(w->p[n]) == 's'))
        return name_same(w->p, key, n);
    for (size_t i = 0; n > PII_SHORT && i + n <= w->n; i++)
        if (name_same(w->p + i, key, n))
            return true;
    return false;
}

/* How many words, from this one on, make up the key; 0 when they do not. The last may be in the plural. */
static size_t spans(const struct name_word *words, size_t n, const char *key, size_t key_n)
{
    size_t done = 0;

    for (size_t i = 0; i < n; i++) {
        size_t take = words[i].n;
        if (take == key_n - done + 1 && name_lower(words[i].p[take - 1]) == 's')
            take--;
        if (take > key_n - done || !name_same(words[i].p, key + done, take))
            return 0;
        done += take;
        if (done == key_n)
            return i + 1;
    }
    return 0;
}

/* The words around the ones that match say that the column holds something else. */
static bool means_other(const struct name_word *words, size_t n, size_t from, size_t to)
{
    if (from > 0 && name_word_in(&words[0], asking, COUNT_OF(asking)))
        return true;
    for (size_t i = to; i < n; i++)
        if (name_word_in(&words[i], about, COUNT_OF(about)))
            return true;
    return false;
}

bool pii_name(const char *pattern, const char *column)
{
    struct name_word words[PII_WORDS], parts[PII_WORDS];
    size_t n = name_words(column, words, PII_WORDS), n_parts = name_words(pattern, parts, PII_WORDS), key_n = 0, span;
    char key[PII_PATTERN_BYTES];
    const bool known = pii_default(pattern) != NULL;

    for (size_t i = 0; i < n_parts; i++)
        for (size_t j = 0; j < parts[i].n && key_n < sizeof key; j++)
            key[key_n++] = name_lower(parts[i].p[j]);
    for (size_t i = 0; key_n > 0 && i < n; i++) {
        span = has_key(&words[i], key, key_n) ? 1 : spans(words + i, n - i, key, key_n);
        if (span && !(known && (is_other_word(&words[i]) || means_other(words, n, i, i + span))))
            return true;
    }
    return false;
}

/* ---- the policy ---- */

const char *pii_holds(const char *pattern)
{
    for (size_t i = 0; i < COUNT_OF(meanings); i++)
        if (str_ieq(pattern, meanings[i].pattern))
            return meanings[i].holds;
    return NULL;
}

static bool is_allowed(const struct column_policy *policy, const char *column)
{
    for (size_t i = 0; i < policy->n_allowed; i++)
        if (str_same(policy->allowed[i], column))
            return true;
    return !policy->allowed;
}

static const char *name_reason(struct arena *a, const char *pattern)
{
    const char *what = pii_holds(pattern);

    return what ? arena_printf(a, "its name says that it holds %s", what)
                : arena_printf(a, "its name has '%s' in it, which is blocked", pattern);
}

/* The blocked pattern that the contents show. The two words for social security numbers mean the same contents. */
static const char *shown_pattern(const struct column_policy *policy, const struct pii_seen *seen)
{
    const char *content = seen ? pii_content(seen) : NULL;

    for (size_t i = 0; content && i < policy->n_blocked; i++)
        if (pii_holds(policy->blocked[i]) && strcmp(pii_holds(policy->blocked[i]), pii_holds(content)) == 0)
            return policy->blocked[i];
    return NULL;
}

const char *pii_value(const struct column_policy *policy, const char *p, size_t n)
{
    struct pii_seen seen = { 0 };

    pii_seen_add(&seen, p, n);
    return shown_pattern(policy, &seen);
}

bool pii_blocks(struct arena *a, const struct column_policy *policy, const char *column, const struct pii_seen *seen,
                struct blocked_column *ret)
{
    const char *shown;

    ret->column = ret->name = column;
    if (!is_allowed(policy, column)) {
        ret->rule = PII_RULE_ALLOWED;
        ret->reason = "it is not one of the columns that were allowed";
        return true;
    }
    for (size_t i = 0; i < policy->n_blocked; i++)
        if (pii_name(policy->blocked[i], column)) {
            ret->rule = policy->blocked[i];
            ret->reason = name_reason(a, policy->blocked[i]);
            return true;
        }
    shown = shown_pattern(policy, seen);
    if (!shown)
        return false;
    ret->rule = shown;
    ret->reason = arena_printf(a, "what stands in it looks like %s", pii_holds(shown));
    return true;
}

struct json *blocked_to_json(struct arena *a, const struct blocked_column *b)
{
    struct json *v = json_object(a);

    json_set(a, v, "table", json_str(a, b->table));
    json_set(a, v, "column", json_str(a, b->column));
    json_set(a, v, "rule", json_str(a, b->rule));
    json_set(a, v, "reason", json_str(a, b->reason));
    return v;
}
