/* recipes.c - one connection, opened at the first use; everything with it under a lock.
 *
 * A search reads the vectors of one schema's recipes and remembers the three nearest by their row; only those are read
 * whole. At RECIPES rows of one schema that is ten megabytes: some milliseconds.
 */
#include "store/records/recipes.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/model.h"
#include "store/db/db.h"
#include "store/db/row.h"
#include "store/files/home_files.h"
#include "sys/file.h"
#include "sys/home.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct recipes {
    struct arena *arena;
    const char *home;
    const struct world *world;
    pthread_mutex_t lock; /* around the database */
    struct db *db;        /* NULL: not opened yet */
};

struct recipes *recipes_new(const char *home, const struct world *world)
{
    struct arena *a = arena_new();
    struct recipes *r = arena_alloc(a, sizeof *r);

    *r = (struct recipes){ .arena = a, .home = arena_str(a, home), .world = world };
    pthread_mutex_init(&r->lock, NULL);
    return r;
}

void recipes_free(struct recipes *r)
{
    if (!r)
        return;
    db_close(r->db);
    pthread_mutex_destroy(&r->lock);
    arena_free(r->arena);
}

/* ---- the database ---- */

/* The seed's own, to the letter but for IF NOT EXISTS: several processes may be first. */
static const char *const schema[] = {
    "CREATE TABLE IF NOT EXISTS recipes ("
    " recipe_id TEXT PRIMARY KEY,"
    " schema_fingerprint TEXT NOT NULL,"
    " intent_template TEXT NOT NULL,"
    " intent_embedding BLOB NOT NULL,"
    " plan_structure TEXT NOT NULL,"
    " tool_argument_templates TEXT NOT NULL,"
    " success_count INTEGER DEFAULT 1,"
    " created_at TEXT NOT NULL,"
    " last_used_at TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS idx_schema_fp ON recipes(schema_fingerprint)",
    "CREATE INDEX IF NOT EXISTS idx_last_used ON recipes(last_used_at DESC)",
    /* Our own. */
    "CREATE TABLE IF NOT EXISTS recipe_requests ("
    " request_id TEXT NOT NULL,"
    " recipe_id TEXT NOT NULL REFERENCES recipes ON DELETE CASCADE,"
    " used_at TEXT NOT NULL,"
    " PRIMARY KEY (request_id, recipe_id))",
    "CREATE INDEX IF NOT EXISTS idx_recipe ON recipe_requests(recipe_id, used_at DESC)",
};

