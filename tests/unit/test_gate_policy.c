/* test_gate_policy.c - who may call what on which files, and who hears of it. */
#include "gate_testing.h"
#include "store/records/uploads.h"
#include "sys/location.h"
#include <limits.h>

/* ---- policy ---- */

static void only_people_call_what_is_not_for_agents(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call_as(f, CALLER_AGENT, "private", "{\"text\":\"h\"}"), ERR_POLICY_VIOLATION);
    assert_refused(f, call_as(f, CALLER_CLIENT, "private", "{\"text\":\"h\"}"), ERR_POLICY_VIOLATION);
    assert_int_equal(f->service.runs, 0);
    assert_int_equal(f->ledger.n, 2);
    assert_string_equal(f->ledger.events[0], RECORD_DECISION);
    assert_int_equal(call_as(f, CALLER_PERSON, "private", "{\"text\":\"h\"}"), 0);
    assert_int_equal(call_as(f, CALLER_CLIENT, "note", "{\"text\":\"h\"}"), 0);
}

static int read_path(struct fixture *f, const char *path)
{
    return call(f, "read", arena_printf(f->arena, "{\"data\":[\"%s\"]}", path));
}

/* Only that folder, but for what is closed in it. */
static void allow_folder(struct fixture *f, struct root_folder *folder, const char *path,
                         const struct root_folder *closed)
{
    char real[PATH_MAX];

    assert_non_null(realpath(path, real));
    root_folder_close(folder);
    assert_int_equal(root_folder_open(folder, arena_str(f->arena, real), &f->err), 0);
    folder->closed = closed;
    f->gate.policy = (struct policy){ .folders = folder, .n_folders = 1 };
}

static void paths_stay_below_the_allowed_folders(void **state)
{
    struct fixture *f = *state;
    const char *inside = arena_printf(f->arena, "%s/in", f->folder);
    const char *beside = arena_printf(f->arena, "%s/in-other", f->folder);
    struct root_folder folder CLEANUP(root_folder_close) = ROOT_FOLDER, home CLEANUP(root_folder_close) = ROOT_FOLDER;

    assert_int_equal(file_mkdirs(inside, &f->err), 0);
    assert_int_equal(file_mkdirs(beside, &f->err), 0);
    assert_int_equal(file_write(arena_printf(f->arena, "%s/a.csv", inside), "x", 1, "t", &f->err), 0);
    assert_int_equal(file_write(arena_printf(f->arena, "%s/b.csv", beside), "x", 1, "t", &f->err), 0);
    assert_int_equal(symlink(arena_printf(f->arena, "%s/b.csv", beside), arena_printf(f->arena, "%s/link", inside)), 0);
    allow_folder(f, &folder, inside, NULL);
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), 0);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/b.csv", beside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/../in-other/b.csv", inside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/link", inside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/none", inside)), ERR_NOT_FOUND);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/none", beside)), ERR_POLICY_VIOLATION);
    assert_null(strstr(f->err.message, f->folder));
    assert_int_equal(root_folder_open(&home, f->folder, &f->err), 0);
    allow_folder(f, &folder, inside, &home); /* around the allowed one: that was meant */
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), 0);
    root_folder_close(&home);
    assert_int_equal(root_folder_open(&home, inside, &f->err), 0);
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), 0);
    allow_folder(f, &folder, f->folder, &home);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), ERR_POLICY_VIOLATION);
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/b.csv", beside)), 0);
    f->gate.policy.any_path = true;
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), 0);
}

static void a_name_is_located_where_its_links_lead(void **state)
{
    struct fixture *f = *state;
    struct root_folder folder CLEANUP(root_folder_close) = ROOT_FOLDER;
    const char *file = arena_printf(f->arena, "%s/sub/a.csv", f->folder);
    const char *link = arena_printf(f->arena, "%s/link", f->folder);
    struct location l;

    assert_int_equal(file_mkdirs(arena_printf(f->arena, "%s/sub", f->folder), &f->err), 0);
    assert_int_equal(file_write(file, "x", 1, "t", &f->err), 0);
    assert_int_equal(symlink(file, link), 0);
    allow_folder(f, &folder, f->folder, NULL);
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, file, false, &l, &f->err), 0);
    assert_ptr_equal(l.root, &folder);
    assert_string_equal(l.path, "sub/a.csv");
    assert_null(l.link);
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, link, false, &l, &f->err), 0);
    assert_string_equal(l.path, "sub/a.csv");
    assert_string_equal(l.name, link);
    assert_string_equal(l.link->path, "link");
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, f->folder, false, &l, &f->err), 0);
    assert_string_equal(l.path, "");
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, link, true, &l, &f->err), 0);
    assert_string_equal(l.path, "link"); /* a new file has its own name, which is taken */
    allow_folder(f, &folder, "/", NULL);
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, "/etc", false, &l, &f->err), 0);
    assert_string_equal(l.path, "etc");
    f->gate.policy.any_path = true;
    assert_int_equal(policy_locate(&f->gate.policy, f->arena, "none", false, &l, &f->err), 0);
    assert_null(l.root);
}

