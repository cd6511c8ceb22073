/* recipes.h - analyses that worked, to be used again: db/recipe_memory.db, with the analyst seed's own table.
 *
 * A recipe is found by the fingerprint of the data's schema, and ranked by how near its intent is (recipe_intent.h). At
 * most RECIPES are kept; the least recently used is dropped. The same template for the same schema is one recipe, with
 * the last plan that worked.
 *
 * The seed's table has no users. So that nobody sees the intents of another, every user but the default "local" has
 * fingerprints of their own: the hash of the user's name and of the schema's.
 *
 * It has no requests either. A table beside it says which requests a recipe comes from, so that erasing the words of a
 * request also removes its recipes. The last RECIPE_REQUESTS of each recipe are known.
 *
 * Several threads share one memory, and several processes one file. Nothing is lost with it but time: it can be
 * deleted.
 */
#pragma once
#include "base/attrs.h"
#include "store/records/recipe_intent.h"
#include <stddef.h>
#include <stdint.h>

struct err;
struct recipes;
struct world;

/* Nothing is opened before the first use. The world must outlive it. */
struct recipes *recipes_new(const char *home, const struct world *world);
void recipes_free(struct recipes *r); /* fine with NULL */

struct recipe {
    const char *schema_fingerprint;             /* 64 hex digits */
    const struct intent *intent;                /* as intent_read() gives it */
    const struct json *plan_structure;          /* analyst.PlanStructure: {"subtasks":[...]} */
    const struct json *tool_argument_templates; /* a list */
    const char *request_id;                     /* whose words the template is of; NULL: nobody's */
};

/* Keeps one that worked. *ret_id is its id, which lives in the arena: a new one's, or that of the recipe with the same
 * template, whose success_count grows. */
WARN_UNUSED int recipe_add(struct recipes *r, struct arena *a, const char *user, const struct recipe *recipe,
                           const char **ret_id, struct err *err);

/* Those for that schema whose intents are nearest, the nearest first, RECIPES_FOUND at most: a list of
 * {"recipe_id","schema_fingerprint","intent_template","plan_structure","tool_argument_templates","success_count",
 * "created_at","last_used_at","likeness"}. Empty when there are none. */
WARN_UNUSED int recipe_find(struct recipes *r, struct arena *a, const char *user, const char *schema_fingerprint,
                            const struct intent *intent, struct json **ret, struct err *err);

/* It worked once more, for that request. Fine when it is gone meanwhile. */
WARN_UNUSED int recipe_used(struct recipes *r, const char *recipe_id, const char *request_id, struct err *err);

/* Removes for good what holds a request's words: every recipe that it made or used, for whoever used one asked in words
 * much like it. Opens the file itself, for whoever erases has no memory open. Fine when there is no file. */
WARN_UNUSED int recipe_forget(struct arena *a, const char *home, const char *request_id, int64_t *ret_forgotten,
                              struct err *err);
