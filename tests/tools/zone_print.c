/* zone_print.c - the other side of tests/api/test_zone_python.py. Reads lines and answers each with one:
 *
 *   zone NAME               "ok" or "none"; what follows is asked of that zone
 *   at MICROSECONDS         the offset in seconds and what the wall says
 *   wall YYYY MM DD HH MM   the instant in microseconds
 */
#include "base/err.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "sys/zones.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const struct zone *zone = NULL;
    char line[200], name[100];
    struct civil c;
    struct err err;
    int64_t us;

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "zone %99s", name) == 1) {
            puts(zones_get(name, &zone, &err) == 0 ? "ok" : "none");
        } else if (sscanf(line, "at %" SCNd64, &us) == 1 && zone) {
            c = zone_local(zone, us);
            printf("%d %04d-%02d-%02d %02d:%02d:%02d\n", zone_offset(zone, us), c.year, c.month, c.day, c.hour,
                   c.minute, c.second);
        } else if (zone && (memset(&c, 0, sizeof c),
                            sscanf(line, "wall %d %d %d %d %d", &c.year, &c.month, &c.day, &c.hour, &c.minute) == 5)) {
            printf("%" PRId64 "\n", zone_instant(zone, &c));
        } else {
            return 2;
        }
    }
    return 0;
}
