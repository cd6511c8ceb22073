/* confine_calls.c - the list of system calls a worker may make, as a seccomp filter.
 *
 * The filter is a short program for the kernel, built from the tables below: first whether this is our architecture
 * and no call of its 32-bit cousin, then a comparison for each call. A call may depend on an argument (clone only for
 * threads, a signal only to oneself). What is not allowed ends the process if it is listed as an attack, and fails with
 * EPERM otherwise. The kernel remembers the calls that are allowed whatever their arguments, so the length of the list
 * costs nothing.
 */
#include "base/err.h"
#include "sys/confine.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the list of system calls is x86_64's"
#endif

#define X32 0x40000000u /* marks the calls of the 32-bit interface with long registers */
#define FILTER_MAX 512  /* instructions; the tables take half */

#define LOADING (1u << CONFINE_LOADING)
#define LOCAL (1u << CONFINE_LOCAL)
#define NETWORK (1u << CONFINE_NETWORK | LOCAL)
#define WORKING (1u << CONFINE_WORKING)
#define OPENING (LOADING | NETWORK)
#define ALWAYS (OPENING | WORKING)

/* A call that is allowed in these stages, if the low half of its argument, masked, is what it should be. */
struct allowed {
    unsigned stages;
    int call;
    unsigned arg;
    uint32_t mask, value; /* mask 0: whatever the arguments */
};

#define SET(arg, bits) arg, bits, bits
#define CLEAR(arg, bits) arg, bits, 0
#define IS(arg, value) arg, UINT32_MAX, value
#define OWN_PROCESS UINT32_MAX /* stands for this process's id */
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

