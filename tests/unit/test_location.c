/* test_location.c - what is opened lies below the root, whatever the names on the way become; with openat2, and without
 * it, as seccomp has an older kernel say. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "scratch.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena *a;
static struct root_folder root;
static struct err err;

/* in/ is the root, with in/sub; out/ lies beside it. */
static int setup(void **state)
{
    if (scratch_setup(state) != 0)
        return -1;
    a = arena_new();
    root = (struct root_folder)ROOT_FOLDER;
    assert_int_equal(file_mkdirs(in(*state, "in/sub"), &err), 0);
    assert_int_equal(file_mkdirs(in(*state, "out"), &err), 0);
    put_text(in(*state, "in/a"), "inside");
    put_text(in(*state, "in/sub/b"), "below");
    put_text(in(*state, "out/a"), "outside");
    put_text(in(*state, "out/b"), "outside");
    return root_folder_open(&root, arena_str(a, in(*state, "in")), &err);
}

static int teardown(void **state)
{
    root_folder_close(&root);
    arena_free(a);
    return scratch_teardown(state);
}

static struct location at(const char *path)
{
    return (struct location){ .root = &root, .path = path };
}

/* What can be read there; NULL, and err says why not. */
static const char *got(struct location l)
{
    struct buf b CLEANUP(buf_done) = BUF(100);

    return location_read(&l, "it", &b, &err) == 0 ? arena_str(a, b.p) : NULL;
}

static void refused(struct location l, enum err_code code)
{
    struct file_stat st;
    int fd;

    assert_null(got(l));
    assert_int_equal(err.code, code);
    if (code == ERR_POLICY_VIOLATION) {
        assert_string_equal(err.message, "That file is not in a folder you allowed.");
        assert_int_equal(location_stat(&l, "it", &st, &err), -1);
        assert_int_equal(err.code, code);
    }
    assert_int_equal(location_open_folder(&l, "it", &fd, &err), -1);
}

static void link_to(const char *dir, const char *to, const char *name)
{
    assert_int_equal(symlink(to, in(dir, name)), 0);
}

static void what_lies_below_is_read_and_what_does_not_is_refused(void **state)
{
    struct location plain = { .path = arena_str(a, in(*state, "in/../out/a")) };

    assert_string_equal(got(at("a")), "inside");
    assert_string_equal(got(at("sub/b")), "below");
    refused(at("../out/a"), ERR_POLICY_VIOLATION);
    refused(at("sub/../../out/a"), ERR_POLICY_VIOLATION);
    refused(at("sub/.."), ERR_POLICY_VIOLATION);
    refused(at(arena_str(a, in(*state, "out/a"))), ERR_POLICY_VIOLATION);
    refused(at("sub//b"), ERR_POLICY_VIOLATION); /* a resolved path has none of these, either */
    refused(at("./sub/b"), ERR_POLICY_VIOLATION);
    assert_null(got(at("none")));
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_null(got(at("none/b")));
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_null(got(at("a/b")));
    assert_string_equal(got(plain), "outside"); /* without a root a path is a path */
}

static void no_link_is_followed_wherever_it_stands_and_leads(void **state)
{
    link_to(*state, in(*state, "out/a"), "in/absolute");
    link_to(*state, "../out/a", "in/relative");
    link_to(*state, "relative", "in/twice");
    link_to(*state, "a", "in/near");
    link_to(*state, in(*state, "out"), "in/folder");
    link_to(*state, "../../out", "in/sub/folder");
    link_to(*state, "sub", "in/same");
    refused(at("absolute"), ERR_POLICY_VIOLATION);
    refused(at("relative"), ERR_POLICY_VIOLATION);
    refused(at("twice"), ERR_POLICY_VIOLATION);
    refused(at("near"), ERR_POLICY_VIOLATION); /* whoever named it had it resolved before */
    refused(at("folder/a"), ERR_POLICY_VIOLATION);
    refused(at("sub/folder/a"), ERR_POLICY_VIOLATION);
    refused(at("same/b"), ERR_POLICY_VIOLATION);
    assert_string_equal(got(at("sub/b")), "below");
}

static void a_link_that_nobody_named_is_an_error_and_no_question_of_rights(void **state)
{
    struct location folder = at("sub"), file;

    link_to(*state, "../a", "in/sub/link");
    file = location_in(a, &folder, "link");
    assert_null(got(file));
    assert_int_equal(err.code, ERR_IO);
    file = location_in(a, &folder, "b");
    assert_string_equal(got(file), "below");
    file = location_beside(a, &file, "-wal");
    assert_null(got(file));
    assert_int_equal(err.code, ERR_NOT_FOUND);
    put_text(in(*state, "in/sub/b-wal"), "log");
    assert_string_equal(got(file), "log");
}

