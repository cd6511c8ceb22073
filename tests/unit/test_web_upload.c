/* test_web_upload.c - uploads: the multipart parser by itself, in pieces of every size, and through the server to the
 * spool folder. */
#include "web_testing.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "web/disposition.h"
#include "web/multipart.h"

/* ---- the parser ---- */

/* What the sink was told, as text: "(name|file:bytes)". */
static struct buf told = BUF(1u << 20);

static int on_begin(void *arg, const char *name, const char *file_name, struct err *e)
{
    (void)e;
    buf_addf(arg, "(%s|%s:", name, file_name ? file_name : "-");
    return 0;
}

static int on_data(void *arg, const char *p, size_t n, struct err *e)
{
    buf_add(arg, p, n);
    return buf_check(arg, e);
}

static int on_end(void *arg, struct err *e)
{
    (void)e;
    buf_addc(arg, ')');
    return 0;
}

static const struct multipart_sink sink = { on_begin, on_data, on_end, &told };

/* The body in pieces of `step`; what the sink was told, or NULL when it was refused. */
static const char *parse(const char *type, const char *body, size_t step)
{
    struct multipart *m;
    size_t n = strlen(body);
    int r = 0;

    buf_cut(&told, 0);
    if (multipart_new(type, &sink, &m, &err) < 0)
        return NULL;
    for (size_t i = 0; i < n && r == 0; i += step)
        r = multipart_take(m, body + i, n - i < step ? n - i : step, &err);
    if (r == 0)
        r = multipart_end(m, &err);
    multipart_free(m);
    return r == 0 ? told.p : NULL;
}

#define TYPE "multipart/form-data; boundary=b"
#define PART(name, data) "--b\r\nContent-Disposition: form-data; name=\"" name "\"\r\n\r\n" data "\r\n"

static void parts_arrive_whatever_the_pieces(void **state)
{
    static const char body[] =
        "preamble\r\n" PART("a", "1") PART("b", "") "--b\r\nContent-Type: text/plain\r\n"
                                                    "content-disposition: form-data; "
                                                    "name=file; filename=\"x y.csv\"\r\n\r\n"
                                                    "l1\r\n--\r\n--a\r\r\n-\r\n--b--\r\nepilogue";

    (void)state;
    for (size_t step = 1; step <= sizeof body; step++)
        assert_string_equal(parse(TYPE, body, step), "(a|-:1)(b|-:)(file|x y.csv:l1\r\n--\r\n--a\r\r\n-)");
}

static void the_boundary_may_be_quoted_and_is_looked_for_whole(void **state)
{
    (void)state;
    assert_string_equal(parse("multipart/form-data; charset=x; BOUNDARY=\"b\"", PART("a", "--b") "--b--", 7),
                        "(a|-:--b)");
    assert_string_equal(parse(TYPE, PART("a", "\r\n--") "--b--", 3), "(a|-:\r\n--)");
    assert_string_equal(parse(TYPE, PART("a", "x\r\n\r") "--b--", 1), "(a|-:x\r\n\r)");
    assert_string_equal(parse(TYPE, "--b  \r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--", 2), "(a|-:x)");
}

static void a_body_that_is_not_well_formed_is_refused(void **state)
{
    static const char *const bodies[] = {
        "",
        "--b",
        "--b--x" /* fine: an epilogue */,
        PART("a", "1"),
        PART("a", "1") "--b",
        PART("a", "1") "--b-",
        PART("a", "1") "--bx\r\n",
        "--b\r\n\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"\xff\"\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\tb\"\r\n\r\nx\r\n--b--",
        "--b\nContent-Disposition: form-data; name=a\n\nx\n--b--",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        const char *got = parse(TYPE, bodies[i], 5);
        if (i == 2)
            assert_string_equal(got, "");
        else
            assert_null(got);
    }
    assert_null(parse("multipart/form-data", PART("a", "1") "--b--", 9));
    assert_null(parse("multipart/form-data; boundary=", PART("a", "1") "--b--", 9));
    assert_null(parse("multipart/form-data; boundary=\"", PART("a", "1") "--b--", 9));
    assert_null(parse("multipart/form-data; boundary="
                      "12345678901234567890123456789012345678901234567890123456789012345678901",
                      PART("a", "1") "--b--", 9)); /* 71 */
}

