/* migrate.c - numbered steps from an empty database to today's, and their record in schema_version.
 *
 * A step, once released, is never changed; what is to be different comes as the next one. The number is looked at again
 * inside the transaction, since another process may have been faster. Times are ISO 8601 text in UTC, which sorts.
 *
 * The lengths and states checked here are the seeds' own. They are checked again where values come in, with words for
 * people; the tables hold even if that is forgotten.
 */
#include "store/db/migrate.h"
#include "base/err.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/db/scrub.h"
#include "store/db/stems.h"

/* One statement after the other; NULL ends them. */
static const char *const version_1[] = {
    /* Where the chain stands: one row. */
    "CREATE TABLE audit_state ("
    " id INTEGER PRIMARY KEY CHECK (id = 1),"
    " entries BIGINT NOT NULL, head TEXT NOT NULL, bytes BIGINT NOT NULL,"
    " tree TEXT NOT NULL, signed_head TEXT NOT NULL)",
    "INSERT INTO audit_state (id, entries, head, bytes, tree, signed_head) VALUES (1, 0, "
    "'0000000000000000000000000000000000000000000000000000000000000000', 0, '', '')",
    /* Lines that may not be in the log yet. */
    "CREATE TABLE audit_outbox (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)",
    /* Texts the log has only salted hashes of, so that they can be forgotten. */
    "CREATE TABLE audit_private ("
    " hash TEXT PRIMARY KEY, request_id TEXT NOT NULL, salt TEXT NOT NULL, text TEXT)",
    "CREATE INDEX audit_private_request ON audit_private (request_id)",
    "CREATE TABLE conversations ("
    " id TEXT PRIMARY KEY, user_id TEXT NOT NULL, agent TEXT NOT NULL, created_at TEXT NOT NULL,"
    " updated_at TEXT NOT NULL, expires_at TEXT, metadata TEXT NOT NULL DEFAULT '{}')",
    "CREATE INDEX conversations_user ON conversations (user_id, updated_at DESC)",
    "CREATE INDEX conversations_expiry ON conversations (expires_at)",
    "CREATE TABLE messages ("
    " id INTEGER PRIMARY KEY,"
    " conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,"
    " role TEXT NOT NULL, content TEXT NOT NULL, data TEXT, created_at TEXT NOT NULL)",
    "CREATE INDEX messages_conversation ON messages (conversation_id, created_at)",
    "CREATE TABLE tasks ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),"
    " title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),"
    " description TEXT CHECK (length(description) <= 1000),"
    " status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed')),"
    " created_at TEXT NOT NULL, completed_at TEXT, version INTEGER NOT NULL DEFAULT 1,"
    " CHECK ((status = 'completed') = (completed_at IS NOT NULL)))",
    "CREATE INDEX tasks_user ON tasks (user_id, created_at DESC)",
    "CREATE TABLE documents ("
    " id TEXT PRIMARY KEY, user_id TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL, sha256 TEXT NOT NULL,"
    " size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0), created_at TEXT NOT NULL,"
    " metadata TEXT NOT NULL DEFAULT '{}')",
    "CREATE INDEX documents_user ON documents (user_id, created_at DESC)",
    "CREATE TABLE sessions ("
    " id TEXT PRIMARY KEY, user_id TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL,"
    " expires_at TEXT NOT NULL)",
    "CREATE INDEX sessions_expiry ON sessions (expires_at)",
    NULL,
};