static void a_server_is_asked_only_at_an_address_that_was_allowed(void **state)
{
    struct fixture *f = *state;
    const char *allow[] = { "/data", "postgres://host:5432/shop", "postgres://other/exact?sslmode=require" };

    f->gate.policy = (struct policy){ .allow = allow, .n_allow = 3 };
    assert_int_equal(read_path(f, "postgres://host:5432/shop"), 0);
    assert_int_equal(read_path(f, "postgres://host:5432/shop#sales.orders"), 0);
    assert_int_equal(read_path(f, "postgres://other/exact?sslmode=require"), 0);
    assert_refused(f, read_path(f, "postgres://host:5432/shopping"), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, "postgres://host:5432/sho"), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, "postgres://host:5432/shop?host=evil"), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, "postgres://host:5432/shop#t?host=evil"), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, "postgres://host:5432@evil/shop"), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, "postgres://me:secret@host:5432/shop"), ERR_POLICY_VIOLATION);
    assert_string_equal(f->err.message, "That address is not one you allowed.");
    f->gate.policy = (struct policy){ .allow = allow, .n_allow = 1 };
    assert_refused(f, read_path(f, "postgres://host:5432/shop"), ERR_POLICY_VIOLATION);
    f->gate.policy.any_path = true;
    assert_int_equal(read_path(f, "postgres://host:5432/shop"), 0);
}

static void a_password_in_an_address_is_written_down_nowhere(void **state)
{
    struct fixture *f = *state;

    f->gate.policy.any_path = true;
    assert_int_equal(read_path(f, "postgres://me:secret@host/shop?sslpassword=secret#t"), 0);
    assert_true(f->ledger.n > 0);
    assert_entry(f, 0, "postgres://me:***@host/shop?sslpassword=***#t");
    for (size_t i = 0; i < f->ledger.n; i++)
        assert_null(strstr(f->ledger.texts[i], "secret"));
}

static int make_file(struct fixture *f, const char *path)
{
    return call(f, "make", arena_printf(f->arena, "{\"file\":\"%s\"}", path));
}

static void a_new_file_may_lie_where_files_may_be_read(void **state)
{
    struct fixture *f = *state;
    struct root_folder folder CLEANUP(root_folder_close) = ROOT_FOLDER;

    allow_folder(f, &folder, f->folder, NULL);
    assert_int_equal(make_file(f, arena_printf(f->arena, "%s/new", f->folder)), 0);
    assert_refused(f, make_file(f, arena_printf(f->arena, "%s/../new", f->folder)), ERR_POLICY_VIOLATION);
    assert_refused(f, make_file(f, arena_printf(f->arena, "%s/none/new", f->folder)), ERR_POLICY_VIOLATION);
    assert_refused(f, make_file(f, "/new"), ERR_POLICY_VIOLATION);
    assert_refused(f, make_file(f, "new"), ERR_POLICY_VIOLATION);
    assert_refused(f, make_file(f, "upload://new"), ERR_POLICY_VIOLATION);
    f->gate.policy.any_path = true;
    assert_int_equal(make_file(f, "/new"), 0);
}

static void an_upload_is_for_the_user_who_brought_it(void **state)
{
    struct fixture *f = *state;
    const char *csv = arena_printf(f->arena, "%s/a.csv", f->folder), *data;
    struct upload_file file = { .from = &(struct location){ .path = csv } };
    struct gate_request r = { .op = "read", .user = "ann", .caller = CALLER_CLIENT };
    struct json *item;

    assert_int_equal(file_write(csv, "x", 1, "t", &f->err), 0);
    assert_int_equal(file_mkdirs(arena_printf(f->arena, "%s/uploads", f->folder), &f->err), 0);
    assert_int_equal(uploads_add(f->arena, f->folder, "ann", world_system(), &file, NULL, &item, &f->err), 0);
    data = json_get_text(item, "data");
    r.args = parse(f, arena_printf(f->arena, "{\"data\":[\"%s\"]}", data));
    f->gate.policy = (struct policy){ .home = f->folder };
    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    r.user = "bob";
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_NOT_FOUND);
    f->gate.policy = (struct policy){ .home = f->folder, .any_path = true };
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_NOT_FOUND);
    assert_refused(f, read_path(f, "upload://nothing"), ERR_NOT_FOUND);
}

/* Looking at the log leaves no entry in it; trying to without the right does. */
static void a_denial_is_written_down_whatever_the_operation(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "peek", "{}"), 0);
    assert_int_equal(f->ledger.n, 0);
    assert_refused(f, call_as(f, CALLER_CLIENT, "peek", "{}"), ERR_POLICY_VIOLATION);
    assert_int_equal(f->ledger.n, 1);
    assert_entry(f, 0, "deny");
}

/* ---- watching ---- */

static void note_step(void *arg, int n, int of, const char *text)
{
    struct buf *b = arg;

    buf_addf(b, "%d/%d %s;", n, of, text);
}

static void who_watches_hears_the_steps_of_the_call_and_not_of_those_inside(void **state)
{
    struct fixture *f = *state;
    struct buf heard CLEANUP(buf_done) = BUF(1000);
    struct observer observer = { .step = note_step, .arg = &heard };
    struct gate_request r = { .op = "outer", .observer = &observer };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_string_equal(heard.p, "1/2 Outer;");
    assert_int_equal(call(f, "outer", "{}"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(only_people_call_what_is_not_for_agents),
        TEST(paths_stay_below_the_allowed_folders),
        TEST(a_name_is_located_where_its_links_lead),
        TEST(a_server_is_asked_only_at_an_address_that_was_allowed),
        TEST(a_password_in_an_address_is_written_down_nowhere),
        TEST(a_new_file_may_lie_where_files_may_be_read),
        TEST(an_upload_is_for_the_user_who_brought_it),
        TEST(a_denial_is_written_down_whatever_the_operation),
        TEST(who_watches_hears_the_steps_of_the_call_and_not_of_those_inside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
