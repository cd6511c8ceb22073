/* model.h - the five seeds' data models as tables: entities, fields, enums, limits, rules and state machines.
 *
 * One table describes each entity; one function checks any of them. The tables are the single place where a limit or
 * an enum stands: JSON Schemas for the operations are made from them (model_schema), so a door and a check cannot
 * disagree. Nothing here does I/O, and no entity is a C struct: an entity is a JSON object, as it is stored and sent.
 *
 * Entities are named "<seed>.<Entity>" ("metrics.Session", "tasks.Task"), because seeds share names (AgentResponse).
 * Field names are the contract's snake_case. Rules over several fields are small functions named in the table. What a
 * seed computes (a likelihood from a rank, the hash of an audit entry) is in its own header beside this one.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;
struct model_entity;

struct model_enum {
    const char *name;          /* "metrics.SessionStatus" */
    const char *const *values; /* as they stand in JSON; NULL-terminated */
};

struct model_step {
    const char *from, *to; /* from may be "*": any state but `to` */
    const char *why;       /* when it happens, or, for one a seed's diagram lacks, why it is needed */
};

struct model_machine {
    const char *name; /* "metrics.Session" */
    const struct model_enum *states;
    const char *initial;
    const struct model_step *steps; /* ends with from == NULL */
};

enum model_kind {
    MODEL_TEXT,   /* without U+0000, so that C may read it; the range counts characters */
    MODEL_INT,    /* fits an int64 */
    MODEL_NUMBER, /* fits a double */
    MODEL_BOOL,
    MODEL_UUID,
    MODEL_UUID4,
    MODEL_SHA256, /* 64 hex digits, lower case */
    MODEL_TIME,   /* ISO 8601 with "Z" or an offset */
    MODEL_UTC,    /* the same, and it says UTC */
    MODEL_DATE,   /* YYYY-MM-DD */
    MODEL_ENUM,
    MODEL_OBJECT, /* any object */
    MODEL_ENTITY,
    MODEL_LIST,  /* the range counts elements */
    MODEL_MAP,   /* an object of like values under any key; the range counts them */
    MODEL_TUPLE, /* a list of fixed length whose places differ */
    MODEL_ANY,
};

enum model_flags {
    MODEL_REQUIRED = 1u << 0, /* must be present */
    MODEL_NULLABLE = 1u << 1, /* may be null */
    MODEL_UNIQUE = 1u << 2,   /* a list whose elements all differ */
    MODEL_PATH = 1u << 3,     /* an operation's argument that names files: the policy decides about it */
    MODEL_WORDS = 1u << 4,    /* an operation's argument that holds a person's words or values: erasable, so the audit
                                 chain has only a salted hash of it */
    MODEL_MADE = 1u << 5,     /* with MODEL_PATH: a file or folder that is to be made; where it will lie counts */
};

enum model_bounds {
    MODEL_MIN = 1u << 0,
    MODEL_MAX = 1u << 1,
    MODEL_OVER = 1u << 2, /* greater than min, not equal to it */
};

struct model_range {
    unsigned has; /* enum model_bounds */
    double min, max;
};

struct model_field {
    const char *name;
    enum model_kind kind;
    unsigned flags; /* enum model_flags */
    const char *summary;
    struct model_range range;
    const struct model_enum *values;   /* MODEL_ENUM */
    const struct model_entity *entity; /* MODEL_ENTITY */
    const struct model_field *each; /* MODEL_LIST, MODEL_MAP: what every element is; MODEL_TUPLE: the places in order,
                                       ended by name == NULL */
    const char *otherwise;          /* what model_fill puts when the field is absent, as JSON text; or NULL */
    enum err_code code;             /* what to fail with; left out it is ERR_INVALID_INPUT */
    enum err_code absent;           /* the same when the field is missing, null or empty; left out: code */
    enum err_code over;             /* the same when it is past its maximum; left out: code */
    const char *metavar;            /* an operation's argument: how help calls its value; or NULL */
    int position;                   /* an operation's argument: its place on the command line; 0: it is a flag */
    const char *instead;            /* of a required field: another one that may be given in its place, never both */
};

/* True when nothing else may be given in its place. */
static inline bool model_is_required(const struct model_field *f)
{
    return (f->flags & MODEL_REQUIRED) && !f->instead;
}

/* A rule over several fields: 0, or an error in both channels. It runs after the fields were found good. */
typedef int model_rule(const struct json *entity, struct err *err);

struct model_entity {
    const char *name;
    const char *summary;
    const struct model_field *fields;    /* ends with name == NULL */
    model_rule *const *rules;            /* NULL-terminated, or NULL */
    const struct model_machine *machine; /* the states it goes through (its `status`, where it has one), or NULL */
    bool open;                           /* fields not in the table are allowed */
};

/* One seed's tables. Each list is NULL-terminated and in a fixed order. */
struct model_seed {
    const char *name; /* "metrics" */
    const struct model_entity *const *entities;
    const struct model_enum *const *enums;
    const struct model_machine *const *machines;
};

/* The five seeds, and the contract's answer as a sixth; NULL-terminated. */
extern const struct model_seed *const model_seeds[];

/* By name; NULL when there is none. */
const struct model_entity *model_entity(const char *name);
const struct model_enum *model_enum(const char *name);
const struct model_machine *model_machine(const char *name);

/* 0 when the object obeys the entity's fields and rules. The message names the field, never a value. */
WARN_UNUSED int model_check(const struct model_entity *e, const struct json *object, struct err *err);

/* A copy of the object in which absent fields that have a default hold it, nested entities included. Takes any JSON:
 * what is wrong with it stays, for model_check to find. */
struct json *model_fill(struct arena *a, const struct model_entity *e, const struct json *object);

/* The JSON Schema of an entity: what a table can say of it. Stricter than the schema, model_check also applies the
 * rules over several fields, refuses U+0000 in texts, and holds whole numbers to 64 bits. */
struct json *model_schema(struct arena *a, const struct model_entity *e);

bool model_enum_has(const struct model_enum *e, const char *value);

/* 0 when the machine has the step, else ERR_ILLEGAL_TRANSITION naming both states. */
WARN_UNUSED int model_step(const struct model_machine *m, const char *from, const char *to, struct err *err);
