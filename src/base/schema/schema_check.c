/* schema_check.c - walks an instance along a compiled schema.
 *
 * A check answers yes or no and stops at the first no; a valid instance is walked once and nothing is allocated (but
 * for propertyNames, which makes values of names, and uniqueItems on a long list). Only when the answer is no is the
 * walk repeated with a teller, and what failed is put into words there. With a teller the order differs a little:
 * constants are looked at first, since a wrong one tells that another branch of an anyOf was meant.
 *
 * Steps count schemas applied to values, and comparisons with values. Past SCHEMA_MAX_STEPS, or SCHEMA_MAX_DEPTH within
 * each other, everything fails at once, so "not" cannot turn a check that gave up into one that passed: schema_check()
 * asks for that first.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "base/schema/schema.h"
#include "base/schema/schema_node.h"
#include "base/str.h"

struct walk {
    size_t steps; /* left */
    unsigned depth;
    bool gave_up;
    struct teller *teller; /* NULL when only yes or no is wanted */
};

static bool check(struct walk *w, const struct schema_node *node, const struct json *v, const struct step *at);

/* ---- the walk itself ---- */

static bool give_up(struct walk *w)
{
    w->steps = 0;
    w->gave_up = true;
    return false;
}

static bool spend(struct walk *w, size_t steps)
{
    if (steps > w->steps)
        return give_up(w);
    w->steps -= steps;
    return true;
}

/* What to answer where something is wrong: tells it if anyone listens. */
#define FAIL(w, ...) ((w)->teller ? schema_tell((w)->teller, __VA_ARGS__) : false)

/* Checks without telling, for what is allowed to fail. */
static bool fits(struct walk *w, const struct schema_node *node, const struct json *v, const struct step *at)
{
    struct teller *teller = w->teller;
    bool ok;

    w->teller = NULL;
    ok = check(w, node, v, at);
    w->teller = teller;
    return ok;
}