static const struct allowed allowed[] = {
    /* the descriptors it has */
    { ALWAYS, SYS_read, 0, 0, 0 },
    { ALWAYS, SYS_write, 0, 0, 0 },
    { ALWAYS, SYS_pread64, 0, 0, 0 },
    { ALWAYS, SYS_pwrite64, 0, 0, 0 },
    { ALWAYS, SYS_readv, 0, 0, 0 },
    { ALWAYS, SYS_writev, 0, 0, 0 },
    { ALWAYS, SYS_lseek, 0, 0, 0 },
    { ALWAYS, SYS_close, 0, 0, 0 },
    { ALWAYS, SYS_fstat, 0, 0, 0 },
    { ALWAYS, SYS_fsync, 0, 0, 0 },
    { ALWAYS, SYS_fdatasync, 0, 0, 0 },
    { ALWAYS, SYS_ftruncate, 0, 0, 0 },
    { ALWAYS, SYS_fallocate, 0, 0, 0 },
    { ALWAYS, SYS_fcntl, IS(1, F_DUPFD_CLOEXEC) }, /* none that would have the kernel send signals for it */
    { ALWAYS, SYS_fcntl, IS(1, F_GETFD) },
    { ALWAYS, SYS_fcntl, IS(1, F_SETFD) },
    { ALWAYS, SYS_fcntl, IS(1, F_GETFL) },
    { ALWAYS, SYS_fcntl, IS(1, F_SETFL) },
    { OPENING, SYS_fcntl, IS(1, F_SETLK) }, /* the engine locks a database that it opens */
    { OPENING, SYS_fcntl, IS(1, F_GETLK) },
    { ALWAYS, SYS_poll, 0, 0, 0 },
    { ALWAYS, SYS_ppoll, 0, 0, 0 },
    { WORKING, SYS_newfstatat, SET(3, AT_EMPTY_PATH) },
    /* memory and threads */
    { OPENING, SYS_mmap, 0, 0, 0 },
    { OPENING, SYS_mprotect, 0, 0, 0 },
    { WORKING, SYS_mmap, CLEAR(2, PROT_EXEC) },
    { WORKING, SYS_mprotect, CLEAR(2, PROT_EXEC) },
    { ALWAYS, SYS_munmap, 0, 0, 0 },
    { ALWAYS, SYS_mremap, 0, 0, 0 },
    { ALWAYS, SYS_madvise, 0, 0, 0 },
    { ALWAYS, SYS_mincore, 0, 0, 0 },
    { ALWAYS, SYS_brk, 0, 0, 0 },
    { ALWAYS, SYS_futex, 0, 0, 0 },
    { ALWAYS, SYS_clone, SET(0, CLONE_THREAD) },
    { ALWAYS, SYS_set_robust_list, 0, 0, 0 },
    { ALWAYS, SYS_rseq, 0, 0, 0 },
    { ALWAYS, SYS_membarrier, 0, 0, 0 },
    { ALWAYS, SYS_sched_yield, 0, 0, 0 },
    { ALWAYS, SYS_sched_getaffinity, 0, 0, 0 },
    { ALWAYS, SYS_getcpu, 0, 0, 0 },
    { ALWAYS, SYS_prctl, IS(0, PR_SET_NAME) },
    { ALWAYS, SYS_exit, 0, 0, 0 },
    { ALWAYS, SYS_exit_group, 0, 0, 0 },
    /* signals, to itself alone */
    { ALWAYS, SYS_rt_sigaction, 0, 0, 0 },
    { ALWAYS, SYS_rt_sigprocmask, 0, 0, 0 },
    { ALWAYS, SYS_rt_sigreturn, 0, 0, 0 },
    { ALWAYS, SYS_sigaltstack, 0, 0, 0 },
    { ALWAYS, SYS_restart_syscall, 0, 0, 0 },
    { ALWAYS, SYS_tgkill, IS(0, OWN_PROCESS) },
    /* what time it is, and who one is */
    { ALWAYS, SYS_clock_gettime, 0, 0, 0 },
    { ALWAYS, SYS_clock_getres, 0, 0, 0 },
    { ALWAYS, SYS_clock_nanosleep, 0, 0, 0 },
    { ALWAYS, SYS_nanosleep, 0, 0, 0 },
    { ALWAYS, SYS_gettimeofday, 0, 0, 0 },
    { ALWAYS, SYS_getrandom, 0, 0, 0 },
    { ALWAYS, SYS_getpid, 0, 0, 0 },
    { ALWAYS, SYS_gettid, 0, 0, 0 },
    { ALWAYS, SYS_getuid, 0, 0, 0 },
    { ALWAYS, SYS_geteuid, 0, 0, 0 },
    { ALWAYS, SYS_getgid, 0, 0, 0 },
    { ALWAYS, SYS_getegid, 0, 0, 0 },
    { ALWAYS, SYS_uname, 0, 0, 0 },
    { ALWAYS, SYS_sysinfo, 0, 0, 0 },
    { ALWAYS, SYS_getrusage, 0, 0, 0 },
    { ALWAYS, SYS_getrlimit, 0, 0, 0 },
    { ALWAYS, SYS_prlimit64, IS(0, 0) },
    /* opening files to read them: libraries, and what Landlock leaves besides */
    { OPENING, SYS_openat, CLEAR(2, WRITES) },
    { OPENING, SYS_open, CLEAR(1, WRITES) },
    { OPENING, SYS_newfstatat, 0, 0, 0 },
    { OPENING, SYS_statx, 0, 0, 0 },
    { OPENING, SYS_stat, 0, 0, 0 },
    { OPENING, SYS_lstat, 0, 0, 0 },
    { OPENING, SYS_access, 0, 0, 0 },
    { OPENING, SYS_faccessat, 0, 0, 0 },
    { OPENING, SYS_faccessat2, 0, 0, 0 },
    { OPENING, SYS_readlink, 0, 0, 0 },
    { OPENING, SYS_readlinkat, 0, 0, 0 },
    { OPENING, SYS_memfd_create, 0, 0, 0 }, /* a file for a library that only opens names */
    { OPENING, SYS_getcwd, 0, 0, 0 },
    { OPENING, SYS_getdents64, 0, 0, 0 },
    { OPENING, SYS_prctl, IS(0, PR_SET_NO_NEW_PRIVS) }, /* for the next stage */
    { OPENING, SYS_seccomp, 0, 0, 0 },
    /* a server that holds data */
    { NETWORK, SYS_socket, IS(0, AF_INET) },
    { NETWORK, SYS_socket, IS(0, AF_INET6) },
    { NETWORK, SYS_socket, IS(0, AF_NETLINK) }, /* by which one learns what addresses this machine has */
    { LOCAL, SYS_socket, IS(0, AF_UNIX) },
    { NETWORK, SYS_connect, 0, 0, 0 },
    { NETWORK, SYS_bind, 0, 0, 0 }, /* of the netlink socket */
    { NETWORK, SYS_sendto, 0, 0, 0 },
    { NETWORK, SYS_sendmsg, 0, 0, 0 },
    { NETWORK, SYS_sendmmsg, 0, 0, 0 },
    { NETWORK, SYS_recvfrom, 0, 0, 0 },
    { NETWORK, SYS_recvmsg, 0, 0, 0 },
    { NETWORK, SYS_shutdown, 0, 0, 0 },
    { NETWORK, SYS_getsockopt, 0, 0, 0 },
    { NETWORK, SYS_setsockopt, 0, 0, 0 },
    { NETWORK, SYS_getsockname, 0, 0, 0 },
    { NETWORK, SYS_getpeername, 0, 0, 0 },
    { NETWORK, SYS_ioctl, IS(1, FIONREAD) }, /* no other: on a terminal they can type for its user */
    { NETWORK, SYS_ioctl, IS(1, FIONBIO) },
#if SANITIZED
    /* the sanitizers' runtimes name their memory, and look at what they are */
    { ALWAYS, SYS_prctl, 0, 0, 0 },
    { WORKING, SYS_readlink, 0, 0, 0 },
#endif
};

