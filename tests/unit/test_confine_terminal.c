/* test_confine_terminal.c - a confined process and the terminal of whoever started it.
 *
 * TIOCSTI types into a terminal as if its user did, whoever holds a descriptor of it. The kernel answers ENOTTY for
 * what is no terminal, so a call on a pipe tells whether it got as far as the kernel or was stopped before.
 */
#include "base/attrs.h"
#include "base/err.h"
#include "scratch.h"
#include "sys/confine.h"
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

enum { SETUP = 99 };

/* What a process confined in this way gets for this call on a pipe with three bytes in it: an errno value, or 0. */
static int tried(enum confine_stage stage, unsigned long call)
{
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid == 0) {
        char letter[sizeof(int)] = "x";
        struct err err;
        int ends[2];

        if (pipe(ends) != 0 || write(ends[1], "abc", 3) != 3 || confine_calls(stage, &err))
            _exit(SETUP);
        _exit(ioctl(ends[0], call, letter) == 0 ? 0 : errno);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void nobody_types_for_the_user_or_changes_the_terminal(void **state)
{
    static const unsigned long calls[] = { TIOCSTI, TIOCSCTTY, TIOCLINUX, TCGETS, TCSETS, TIOCSWINSZ };
    static const enum confine_stage stages[] = { CONFINE_LOADING, CONFINE_NETWORK, CONFINE_WORKING };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        for (size_t k = 0; k < COUNT_OF(stages); k++)
            assert_int_equal(tried(stages[k], calls[i]), EPERM);
}

static void who_speaks_with_a_server_can_ask_how_much_has_come(void **state)
{
    static const unsigned long calls[] = { FIONREAD, FIONBIO };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        assert_int_equal(tried(CONFINE_LOADING, calls[i]), EPERM);
        assert_int_equal(tried(CONFINE_NETWORK, calls[i]), 0);
        assert_int_equal(tried(CONFINE_WORKING, calls[i]), EPERM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_types_for_the_user_or_changes_the_terminal),
        cmocka_unit_test(who_speaks_with_a_server_can_ask_how_much_has_come),
    };

    if (!confine_level().seccomp) {
        fprintf(stderr, "this kernel has no seccomp\n");
        return 77; /* meson's word for skipped */
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
