/* schema_node.h - a compiled schema, as schema.c builds it, schema_check.c walks it and schema_say.c speaks of it.
 *
 * Private to those files. A node is one schema object. What it asks of one kind of value stands in a block of its own
 * that exists only when a keyword needs it, so checking a value looks at nothing that cannot concern it.
 *
 * Nodes live in the caller's arena and borrow names, numbers and values from the document. After compiling they never
 * change, so one schema may be checked from several threads at once.
 */
#pragma once
#include "base/attrs.h"
#include "base/schema/format.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct err;
struct json;

/* One step from a document's root to a place in it, the root's being NULL. Used for both documents: schema and
 * instance. */
enum step_kind {
    STEP_FIELD, /* the value of a field */
    STEP_ITEM,  /* an element of a list */
    STEP_NAME,  /* the name of a field, not its value: what propertyNames looks at */
};

struct step {
    const struct step *up;
    enum step_kind kind;
    const char *name; /* of a field */
    size_t n;         /* bytes of the name, or the element's index */
};

/* Types are a set. "number" is stored as TYPE_NUMBER; "integer" alone as TYPE_INTEGER. */
enum {
    TYPE_NULL = 1u << 0,
    TYPE_BOOL = 1u << 1,
    TYPE_NUMBER = 1u << 2,
    TYPE_INTEGER = 1u << 3,
    TYPE_STRING = 1u << 4,
    TYPE_ARRAY = 1u << 5,
    TYPE_OBJECT = 1u << 6,
};

struct count {
    bool given;
    size_t n;
};

struct node_list {
    const struct json *names; /* the object the nodes were made from, key by key; NULL when it was an array */
    struct schema_node **at;
    size_t n;
};

/* All that the schema says about a field of one name. */
struct name_rule {
    const char *name;
    size_t n;
    struct schema_node *schema;     /* properties; NULL when it has none */
    struct schema_node *dependent;  /* dependentSchemas */
    const struct json *also_needed; /* dependentRequired: an array of names */
    bool required;
};

struct object_rules {
    struct node_list properties, dependents;
    const struct json *required, *dependent_required;
    struct schema_node *additional, *names;
    struct count min, max;

    struct name_rule *rules; /* made of the first four: one a name, sorted by length and then bytes */
    size_t rules_n;
    size_t required_n;
    bool has_dependents;
};

struct array_rules {
    struct node_list prefix;
    struct schema_node *items, *contains;
    struct count min, max, min_contains, max_contains;
    bool unique;
};

struct text_rules {
    struct count min, max;
    enum format format;
};

struct number_rules {
    const struct json *minimum, *maximum, *above, *below, *multiple_of; /* above and below are the exclusive bounds */
};

/* Schemas that look at the same value. */
struct logic_rules {
    const struct json *ref_text;
    struct schema_node *ref;
    struct node_list all_of, any_of, one_of;
    struct schema_node *not_, *if_, *then, *else_;
};

struct schema_node {
    bool never;     /* the schema false */
    unsigned types; /* 0: any */
    const struct json *constant, *choices;
    struct object_rules *object;
    struct array_rules *array;
    struct text_rules *text;
    struct number_rules *number;
    struct logic_rules *logic;

    const struct step *place;    /* in the schema document */
    struct schema_node *earlier; /* the one made before: all nodes of a schema, newest first */
    unsigned reach;              /* longest chain of schemas on one value from here; only while compiling */
};

struct schema {
    const struct json *document;
    struct schema_node *root;
};

/* ---- schema_link.c: what joins names, places and nodes to each other ---- */

/* The node made of each document value. Zeroed is empty. */
struct node_memo_slot {
    const struct json *value;
    struct schema_node *node;
};

struct node_memo {
    struct node_memo_slot *slots; /* open addressing; at most half of a power of two in use */
    size_t size, used;
};

struct schema_node *schema_memo_find(const struct node_memo *m, const struct json *value);
void schema_memo_add(struct arena *a, struct node_memo *m, const struct json *value, struct schema_node *node);

/* False when the array of strings holds one twice. */
bool schema_names_differ(const struct json *names);

/* Makes the rules of an object block out of its keywords, which are already read. */
void schema_make_rules(struct arena *a, struct object_rules *o);

/* What is said about fields of this name; NULL when nothing is. */
const struct name_rule *schema_name_rule(const struct object_rules *o, const char *name, size_t n);

/* The place a "#" or "#/..." reference names. NULL when it is no such reference or nothing is there; then *ret_why says
 * what is wrong. The steps to it are made in the arena. */
const struct json *schema_resolve(struct arena *a, const struct json *document, const char *ref, size_t n,
                                  const struct step **ret_place, const char **ret_why);

/* Refuses a schema that would apply to one value without end, or through more than SCHEMA_MAX_CHAIN others. */
WARN_UNUSED int schema_check_chains(struct schema_node *newest, struct err *err);

/* ---- schema_unique.c ---- */

/* True when no two elements are equal. Otherwise such a pair is in *ret_a and *ret_b. Takes what it does from *steps
 * and gives up, with false and *ret_b = 0, when that is not enough. */
bool schema_items_differ(const struct json *array, size_t *steps, size_t *ret_a, size_t *ret_b);

/* ---- schema_say.c: what is wrong, in words ---- */

/* One way in which a value does not fit. All of it lives in the teller's arena. */
struct failure {
    const char *message; /* the whole sentence; NULL when nothing was told */
    const char *place;   /* how the sentence names the place */
    const char *pointer; /* the place as a JSON pointer */
    const char *keyword; /* that failed */
    size_t depth;        /* steps to the place */

    /* What was asked for, so that branches that ask the same question can be answered together. */
    unsigned types;             /* by the keyword type */
    const struct json **values; /* by const or enum */
    size_t values_n;
};

/* Words failures, at most SCHEMA_MAX_TOLD of them. */
struct teller {
    struct arena *a;
    struct failure *into; /* where the next one goes */
    unsigned told;
};

/* Each sets the failure and returns false. The sentence begins with the place; fmt goes on: "must be ...". */
bool schema_tell(struct teller *t, const struct step *at, const char *keyword, const char *fmt, ...) PRINTF(4, 5);
bool schema_tell_types(struct teller *t, const struct step *at, unsigned types);
bool schema_tell_values(struct teller *t, const struct step *at, const char *keyword, const struct json *const *values,
                        size_t n);
bool schema_tell_range(struct teller *t, const struct step *at, const char *keyword, const struct number_rules *r);
bool schema_tell_unknown(struct teller *t, const struct step *at, const struct object_rules *o);

/* Of the failures of several branches, chooses or joins those that help most. */
bool schema_tell_best(struct teller *t, const struct step *at, const char *keyword, const struct failure *all,
                      size_t n);

/* Says what is wrong at a place of the schema document itself; returns -1. */
int schema_refuse(const struct step *at, const char *why, struct err *err);
