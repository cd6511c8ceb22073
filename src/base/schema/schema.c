/* schema.c - compiles a schema document into nodes.
 *
 * One table lists every keyword there is: which block of a node it fills, where in it, and who reads it. What is not in
 * the table is refused, so the table is the subset. Readers check the whole of a keyword's value, annotations included.
 *
 * A place in the document is compiled once, whoever refers to it: a memo from document value to node makes recursion
 * through $ref a plain cycle of pointers. References are put off until the document's own structure is done, so the C
 * stack is as deep as the document and never as long as a chain of references.
 */
#include "base/schema/schema.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "base/schema/schema_node.h"
#include "base/str.h"

#define DIALECT "https://json-schema.org/draft/2020-12/schema"

struct pending {
    struct pending *next;
    struct schema_node *node;
};

struct compiler {
    struct arena *a;       /* for what the schema keeps */
    struct arena *scratch; /* for the rest */
    const struct json *document;
    struct schema_node *newest;
    struct node_memo memo;
    struct pending *refs; /* not resolved yet */
    unsigned depth;
};

/* Reads a keyword's value, which stands at `at`, into the member the table names. */
typedef int reader(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err);

static struct step *step_new(struct compiler *c, const struct step *up, const char *name, size_t n)
{
    struct step *s = arena_alloc(c->a, sizeof *s);

    *s = (struct step){ .up = up, .kind = name ? STEP_FIELD : STEP_ITEM, .name = name, .n = n };
    return s;
}

static struct schema_node *node_new(struct compiler *c, const struct json *value, const struct step *at)
{
    struct schema_node *node = arena_alloc(c->a, sizeof *node);

    node->place = at;
    node->earlier = c->newest;
    c->newest = node;
    schema_memo_add(c->scratch, &c->memo, value, node);
    return node;
}

/* ---- readers of plain values ---- */

static int read_types(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    static const struct {
        const char *name;
        unsigned bit;
    } types[] = {
        { "null", TYPE_NULL },     { "boolean", TYPE_BOOL }, { "number", TYPE_NUMBER }, { "integer", TYPE_INTEGER },
        { "string", TYPE_STRING }, { "array", TYPE_ARRAY },  { "object", TYPE_OBJECT },
    };
    bool list = json_is(v, JSON_ARRAY);
    size_t n = list ? json_len(v) : 1;
    unsigned set = 0;

    (void)c;
    for (size_t i = 0; i < n; i++) {
        const char *name = json_text(list ? json_at(v, i) : v, NULL);
        unsigned bit = 0;
        for (size_t k = 0; name && k < COUNT_OF(types); k++)
            if (strcmp(types[k].name, name) == 0)
                bit = types[k].bit;
        if (bit == 0 || (set & bit) != 0)
            return schema_refuse(at, "must be a type's name or a list of different ones", err);
        set |= bit;
    }
    if (set == 0)
        return schema_refuse(at, "must name a type", err);
    *(unsigned *)into = set;
    return 0;
}

static int read_any(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    (void)c, (void)at, (void)err;
    *(const struct json **)into = v;
    return 0;
}

static int read_choices(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    if (!json_is(v, JSON_ARRAY) || json_len(v) == 0)
        return schema_refuse(at, "must be a list of at least one value", err);
    return read_any(c, v, at, into, err);
}

static int read_number(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    if (!json_is(v, JSON_NUMBER))
        return schema_refuse(at, "must be a number", err);
    return read_any(c, v, at, into, err);
}

static int read_multiple(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    const char *digits = json_digits(v);

    if (!digits || num_compare(digits, strlen(digits), "0", 1) <= 0)
        return schema_refuse(at, "must be a number above 0", err);
    return read_any(c, v, at, into, err);
}

static int read_count(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    int64_t n;

    (void)c;
    if (!json_is(v, JSON_NUMBER) || !json_int64(v, &n) || n < 0)
        return schema_refuse(at, "must be a whole number of at least 0", err);
    *(struct count *)into = (struct count){ .given = true, .n = (size_t)n };
    return 0;
}

static int read_flag(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    (void)c;
    if (!json_is(v, JSON_BOOL))
        return schema_refuse(at, "must be true or false", err);
    *(bool *)into = json_truth(v);
    return 0;
}

