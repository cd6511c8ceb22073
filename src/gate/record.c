/* record.c - the diary as a recorder: one ToolInvoked entry for each thing the gate reports. */
#include "gate/record.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/log.h"

static int record_to_log(struct recorder *self, const struct record *r, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct json *details = json_object(scratch);

    (void)err;
    json_set(scratch, details, "event_type", json_str(scratch, r->event_type));
    json_set(scratch, details, "actor", json_str(scratch, r->actor));
    json_set(scratch, details, "event_data", json_copy(scratch, r->data));
    log_event(((struct log_recorder *)self)->log, "ToolInvoked", r->request_id, details);
    return 0;
}

void log_recorder_init(struct log_recorder *r, struct log *log)
{
    r->base.record = record_to_log;
    r->log = log;
}
