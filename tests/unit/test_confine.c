/* test_confine.c - what a confined process is stopped from, by the kernel itself, and what it can still do. */
#include "confine_testing.h"
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* ---- what is tried ---- */

static int open_for(const char *name, int flags)
{
    return result(syscall(SYS_openat, AT_FDCWD, in(folder, name), flags, 0600));
}

static int open_given(void)
{
    return open_for("given", O_RDONLY);
}

static int open_other(void)
{
    return open_for("other", O_RDONLY);
}

static int open_given_to_write(void)
{
    return open_for("given", O_WRONLY);
}

static int make_file(void)
{
    return open_for("new", O_RDWR | O_CREAT);
}

static int read_passwords(void)
{
    return result(syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY, 0));
}

static int list_folder(void)
{
    return open_for(".", O_RDONLY | O_DIRECTORY);
}

static int remove_other(void)
{
    return result(unlink(in(folder, "other")));
}

static int do_fork(void)
{
    return result(syscall(SYS_fork));
}

static int do_vfork(void)
{
    long pid = syscall(SYS_vfork);

    if (pid == 0)
        _exit(0);
    return result(pid);
}

static int clone_process(void)
{
    return result(syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0));
}

static int clone3_process(void)
{
    struct clone_args args = { .exit_signal = SIGCHLD };

    return result(syscall(SYS_clone3, &args, sizeof args));
}

static int do_exec(void)
{
    char name[] = "true", *const argv[] = { name, NULL };

    return result(execve("/bin/true", argv, argv + 1));
}

static int do_execveat(void)
{
    char name[] = "true", *const argv[] = { name, NULL };

    return result(syscall(SYS_execveat, AT_FDCWD, "/bin/true", argv, argv + 1, 0));
}

