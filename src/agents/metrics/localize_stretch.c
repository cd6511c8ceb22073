/* localize_stretch.c - ends of periods, read and written. */
#include "agents/metrics/localize_stretch.h"
#include "agents/metrics/gauge.h"
#include "agents/metrics/periods.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <inttypes.h>
#include <string.h>

#define SECOND_US INT64_C(1000000)
#define EPOCH_DIGITS 9 /* from here on a number is a moment; fewer are a year, or a day without dashes */
#define EPOCH_FIRST INT64_C(946684800) /* 2000-01-01 */
#define EPOCH_LAST INT64_C(4102444799) /* 2099-12-31 */

/* A moment: a number of seconds or milliseconds, or a date and a time of day; without a zone it is taken as it stands.
 */
static bool read_moment(struct arena *a, const char *text, size_t n, int64_t *ret_us)
{
    const char *zoned = arena_printf(a, "%.*sZ", (int)n, text), *minutes = arena_printf(a, "%.*s:00Z", (int)n, text);
    int64_t number;

    if (n >= EPOCH_DIGITS && num_is_json(text, n) && num_int64(text, n, &number) && number > 0 &&
        number <= EPOCH_LAST * 1000) {
        *ret_us = number <= EPOCH_LAST ? number * SECOND_US : number * 1000;
        return true;
    }
    return time_read(text, n, ret_us) || time_read(zoned, n + 1, ret_us) || time_read(minutes, n + 4, ret_us);
}

static int refuse(const char *what, struct err *err)
{
    err_say(err, ERR_INVALID_DATE_RANGE, "%s is no period.", what);
    err_action(err,
               "Write two days, 2024-01-01..2024-01-31, or two moments, 2024-01-01T09:00:00Z..2024-01-01T09:59:59Z.");
    return -1;
}

/* One side by itself is a period of its own: a day, a month, or a moment. */
static int read_side(struct arena *a, const char *text, size_t n, const char *what, struct stretch *ret,
                     struct err *err)
{
    struct span span;
    struct err ignored;
    int64_t first, last;

    text = str_trim(text, n, &n);
    if (read_moment(a, text, n, &first)) {
        *ret = (struct stretch){ first, first, false };
        return 0;
    }
    if (n == 0 || memmem(text, n, "..", 2) || period_read(a, arena_dup(a, text, n), &span, &ignored) < 0 ||
        !date_read(span.from, strlen(span.from), &first) || !date_read(span.to, strlen(span.to), &last))
        return refuse(what, err);
    *ret = (struct stretch){ first * DAY_US, (last + 1) * DAY_US - 1, true };
    return 0;
}

int stretch_read(struct arena *a, const struct json *period, const char *what, struct stretch *ret, struct err *err)
{
    const char *start = json_get_text(period, "start"), *end = json_get_text(period, "end"), *dots;
    const char *text = json_text(period, NULL) ? json_text(period, NULL) : json_digits(period);
    struct stretch from, to;
    size_t start_n;

    if (json_is(period, JSON_OBJECT) && (!start || !end))
        return refuse(what, err);
    if (!start) {
        if (!text)
            return refuse(what, err);
        dots = strstr(text, "..");
        start = text;
        end = dots ? dots + 2 : text;
        start_n = dots ? (size_t)(dots - text) : strlen(text);
    } else
        start_n = strlen(start);
    if (read_side(a, start, start_n, what, &from, err) < 0 || read_side(a, end, strlen(end), what, &to, err) < 0)
        return -1;
    if (to.to_us < from.from_us)
        return err_say(err, ERR_INVALID_DATE_RANGE, "%s must not end before it begins.", what);
    *ret = (struct stretch){ from.from_us, to.to_us, from.is_days && to.is_days };
    return 0;
}

static int64_t floor_by(int64_t us, int64_t unit)
{
    return us >= 0 ? us / unit : -((-us + unit - 1) / unit);
}

static const char *moment_sql(struct arena *a, int64_t us)
{
    struct civil c = civil_from_us(us);

    return arena_printf(a, "TIMESTAMP '%04d-%02d-%02d %02d:%02d:%02d.%06d'", c.year, c.month, c.day, c.hour, c.minute,
                        c.second, c.micros);
}

const char *stretch_sql(struct arena *a, const struct stretch *w, const char *column, enum stretch_unit unit)
{
    int64_t each = unit == STRETCH_SECONDS ? SECOND_US : 1000;

    if (unit != STRETCH_DATE)
        return arena_printf(a, "%s BETWEEN %" PRId64 " AND %" PRId64, column, floor_by(w->from_us + each - 1, each),
                            floor_by(w->to_us, each));
    return arena_printf(a, "CAST(%s AS TIMESTAMP) BETWEEN %s AND %s", column, moment_sql(a, w->from_us),
                        moment_sql(a, w->to_us));
}

bool stretch_is_epoch(const struct json *least, const struct json *greatest, enum stretch_unit *ret)
{
    int64_t first, last;

    if (!json_int64(least, &first) || !json_int64(greatest, &last))
        return false;
    if (first >= EPOCH_FIRST && last <= EPOCH_LAST) {
        *ret = STRETCH_SECONDS;
        return true;
    }
    *ret = STRETCH_MILLISECONDS;
    return first >= EPOCH_FIRST * 1000 && last <= EPOCH_LAST * 1000;
}
