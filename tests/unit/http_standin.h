/* http_standin.h - a server on a port of the kernel's choice that answers each connection with the next of some canned
 * texts, the last one again and again. A NULL says nothing until the other side leaves. For tests of whoever asks. */
#pragma once
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define STANDIN_REQUEST 65536

struct standin {
    int listener;
    unsigned short port;
    const char *const *answers; /* n of them */
    size_t n;
    _Atomic size_t served;         /* connections that were answered or are being */
    char request[STANDIN_REQUEST]; /* the last, as far as it fits */
    pthread_t thread;
};

static size_t standin_read(int fd, char *out)
{
    size_t n = 0, wanted = SIZE_MAX;

    while (n < wanted && n < STANDIN_REQUEST - 1) {
        ssize_t got = read(fd, out + n, STANDIN_REQUEST - 1 - n);
        const char *end, *length;
        if (got <= 0)
            break;
        out[n += (size_t)got] = '\0';
        end = strstr(out, "\r\n\r\n");
        length = strcasestr(out, "content-length:");
        if (end && wanted == SIZE_MAX)
            wanted = (size_t)(end + 4 - out) + (length ? strtoul(length + 15, NULL, 10) : 0);
    }
    return n;
}

static void *standin_run(void *arg)
{
    struct standin *s = arg;
    int fd;

    while ((fd = accept(s->listener, NULL, NULL)) >= 0) {
        size_t i = s->served < s->n ? s->served : s->n - 1;
        char rest;
        standin_read(fd, s->request);
        s->served++;
        if (s->answers[i])
            (void)!write(fd, s->answers[i], strlen(s->answers[i]));
        else
            while (read(fd, &rest, 1) > 0)
                ;
        close(fd);
    }
    return NULL;
}

static void standin_open(struct standin *s, const char *const *answers, size_t n)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;

    memset(s, 0, sizeof *s);
    s->answers = answers;
    s->n = n;
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(s->listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(s->listener, 16) != 0 ||
        getsockname(s->listener, (struct sockaddr *)&at, &size) != 0)
        abort();
    s->port = ntohs(at.sin_port);
    if (pthread_create(&s->thread, NULL, standin_run, s) != 0)
        abort();
}

static void standin_close(struct standin *s)
{
    shutdown(s->listener, SHUT_RDWR);
    pthread_join(s->thread, NULL);
    close(s->listener);
}
