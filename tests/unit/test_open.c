/* test_open.c - bytes known by what they are, refused by what they are, and folders by what is in them. */
#include "data/open.h"
#include "data/open_kind.h"
#include "scratch.h"
#include "source_testing.h"
#include <sqlite3.h>
#include <zlib.h>

#define OLE "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

static void opens(const char *name, const void *p, size_t n, const char *format, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source_bytes bytes = bytes_of(name, p, n);
    struct source *s;
    struct notes notes;
    struct err err;
    const char *text;

    notes_init(&notes, a);
    if (source_open(&bytes, NULL, &s, &err))
        fail_msg("%s: %s", name, err.message);
    assert_string_equal(s->format, format);
    text = loaded_text(s, 0, a, &notes, &err);
    if (!text)
        fail_msg("%s: %s (%s)", name, err.message, err.detail);
    assert_string_equal(text, expected);
    source_close(s);
}

static void refuses(const char *name, const void *p, size_t n, const char *message)
{
    struct source_bytes bytes = bytes_of(name, p, n);
    struct source *s;
    struct err err;

    assert_int_equal(source_open(&bytes, NULL, &s, &err), -1);
    assert_string_equal(err.message, message);
    assert_true(err.action[0] != '\0');
}

#define REFUSES(name, text, message) refuses(name, text, sizeof text - 1, message)

static void knows_text_and_json_by_their_content(void **state)
{
    (void)state;
    opens("a.csv", "a,b\n1,2\n3,4\n", 12, "csv", "a:integer,b:integer/1~2/3~4");
    opens("a.json", "[{\"a\":1}]", 9, "json", "a:integer/1");
    opens("a.txt", "[{\"a\":1}]", 9, "json", "a:integer/1");
    opens("a", "{\"a\":1}\n{\"a\":2}\n", 16, "json", "a:integer/1/2");
    opens("a.csv", "PAR1,PAR2\n1,2\n3,4\n", 18, "csv", "PAR1:integer,PAR2:integer/1~2/3~4");
}

static void add_gzip(struct buf *b, const char *p, size_t n)
{
    z_stream z = { 0 };

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_true(buf_reserve(b, n + 1000));
    z.next_in = (Bytef *)(uintptr_t)p;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)b->p + b->n;
    z.avail_out = (uInt)(n + 1000);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    b->n += z.total_out;
    deflateEnd(&z);
}

static void looks_into_compressed_files(void **state)
{
    struct buf once CLEANUP(buf_done) = BUF(1 << 16), twice CLEANUP(buf_done) = BUF(1 << 16);
    struct buf four CLEANUP(buf_done) = BUF(1 << 16), pdf CLEANUP(buf_done) = BUF(1 << 16);

    (void)state;
    add_gzip(&once, "a\n1\n2\n", 6);
    opens("a.csv.gz", once.p, once.n, "csv", "a:integer/1/2");
    add_gzip(&twice, once.p, once.n);
    opens("a.csv.gz.gz", twice.p, twice.n, "csv", "a:integer/1/2");
    add_gzip(&pdf, "%PDF-1.7\n", 9);
    refuses("a.gz", pdf.p, pdf.n, "That is a PDF.");
    add_gzip(&four, twice.p, twice.n);
    add_gzip(&pdf, "", 0);
    buf_cut(&pdf, 0);
    add_gzip(&pdf, four.p, four.n);
    refuses("a.gz", pdf.p, pdf.n, "That is an archive, or packed in a way that is not read here.");
    refuses("a.gz", once.p, once.n - 1, "The compressed file is damaged or cut short.");
}

static void knows_databases(void **state)
{
    const char *path = in(*state, "made.db");
    char bytes[65536];
    sqlite3 *db;
    FILE *f;
    size_t n;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(a); INSERT INTO t VALUES(5);", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    f = fopen(path, "r");
    n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    opens("whatever.csv", bytes, n, "sqlite", "a:integer/5");
    assert_int_equal(open_kind("12345678DUCK\0\0\0\0", 16, "x"), OPEN_DUCKDB);
    assert_int_equal(open_kind("PAR1\0\0\0\0PAR1", 12, "x"), OPEN_PARQUET);
}

