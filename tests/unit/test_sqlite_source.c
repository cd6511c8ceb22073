/* test_sqlite_source.c - databases made with SQLite itself: types, logs, hostile schemas, damage. */
#include "formats/sqlite_source.h"
#include "formats/sqlite_wal.h"
#include "scratch.h"
#include "source_testing.h"
#include <fcntl.h>
#include <sqlite3.h>

struct file {
    char *p;
    size_t n;
};

static struct file slurp(const char *path)
{
    FILE *f = fopen(path, "r");
    struct file file = { 0 };

    if (!f)
        return file;
    file.p = malloc(4 << 20);
    file.n = fread(file.p, 1, 4 << 20, f);
    fclose(f);
    return file;
}

static sqlite3 *make(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    return db;
}

/* The bytes of a new database. */
static struct file database(const char *dir, const char *sql)
{
    const char *path = in(dir, "made.db");
    struct file file;

    remove(path);
    sqlite3_close(make(path, sql));
    file = slurp(path);
    return file;
}

/* Table i as it is shown; NULL, with err set, when it is refused. */
static const char *shown(const struct source_bytes *bytes, const char *table, struct arena *a, struct notes *notes,
                         struct err *err)
{
    struct source *s;
    const char *text;

    notes_init(notes, a);
    if (sqlite_source_open(bytes, NULL, &s, err))
        return NULL;
    text = shown_text(s, &(struct show){ .sheet = table }, a, notes, err);
    s->ops->close(s);
    return text;
}

static void shows(void **state, const char *sql, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = database(*state, sql);
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct notes notes;
    struct err err;
    const char *text = shown(&bytes, NULL, a, &notes, &err);

    if (!text)
        fail_msg("%s: %s (%s)", sql, err.message, err.detail);
    assert_string_equal(text, expected);
    free(f.p);
}

static void says(void **state, const char *sql, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = database(*state, sql);
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct notes notes;
    struct err err;

    assert_non_null(shown(&bytes, NULL, a, &notes, &err));
    assert_string_equal(notes_text(a, &notes), expected);
    free(f.p);
}

static void values_keep_their_kind(void **state)
{
    shows(state,
          "CREATE TABLE t(i INTEGER, r REAL, x TEXT, b BLOB, n);"
          "INSERT INTO t VALUES(9223372036854775807, 1.5, 'a', x'00ff', NULL), (-1, -0.25, 'ü', x'', NULL);",
          "t=i:integer,r:decimal,x:text,b:text,n:text/9223372036854775807~1.5f~'a'~'00ff'~-/-1~-0.25f~'ü'~''~-");
}

static void dates_are_found_in_text_and_truths_by_their_declaration(void **state)
{
    shows(state,
          "CREATE TABLE t(d DATE, s DATETIME, o BOOLEAN, k BOOLEAN);"
          "INSERT INTO t VALUES('2026-01-31', '2026-01-31 10:00:00', 1, 0), ('2026-02-01', NULL, 0, 0);",
          "t=d:date,s:timestamp,o:boolean,k:boolean/'2026-01-31'~'2026-01-31 10:00:00'~t~f/'2026-02-01'~-~f~f");
}

static void reads_every_table_in_its_order(void **state)
{
    struct file f = database(*state, "CREATE TABLE b(x); CREATE TABLE a(y); CREATE INDEX i ON a(y);"
                                     "CREATE TABLE \"we\"\"ird\"(z); INSERT INTO \"we\"\"ird\" VALUES(3);"
                                     "CREATE TABLE k(p INTEGER PRIMARY KEY AUTOINCREMENT)");
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source *s;
    struct notes notes;
    struct err err;

    assert_int_equal(sqlite_source_open(&bytes, NULL, &s, &err), 0);
    assert_int_equal(s->n_tables, 4);
    assert_string_equal(s->tables[0].name, "b");
    assert_string_equal(s->tables[1].name, "a");
    assert_string_equal(s->tables[3].name, "k");
    notes_init(&notes, a);
    assert_string_equal(loaded_text(s, 2, a, &notes, &err), "z:integer/3");
    s->ops->close(s);
    free(f.p);
}

static void views_and_virtual_tables_are_not_read_and_counted(void **state)
{
    says(state,
         "CREATE TABLE t(a); INSERT INTO t VALUES(1); CREATE VIEW v AS SELECT * FROM t;"
         "CREATE VIRTUAL TABLE f USING fts5(body);",
         "1 view was not read|1 virtual table was not read");
    shows(state, "CREATE VIRTUAL TABLE f USING fts5(body); CREATE TABLE t(a); INSERT INTO t VALUES(1);",
          "t=a:integer/1");
}

static void tables_past_the_bound_are_counted(void **state)
{
    struct buf sql CLEANUP(buf_done) = BUF(1 << 20);

    buf_adds(&sql, "PRAGMA page_size=512; BEGIN;");
    for (int i = 0; i < SOURCE_TABLES; i++)
        buf_addf(&sql, "CREATE TABLE t%d(x);", i);
    buf_adds(&sql, "COMMIT;");
    says(state, sql.p, "");
    buf_adds(&sql, "CREATE TABLE u(x); CREATE TABLE v(x); CREATE VIEW w AS SELECT * FROM u");
    says(state, sql.p, "2 more tables were not read|1 view was not read");
}

