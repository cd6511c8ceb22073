/* pg_conn.c - libpq's non-blocking calls, each loop of which turns around one wait(). */
#include "formats/pg_conn.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <errno.h>
#include <poll.h>
#include <string.h>

#define OPTIONS 16 /* keywords given to libpq; there are a dozen at most */

/* ---- errors ---- */

struct state {
    const char *code; /* of SQLSTATE, or its class */
    enum err_code err;
    const char *message, *action;
};

static const struct state states[] = {
    { "28", ERR_DATA_UNREADABLE, "The database server does not accept that user or password.",
      "Check the user and the password in the address." },
    { "3D000", ERR_NOT_FOUND, "There is no such database on that server.", "Check the name behind the last slash." },
    { "3F000", ERR_NOT_FOUND, "There is no such schema in that database.", "Check the name behind the #." },
    { "42P01", ERR_NOT_FOUND, "There is no such table in that database.", "Check the name behind the #." },
    { "42501", ERR_DATA_UNREADABLE, "The database server does not let that user read the table.",
      "Ask whoever keeps the database for the right to SELECT from it." },
    { "57014", ERR_QUERY_TIMEOUT, "The database server took too long.", "Name one table, or a smaller view of it." },
    { "53", ERR_IO, "The database server is too busy.", "Try again in a while." },
    { "57P0", ERR_IO, "The database server is stopping or starting.", "Try again in a while." },
    { "25P03", ERR_IO, "The database server ended the connection, which had waited for too long.", "Try again." },
};

/* What a SQLSTATE means; a code that is not listed is told as a failure of the server's. */
static int failed_by(const char *code, struct err *err)
{
    for (size_t i = 0; i < COUNT_OF(states); i++)
        if (strncmp(code, states[i].code, strlen(states[i].code)) == 0) {
            err_set(err, states[i].err, states[i].message, "SQLSTATE %.5s", code);
            return err_action(err, "%s", states[i].action);
        }
    err_set(err, ERR_DATA_UNREADABLE, "The database server refused what it was asked for.", "SQLSTATE %.5s", code);
    return err_action(err, "Look into the server's own log.");
}

static int lost(struct err *err)
{
    err_set(err, ERR_IO, "The connection to the database server was lost.", "libpq: connection ended");
    return err_action(err, "Check that the server runs, and try again.");
}

static int silent(struct err *err)
{
    err_set(err, ERR_QUERY_TIMEOUT, "The database server does not answer.", "no byte within the time");
    return err_action(err, "Check the address, and that the server is not overloaded.");
}

static int failed_result(const struct pg_conn *p, PGresult *r, struct err *err)
{
    const char *code = r ? p->api->resultErrorField(r, PG_DIAG_SQLSTATE) : NULL;

    return code ? failed_by(code, err) : lost(err);
}

/* ---- waiting ---- */

