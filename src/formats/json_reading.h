/* json_reading.h - one pass over the items of a JSON table, each parsed. For json_source.c only. */
#pragma once
#include "base/attrs.h"
#include "formats/json_items.h"

struct arena;
struct cancel;
struct err;
struct json;
struct json_place;

struct json_reading {
    struct json_span text; /* all of it, to tell where an error is */
    const struct cancel *cancel;
    struct json_items items;
    struct json_span key;  /* of the last item, in its quotes; of an object's */
    struct arena *scratch; /* parsed items, until they are forgotten */
    uint64_t n;            /* items so far */
    bool is_counted;       /* doubled is wanted */
    uint64_t doubled;      /* members that came again in one object */
};

/* Begins with the first item of the place. json_reading_done() fits CLEANUP. */
void json_reading_init(struct json_reading *r, struct json_span text, const struct json_place *place,
                       const struct cancel *cancel);
void json_reading_done(struct json_reading *r);

/* The next item, parsed; *ret is NULL at the end. */
WARN_UNUSED int json_reading_next(struct json_reading *r, struct json **ret, struct err *err);

/* What was parsed takes so much room that it should be forgotten as soon as it can be. */
bool json_reading_is_full(const struct json_reading *r);
void json_reading_forget(struct json_reading *r);

/* The error of one value, told with the line it begins on. Always -1. */
int json_failed_at(struct json_span text, const char *p, struct err *err);
