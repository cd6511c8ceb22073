/* worker_frame.h - how a worker and its parent speak. Internal to worker*.c.
 *
 * A frame is its length (four bytes, little-endian, without the head), the memory it needs (as many), a letter, and the
 * bytes. The two sides trust each other as far as their places allow: the worker believes its parent; the parent
 * believes nothing.
 */
#pragma once
#include "base/attrs.h"
#include "base/cancel.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;

enum frame_kind {
    FRAME_JOB = 'J',    /* {"job","args","brief"}, from the parent; everything else is from the worker */
    FRAME_OUTPUT = 'O', /* bytes */
    FRAME_STEP = 'S',   /* {"n","of","text"} */
    FRAME_ANSWER = 'A', /* the job's result */
    FRAME_ERROR = 'E',  /* {"code","message","action","detail","rule","reason"} */
};

#define FRAME_HEAD_BYTES 9

struct frame_head {
    uint32_t bytes;
    uint32_t need; /* of an answer from WORKER_ANSWER_BYTES on: budget_of_json(), known before it is read; else 0 */
    char kind;
};

/* What an answer says that it needs. */
uint32_t frame_need(const char *text, size_t n);

void frame_pack(struct frame_head head, unsigned char out[static FRAME_HEAD_BYTES]);
struct frame_head frame_unpack(const unsigned char in[static FRAME_HEAD_BYTES]);

/* The shared page. The parent writes, the worker reads: it is sealed against anything else. */
struct worker_page {
    struct cancel cancels[WORKER_CHANNELS];
};

/* Where the worker finds its descriptors. */
#define WORKER_PAGE_FD 3
#define WORKER_FIRST_FD 4 /* of the channels; the files follow them */

/* Exit status of a worker that ended because it got no more memory. */
#define WORKER_EXIT_MEMORY 77

/* An error as it is sent, and back. What comes back is cut to err's bounds; a code that is unknown is ERR_INTERNAL. */
struct json *frame_from_err(struct arena *a, const struct err *err);
void frame_to_err(const struct json *v, struct err *ret);
