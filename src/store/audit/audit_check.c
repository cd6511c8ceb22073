/* audit_check.c - look at everything under the log's lock, then compare in the order in which one thing rests on
 * another: the database with the second head, the key, the signature, the log, the witness. The first thing that does
 * not agree is the result. */
#include "store/audit/audit_check.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/str.h"
#include "store/audit/witness.h"
#include "store/db/db.h"
#include "store/files/home_files.h"
#include "store/files/lock.h"
#include "store/log/append_intent.h"
#include "store/log/head_file.h"
#include "store/log/signed_head.h"
#include "store/store_parts.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#define RESTORE "Put the home back from a backup (assay home restore), and find out who changed it."

/* What there was at one moment. */
struct snapshot {
    const struct audit_check_spec *ask;
    const struct cancel *cancel;
    struct arena *a;
    struct audit_check *ret;
    const char *log_path;
    bool has_state, has_log;
    struct err no_state; /* why the database could not be read, when it is there */
    bool state_is_bad;
    struct chain chain;
    const char *signed_head; /* the database's; "" before the first */
    struct buf waiting;      /* the outbox's lines */
    uint64_t size;           /* of the log's file */
    bool leftover_is_fine;   /* what is behind the last committed line was announced, and never signed */
    bool has_second;
    struct signed_head second;
};

PRINTF(4, 5)
static void fault(struct snapshot *s, uint64_t entry, const char *action, const char *reason, ...)
{
    va_list args;

    va_start(args, reason);
    verify_failed(&s->ret->log, entry, reason, args);
    va_end(args);
    snprintf(s->ret->action, sizeof s->ret->action, "%s", action);
}

PRINTF(2, 3) static void note(struct snapshot *s, const char *text, ...)
{
    char line[ERR_MESSAGE_BYTES];
    va_list args;

    va_start(args, text);
    vsnprintf(line, sizeof line, text, args);
    va_end(args);
    json_push(s->a, s->ret->notes, json_str(s->a, line));
}

static const char *in_home(const struct snapshot *s, const char *name)
{
    return arena_printf(s->a, "%s/%s", s->ask->home, name);
}

/* ---- looking ---- */

static int take_line(void *arg, const struct db_row *row, struct err *err)
{
    struct buf *b = arg;
    size_t n;
    const char *line = db_text(row, 0, &n);

    buf_add(b, line, n);
    return buf_check(b, err);
}

static int read_state(struct snapshot *s, struct db *db, struct err *err)
{
    struct buf head CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    int status = db_begin(db, err);

    if (status < 0)
        return -1;
    if (state_is_plain(db, err) < 0 || state_load(db, &s->chain, &head, err) < 0 ||
        db_query(db, "SELECT line FROM audit_outbox ORDER BY seq", NULL, 0, take_line, &s->waiting, err) < 0)
        status = -1;
    db_rollback(db);
    s->signed_head = arena_str(s->a, head.p ? head.p : "");
    return status;
}

/* A database that cannot be read is a finding, one that is busy is not. */
static int look_at_state(struct snapshot *s, struct db *db, struct err *err)
{
    struct err why;

    if (read_state(s, db, &why) == 0)
        return 0;
    if (why.code == ERR_BUSY) {
        *err = why;
        return -1;
    }
    s->state_is_bad = true;
    s->no_state = why;
    chain_init(&s->chain);
    s->signed_head = "";
    return 0;
}

