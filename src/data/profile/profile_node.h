/* profile_node.h - what the profile's own files share. Nobody else includes it. */
#pragma once
#include "base/buf.h"
#include "data/profile/profile.h"

/* A table on its way to a profile. */
struct profiling {
    struct engine *engine;
    const struct cancel *cancel;
    struct arena *arena;
    struct err *err;
    struct table_profile *profile;
};

/* Runs SQL of ours that gives one row; its cells. NULL, with err set, when it fails. */
const struct json *profile_row(struct profiling *p, const struct buf *sql);

/* ---- profile_count.c: the figures of all columns, and what writing and reading such statements takes ---- */
WARN_UNUSED int profile_figures(struct profiling *p);

bool profile_is_time(const struct column_profile *c);

/* Appends the template with each $ replaced by the column; what is not finite is no value. */
void profile_add(struct buf *b, const struct column_profile *c, const char *template);
void profile_from(struct buf *b, const struct profiling *p);

/* How many columns share a statement. */
size_t profile_batch(const struct profiling *p);

/* A cell that is a count, 0 when it is none; a cell that is a list, NULL when it is none. */
uint64_t profile_count_at(const struct json *row, size_t i);
struct json *profile_list_at(struct profiling *p, const struct json *row, size_t i);

/* ---- profile_detail.c: what needs the figures: top values, histograms, outliers ---- */
WARN_UNUSED int profile_details(struct profiling *p);

/* ---- profile_judge.c: role; problems and quality ---- */
void profile_role(const struct table *t, struct column_profile *c);
void profile_quality(struct arena *a, struct column_profile *c);

/* ---- profile_keys.c: keys and duplicate rows ---- */
WARN_UNUSED int profile_keys(struct profiling *p);
