/* test_store.c - the store: a change and its line together or not at all, its versions, and how fast a large one opens.
 */
#include "store_testing.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/sign.h"
#include <fcntl.h>

static struct err err;

/* ---- opening ---- */

static unsigned from_hex(const char *text, unsigned char *ret)
{
    unsigned n = 0, byte;

    while (sscanf(text + 2 * n, "%2x", &byte) == 1)
        ret[n++] = (unsigned char)byte;
    return n;
}

/* Takes the signature out and checks it over the rest. */
static bool is_signed(const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    unsigned char key[SIGN_KEY_BYTES * 2] = { 0 }, signature[SIGN_BYTES * 2] = { 0 };
    struct json *head;

    assert_int_equal(json_parse(a, text, strlen(text), &head, &err), 0);
    assert_int_equal(from_hex(json_text(json_get(head, "key"), NULL), key), SIGN_KEY_BYTES);
    assert_int_equal(from_hex(json_text(json_get(head, "signature"), NULL), signature), SIGN_BYTES);
    json_unset(head, "signature");
    assert_int_equal(json_write_canonical(&b, head, &err), 0);
    return sign_is_good(key, b.p, b.n, signature);
}

static void a_new_store_is_empty_and_its_head_is_signed(void **state)
{
    struct arena *a = arena_new();
    struct store *s = open_store(*state);
    const char *head;
    struct chain c;

    assert_int_equal(store_head(s, a, &c, &head, &err), 0);
    assert_int_equal(c.entries, 0);
    assert_int_equal(c.bytes, 0);
    assert_true(is_signed(head));
    assert_int_equal(mode_of(in(*state, "keys/audit.key")), 0600);
    assert_int_equal(mode_of(in(*state, LOG_NAME)), 0600);
    assert_int_equal(store_check(s, &err), 0);
    assert_whole(s, *state);
    store_close(s);
    arena_free(a);
}

static void a_write_is_there_after_opening_again_with_its_line_and_the_same_key(void **state)
{
    struct arena *a = arena_new();
    struct store *s = open_store(*state);
    struct store_span span;
    char key[KEY_BYTES];
    const char *head;
    struct chain c;

    get_key(*state, key);
    assert_int_equal(write_job(s, (struct job){ .title = "one", .entries = 3 }, &span, &err), 0);
    assert_int_equal(span.first, 1);
    assert_int_equal(span.last, 3);
    store_close(s);
    s = open_store(*state);
    assert_int_equal(rows_titled(s, "one"), 1);
    assert_int_equal(store_head(s, a, &c, &head, &err), 0);
    assert_int_equal(c.entries, 3);
    assert_string_equal(c.head, span.head);
    assert_true(is_signed(head));
    assert_string_equal(get_text(in(*state, "keys/audit.key")), key);
    assert_int_equal(ask(s, "SELECT count(*) FROM audit_outbox", NULL), 0);
    assert_whole(s, *state);
    store_close(s);
    arena_free(a);
}

static void no_descriptor_is_left_behind(void **state)
{
    size_t before = count_fds();
    struct store *s = open_store(*state);

    write_title(s, "one");
    assert_int_equal(rows(s), 1);
    store_close(s);
    assert_int_equal(count_fds(), before);
    assert_int_equal(store_open("/nowhere/at/all", world_system(), &s, &err), -1);
    assert_int_equal(count_fds(), before);
}

/* ---- works ---- */

static int only_a_row(struct tx *tx, void *arg, struct err *e)
{
    (void)arg;
    return db_run(tx_db(tx), "INSERT INTO tasks (user_id, title, created_at) VALUES ('u', 'quiet', 'now')", NULL, 0,
                  NULL, e);
}

