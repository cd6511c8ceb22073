/* log_reader.h - reads the audit log: line by line, by request, or one entry with the proof that it is in the log.
 *
 * Reading ends where the chain stood when it began. Lines that are appended meanwhile are not seen.
 */
#pragma once
#include "base/attrs.h"
#include "store/log/chain.h"
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct store;

/* Called for each line, without its newline; *line is read and checked. A return other than 0 ends the reading and is
 * handed on. */
typedef int log_reader_line(void *arg, const char *text, size_t n, const struct chain_line *line, struct err *err);

/* Reads the lines from byte `from`, where a line begins, to byte `to`. Memory is bounded by one line. */
WARN_UNUSED int log_reader_read(const char *path, uint64_t from, uint64_t to, const struct cancel *cancel,
                                log_reader_line *each, void *arg, struct err *err);

/* Where the last n lines before byte `to` begin; 0 when there are fewer. */
WARN_UNUSED int log_reader_tail(const char *path, uint64_t to, uint64_t n, uint64_t *ret_from, struct err *err);

/* The proof that an entry, named by its sequence number, its entry_id or the beginning of one, is in the log:
 * {"leaf_index","tree_size","line","path":[hex],"root","head":{the signed head}}. ERR_NOT_FOUND. */
WARN_UNUSED int log_reader_prove(struct store *s, const char *path, const char *entry, const struct cancel *cancel,
                                 struct arena *a, struct json **ret, struct err *err);