static void magic_links_and_what_is_no_file_are_refused(void **state)
{
    struct root_folder proc CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location l = { .root = &proc };
    int fd = open(in(*state, "out/a"), O_RDONLY);

    assert_int_equal(root_folder_open(&proc, "/proc", &err), 0);
    l.path = arena_printf(a, "%d/fd/%d", getpid(), fd);
    refused(l, ERR_POLICY_VIOLATION);
    l.path = arena_printf(a, "%d/cwd/a", getpid());
    refused(l, ERR_POLICY_VIOLATION);
    l.path = "self/status";
    refused(l, ERR_POLICY_VIOLATION);
    close(fd);
    assert_int_equal(mkfifo(in(*state, "in/pipe"), 0600), 0);
    assert_null(got(at("pipe")));
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_null(got(at("sub")));
    assert_null(got(at("")));
    refused((struct location){ .path = arena_str(a, in(*state, "out/a")), .is_address = true }, ERR_NOT_FOUND);
}

static void the_root_itself_is_a_folder(void **state)
{
    struct location l = at("");
    struct file_stat st;
    int fd;

    (void)state;
    assert_int_equal(location_stat(&l, "it", &st, &err), 0);
    assert_true(st.is_folder && st.inode == root.inode);
    assert_int_equal(location_open_folder(&l, "it", &fd, &err), 0);
    assert_int_equal(faccessat(fd, "sub/b", R_OK, 0), 0);
    close(fd);
    assert_int_equal(location_open_parent(&l, "it", &fd, &err), -1); /* that is above it */
    l = location_in(a, &l, "a");
    assert_string_equal(l.path, "a");
    assert_string_equal(got(l), "inside");
}

static void a_root_that_is_renamed_stays_the_folder_that_was_opened(void **state)
{
    const char *was = arena_str(a, in(*state, "in")), *now = arena_str(a, in(*state, "moved"));

    assert_int_equal(rename(was, now), 0);
    assert_string_equal(got(at("a")), "inside");
    assert_int_equal(rename(in(*state, "out"), was), 0); /* another of its name */
    assert_string_equal(got(at("a")), "inside");
    assert_string_equal(location_real(a, &(struct location){ .root = &root, .path = "sub/b" }),
                        arena_printf(a, "%s/sub/b", was));
}

static void what_is_closed_is_not_entered_by_any_name(void **state)
{
    struct root_folder home CLEANUP(root_folder_close) = ROOT_FOLDER, inner CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location l = { .root = &inner, .path = "c" };

    assert_int_equal(file_mkdirs(in(*state, "in/home/keys"), &err), 0);
    put_text(in(*state, "in/home/c"), "closed");
    put_text(in(*state, "in/home/keys/c"), "closed");
    assert_int_equal(root_folder_open(&home, arena_str(a, in(*state, "in/home")), &err), 0);
    assert_string_equal(got(at("home/c")), "closed");
    root.closed = &home;
    refused(at("home/c"), ERR_POLICY_VIOLATION);
    refused(at("home/keys/c"), ERR_POLICY_VIOLATION);
    assert_int_equal(rename(in(*state, "in/home"), in(*state, "in/sub/other")), 0);
    refused(at("sub/other/c"), ERR_POLICY_VIOLATION);
    refused(at("sub/other/keys/c"), ERR_POLICY_VIOLATION);
    assert_string_equal(got(at("sub/b")), "below");
    assert_int_equal(root_folder_open(&inner, arena_str(a, in(*state, "in/sub/other/keys")), &err), 0);
    inner.closed = &home; /* a root inside was meant */
    assert_string_equal(got(l), "closed");
    root_folder_close(&inner);
    assert_int_equal(root_folder_open(&inner, arena_str(a, in(*state, "in/sub/other")), &err), 0);
    assert_string_equal(got(l), "closed"); /* as was the folder itself */
}

/* In a child of its own, which may mount: 0 when the bound home is refused, 77 when nothing can be mounted here. */
static int try_bound(const char *dir)
{
    struct root_folder home = ROOT_FOLDER;

    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount(in(dir, "out"), in(dir, "in/sub"), NULL, MS_BIND, NULL) != 0)
        return 77;
    root_folder_close(&root); /* in the new namespace there is another */
    if (root_folder_open(&root, in(dir, "in"), &err) < 0 || root_folder_open(&home, in(dir, "out"), &err) < 0)
        return 1;
    if (!got(at("sub/a")))
        return 2;
    root.closed = &home;
    return got(at("sub/a")) || err.code != ERR_POLICY_VIOLATION ? 3 : 0;
}

static void what_is_closed_is_not_entered_where_it_is_mounted(void **state)
{
    pid_t pid = fork();
    int status;

    if (pid == 0)
        _exit(try_bound(*state));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(status, 0);
}

