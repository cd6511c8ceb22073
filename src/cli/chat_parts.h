/* chat_parts.h - what the conversation and its commands share. */
#pragma once
#include "base/cancel.h"
#include "base/id.h"
#include "base/limits.h"
#include "cli/chat.h"
#include <stddef.h>

struct arena;
struct gate_reply;
struct gate_request;
struct prompt;

struct chat {
    const struct chat_config *config;
    struct prompt *prompt;
    struct arena *arena;      /* as long as the program */
    struct json *data;        /* what is asked about; a list */
    const char *agent;        /* that was named; NULL: whoever fits */
    char id[ID_TEXT_BYTES];   /* the conversation's; "": a new one */
    struct arena *last_arena; /* of the last answer alone */
    struct json *last;        /* NULL: none yet */
    struct cancel cancel;     /* of the call that runs */
};

/* Calls an operation so that Ctrl-C cancels it; a destructive one asks first. An error is shown. */
WARN_UNUSED int chat_call(struct chat *c, struct arena *a, const char *op, struct json *args, struct json **ret);

/* A line for the person: text that may be foreign is made safe. With --json it goes to standard error, where it is in
 * nobody's way. */
void chat_say(const struct chat *c, const char *text, ...) PRINTF(2, 3);

/* The next question begins a conversation of its own. */
void chat_begin(struct chat *c);

/* Runs "/name rest"; *ret_quit when the conversation is to end. (chat_commands.c) */
void chat_command(struct chat *c, const char *line, bool *ret_quit);
