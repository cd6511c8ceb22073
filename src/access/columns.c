/* columns.c - the policy put together from who asks and what they say, and its decisions written down. */
#include "access/columns.h"
#include "base/arena.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "gate/op.h"
#include "sys/location.h"
#include <string.h>

/* Adds a list's texts to the n there are; returns how many there are then. */
static size_t add_texts(const char **texts, size_t n, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        texts[n++] = json_text(json_at(list, i), NULL);
    return n;
}

const struct column_policy *columns_policy(const struct call *c, const struct json *args, bool for_programs)
{
    const struct json *allowed = json_get(args, "allowed_columns"), *given = json_get(args, "blocked_patterns");
    const bool person = c->origin == CALLER_PERSON;
    const bool defaults = !person || (for_programs && c->depth == 0 && !given);
    struct column_policy *policy = arena_alloc(c->arena, sizeof *policy);
    const char **names = arena_array(c->arena, json_len(allowed), sizeof *names);
    const char **patterns = arena_array(c->arena, json_len(given) + pii_defaults_n, sizeof *patterns);

    if (!defaults && !allowed && !given)
        return NULL;
    if (defaults)
        memcpy(patterns, pii_defaults, pii_defaults_n * sizeof *patterns);
    policy->n_blocked = add_texts(patterns, defaults ? pii_defaults_n : 0, given);
    policy->blocked = patterns;
    policy->n_allowed = add_texts(names, 0, allowed);
    policy->allowed = allowed ? names : NULL;
    return policy;
}

int columns_open(struct call *c, const struct json *data, const struct column_policy *policy, struct dataset **ret,
                 struct err *err)
{
    size_t n = json_len(data);
    const char **names = arena_array(c->arena, n, sizeof *names);
    struct location *at = arena_array(c->arena, n, sizeof *at);
    struct dataset_spec spec = {
        .at = at, .names = names, .user = c->user, .n = n, .policy = policy, .private = call_is_private(c)
    };

    for (size_t i = 0; i < n; i++)
        if (call_source(c, json_text(json_at(data, i), NULL), &at[i], &names[i], err) < 0)
            return -1;
    return dataset_open(c->service, &spec, c->cancel, ret, err);
}

/* Only our own patterns are named: others are a person's words. */
static const char *reason_of(struct arena *a, const char *rule)
{
    const char *pattern = pii_default(rule);

    if (strcmp(rule, PII_RULE_ALLOWED) == 0)
        return "Columns that are not among those allowed were left out.";
    if (!pattern)
        return "Columns that a pattern blocks were left out.";
    return arena_printf(a, "Columns that the pattern %s blocks were left out.", pattern);
}

int columns_decide(struct call *c, const struct json *left_out, struct err *err)
{
    struct json *told = json_object(c->arena);

    for (size_t i = 0; i < json_len(left_out); i++) {
        const char *rule = json_get_text(json_at(left_out, i), "rule");
        const char *reason = reason_of(c->arena, rule);

        if (json_get(told, reason))
            continue;
        json_set(c->arena, told, reason, json_bool(c->arena, true));
        rule = strcmp(rule, PII_RULE_ALLOWED) == 0 ? PII_RULE_ALLOWED : PII_RULE_BLOCKED;
        if (call_decide(c, "leave_out", rule, reason, err) < 0)
            return -1;
    }
    return 0;
}

void columns_hand_on(const struct call *c, const struct json *given, struct json *args)
{
    struct json *allowed = json_get(given, "allowed_columns"), *blocked = json_get(given, "blocked_patterns");

    if (!blocked && c->depth == 0) {
        blocked = json_array(c->arena);
        for (size_t i = 0; i < pii_defaults_n; i++)
            json_push(c->arena, blocked, json_str(c->arena, pii_defaults[i]));
    }
    if (allowed)
        json_set(c->arena, args, "allowed_columns", allowed);
    if (blocked)
        json_set(c->arena, args, "blocked_patterns", blocked);
}