static void refuses_by_name_what_is_not_read(void **state)
{
    (void)state;
    REFUSES("a.csv", "", "There is nothing in that file.");
    REFUSES("a.csv", "%PDF-1.4 and so on", "That is a PDF.");
    REFUSES("a.xls", "<html><table><tr><td>1", "That is a web page (HTML), whatever its name says.");
    REFUSES("a.xls", "\xef\xbb\xbf  <!DOCTYPE HTML>\n<p>", "That is a web page (HTML), whatever its name says.");
    REFUSES("a.xml", "<?xml version=\"1.0\"?><a/>", "That is XML.");
    REFUSES("a.csv", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "That is an image.");
    REFUSES("a.jpg", "\xff\xd8\xff\xe0\0\x10JFIF\0", "That is an image.");
    REFUSES("a.rtf", "{\\rtf1\\ansi hello}", "That is a formatted text (RTF).");
    REFUSES("a.feather", "ARROW1\0\0rest", "That is an Arrow, Feather, ORC or Avro file.");
    REFUSES("a.csv", "7z\xbc\xaf\x27\x1c\0\4abc", "That is an archive, or packed in a way that is not read here.");
}

/* A zip file with empty parts of these names; of the first one also the content. */
static void make_zip(struct buf *b, const char *const *names, size_t n, const char *content)
{
    struct buf directory = BUF(1 << 16);
    size_t at;

    for (size_t i = 0; i < n; i++) {
        size_t size = i == 0 ? strlen(content) : 0, offset = b->n;
        buf_add(b, "PK\3\4\x14\0\0\0\0\0\0\0\0\0\0\0\0\0", 18);
        buf_addf(b, "%c%c%c%c%c%c%c%c%c%c%c%c", (int)size, 0, 0, 0, (int)size, 0, 0, 0, (int)strlen(names[i]), 0, 0, 0);
        buf_adds(b, names[i]);
        buf_add(b, content, size);
        buf_add(&directory, "PK\1\2\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
        buf_addf(&directory, "%c%c%c%c%c%c%c%c%c%c", (int)size, 0, 0, 0, (int)size, 0, 0, 0, (int)strlen(names[i]), 0);
        buf_fill(&directory, '\0', 12);
        buf_addf(&directory, "%c%c%c%c", (int)(offset & 255), (int)(offset >> 8), 0, 0);
        buf_adds(&directory, names[i]);
    }
    at = b->n;
    buf_add(b, directory.p, directory.n);
    buf_add(b, "PK\5\6\0\0\0\0", 8);
    buf_addf(b, "%c%c%c%c", (int)n, 0, (int)n, 0);
    buf_addf(b, "%c%c%c%c", (int)(directory.n & 255), (int)(directory.n >> 8), 0, 0);
    buf_addf(b, "%c%c%c%c%c%c", (int)(at & 255), (int)(at >> 8), 0, 0, 0, 0);
    buf_done(&directory);
}

static enum open_kind zip_of(const char *const *names, size_t n, const char *content)
{
    struct buf b = BUF(1 << 16);
    enum open_kind kind;

    make_zip(&b, names, n, content);
    kind = open_kind(b.p, b.n, "a.zip");
    for (size_t cut = 0; cut < b.n; cut++) { /* anything may come of it, but nothing is read outside */
        char *exact = malloc(cut + 1);
        memcpy(exact, b.p, cut);
        (void)open_kind(exact, cut, "a.zip");
        free(exact);
    }
    buf_done(&b);
    return kind;
}

#define ZIP_OF(content, ...)                                                                                           \
    zip_of((const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), content)

static void knows_zip_files_by_what_is_listed_in_them(void **state)
{
    (void)state;
    assert_int_equal(ZIP_OF("", "[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"), OPEN_WORKBOOK);
    assert_int_equal(ZIP_OF("", "[Content_Types].xml", "xl/worksheets/sheet1.bin", "xl/workbook.bin"), OPEN_XLSB);
    assert_int_equal(ZIP_OF("", "[Content_Types].xml", "word/document.xml"), OPEN_WORD);
    assert_int_equal(ZIP_OF("", "ppt/presentation.xml"), OPEN_SLIDES);
    assert_int_equal(ZIP_OF("", "Index/Document.iwa"), OPEN_NUMBERS);
    assert_int_equal(ZIP_OF("application/vnd.oasis.opendocument.spreadsheet", "mimetype", "content.xml"), OPEN_ODS);
    assert_int_equal(ZIP_OF("", "a.csv", "b.csv"), OPEN_ZIP);
    assert_int_equal(ZIP_OF("", "[Content_Types].xml", "other/thing.xml"), OPEN_WORKBOOK);
    assert_int_equal(open_kind("PK\3\4 and then nothing of a zip", 32, "a.xlsx"), OPEN_WORKBOOK);
}

/* An OLE file whose folder has one entry of this name behind the root's. */
static enum open_kind ole_of(const char *name)
{
    unsigned char b[512 * 3] = OLE;
    unsigned char *entry = b + 1024 + 128;

    b[30] = 9;
    b[48] = 1; /* the folder is in sector 1, the table in sector 0 */
    b[512 + 4] = 0xfe;
    memset(b + 512 + 5, 0xff, 3);
    for (size_t i = 0; i < strlen(name); i++)
        entry[2 * i] = (unsigned char)name[i];
    entry[64] = (unsigned char)(2 * (strlen(name) + 1));
    return open_kind((const char *)b, sizeof b, "a.doc");
}

static void knows_ole_files_by_what_is_listed_in_them(void **state)
{
    (void)state;
    assert_int_equal(ole_of("Workbook"), OPEN_XLS);
    assert_int_equal(ole_of("Book"), OPEN_XLS);
    assert_int_equal(ole_of("EncryptedPackage"), OPEN_ENCRYPTED);
    assert_int_equal(ole_of("WordDocument"), OPEN_WORD);
    assert_int_equal(ole_of("PowerPoint Document"), OPEN_SLIDES);
    assert_int_equal(ole_of("Something"), OPEN_OLE);
    assert_int_equal(open_kind(OLE, 8, "a.xls"), OPEN_OLE);
    REFUSES("a.xls", OLE, "That is an old office file without a workbook in it.");
}

/* ---- folders ---- */

static const char *expanded(const char *path, struct arena *a, struct notes *notes, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    const char *const *paths;
    size_t n;

    notes_init(notes, a);
    if (sources_expand(a, path, notes, &paths, &n, err))
        return NULL;
    for (size_t i = 0; i < n; i++)
        buf_addf(&b, "%s%s", i ? "|" : "", strrchr(paths[i], '/') + 1);
    return arena_str(a, b.p);
}

static void a_folder_is_its_files_in_the_order_of_their_bytes(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    static const char *const names[] = { "b.csv", "a.CSV",    "Z.xlsx",   "c.json.gz", ".hidden.csv", "notes.doc",
                                         "x.db",  "x.db-wal", "x.db-shm", "e.parquet", "f.txt",       "csv" };
    struct notes notes;
    struct err err;

    for (size_t i = 0; i < COUNT_OF(names); i++)
        put_text(in(*state, names[i]), "x");
    assert_int_equal(mkdir(in(*state, "sub.csv"), 0700), 0);
    assert_int_equal(symlink("/etc/passwd", in(*state, "link.csv")), 0);
    assert_string_equal(expanded(*state, a, &notes, &err), "Z.xlsx|a.CSV|b.csv|c.json.gz|e.parquet|f.txt|x.db");
    assert_string_equal(notes_text(a, &notes),
                        "in the folder, 1 hidden file was left out|in the folder, 1 link was not followed|in the "
                        "folder, 1 folder was not looked into|in the folder, 2 files were left out: no kind that is "
                        "read here");
    assert_string_equal(expanded(in(*state, "b.csv"), a, &notes, &err), "b.csv");
    assert_string_equal(expanded("postgres://h/db", a, &notes, &err), "db");
}

static void a_folder_has_a_bound_and_must_hold_something(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct err err;
    char name[32];

    assert_null(expanded(*state, a, &notes, &err));
    assert_int_equal(err.code, ERR_DATA_EMPTY);
    for (int i = 0; i < DATA_SOURCES; i++) {
        snprintf(name, sizeof name, "%d.csv", i);
        put_text(in(*state, name), "x");
    }
    assert_non_null(expanded(*state, a, &notes, &err));
    put_text(in(*state, "more.csv"), "x");
    assert_null(expanded(*state, a, &notes, &err));
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_null(expanded(in(*state, "none"), a, &notes, &err));
    assert_int_equal(err.code, ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_text_and_json_by_their_content),
        cmocka_unit_test(looks_into_compressed_files),
        SCRATCH_TEST(knows_databases),
        cmocka_unit_test(refuses_by_name_what_is_not_read),
        cmocka_unit_test(knows_zip_files_by_what_is_listed_in_them),
        cmocka_unit_test(knows_ole_files_by_what_is_listed_in_them),
        SCRATCH_TEST(a_folder_is_its_files_in_the_order_of_their_bytes),
        SCRATCH_TEST(a_folder_has_a_bound_and_must_hold_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
