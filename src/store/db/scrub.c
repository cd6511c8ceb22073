/* scrub.c - a list of the columns that may hold an address; each row that may is read, cleaned, and written if it
 * differs. Rows are found by what every password stands beside, so that a large store is not read whole.
 */
#include "store/db/scrub.h"
#include "base/address/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "store/db/db.h"
#include "store/files/home_files.h"
#include "sys/file.h"
#include <string.h>

/* How a text is rid of a password. */
enum way {
    WAY_MASK,   /* "***" in its place; in JSON, in each of its texts */
    WAY_BLOT,   /* as many "*" */
    WAY_REMOVE, /* the row goes */
    WAY_ERASE,  /* all rows of the same request go: others may hold pieces of it */
};

struct place {
    const char *table, *column;
    enum way way;
    const char *request; /* the column with the request whose words go with a changed text; NULL: there is none */
};

static const struct place places[] = {
    { "audit_private", "text", WAY_ERASE, "request_id" },
    { "conversations", "metadata", WAY_MASK, NULL },
    { "messages", "content", WAY_MASK, "request_id" },
    { "messages", "data", WAY_MASK, "request_id" },
    { "analyses", "request", WAY_MASK, "id" },
    { "analyses", "plan", WAY_MASK, "id" },
    { "analyses", "steps", WAY_MASK, "id" },
    { "analyses", "response", WAY_MASK, "id" },
    { "artifacts", "artifact", WAY_MASK, "request_id" },
    { "documents", "title", WAY_MASK, NULL },
    { "documents", "name", WAY_MASK, NULL },
    { "documents", "metadata", WAY_MASK, NULL },
    { "tasks", "title", WAY_BLOT, NULL },
    { "tasks", "description", WAY_BLOT, NULL },
    { "task_steps", "what", WAY_BLOT, NULL },
    { "task_changes", "before", WAY_BLOT, NULL },
    { "task_changes", "after", WAY_BLOT, NULL },
};

static const struct place recipe_places[] = {
    { "recipes", "intent_template", WAY_REMOVE, NULL },
    { "recipes", "plan_structure", WAY_REMOVE, NULL },
    { "recipes", "tool_argument_templates", WAY_REMOVE, NULL },
};

/* ---- a text ---- */

static const char *clean_text(struct arena *a, const char *text)
{
    char *copy = arena_str(a, address_mask(a, text));

    address_blot(copy, false);
    return strcmp(copy, text) == 0 ? text : copy;
}

static struct json *clean_json(struct arena *a, const struct json *v)
{
    struct json *copy = json_is(v, JSON_ARRAY) ? json_array(a) : json_object(a);

    if (json_is(v, JSON_STRING))
        return json_str(a, clean_text(a, json_text(v, NULL)));
    if (!json_is(v, JSON_ARRAY) && !json_is(v, JSON_OBJECT))
        return json_copy(a, v);
    for (size_t i = 0; i < json_len(v); i++) {
        struct json *inner = clean_json(a, json_at(v, i));
        if (json_is(v, JSON_ARRAY))
            json_push(a, copy, inner);
        else
            json_set(a, copy, clean_text(a, json_key_at(v, i, NULL)), inner);
    }
    return copy;
}

/* The text as it may stay; the same one where it holds no password. */
static const char *cleaned(struct arena *a, const char *text, enum way way)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * (size_t)DB_VALUE_BYTES);
    struct json *v, *clean;
    struct err ignored;
    char *copy;

    if (way == WAY_BLOT) {
        copy = arena_str(a, text);
        return address_blot(copy, false) ? copy : text;
    }
    if (!strchr("{[\"", *text) || json_parse(a, text, strlen(text), &v, &ignored) < 0)
        return clean_text(a, text);
    clean = clean_json(a, v);
    if (json_equal(clean, v))
        return text;
    json_write(&b, clean);
    return arena_dup(a, b.p, b.n);
}

/* ---- a column ---- */

struct rows {
    struct arena *arena;
    int64_t *ids;
    size_t n, cap;
};

static int take_id(void *arg, const struct db_row *row, struct err *err)
{
    struct rows *r = arg;

    (void)err;
    if (r->n == r->cap) {
        int64_t *more = arena_array(r->arena, 2 * r->cap + 64, sizeof *more);
        if (r->n > 0)
            memcpy(more, r->ids, r->n * sizeof *more);
        r->ids = more;
        r->cap = 2 * r->cap + 64;
    }
    r->ids[r->n++] = db_int(row, 0);
    return 0;
}

struct text {
    struct arena *arena;
    const char *text, *request;
};

static int take_text(void *arg, const struct db_row *row, struct err *err)
{
    struct text *t = arg;
    const char *text = db_text(row, 0, NULL), *request = db_text(row, 1, NULL);

    (void)err;
    t->text = arena_str(t->arena, text ? text : "");
    t->request = request ? arena_str(t->arena, request) : NULL;
    return 0;
}

