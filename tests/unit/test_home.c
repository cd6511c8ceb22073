/* test_home.c - where the home is, and the homes that will not do. Some need another person: they run in a child that
 * gives its rights away, which only root can; elsewhere they are skipped. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/err.h"
#include "faults.h"
#include "scratch.h"
#include "sys/home.h"
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/wait.h>

#define SOMEBODY 12345 /* a user id that owns nothing */

struct env {
    const char *assay, *xdg, *home;
};

static void set_or_unset(const char *name, const char *value)
{
    assert_int_equal(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

static void use_env(struct env e)
{
    set_or_unset("ASSAY_HOME", e.assay);
    set_or_unset("XDG_DATA_HOME", e.xdg);
    set_or_unset("HOME", e.home);
}

static void the_first_that_is_named_is_taken(void **state)
{
    static const struct {
        const char *given;
        struct env env;
        const char *path;
    } cases[] = {
        { "/given", { "/a", "/x", "/h" }, "/given" },
        { NULL, { "/a", "/x", "/h" }, "/a" },
        { NULL, { NULL, "/x", "/h" }, "/x/assay" },
        { NULL, { "", "/x", "/h" }, "/x/assay" },
        { NULL, { NULL, NULL, "/h" }, "/h/.local/share/assay" },
        { NULL, { NULL, "", "/h" }, "/h/.local/share/assay" },
        { NULL, { NULL, "relative", "/h" }, "/h/.local/share/assay" }, /* XDG: relative ones are to be ignored */
        { "/given///", { NULL, NULL, NULL }, "/given" },
        { "/", { NULL, NULL, NULL }, "/" },
        { NULL, { "/a/b/", NULL, NULL }, "/a/b" },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path;
    struct err e;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        use_env(cases[i].env);
        assert_int_equal(home_path(a, cases[i].given, &path, &e), 0);
        assert_string_equal(path, cases[i].path);
    }
}

static void without_a_home_the_user_database_is_asked(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    static const char *const homes[] = { NULL, "", "relative" };
    const struct passwd *user = getpwuid(geteuid());
    const char *path;
    struct err e;

    (void)state;
    if (!user)
        skip();
    for (size_t i = 0; i < COUNT_OF(homes); i++) {
        use_env((struct env){ NULL, NULL, homes[i] });
        assert_int_equal(home_path(a, NULL, &path, &e), 0);
        assert_string_equal(path, arena_printf(a, "%s/.local/share/assay", user->pw_dir));
    }
}

static void a_relative_path_is_made_absolute(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char cwd[PATH_MAX];
    const char *path;
    struct err e;

    assert_int_equal(chdir(*state), 0);
    assert_non_null(getcwd(cwd, sizeof cwd));
    assert_int_equal(home_path(a, "data/", &path, &e), 0);
    assert_string_equal(path, arena_printf(a, "%s/data", cwd));
    use_env((struct env){ "elsewhere", NULL, NULL });
    assert_int_equal(home_path(a, NULL, &path, &e), 0);
    assert_string_equal(path, arena_printf(a, "%s/elsewhere", cwd));
    assert_int_equal(count_entries(*state), 0); /* nothing is made */
    assert_int_equal(mkdir(in(*state, "gone"), 0700), 0);
    assert_int_equal(chdir(in(*state, "gone")), 0);
    assert_int_equal(rmdir(in(*state, "gone")), 0);
    assert_int_equal(home_path(a, "data", &path, &e), -1);
    assert_int_equal(e.code, ERR_HOME_UNUSABLE);
    assert_int_equal(chdir("/"), 0);
}

static void a_name_that_is_none_is_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path = "unchanged";
    char name[HOME_PATH_BYTES + 2];
    struct err e;

    (void)state;
    assert_int_equal(home_path(a, "", &path, &e), -1);
    assert_int_equal(e.code, ERR_HOME_UNUSABLE);
    assert_true(strlen(e.action) > 0);
    memset(name, 'a', sizeof name);
    name[0] = '/';
    name[HOME_PATH_BYTES + 1] = '\0';
    assert_int_equal(home_path(a, name, &path, &e), -1);
    assert_int_equal(e.code, ERR_HOME_UNUSABLE);
    assert_string_equal(path, "unchanged");
    name[HOME_PATH_BYTES] = '\0';
    assert_int_equal(home_path(a, name, &path, &e), 0);
}

static void every_folder_is_made_and_private(void **state)
{
    static const struct {
        enum home_folder which;
        const char *name;
    } folders[] = {
        { HOME_LOGS, "logs" },       { HOME_SESSIONS, "sessions" }, { HOME_ARTIFACTS, "artifacts" }, { HOME_DB, "db" },
        { HOME_UPLOADS, "uploads" }, { HOME_CONFIRM, "confirm" },   { HOME_CACHE, "cache" },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *home = arena_str(a, in(*state, "deep/down/home")), *path;
    struct err e;

    assert_int_equal(home_folder(a, home, HOME_ROOT, &path, &e), 0);
    assert_string_equal(path, home);
    assert_int_equal(mode_of(home), 0700);
    assert_int_equal(count_entries(home), 0);
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < COUNT_OF(folders); i++) {
            assert_int_equal(home_folder(a, home, folders[i].which, &path, &e), 0);
            assert_string_equal(path, in(home, folders[i].name));
            assert_int_equal(mode_of(path), 0700);
        }
    assert_int_equal(count_entries(home), COUNT_OF(folders));
}

static void a_folder_makes_its_home(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path;
    struct err e;

    assert_int_equal(home_folder(a, in(*state, "home"), HOME_DB, &path, &e), 0);
    assert_int_equal(mode_of(in(*state, "home/db")), 0700);
    assert_int_equal(mode_of(in(*state, "home")), 0700);
}

static void a_home_on_another_disk_may_be_linked(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path;
    struct err e;

    assert_int_equal(mkdir(in(*state, "disk"), 0700), 0);
    assert_int_equal(symlink("disk", in(*state, "home")), 0);
    assert_int_equal(home_folder(a, in(*state, "home"), HOME_LOGS, &path, &e), 0);
    assert_int_equal(access(in(*state, "disk/logs"), F_OK), 0);
}

static void refused(const char *home, enum home_folder which, const char *message)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path = "unchanged";
    struct err e;

    assert_int_equal(home_folder(a, home, which, &path, &e), -1);
    assert_int_equal(e.code, ERR_HOME_UNUSABLE);
    assert_string_equal(e.message, message);
    assert_true(strlen(e.action) > 0);
    assert_null(strstr(e.message, home));
    assert_null(strstr(e.action, home));
    assert_non_null(strstr(e.detail, home));
    assert_string_equal(path, "unchanged");
}