static int read_names(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    bool good = json_is(v, JSON_ARRAY);

    for (size_t i = 0; good && i < json_len(v); i++)
        good = json_is(json_at(v, i), JSON_STRING);
    if (!good || !schema_names_differ(v))
        return schema_refuse(at, "must be a list of different names", err);
    return read_any(c, v, at, into, err);
}

static int read_name_lists(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    const struct json *names;

    if (!json_is(v, JSON_OBJECT))
        return schema_refuse(at, "must be an object of lists of names", err);
    for (size_t i = 0; i < json_len(v); i++) {
        size_t n;
        const char *key = json_key_at(v, i, &n);
        if (read_names(c, json_at(v, i), step_new(c, at, key, n), &names, err))
            return -1;
    }
    return read_any(c, v, at, into, err);
}

static int read_format(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    const char *name = json_text(v, NULL);
    enum format f = name ? format_find(name) : FORMAT_NONE;

    (void)c;
    if (f == FORMAT_NONE)
        return schema_refuse(at, "is none of the formats this program checks", err);
    *(enum format *)into = f;
    return 0;
}

/* ---- readers of what is only noted ---- */

static int note_any(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    (void)c, (void)v, (void)at, (void)into, (void)err;
    return 0;
}

static int note_text(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    (void)c, (void)into;
    return json_is(v, JSON_STRING) ? 0 : schema_refuse(at, "must be text", err);
}

static int note_list(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    (void)c, (void)into;
    return json_is(v, JSON_ARRAY) ? 0 : schema_refuse(at, "must be a list", err);
}

static int note_flag(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    bool flag;

    (void)into;
    return read_flag(c, v, at, &flag, err);
}

static int note_dialect(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    const char *text = json_text(v, NULL);

    (void)c, (void)into;
    if (at->up)
        return schema_refuse(at, "belongs at the root only", err);
    if (!text || strcmp(text, DIALECT) != 0)
        return schema_refuse(at, "must be " DIALECT, err);
    return 0;
}

/* ---- readers of schemas within ---- */

static int compile_node(struct compiler *c, const struct json *v, const struct step *at, struct schema_node **ret,
                        struct err *err);

static int read_schema(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    return compile_node(c, v, at, into, err);
}

/* A node for each member of the array or object v. */
static int read_members(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    struct node_list list = { .names = json_is(v, JSON_OBJECT) ? v : NULL, .n = json_len(v) };

    list.at = arena_array(c->a, list.n, sizeof *list.at);
    for (size_t i = 0; i < list.n; i++) {
        size_t n = i;
        const char *key = list.names ? json_key_at(v, i, &n) : NULL;
        if (compile_node(c, json_at(v, i), step_new(c, at, key, n), &list.at[i], err))
            return -1;
    }
    *(struct node_list *)into = list;
    return 0;
}

static int read_schemas(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    if (!json_is(v, JSON_ARRAY) || json_len(v) == 0)
        return schema_refuse(at, "must be a list of at least one schema", err);
    return read_members(c, v, at, into, err);
}

static int read_map(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    if (!json_is(v, JSON_OBJECT))
        return schema_refuse(at, "must be an object of schemas", err);
    return read_members(c, v, at, into, err);
}

/* Definitions are compiled where they stand, used or not, so that a wrong one is found. */
static int read_defs(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    struct node_list defs;

    (void)into;
    return read_map(c, v, at, &defs, err);
}

static int read_ref(struct compiler *c, const struct json *v, const struct step *at, void *into, struct err *err)
{
    if (!json_is(v, JSON_STRING))
        return schema_refuse(at, "must be text", err);
    return read_any(c, v, at, into, err);
}

/* ---- the keywords ---- */

enum block { BLOCK_NONE, BLOCK_NODE, BLOCK_OBJECT, BLOCK_ARRAY, BLOCK_TEXT, BLOCK_NUMBER, BLOCK_LOGIC };