static struct step field_step(const struct step *up, const char *name, size_t n)
{
    return (struct step){ .up = up, .kind = STEP_FIELD, .name = name, .n = n };
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* ---- any value ---- */

static bool has_type(unsigned types, const struct json *v)
{
    switch (json_type(v)) {
    case JSON_NULL:
        return types & TYPE_NULL;
    case JSON_BOOL:
        return types & TYPE_BOOL;
    case JSON_NUMBER:
        return (types & TYPE_NUMBER) || ((types & TYPE_INTEGER) && json_is_int(v));
    case JSON_STRING:
        return types & TYPE_STRING;
    case JSON_ARRAY:
        return types & TYPE_ARRAY;
    case JSON_OBJECT:
        return types & TYPE_OBJECT;
    }
    return false;
}

static bool is_choice(struct walk *w, const struct json *choices, const struct json *v)
{
    size_t n = json_len(choices);

    if (!spend(w, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (json_equal(json_at(choices, i), v))
            return true;
    return false;
}

static bool fail_choice(struct walk *w, const struct json *choices, const struct step *at)
{
    size_t n = json_len(choices);
    const struct json **values;

    if (!w->teller)
        return false;
    values = arena_array(w->teller->a, n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = json_at(choices, i);
    return schema_tell_values(w->teller, at, "enum", values, n);
}

static bool check_value(struct walk *w, const struct schema_node *node, const struct json *v, const struct step *at)
{
    if (node->never)
        return FAIL(w, at, "false", "is not allowed");
    if (node->types && !has_type(node->types, v))
        return w->teller ? schema_tell_types(w->teller, at, node->types) : false;
    if (node->constant && !json_equal(node->constant, v))
        return w->teller ? schema_tell_values(w->teller, at, "const", &node->constant, 1) : false;
    if (node->choices && !is_choice(w, node->choices, v))
        return fail_choice(w, node->choices, at);
    return true;
}

/* ---- objects ---- */

static bool has_field(struct walk *w, const struct json *object, const char *name, size_t n)
{
    if (!spend(w, json_len(object)))
        return false;
    for (size_t i = 0; i < json_len(object); i++) {
        size_t kn;
        const char *key = json_key_at(object, i, &kn);
        if (kn == n && memcmp(key, name, n) == 0)
            return true;
    }
    return false;
}

/* The constant or the choices a schema gives, its own or through references. */
static bool gives(const struct schema_node *node, bool constant)
{
    while (node && !(constant ? node->constant : node->choices))
        node = node->logic ? node->logic->ref : NULL;
    return node != NULL;
}

/* Fields that tell branches apart, before all others: constants, then choices. Only for telling. */
static bool check_tags(struct walk *w, const struct object_rules *o, const struct json *v, const struct step *at)
{
    for (int constant = 1; constant >= 0; constant--) {
        for (size_t i = 0; i < json_len(v); i++) {
            size_t n;
            const char *name = json_key_at(v, i, &n);
            const struct name_rule *rule = schema_name_rule(o, name, n);
            struct step here = field_step(at, name, n);
            if (rule && rule->schema && gives(rule->schema, constant) && !check(w, rule->schema, json_at(v, i), &here))
                return false;
        }
    }
    return true;
}

/* Every field's value, counting those that are required. */
static bool check_fields(struct walk *w, const struct object_rules *o, const struct json *v, const struct step *at,
                         size_t *required)
{
    for (size_t i = 0; i < json_len(v); i++) {
        size_t n;
        const char *name = json_key_at(v, i, &n);
        const struct name_rule *rule = schema_name_rule(o, name, n);
        const struct schema_node *schema = rule && rule->schema ? rule->schema : o->additional;
        struct step here = field_step(at, name, n);

        *required += rule && rule->required;
        if (!schema)
            continue;
        if (schema->never && schema == o->additional && w->teller)
            return schema_tell_unknown(w->teller, &here, o);
        if (!check(w, schema, json_at(v, i), &here))
            return false;
    }
    return true;
}

/* Names the first field that is required and absent. */
static bool fail_required(struct walk *w, const struct object_rules *o, const struct json *v, const struct step *at)
{
    for (size_t i = 0; w->teller && i < json_len(o->required); i++) {
        size_t n;
        const char *name = json_text(json_at(o->required, i), &n);
        struct step missing = field_step(at, name, n);
        if (!has_field(w, v, name, n))
            return FAIL(w, &missing, "required", "is required");
    }
    return false;
}

/* What the presence of one field asks of the others. */
static bool check_dependent(struct walk *w, const struct name_rule *rule, const struct json *v, const struct step *at)
{
    for (size_t i = 0; i < json_len(rule->also_needed); i++) {
        size_t n;
        const char *name = json_text(json_at(rule->also_needed, i), &n);
        struct step missing = field_step(at, name, n);
        if (!has_field(w, v, name, n))
            return FAIL(w, &missing, "dependentRequired", "is required when '%s' is given", rule->name);
    }
    return !rule->dependent || check(w, rule->dependent, v, at);
}

static bool check_dependents(struct walk *w, const struct object_rules *o, const struct json *v, const struct step *at)
{
    for (size_t i = 0; i < json_len(v); i++) {
        size_t n;
        const char *name = json_key_at(v, i, &n);
        const struct name_rule *rule = schema_name_rule(o, name, n);
        if (rule && !check_dependent(w, rule, v, at))
            return false;
    }
    return true;
}

static bool check_names(struct walk *w, const struct schema_node *names, const struct json *v, const struct step *at)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();

    for (size_t i = 0; i < json_len(v); i++) {
        size_t n;
        const char *name = json_key_at(v, i, &n);
        struct step here = { .up = at, .kind = STEP_NAME, .name = name, .n = n };
        if (!check(w, names, json_strn(scratch, name, n), &here))
            return false;
    }
    return true;
}

static bool check_object(struct walk *w, const struct object_rules *o, const struct json *v, const struct step *at)
{
    size_t n = json_len(v), required = 0;

    if (w->teller && !check_tags(w, o, v, at))
        return false;
    if (!check_fields(w, o, v, at, &required))
        return false;
    if (required < o->required_n)
        return fail_required(w, o, v, at);
    if (o->min.given && n < o->min.n)
        return FAIL(w, at, "minProperties", "must have at least %zu field%s", o->min.n, plural(o->min.n));
    if (o->max.given && n > o->max.n)
        return FAIL(w, at, "maxProperties", "must have at most %zu field%s", o->max.n, plural(o->max.n));
    if (o->has_dependents && !check_dependents(w, o, v, at))
        return false;
    return !o->names || check_names(w, o->names, v, at);
}

/* ---- arrays ---- */

static bool check_items(struct walk *w, const struct array_rules *r, const struct json *v, const struct step *at)
{
    size_t n = r->items ? json_len(v) : r->prefix.n;

    for (size_t i = 0; i < n && i < json_len(v); i++) {
        struct step here = { .up = at, .kind = STEP_ITEM, .n = i };
        if (!check(w, i < r->prefix.n ? r->prefix.at[i] : r->items, json_at(v, i), &here))
            return false;
    }
    return true;
}

static bool check_contains(struct walk *w, const struct array_rules *r, const struct json *v, const struct step *at)
{
    size_t least = r->min_contains.given ? r->min_contains.n : 1, found = 0;

    for (size_t i = 0; i < json_len(v) && !w->gave_up; i++) {
        struct step here = { .up = at, .kind = STEP_ITEM, .n = i };
        found += fits(w, r->contains, json_at(v, i), &here);
        if (found >= least && !r->max_contains.given)
            return true;
    }
    if (found < least)
        return FAIL(w, at, "contains", "must have at least %zu item%s of the kind asked for", least, plural(least));
    if (r->max_contains.given && found > r->max_contains.n)
        return FAIL(w, at, "maxContains", "must have at most %zu item%s of the kind asked for", r->max_contains.n,
                    plural(r->max_contains.n));
    return true;
}

static bool check_unique(struct walk *w, const struct json *v, const struct step *at)
{
    size_t a, b;

    if (schema_items_differ(v, &w->steps, &a, &b))
        return true;
    if (b == 0)
        return give_up(w);
    return FAIL(w, at, "uniqueItems", "must not have equal items: [%zu] and [%zu] are", a, b);
}

static bool check_array(struct walk *w, const struct array_rules *r, const struct json *v, const struct step *at)
{
    size_t n = json_len(v);

    if (r->min.given && n < r->min.n)
        return r->min.n == 1 ? FAIL(w, at, "minItems", "must not be empty")
                             : FAIL(w, at, "minItems", "must have at least %zu items", r->min.n);
    if (r->max.given && n > r->max.n)
        return FAIL(w, at, "maxItems", "must have at most %zu item%s", r->max.n, plural(r->max.n));
    if (!check_items(w, r, v, at))
        return false;
    if (r->contains && !check_contains(w, r, v, at))
        return false;
    return !r->unique || check_unique(w, v, at);
}

/* ---- text and numbers ---- */

static bool check_text(struct walk *w, const struct text_rules *r, const struct json *v, const struct step *at)
{
    size_t n, chars;
    const char *text = json_text(v, &n);

    if (r->min.given || r->max.given) {
        chars = str_chars(text, n);
        if (r->min.given && chars < r->min.n)
            return r->min.n == 1 ? FAIL(w, at, "minLength", "must not be empty")
                                 : FAIL(w, at, "minLength", "must be at least %zu characters", r->min.n);
        if (r->max.given && chars > r->max.n)
            return FAIL(w, at, "maxLength", "must be at most %zu character%s", r->max.n, plural(r->max.n));
    }
    if (!format_fits(r->format, text, n))
        return FAIL(w, at, "format", "must be %s", format_wanted(r->format));
    return true;
}

/* The keyword of the bound that v breaks, or NULL. */
static const char *broken_bound(const struct number_rules *r, const struct json *v)
{
    if (r->minimum && json_number_compare(v, r->minimum) < 0)
        return "minimum";
    if (r->above && json_number_compare(v, r->above) <= 0)
        return "exclusiveMinimum";
    if (r->maximum && json_number_compare(v, r->maximum) > 0)
        return "maximum";
    if (r->below && json_number_compare(v, r->below) >= 0)
        return "exclusiveMaximum";
    return NULL;
}

/* A quotient too long to work out counts as none: what cannot be shown to fit does not. */
static bool is_multiple(struct walk *w, const struct json *v, const struct json *of)
{
    const char *value = json_digits(v), *divisor = json_digits(of);
    size_t n = strlen(value);
    bool known;

    return spend(w, n) && num_is_multiple(value, n, divisor, strlen(divisor), &known) && known;
}

static bool check_number(struct walk *w, const struct number_rules *r, const struct json *v, const struct step *at)
{
    const char *broken = broken_bound(r, v);

    if (broken)
        return w->teller ? schema_tell_range(w->teller, at, broken, r) : false;
    if (r->multiple_of && !is_multiple(w, v, r->multiple_of))
        return FAIL(w, at, "multipleOf", "must be a multiple of %s", json_digits(r->multiple_of));
    return true;
}

/* ---- schemas on the same value ---- */

/* No branch fits: tells what is wrong with the one that was most likely meant. */
static bool fail_branches(struct walk *w, const struct node_list *list, const struct json *v, const struct step *at,
                          const char *keyword)
{
    struct teller *t = w->teller;
    struct failure *into, *all;

    if (!t || t->told >= SCHEMA_MAX_TOLD)
        return false;
    into = t->into;
    all = arena_array(t->a, list->n, sizeof *all);
    for (size_t i = 0; i < list->n; i++) {
        t->into = &all[i];
        (void)check(w, list->at[i], v, at);
    }
    t->into = into;
    return schema_tell_best(t, at, keyword, all, list->n);
}

static bool check_any(struct walk *w, const struct node_list *list, const struct json *v, const struct step *at)
{
    for (size_t i = 0; i < list->n; i++)
        if (fits(w, list->at[i], v, at))
            return true;
    return fail_branches(w, list, v, at, "anyOf");
}

static bool check_one(struct walk *w, const struct node_list *list, const struct json *v, const struct step *at)
{
    size_t found = 0;

    for (size_t i = 0; i < list->n && found < 2; i++)
        found += fits(w, list->at[i], v, at);
    if (found == 0)
        return fail_branches(w, list, v, at, "oneOf");
    return found == 1 || FAIL(w, at, "oneOf", "has more than one of the forms it may have");
}

static bool check_logic(struct walk *w, const struct logic_rules *l, const struct json *v, const struct step *at)
{
    const struct schema_node *then;

    if (l->ref && !check(w, l->ref, v, at))
        return false;
    for (size_t i = 0; i < l->all_of.n; i++)
        if (!check(w, l->all_of.at[i], v, at))
            return false;
    if (l->any_of.n && !check_any(w, &l->any_of, v, at))
        return false;
    if (l->one_of.n && !check_one(w, &l->one_of, v, at))
        return false;
    if (l->not_ && fits(w, l->not_, v, at))
        return FAIL(w, at, "not", "has a form that is not allowed");
    if (!l->if_)
        return true;
    then = fits(w, l->if_, v, at) ? l->then : l->else_;
    return !then || check(w, then, v, at);
}

/* ---- a node ---- */

static bool check_kind(struct walk *w, const struct schema_node *node, const struct json *v, const struct step *at)
{
    switch (json_type(v)) {
    case JSON_OBJECT:
        return !node->object || check_object(w, node->object, v, at);
    case JSON_ARRAY:
        return !node->array || check_array(w, node->array, v, at);
    case JSON_STRING:
        return !node->text || check_text(w, node->text, v, at);
    case JSON_NUMBER:
        return !node->number || check_number(w, node->number, v, at);
    case JSON_NULL:
    case JSON_BOOL:
        break;
    }
    return true;
}

static bool check(struct walk *w, const struct schema_node *node, const struct json *v, const struct step *at)
{
    bool ok;

    if (!spend(w, 1))
        return false;
    if (w->depth == SCHEMA_MAX_DEPTH)
        return give_up(w);
    w->depth++;
    ok = check_value(w, node, v, at) && check_kind(w, node, v, at) &&
         (!node->logic || check_logic(w, node->logic, v, at));
    w->depth--;
    return ok;
}

/* Walks once more to find words for what is wrong. */
static int explain(const struct schema *s, const struct json *instance, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct failure f = { 0 };
    struct teller teller = { .a = scratch, .into = &f };
    struct walk w = { .steps = SCHEMA_MAX_STEPS, .teller = &teller };

    (void)check(&w, s->root, instance, NULL);
    if (!f.message)
        return err_say(err, ERR_INVALID_INPUT, "the input does not have the form it must have");
    return err_set(err, ERR_INVALID_INPUT, f.message, "#%s fails %s", f.pointer, f.keyword);
}

int schema_check(const struct schema *s, const struct json *instance, struct err *err)
{
    struct walk w = { .steps = SCHEMA_MAX_STEPS };
    bool ok = check(&w, s->root, instance, NULL);

    if (w.gave_up)
        return err_set(err, ERR_TOO_LARGE, "The input is too large or too deeply nested to check.",
                       "schema check gave up: at most %u steps, %d within each other", SCHEMA_MAX_STEPS,
                       SCHEMA_MAX_DEPTH);
    return ok ? 0 : explain(s, instance, err);
}
