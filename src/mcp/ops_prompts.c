/* ops_prompts.c - prompts people pick from a menu, and the completion of their arguments. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "mcp/ops.h"
#include "model/model.h"

static const struct mcp_argument ask_arguments[] = {
    { "question", "The question, in plain words.", true },
    { "data", "The file it is about: a path or an upload.", false },
    { "agent", "Which agent answers; chosen for you unless said.", false },
    { 0 },
};
static const struct mcp_argument explain_arguments[] = {
    { "answer", "An answer of assay, as JSON.", true },
    { 0 },
};

enum { ASK_DATA, EXPLAIN_ANSWER, CHECK_AUDIT };

/* The tools they speak of; a prompt whose tool is not offered is none. */
static const char *const needs[] = { [ASK_DATA] = "ask", [EXPLAIN_ANSWER] = "ask", [CHECK_AUDIT] = "audit.verify" };

static const struct mcp_prompt prompts[] = {
    [ASK_DATA] = { "ask-data", "Ask your data", "Answer a question about a file, with proof.", ask_arguments },
    [EXPLAIN_ANSWER] = { "explain-answer", "Explain an answer", "Say where the figures of an answer come from.",
                         explain_arguments },
    [CHECK_AUDIT] = { "check-audit", "Check the audit log", "Verify that the log of everything done is whole.", NULL },
};

int ops_prompts(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)c;
    (void)err;
    for (size_t i = 0; i < COUNT_OF(prompts); i++)
        if (!ops_withholds((const struct ops *)h, needs[i]))
            mcp_offer_prompt(page, &prompts[i]);
    return 0;
}

/* ---- the texts ---- */

static const char *ask_text(struct arena *a, const struct json *args)
{
    const char *data = json_get_text(args, "data"), *agent = json_get_text(args, "agent");

    return arena_printf(a,
                        "Answer this question with the tool `ask`%s%s%s%s%s%s: %s\n\nGive the answer in a sentence, "
                        "then the table if there is one, then in one line what was understood. Quote figures exactly "
                        "as they are in the result. If it needs clarification, ask me with the options it offers.",
                        data ? ", with data [\"" : "", data ? data : "", data ? "\"]" : "",
                        agent ? " and agent \"" : "", agent ? agent : "", agent ? "\"" : "",
                        json_get_text(args, "question"));
}

static const char *explain_text(struct arena *a, const struct json *args)
{
    return arena_printf(a,
                        "Explain to me where the figures in this answer come from: what was understood "
                        "(restatement), the SQL that ran and the files it read (evidence), in plain words and in "
                        "that order. Do not compute anything yourself.\n\n%s",
                        json_get_text(args, "answer"));
}

static int check_arguments(const struct mcp_prompt *p, const struct json *args, struct err *err)
{
    for (const struct mcp_argument *arg = p->arguments; arg && arg->name; arg++)
        if (arg->required && !json_get(args, arg->name))
            return err_say(err, ERR_INVALID_INPUT, "The prompt %s needs the argument '%s'.", p->name, arg->name);
    return 0;
}

int ops_prompt(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
               struct mcp_messages *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    const char *text = "Call the tool `audit.verify` and tell me whether the audit log is whole: how many entries it "
                       "has, its head, and, if something is wrong, the first bad entry and what that means.";
    size_t i = 0;

    while (i < COUNT_OF(prompts) && strcmp(prompts[i].name, name) != 0)
        i++;
    if (i == COUNT_OF(prompts) || ops_withholds((const struct ops *)h, needs[i]))
        return err_say(err, ERR_NOT_FOUND, "There is no prompt of that name; prompts/list has them all.");
    if (check_arguments(&prompts[i], args, err) < 0)
        return -1;
    if (i == ASK_DATA)
        text = ask_text(a, args);
    else if (i == EXPLAIN_ANSWER)
        text = explain_text(a, args);
    ret->description = prompts[i].description;
    ret->messages = json_push(a, json_array(a), mcp_user_says(a, mcp_text(a, text)));
    return 0;
}

/* ---- completion ---- */

static void add_if_fits(struct arena *a, struct json *values, const char *candidate, const char *typed)
{
    if (candidate && strstr(str_fold(a, candidate), str_fold(a, typed)))
        json_push(a, values, json_str(a, candidate));
}

static void complete_agent(const struct ops *o, struct arena *a, const char *typed, struct json *values)
{
    const struct op_entry *ask = op_table_find(o->gate->table, "ask");

    for (const struct model_field *f = ask ? ask->op->input->fields : NULL; f && f->name; f++)
        for (const char *const *v = f->values ? f->values->values : NULL; v && *v && strcmp(f->name, "agent") == 0; v++)
            add_if_fits(a, values, *v, typed);
}

/* Of a prompt the name under which data is asked, of a template the part of it. */
static int complete_file(const struct ops *o, struct mcp_call *c, const char *field, const char *typed,
                         struct json *values, struct err *err)
{
    struct json *files;

    if (ops_files(o, c, 0, MCP_COMPLETION_FILES, &files, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(files); i++)
        add_if_fits(mcp_arena(c), values, json_get_text(json_at(files, i), field), typed);
    return 0;
}

int ops_complete(const struct mcp_host *h, struct mcp_call *c, const struct mcp_completing *what, struct json **ret,
                 struct err *err)
{
    const struct ops *o = (const struct ops *)h;
    struct arena *a = mcp_arena(c);
    bool asks = what->prompt && strcmp(what->prompt, prompts[ASK_DATA].name) == 0;

    *ret = json_array(a);
    if (asks && strcmp(what->argument, "agent") == 0)
        complete_agent(o, a, what->value, *ret);
    else if (asks && strcmp(what->argument, "data") == 0)
        return complete_file(o, c, "data", what->value, *ret, err);
    else if (what->template && (strcmp(what->argument, "id") == 0 || strcmp(what->argument, "name") == 0))
        return complete_file(o, c, what->argument, what->value, *ret, err);
    return 0;
}
