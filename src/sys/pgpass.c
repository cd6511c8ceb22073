/* pgpass.c - lines of five fields, compared in order. */
#include "sys/pgpass.h"
#include "base/address/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "sys/file.h"
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWN_PORT "5432"

/* What a line is compared with. */
struct wanted {
    const char *host, *port, *database, *user;
};

/* Compares a field with the text and steps behind its ":"; *p is NULL where the line has no more fields. */
static bool field_fits(const char **p, const char *text)
{
    const char *at = *p;
    bool any = at[0] == '*' && at[1] == ':', same = true;

    for (; *at && *at != ':'; at++) {
        if (*at == '\\' && at[1])
            at++;
        same = same && *text == *at;
        text += *text != '\0';
    }
    *p = *at == ':' ? at + 1 : NULL;
    return any || (same && !*text);
}

/* The password of a line that fits, without its backslashes. */
static bool take_line(const char *line, const struct wanted *w, char ret[static SECRET_BYTES + 1])
{
    const char *const fields[] = { w->host, w->port, w->database, w->user };
    size_t n = 0;

    if (*line == '#')
        return false;
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (!field_fits(&line, fields[i]) || !line)
            return false;
    for (; *line && *line != ':' && n < SECRET_BYTES; line++) {
        if (*line == '\\' && line[1])
            line++;
        ret[n++] = *line;
    }
    ret[n] = '\0';
    return n > 0;
}

static bool take_file(const char *text, const struct wanted *w, char ret[static SECRET_BYTES + 1])
{
    bool found = false;

    for (const char *p = text; *p && !found; p += strcspn(p, "\n"), p += *p != '\0') {
        char line[4 * SECRET_BYTES];
        size_t n = strcspn(p, "\r\n");
        if (n >= sizeof line)
            continue;
        memcpy(line, p, n);
        line[n] = '\0';
        found = take_line(line, w, ret);
        explicit_bzero(line, sizeof line);
    }
    return found;
}

/* ---- the file ---- */

static const char *home_of(void)
{
    const char *home = getenv("HOME");
    const struct passwd *p = home && *home ? NULL : getpwuid(geteuid());

    return home && *home ? home : p ? p->pw_dir : "";
}

static int refuse(struct err *err, const char *path)
{
    err_set(err, ERR_DATA_UNREADABLE, "The file with your passwords is not used: others can read it.", "%s", path);
    return err_action(err,
                      "Give it to yourself alone, with chmod 600: your .pgpass, or the file that PGPASSFILE names.");
}

/* Reads the file, where there is one. */
static int read_file(struct arena *a, struct buf *b, struct err *err)
{
    const char *named = getenv("PGPASSFILE");
    const char *path = named && *named ? named : arena_printf(a, "%s/.pgpass", home_of());
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    int rc = 0;

    if (fd < 0)
        return 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        rc = st.st_mode & (S_IRWXG | S_IRWXO) ? refuse(err, path) : file_read_fd(fd, "your passwords", b, err);
    close(fd);
    return rc;
}

/* ---- the hosts ---- */

/* The i-th of a list with commas; the last stands for those behind it. */
static const char *at(struct arena *a, const char *list, size_t i)
{
    while (i-- > 0 && strchr(list, ','))
        list = strchr(list, ',') + 1;
    return arena_dup(a, list, strcspn(list, ","));
}

static size_t count(const char *list)
{
    size_t n = 1;

    for (; (list = strchr(list, ',')) != NULL; list++)
        n++;
    return n;
}

/* A socket in the usual folder goes by the name of this machine, as with libpq. */
static const char *host_name(const char *host)
{
    return *host ? host : "localhost";
}

static void find_in(struct arena *a, const char *text, const char *address, char ret[static SECRET_BYTES + 1])
{
    struct address_place place;
    char one[SECRET_BYTES + 1] = "";

    address_place(a, address, &place);
    for (size_t i = 0; i < count(place.hosts); i++) {
        const char *port = at(a, place.ports, i);
        struct wanted w = { .host = host_name(at(a, place.hosts, i)),
                            .port = *port ? port : OWN_PORT,
                            .database = *place.database ? place.database : place.user,
                            .user = place.user };
        bool found = take_file(text, &w, one);

        if (!found || (i > 0 && strcmp(one, ret) != 0)) {
            explicit_bzero(ret, SECRET_BYTES + 1);
            break;
        }
        memcpy(ret, one, sizeof one);
    }
    explicit_bzero(one, sizeof one);
}

int pgpass_find(const char *address, char ret[static SECRET_BYTES + 1], struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(PGPASS_BYTES);
    const char *given = getenv("PGPASSWORD");
    int rc;

    ret[0] = '\0';
    if (given && *given) {
        snprintf(ret, SECRET_BYTES + 1, "%s", given);
        return 0;
    }
    rc = read_file(a, &b, err);
    if (rc == 0 && b.n > 0)
        find_in(a, b.p, address, ret);
    explicit_bzero(b.p, b.n);
    return rc;
}