static void tells_what_it_mended(void **state)
{
    says(state, "CREATE TABLE t(a); INSERT INTO t VALUES(CAST(x'ff41' AS TEXT)), (CAST(x'410042' AS TEXT)), (x'01');",
         "1 binary value is told as hex digits|1 text is not valid UTF-8 and read as Latin-1|1 text has a NUL "
         "character, replaced by U+FFFD");
    shows(state, "CREATE TABLE t(a); INSERT INTO t VALUES(CAST(x'ff41' AS TEXT)), (CAST(x'410042' AS TEXT));",
          "t=a:text/'ÿA'/'A\xef\xbf\xbd"
          "B'");
    says(state, "CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(4097))",
         "1 binary value is told as hex digits|1 binary value is cut after 4096 bytes");
}

static void utf16_databases_are_read(void **state)
{
    shows(state, "PRAGMA encoding='UTF-16le'; CREATE TABLE t(a); INSERT INTO t VALUES('grün');", "t=a:text/'grün'");
}

/* A database whose last transactions are in its log only. */
static void leave_log(const char *dir, struct file *db, struct file *wal)
{
    sqlite3 *open = make(in(dir, "live.db"),
                         "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(a);"
                         "INSERT INTO t VALUES(1); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES(2);"
                         "CREATE TABLE u(x); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c LIMIT 2000)"
                         "INSERT INTO u SELECT printf('row %d', n) FROM c;");

    *db = slurp(in(dir, "live.db"));
    *wal = slurp(in(dir, "live.db-wal"));
    sqlite3_close(open);
    assert_true(wal->n > 32);
}

static void committed_pages_of_the_log_are_read(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source_bytes bytes, log;
    struct file db, wal;
    struct notes notes;
    struct err err;

    leave_log(*state, &db, &wal);
    bytes = bytes_of("live.db", db.p, db.n);
    assert_string_equal(shown(&bytes, NULL, a, &notes, &err), "t=a:integer/1");
    log = bytes_of("live.db-wal", wal.p, wal.n);
    bytes.wal = &log;
    assert_string_equal(shown(&bytes, NULL, a, &notes, &err), "t=a:integer/1/2");
    assert_string_equal(notes.text[0],
                        "what another program had not yet moved from its log into the database was read as well");
    assert_memory_equal(shown(&bytes, "u", a, &notes, &err), "u=x:text/'row 1'/'row 2'", 24);
    free(db.p);
    free(wal.p);
}

/* Whatever is cut off, whole transactions are read and nothing else. */
static void a_log_counts_up_to_its_last_whole_transaction(void **state)
{
    struct source_bytes bytes, log;
    struct file db, wal;
    struct err err;
    uint64_t last = 0;
    size_t changes = 0;

    leave_log(*state, &db, &wal);
    bytes = bytes_of("live.db", db.p, db.n);
    bytes.wal = &log;
    for (size_t n = wal.n % 1000; n <= wal.n; n += 1000) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct sqlite_image image;
        struct notes notes;

        log = bytes_of("live.db-wal", wal.p, n);
        assert_int_equal(sqlite_image_make(&bytes, &image, &err), 0);
        assert_true(image.frames >= last);
        changes += image.frames != last;
        last = image.frames;
        sqlite_image_done(&image);
        assert_non_null(shown(&bytes, NULL, a, &notes, &err));
    }
    assert_int_equal(changes, 3);
    wal.p[32 + 24 + 100] ^= 1; /* in the first page: its checksum is wrong, so nothing counts */
    log = bytes_of("live.db-wal", wal.p, wal.n);
    {
        struct sqlite_image image;
        assert_int_equal(sqlite_image_make(&bytes, &image, &err), 0);
        assert_int_equal(image.frames, 0);
        assert_true(image.is_owned); /* its header still said that there is a log */
        sqlite_image_done(&image);
    }
    free(db.p);
    free(wal.p);
}

static void a_mapped_file_is_not_changed(void **state)
{
    struct source_bytes bytes, log;
    struct sqlite_image image;
    struct file db, wal, after;
    struct err err;

    leave_log(*state, &db, &wal);
    put_text(in(*state, "copy.db"), "");
    {
        FILE *f = fopen(in(*state, "copy.db"), "w");
        assert_int_equal(fwrite(db.p, 1, db.n, f), db.n);
        fclose(f);
    }
    bytes = bytes_of("live.db", db.p, db.n);
    log = bytes_of("live.db-wal", wal.p, wal.n);
    bytes.wal = &log;
    bytes.fd = open(in(*state, "copy.db"), O_RDONLY | O_CLOEXEC);
    assert_int_equal(sqlite_image_make(&bytes, &image, &err), 0);
    assert_true(image.frames > 0);
    sqlite_image_done(&image);
    close(bytes.fd);
    after = slurp(in(*state, "copy.db"));
    assert_int_equal(after.n, db.n);
    assert_memory_equal(after.p, db.p, db.n);
    free(after.p);
    free(db.p);
    free(wal.p);
}

