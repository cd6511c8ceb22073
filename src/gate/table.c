/* table.c - a sorted array of entries, checked when they are added.
 *
 * Everything a declaration can get wrong is found here, at start, so that a mistake shows in the first test that starts
 * the program and never in front of a person. JSON Schemas are made only for a door that shows them: making all of
 * them would take longer than the rest of the start.
 */
#include "gate/table.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "model/model.h"

struct op_table {
    struct arena *arena;
    const struct op_entry **entries; /* sorted by name */
    size_t n;
};

struct op_table *op_table_new(void)
{
    struct arena *a = arena_new();
    struct op_table *t = arena_alloc(a, sizeof *t);

    t->arena = a;
    return t;
}

void op_table_free(struct op_table *t)
{
    if (t)
        arena_free(t->arena);
}

static int refuse(struct err *err, const struct op *op, const char *why, const char *what)
{
    return err_set(err, ERR_INVALID_SCHEMA, "An operation is declared wrongly.", "%s: %s %s", op->name, why, what);
}

/* A field without a description would be a flag without help and a tool argument a model cannot use. */
static int check_fields(const struct op *op, struct err *err)
{
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if (!f->summary)
            return refuse(err, op, "no summary of", f->name);
    return 0;
}

static int check_declaration(const struct op_table *t, const struct op *op, struct err *err)
{
    if (!op->summary || !str_ends(op->summary, ".") || strchr(op->summary, '\n'))
        return refuse(err, op, "the summary is not", "one sentence");
    if (op->use && strlen(op->use) > OP_USE_BYTES)
        return refuse(err, op, "too long:", "use");
    if ((op->flags & OP_RARE) && !op_groups[op->group].rest)
        return refuse(err, op, "rare in a group that has", "no tool for such");
    if (!op->run)
        return refuse(err, op, "no", "run function");
    if ((op->flags & OP_DESTRUCTIVE) && (!op->affects || !(op->flags & (OP_WRITES | OP_MAKES_FILES))))
        return refuse(err, op, "destructive without", "affects, OP_WRITES or OP_MAKES_FILES");
    for (size_t i = 0; i < t->n; i++) {
        const struct op *other = t->entries[i]->op;
        if (strcmp(other->name, op->name) == 0)
            return refuse(err, op, "the name is taken by", other->name);
        if (op->command && other->command && strcmp(other->command, op->command) == 0)
            return refuse(err, op, "the command is taken by", other->name);
    }
    return 0;
}

static void insert(struct op_table *t, const struct op_entry *e)
{
    const struct op_entry **grown = arena_array(t->arena, t->n + 1, sizeof *grown);
    size_t i = 0;

    for (; i < t->n && strcmp(t->entries[i]->op->name, e->op->name) < 0; i++)
        grown[i] = t->entries[i];
    grown[i] = e;
    for (; i < t->n; i++)
        grown[i + 1] = t->entries[i];
    t->entries = grown;
    t->n++;
}

int op_table_add(struct op_table *t, const struct op *ops, size_t n, void *service, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct op_entry *e = arena_alloc(t->arena, sizeof *e);
        e->op = &ops[i];
        e->service = service;
        if (check_declaration(t, &ops[i], err) < 0 || check_fields(&ops[i], err) < 0)
            return -1;
        insert(t, e);
    }
    return 0;
}

size_t op_table_entries(const struct op_table *t, const struct op_entry *const **ret)
{
    *ret = t->entries;
    return t->n;
}

const struct op_entry *op_table_find(const struct op_table *t, const char *name)
{
    size_t low = 0, high = t->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, t->entries[middle]->op->name);
        if (order == 0)
            return t->entries[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

int op_table_get(const struct op_table *t, const char *name, const struct op_entry **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const struct op_entry *e = op_table_find(t, name);
    const char **names = arena_array(scratch, t->n, sizeof *names);
    const char *nearest;

    if (e) {
        *ret = e;
        return 0;
    }
    for (size_t i = 0; i < t->n; i++)
        names[i] = t->entries[i]->op->name;
    nearest = str_nearest(name, names, t->n);
    err_say(err, ERR_UNKNOWN_OPERATION, "There is no operation of that name.");
    return nearest ? err_action(err, "Did you mean '%s'?", nearest)
                   : err_action(err, "'assay op list' shows them all.");
}

/* ---- groups ---- */

#define OP_GROUP_ABOUT(id, title, when, more) [OP_GROUP_##id] = { title, more },
const struct op_group_about op_groups[] = { OP_GROUPS(OP_GROUP_ABOUT) };

#define OP_BIT_IF_USUAL(bit) (bit)
#define OP_BIT_IF_ASIDE(bit) 0u
#define OP_GROUP_USUAL(id, name, when, ...) | OP_BIT_IF_##when(1u << OP_GROUP_##id)
static const unsigned usual = 1u << OP_UNGROUPED OP_GROUPS(OP_GROUP_USUAL);

static bool is_word(const char *word, const char *text, size_t n)
{
    return strlen(word) == n && memcmp(word, text, n) == 0;
}

/* The set that a name of n bytes stands for; 0: none. */
static unsigned groups_named(const char *name, size_t n)
{
    if (is_word("all", name, n))
        return (1u << OP_GROUP_COUNT) - 1;
    for (unsigned i = OP_UNGROUPED + 1; i < OP_GROUP_COUNT; i++)
        if (is_word(op_groups[i].name, name, n))
            return 1u << i;
    return 0;
}

int op_groups_read(const char *text, unsigned *ret, struct err *err)
{
    unsigned all = 1u << OP_UNGROUPED;

    for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        size_t n;
        const char *name = str_trim(at, strcspn(at, ","), &n);
        unsigned found = groups_named(name, n);
        if (!found) {
            err_say(err, ERR_INVALID_INPUT, "There is no group of tools '%.*s'.", (int)str_fit_bytes(name, n, 40),
                    name);
            return err_action(err, "The groups are " OP_GROUP_NAMES ".");
        }
        all |= found;
    }
    *ret = text ? all : usual;
    return 0;
}

/* ---- told to others ---- */

bool op_is_read_only(const struct op *op)
{
    return !(op->flags & (OP_WRITES | OP_MAKES_FILES | OP_TALKS));
}

bool op_is_idempotent(const struct op *op)
{
    return op_is_read_only(op) || (op->flags & OP_IDEMPOTENT);
}

struct json *op_describe(struct arena *a, const struct op_entry *e)
{
    const struct op *op = e->op;
    struct json *v = json_object(a);

    json_set(a, v, "name", json_str(a, op->name));
    json_set(a, v, "summary", json_str(a, op->summary));
    if (op->command)
        json_set(a, v, "command", json_str(a, op->command));
    json_set(a, v, "input_schema", model_schema(a, op->input));
    json_set(a, v, "output_schema", model_schema(a, op->output));
    json_set(a, v, "read_only", json_bool(a, op_is_read_only(op)));
    json_set(a, v, "destructive", json_bool(a, op->flags & OP_DESTRUCTIVE));
    json_set(a, v, "idempotent", json_bool(a, op_is_idempotent(op)));
    json_set(a, v, "for_agents", json_bool(a, op->flags & OP_FOR_AGENTS));
    if (op->group)
        json_set(a, v, "group", json_str(a, op_groups[op->group].name));
    json_set(a, v, "shape", json_str(a, op->shape == OP_ANSWER ? "answer" : "object"));
    return v;
}
