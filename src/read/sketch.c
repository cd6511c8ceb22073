/* sketch.c - a plan's shape as six texts, and back. */
#include "read/sketch.h"

const char *const sketch_part_names[SKETCH_PARTS] = { "shown", "distinct", "where", "group", "order", "nest" };
