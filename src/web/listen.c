/* listen.c - made by us and not by libmicrohttpd, so that what goes wrong can be said. What is set here holds for every
 * connection that is accepted: answers go out at once, and a client that vanished is noticed by the kernel. */
#include "web/listen.h"
#include "base/attrs.h"
#include "base/err.h"
#include "web/parts.h"
#include "web/peer.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <unistd.h>

static int read_address(const struct web_config *config, union web_address *ret, socklen_t *ret_n, struct err *err)
{
    const char *host = config->host ? config->host : "127.0.0.1";

    memset(ret, 0, sizeof *ret);
    if (strcmp(host, "localhost") == 0)
        host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &ret->v4.sin_addr) == 1) {
        ret->v4.sin_family = AF_INET;
        ret->v4.sin_port = htons(config->port);
        *ret_n = sizeof ret->v4;
    } else if (inet_pton(AF_INET6, host, &ret->v6.sin6_addr) == 1) {
        ret->v6.sin6_family = AF_INET6;
        ret->v6.sin6_port = htons(config->port);
        *ret_n = sizeof ret->v6;
    } else {
        err_set(err, ERR_USAGE, "The host must be an address.", "%s", host);
        return err_action(err, "Use 127.0.0.1, ::1 or an address of this machine.");
    }
    return 0;
}

static int refused(const struct web_config *config, int errnum, struct err *err)
{
    if (errnum == EADDRINUSE) {
        err_say(err, ERR_CONFLICT, "Port %u is in use.", config->port);
        return err_action(err, "Choose another with --port, or stop the program that uses it.");
    }
    if (errnum == EADDRNOTAVAIL) {
        err_set(err, ERR_USAGE, "This machine does not have that address.", "%s", config->host);
        return err_action(err, "Use 127.0.0.1, ::1 or an address of this machine.");
    }
    return err_errno(err, errnum, "listen for connections", NULL);
}

static void set_options(int fd, int family)
{
    int yes = 1, wait_ms = WEB_SEND_MS;

    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &wait_ms, sizeof wait_ms);
    if (family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
}

int listen_open(const struct web_config *config, int *ret_fd, uint16_t *ret_port, bool *ret_is_loopback,
                struct err *err)
{
    union web_address a;
    socklen_t n = 0;
    int fd;

    if (read_address(config, &a, &n, err) < 0)
        return -1;
    *ret_is_loopback = peer_is_loopback(&a);
    if (!*ret_is_loopback && !(config->token && *config->token)) {
        err_set(err, ERR_USAGE, "An address that others can reach needs a token.", "no token for %s", config->host);
        return err_action(err, "Give it one, or listen on 127.0.0.1.");
    }
    fd = socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return refused(config, errno, err);
    set_options(fd, a.any.sa_family);
    if (bind(fd, &a.any, n) != 0 || listen(fd, WEB_BACKLOG) != 0 || getsockname(fd, &a.any, &n) != 0) {
        int e = errno;
        close(fd);
        return refused(config, e, err);
    }
    *ret_fd = fd;
    *ret_port = ntohs(a.any.sa_family == AF_INET ? a.v4.sin_port : a.v6.sin6_port);
    return 0;
}