static void heads_and_parts_have_bounds(void **state)
{
    static char body[WEB_PART_HEAD_BYTES * 4];
    static const char start[] = "--b\r\nContent-Disposition: form-data; name=a\r\nX: ";
    size_t n;

    (void)state;
    for (int over = 0; over <= 1; over++) {
        n = WEB_PART_HEAD_BYTES - (sizeof start - 1 - 5) - 4 + (size_t)over; /* without "--b\r\n", with the end */
        memcpy(body, start, sizeof start);
        memset(body + sizeof start - 1, 'x', n);
        snprintf(body + sizeof start - 1 + n, 100, "\r\n\r\n1\r\n--b--");
        if (over)
            assert_null(parse(TYPE, body, 1000));
        else
            assert_string_equal(parse(TYPE, body, 1000), "(a|-:1)");
    }
    assert_int_equal(err.code, ERR_TOO_LARGE);
    for (int parts = WEB_PARTS; parts <= WEB_PARTS + 1; parts++) {
        n = 0;
        for (int i = 0; i < parts; i++)
            n += (size_t)snprintf(body + n, sizeof body - n, PART("a", "1"));
        snprintf(body + n, sizeof body - n, "--b--");
        assert_int_equal(parse(TYPE, body, 1000) != NULL, parts == WEB_PARTS);
    }
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

static void names_are_read_as_browsers_and_curl_write_them(void **state)
{
    static const struct {
        const char *value, *expected;
    } cases[] = {
        { "form-data; name=\"a\\\"b\\\\c\"", "a\"b\\c" },   { "form-data; name=\"C:\\dir\\f\"", "C:\\dir\\f" },
        { "form-data; x=\"name=no\"; name=yes", "yes" },    { "form-data; NAME = no; name=yes ; z=1", "yes" },
        { "form-data; x=\"a;\\\"name=no\";name=\"\"", "" }, { "form-data; name=\"%22\"", "%22" },
    };
    char out[32];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_true(disposition_param(cases[i].value, "name", out, sizeof out));
        assert_string_equal(out, cases[i].expected);
    }
    assert_false(disposition_param("form-data; filename=x", "name", out, sizeof out));
    assert_true(disposition_param("f; name=1234567890123456789012345678901", "name", out, sizeof out));
    assert_false(disposition_param("f; name=12345678901234567890123456789012", "name", out, sizeof out));
}

/* ---- through the server ---- */

static bool moves_file;
static char seen_path[PATH_MAX];

static void take_upload(struct exchange *x, void *arg)
{
    struct arena *a = web_arena(x);
    struct json *v = json_object(a);
    const char *path = web_upload_path(x);

    (void)arg;
    snprintf(seen_path, sizeof seen_path, "%s", path);
    json_set(a, v, "name", json_str(a, web_upload_name(x)));
    json_set(a, v, "text", json_str(a, get_text(path)));
    json_set(a, v, "mode", json_int(a, mode_of(path)));
    json_set(a, v, "description", json_str(a, web_part(x, "description")));
    json_set(a, v, "none", json_str(a, web_part(x, "none")));
    if (moves_file && rename(path, arena_printf(a, "%s.kept", path)) != 0)
        return;
    web_reply_json(x, 201, v);
}

static const struct web_route routes[] = {
    { .method = "POST", .path = "/upload", .body = WEB_UPLOAD, .max_body = 300000, .handle = take_upload },
};

static int setup(void **state)
{
    scratch_setup(state);
    moves_file = false;
    start_with(&(struct web_config){ .spool = *state }, routes, COUNT_OF(routes), &web_usual);
    return 0;
}

static int teardown(void **state)
{
    stop();
    return scratch_teardown(state);
}

static struct heard send_body(const char *type, const char *body, size_t n)
{
    char head[256];
    int fd = dial();
    struct heard h;

    snprintf(head, sizeof head,
             "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n", type, n);
    say(fd, head);
    say_n(fd, body, n);
    h = hear(fd);
    close(fd);
    return h;
}

static struct heard upload(const char *body)
{
    return send_body(TYPE, body, strlen(body));
}

#define FILE_PART(data) "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"t.csv\"\r\n\r\n" data "\r\n"

static void a_file_is_spooled_and_goes_with_the_request(void **state)
{
    struct heard h = upload(FILE_PART("a,b\r\n1,2") PART("description", "h\xc3\xa9llo") "--b--\r\n");

    assert_int_equal(h.status, 201);
    assert_string_equal(h.body, "{\"name\":\"t.csv\",\"text\":\"a,b\\r\\n1,2\",\"mode\":384,\"description\":\"héllo\","
                                "\"none\":null}");
    EVENTUALLY(count_entries(*state) == 0);
}

static void a_file_that_was_moved_away_stays(void **state)
{
    moves_file = true;
    assert_int_equal(upload(FILE_PART("x") "--b--").status, 201);
    EVENTUALLY(access(seen_path, F_OK) != 0);
    assert_int_equal(count_entries(*state), 1);
}