static const struct keyword {
    const char *name;
    enum block block;
    size_t member;
    reader *read;
} keywords[] = {
    { "type", BLOCK_NODE, offsetof(struct schema_node, types), read_types },
    { "enum", BLOCK_NODE, offsetof(struct schema_node, choices), read_choices },
    { "const", BLOCK_NODE, offsetof(struct schema_node, constant), read_any },

    { "properties", BLOCK_OBJECT, offsetof(struct object_rules, properties), read_map },
    { "required", BLOCK_OBJECT, offsetof(struct object_rules, required), read_names },
    { "additionalProperties", BLOCK_OBJECT, offsetof(struct object_rules, additional), read_schema },
    { "propertyNames", BLOCK_OBJECT, offsetof(struct object_rules, names), read_schema },
    { "minProperties", BLOCK_OBJECT, offsetof(struct object_rules, min), read_count },
    { "maxProperties", BLOCK_OBJECT, offsetof(struct object_rules, max), read_count },
    { "dependentRequired", BLOCK_OBJECT, offsetof(struct object_rules, dependent_required), read_name_lists },
    { "dependentSchemas", BLOCK_OBJECT, offsetof(struct object_rules, dependents), read_map },

    { "items", BLOCK_ARRAY, offsetof(struct array_rules, items), read_schema },
    { "prefixItems", BLOCK_ARRAY, offsetof(struct array_rules, prefix), read_schemas },
    { "contains", BLOCK_ARRAY, offsetof(struct array_rules, contains), read_schema },
    { "minContains", BLOCK_ARRAY, offsetof(struct array_rules, min_contains), read_count },
    { "maxContains", BLOCK_ARRAY, offsetof(struct array_rules, max_contains), read_count },
    { "minItems", BLOCK_ARRAY, offsetof(struct array_rules, min), read_count },
    { "maxItems", BLOCK_ARRAY, offsetof(struct array_rules, max), read_count },
    { "uniqueItems", BLOCK_ARRAY, offsetof(struct array_rules, unique), read_flag },

    { "minLength", BLOCK_TEXT, offsetof(struct text_rules, min), read_count },
    { "maxLength", BLOCK_TEXT, offsetof(struct text_rules, max), read_count },
    { "format", BLOCK_TEXT, offsetof(struct text_rules, format), read_format },

    { "minimum", BLOCK_NUMBER, offsetof(struct number_rules, minimum), read_number },
    { "maximum", BLOCK_NUMBER, offsetof(struct number_rules, maximum), read_number },
    { "exclusiveMinimum", BLOCK_NUMBER, offsetof(struct number_rules, above), read_number },
    { "exclusiveMaximum", BLOCK_NUMBER, offsetof(struct number_rules, below), read_number },
    { "multipleOf", BLOCK_NUMBER, offsetof(struct number_rules, multiple_of), read_multiple },

    { "$ref", BLOCK_LOGIC, offsetof(struct logic_rules, ref_text), read_ref },
    { "allOf", BLOCK_LOGIC, offsetof(struct logic_rules, all_of), read_schemas },
    { "anyOf", BLOCK_LOGIC, offsetof(struct logic_rules, any_of), read_schemas },
    { "oneOf", BLOCK_LOGIC, offsetof(struct logic_rules, one_of), read_schemas },
    { "not", BLOCK_LOGIC, offsetof(struct logic_rules, not_), read_schema },
    { "if", BLOCK_LOGIC, offsetof(struct logic_rules, if_), read_schema },
    { "then", BLOCK_LOGIC, offsetof(struct logic_rules, then), read_schema },
    { "else", BLOCK_LOGIC, offsetof(struct logic_rules, else_), read_schema },

    { "$defs", BLOCK_NONE, 0, read_defs },
    { "$schema", BLOCK_NONE, 0, note_dialect },
    { "$comment", BLOCK_NONE, 0, note_text },
    { "title", BLOCK_NONE, 0, note_text },
    { "description", BLOCK_NONE, 0, note_text },
    { "default", BLOCK_NONE, 0, note_any },
    { "examples", BLOCK_NONE, 0, note_list },
    { "deprecated", BLOCK_NONE, 0, note_flag },
    { "readOnly", BLOCK_NONE, 0, note_flag },
    { "writeOnly", BLOCK_NONE, 0, note_flag },
};

static const struct keyword *keyword_find(const char *name, size_t n)
{
    static const struct keyword extension = { "x-", BLOCK_NONE, 0, note_any };

    for (size_t i = 0; i < COUNT_OF(keywords); i++)
        if (strlen(keywords[i].name) == n && memcmp(keywords[i].name, name, n) == 0)
            return &keywords[i];
    return str_starts(name, extension.name) ? &extension : NULL;
}