/* A path of that many bytes: folders of a hundred letters, the last part as long as is left. */
static const char *long_path(size_t n, bool make)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * PATH_MAX);
    int dir = openat(root.fd, ".", O_PATH | O_DIRECTORY);

    while (n - b.n > 201) {
        char part[102] = "";
        memset(part, 'd', 100);
        if (make) {
            int next;
            assert_int_equal(mkdirat(dir, part, 0700), 0);
            next = openat(dir, part, O_PATH | O_DIRECTORY);
            close(dir);
            dir = next;
        }
        buf_addf(&b, "%s/", part);
    }
    while (b.n < n)
        buf_addc(&b, 'f');
    if (make) {
        int fd = openat(dir, strrchr(b.p, '/') + 1, O_WRONLY | O_CREAT, 0600);
        assert_int_equal(write(fd, "far", 3), 3);
        close(fd);
    }
    close(dir);
    return arena_str(a, b.p);
}

static void names_go_up_to_the_longest_path(void **state)
{
    char name[NAME_MAX + 2] = "";

    (void)state;
    memset(name, 'n', NAME_MAX);
    put_text(in(*state, arena_printf(a, "in/%s", name)), "long");
    assert_string_equal(got(at(name)), "long");
    name[NAME_MAX] = 'n';
    assert_null(got(at(name)));
    assert_null(got(at(arena_printf(a, "%s/x", name))));
    assert_string_equal(got(at(long_path(PATH_MAX - 1, true))), "far");
    assert_null(got(at(long_path(PATH_MAX + 1, false))));
    assert_null(got(at(long_path(2 * PATH_MAX - 1, false))));
}

static void a_new_file_is_made_in_the_folder_that_was_entered(void **state)
{
    struct spool s CLEANUP(spool_done) = SPOOL;
    struct location l = at("sub/new"), link = at("link/new"), dots = at("sub/.."), none = at("sub/");

    link_to(*state, "../out", "in/link");
    assert_int_equal(location_spool(&l, &s, "it", &err), 0);
    assert_int_equal(write(s.fd, "x", 1), 1);
    assert_int_equal(rename(in(*state, "in/sub"), in(*state, "in/was")), 0);
    link_to(*state, "../out", "in/sub");
    assert_int_equal(spool_publish_new(&s, "it", &err), 0);
    assert_string_equal(get_text(in(*state, "in/was/new")), "x");
    assert_int_equal(access(in(*state, "out/new"), F_OK), -1);
    spool_done(&s);
    assert_int_equal(location_spool(&link, &s, "it", &err), -1);
    assert_int_equal(err.code, ERR_POLICY_VIOLATION);
    assert_int_equal(location_spool(&dots, &s, "it", &err), -1);
    assert_int_equal(location_spool(&none, &s, "it", &err), -1);
}

static void a_folder_of_our_own_is_not_left_by_a_planted_link(void **state)
{
    const char *home = arena_str(a, in(*state, "in"));
    struct buf b CLEANUP(buf_done) = BUF(100);
    int fd;

    assert_int_equal(location_make_in(home, "x/y/z", &fd, &err), 0);
    close(fd);
    assert_int_equal(location_write_in(home, "x/y/z/f", "kept", 4, "it", &err), 0);
    assert_int_equal(location_read_in(home, "x/y/z/f", "it", &b, &err), 0);
    assert_string_equal(b.p, "kept");
    assert_int_equal(location_make_in(home, "x/y/z", &fd, &err), 0); /* which is there */
    close(fd);
    assert_int_equal(file_remove_tree(in(*state, "in/x/y"), &err), 0);
    link_to(*state, "../../out", "in/x/y");
    assert_int_equal(location_read_in(home, "x/y/a", "it", &b, &err), -1);
    assert_int_equal(err.code, ERR_IO);
    assert_int_equal(location_write_in(home, "x/y/a", "new", 3, "it", &err), -1);
    assert_int_equal(location_make_in(home, "x/y/made", &fd, &err), -1);
    assert_int_equal(location_make_in(home, "x/../w", &fd, &err), -1);
    assert_string_equal(get_text(in(*state, "out/a")), "outside");
    assert_int_equal(access(in(*state, "out/made"), F_OK), -1);
}

static int run_all(const char *how)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_lies_below_is_read_and_what_does_not_is_refused),
        TEST(no_link_is_followed_wherever_it_stands_and_leads),
        TEST(a_link_that_nobody_named_is_an_error_and_no_question_of_rights),
        TEST(magic_links_and_what_is_no_file_are_refused),
        TEST(the_root_itself_is_a_folder),
        TEST(a_root_that_is_renamed_stays_the_folder_that_was_opened),
        TEST(what_is_closed_is_not_entered_by_any_name),
        TEST(what_is_closed_is_not_entered_where_it_is_mounted),
        TEST(names_go_up_to_the_longest_path),
        TEST(a_new_file_is_made_in_the_folder_that_was_entered),
        TEST(a_folder_of_our_own_is_not_left_by_a_planted_link),
    };

    return cmocka_run_group_tests_name(how, tests, NULL, NULL);
}

static void forbid_openat2(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { COUNT_OF(code), code };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0 ||
        syscall(SYS_openat2, 0, 0, 0, 0) != -1 || errno != ENOSYS)
        abort();
}

int main(void)
{
    int failed = run_all("openat2");

    forbid_openat2();
    return failed + run_all("part by part");
}
