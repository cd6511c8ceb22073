/* hang_job.h - a worker's job that never ends, for tests of what becomes of it. */
#pragma once
#include "sys/worker.h"

/* Goes on whatever anybody says. */
static int do_hang(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)io;
    (void)ret;
    (void)err;
    for (volatile int forever = 1; forever;)
        ;
    return -1;
}
