/* block.h - what typing.c and open.c share. Nobody else includes it. */
#pragma once
#include "query/types/types.h"

/* Opens a step's query, which may read the steps before it. NULL after an error. */
struct block *block_open_step(struct typing *t, const struct query *q, size_t before);