static int trace_parent(void)
{
    return result(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
}

static int read_parent(void)
{
    char byte;
    struct iovec here = { &byte, 1 }, there = { &byte, 1 };

    return result(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

static int signal_parent(void)
{
    return result(kill(getppid(), 0));
}

static int signal_parent_thread(void)
{
    return result(syscall(SYS_tgkill, getppid(), getppid(), 0));
}

static int load_program_for_kernel(void)
{
    return result(syscall(SYS_bpf, 0, NULL, 0));
}

static int make_ring(void)
{
    return result(syscall(SYS_io_uring_setup, 1, NULL));
}

/* getpid as a program with long registers and the 32-bit interface would call it. */
static int other_interface(void)
{
    return result(syscall(0x40000000 | SYS_getpid));
}

/* getpid by the interface of 32-bit programs, where the numbers mean other calls. */
static int old_interface(void)
{
    long rc = 20;

    __asm__ volatile("int $0x80" : "+a"(rc) : : "memory");
    return DONE;
}

static int make_code(void)
{
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return p == MAP_FAILED ? errno : DONE;
}

static int turn_into_code(void)
{
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return p == MAP_FAILED ? SETUP : result(mprotect(p, 4096, PROT_READ | PROT_EXEC));
}

static void *add_one(void *arg)
{
    ++*(int *)arg;
    return NULL;
}

static int use_a_thread(void)
{
    pthread_t thread;
    int n = 0, rc = pthread_create(&thread, NULL, add_one, &n);

    if (rc == 0)
        rc = pthread_join(thread, NULL);
    return rc ? rc : n - 1;
}

static int use_memory(void)
{
    size_t n = (size_t)64 << 20;
    char *p = malloc(n);

    if (!p)
        return errno;
    memset(p, 1, n);
    free(p);
    return DONE;
}

static int abort_itself(void)
{
    abort();
}

/* ---- the tests ---- */

static void files_open_only_where_they_are_listed_and_only_while_loading(void **state)
{
    static const struct expectation list[] = {
        TRIED(open_given, DONE, DONE, EPERM),
        TRIED(open_other, EACCES, EACCES, EPERM),
        TRIED(read_passwords, EACCES, EACCES, EPERM),
        TRIED(list_folder, EACCES, EACCES, EPERM),
        TRIED(open_given_to_write, EPERM, EPERM, EPERM),
        TRIED(make_file, EPERM, EPERM, EPERM),
        TRIED(remove_other, EPERM, EPERM, EPERM),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

static void whoever_starts_a_process_is_ended(void **state)
{
    static const struct expectation list[] = {
        TRIED(do_fork, STOPPED, STOPPED, STOPPED),       TRIED(do_vfork, STOPPED, STOPPED, STOPPED),
        TRIED(clone_process, STOPPED, STOPPED, STOPPED), TRIED(clone3_process, ENOSYS, ENOSYS, ENOSYS),
        TRIED(do_exec, STOPPED, STOPPED, STOPPED),       TRIED(do_execveat, STOPPED, STOPPED, STOPPED),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

static void whoever_reaches_for_another_process_or_the_kernel_is_ended(void **state)
{
    static const struct expectation list[] = {
        TRIED(trace_parent, STOPPED, STOPPED, STOPPED),
        TRIED(read_parent, STOPPED, STOPPED, STOPPED),
        TRIED(signal_parent, STOPPED, STOPPED, STOPPED),
        TRIED(signal_parent_thread, STOPPED, STOPPED, STOPPED),
        TRIED(load_program_for_kernel, STOPPED, STOPPED, STOPPED),
        TRIED(make_ring, STOPPED, STOPPED, STOPPED),
        TRIED(other_interface, STOPPED, STOPPED, STOPPED),
        TRIED(old_interface, STOPPED, STOPPED, STOPPED),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

static void memory_becomes_code_only_while_libraries_are_loaded(void **state)
{
    static const struct expectation list[] = {
        TRIED(make_code, DONE, DONE, EPERM),
        TRIED(turn_into_code, DONE, DONE, EPERM),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

static void work_goes_on(void **state)
{
    static const struct expectation list[] = {
        TRIED(use_a_thread, DONE, DONE, DONE),
        TRIED(use_memory, DONE, DONE, DONE),
        TRIED(abort_itself, -SIGABRT, -SIGABRT, -SIGABRT),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

/* ---- one stage after the other ---- */

static pthread_barrier_t barrier;
static int opened_by_thread;

static void *wait_and_open(void *arg)
{
    (void)arg;
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    opened_by_thread = open_given();
    return NULL;
}

/* Confined further while another thread runs: it is bound, too. */
static int another_thread_opens(void)
{
    pthread_t thread;
    struct err err;

    pthread_barrier_init(&barrier, NULL, 2);
    if (open_given() != DONE || pthread_create(&thread, NULL, wait_and_open, NULL))
        return SETUP;
    pthread_barrier_wait(&barrier);
    if (confine_calls(CONFINE_WORKING, &err))
        return SETUP;
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    return opened_by_thread;
}

static int loosen(void)
{
    struct err err;

    if (confine_calls(CONFINE_WORKING, &err) || confine_calls(CONFINE_LOADING, &err))
        return SETUP; /* the second finds nothing that it could change */
    return open_given();
}

static void the_last_stage_binds_every_thread_and_cannot_be_left(void **state)
{
    folder = *state;
    assert_int_equal(tried(another_thread_opens, CONFINE_LOADING), EPERM);
    assert_int_equal(tried(another_thread_opens, CONFINE_NETWORK), EPERM);
    assert_int_equal(tried(loosen, CONFINE_LOADING), EPERM);
}

/* ---- Landlock alone, as on a kernel without seccomp ---- */

static int tried_files_only(trial *t)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        const struct confine_path paths[] = { { .path = in(folder, "given") },
                                              { .path = in(folder, "written"), .is_written = true } };
        struct err err;
        _exit(confine_files(paths, COUNT_OF(paths), NULL, 0, &err) ? SETUP : t());
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int write_written(void)
{
    return open_for("written", O_WRONLY | O_TRUNC);
}

static int signal_outside(void)
{
    return result(kill(getppid(), 0));
}

static void landlock_holds_by_itself(void **state)
{
    folder = *state;
    assert_int_equal(tried_files_only(open_given), DONE);
    assert_int_equal(tried_files_only(open_other), EACCES);
    assert_int_equal(tried_files_only(open_given_to_write), EACCES);
    assert_int_equal(tried_files_only(write_written), DONE);
    assert_int_equal(tried_files_only(make_file), EACCES);
    assert_int_equal(tried_files_only(remove_other), EACCES);
    if (confine_level().landlock >= 6)
        assert_int_equal(tried_files_only(signal_outside), EPERM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_open_only_where_they_are_listed_and_only_while_loading),
        TEST(whoever_starts_a_process_is_ended),
        TEST(whoever_reaches_for_another_process_or_the_kernel_is_ended),
        TEST(memory_becomes_code_only_while_libraries_are_loaded),
        TEST(work_goes_on),
        TEST(the_last_stage_binds_every_thread_and_cannot_be_left),
        TEST(landlock_holds_by_itself),
    };

    return confined_tests("confine", tests, COUNT_OF(tests));
}
