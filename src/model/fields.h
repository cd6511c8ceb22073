/* fields.h - short forms for writing tables of fields, for the seeds' entities and for the operations' arguments. */
#pragma once
#include "model/model.h"

/* A short form is one line, which the formatter would not let be. */
/* clang-format off */

/* A field: name, kind, flags, summary, then whatever else as .member = value. */
#define FIELD(n, k, f, ...) { .name = (n), .kind = MODEL_##k, .flags = (f), .summary = __VA_ARGS__ }
#define REQ MODEL_REQUIRED
#define OPT MODEL_NULLABLE                    /* may be left out, or be null */
#define NUL (MODEL_REQUIRED | MODEL_NULLABLE) /* must be there, but may be null */

#define AT_LEAST(x) { .has = MODEL_MIN, .min = (x) }
#define AT_MOST(x) { .has = MODEL_MAX, .max = (x) }
#define BETWEEN(x, y) { .has = MODEL_MIN | MODEL_MAX, .min = (x), .max = (y) }
#define GREATER_THAN(x) { .has = MODEL_OVER, .min = (x) }

/* What the elements of a list or the values of a map are: a kind, and whatever else as .member = value. */
#define EACH(...) (const struct model_field[]){ { .name = "*", .kind = MODEL_##__VA_ARGS__ } }
#define EACH_ENTITY(e) EACH(ENTITY, .entity = &(e))
#define EACH_LIST_OF(k) (const struct model_field[]){ { .name = "*", .kind = MODEL_LIST, .each = EACH(k) } }

/* An entity: name, summary, fields, then whatever else as .member = value. */
#define ENTITY(n, s, ...) { .name = (n), .summary = (s), .fields = __VA_ARGS__ }

/* The last row of a list of fields or steps. */
#define END { 0 }

#define VALUES(...) (const char *const[]){ __VA_ARGS__, NULL }
#define RULES(...) (model_rule *const[]){ __VA_ARGS__, NULL }

/* A limit's number as text, for a default. */
#define TEXT_OF(x) TEXT_OF_(x)
#define TEXT_OF_(x) #x

/* clang-format on */