/* Calls that nothing here makes by accident: where they are not allowed they end the process. */
static const int attacks[] = {
    SYS_execve,
    SYS_execveat,
    SYS_fork,
    SYS_vfork,
    SYS_clone,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_kill,
    SYS_tkill,
    SYS_tgkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_setns,
    SYS_unshare,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_modify_ldt,
    SYS_iopl,
    SYS_ioperm,
    SYS_open_by_handle_at,
    SYS_reboot,
};

struct filter {
    struct sock_filter code[FILTER_MAX];
    unsigned short n;
};

static void add(struct filter *f, unsigned code, uint32_t k, unsigned yes, unsigned no)
{
    assert(f->n < FILTER_MAX);
    f->code[f->n++] = (struct sock_filter){ .code = (uint16_t)code, .k = k, .jt = (uint8_t)yes, .jf = (uint8_t)no };
}

static void add_load(struct filter *f, size_t offset)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* If the call is this one, the action. */
static void add_call(struct filter *f, int call, uint32_t action)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    add(f, BPF_RET | BPF_K, action, 0, 0);
}

/* If the call is this one and its argument fits, it is allowed; else the call's number is back for what follows. */
static void add_tested(struct filter *f, const struct allowed *a)
{
    uint32_t value = a->value == OWN_PROCESS ? (uint32_t)getpid() : a->value;

    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)a->call, 0, 5);
    add_load(f, offsetof(struct seccomp_data, args) + a->arg * sizeof(uint64_t)); /* little-endian: the low half */
    add(f, BPF_ALU | BPF_AND | BPF_K, a->mask, 0, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    add(f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    add_load(f, offsetof(struct seccomp_data, nr));
}

static void build(struct filter *f, enum confine_stage stage)
{
    add_load(f, offsetof(struct seccomp_data, arch));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add(f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    add_load(f, offsetof(struct seccomp_data, nr));
    add(f, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    add(f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    for (size_t i = 0; i < COUNT_OF(allowed); i++) {
        if (!(allowed[i].stages & 1u << stage))
            continue;
        if (allowed[i].mask)
            add_tested(f, &allowed[i]);
        else
            add_call(f, allowed[i].call, SECCOMP_RET_ALLOW);
    }
    /* Whoever looks up names tries a few services of this machine first. */
    if (stage == CONFINE_NETWORK || stage == CONFINE_LOCAL)
        add_call(f, SYS_socket, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
    for (size_t i = 0; i < COUNT_OF(attacks); i++)
        add_call(f, attacks[i], SECCOMP_RET_KILL_PROCESS);
    /* Its flags are behind a pointer, where a filter cannot look; the C library then takes clone. */
    add_call(f, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    add(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

int confine_calls(enum confine_stage stage, struct err *err)
{
    struct filter filter = { .n = 0 };
    struct sock_fprog program = { .filter = filter.code };

    if (!confine_level().seccomp)
        return 0;
    build(&filter, stage);
    program.len = filter.n;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        return err_set(err, ERR_INTERNAL, "The process that reads data could not be confined.", "seccomp: errno %d",
                       errno);
    return 0;
}
