/* backup_name.c - the ending stays last, so that the copy opens as what it is. */
#include "sys/backup_name.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/timefmt.h"
#include <string.h>

#define MARK ".bak"
#define DATE_DIGITS 8
#define CLOCK_DIGITS 6

/* Where a name's ending begins: at its last dot, unless that is all there is before it. */
static size_t stem_of(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && dot != name ? (size_t)(dot - name) : strlen(name);
}

int backup_name(struct buf *b, const char *name, int64_t now_us, int number, struct err *err)
{
    struct civil t = civil_from_us(now_us);
    size_t stem = stem_of(name);

    buf_add(b, name, stem);
    buf_addf(b, ".%04d%02d%02d-%02d%02d%02d", t.year, t.month, t.day, t.hour, t.minute, t.second);
    if (number > 1)
        buf_addf(b, "-%d", number);
    buf_addf(b, MARK "%s", name + stem);
    return buf_check(b, err) < 0 ? err_action(err, "Give the file a shorter name.") : 0;
}

/* How many digits there are, at most this many. */
static size_t digits(const char *p, size_t most)
{
    size_t n = strspn(p, "0123456789");

    return n < most ? n : most;
}

/* "20260131-140509", "20260131-140509-2", and ".bak" behind it with the end or an ending. */
static bool is_made_by_us(const char *p)
{
    if (digits(p, DATE_DIGITS) != DATE_DIGITS || p[DATE_DIGITS] != '-')
        return false;
    p += DATE_DIGITS + 1;
    if (digits(p, CLOCK_DIGITS) != CLOCK_DIGITS)
        return false;
    p += CLOCK_DIGITS;
    if (*p == '-') {
        size_t n = digits(p + 1, 3);
        if (n == 0 || p[1] == '0' || (n == 1 && p[1] == '1'))
            return false;
        p += n + 1;
    }
    if (strncmp(p, MARK, sizeof MARK - 1) != 0)
        return false;
    p += sizeof MARK - 1;
    return *p == '\0' || (*p == '.' && !strchr(p + 1, '.'));
}

bool backup_name_is(const char *name)
{
    for (const char *dot = *name ? strchr(name + 1, '.') : NULL; dot; dot = strchr(dot + 1, '.'))
        if (is_made_by_us(dot + 1))
            return true;
    return false;
}