/* What the five agents keep. */
static const char *const version_2[] = {
    /* Of which request a message is, so that what is erased of a request leaves its conversation too. */
    "ALTER TABLE messages ADD COLUMN request_id TEXT",
    "CREATE INDEX messages_request ON messages (request_id)",
    /* Grows with every change, so that a turn can tell that another came before it. */
    "ALTER TABLE conversations ADD COLUMN version BIGINT NOT NULL DEFAULT 1",
    /* Where a session stands, its own metadata.json says. */
    "ALTER TABLE sessions DROP COLUMN status",
    "CREATE INDEX sessions_user ON sessions (user_id, created_at DESC)",
    /* Documents cut by their headings, in the order of the text; one document of a source. */
    "ALTER TABLE documents ADD COLUMN name TEXT NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX documents_source ON documents (user_id, source)",
    "CREATE TABLE chunks ("
    " id INTEGER PRIMARY KEY,"
    " document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE, user_id TEXT NOT NULL,"
    " place BIGINT NOT NULL, ref TEXT NOT NULL, chapter TEXT NOT NULL, section TEXT NOT NULL, path TEXT NOT NULL,"
    " url TEXT, heading TEXT NOT NULL, text TEXT NOT NULL, words BIGINT NOT NULL)",
    "CREATE INDEX chunks_document ON chunks (document_id, place)",
    "CREATE INDEX chunks_user ON chunks (user_id, id, words)",
    /* Their words, and where each of them stands. SQLite's own: another store has an index of its own. */
    "CREATE VIRTUAL TABLE chunk_index USING fts5(heading, text, content='chunks', content_rowid='id',"
    " tokenize='" STEMS_TOKENIZER "')",
    "CREATE VIRTUAL TABLE chunk_terms USING fts5vocab('chunk_index', 'instance')",
    /* Analyses, and the files that requests made; which of them are artifacts, these rows say. */
    "CREATE TABLE analyses ("
    " id TEXT NOT NULL, user_id TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL,"
    " request TEXT NOT NULL, plan TEXT, steps TEXT, response TEXT, PRIMARY KEY (user_id, id))",
    "CREATE INDEX analyses_user ON analyses (user_id, created_at DESC)",
    "CREATE TABLE artifacts ("
    " id TEXT PRIMARY KEY, request_id TEXT NOT NULL, user_id TEXT NOT NULL, created_at TEXT NOT NULL,"
    " content_ref TEXT NOT NULL UNIQUE, artifact TEXT NOT NULL)",
    "CREATE INDEX artifacts_user ON artifacts (user_id, created_at DESC)",
    "CREATE INDEX artifacts_request ON artifacts (request_id)",
    NULL,
};

/* Tasks that are due, come back, and whose changes can be undone. */
static const char *const version_3[] = {
    /* A day or a time on the wall of its zone, and the instant it is; a reminder likewise. */
    "ALTER TABLE tasks ADD COLUMN due TEXT",
    "ALTER TABLE tasks ADD COLUMN due_at TEXT",
    "ALTER TABLE tasks ADD COLUMN remind TEXT",
    "ALTER TABLE tasks ADD COLUMN remind_at TEXT",
    "ALTER TABLE tasks ADD COLUMN reminded_at TEXT",
    "ALTER TABLE tasks ADD COLUMN time_zone TEXT",
    "ALTER TABLE tasks ADD COLUMN priority BIGINT NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 3)",
    "ALTER TABLE tasks ADD COLUMN tags TEXT NOT NULL DEFAULT ''", /* " home work ": blanks around each */
    "ALTER TABLE tasks ADD COLUMN repeat TEXT",
    "ALTER TABLE tasks ADD COLUMN uid TEXT", /* what another program knows it by */
    /* One for each order of a list, so that a page of it is read and not sorted. What is not due comes last. */
    "DROP INDEX tasks_user",
    "CREATE INDEX tasks_newest ON tasks (user_id, id DESC)",
    "CREATE INDEX tasks_status ON tasks (user_id, status, id DESC)",
    "CREATE INDEX tasks_due ON tasks (user_id, status DESC, coalesce(due_at, '~'), id DESC, due_at)",
    "CREATE INDEX tasks_priority ON tasks (user_id, status DESC, priority DESC, coalesce(due_at, '~'), id DESC)",
    "CREATE INDEX tasks_remind ON tasks (user_id, remind_at) WHERE remind_at IS NOT NULL AND reminded_at IS NULL AND"
    " status = 'pending'",
    "CREATE INDEX tasks_uid ON tasks (user_id, uid) WHERE uid IS NOT NULL",
    /* Their words, and how words begin, for what is still being typed; and whose they are and the status, so that
     * they can be found and counted by the index alone. Whoever changes a row changes the index with it
     * (agents/tasks/store/rows.c): with an untrusted schema a trigger may not write to it. It has its own copy of the
     * words, so that taking a row out needs no memory of what was put in. */
    "CREATE VIRTUAL TABLE task_index USING fts5(title, description, tags, status, owner, prefix='1 2 3',"
    " tokenize='" STEMS_TOKENIZER "')",
    "INSERT INTO task_index (rowid, title, description, tags, status, owner)"
    " SELECT id, title, description, tags, status, '0' || hex(user_id) || '0' FROM tasks",
    /* How many there are, so that nobody has to count them; and each of their tags. Kept in step by whoever changes a
     * row, too: a trigger would have SQLite copy aside what each single row's change touches, and of a hundred thousand
     * rows in one step that takes minutes. */
    "CREATE TABLE task_counts ("
    " user_id TEXT NOT NULL, status TEXT NOT NULL, tasks BIGINT NOT NULL, PRIMARY KEY (user_id, status))",
    "INSERT INTO task_counts SELECT user_id, status, count(*) FROM tasks GROUP BY user_id, status",
    "CREATE TABLE task_tags ("
    " user_id TEXT NOT NULL, tag TEXT NOT NULL, task_id BIGINT NOT NULL, status TEXT NOT NULL,"
    " PRIMARY KEY (user_id, tag, task_id)) WITHOUT ROWID",
    /* What was changed in one go, and how each task was before and after, as JSON; NULL: it was not there. A task's
     * version is the number of the step that changed it last, so that none ever comes again: numbers begin behind the
     * versions there are. A step was done (0) or is undone (1), by the number undone_by; one that did or undid another
     * (2) only has a number. */
    "CREATE TABLE task_steps ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, request_id TEXT NOT NULL, made_at TEXT NOT NULL,"
    " what TEXT NOT NULL, state BIGINT NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),"
    " undone_by BIGINT)",
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'task_steps', coalesce(max(version), 0) FROM tasks",
    "CREATE INDEX task_steps_user ON task_steps (user_id, state, id)",
    "CREATE INDEX task_steps_age ON task_steps (made_at)",
    "CREATE INDEX task_steps_request ON task_steps (request_id)",
    "CREATE TABLE task_changes ("
    " step_id BIGINT NOT NULL REFERENCES task_steps (id) ON DELETE CASCADE, task_id BIGINT NOT NULL,"
    " before TEXT, after TEXT, PRIMARY KEY (step_id, task_id))",
    "CREATE INDEX task_changes_task ON task_changes (task_id, step_id)",
    NULL,
};

