/* db.c - what all databases share: values, single answers, and steps, which are the same SQL everywhere. */
#include "store/db/db.h"
#include "base/err.h"

struct db_value db_text_value(const char *s)
{
    if (!s)
        return (struct db_value){ .type = DB_NULL };
    return (struct db_value){ .type = DB_TEXT, .p = s, .n = strlen(s) };
}

int64_t db_int(const struct db_row *row, int column)
{
    return row->ops->get_int(row, column);
}

const char *db_text(const struct db_row *row, int column, size_t *ret_n)
{
    size_t n;

    return row->ops->get_text(row, column, ret_n ? ret_n : &n);
}

int db_run(struct db *db, const char *sql, const struct db_value *values, size_t n, int64_t *ret_changed,
           struct err *err)
{
    return db->ops->exec(db, sql, values, n, NULL, NULL, ret_changed, err);
}

int db_query(struct db *db, const char *sql, const struct db_value *values, size_t n, db_each *each, void *arg,
             struct err *err)
{
    return db->ops->exec(db, sql, values, n, each, arg, NULL, err);
}

struct first_int {
    bool found;
    int64_t i;
};

static int take_first(void *arg, const struct db_row *row, struct err *err)
{
    struct first_int *first = arg;

    (void)err;
    if (!first->found)
        *first = (struct first_int){ true, db_int(row, 0) };
    return 0;
}

int db_get_int(struct db *db, const char *sql, const struct db_value *values, size_t n, int64_t *ret, struct err *err)
{
    struct first_int first = { false, 0 };

    if (db_query(db, sql, values, n, take_first, &first, err))
        return -1;
    if (first.found)
        *ret = first.i;
    return 0;
}

int db_has_table(struct db *db, const char *name, bool *ret, struct err *err)
{
    return db->ops->has_table(db, name, ret, err);
}

int db_begin(struct db *db, struct err *err)
{
    return db->ops->begin(db, err);
}

int db_commit(struct db *db, struct err *err)
{
    return db->ops->commit(db, err);
}

void db_rollback(struct db *db)
{
    db->ops->rollback(db);
}

bool db_in_transaction(const struct db *db)
{
    return db->ops->in_transaction(db);
}

int db_step(struct db *db, struct err *err)
{
    return db_run(db, "SAVEPOINT step", NULL, 0, NULL, err);
}

int db_step_keep(struct db *db, struct err *err)
{
    return db_run(db, "RELEASE SAVEPOINT step", NULL, 0, NULL, err);
}

int db_step_undo(struct db *db, struct err *err)
{
    if (db_run(db, "ROLLBACK TO SAVEPOINT step", NULL, 0, NULL, err))
        return -1;
    return db_step_keep(db, err);
}

int db_settle(struct db *db, struct err *err)
{
    return db->ops->settle(db, err);
}

int db_relax(struct db *db, struct err *err)
{
    return db->ops->relax(db, err);
}

void db_close(struct db *db)
{
    if (db)
        db->ops->close(db);
}
