/* lines.c - read in blocks, since a pipe may hold many lines. */
#include "cli/lines.h"
#include "base/cancel.h"
#include "base/err.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define READ_BYTES 65536

static int fill(struct lines *l, const struct cancel *cancel, struct err *err)
{
    ssize_t got;

    if (!buf_reserve(&l->b, READ_BYTES)) {
        err_say(err, ERR_TOO_LARGE, "A line is longer than a question can be.");
        return err_action(err, "Put each question on a line of its own.");
    }
    do {
        if (cancel_check(cancel, err) < 0)
            return -1;
        got = read(STDIN_FILENO, l->b.p + l->b.n, READ_BYTES);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return err_errno(err, errno, "read the questions", NULL);
    l->ended = got == 0;
    l->b.n += (size_t)got;
    l->b.p[l->b.n] = '\0';
    return 0;
}

int lines_next(struct lines *l, const struct cancel *cancel, char **ret, size_t *ret_n, struct err *err)
{
    char *end;

    memmove(l->b.p, l->b.p + l->used, l->b.n - l->used);
    buf_cut(&l->b, l->b.n - l->used);
    l->used = 0;
    while (!(end = memchr(l->b.p, '\n', l->b.n)) && !l->ended)
        if (fill(l, cancel, err) < 0)
            return -1;
    *ret = l->b.n > 0 ? l->b.p : NULL;
    *ret_n = end ? (size_t)(end - l->b.p) : l->b.n;
    l->used = end ? *ret_n + 1 : *ret_n;
    if (end)
        *end = '\0';
    return 0;
}