/* Passwords of servers leave the home: scrub_home() does it before this is recorded, and does it again if it was killed
 * in between. */
static const char *const version_4[] = { NULL };
#define SCRUBBED 4

static const char *const *const versions[] = { version_1, version_2, version_3, version_4 };

#define NEWEST ((int64_t)COUNT_OF(versions))

/* 0 for a database nothing was done to. */
static int version_of(struct db *db, int64_t *ret, struct err *err)
{
    bool there;

    *ret = 0;
    if (db_has_table(db, "schema_version", &there, err))
        return -1;
    if (!there)
        return 0;
    return db_get_int(db, "SELECT coalesce(max(version), 0) FROM schema_version", NULL, 0, ret, err);
}

static int refuse(int64_t version, struct err *err)
{
    err_set(err, ERR_HOME_UNUSABLE, "This home was written by a newer assay, which this one does not understand.",
            "schema version %lld, this program knows %lld", (long long)version, (long long)NEWEST);
    return err_action(err, "Use the newer program, or another home. Nothing was changed.");
}

int migrate_look(struct db *db, int64_t *ret_version, struct err *err)
{
    if (version_of(db, ret_version, err))
        return -1;
    return *ret_version > NEWEST ? refuse(*ret_version, err) : 0;
}

static int record(struct db *db, const struct world *w, int64_t version, struct err *err)
{
    char now[TIME_TEXT_BYTES];

    time_text(world_now(w), now);
    return db_run(db, "INSERT INTO schema_version (version, applied_at) VALUES ($1, $2)",
                  DB_VALUES(DB_I(version), DB_S(now)), NULL, err);
}

/* The step after the one the database is at, within a transaction. */
static int next_step(struct db *db, const struct world *w, struct err *err)
{
    int64_t version;

    if (version_of(db, &version, err))
        return -1;
    if (version >= NEWEST)
        return 0; /* somebody else did it, or did more: the caller looks again */
    if (version == 0 && db_run(db,
                               "CREATE TABLE IF NOT EXISTS schema_version ("
                               " version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)",
                               NULL, 0, NULL, err))
        return -1;
    for (const char *const *sql = versions[version]; *sql; sql++)
        if (db_run(db, *sql, NULL, 0, NULL, err))
            return -1;
    return record(db, w, version + 1, err);
}

int migrate(struct db *db, const char *home, const struct world *w, bool *ret_upgraded, struct err *err)
{
    int64_t first = -1;

    for (;;) {
        int64_t version;

        if (version_of(db, &version, err))
            return -1;
        if (first < 0)
            first = version;
        *ret_upgraded = first > 0 && first < NEWEST;
        if (version == NEWEST)
            return 0;
        if (version > NEWEST)
            return refuse(version, err);
        if (version + 1 == SCRUBBED && scrub_home(db, home, err))
            return -1;
        if (db_begin(db, err))
            return -1;
        if (next_step(db, w, err)) {
            db_rollback(db);
            return -1;
        }
        if (db_commit(db, err))
            return -1;
    }
}
