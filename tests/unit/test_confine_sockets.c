/* test_confine_sockets.c - whom a confined process can reach, and what it can do with a descriptor. */
#include "confine_testing.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

/* ---- what is tried ---- */

static int connect_to(uint16_t to_port)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons(to_port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    return fd < 0 ? errno : result(connect(fd, (struct sockaddr *)&to, sizeof to));
}

static int connect_tcp(void)
{
    return connect_to(port);
}

static int connect_elsewhere(void)
{
    return connect_to(port + 1);
}

static int bind_tcp(void)
{
    struct sockaddr_in to = { .sin_family = AF_INET }; /* on whatever port is free */
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    return fd < 0 ? errno : result(bind(fd, (struct sockaddr *)&to, sizeof to));
}

static int look_at_addresses(void)
{
    return result(socket(AF_NETLINK, SOCK_RAW, 0));
}

static int take_packets(void)
{
    return result(socket(AF_PACKET, SOCK_DGRAM, 0));
}

static int use_the_kernels_ciphers(void)
{
    return result(socket(AF_ALG, SOCK_SEQPACKET, 0));
}

static int reach_the_host(void)
{
    return result(socket(AF_VSOCK, SOCK_STREAM, 0));
}

static int connect_unix(void)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(to.sun_path, sizeof to.sun_path, "%s", in(folder, "none"));
    return fd < 0 ? errno : result(connect(fd, (struct sockaddr *)&to, sizeof to));
}

static int listen_tcp(void)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    return fd < 0 ? errno : result(listen(fd, 1));
}

static int ends[2]; /* of a pipe that is there from the start */

static int command(int number, long arg)
{
    return result(fcntl(ends[0], number, arg));
}

static int have_the_parent_signalled(void)
{
    return command(F_SETOWN, getppid());
}

static int choose_the_signal(void)
{
    return command(F_SETSIG, SIGKILL);
}

static int hear_of_a_folder(void)
{
    return command(F_NOTIFY, 1);
}

static int resize_a_pipe(void)
{
    return command(F_SETPIPE_SZ, 1 << 20);
}

static int ask_for_flags(void)
{
    return command(F_GETFL, 0);
}

static int make_nonblocking(void)
{
    return command(F_SETFL, O_NONBLOCK);
}

static int copy_descriptor(void)
{
    return command(F_DUPFD_CLOEXEC, 10);
}

/* ---- the tests ---- */

static void whoever_connects_is_ended_unless_that_is_the_work(void **state)
{
    static const struct expectation list[] = {
        TRIED(connect_tcp, STOPPED, ECONNREFUSED, STOPPED),
        TRIED(connect_unix, STOPPED, EAFNOSUPPORT, STOPPED),
        TRIED(look_at_addresses, STOPPED, DONE, STOPPED),
        TRIED(take_packets, STOPPED, EAFNOSUPPORT, STOPPED),
        TRIED(use_the_kernels_ciphers, STOPPED, EAFNOSUPPORT, STOPPED),
        TRIED(reach_the_host, STOPPED, EAFNOSUPPORT, STOPPED),
        TRIED(listen_tcp, STOPPED, STOPPED, STOPPED),
    };

    folder = *state;
    as_expected(list, COUNT_OF(list));
}

static void a_server_of_this_machine_is_reached_by_its_socket_if_it_is_the_one(void **state)
{
    folder = *state;
    assert_int_equal(tried(connect_unix, CONFINE_LOCAL), ENOENT);
    assert_int_equal(tried(connect_tcp, CONFINE_LOCAL), ECONNREFUSED);
    assert_int_equal(tried(take_packets, CONFINE_LOCAL), EAFNOSUPPORT);
    assert_int_equal(tried(listen_tcp, CONFINE_LOCAL), STOPPED);
}

static void a_server_is_reached_by_its_own_port_alone(void **state)
{
    if (confine_level().landlock < 4)
        skip();
    folder = *state;
    assert_int_equal(tried(connect_elsewhere, CONFINE_NETWORK), EACCES);
    assert_int_equal(tried(bind_tcp, CONFINE_NETWORK), EACCES);
}

static void a_descriptor_is_not_made_to_send_signals(void **state)
{
    static const struct expectation list[] = {
        TRIED(have_the_parent_signalled, EPERM, EPERM, EPERM),
        TRIED(choose_the_signal, EPERM, EPERM, EPERM),
        TRIED(hear_of_a_folder, EPERM, EPERM, EPERM),
        TRIED(resize_a_pipe, EPERM, EPERM, EPERM),
        TRIED(ask_for_flags, DONE, DONE, DONE),
        TRIED(make_nonblocking, DONE, DONE, DONE),
        TRIED(copy_descriptor, DONE, DONE, DONE),
    };

    folder = *state;
    assert_int_equal(pipe(ends), 0);
    as_expected(list, COUNT_OF(list));
    close(ends[0]);
    close(ends[1]);
}

/* Landlock alone, as on a kernel without seccomp. */
static int tried_with_ports(trial *t, size_t n)
{
    pid_t pid = fork();
    struct err err;
    int status;

    if (pid == 0)
        _exit(confine_files(NULL, 0, &port, n, &err) ? SETUP : t());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WEXITSTATUS(status);
}

static void landlock_knows_the_ports_by_itself(void **state)
{
    (void)state;
    if (confine_level().landlock < 4)
        skip();
    assert_int_equal(tried_with_ports(connect_tcp, 0), EACCES);
    assert_int_equal(tried_with_ports(connect_tcp, 1), ECONNREFUSED);
    assert_int_equal(tried_with_ports(connect_elsewhere, 1), EACCES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whoever_connects_is_ended_unless_that_is_the_work),
        TEST(a_server_of_this_machine_is_reached_by_its_socket_if_it_is_the_one),
        TEST(a_server_is_reached_by_its_own_port_alone),
        TEST(a_descriptor_is_not_made_to_send_signals),
        TEST(landlock_knows_the_ports_by_itself),
    };

    return confined_tests("sockets", tests, COUNT_OF(tests));
}