static void look_at_second(struct snapshot *s)
{
    int fd = open(in_home(s, HEADS_FILE), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const char *text = fd >= 0 ? head_file_text(fd, s->a) : NULL;

    s->has_second = text && signed_head_read(s->a, text, &s->second);
    if (fd >= 0 && text && !s->has_second)
        note(s, "The head's second copy (%s) is not signed rightly.", HEADS_FILE);
    if (fd >= 0)
        close(fd);
}

/* What a writer that died left behind the last committed line, as log_file.c tells it apart. */
static bool leftover_is_fine(const struct snapshot *s, int lock)
{
    char boot[BOOT_BYTES];
    enum append_intent told;

    boot_read(boot);
    told = lock >= 0 ? append_intent_judge(lock, boot, s->chain.bytes, s->size) : APPEND_INTENT_UNKNOWN;
    if (s->has_second && s->second.bytes > s->chain.bytes)
        return false;
    return told == APPEND_INTENT_EXPLAINS || (told == APPEND_INTENT_UNKNOWN && s->has_second);
}

static int look_locked(struct snapshot *s, struct db *db, int lock, struct err *err)
{
    struct stat st;

    s->has_log = stat(s->log_path, &st) == 0;
    s->size = s->has_log ? (uint64_t)st.st_size : 0;
    if (db && look_at_state(s, db, err) < 0)
        return -1;
    look_at_second(s);
    s->leftover_is_fine = s->size > s->chain.bytes && leftover_is_fine(s, lock);
    return 0;
}

static int look_with(struct snapshot *s, struct db *db, struct err *err)
{
    int lock = open(in_home(s, "logs/data_agent_runs.lock"), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), status;

    if (lock < 0 && errno != ENOENT)
        return err_errno(err, errno, "look at the audit log", s->log_path);
    status = lock >= 0 ? lock_take_shared(lock, DB_WAIT_MS, err) : 0;
    if (status == 0)
        status = look_locked(s, db, lock, err);
    if (lock >= 0)
        close(lock);
    return status;
}

static int look(struct snapshot *s, struct err *err)
{
    const char *path = in_home(s, HOME_STORE_FILE);
    struct db *db = NULL;
    struct stat st;
    int status;

    s->has_state = stat(path, &st) == 0;
    if (s->has_state && !S_ISREG(st.st_mode)) {
        s->state_is_bad = true;
        err_set(&s->no_state, ERR_STORE_DAMAGED, "The store is not a file.", "%s", path);
    } else if (s->has_state && sqlite_open(path, true, &db, &s->no_state) < 0) {
        s->state_is_bad = true;
        db = NULL;
    }
    status = look_with(s, db, err);
    db_close(db);
    return status;
}

/* ---- the key ---- */

static const char other_key[] =
    "If you put this home here yourself, remove its line from known_keys in assay's settings "
    "folder (~/.config/assay). If not: " RESTORE;

static bool is_pinned_here(struct snapshot *s)
{
    struct buf b CLEANUP(buf_done) = BUF(KEY_TEXT_BYTES + 1);
    struct err ignored;

    if (file_read(in_home(s, KEY_PIN_FILE), "the public key", &b, &ignored) < 0)
        return true;
    return b.n == KEY_TEXT_BYTES && strncmp(b.p, s->ret->key, KEY_TEXT_BYTES - 1) == 0;
}

/* Whether the key that signed is the one that should have. */
static int check_key(struct snapshot *s, struct err *err)
{
    char known[KEY_TEXT_BYTES];
    enum known_key is;

    if (s->ask->key && strcasecmp(s->ask->key, s->ret->key) != 0) {
        fault(s, 1, RESTORE, "the log is signed by another key than the one given");
        return 0;
    }
    if (known_key_look(s->ask->settings, s->ask->home, s->ret->key, &is, known, err) < 0)
        return -1;
    if (is == KEY_IS_LATER)
        fault(s, 1, other_key, "another log, signed by another key (%.16s), was here before this one", known);
    else if (is == KEY_IS_ANOTHER)
        fault(s, 1, other_key, "the log is signed by another key (%.16s) than the one known for this home (%.16s)",
              s->ret->key, known);
    else if (!is_pinned_here(s))
        fault(s, 1, RESTORE, "the log is signed by another key than the one in %s", KEY_PIN_FILE);
    else if (is == KEY_IS_NEW && s->ask->settings)
        note(s, "The key (%.16s) is not known outside of this home yet.", s->ret->key);
    return 0;
}

static int check_signature(struct snapshot *s, struct err *err)
{
    struct signed_head head;

    if (!*s->signed_head && s->chain.entries == 0)
        return 0;
    if (!signed_head_is_good(s->signed_head, &s->chain) || !signed_head_read(s->a, s->signed_head, &head)) {
        fault(s, s->chain.entries + 1, RESTORE, "the signature of the log's head in state.db is wrong");
        return 0;
    }
    snprintf(s->ret->key, sizeof s->ret->key, "%s", head.key);
    if (check_key(s, err) < 0)
        return -1;
    if (s->ret->log.ok && s->has_second && strcmp(s->second.key, head.key) != 0)
        fault(s, 1, RESTORE, "the head's second copy is signed by another key than the one in state.db");
    return 0;
}

/* ---- the log ---- */

static int check_log(struct snapshot *s, struct err *err)
{
    struct verify_options o = { .expected = &s->chain, .size = s->size, .may_be_longer = s->leftover_is_fine };

    o.waiting.lines = s->waiting.p;
    o.waiting.n = s->waiting.n;
    o.waiting.at = s->chain.bytes - s->waiting.n;
    if (!s->has_log && s->chain.bytes == s->waiting.n) {
        s->ret->log.ok = true;
        return 0;
    }
    if (!s->has_log) {
        fault(s, 1, RESTORE, "the log's file is gone");
        return 0;
    }
    if (verify_log_as(s->log_path, &o, s->cancel, &s->ret->log, err) < 0)
        return -1;
    if (!s->ret->log.ok)
        snprintf(s->ret->action, sizeof s->ret->action, "%s", RESTORE);
    return 0;
}

/* The database is gone, unreadable or older than what was signed. The second head says whether the log itself is good;
 * it is looked at as far as that goes. */
static int check_without_state(struct snapshot *s, struct err *err)
{
    struct chain second = { .entries = s->second.entries, .bytes = s->second.bytes };
    struct verify_options o = { .size = s->size, .may_be_longer = true };
    const char *what = !s->has_state     ? "state.db is missing"
                       : s->state_is_bad ? "state.db cannot be read, or holds what assay never makes"
                                         : NULL;
    uint64_t known = s->chain.entries;

    if (s->has_second) {
        snprintf(second.head, sizeof second.head, "%s", s->second.head);
        o.expected = &second;
        o.root = s->second.root;
        snprintf(s->ret->key, sizeof s->ret->key, "%s", s->second.key);
        if (check_key(s, err) < 0)
            return -1;
    }
    if (!s->ret->log.ok)
        return 0;
    if (s->has_log && s->size > 0 && verify_log_as(s->log_path, &o, s->cancel, &s->ret->log, err) < 0)
        return -1;
    if (!s->ret->log.ok) {
        note(s, "The log is damaged as well: entry %" PRIu64 ": %s.", s->ret->log.first_bad, s->ret->log.reason);
    } else if (s->has_second) {
        note(s, "The log itself is whole: %" PRIu64 " entries, as its second head was signed.", second.entries);
    }
    if (what)
        fault(s, 1, "Put state.db back from a backup (assay home restore), or go on with another home (--home).",
              "%s, though %" PRIu64 " entries were signed", what, s->has_second ? second.entries : s->ret->log.entries);
    else
        fault(s, known + 1, "Put state.db back from a backup, or go on with another home (--home).",
              "state.db is older than the log: it knows of %" PRIu64 " entries, and %" PRIu64 " were signed", known,
              second.entries);
    return 0;
}

/* ---- what is worth telling ---- */

static void tell_waiting(struct snapshot *s)
{
    uint64_t have = s->size < s->chain.bytes ? s->chain.bytes - s->size : 0;

    if (have > 0 && s->ret->log.ok)
        note(s,
             "The last %" PRIu64 " bytes are in the store and not in the log's file yet; the next write appends them.",
             have);
    if (s->leftover_is_fine)
        note(s, "A writer that died left %" PRIu64 " bytes behind the last entry; the next write sets them aside.",
             s->size - s->chain.bytes);
    if (!s->has_second && s->chain.entries > 0)
        note(s, "The head's second copy (%s) is missing; the next command that writes makes it anew.", HEADS_FILE);
}

static void tell_jumps(struct snapshot *s)
{
    const struct verify_result *r = &s->ret->log;

    for (size_t i = 0; i < r->n_jumps; i++)
        note(s, "The clock went back by %" PRId64 " s before entry %" PRIu64 ".", r->jumps[i].back_us / 1000000,
             r->jumps[i].entry);
}

static int check_witness(struct snapshot *s, struct err *err)
{
    struct witness_log log = { .path = s->log_path,
                               .waiting = s->waiting.p,
                               .waiting_n = s->waiting.n,
                               .waiting_at = s->chain.bytes - s->waiting.n,
                               .entries = s->chain.entries,
                               .key = s->ret->key };
    struct witness_result found;

    if (witness_check(s->ask->witness, &log, s->cancel, s->a, s->ret->notes, &found, err) < 0)
        return -1;
    s->ret->witnessed = found.agreeing;
    if (found.entry > 0)
        fault(s, found.entry, RESTORE, "%s", found.reason);
    return 0;
}

/* There is nothing at all: fine, unless something says that there was. */
static int check_nothing(struct snapshot *s, struct err *err)
{
    char known[KEY_TEXT_BYTES];
    enum known_key is;

    if (known_key_look(s->ask->settings, s->ask->home, "", &is, known, err) < 0)
        return -1;
    if (known[0] || access(in_home(s, KEY_PIN_FILE), F_OK) == 0 || access(in_home(s, "keys/audit.key"), F_OK) == 0)
        fault(s, 1, RESTORE, "the audit log and its store are gone, and a key that signed one is known");
    else if (s->ask->key)
        fault(s, 1, "Name the home with --home.", "there is no audit log here that a key could have signed");
    else if (s->ask->witness)
        fault(s, 1, RESTORE, "there is no audit log here to compare with the witness");
    return 0;
}

static int check_all(struct snapshot *s, struct err *err)
{
    bool is_older = s->has_second && s->second.entries > s->chain.entries;

    s->ret->log.ok = true;
    if (!s->has_state && !s->has_second && s->size == 0)
        return check_nothing(s, err);
    if (!s->has_state || s->state_is_bad || is_older)
        return check_without_state(s, err);
    if (check_signature(s, err) < 0 || (s->ret->log.ok && check_log(s, err) < 0))
        return -1;
    tell_waiting(s);
    tell_jumps(s);
    return s->ret->log.ok && s->ask->witness ? check_witness(s, err) : 0;
}

int audit_check_run(const struct audit_check_spec *ask, const struct cancel *cancel, struct arena *a,
                    struct audit_check *ret, struct err *err)
{
    struct snapshot s = {
        .ask = ask, .cancel = cancel, .a = a, .ret = ret, .signed_head = "", .waiting = BUF(AUDIT_OUTBOX_BYTES)
    };
    int status;

    *ret = (struct audit_check){ .notes = json_array(a) };
    chain_init(&s.chain);
    snprintf(ret->log.head, sizeof ret->log.head, "%s", s.chain.head);
    s.log_path = in_home(&s, HOME_LOG_FILE);
    status = look(&s, err);
    if (status == 0)
        status = check_all(&s, err);
    buf_done(&s.waiting);
    return status;
}
