/* peer.c - one question to NETLINK_SOCK_DIAG: the socket whose ends are these two, seen from the other side.
 *
 * The kernel says uid 0 for a socket that no process holds any more (orphaned, or in TIME_WAIT), which is not root: a
 * stranger could send a request, close, and pass for it. Such a socket has inode 0; it counts as nobody's.
 *
 * An exact question takes a few microseconds and is answered at once; it is asked once a connection, by the event
 * thread. A timeout stands there for a kernel that does not answer.
 */
#include "web/peer.h"
#include "base/limits.h"
#include "web/parts.h"
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <sys/time.h>
#include <unistd.h>

struct question {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
};

int peer_open(void)
{
    struct timeval wait = { .tv_usec = PEER_WAIT_MS * 1000 };
    int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);

    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    return fd;
}

static bool is_v4_loopback(uint32_t network_order)
{
    return ntohl(network_order) >> 24 == 127;
}

/* The last four bytes of ::ffff:a.b.c.d. */
static uint32_t mapped_v4(const struct in6_addr *a)
{
    uint32_t v4;

    memcpy(&v4, a->s6_addr + 12, sizeof v4);
    return v4;
}

bool peer_is_loopback(const union web_address *a)
{
    if (a->any.sa_family == AF_INET)
        return is_v4_loopback(a->v4.sin_addr.s_addr);
    if (a->any.sa_family != AF_INET6)
        return false;
    if (IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr))
        return is_v4_loopback(mapped_v4(&a->v6.sin6_addr));
    return IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
}

/* One end of a connection: family, port and address, with a mapped address as the IPv4 one that it is. */
static int put_end(const union web_address *a, __be16 *port, __be32 address[4])
{
    if (a->any.sa_family == AF_INET) {
        *port = a->v4.sin_port;
        address[0] = a->v4.sin_addr.s_addr;
        return AF_INET;
    }
    *port = a->v6.sin6_port;
    if (IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr)) {
        address[0] = mapped_v4(&a->v6.sin6_addr);
        return AF_INET;
    }
    memcpy(address, &a->v6.sin6_addr, sizeof a->v6.sin6_addr);
    return AF_INET6;
}

/* Leaves no old answer behind for the next question. */
static bool receive(int diag, uint32_t seq, struct inet_diag_msg *ret)
{
    struct {
        struct nlmsghdr head;
        struct inet_diag_msg body;
        char rest[1024]; /* attributes; cut if there are more */
    } got;

    for (;;) {
        ssize_t n = recv(diag, &got, sizeof got, 0);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < (ssize_t)sizeof got.head)
            return false;
        if (got.head.nlmsg_seq != seq)
            continue;
        if (got.head.nlmsg_type != SOCK_DIAG_BY_FAMILY || n < (ssize_t)(sizeof got.head + sizeof got.body))
            return false;
        *ret = got.body;
        return true;
    }
}

bool peer_uid(int diag, const union web_address *local, const union web_address *remote, uid_t *ret)
{
    static atomic_uint seq;
    struct question q = {
        .head = { .nlmsg_len = sizeof q, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST },
        .body = { .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u },
    };
    struct inet_diag_sockid *id = &q.body.id;
    struct inet_diag_msg got;
    int family = put_end(remote, &id->idiag_sport, id->idiag_src);

    if (diag < 0 || put_end(local, &id->idiag_dport, id->idiag_dst) != family)
        return false;
    id->idiag_cookie[0] = id->idiag_cookie[1] = (uint32_t)INET_DIAG_NOCOOKIE;
    q.body.sdiag_family = (uint8_t)family;
    q.head.nlmsg_seq = atomic_fetch_add(&seq, 1) + 1;
    if (send(diag, &q, sizeof q, 0) != (ssize_t)sizeof q || !receive(diag, q.head.nlmsg_seq, &got))
        return false;
    if (got.idiag_inode == 0 || got.id.idiag_sport != id->idiag_sport || got.id.idiag_dport != id->idiag_dport)
        return false;
    *ret = got.idiag_uid;
    return true;
}
