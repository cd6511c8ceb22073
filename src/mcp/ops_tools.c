/* ops_tools.c - the operation table as a list of tools that a model can afford to read.
 *
 * A client puts the whole list before its model's first word, so a tool says when to call it and what it takes, and no
 * more: of a schema the types, choices and short descriptions stay, while limits that the gate checks anyway, and says
 * well when they are passed, go. The operations' full schemas are in assay://operations. An output schema is given
 * where a program reads on with the result: for rows.
 *
 * Only the groups that were chosen are offered. What is rarely wanted in a group is one tool, GROUP.more, whose
 * `operation` names the operation and whose other arguments are the operation's own; each can be called by its own name
 * as well.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "mcp/ops.h"
#include "model/model.h"

#define OPERATION "operation" /* the argument of GROUP.more; no rare operation has one of that name */

/* ---- schemas ---- */

/* The part before a semicolon, without the full stop: what comes behind says what holds when the field is left out. */
static struct json *shorter(struct arena *a, const char *text)
{
    size_t n = strcspn(text, ";");

    if (n > 1 && text[n - 1] == '.' && text[n - 2] != '.')
        n--;
    return json_strn(a, text, n);
}

/* Leaves null out: whoever has nothing to say leaves the argument out. */
static struct json *without_null(struct arena *a, const struct json *list, bool of_names)
{
    struct json *kept = json_array(a);

    if (!json_is(list, JSON_ARRAY))
        return json_copy(a, list);
    for (size_t i = 0; i < json_len(list); i++) {
        const char *text = json_text(json_at(list, i), NULL);
        if (of_names ? text && strcmp(text, "null") != 0 : !json_is(json_at(list, i), JSON_NULL))
            json_push(a, kept, json_copy(a, json_at(list, i)));
    }
    return of_names && json_len(kept) == 1 ? json_at(kept, 0) : kept;
}

static struct json *brief(struct arena *a, const struct json *schema);

static void set_parts(struct arena *a, struct json *s, const struct json *schema)
{
    const struct json *properties = json_get(schema, "properties"), *more = json_get(schema, "additionalProperties");
    struct json *parts = json_object(a);

    if (json_get(schema, "items"))
        json_set(a, s, "items", brief(a, json_get(schema, "items")));
    for (size_t i = 0; i < json_len(properties); i++)
        json_set(a, parts, json_key_at(properties, i, NULL), brief(a, json_at(properties, i)));
    if (properties)
        json_set(a, s, "properties", parts);
    if (json_get(schema, "required"))
        json_set(a, s, "required", json_copy(a, json_get(schema, "required")));
    if (json_is(more, JSON_OBJECT))
        json_set(a, s, "additionalProperties", brief(a, more));
}

/* A maximum is worth its bytes where people would pass it: at pages and the like. */
static void set_hints(struct arena *a, struct json *s, const struct json *schema)
{
    const struct json *otherwise = json_get(schema, "default");
    int64_t most = json_get_int(schema, "maximum", 0);

    if (json_is(otherwise, JSON_NUMBER) || json_is(otherwise, JSON_STRING))
        json_set(a, s, "default", json_copy(a, otherwise));
    if (most > 0 && most <= MCP_MAXIMUM_TOLD)
        json_set(a, s, "maximum", json_int(a, most));
}

/* What a caller needs of an argument's schema. The nesting is that of the entities. */
static struct json *brief(struct arena *a, const struct json *schema)
{
    struct json *s = json_object(a);

    if (json_get(schema, "type"))
        json_set(a, s, "type", without_null(a, json_get(schema, "type"), true));
    if (json_get(schema, "description"))
        json_set(a, s, "description", shorter(a, json_get_text(schema, "description")));
    if (json_get(schema, "enum"))
        json_set(a, s, "enum", without_null(a, json_get(schema, "enum"), false));
    set_parts(a, s, schema);
    set_hints(a, s, schema);
    return s;
}

static void add_token(struct arena *a, struct json *properties)
{
    struct json *token = json_set(a, json_object(a), "type", json_str(a, "string"));

    json_set(a, token, "description", json_str(a, "From a result that asked for the person's consent, once given"));
    json_set(a, properties, "confirmation_token", token);
}

static struct json *input_of(struct arena *a, const struct op *op)
{
    const struct json *full = model_schema(a, op->input);
    struct json *schema = json_set(a, json_object(a), "type", json_str(a, "object"));