/* Until the socket can be read (or written), the cancel fires, or there was silence for too long since *since. */
static int wait_for(const struct pg_conn *p, short events, int64_t since, int64_t most_ms, struct err *err)
{
    struct pollfd fd = { .fd = p->api->socket(p->c), .events = events };

    if (fd.fd < 0)
        return lost(err);
    for (;;) {
        int n;

        if (cancel_check(p->cancel, err))
            return -1;
        if (world_mono_us() - since > most_ms * 1000)
            return silent(err);
        n = poll(&fd, 1, PG_TICK_MS);
        if (n > 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return lost(err);
    }
}

/* ---- connecting ---- */

static void ignore_notice(void *arg, const char *message)
{
    (void)arg;
    (void)message;
}

static bool is_listed(const char *keyword)
{
    static const char *const taken[] = { "host",    "hostaddr",    "port",
                                         "dbname",  "user",        "password",
                                         "sslmode", "sslrootcert", "target_session_attrs" };

    for (size_t i = 0; i < COUNT_OF(taken); i++)
        if (strcmp(keyword, taken[i]) == 0)
            return true;
    return false;
}

static int bad_url(struct err *err, const char *why)
{
    err_set(err, ERR_INVALID_INPUT, "That is no address of a PostgreSQL database, or has options that are not used.",
            "%s", why);
    return err_action(err, "Write it as postgresql://user:password@host:port/database#schema.table.");
}

static int start(struct pg_conn *p, const PQconninfoOption *options, const char *password, struct err *err)
{
    const char *keys[OPTIONS] = { "application_name", "client_encoding", "gssencmode", password ? "password" : NULL };
    const char *values[OPTIONS] = { "assay", "UTF8", "disable", password };
    size_t n = password ? 4 : 3;

    for (const PQconninfoOption *o = options; o->keyword; o++) {
        if (!o->val || !*o->val || strcmp(o->keyword, "connect_timeout") == 0 ||
            (password && strcmp(o->keyword, "password") == 0))
            continue;
        if (!is_listed(o->keyword) || n == OPTIONS - 1)
            return bad_url(err, "an option");
        keys[n] = o->keyword;
        values[n++] = o->val;
    }
    p->c = p->api->connectStartParams(keys, values, 0);
    if (!p->c || p->api->status(p->c) == CONNECTION_BAD)
        return err_set(err, ERR_IO, "The database server cannot be reached.", "libpq: could not begin");
    p->api->setErrorVerbosity(p->c, PQERRORS_SQLSTATE);
    p->api->setNoticeProcessor(p->c, ignore_notice, NULL);
    return 0;
}

/* libpq keeps the code to itself while connecting; asked to write nothing but codes, it ends its message with one. */
static int refused(const struct pg_conn *p, struct err *err)
{
    const char *at = strstr(p->api->errorMessage(p->c), "FATAL:  ");

    if (at)
        return failed_by(at + strlen("FATAL:  "), err);
    if (p->api->connectionNeedsPassword(p->c)) {
        err_set(err, ERR_DATA_UNREADABLE, "The database server wants a password, and none is known.",
                "libpq: no password");
        return err_action(err, "Name the data with its password, or set PGPASSWORD, or put it into your .pgpass file.");
    }
    err_set(err, ERR_IO, "The database server cannot be reached.", "libpq: no connection");
    return err_action(err, "Check the host and the port, and that the server runs.");
}

static int finish_connecting(struct pg_conn *p, struct err *err)
{
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    int64_t began = world_mono_us();

    while (state != PGRES_POLLING_OK) {
        if (wait_for(p, state == PGRES_POLLING_READING ? POLLIN : POLLOUT, began, PG_CONNECT_MS, err))
            return -1;
        state = p->api->connectPoll(p->c);
        if (state == PGRES_POLLING_FAILED)
            return refused(p, err);
    }
    return p->api->setnonblocking(p->c, 1) == 0 ? 0 : lost(err);
}

int pg_connect(struct pg_conn *p, const char *url, const char *password, struct err *err)
{
    PQconninfoOption *options;
    char *why = NULL;
    int rc;

    if (pg_api(&p->api, err))
        return -1;
    options = p->api->conninfoParse(url, &why);
    p->api->freemem(why); /* it repeats the URL */
    if (!options)
        return bad_url(err, "libpq cannot read it");
    rc = start(p, options, password, err);
    p->api->conninfoFree(options);
    if (rc == 0)
        rc = finish_connecting(p, err);
    if (rc)
        pg_close(p);
    return rc;
}

void pg_close(struct pg_conn *p)
{
    if (p->c)
        p->api->finish(p->c);
    p->c = NULL;
}

/* ---- asking ---- */

static int send_all(struct pg_conn *p, int sent, struct err *err)
{
    int64_t began = world_mono_us();
    int left;

    if (!sent)
        return lost(err);
    while ((left = p->api->flush(p->c)) > 0) {
        if (wait_for(p, POLLIN | POLLOUT, began, PG_SILENCE_MS, err))
            return -1;
        if (!p->api->consumeInput(p->c))
            return lost(err);
    }
    return left == 0 ? 0 : lost(err);
}

/* The next result, or NULL behind the last; waits for it. */
static int next_result(struct pg_conn *p, PGresult **ret, struct err *err)
{
    while (p->api->isBusy(p->c)) {
        if (wait_for(p, POLLIN, world_mono_us(), PG_SILENCE_MS, err))
            return -1;
        if (!p->api->consumeInput(p->c))
            return lost(err);
    }
    *ret = p->api->getResult(p->c);
    return 0;
}

/* Takes all results of what was sent; the last of rows is kept. */
static int take_results(struct pg_conn *p, PGresult **ret, struct err *err)
{
    PGresult *r, *kept = NULL;
    int rc = 0;

    while (rc == 0 && (rc = next_result(p, &r, err)) == 0 && r) {
        ExecStatusType status = p->api->resultStatus(r);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
            rc = failed_result(p, r, err);
        p->api->clear(status == PGRES_TUPLES_OK ? kept : r);
        if (status == PGRES_TUPLES_OK)
            kept = r;
    }
    if (rc || !ret)
        p->api->clear(kept);
    else
        *ret = kept;
    return rc;
}

int pg_run(struct pg_conn *p, const char *sql, struct err *err)
{
    if (send_all(p, p->api->sendQuery(p->c, sql), err))
        return -1;
    return take_results(p, NULL, err);
}

int pg_ask(struct pg_conn *p, const char *sql, const char *a, const char *b, PGresult **ret, struct err *err)
{
    const char *values[2] = { a, b };
    PGresult *r = NULL;

    if (send_all(p,
                 p->api->sendQueryParams(p->c, sql,
                                         b   ? 2
                                         : a ? 1
                                             : 0,
                                         NULL, values, NULL, NULL, 0),
                 err) ||
        take_results(p, &r, err))
        return -1;
    if (!r)
        return lost(err);
    *ret = r;
    return 0;
}

/* ---- copying ---- */

static int take_rows(struct pg_conn *p, pg_row_fn *fn, void *arg, struct err *err)
{
    for (;;) {
        char *row = NULL;
        int n = p->api->getCopyData(p->c, &row, 1), rc = 0;

        if (n == -1)
            return 0;
        if (n == -2)
            return lost(err);
        if (n > 0)
            rc = fn(arg, row, (size_t)n, err);
        else
            rc = wait_for(p, POLLIN, world_mono_us(), PG_SILENCE_MS, err);
        p->api->freemem(row);
        if (rc)
            return -1;
        if (n == 0 && !p->api->consumeInput(p->c))
            return lost(err);
    }
}

int pg_copy(struct pg_conn *p, const char *sql, pg_row_fn *fn, void *arg, struct err *err)
{
    PGresult *r = NULL;
    int rc;

    if (send_all(p, p->api->sendQuery(p->c, sql), err) || next_result(p, &r, err))
        return -1;
    rc = r && p->api->resultStatus(r) == PGRES_COPY_OUT ? 0 : failed_result(p, r, err);
    p->api->clear(r);
    if (rc == 0)
        rc = take_rows(p, fn, arg, err);
    return rc ? rc : take_results(p, NULL, err);
}