static void a_file_in_its_place_is_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *home = arena_str(a, in(*state, "home"));

    put_text(home, "content");
    refused(home, HOME_ROOT, "The home folder cannot be made.");
    refused(home, HOME_LOGS, "The home folder cannot be made.");
    assert_string_equal(get_text(home), "content");
    assert_int_equal(unlink(home), 0);
    assert_int_equal(mkdir(home, 0700), 0);
    put_text(in(home, "logs"), "content");
    refused(home, HOME_LOGS, "The home folder cannot be made.");
    assert_int_equal(count_entries(home), 1);
}

static void a_home_that_others_can_write_to_is_refused(void **state)
{
    static const mode_t open_to_others[] = { 0720, 0702, 0777, 01777 }, fine[] = { 0700, 0755, 0750, 0711 };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *home = arena_str(a, in(*state, "home")), *path;
    struct err e;

    assert_int_equal(mkdir(home, 0700), 0);
    for (size_t i = 0; i < COUNT_OF(open_to_others); i++) {
        assert_int_equal(chmod(home, open_to_others[i]), 0);
        refused(home, HOME_ROOT, "Other people can write to the home folder.");
        refused(home, HOME_LOGS, "Other people can write to the home folder.");
        assert_int_equal(count_entries(home), 0);
    }
    for (size_t i = 0; i < COUNT_OF(fine); i++) {
        assert_int_equal(chmod(home, fine[i]), 0);
        assert_int_equal(home_folder(a, home, HOME_ROOT, &path, &e), 0);
    }
    assert_int_equal(mkdir(in(home, "db"), 0700), 0);
    assert_int_equal(chmod(in(home, "db"), 0770), 0);
    refused(home, HOME_DB, "Other people can write to the home folder.");
}

