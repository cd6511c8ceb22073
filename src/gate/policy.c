/* policy.c - a short list of rules, each a function of the declaration, the caller and the arguments. */
#include "gate/policy.h"
#include "base/err.h"
#include "base/json.h"
#include "model/model.h"
#include <limits.h>

static int deny(struct policy_decision *ret, const char *rule, const char *reason, struct err *err)
{
    ret->rule = rule;
    ret->reason = reason;
    return err_say(err, ERR_POLICY_VIOLATION, "%s", reason);
}

/* Operations that are not meant for agents stay with people, whatever an agent's plan or an outside client says. */
static int check_caller(const struct op *op, enum caller caller, struct policy_decision *ret, struct err *err)
{
    if (caller == CALLER_PERSON || (op->flags & OP_FOR_AGENTS))
        return 0;
    return deny(ret, "callers", "Only a person may call this operation.", err);
}

static bool below(const char *path, const char *folder)
{
    size_t n = strlen(folder);

    while (n > 1 && folder[n - 1] == '/')
        n--;
    if (strncmp(path, folder, n) != 0)
        return false;
    return n == 1 || path[n] == '/' || path[n] == '\0';
}

/* The path with its links resolved must lie below an allowed folder. One that does not exist is refused in the same
 * words, so that a refusal does not tell what there is. */
static int check_path(const struct policy *p, const char *path, struct policy_decision *ret, struct err *err)
{
    char real[PATH_MAX];

    if (realpath(path, real))
        for (size_t i = 0; i < p->n_allow; i++)
            if (below(real, p->allow[i]))
                return 0;
    deny(ret, "paths", "That file is not in a folder you allowed.", err);
    return err_action(err, "Allow its folder with --allow, or move it to an allowed one.");
}

static int check_field_paths(const struct policy *p, const struct json *value, struct policy_decision *ret,
                             struct err *err)
{
    if (json_is(value, JSON_STRING))
        return check_path(p, json_text(value, NULL), ret, err);
    for (size_t i = 0; i < json_len(value); i++)
        if (json_is(json_at(value, i), JSON_STRING) && check_path(p, json_text(json_at(value, i), NULL), ret, err) < 0)
            return -1;
    return 0;
}

static int check_paths(const struct policy *p, const struct op *op, const struct json *args,
                       struct policy_decision *ret, struct err *err)
{
    if (p->any_path)
        return 0;
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if ((f->flags & MODEL_PATH) && check_field_paths(p, json_get(args, f->name), ret, err) < 0)
            return -1;
    return 0;
}

int policy_check(const struct policy *p, const struct op *op, enum caller caller, const struct json *args,
                 struct policy_decision *ret, struct err *err)
{
    if (check_caller(op, caller, ret, err) < 0)
        return -1;
    return check_paths(p, op, args, ret, err);
}
