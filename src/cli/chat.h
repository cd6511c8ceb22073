/* chat.h - `assay chat`: a conversation in the terminal.
 *
 * Each line is a question for the operation `ask`, in one conversation, and is answered by the same code that shows the
 * answers of `assay ask`; a line that begins with a slash is a command of its own (chat_commands.c). Ctrl-C cancels the
 * question that runs, or drops the line that is typed; Ctrl-D ends the program. Lines may come from a pipe too.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct gate;
struct json;
struct model_entity;

/* What the command takes, for its declaration. */
extern const struct model_entity chat_input;

struct chat_config {
    struct gate *gate;
    const char *user;
    bool private, json;
    const struct json *args; /* as chat_input has them */
};

/* Until the lines end. Fails only where lines cannot be read. */
WARN_UNUSED int chat_run(const struct chat_config *config, struct err *err);