/* What goes with a text: its request's words and salts beside the log, or the words that a task is found by. */
static int follow(struct db *db, const struct place *p, int64_t id, const char *request, struct err *err)
{
    if (p->request && request)
        return db_run(db, "DELETE FROM audit_private WHERE request_id = $1", DB_VALUES(DB_S(request)), NULL, err);
    if (strcmp(p->table, "tasks") != 0)
        return 0;
    if (db_run(db, "DELETE FROM task_index WHERE rowid = $1", DB_VALUES(DB_I(id)), NULL, err))
        return -1;
    return db_run(db,
                  "INSERT INTO task_index (rowid, title, description, tags, status, owner)"
                  " SELECT id, title, description, tags, status, '0' || hex(user_id) || '0' FROM tasks WHERE id = $1",
                  DB_VALUES(DB_I(id)), NULL, err);
}

/* A text that was an address and nothing else was masked where it was written down, and yet taken for a question: the
 * words that were looked for then may stand beside it. */
static bool is_masked_question(const char *text)
{
    return *text == '"' && address_is(text + 1) && strstr(text, ADDRESS_MASK);
}

static int clean_row(struct db *db, const struct place *p, int64_t id, bool *found, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text t = { .arena = a, .text = "" };
    const char *clean;

    if (db_query(db,
                 arena_printf(a, "SELECT %s, %s FROM %s WHERE rowid = $1", p->column, p->request ? p->request : "NULL",
                              p->table),
                 DB_VALUES(DB_I(id)), take_text, &t, err))
        return -1;
    clean = cleaned(a, t.text, p->way);
    if (clean == t.text && !(p->way == WAY_ERASE && is_masked_question(t.text)))
        return 0;
    *found = true;
    if (p->way == WAY_ERASE)
        return db_run(db, "DELETE FROM audit_private WHERE request_id = $1", DB_VALUES(DB_S(t.request)), NULL, err);
    if (p->way == WAY_REMOVE)
        return db_run(db, arena_printf(a, "DELETE FROM %s WHERE rowid = $1", p->table), DB_VALUES(DB_I(id)), NULL, err);
    if (db_run(db, arena_printf(a, "UPDATE %s SET %s = $2 WHERE rowid = $1", p->table, p->column),
               DB_VALUES(DB_I(id), DB_S(clean)), NULL, err))
        return -1;
    return follow(db, p, id, t.request, err);
}

static int clean_column(struct db *db, const struct place *p, bool *found, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct rows rows = { .arena = a };
    const char *sql = arena_printf(a, "SELECT rowid FROM %s WHERE %s LIKE '%%://%%' OR %s LIKE '%%password%%'",
                                   p->table, p->column, p->column);

    if (db_query(db, sql, NULL, 0, take_id, &rows, err))
        return -1;
    for (size_t i = 0; i < rows.n; i++)
        if (clean_row(db, p, rows.ids[i], found, err))
            return -1;
    return 0;
}

/* ---- a database ---- */

static int clean_columns(struct db *db, const struct place *list, size_t n, struct err *err)
{
    bool found = false, there;

    for (size_t i = 0; i < n; i++)
        if (db_has_table(db, list[i].table, &there, err) || (there && clean_column(db, &list[i], &found, err)))
            return -1;
    /* An index of words keeps what was taken out of it until its parts are merged. */
    if (found && list == places)
        return db_run(db, "INSERT INTO task_index (task_index) VALUES ('optimize')", NULL, 0, NULL, err);
    return 0;
}

/* In one transaction; then the write-ahead log, which still has the pages of before, is emptied. */
static int clean_database(struct db *db, const struct place *list, size_t n, struct err *err)
{
    if (db_begin(db, err))
        return -1;
    if (clean_columns(db, list, n, err)) {
        db_rollback(db);
        return -1;
    }
    return db_commit(db, err) || db_settle(db, err) ? -1 : 0;
}

static int clean_recipes(const char *home, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path = arena_printf(a, "%s/%s", home, HOME_RECIPES_FILE);
    struct file_stat st;
    struct err none;
    struct db *db;
    int rc;

    if (file_stat(path, "the recipes", &st, &none) < 0)
        return 0;
    if (sqlite_open(path, false, &db, err))
        return -1;
    rc = clean_database(db, recipe_places, COUNT_OF(recipe_places), err);
    db_close(db);
    return rc;
}

int scrub_home(struct db *db, const char *home, struct err *err)
{
    return scrub_files(home, err) || clean_recipes(home, err) || clean_database(db, places, COUNT_OF(places), err) ? -1
                                                                                                                   : 0;
}