static void a_large_file_comes_in_pieces(void **state)
{
    static char body[250000];
    size_t n = (size_t)snprintf(body, sizeof body, FILE_PART(""));

    n -= 2;
    memset(body + n, 'z', 200000);
    memcpy(body + n + 200000, "\r\n--b--", 8);
    (void)state;
    assert_int_equal(send_body(TYPE, body, n + 200000 + 7).status, 201);
}

static void what_is_wrong_with_an_upload_is_said_and_nothing_is_left(void **state)
{
    static const char *const bodies[] = {
        FILE_PART("x") FILE_PART("y") "--b--",
        FILE_PART("x"),
        PART("description", "x") "--b--",
        PART("file", "x") "--b--",
        FILE_PART("x") PART("a", "1") PART("a", "2") "--b--",
        FILE_PART("x") PART("a", "\xff") "--b--",
        FILE_PART("x") "--b\r\nContent-Disposition: form-data; name=\"other\"; filename=\"f\"\r\n\r\n1\r\n--b--",
        "junk",
    };

    for (size_t i = 0; i < COUNT_OF(bodies); i++)
        assert_error(upload(bodies[i]), 400, "INVALID_INPUT");
    assert_error(send_body("multipart/form-data", "x", 1), 400, "INVALID_INPUT");
    assert_error(send_body("application/json", "{}", 2), 415, "INVALID_INPUT");
    assert_error(ask("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"), 400, "INVALID_INPUT");
    assert_error(ask("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: " TYPE
                     "\r\nExpect: 100-continue\r\nContent-Length: 300001\r\n\r\n"),
                 413, "FILE_TOO_LARGE");
    EVENTUALLY(count_entries(*state) == 0);
}

static void a_text_part_has_a_bound(void **state)
{
    static char body[WEB_PART_BYTES + 1000];

    (void)state;
    for (int over = 0; over <= 1; over++) {
        size_t n = (size_t)snprintf(body, sizeof body, FILE_PART("x") PART("description", "")) - 2;
        memset(body + n, 'd', WEB_PART_BYTES + (size_t)over);
        n += WEB_PART_BYTES + (size_t)over;
        n += (size_t)snprintf(body + n, sizeof body - n, "\r\n--b--");
        assert_int_equal(send_body(TYPE, body, n).status, over ? 413 : 201);
    }
}

static void an_upload_that_breaks_off_leaves_nothing(void **state)
{
    int fd = dial();

    say(fd, "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: " TYPE
            "\r\nContent-Length: 1000\r\n\r\n" FILE_PART("half of it"));
    EVENTUALLY(count_entries(*state) == 1);
    close(fd);
    EVENTUALLY(count_entries(*state) == 0);
}

/* The file of a request that waits counts as long as it is there, and no longer. */
static void all_uploads_together_have_a_bound(void **state)
{
    struct web_tuning tuning = web_usual;
    int fd;

    stop();
    tuning.spool_bytes = 10;
    start_with(&(struct web_config){ .spool = *state }, routes, COUNT_OF(routes), &tuning);
    assert_error(upload(FILE_PART("12345678901") "--b--"), 503, "BUSY");
    fd = dial();
    say(fd, "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: " TYPE
            "\r\nContent-Length: 1000\r\n\r\n" FILE_PART("123456"));
    EVENTUALLY(server->spooled == 6);
    assert_error(upload(FILE_PART("12345") "--b--"), 503, "BUSY");
    close(fd);
    EVENTUALLY(server->spooled == 0);
    assert_int_equal(upload(FILE_PART("1234567890") "--b--").status, 201);
}

static void a_spool_folder_that_is_gone_is_said_without_its_name(void **state)
{
    struct heard h;

    assert_int_equal(rmdir(*state), 0);
    h = upload(FILE_PART("x") "--b--");
    assert_int_equal(mkdir(*state, 0700), 0);
    assert_error(h, 503, "IO_ERROR");
    assert_null(strstr(h.body, *state));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_arrive_whatever_the_pieces),
        cmocka_unit_test(the_boundary_may_be_quoted_and_is_looked_for_whole),
        cmocka_unit_test(a_body_that_is_not_well_formed_is_refused),
        cmocka_unit_test(heads_and_parts_have_bounds),
        cmocka_unit_test(names_are_read_as_browsers_and_curl_write_them),
        TEST(a_file_is_spooled_and_goes_with_the_request),
        TEST(a_file_that_was_moved_away_stays),
        TEST(all_uploads_together_have_a_bound),
        TEST(a_large_file_comes_in_pieces),
        TEST(what_is_wrong_with_an_upload_is_said_and_nothing_is_left),
        TEST(a_text_part_has_a_bound),
        TEST(an_upload_that_breaks_off_leaves_nothing),
        TEST(a_spool_folder_that_is_gone_is_said_without_its_name),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    buf_done(&told);
    return failed;
}
