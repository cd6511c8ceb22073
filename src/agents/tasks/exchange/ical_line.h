/* ical_line.h - a calendar's lines, unfolded, and the values on them. For src/agents/tasks only. */
#pragma once
#include "agents/tasks/exchange/draft.h"
#include "base/buf.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct ical_lines {
    const char *p, *end;
    size_t number; /* of the next one in the file */
    struct buf held;
};

/* NAME;PARAMETER=VALUE:value; it points into the lines and lasts until the next one. */
struct ical_line {
    size_t number;
    const char *name;
    size_t n_name;
    const char *params;
    size_t n_params;
    const char *value;
    size_t n_value;
};

void ical_lines_init(struct ical_lines *l, const char *p, size_t n);
void ical_lines_done(struct ical_lines *l);

/* The next line: 1, or 0 at the end. */
WARN_UNUSED int ical_next(struct ical_lines *l, struct ical_line *ret, struct err *err);

/* A line may be folded within a character: makes the breaks stand behind the characters that they cut, in place, so
 * that the bytes can be checked as UTF-8. */
void ical_mend_folds(char *p, size_t n);

/* Whether it goes by that name, or has that value; in capitals or not. */
bool ical_is(const struct ical_line *l, const char *name);
bool ical_says(const struct ical_line *l, const char *value);

/* The value of a parameter without its quotes; false when there is none. */
bool ical_param(const struct ical_line *l, const char *name, const char **ret, size_t *ret_n);

/* A text without its escapes. */
void ical_text(struct buf *b, const char *p, size_t n);

/* 20261120, 20261120T170000 (on a wall) or 20261120T170000Z (an instant). */
bool ical_moment(const char *p, size_t n, struct draft_time *ret);

/* -PT15M, P1DT2H, P2W: in seconds. */
bool ical_duration(const char *p, size_t n, int64_t *ret_seconds);

/* +0100, -033000: in seconds. */
bool ical_offset(const char *p, size_t n, int64_t *ret_seconds);
