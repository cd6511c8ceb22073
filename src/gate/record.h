/* record.h - where the gate reports every call, every observation and every policy decision.
 *
 * A recorder must keep the order it is given and must not change what it is handed. When record() fails the gate fails
 * the call: what cannot be recorded is not done, and its success not reported.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct err;
struct json;
struct log;

/* The analyst seed's event types, as far as the gate makes them. */
#define RECORD_CALL "tool_called"
#define RECORD_OBSERVATION "observation_recorded"
#define RECORD_DECISION "policy_decision"

struct record {
    const char *event_type;
    const char *request_id;
    const char *actor;       /* "actor" or "safety" */
    int64_t at_us;           /* the world's time */
    const struct json *data; /* event_data */
};

struct recorder {
    int (*record)(struct recorder *self, const struct record *r, struct err *err);
};

/* A recorder that writes ToolInvoked entries to the diary. log may be NULL. The caller owns the storage. */
struct log_recorder {
    struct recorder base;
    struct log *log;
};
void log_recorder_init(struct log_recorder *r, struct log *log);