/* The block's own memory, made when its first keyword is read. */
static void *block_of(struct compiler *c, struct schema_node *node, enum block block)
{
    switch (block) {
    case BLOCK_NODE:
        return node;
    case BLOCK_OBJECT:
        return node->object ? node->object : (node->object = arena_alloc(c->a, sizeof *node->object));
    case BLOCK_ARRAY:
        return node->array ? node->array : (node->array = arena_alloc(c->a, sizeof *node->array));
    case BLOCK_TEXT:
        return node->text ? node->text : (node->text = arena_alloc(c->a, sizeof *node->text));
    case BLOCK_NUMBER:
        return node->number ? node->number : (node->number = arena_alloc(c->a, sizeof *node->number));
    case BLOCK_LOGIC:
        return node->logic ? node->logic : (node->logic = arena_alloc(c->a, sizeof *node->logic));
    case BLOCK_NONE:
        break;
    }
    return NULL;
}

static int read_keyword(struct compiler *c, struct schema_node *node, const struct json *v, size_t i, struct err *err)
{
    size_t n;
    const char *name = json_key_at(v, i, &n);
    const struct step *at = step_new(c, node->place, name, n);
    const struct keyword *k = keyword_find(name, n);
    char *block;

    if (!k)
        return schema_refuse(at, "is not a keyword this program knows", err);
    block = block_of(c, node, k->block);
    return k->read(c, json_at(v, i), at, block ? block + k->member : NULL, err);
}

/* What needs all keywords of a node at once. */
static void finish_node(struct compiler *c, struct schema_node *node)
{
    struct logic_rules *logic = node->logic;

    if (node->object)
        schema_make_rules(c->a, node->object);
    if (!logic)
        return;
    if (!logic->if_)
        logic->then = logic->else_ = NULL; /* without an "if" they say nothing */
    if (logic->ref_text) {
        struct pending *p = arena_alloc(c->scratch, sizeof *p);
        *p = (struct pending){ c->refs, node };
        c->refs = p;
    }
}

static int compile_node(struct compiler *c, const struct json *v, const struct step *at, struct schema_node **ret,
                        struct err *err)
{
    struct schema_node *node = schema_memo_find(&c->memo, v);

    if (node) {
        *ret = node;
        return 0;
    }
    if (!json_is(v, JSON_BOOL) && !json_is(v, JSON_OBJECT))
        return schema_refuse(at, "must be an object, true or false", err);
    if (c->depth == JSON_MAX_DEPTH || c->memo.used == SCHEMA_MAX_NODES)
        return schema_refuse(at, "the schema is too deep or too large", err);
    node = node_new(c, v, at);
    c->depth++;
    for (size_t i = 0; i < json_len(v); i++)
        if (read_keyword(c, node, v, i, err))
            return -1;
    c->depth--;
    node->never = json_is(v, JSON_BOOL) && !json_truth(v);
    finish_node(c, node);
    *ret = node;
    return 0;
}

static int resolve_ref(struct compiler *c, struct schema_node *node, struct err *err)
{
    size_t n;
    const char *ref = json_text(node->logic->ref_text, &n), *why;
    const struct step *place, at = { node->place, STEP_FIELD, "$ref", 4 };
    const struct json *target = schema_resolve(c->a, c->document, ref, n, &place, &why);

    if (!target)
        return schema_refuse(&at, why, err);
    return compile_node(c, target, place, &node->logic->ref, err);
}

static int compile_document(struct compiler *c, struct schema_node **ret, struct err *err)
{
    if (compile_node(c, c->document, NULL, ret, err))
        return -1;
    while (c->refs) {
        struct pending *p = c->refs;
        c->refs = p->next;
        if (resolve_ref(c, p->node, err))
            return -1;
    }
    return schema_check_chains(c->newest, err);
}

int schema_compile(struct arena *a, const struct json *document, struct schema **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct compiler c = { .a = a, .scratch = scratch, .document = document };
    struct schema_node *root;
    struct schema *s;

    if (compile_document(&c, &root, err))
        return -1;
    s = arena_alloc(a, sizeof *s);
    *s = (struct schema){ document, root };
    *ret = s;
    return 0;
}

const struct json *schema_document(const struct schema *s)
{
    return s->document;
}
