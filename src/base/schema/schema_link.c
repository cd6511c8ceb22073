/* schema_link.c - what joins names, places and nodes of a schema: the memo, the table of a node's names, JSON pointers,
 * and the proof that no schema can apply to one value for ever.
 *
 * A name's rules are found by binary search over (length, bytes): most wrong guesses differ in length and cost one
 * comparison. A schema that reaches itself without stepping into the instance would never end; walking the nodes once,
 * by depth, finds such a circle, and the longest chain there is.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/schema/schema_node.h"
#include <stdint.h>

/* ---- the memo ---- */

static struct node_memo_slot *memo_slot(const struct node_memo *m, const struct json *value)
{
    size_t i = ((uintptr_t)value >> 4) * 0x9e3779b1u & (m->size - 1);

    while (m->slots[i].value && m->slots[i].value != value)
        i = (i + 1) & (m->size - 1);
    return &m->slots[i];
}

struct schema_node *schema_memo_find(const struct node_memo *m, const struct json *value)
{
    return m->size ? memo_slot(m, value)->node : NULL;
}

void schema_memo_add(struct arena *a, struct node_memo *m, const struct json *value, struct schema_node *node)
{
    if (2 * m->used >= m->size) {
        struct node_memo larger = { .size = m->size ? 2 * m->size : 64, .used = m->used };
        larger.slots = arena_array(a, larger.size, sizeof *larger.slots);
        for (size_t i = 0; i < m->size; i++)
            if (m->slots[i].value)
                *memo_slot(&larger, m->slots[i].value) = m->slots[i];
        *m = larger;
    }
    *memo_slot(m, value) = (struct node_memo_slot){ value, node };
    m->used++;
}

/* ---- names ---- */

static int name_order(const char *a, size_t an, const char *b, size_t bn)
{
    if (an != bn)
        return an < bn ? -1 : 1;
    return memcmp(a, b, an);
}

static int rule_order(const void *a, const void *b)
{
    const struct name_rule *x = a, *y = b;

    return name_order(x->name, x->n, y->name, y->n);
}

bool schema_names_differ(const struct json *names)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    size_t n = json_len(names);
    struct name_rule *sorted = arena_array(scratch, n, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        sorted[i].name = json_text(json_at(names, i), &sorted[i].n);
    qsort(sorted, n, sizeof *sorted, rule_order);
    for (size_t i = 1; i < n; i++)
        if (rule_order(&sorted[i - 1], &sorted[i]) == 0)
            return false;
    return true;
}

/* Joins what is said about one name; each of the two comes from different keywords. */
static void rule_merge(struct name_rule *into, const struct name_rule *more)
{
    if (more->schema)
        into->schema = more->schema;
    if (more->dependent)
        into->dependent = more->dependent;
    if (more->also_needed)
        into->also_needed = more->also_needed;
    into->required |= more->required;
}

static void merge_rules(struct object_rules *o, struct name_rule *all, size_t n)
{
    qsort(all, n, sizeof *all, rule_order);
    o->rules = all;
    for (size_t i = 0; i < n; i++) {
        if (o->rules_n > 0 && rule_order(&all[o->rules_n - 1], &all[i]) == 0)
            rule_merge(&all[o->rules_n - 1], &all[i]);
        else
            all[o->rules_n++] = all[i];
    }
}

void schema_make_rules(struct arena *a, struct object_rules *o)
{
    size_t n = json_len(o->required) + json_len(o->dependent_required) + o->properties.n + o->dependents.n;
    struct name_rule *all = arena_array(a, n, sizeof *all), *r = all;

    for (size_t i = 0; i < o->properties.n; i++, r++) {
        r->name = json_key_at(o->properties.names, i, &r->n);
        r->schema = o->properties.at[i];
    }
    for (size_t i = 0; i < o->dependents.n; i++, r++) {
        r->name = json_key_at(o->dependents.names, i, &r->n);
        r->dependent = o->dependents.at[i];
    }
    for (size_t i = 0; i < json_len(o->dependent_required); i++, r++) {
        r->name = json_key_at(o->dependent_required, i, &r->n);
        r->also_needed = json_at(o->dependent_required, i);
    }
    for (size_t i = 0; i < json_len(o->required); i++, r++) {
        r->name = json_text(json_at(o->required, i), &r->n);
        r->required = true;
    }
    o->required_n = json_len(o->required);
    o->has_dependents = o->dependents.n > 0 || json_len(o->dependent_required) > 0;
    merge_rules(o, all, n);
}

