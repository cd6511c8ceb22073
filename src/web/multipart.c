/* multipart.c - a state for each piece of the grammar, and one delimiter to look for.
 *
 * The delimiter is CR LF "--" boundary. CR is nowhere in it but at its start, so after a mismatch what was matched is
 * data, and only the byte at hand can begin a new match: no byte is looked at twice. The body may begin with the
 * boundary at once, as if a line had ended before it.
 */
#include "web/multipart.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "web/disposition.h"
#include <assert.h>

enum state {
    BEFORE,  /* what stands before the first delimiter is ignored */
    BEHIND,  /* behind a delimiter: blanks and a line end, or "--" */
    DASH,    /* behind its first "-" */
    LINE,    /* its CR has come */
    HEAD,    /* the part's head, up to an empty line */
    BODY,    /* its data, up to a delimiter */
    AFTER,   /* what stands after the last one is ignored, too */
    REFUSED, /* there was an error */
};

struct multipart {
    struct multipart_sink sink;
    enum state state;
    size_t matched; /* bytes of the delimiter */
    size_t n_delimiter, parts;
    struct buf head;
    char delimiter[4 + WEB_BOUNDARY_BYTES];
};

static int malformed(struct err *err, const char *why)
{
    err_set(err, ERR_INVALID_INPUT, "The upload is not well-formed.", "multipart: %s", why);
    return err_action(err, "Send it as multipart/form-data with a part named file.");
}

int multipart_new(const char *content_type, const struct multipart_sink *sink, struct multipart **ret, struct err *err)
{
    char boundary[WEB_BOUNDARY_BYTES + 1];
    struct multipart *m;

    if (!disposition_param(content_type, "boundary", boundary, sizeof boundary) || !*boundary)
        return malformed(err, "no boundary");
    m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->sink = *sink;
    m->state = BEFORE;
    m->matched = 2;
    m->n_delimiter = 4 + strlen(boundary);
    memcpy(m->delimiter, "\r\n--", 4);
    memcpy(m->delimiter + 4, boundary, strlen(boundary));
    buf_init(&m->head, WEB_PART_HEAD_BYTES);
    *ret = m;
    return 0;
}

void multipart_free(struct multipart *m)
{
    if (!m)
        return;
    buf_done(&m->head);
    free(m);
}

static int give(struct multipart *m, const char *p, size_t n, struct err *err)
{
    return n > 0 && m->state == BODY ? m->sink.data(m->sink.arg, p, n, err) : 0;
}

/* The delimiter is whole: the part before it, if there was one, has ended. */
static int close_part(struct multipart *m, struct err *err)
{
    bool is_part = m->state == BODY;

    m->state = BEHIND;
    m->matched = 0;
    return is_part ? m->sink.end(m->sink.arg, err) : 0;
}

/* Data up to and with the delimiter, or all of it. Moves *p on. */
static int take_data(struct multipart *m, const char **p, const char *end, struct err *err)
{
    const char *at = *p, *cr;

    while (at < end) {
        if (m->matched == 0) {
            cr = memchr(at, '\r', (size_t)(end - at));
            if (give(m, at, (size_t)((cr ? cr : end) - at), err) < 0)
                return -1;
            at = cr ? cr : end;
            if (!cr)
                break;
        }
        if (*at == m->delimiter[m->matched]) {
            at++;
            if (++m->matched == m->n_delimiter) {
                *p = at;
                return close_part(m, err);
            }
            continue;
        }
        if (give(m, m->delimiter, m->matched, err) < 0)
            return -1;
        m->matched = 0;
    }
    *p = at;
    return 0;
}

/* The head is whole: a part begins. */
static int open_part(struct multipart *m, struct err *err)
{
    char name[WEB_PART_NAME_BYTES], file_name[WEB_PART_NAME_BYTES];
    bool has_file;

    if (++m->parts > WEB_PARTS)
        return err_set(err, ERR_TOO_LARGE, "The upload has too many parts.", "more than %d", WEB_PARTS);
    if (!disposition_read(m->head.p, m->head.n, name, file_name, &has_file))
        return malformed(err, "no readable Content-Disposition");
    buf_cut(&m->head, 0);
    m->state = BODY;
    return m->sink.begin(m->sink.arg, name, has_file ? file_name : NULL, err);
}

static int take_head(struct multipart *m, char c, struct err *err)
{
    buf_addc(&m->head, c);
    if (m->head.failed)
        return err_set(err, ERR_TOO_LARGE, "The upload has a part with too long a head.", "more than %d bytes",
                       WEB_PART_HEAD_BYTES);
    if (m->head.n >= 4 && memcmp(m->head.p + m->head.n - 4, "\r\n\r\n", 4) == 0)
        return open_part(m, err);
    return 0;
}

/* The few bytes between a delimiter and what follows. */
static int take_mark(struct multipart *m, char c, struct err *err)
{
    if (m->state == BEHIND && (c == ' ' || c == '\t'))
        return 0;
    if (m->state == BEHIND && (c == '-' || c == '\r')) {
        m->state = c == '-' ? DASH : LINE;
        return 0;
    }
    if ((m->state == DASH && c == '-') || (m->state == LINE && c == '\n')) {
        m->state = m->state == DASH ? AFTER : HEAD;
        return 0;
    }
    return malformed(err, "something behind a boundary");
}

static int take(struct multipart *m, const char *p, const char *end, struct err *err)
{
    while (p < end) {
        int r = 0;

        switch (m->state) {
        case BEFORE:
        case BODY:
            r = take_data(m, &p, end, err);
            break;
        case BEHIND:
        case DASH:
        case LINE:
            r = take_mark(m, *p++, err);
            break;
        case HEAD:
            r = take_head(m, *p++, err);
            break;
        case AFTER:
            return 0;
        case REFUSED:
            return malformed(err, "refused before");
        }
        if (r < 0)
            return -1;
    }
    return 0;
}

int multipart_take(struct multipart *m, const char *p, size_t n, struct err *err)
{
    if (take(m, p, p + n, err) == 0)
        return 0;
    m->state = REFUSED;
    return -1;
}

int multipart_end(struct multipart *m, struct err *err)
{
    return m->state == AFTER ? 0 : malformed(err, "it ended too early");
}