static void a_full_disk_is_said_as_it_is(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *home = in(*state, "home"), *path;
    unsigned levels = 0;
    struct err e;

    for (const char *c = home; *c; c++)
        levels += *c == '/';
    faults_arm(&(struct fault){ "mkdir", levels, ENOSPC }, 1);
    assert_int_equal(home_folder(a, home, HOME_ROOT, &path, &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_DISK_FULL);
}

/* Runs as another person; the exit status tells whether what it checked held. */
static void as_somebody(void (*check)(const char *dir), const char *dir)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        if (setresgid(SOMEBODY, SOMEBODY, SOMEBODY) != 0 || setresuid(SOMEBODY, SOMEBODY, SOMEBODY) != 0)
            _exit(2);
        check(dir);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            _exit(1);                                                                                                  \
        }                                                                                                              \
    } while (0)

static void is_refused_for_somebody(const char *home, const char *message)
{
    struct arena *a = arena_new();
    const char *path;
    struct err e;

    CHECK(home_folder(a, home, HOME_LOGS, &path, &e) == -1);
    CHECK(e.code == ERR_HOME_UNUSABLE);
    CHECK(strcmp(e.message, message) == 0);
    CHECK(strlen(e.action) > 0);
    arena_free(a);
}

static void check_foreign_homes(const char *dir)
{
    is_refused_for_somebody(in(dir, "theirs"), "The home folder belongs to somebody else.");
    is_refused_for_somebody(in(dir, "closed/home"), "The home folder cannot be made.");
    is_refused_for_somebody(in(dir, "theirs/home"), "The home folder cannot be made.");
    is_refused_for_somebody(in(dir, "read-only"), "The home folder cannot be written to.");
    is_refused_for_somebody(in(dir, "link"), "The home folder belongs to somebody else.");
}

static void check_own_home(const char *dir)
{
    struct arena *a = arena_new();
    const char *path;
    struct err e;

    CHECK(home_folder(a, in(dir, "mine"), HOME_LOGS, &path, &e) == 0);
    CHECK(strcmp(path, in(dir, "mine/logs")) == 0);
    arena_free(a);
}

static void what_somebody_may_not_use_is_refused(void **state)
{
    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(*state, 0755), 0);
    assert_int_equal(mkdir(in(*state, "theirs"), 0755), 0);
    assert_int_equal(mkdir(in(*state, "closed"), 0700), 0);
    assert_int_equal(mkdir(in(*state, "read-only"), 0500), 0);
    assert_int_equal(chown(in(*state, "read-only"), SOMEBODY, SOMEBODY), 0);
    assert_int_equal(symlink("theirs", in(*state, "link")), 0);
    as_somebody(check_foreign_homes, *state);
    assert_int_equal(mkdir(in(*state, "mine"), 0700), 0);
    assert_int_equal(chown(in(*state, "mine"), SOMEBODY, SOMEBODY), 0);
    as_somebody(check_own_home, *state);
    refused(in(*state, "mine"), HOME_ROOT, "The home folder belongs to somebody else."); /* to root as well */
}

static void check_no_home(const char *dir)
{
    struct arena *a = arena_new();
    const char *path;
    struct err e;

    (void)dir;
    CHECK(home_path(a, NULL, &path, &e) == -1);
    CHECK(e.code == ERR_HOME_UNUSABLE);
    CHECK(strstr(e.action, "--home") != NULL);
    arena_free(a);
}

static void who_has_no_home_is_told_to_name_one(void **state)
{
    if (geteuid() != 0 || getpwuid(SOMEBODY))
        skip();
    use_env((struct env){ NULL, NULL, NULL });
    as_somebody(check_no_home, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_is_named_is_taken),
        cmocka_unit_test(without_a_home_the_user_database_is_asked),
        SCRATCH_TEST(a_relative_path_is_made_absolute),
        cmocka_unit_test(a_name_that_is_none_is_refused),
        SCRATCH_TEST(every_folder_is_made_and_private),
        SCRATCH_TEST(a_folder_makes_its_home),
        SCRATCH_TEST(a_home_on_another_disk_may_be_linked),
        SCRATCH_TEST(a_file_in_its_place_is_refused),
        SCRATCH_TEST(a_home_that_others_can_write_to_is_refused),
        SCRATCH_TEST(a_full_disk_is_said_as_it_is),
        SCRATCH_TEST(what_somebody_may_not_use_is_refused),
        SCRATCH_TEST(who_has_no_home_is_told_to_name_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