    set_parts(a, schema, full);
    if (op->flags & OP_DESTRUCTIVE)
        add_token(a, json_get(schema, "properties"));
    return schema;
}

/* Of an operation that gives rows, which programs go on with: what it has, and what kind of thing each is. */
static struct json *output_of(struct arena *a, const struct op *op)
{
    const struct json *full = model_schema(a, op->output), *fields = json_get(full, "properties");
    struct json *schema = json_set(a, json_object(a), "type", json_str(a, "object")), *parts = json_object(a);

    if (!json_get(fields, "columns") || !json_get(fields, "rows"))
        return NULL;
    for (size_t i = 0; i < json_len(fields); i++) {
        const struct json *type = json_get(json_at(fields, i), "type");
        json_set(a, parts, json_key_at(fields, i, NULL),
                 type ? json_set(a, json_object(a), "type", json_copy(a, type)) : json_object(a));
    }
    json_set(a, schema, "properties", parts);
    return json_set(a, schema, "required", json_copy(a, json_get(full, "required")));
}

/* ---- tools ---- */

static bool is_offered(const struct ops *o, enum op_group group)
{
    return o->groups & 1u << group;
}

static struct ops_tool tool_of(const struct ops *o, const struct op_entry *e)
{
    const struct op *op = e->op;

    return (struct ops_tool){ .tool = { .name = op->name,
                                        .description = op->use ? op->use : op->summary,
                                        .input = input_of(o->arena, op),
                                        .output = output_of(o->arena, op),
                                        .read_only = op_is_read_only(op),
                                        .destructive = op->flags & OP_DESTRUCTIVE,
                                        .idempotent = op_is_idempotent(op) },
                              .entry = e,
                              .group = op->group,
                              .listed = is_offered(o, op->group) && !(op->flags & OP_RARE) };
}

static bool is_rare(const struct ops_tool *t, enum op_group group)
{
    return t->entry && t->group == group && (t->entry->op->flags & OP_RARE);
}

/* "tasks.dismiss(task_id, until?, time_zone?)" */
static const char *add_signature(struct arena *a, const char *text, const struct op *op)
{
    const char *gap = "";

    text = arena_printf(a, "%s%s%s(", text, *text ? ", " : "", op->name);
    for (const struct model_field *f = op->input->fields; f->name; f++, gap = ", ")
        text = arena_printf(a, "%s%s%s%s", text, gap, f->name, model_is_required(f) ? "" : "?");
    return arena_printf(a, "%s)", text);
}

/* Fields of the same name that differ are described by what they have in common; the fields of a field are the
 * operation's to tell. */
static void merge(struct arena *a, struct json *all, const struct json *properties)
{
    for (size_t i = 0; i < json_len(properties); i++) {
        const char *name = json_key_at(properties, i, NULL);
        struct json *one = json_copy(a, json_at(properties, i)), *common = json_object(a);
        const struct json *there = json_get(all, name);
        json_unset(one, "properties");
        if (!there || json_equal(there, one)) {
            json_set(a, all, name, one);
            continue;
        }
        for (size_t k = 0; k < json_len(one); k++)
            if (json_equal(json_at(one, k), json_get(there, json_key_at(one, k, NULL))))
                json_set(a, common, json_key_at(one, k, NULL), json_copy(a, json_at(one, k)));
        json_set(a, all, name, common);
    }
}

static void add_rare(struct arena *a, struct ops_tool *more, const struct ops_tool *t, struct json *properties,
                     struct json *names)
{
    more->tool.read_only = more->tool.read_only && t->tool.read_only;
    more->tool.destructive = more->tool.destructive || t->tool.destructive;
    more->tool.idempotent = more->tool.idempotent && t->tool.idempotent;
    json_push(a, names, json_str(a, t->tool.name));
    merge(a, properties, json_get(t->tool.input, "properties"));
}

/* The one tool for the rare operations among the first n. */
static struct ops_tool rest_of(const struct ops *o, size_t n, enum op_group group)
{
    struct arena *a = o->arena;
    struct json *operation = json_set(a, json_object(a), "type", json_str(a, "string")), *names = json_array(a);
    struct json *properties = json_set(a, json_object(a), OPERATION, operation), *input = json_object(a);
    struct ops_tool more = { .group = group, .listed = true };
    const char *signatures = "";