static int make_tables(struct db *db, struct err *err)
{
    bool there;

    if (db_has_table(db, "recipe_requests", &there, err) < 0)
        return -1;
    if (there)
        return 0;
    if (db_begin(db, err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(schema); i++)
        if (db_run(db, schema[i], NULL, 0, NULL, err) < 0) {
            db_rollback(db);
            return -1;
        }
    return db_commit(db, err);
}

static int open_db(struct recipes *r, struct err *err)
{
    const char *folder;
    struct db *db;

    if (r->db)
        return 0;
    if (home_folder(r->arena, r->home, HOME_DB, &folder, err) < 0 ||
        sqlite_open(arena_printf(r->arena, "%s/" HOME_RECIPES_FILE, r->home), false, &db, err) < 0)
        return -1;
    if (make_tables(db, err) < 0) {
        db_close(db);
        return -1;
    }
    r->db = db;
    return 0;
}

/* Runs work on the database, in a transaction if it writes. */
typedef int db_work(struct db *db, void *arg, struct err *err);

static int with_db(struct recipes *r, bool writes, db_work *work, void *arg, struct err *err)
{
    int result;

    pthread_mutex_lock(&r->lock);
    result = open_db(r, err);
    if (result == 0 && writes)
        result = db_begin(r->db, err);
    if (result == 0) {
        result = work(r->db, arg, err);
        if (writes && result == 0)
            result = db_commit(r->db, err);
        else if (writes)
            db_rollback(r->db);
    }
    pthread_mutex_unlock(&r->lock);
    return result;
}

/* The fingerprint under which a user's recipes stand. */
static const char *key_of(struct arena *a, const char *user, const char *fingerprint)
{
    char key[SHA256_TEXT_BYTES];
    const char *text;

    if (strcmp(user, "local") == 0)
        return fingerprint;
    text = arena_printf(a, "%s\n%s", user, fingerprint);
    sha256_text(text, strlen(text), key);
    return arena_str(a, key);
}

/* ---- whose they are ---- */

static int note_request(struct db *db, const char *request, const char *recipe, const char *now, struct err *err)
{
    if (!request)
        return 0;
    if (db_run(db,
               "INSERT INTO recipe_requests SELECT $1, recipe_id, $3 FROM recipes WHERE recipe_id = $2"
               " ON CONFLICT DO NOTHING",
               DB_VALUES(DB_S(request), DB_S(recipe), DB_S(now)), NULL, err) < 0)
        return -1;
    return db_run(db,
                  "DELETE FROM recipe_requests WHERE recipe_id = $1 AND request_id IN (SELECT request_id FROM"
                  " recipe_requests WHERE recipe_id = $1 ORDER BY used_at DESC, request_id LIMIT -1 OFFSET $2)",
                  DB_VALUES(DB_S(recipe), DB_I(RECIPE_REQUESTS)), NULL, err);
}

static int forget_rows(struct db *db, const char *request, int64_t *ret, struct err *err)
{
    if (db_begin(db, err) < 0)
        return -1;
    if (db_run(db,
               "DELETE FROM recipes WHERE recipe_id IN (SELECT recipe_id FROM recipe_requests WHERE request_id = $1)",
               DB_VALUES(DB_S(request)), ret, err) < 0) {
        db_rollback(db);
        return -1;
    }
    return db_commit(db, err);
}

int recipe_forget(struct arena *a, const char *home, const char *request_id, int64_t *ret_forgotten, struct err *err)
{
    const char *path = arena_printf(a, "%s/" HOME_RECIPES_FILE, home);
    struct db *db;
    int result;

    *ret_forgotten = 0;
    if (access(path, F_OK) != 0)
        return 0;
    if (sqlite_open(path, false, &db, err) < 0)
        return -1;
    result = make_tables(db, err);
    if (result == 0)
        result = forget_rows(db, request_id, ret_forgotten, err);
    if (result == 0)
        result = db_settle(db, err); /* an earlier one may have come no further than the rows */
    db_close(db);
    return result;
}

/* ---- adding ---- */

struct adding {
    struct arena *a;
    const char *key, *template, *now, *request;
    const float *vector;
    struct buf plan, arguments;
    const char *id;   /* of a new one */
    const char *same; /* of the one with that template; NULL: there is none */
};

static int take_id(void *arg, const struct db_row *row, struct err *err)
{
    struct adding *x = arg;

    (void)err;
    x->same = arena_str(x->a, db_text(row, 0, NULL));
    return 0;
}

static int replace(struct db *db, const struct adding *x, struct err *err)
{
    return db_run(
        db,
        "UPDATE recipes SET plan_structure = $2, tool_argument_templates = $3,"
        " success_count = success_count + 1, last_used_at = $4 WHERE recipe_id = $1",
        DB_VALUES(DB_S(x->same), DB_T(x->plan.p, x->plan.n), DB_T(x->arguments.p, x->arguments.n), DB_S(x->now)), NULL,
        err);
}

static int insert(struct db *db, const struct adding *x, struct err *err)
{
    if (db_run(db,
               "INSERT INTO recipes (recipe_id, schema_fingerprint, intent_template, intent_embedding, plan_structure,"
               " tool_argument_templates, success_count, created_at, last_used_at)"
               " VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)",
               DB_VALUES(DB_S(x->id), DB_S(x->key), DB_S(x->template),
                         DB_B(x->vector, RECIPE_VECTOR * sizeof *x->vector), DB_T(x->plan.p, x->plan.n),
                         DB_T(x->arguments.p, x->arguments.n), DB_S(x->now)),
               NULL, err) < 0)
        return -1;
    return db_run(db,
                  "DELETE FROM recipes WHERE recipe_id IN (SELECT recipe_id FROM recipes"
                  " ORDER BY last_used_at DESC, recipe_id LIMIT -1 OFFSET $1)",
                  DB_VALUES(DB_I(RECIPES)), NULL, err);
}

static int add_row(struct db *db, void *arg, struct err *err)
{
    struct adding *x = arg;

    if (db_query(db, "SELECT recipe_id FROM recipes WHERE schema_fingerprint = $1 AND intent_template = $2 LIMIT 1",
                 DB_VALUES(DB_S(x->key), DB_S(x->template)), take_id, x, err) < 0)
        return -1;
    if ((x->same ? replace(db, x, err) : insert(db, x, err)) < 0)
        return -1;
    return note_request(db, x->request, x->same ? x->same : x->id, x->now, err);
}

/* The seed's Recipe, to be checked. */
static int check_recipe(struct arena *a, const struct adding *x, const struct recipe *r, struct err *err)
{
    struct json *v = json_object(a), *vector = json_array(a);

    for (size_t i = 0; i < RECIPE_VECTOR; i++)
        json_push(a, vector, json_double(a, (double)x->vector[i]));
    json_set(a, v, "recipe_id", json_str(a, x->id));
    json_set(a, v, "schema_fingerprint", json_str(a, r->schema_fingerprint));
    json_set(a, v, "intent_template", json_str(a, x->template));
    json_set(a, v, "intent_embedding", vector);
    json_set(a, v, "plan_structure", json_copy(a, r->plan_structure));
    json_set(a, v, "tool_argument_templates", json_copy(a, r->tool_argument_templates));
    json_set(a, v, "success_count", json_int(a, 1));
    json_set(a, v, "created_at", json_str(a, x->now));
    json_set(a, v, "last_used_at", json_str(a, x->now));
    return model_check(model_entity("analyst.Recipe"), v, err);
}

static void adding_done(struct adding *x)
{
    buf_done(&x->plan);
    buf_done(&x->arguments);
}

int recipe_add(struct recipes *r, struct arena *a, const char *user, const struct recipe *recipe, const char **ret_id,
               struct err *err)
{
    char id[ID_TEXT_BYTES], now[TIME_TEXT_BYTES];
    struct adding x CLEANUP(adding_done) = { .a = a,
                                             .key = key_of(a, user, recipe->schema_fingerprint),
                                             .template = recipe->intent->template,
                                             .vector = recipe->intent->vector,
                                             .request = recipe->request_id,
                                             .id = id,
                                             .now = now,
                                             .plan = BUF(RECIPE_BYTES),
                                             .arguments = BUF(RECIPE_BYTES) };

    world_id(r->world, id);
    time_text(world_now(r->world), now);
    if (check_recipe(a, &x, recipe, err) < 0)
        return -1;
    json_write(&x.plan, recipe->plan_structure);
    json_write(&x.arguments, recipe->tool_argument_templates);
    if (buf_check(&x.plan, err) < 0 || buf_check(&x.arguments, err) < 0 || with_db(r, true, add_row, &x, err) < 0)
        return -1;
    *ret_id = x.same ? x.same : arena_str(a, id);
    return 0;
}

/* ---- finding ---- */

struct near {
    double likeness;
    char id[ID_TEXT_BYTES];
};

struct search {
    struct arena *a;
    const char *key, *fingerprint;
    const float *vector;
    struct near best[RECIPES_FOUND];
    size_t n;
    struct json *found;
};

/* Keeps the best in order. Equally near ones stand by their id, so that the order does not depend on the file's. */
static void keep_near(struct search *s, double likeness, const char *id)
{
    size_t at = s->n;

    while (at > 0 && (likeness > s->best[at - 1].likeness ||
                      (likeness == s->best[at - 1].likeness && strcmp(id, s->best[at - 1].id) < 0)))
        at--;
    if (at == RECIPES_FOUND)
        return;
    if (s->n < RECIPES_FOUND)
        s->n++;
    memmove(s->best + at + 1, s->best + at, (s->n - at - 1) * sizeof *s->best);
    s->best[at].likeness = likeness;
    snprintf(s->best[at].id, sizeof s->best[at].id, "%s", id);
}

static int compare(void *arg, const struct db_row *row, struct err *err)
{
    struct search *s = arg;
    float vector[RECIPE_VECTOR];
    size_t n;
    const char *bytes = db_text(row, 1, &n);

    (void)err;
    if (!bytes || n != sizeof vector)
        return 0; /* of another program's making */
    memcpy(vector, bytes, sizeof vector);
    keep_near(s, intent_likeness(s->vector, vector), db_text(row, 0, NULL));
    return 0;
}

/* One that cannot be read is passed over: it may be another program's, and the memory is only a help. */
static int take_recipe(void *arg, const struct db_row *row, struct err *err)
{
    struct search *s = arg;
    struct arena *a = s->a;
    struct json *v = json_object(a), *plan = row_json(a, row, 2), *arguments = row_json(a, row, 3);

    (void)err;
    if (!plan || !json_is(arguments, JSON_ARRAY))
        return 0;
    json_set(a, v, "recipe_id", json_str(a, db_text(row, 0, NULL)));
    json_set(a, v, "schema_fingerprint", json_str(a, s->fingerprint));
    json_set(a, v, "intent_template", json_str(a, db_text(row, 1, NULL)));
    json_set(a, v, "plan_structure", plan);
    json_set(a, v, "tool_argument_templates", arguments);
    json_set(a, v, "success_count", json_int(a, db_int(row, 4)));
    json_set(a, v, "created_at", json_str(a, db_text(row, 5, NULL)));
    json_set(a, v, "last_used_at", json_str(a, db_text(row, 6, NULL)));
    json_push(a, s->found, v);
    return 0;
}

static int find_rows(struct db *db, void *arg, struct err *err)
{
    struct search *s = arg;

    if (db_query(db, "SELECT recipe_id, intent_embedding FROM recipes WHERE schema_fingerprint = $1",
                 DB_VALUES(DB_S(s->key)), compare, s, err) < 0)
        return -1;
    for (size_t i = 0; i < s->n; i++) {
        size_t before = json_len(s->found);
        if (db_query(db,
                     "SELECT recipe_id, intent_template, plan_structure, tool_argument_templates, success_count,"
                     " created_at, last_used_at FROM recipes WHERE recipe_id = $1",
                     DB_VALUES(DB_S(s->best[i].id)), take_recipe, s, err) < 0)
            return -1;
        if (json_len(s->found) > before)
            json_set(s->a, json_at(s->found, before), "likeness", json_double(s->a, s->best[i].likeness));
    }
    return 0;
}

int recipe_find(struct recipes *r, struct arena *a, const char *user, const char *schema_fingerprint,
                const struct intent *intent, struct json **ret, struct err *err)
{
    struct search s = { .a = a,
                        .key = key_of(a, user, schema_fingerprint),
                        .fingerprint = schema_fingerprint,
                        .vector = intent->vector,
                        .found = json_array(a) };

    if (with_db(r, false, find_rows, &s, err) < 0)
        return -1;
    *ret = s.found;
    return 0;
}

/* ---- using ---- */

struct use {
    const char *id, *request, *now;
};

static int use_row(struct db *db, void *arg, struct err *err)
{
    const struct use *u = arg;

    if (db_run(db, "UPDATE recipes SET success_count = success_count + 1, last_used_at = $2 WHERE recipe_id = $1",
               DB_VALUES(DB_S(u->id), DB_S(u->now)), NULL, err) < 0)
        return -1;
    return note_request(db, u->request, u->id, u->now, err);
}

int recipe_used(struct recipes *r, const char *recipe_id, const char *request_id, struct err *err)
{
    char now[TIME_TEXT_BYTES];
    struct use u = { recipe_id, request_id, now };

    time_text(world_now(r->world), now);
    return with_db(r, true, use_row, &u, err);
}
