/* zones.h - the system's time zones by name, each read once and kept as long as the process lives.
 *
 * A name is one of the tz database's ("Europe/Berlin", "UTC"). It is looked for below the system's folder of them and
 * nowhere else: a name with "..", a leading "/" or other than letters, digits and "_+-/" is none.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct zone;

/* ERR_INVALID_INPUT, with what to do, when there is no zone of that name. May be called by several threads. */
WARN_UNUSED int zones_get(const char *name, const struct zone **ret, struct err *err);

/* The name of the zone this machine is set to, by TZ, the link /etc/localtime or /etc/timezone; "UTC" when none of them
 * names one that is there. */
const char *zones_here(void);
