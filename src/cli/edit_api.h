/* edit_api.h - libedit's functions, found when somebody types at a terminal.
 *
 * Only `assay chat` edits lines, so the program does not link the library and what it brings along. Each function is a
 * pointer with exactly histedit.h's type, under its own name.
 */
#pragma once
#include "base/attrs.h"
#include <histedit.h>
#include <stdbool.h>

/* Every function of libedit that is used here. */
#define EDIT_FUNCTIONS(X)                                                                                              \
    X(el_end)                                                                                                          \
    X(el_get)                                                                                                          \
    X(el_gets)                                                                                                         \
    X(el_init)                                                                                                         \
    X(el_set)                                                                                                          \
    X(history)                                                                                                         \
    X(history_end)                                                                                                     \
    X(history_init)

struct edit_api {
#define X(name) __typeof__(name) *name;
    EDIT_FUNCTIONS(X)
#undef X
};

/* Loads the library; false when it is not installed. */
WARN_UNUSED bool edit_load(struct edit_api *ret);