static void a_write_without_entries_is_kept_and_says_so(void **state)
{
    struct store *s = open_store(*state);
    struct store_span span;

    write_title(s, "one");
    assert_int_equal(store_write(s, only_a_row, NULL, &span, &err), 0);
    assert_int_equal(span.first, 0);
    assert_int_equal(span.last, 1);
    assert_int_equal(rows(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

static void a_work_that_fails_leaves_neither_row_nor_line(void **state)
{
    struct store *s = open_store(*state);

    write_title(s, "before");
    assert_int_equal(write_job(s, (struct job){ .title = "no", .entries = 2, .fails = true }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_int_equal(rows_titled(s, "no"), 0);
    assert_int_equal(entries(s), 1);
    write_title(s, "after");
    assert_int_equal(rows(s), 2);
    assert_int_equal(entries(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

static void lines_of_one_write_have_a_limit(void **state)
{
    struct store *s = open_store(*state);
    const size_t padding = AUDIT_LINE_BYTES - 1024;
    const unsigned most = STORE_WORK_BYTES / (AUDIT_LINE_BYTES - 512);

    assert_int_equal(write_job(s, (struct job){ .title = "fits", .padding = padding, .entries = most }, NULL, &err), 0);
    assert_int_equal(write_job(s, (struct job){ .title = "not", .padding = padding, .entries = most + 1 }, NULL, &err),
                     -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_int_equal(rows(s), 1);
    assert_int_equal(entries(s), most);
    assert_int_equal(
        write_job(s, (struct job){ .title = "long", .padding = AUDIT_LINE_BYTES, .entries = 1 }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    write_title(s, "after");
    assert_whole(s, *state);
    store_close(s);
}

/* ---- versions ---- */

static void change(const char *home, const char *sql)
{
    struct db *db;

    assert_int_equal(sqlite_open(in(home, "state.db"), false, &db, &err), 0);
    assert_int_equal(db_run(db, sql, NULL, 0, NULL, &err), 0);
    assert_int_equal(db_settle(db, &err), 0);
    db_close(db);
}

static void a_newer_database_is_refused_and_left_as_it_is(void **state)
{
    struct store *s = open_store(*state);
    static char before[1 << 20];
    struct stat st;

    write_title(s, "one");
    store_close(s);
    change(*state, "INSERT INTO schema_version VALUES (99, 'tomorrow')");
    get_text(in(*state, "state.db"));
    memcpy(before, get_text(in(*state, "state.db")), sizeof before);
    assert_int_equal(store_open(*state, world_system(), &s, &err), -1);
    assert_int_equal(err.code, ERR_HOME_UNUSABLE);
    assert_non_null(strstr(err.message, "newer"));
    assert_true(err.action[0]);
    assert_memory_equal(get_text(in(*state, "state.db")), before, sizeof before);
    assert_int_equal(stat(in(*state, "state.db-wal"), &st), 0);
    assert_int_equal(st.st_size, 0);
    change(*state, "DELETE FROM schema_version WHERE version = 99");
    s = open_store(*state);
    assert_int_equal(rows(s), 1);
    store_close(s);
}

static void the_tables_hold_the_seeds_limits(void **state)
{
    struct store *s = open_store(*state);
    char title[TASK_TITLE_CHARS + 2];

    memset(title, 't', sizeof title);
    title[TASK_TITLE_CHARS + 1] = '\0';
    assert_int_equal(write_job(s, (struct job){ .title = title }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_int_equal(write_job(s, (struct job){ .title = "" }, NULL, &err), -1);
    title[TASK_TITLE_CHARS] = '\0';
    write_title(s, title);
    assert_int_equal(rows(s), 1);
    store_close(s);
}

static int conversation(struct tx *tx, void *arg, struct err *e)
{
    struct db *db = tx_db(tx);

    (void)arg;
    if (db_run(db,
               "INSERT INTO conversations (id, user_id, agent, created_at, updated_at) VALUES ('c', 'u', 'tasks', 'n', "
               "'n')",
               NULL, 0, NULL, e) ||
        db_run(db, "INSERT INTO messages (conversation_id, role, content, created_at) VALUES ('c', 'user', 'hi', 'n')",
               NULL, 0, NULL, e))
        return -1;
    return db_run(db, "DELETE FROM conversations WHERE id = 'c'", NULL, 0, NULL, e);
}

static void messages_go_with_their_conversation(void **state)
{
    struct store *s = open_store(*state);

    assert_int_equal(store_write(s, conversation, NULL, NULL, &err), 0);
    assert_int_equal(ask(s, "SELECT count(*) FROM messages", NULL), 0);
    store_close(s);
}

/* ---- size ---- */

static void three_rows(const char *home)
{
    struct store *s = open_store(home);

    for (int i = 0; i < 3; i++)
        write_title(s, "row");
    store_close(s);
}

static struct json *hex_of(struct arena *a, const unsigned char *p, size_t n)
{
    char *text = arena_alloc(a, 2 * n + 1);

    hex_text(p, n, text);
    return json_str(a, text);
}

static void sign_once(const unsigned char key[static SIGN_KEY_BYTES], const void *p, size_t n,
                      unsigned char ret[static SIGN_BYTES])
{
    struct signer *s = signer_new(key);

    signer_sign(s, p, n, ret);
    signer_free(s);
}

/* The head of that chain, signed with the home's own key. */
static void sign_as(const char *home, const struct chain *c, struct buf *ret)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    unsigned char key[SIGN_KEY_BYTES], public_key[SIGN_KEY_BYTES], root[SHA256_BYTES], signature[SIGN_BYTES];
    struct json *head = json_object(a);
    char text[KEY_BYTES];

    get_key(home, text);
    for (size_t i = 0; i < sizeof key; i++) {
        unsigned byte;
        assert_int_equal(sscanf(text + 2 * i, "%2x", &byte), 1);
        key[i] = (unsigned char)byte;
    }
    sign_public_key(key, public_key);
    merkle_root(&c->tree, root);
    json_set(a, head, "bytes", json_int(a, (int64_t)c->bytes));
    json_set(a, head, "head", json_str(a, c->head));
    json_set(a, head, "key", hex_of(a, public_key, sizeof public_key));
    json_set(a, head, "length", json_int(a, (int64_t)c->entries));
    json_set(a, head, "root", hex_of(a, root, sizeof root));
    json_set(a, head, "timestamp", json_str(a, "2026-01-23T10:30:00Z"));
    assert_int_equal(json_write_canonical(ret, head, &err), 0);
    sign_once(key, ret->p, ret->n, signature);
    json_set(a, head, "signature", hex_of(a, signature, sizeof signature));
    buf_cut(ret, 0);
    assert_int_equal(json_write_canonical(ret, head, &err), 0);
}

/* A log of ten million entries, of which only the last is more than a hole in the file. */
static void make_huge(const char *home)
{
    struct chain c;
    struct buf line CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES + 1);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf head CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    char tree[MERKLE_TEXT_BYTES];
    struct db *db;
    int fd;

    chain_init(&c);
    c.tree.leaves = c.entries = 9999999;
    c.bytes = 4000000000;
    assert_int_equal(
        chain_add(&c, world_system(),
                  &(struct chain_event){
                      .event_type = "tool_called", .request_id = REQUEST, .actor = "actor", .data = json_object(a) },
                  &line, &err),
        0);
    fd = open(in(home, LOG_NAME), O_RDWR | O_TRUNC);
    assert_int_equal(pwrite(fd, "\n", 1, 3999999999), 1); /* of the line before */
    assert_int_equal(pwrite(fd, line.p, line.n, 4000000000), line.n);
    close(fd);
    merkle_text(&c.tree, tree);
    sign_as(home, &c, &head);
    assert_int_equal(sqlite_open(in(home, "state.db"), false, &db, &err), 0);
    assert_int_equal(
        db_run(db, "UPDATE audit_state SET entries = $1, head = $2, bytes = $3, tree = $4, signed_head = $5",
               DB_VALUES(DB_I((int64_t)c.entries), DB_S(c.head), DB_I((int64_t)c.bytes), DB_S(tree), DB_S(head.p)),
               NULL, &err),
        0);
    db_close(db);
}

static void ten_million_entries_open_in_a_tenth_of_a_second(void **state)
{
    struct store *s;
    int64_t best = INT64_MAX;

    three_rows(*state);
    make_huge(*state);
    for (int i = 0; i < 3; i++) {
        int64_t start = world_mono_us(), spent;

        s = open_store(*state);
        spent = world_mono_us() - start;
        best = spent < best ? spent : best;
        assert_int_equal(store_check(s, &err), 0);
        if (i == 2)
            write_title(s, "goes on");
        assert_int_equal(entries(s), i == 2 ? 10000001 : 10000000);
        store_close(s);
    }
    assert_true(best < 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_new_store_is_empty_and_its_head_is_signed),
        SCRATCH_TEST(a_write_is_there_after_opening_again_with_its_line_and_the_same_key),
        SCRATCH_TEST(no_descriptor_is_left_behind),
        SCRATCH_TEST(a_write_without_entries_is_kept_and_says_so),
        SCRATCH_TEST(a_work_that_fails_leaves_neither_row_nor_line),
        SCRATCH_TEST(lines_of_one_write_have_a_limit),
        SCRATCH_TEST(a_newer_database_is_refused_and_left_as_it_is),
        SCRATCH_TEST(the_tables_hold_the_seeds_limits),
        SCRATCH_TEST(messages_go_with_their_conversation),
        SCRATCH_TEST(ten_million_entries_open_in_a_tenth_of_a_second),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
