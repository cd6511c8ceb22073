/* workset.h - the sources of a worker, from inside: opened, shown, loaded into an engine, asked.
 *
 * The worker is a confined process of its own; dataset.h is its other side. The first job opens the sources. The first
 * job that needs the engine loads it and fills its tables. After that nothing more can be opened (CONFINE_WORKING), and
 * queries run side by side.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct blocked_column;
struct cancel;
struct column_policy;
struct engine;
struct err;
struct json;
struct link_schema;
struct notes;
struct show;
struct show_to;
struct source;
struct source_bytes;
struct table;
struct table_misfits;
struct worker_env;
struct workset;

/* For worker_main(): confines the process, sets the jobs and the state. The first file says what the others are, as
 * JSON that dataset.c makes:
 *   {"sources":[{"name","file","wal","cache_from","cache_to","size","mtime_ns","wal_size","wal_mtime_ns",
 *                "optional","beside"}
 *               or {"name","url"}],
 *    "policy":{"allowed":[],"blocked":[]},"apart"}
 * where "file" and the three after it are places among the files, and all but "file" may be absent. Sizes and times
 * are those of the files when they were opened. */
WARN_UNUSED int workset_begin(struct worker_env *env, struct err *err);

/* For the jobs of other files. The sources, opened: waits for, or does, the opening. Their functions are for one thread
 * at a time: call them between workset_lock() and workset_unlock(). */
WARN_UNUSED int workset_sources(struct workset *w, const struct cancel *cancel, struct source *const **ret,
                                size_t *ret_n, struct err *err);

WARN_UNUSED int workset_lock(struct workset *w, const struct cancel *cancel, struct err *err);
void workset_unlock(struct workset *w);

/* What may not be seen; NULL: everything may. */
const struct column_policy *workset_policy(const struct workset *w);

/* Shows the first source without what the policy blocks, and sees to it that its file did not change meanwhile.
 * *ret_left_out: the columns concerned, as blocked_to_json() has them. */
WARN_UNUSED int workset_show(struct workset *w, const struct show *what, const struct cancel *cancel, struct arena *a,
                             struct notes *notes, const struct show_to *to, struct json **ret_left_out,
                             struct err *err);

/* The bytes of the first file, for a job that works on the file itself and is about to parse it; *ret is NULL when
 * there is none. */
WARN_UNUSED int workset_bytes(struct workset *w, const struct cancel *cancel, const struct source_bytes **ret,
                              struct err *err);

/* The tables, loaded and typed: waits for, or does, the loading. */
WARN_UNUSED int workset_tables(struct workset *w, const struct cancel *cancel, const struct table **ret, size_t *ret_n,
                               struct err *err);

/* Those tables as questions are linked with them: waits for, or does, the making. After workset_tables(). */
WARN_UNUSED int workset_schema(struct workset *w, const struct cancel *cancel, const struct link_schema **ret,
                               struct err *err);

/* What the parent must know of where they came from, for the answer to "describe": {"from":[the source of each table],
 * "saved":[sources whose cache entry is whole],"damaged":[those whose entry cannot be used],"skipped":[{"source",
 * "reason"}: those of a folder that could not be read]}. */
void workset_origin(const struct workset *w, struct arena *a, struct json *answer);

/* The engine that holds those tables; after workset_tables(). */
struct engine *workset_engine(const struct workset *w);

/* The values of table i that do not fit their columns; after workset_tables(). */
const struct table_misfits *workset_misfits(const struct workset *w, size_t i);

/* The columns that the policy left out; after workset_tables(). */
size_t workset_blocked(const struct workset *w, const struct blocked_column **ret);

/* The profile of those tables, once it was made: what is loaded does not change, so it need not be made again. NULL:
 * not made yet, or of a server's tables, which may change. A copy of what is given is kept. */
const struct json *workset_profile(struct workset *w);
void workset_keep_profile(struct workset *w, const struct json *profile);

/* 0 while the files, and the logs beside them, are as they were when the parent opened them; ERR_CONFLICT once one is
 * not. What was read of them is then to be thrown away. */
WARN_UNUSED int workset_unchanged(const struct workset *w, struct err *err);
