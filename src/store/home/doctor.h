/* doctor.h - is this home in order, and what can be done where it is not?
 *
 * A report is {"status": "ok" | "warn" | "bad", "checks": [{"name", "status", "message", "action"}]}. Each check is one
 * line; what others rest on comes first. The whole is as bad as its worst check. Messages are for people. An action
 * says what to do, and is absent when there is nothing to do. A check is left out when an earlier one makes it
 * impossible.
 *
 * Looking changes nothing, with one exception: the store is opened as every command opens it, which appends the waiting
 * lines to the log. A home or a store that is not there is not made.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct world;

enum doctor_status { DOCTOR_OK, DOCTOR_WARN, DOCTOR_BAD };

/* An empty report; its status is ok. */
struct json *doctor_new(struct arena *a);

/* Adds a check to a report. The action may be NULL. For those who can see more than the store: the engine, models. */
void doctor_add(struct arena *a, struct json *report, const char *name, enum doctor_status status, const char *message,
                const char *action);

/* Adds the checks of a home: home, disk, store, key, log, artifacts, what is kept, leftovers, quota, diary. `quota` 0
 * is HOME_QUOTA_BYTES. Fails only when it is cancelled: what else goes wrong is a finding. */
WARN_UNUSED int doctor_check_home(struct arena *a, const char *home, const char *settings, uint64_t quota,
                                  const struct world *world, const struct cancel *cancel, struct json *report,
                                  struct err *err);
