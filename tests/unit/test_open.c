/* test_open.c - bytes known by what they are, refused by what they are, and folders by what is in them. */
#include "data/open/open.h"
#include "data/open/open_kind.h"
#include "scratch.h"
#include "source_testing.h"
#include "sys/location.h"
#include "zip_testing.h"
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

/* The table's name can be made again from the file's, for another file with the same bytes. */
static void is_called_as_its_file(const char *name, const char *p, size_t n, const char *called)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source_bytes bytes = { .p = p, .n = n, .name = name, .fd = -1 };
    struct source *s = NULL;
    struct err err;

    if (source_open(&bytes, NULL, &s, &err))
        fail_msg("%s", err.detail);
    assert_true(s->tables[0].is_file);
    assert_string_equal(s->tables[0].name, called);
    assert_string_equal(source_file_table(a, name, s->packed), called);
    source_close(s);
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
    is_called_as_its_file("a.csv.gz", once.p, once.n, "a");
    is_called_as_its_file("a.csv.gz.gz", twice.p, twice.n, "a");
    is_called_as_its_file("a.csv.gz.gz", once.p, once.n, "a.csv"); /* compressed once, whatever it says */
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
static void make_zip(struct zip_made *z, const char *const *names, size_t n, const char *content, bool zip64)
{
    zip_init(z);
    for (size_t i = 0; i < n; i++)
        zip_add_twisted(z, names[i], content, i == 0 ? strlen(content) : 0, &(struct zip_twist){ .zip64 = zip64 });
    zip_end(z, zip64);
}

static enum open_kind zip_of(const char *const *names, size_t n, const char *content)
{
    enum open_kind kind;
    struct zip_made z;

    make_zip(&z, names, n, content, true);
    kind = open_kind(z.bytes.p, z.bytes.n, "a.zip");
    zip_done(&z);
    make_zip(&z, names, n, content, false);
    assert_int_equal(open_kind(z.bytes.p, z.bytes.n, "a.zip"), kind);
    for (size_t cut = 0; cut < z.bytes.n; cut++) { /* anything may come of it, but nothing is read outside */
        char *exact = malloc(cut + 1);
        memcpy(exact, z.bytes.p, cut);
        (void)open_kind(exact, cut, "a.zip");
        free(exact);
    }
    zip_done(&z);
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
    entry[66] = 2; /* a stream */
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

static void put_u32(unsigned char *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(v >> 8 * i);
}

/* A file of over 7 MB, whose folder goes on where only a table beyond the 109 that the head names tells. */
static void knows_a_large_ole_file_too(void **state)
{
    const uint32_t first = 109 * 128, end = 0xfffffffe;
    const size_t n = 512 * ((size_t)first + 12);
    unsigned char *b = calloc(1, n), *entry = b + 512 * ((size_t)first + 10);

    (void)state;
    memcpy(b, OLE, 8);
    b[30] = 9;
    put_u32(b + 48, first + 8); /* the folder */
    put_u32(b + 68, 0);         /* the list of more tables, in sector 0; those of the head are all in sector 1 */
    for (size_t i = 0; i < 109; i++)
        put_u32(b + 76 + 4 * i, 1);
    memset(b + 512, 0xff, 512);
    put_u32(b + 512, 2);
    put_u32(b + 2 * 512 - 4, end);
    put_u32(b + 3 * 512 + 4 * 8, first + 9); /* in table 109: the folder's next sector, and its end */
    put_u32(b + 3 * 512 + 4 * 9, end);
    for (size_t i = 0; i < strlen("Workbook"); i++)
        entry[2 * i] = (unsigned char)"Workbook"[i];
    entry[64] = 2 * (strlen("Workbook") + 1);
    entry[66] = 2;
    assert_int_equal(open_kind((const char *)b, n, "a.xls"), OPEN_XLS);
    free(b);
}

/* ---- changing ---- */

static void only_a_workbook_can_be_changed(void **state)
{
#define OTHER(name, text, message)                                                                                     \
    {                                                                                                                  \
        name, text, sizeof text - 1, message                                                                           \
    }
    static const struct {
        const char *name, *text;
        size_t n;
        const char *message;
    } others[] = {
        OTHER("a.csv", "a,b\n1,2\n", "That is not a workbook."),
        OTHER("a.xlsx", "{\"a\":1}", "That is not a workbook."),
        OTHER("a.xls", "\x09\x08\x10\0\0\6\5\0", "Old workbooks (.xls) are read here, but not changed."),
        OTHER("a.pdf", "%PDF-1.7 and more", "That is a PDF."),
        OTHER("a.xlsx", "", "There is nothing in that file."),
    };
#undef OTHER
    struct source_bytes bytes;
    struct zip_made z;
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        bytes = bytes_of(others[i].name, others[i].text, others[i].n);
        assert_int_equal(source_is_changeable(&bytes, &err), -1);
        assert_string_equal(err.message, others[i].message);
        assert_true(err.action[0] != '\0');
    }
    make_zip(&z, (const char *const[]){ "xl/workbook.xml" }, 1, "", false);
    bytes = bytes_of("a.xlsx", z.bytes.p, z.bytes.n);
    assert_int_equal(source_is_changeable(&bytes, &err), 0);
    zip_done(&z);
}

/* ---- folders ---- */

static const char *expanded(const char *path, struct arena *a, struct notes *notes, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    const struct location *found;
    bool is_folder;
    size_t n;

    notes_init(notes, a);
    if (sources_expand(a, &(struct location){ .path = path }, notes, &found, &n, &is_folder, err))
        return NULL;
    for (size_t i = 0; i < n; i++)
        buf_addf(&b, "%s%s", i ? "|" : "", strrchr(found[i].path, '/') + 1);
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

static void a_folder_leaves_out_what_assay_made_and_what_may_not_be_read(void **state)
{
    static const char *const names[] = { "book.xlsx",
                                         "book.20260131-140509.bak.xlsx",
                                         "book.20260131-140509-2.bak.xlsx",
                                         "mine.bak.xlsx",
                                         "a.csv.gzip",
                                         "b.csv.zstd",
                                         "closed.csv" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct err err;

    for (size_t i = 0; i < COUNT_OF(names); i++)
        put_text(in(*state, names[i]), "x");
    assert_int_equal(chmod(in(*state, "closed.csv"), 0), 0);
    if (access(in(*state, "closed.csv"), R_OK) == 0) /* root may read everything */
        assert_int_equal(unlink(in(*state, "closed.csv")), 0);
    assert_string_equal(expanded(*state, a, &notes, &err), "a.csv.gzip|b.csv.zstd|book.xlsx|mine.bak.xlsx");
    assert_string_equal(notes.text[0], "in the folder, 2 backups were left out, which assay made before it changed a "
                                       "workbook");
    if (access(in(*state, "closed.csv"), F_OK) == 0)
        assert_string_equal(notes.text[1], "in the folder, 1 file was left out: you may not read it");
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
        cmocka_unit_test(knows_a_large_ole_file_too),
        cmocka_unit_test(only_a_workbook_can_be_changed),
        SCRATCH_TEST(a_folder_is_its_files_in_the_order_of_their_bytes),
        SCRATCH_TEST(a_folder_leaves_out_what_assay_made_and_what_may_not_be_read),
        SCRATCH_TEST(a_folder_has_a_bound_and_must_hold_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