const struct name_rule *schema_name_rule(const struct object_rules *o, const char *name, size_t n)
{
    size_t low = 0, high = o->rules_n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = name_order(name, n, o->rules[middle].name, o->rules[middle].n);
        if (order == 0)
            return &o->rules[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* ---- JSON pointers ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Undoes percent-encoding in place; false when a percent sign has no two hex digits behind it. */
static bool percent_decode(char *p, size_t *n)
{
    size_t out = 0;

    for (size_t i = 0; i < *n; i++, out++) {
        p[out] = p[i];
        if (p[i] != '%')
            continue;
        if (*n - i < 3 || hex_value(p[i + 1]) < 0 || hex_value(p[i + 2]) < 0)
            return false;
        p[out] = (char)(hex_value(p[i + 1]) * 16 + hex_value(p[i + 2]));
        i += 2;
    }
    *n = out;
    return true;
}

/* Undoes ~0 and ~1 in place; false on any other use of the tilde. */
static bool tilde_decode(char *p, size_t *n)
{
    size_t out = 0;

    for (size_t i = 0; i < *n; i++, out++) {
        p[out] = p[i];
        if (p[i] != '~')
            continue;
        if (i + 1 == *n || (p[i + 1] != '0' && p[i + 1] != '1'))
            return false;
        p[out] = p[++i] == '0' ? '~' : '/';
    }
    *n = out;
    return true;
}

/* An array index as RFC 6901 writes it: digits without a leading zero. */
static bool read_index(const char *p, size_t n, size_t *ret)
{
    size_t v = 0;

    if (n == 0 || n > 9 || (n > 1 && p[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9')
            return false;
        v = v * 10 + (size_t)(p[i] - '0');
    }
    *ret = v;
    return true;
}

/* One step down from v; NULL when there is nothing of that name. */
static const struct json *step_into(const struct json *v, const char *name, size_t n, struct step *s)
{
    size_t index;

    if (json_is(v, JSON_ARRAY)) {
        if (!read_index(name, n, &index) || index >= json_len(v))
            return NULL;
        s->kind = STEP_ITEM;
        s->n = index;
        return json_at(v, index);
    }
    for (size_t i = 0; json_is(v, JSON_OBJECT) && i < json_len(v); i++) {
        s->kind = STEP_FIELD;
        s->name = json_key_at(v, i, &s->n);
        if (name_order(name, n, s->name, s->n) == 0)
            return json_at(v, i);
    }
    return NULL;
}

const struct json *schema_resolve(struct arena *a, const struct json *document, const char *ref, size_t n,
                                  const struct step **ret_place, const char **ret_why)
{
    const struct step *place = NULL;
    char *p = arena_dup(a, ref, n);
    size_t left = n;

    *ret_why = "must be \"#\" or begin with \"#/\": only places of this document can be referred to";
    if (n == 0 || p[0] != '#' || (n > 1 && p[1] != '/'))
        return NULL;
    *ret_why = "is not a well-formed JSON pointer";
    left--;
    if (!percent_decode(++p, &left))
        return NULL;
    while (left > 0) {
        char *slash = memchr(p + 1, '/', left - 1);
        size_t whole = slash ? (size_t)(slash - p) : left, token = whole - 1;
        struct step *s = arena_alloc(a, sizeof *s);
        if (!tilde_decode(p + 1, &token))
            return NULL;
        s->up = place;
        document = step_into(document, p + 1, token, s);
        if (!document) {
            *ret_why = "names a place that does not exist";
            return NULL;
        }
        place = s;
        p += whole;
        left -= whole;
    }
    *ret_place = place;
    return document;
}

/* ---- chains ---- */

#define REACH_OPEN UINT32_MAX /* being walked: meeting it again closes a circle */

static int reach_node(struct schema_node *node, unsigned depth, unsigned *longest, struct err *err);

static int reach_list(const struct node_list *list, unsigned depth, unsigned *longest, struct err *err)
{
    for (size_t i = 0; i < list->n; i++)
        if (reach_node(list->at[i], depth, longest, err))
            return -1;
    return 0;
}

static int reach_logic(const struct logic_rules *l, unsigned depth, unsigned *longest, struct err *err)
{
    struct schema_node *const single[] = { l->ref, l->not_, l->if_, l->then, l->else_ };
    const struct node_list *const lists[] = { &l->all_of, &l->any_of, &l->one_of };

    for (size_t i = 0; i < COUNT_OF(single); i++)
        if (single[i] && reach_node(single[i], depth, longest, err))
            return -1;
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        if (reach_list(lists[i], depth, longest, err))
            return -1;
    return 0;
}

/* Raises *longest to the chain that begins at node. depth is how many lie before it, so that even the walk is bounded.
 */
static int reach_node(struct schema_node *node, unsigned depth, unsigned *longest, struct err *err)
{
    unsigned below = 0;

    if (node->reach == REACH_OPEN)
        return schema_refuse(node->place, "applies to the same value again without end", err);
    if (node->reach == 0) {
        if (depth == SCHEMA_MAX_CHAIN)
            return schema_refuse(node->place, "stands at the end of too long a chain of schemas for one value", err);
        node->reach = REACH_OPEN;
        if (node->logic && reach_logic(node->logic, depth + 1, &below, err))
            return -1;
        if (node->object && reach_list(&node->object->dependents, depth + 1, &below, err))
            return -1;
        node->reach = below + 1;
        if (node->reach > SCHEMA_MAX_CHAIN)
            return schema_refuse(node->place, "begins too long a chain of schemas for one value", err);
    }
    if (node->reach > *longest)
        *longest = node->reach;
    return 0;
}

int schema_check_chains(struct schema_node *newest, struct err *err)
{
    unsigned longest = 0;

    for (struct schema_node *node = newest; node; node = node->earlier)
        if (reach_node(node, 0, &longest, err))
            return -1;
    return 0;
}
