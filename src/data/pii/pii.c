/* pii.c - what a policy's patterns stand for, and its answer put together. Names are read in pii_names.c, values in
 * pii_find.c and pii_seen.c. */
#include "data/pii/pii.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii_names.h"
#include <string.h>

const char *const pii_defaults[] = { "ssn", "social_security", "email", "phone", "credit_card" };
const size_t pii_defaults_n = COUNT_OF(pii_defaults);

#define BIT(class) (1u << (class))
#define PERSON (BIT(PII_SSN) | BIT(PII_IDENTITY) | BIT(PII_BIRTH) | BIT(PII_PASSPORT) | BIT(PII_LICENCE))

/* The patterns that stand for more than their letters. */
static const struct {
    const char *pattern;
    uint32_t classes;
} families[] = {
    { "ssn", PERSON },
    { "social_security", PERSON },
    { "email", BIT(PII_EMAIL) },
    { "phone", BIT(PII_PHONE) },
    { "credit_card", BIT(PII_CARD) | BIT(PII_ACCOUNT) },
    { "national_id", BIT(PII_IDENTITY) | BIT(PII_SSN) },
    { "passport", BIT(PII_PASSPORT) },
    { "driving_licence", BIT(PII_LICENCE) },
    { "birth_date", BIT(PII_BIRTH) },
    { "iban", BIT(PII_ACCOUNT) },
};

static const char *const holds[PII_CLASSES] = {
    [PII_EMAIL] = "e-mail addresses",
    [PII_PHONE] = "telephone numbers",
    [PII_SSN] = "social security numbers",
    [PII_CARD] = "card numbers",
    [PII_ACCOUNT] = "bank account numbers",
    [PII_IDENTITY] = "identity, insurance or tax numbers of persons",
    [PII_BIRTH] = "dates of birth",
    [PII_PASSPORT] = "passport numbers",
    [PII_LICENCE] = "driving licence numbers",
};

/* ---- patterns ---- */

const char *pii_default(const char *pattern)
{
    for (size_t i = 0; i < pii_defaults_n; i++)
        if (str_ieq(pattern, pii_defaults[i]))
            return pii_defaults[i];
    return NULL;
}

/* The classes that the pattern stands for; 0: it is just a word. */
static uint32_t family(const char *pattern)
{
    for (size_t i = 0; i < COUNT_OF(families); i++)
        if (str_ieq(pattern, families[i].pattern))
            return families[i].classes;
    return 0;
}

uint32_t pii_blocked_classes(const struct column_policy *policy)
{
    uint32_t classes = 0;

    for (size_t i = 0; i < policy->n_blocked; i++)
        classes |= family(policy->blocked[i]);
    return classes;
}

const char *pii_holds(enum pii_class class)
{
    return holds[class];
}

/* The pattern whose own name the class has comes before one that stands for it too. */
const char *pii_pattern(const struct column_policy *policy, uint32_t classes, enum pii_class *ret)
{
    for (unsigned class = 0; classes != 0 && class < PII_CLASSES; class ++)
        for (size_t i = 0; (classes & BIT(class)) && i < policy->n_blocked; i++)
            if (family(policy->blocked[i]) & BIT(class)) {
                *ret = (enum pii_class) class;
                return policy->blocked[i];
            }
    return NULL;
}

/* A default stands for the names in our table; another for its own letters too. */
bool pii_name(const char *pattern, const char *column)
{
    uint32_t classes = family(pattern);

    return (classes && (pii_name_means(column).sure & classes)) ||
           (!pii_default(pattern) && pii_name_has(pattern, column));
}

const char *pii_value(const struct column_policy *policy, const char *p, size_t n)
{
    struct pii_finds finds;
    enum pii_class class;

    pii_find(p, n, &finds);
    return pii_pattern(policy, finds.classes, &class);
}

const char *pii_name_value(const struct column_policy *policy, const char *name)
{
    struct pii_finds finds;
    enum pii_class class;

    pii_find(name, strlen(name), &finds);
    return pii_pattern(policy, finds.classes | (finds.likely ? BIT(finds.class) : 0), &class);
}

/* ---- the policy ---- */

static bool is_allowed(const struct column_policy *policy, const char *column)
{
    for (size_t i = 0; i < policy->n_allowed; i++)
        if (str_same(policy->allowed[i], column))
            return true;
    return !policy->allowed;
}

/* The pattern that the name is blocked by: one of a person's own, or what ours say of it. */
static bool is_named(struct arena *a, const struct column_policy *policy, const char *column, uint32_t sure,
                     struct blocked_column *ret)
{
    enum pii_class class;
    const char *pattern = pii_pattern(policy, sure, &class);

    if (pattern) {
        ret->rule = pattern;
        ret->reason = arena_printf(a, "its name says that it holds %s", pii_holds(class));
        return true;
    }
    for (size_t i = 0; i < policy->n_blocked; i++)
        if (!pii_default(policy->blocked[i]) && pii_name_has(policy->blocked[i], column)) {
            ret->rule = policy->blocked[i];
            ret->reason = arena_printf(a, "its name has '%s' in it, which is blocked", policy->blocked[i]);
            return true;
        }
    return false;
}

bool pii_blocks(struct arena *a, const struct column_policy *policy, const char *column, const struct pii_seen *seen,
                struct blocked_column *ret)
{
    struct pii_meant meant = { 0, 0 };
    enum pii_class class = PII_CLASSES;

    ret->column = ret->name = column;
    if (!is_allowed(policy, column)) {
        ret->rule = PII_RULE_ALLOWED;
        ret->reason = "it is not one of the columns that were allowed";
        return true;
    }
    if (pii_blocked_classes(policy))
        meant = pii_name_means(column);
    if (is_named(a, policy, column, meant.sure, ret))
        return true;
    ret->rule = seen ? pii_pattern(policy, pii_content(seen, meant.hinted), &class) : NULL;
    if (ret->rule)
        ret->reason = arena_printf(a, "what stands in it looks like %s", pii_holds(class));
    return ret->rule != NULL;
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
