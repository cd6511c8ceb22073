/* fuzz_zone.c - any bytes as a zone file, and as a rule in the footer of one. What is read must answer at any time, and
 * what the wall says must lead back to an instant at which it says so, or lie in a gap. */
#include "base/err.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FOOTER_BYTES 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same(const struct civil *a, const struct civil *b)
{
    return a->year == b->year && a->month == b->month && a->day == b->day && a->hour == b->hour &&
           a->minute == b->minute && a->second == b->second;
}

/* An instant that the wall shows is found again, or an earlier one that shows the same. */
static void check(const struct zone *z, int64_t us)
{
    struct civil local = zone_local(z, us), again;
    int64_t instant = zone_instant(z, &local);

    if (instant > us)
        abort();
    again = zone_local(z, instant);
    if (!same(&local, &again))
        abort();
}

static void use(const struct zone *z)
{
    for (int64_t year = 1; year < 9999; year += 487)
        for (int64_t step = 0; step < 40; step++)
            check(z, civil_days((int)year, 1, 1) * DAY_US + step * 37 * DAY_US / 4);
}

static void try_file(const uint8_t *data, size_t size)
{
    struct zone *z;
    struct err err = { 0 };

    if (zone_read(data, size, &z, &err) == 0) {
        use(z);
        zone_free(z);
    } else if (err.code != ERR_INVALID_INPUT || !*err.message) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Two heads of version 2, the second with one offset of 0 and a name. */
    uint8_t file[44 + 44 + 10 + FOOTER_BYTES + 2] = "TZif2";

    try_file(data, size);
    if (size > FOOTER_BYTES)
        return 0;
    memcpy(file + 44, "TZif2", 5);
    file[44 + 39] = 1;
    file[44 + 43] = 4;
    file[98] = '\n';
    if (size > 0)
        memcpy(file + 99, data, size);
    file[99 + size] = '\n';
    try_file(file, 100 + size);
    return 0;
}
