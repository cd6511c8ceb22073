/* seeds.h - what the files of src/model share: helpers for rules, and the seeds.
 *
 * For src/model only; everyone else includes model.h and a seed's own header.
 */
#pragma once
#include "model/fields.h"
#include "model/model.h"

#define MODEL_MAX_FIELDS 32 /* names looked through for a likely slip; the widest entity, the answer, has 23 */

/* ---- helpers for rules; a field is looked at only after it was found good, or for being absent or null ---- */

/* Present and not null. */
bool rule_has(const struct json *entity, const char *field);

/* A text that is there and has more than blanks in it. */
bool rule_filled(const struct json *entity, const char *field);

/* A text equal to value. */
bool rule_is(const struct json *entity, const char *field, const char *value);

/* The instant a time field names; 0 when it is absent. */
int64_t rule_time(const struct json *entity, const char *field);

/* True when the text ends with suffix, whatever the case of its ASCII letters, and is longer than it. */
bool rule_ends(const char *text, const char *suffix);

/* A path that is not absolute and has no part "..". */
bool rule_stays_inside(const char *path);

/* Fails with ERR_INVALID_INPUT and that message. */
int rule_fail(struct err *err, const char *message);

/* Checks an object whose entity depends on another field; the message begins with the name of the field it stands in.
 */
int rule_part(const struct model_entity *e, const struct json *part, const char *name, struct err *err);

/* ---- between model.c and model_schema.c ---- */

/* The value a field's `otherwise` stands for. The field must have one. */
struct json *field_default(struct arena *a, const struct model_field *f);

/* ---- the seeds, and what one uses of another ---- */

extern const struct model_seed workbook_seed, tasks_seed, metrics_seed, docs_seed, analyst_seed, answer_seed;

extern const struct model_enum workbook_content_type;
extern const struct model_entity workbook_table_metadata;
extern const struct model_entity answer_option_entity;
