/* chat.c - the loop: a line, a question, an answer.
 *
 * The conversation itself is kept by the agents, in the store; here is only its id. Where an answer belongs to no
 * conversation (a private one, or one about documents), the data is named again with each question, and a choice among
 * its options is resolved here.
 */
#include "cli/chat.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "cli/chat_parts.h"
#include "cli/output.h"
#include "cli/prompt.h"
#include "cli/term.h"
#include "gate/gate.h"
#include "model/answer.h"
#include "model/fields.h"
#include "sys/file.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct model_field fields[] = {
    FIELD("data", LIST, MODEL_PATH, "A file to ask about: its path, or upload://ID/NAME; may be repeated.",
          .metavar = "PATH", .range = BETWEEN(0, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("agent", ENUM, 0, "Who is to answer; whoever fits best unless said.", .metavar = "NAME",
          .values = &answer_agent_enum),
    END,
};
const struct model_entity chat_input = ENTITY("chat", "What the conversation is about.", fields);

/* ---- Ctrl-C ---- */

static struct chat *interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    cancel_fire(&interrupted->cancel);
    prompt_interrupt(interrupted->prompt);
}

/* Without SA_RESTART: a wait for a line is to end. */
static void catch_interrupts(struct chat *c)
{
    struct sigaction action = { .sa_handler = on_interrupt };

    interrupted = c;
    sigaction(SIGINT, &action, NULL);
}

/* ---- saying ---- */

void chat_say(const struct chat *c, const char *text, ...)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
    struct term_lines lines = { .n = 0 };
    const char *made;
    va_list args;

    va_start(args, text);
    made = arena_vprintf(a, text, args);
    va_end(args);
    term_lines_add(&lines, &b, made, strlen(made));
    buf_addc(&b, '\n');
    output_text(c->config->json ? stderr : stdout, &b, 0);
}

/* With --json each answer is one line, so that a program can read it as it comes. */
static void show_answer(struct chat *c, struct arena *a, const struct json *answer)
{
    struct output o = { .arena = a, .proof = "/proof" };
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (!c->config->json) {
        output_answer(&o, answer);
        return;
    }
    json_write(&b, answer);
    buf_addc(&b, '\n');
    output_text(stdout, &b, 0);
}

/* ---- calling ---- */

/* Where a person is there to be asked; anything but a yes is a no. */
static bool says_yes(struct chat *c, const struct json *confirmation)
{
    enum prompt_got got;
    const char *line;
    struct err err;

    chat_say(c, "%s", json_get_text(confirmation, "summary"));
    if (!prompt_is_person(c->prompt))
        return false;
    if (prompt_ask(c->prompt, "Go on? [y/N] ", &got, &line, &err) < 0 || got != PROMPT_LINE)
        return false;
    return str_ieq(line, "y") || str_ieq(line, "yes");
}

int chat_call(struct chat *c, struct arena *a, const char *op, struct json *args, struct json **ret)
{
    struct gate_request request = { .op = op,
                                    .args = args,
                                    .user = c->config->user,
                                    .caller = CALLER_PERSON,
                                    .cancel = &c->cancel,
                                    .private = c->config->private };
    struct gate_reply reply;
    struct err err;
    int status;

    cancel_init(&c->cancel, NULL, 0);
    status = gate_call(c->config->gate, a, &request, &reply, &err);
    if (status < 0 && reply.confirmation && json_get(reply.confirmation, "token") && says_yes(c, reply.confirmation)) {
        json_set(a, args, "confirmation_token", json_get(reply.confirmation, "token"));
        status = gate_call(c->config->gate, a, &request, &reply, &err);
    }
    if (status < 0) {
        if (err.code == ERR_NOT_FOUND && json_get(args, "conversation_id"))
            chat_begin(c); /* it is gone: what is asked next begins another */
        output_error(&(struct output){ .arena = a }, &err);
        return -1;
    }
    *ret = reply.result;
    return 0;
}

/* ---- a question ---- */

void chat_begin(struct chat *c)
{
    c->id[0] = '\0';
}

/* Keeps the answer until the next one, for the commands about it. */
static void keep_last(struct chat *c, const struct json *answer)
{
    const char *id = json_get_text(answer, "conversation_id");

    arena_free(c->last_arena);
    c->last_arena = arena_new();
    c->last = json_copy(c->last_arena, answer);
    snprintf(c->id, sizeof c->id, "%s", id ? id : "");
}

/* The line, or what it chooses of what was offered outside a conversation. */
static const char *meant(const struct chat *c, const char *line)
{
    const struct json *option = c->id[0] || !c->last ? NULL : answer_option(json_get(c->last, "options"), line);
    const char *text = option ? json_get_text(option, "value") : NULL;

    return text ? text : line;
}

static void ask(struct chat *c, const char *line)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *args = json_set(a, json_object(a), "question", json_str(a, meant(c, line))), *answer;

    if (c->id[0])
        json_set(a, args, "conversation_id", json_str(a, c->id));
    else if (json_len(c->data) > 0)
        json_set(a, args, "data", json_copy(a, c->data));
    if (c->agent)
        json_set(a, args, "agent", json_str(a, c->agent));
    if (chat_call(c, a, "ask", args, &answer) < 0)
        return;
    show_answer(c, a, answer);
    keep_last(c, answer);
}

/* ---- the loop ---- */

static void greet(const struct chat *c)
{
    if (!prompt_is_person(c->prompt) || c->config->json)
        return;
    chat_say(c, json_len(c->data) > 0 ? "Ask about your data. /help shows what else there is, Ctrl-D ends."
                                      : "Ask about your tasks and documents, or name data with /data PATH. /help shows "
                                        "what else there is, Ctrl-D ends.");
}

static int converse(struct chat *c, struct err *err)
{
    bool quit = false;

    greet(c);
    while (!quit) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        enum prompt_got got;
        const char *line;
        size_t n;

        if (prompt_ask(c->prompt, "assay> ", &got, &line, err) < 0)
            return -1;
        if (got == PROMPT_ENDED || (got == PROMPT_INTERRUPTED && !prompt_is_person(c->prompt)))
            return 0;
        if (got == PROMPT_INTERRUPTED)
            continue;
        line = str_trim(line, strlen(line), &n);
        line = arena_dup(a, line, n);
        if (*line == '/')
            chat_command(c, line, &quit);
        else if (*line)
            ask(c, line);
    }
    return 0;
}

int chat_run(const struct chat_config *config, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct chat c = { .config = config, .arena = a, .agent = json_get_text(config->args, "agent") };
    int status;

    c.data = json_get(config->args, "data") ? json_copy(a, json_get(config->args, "data")) : json_array(a);
    c.prompt = prompt_new();
    catch_interrupts(&c);
    status = converse(&c, err);
    signal(SIGINT, SIG_DFL);
    prompt_free(c.prompt);
    arena_free(c.last_arena);
    return status;
}