    more.tool = (struct mcp_tool){ .name = arena_printf(a, "%s.more", op_groups[group].name),
                                   .description = op_groups[group].rest,
                                   .input = input,
                                   .read_only = true,
                                   .idempotent = true };
    for (size_t i = 0; i < n; i++) {
        if (!is_rare(&o->tools[i], group))
            continue;
        signatures = add_signature(a, signatures, o->tools[i].entry->op);
        add_rare(a, &more, &o->tools[i], properties, names);
    }
    json_set(a, operation, "description", json_str(a, signatures));
    json_set(a, operation, "enum", names);
    json_set(a, input, "type", json_str(a, "object"));
    json_set(a, input, "properties", properties);
    json_set(a, input, "required", json_push(a, json_array(a), json_str(a, OPERATION)));
    return more;
}

/* In the order of their groups and, there, of their names. */
void ops_read_table(struct ops *o, const struct op_table *t)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(t, &entries);

    o->tools = arena_array(o->arena, n + OP_GROUP_COUNT, sizeof *o->tools);
    for (enum op_group group = OP_UNGROUPED; group < OP_GROUP_COUNT; group++) {
        size_t rare = 0;
        for (size_t i = 0; i < n; i++) {
            const struct op *op = entries[i]->op;
            if (op->group != group || !(op->flags & OP_FOR_AGENTS))
                continue;
            o->tools[o->n++] = tool_of(o, entries[i]);
            rare += (op->flags & OP_RARE) != 0;
        }
        if (rare > 0 && is_offered(o, group)) {
            o->tools[o->n] = rest_of(o, o->n, group);
            o->n++;
        }
    }
}

int ops_tools(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    const struct ops *o = (const struct ops *)h;

    (void)c;
    (void)err;
    for (size_t i = 0; i < o->n; i++)
        if (o->tools[i].listed)
            mcp_offer_tool(page, &o->tools[i].tool);
    return 0;
}

static const struct ops_tool *find(const struct ops *o, const char *name)
{
    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->tools[i].tool.name, name) == 0)
            return &o->tools[i];
    return NULL;
}

bool ops_find_tool(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret)
{
    const struct ops_tool *t = find((const struct ops *)h, name);

    (void)a;
    if (t)
        *ret = t->tool;
    return t != NULL;
}

bool ops_withholds(const struct ops *o, const char *name)
{
    const struct ops_tool *t = find(o, name);

    return t && !is_offered(o, t->group);
}

/* ---- which operation a call means ---- */

static int refuse_operation(const struct ops *o, struct arena *a, enum op_group group, const char *named,
                            struct err *err)
{
    const char **names = arena_array(a, o->n, sizeof *names), *all = "", *near;
    size_t n = 0;

    for (size_t i = 0; i < o->n; i++) {
        if (!is_rare(&o->tools[i], group))
            continue;
        all = arena_printf(a, "%s%s%s", all, n ? ", " : "", o->tools[i].tool.name);
        names[n++] = o->tools[i].tool.name;
    }
    near = named ? str_nearest(named, names, n) : NULL;
    err_say(err, ERR_INVALID_INPUT, named ? "This tool has no such operation." : "operation is required");
    return near ? err_action(err, "Did you mean '%s'?", near) : err_action(err, "It is one of %s.", all);
}

int ops_meant(const struct ops *o, struct arena *a, const char *tool, const struct json *args, const struct op **ret,
              const struct json **ret_args, struct err *err)
{
    const struct ops_tool *t = find(o, tool);
    const char *named = json_get_text(args, OPERATION);
    struct json *rest;

    if (!is_offered(o, t->group)) {
        err_say(err, ERR_NOT_FOUND, "The tool %s belongs to the group '%s', which is not offered here.", tool,
                op_groups[t->group].name);
        return err_action(err, "Somebody has to start assay with --tools %s, or with --tools all.",
                          op_groups[t->group].name);
    }
    *ret_args = args;
    if (!t->entry) {
        const struct ops_tool *one = named ? find(o, named) : NULL;
        if (!one || !is_rare(one, t->group))
            return refuse_operation(o, a, t->group, named, err);
        rest = json_copy(a, args);
        json_unset(rest, OPERATION);
        *ret_args = rest;
        t = one;
    }
    *ret = t->entry->op;
    return 0;
}
