/* prompt.h - the lines a person types, or a program sends, one after the other.
 *
 * At a terminal with libedit installed, lines can be edited and those before called back; they are kept in memory only,
 * for they are a person's words. At a terminal without it there is a prompt and no more; otherwise only lines.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct prompt;

struct prompt *prompt_new(void);
void prompt_free(struct prompt *p);

/* True when a person is there to be asked. */
bool prompt_is_person(const struct prompt *p);

enum prompt_got {
    PROMPT_LINE,
    PROMPT_INTERRUPTED, /* Ctrl-C: what was typed is dropped */
    PROMPT_ENDED        /* Ctrl-D, or no more lines */
};

/* Shows the text, where there is a person, and waits for a line, which is the prompt's until the next call. */
WARN_UNUSED int prompt_ask(struct prompt *p, const char *text, enum prompt_got *ret, const char **ret_line,
                           struct err *err);

/* Ctrl-C was pressed: ends a prompt_ask() that waits. For a signal's handler. */
void prompt_interrupt(struct prompt *p);