/* Writes to sqlite_schema directly, as an attacker would. */
static void hostile(void **state, const char *sql, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = database(*state, sql);
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct notes notes;
    struct err err;
    const char *text = shown(&bytes, NULL, a, &notes, &err);

    if (expected) {
        assert_non_null(text);
        assert_string_equal(text, expected);
    } else {
        assert_null(text);
        assert_true(err.code == ERR_DATA_UNREADABLE || err.code == ERR_TOO_LARGE);
        assert_null(strstr(err.message, "evil"));
    }
    free(f.p);
}

static void hostile_schemas_do_nothing(void **state)
{
    /* a table that is a view in disguise */
    hostile(state,
            "CREATE TABLE t(a); INSERT INTO t VALUES(1); PRAGMA writable_schema=ON;"
            "UPDATE sqlite_schema SET type='table', sql='CREATE VIEW evil AS SELECT load_extension(''x'')' WHERE 0;"
            "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql) VALUES('view','v','v',0,"
            "'CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT n FROM c');",
            "t=a:integer/1");
    /* a table that is a module's, with a root page */
    hostile(state,
            "CREATE TABLE evil(a); PRAGMA writable_schema=ON;"
            "UPDATE sqlite_schema SET sql='CREATE VIRTUAL TABLE evil USING dbstat(main)' WHERE name='evil';",
            NULL);
    /* a generated column that wants memory */
    hostile(state, "CREATE TABLE evil(a, b AS (length(hex(zeroblob(a))))); INSERT INTO evil(a) VALUES(40000000);",
            NULL);
    /* text that is no SQL */
    hostile(state,
            "CREATE TABLE evil(a); PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql='CREATE TABLE evil(((('"
            " WHERE name='evil';",
            NULL);
}

static void refuses_what_is_damaged(void **state)
{
    struct file f = database(*state, "CREATE TABLE t(a); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c "
                                     "LIMIT 2000) INSERT INTO t SELECT 'row '||n FROM c;");
    struct err err;

    for (size_t i = 0; i < f.n; i += 97) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
        struct notes notes;
        char kept = f.p[i];

        f.p[i] = (char)~kept;
        if (!shown(&bytes, NULL, a, &notes, &err))
            assert_true(err.message[0] != '\0');
        f.p[i] = kept;
    }
    for (size_t n = 0; n < f.n; n += 511) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        char *cut = malloc(n + 1);
        struct source_bytes bytes = bytes_of("made.db", cut, n);
        struct notes notes;

        memcpy(cut, f.p, n);
        assert_null(shown(&bytes, NULL, a, &notes, &err));
        assert_true(err.code == ERR_DATA_UNREADABLE || err.code == ERR_DATA_EMPTY);
        free(cut);
    }
    free(f.p);
}

static void a_database_without_tables_is_empty(void **state)
{
    struct file f = database(*state, "CREATE TABLE t(a); DROP TABLE t; CREATE VIEW v AS SELECT 1;");
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct source *s;
    struct err err;

    assert_int_equal(sqlite_source_open(&bytes, NULL, &s, &err), -1);
    assert_int_equal(err.code, ERR_DATA_EMPTY);
    free(f.p);
}

static void stops_when_it_is_cancelled(void **state)
{
    struct file f = database(*state, "CREATE TABLE t(a); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c "
                                     "LIMIT 50000) INSERT INTO t SELECT n FROM c;");
    struct source_bytes bytes = bytes_of("made.db", f.p, f.n);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct cancel cancel;
    struct loaded loaded;
    struct source *s;
    struct notes notes;
    struct err err;

    cancel_init(&cancel, NULL, 0);
    notes_init(&notes, a);
    assert_int_equal(sqlite_source_open(&bytes, &cancel, &s, &err), 0);
    cancel_fire(&cancel);
    assert_int_equal(s->ops->load(s, 0, &cancel, a, &notes, &loaded, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    s->ops->close(s);
    free(f.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(values_keep_their_kind),
        SCRATCH_TEST(dates_are_found_in_text_and_truths_by_their_declaration),
        SCRATCH_TEST(reads_every_table_in_its_order),
        SCRATCH_TEST(views_and_virtual_tables_are_not_read_and_counted),
        SCRATCH_TEST(tables_past_the_bound_are_counted),
        SCRATCH_TEST(tells_what_it_mended),
        SCRATCH_TEST(utf16_databases_are_read),
        SCRATCH_TEST(committed_pages_of_the_log_are_read),
        SCRATCH_TEST(a_log_counts_up_to_its_last_whole_transaction),
        SCRATCH_TEST(a_mapped_file_is_not_changed),
        SCRATCH_TEST(hostile_schemas_do_nothing),
        SCRATCH_TEST(refuses_what_is_damaged),
        SCRATCH_TEST(a_database_without_tables_is_empty),
        SCRATCH_TEST(stops_when_it_is_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
