/* policy.c - a short list of rules, each a function of the declaration, the caller and the arguments. */
#include "gate/policy.h"
#include "base/address.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/url.h"
#include "base/world.h"
#include "model/model.h"
#include "store/artifacts.h"
#include "store/sessions.h"
#include "store/uploads.h"
#include <errno.h>
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
    if (caller == CALLER_PERSON || (op->flags & OP_FOR_AGENTS) || (caller == CALLER_AGENT && (op->flags & OP_INSIDE)))
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

/* An allowed folder around the home does not open the home; one inside it does. */
static bool allows(const struct policy *p, const char *folder, const char *real)
{
    char home[PATH_MAX];

    if (!below(real, folder))
        return false;
    return !p->home || !realpath(p->home, home) || !below(real, home) || below(folder, home);
}

/* The folder that a new file will be in; a name that has none will be in the current one. */
static bool resolve_folder(const char *path, char real[static PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    size_t n = slash ? (size_t)(slash - path) : 0;

    if (n >= sizeof folder)
        return false;
    snprintf(folder, sizeof folder, "%.*s", (int)n, path);
    return realpath(!slash ? "." : n == 0 ? "/" : folder, real) != NULL;
}

/* The path with its links resolved must lie below an allowed folder. One that does not exist is refused in the same
 * words, so that a refusal does not tell what there is; of an allowed folder that may be told. */
static int check_path(const struct policy *p, const char *path, bool made, struct policy_decision *ret, struct err *err)
{
    char real[PATH_MAX];

    errno = 0;
    if (made ? resolve_folder(path, real) : realpath(path, real) != NULL)
        for (size_t i = 0; i < p->n_allow; i++)
            if (allows(p, p->allow[i], real))
                return 0;
    if (!made && errno == ENOENT && resolve_folder(path, real))
        for (size_t i = 0; i < p->n_allow; i++)
            if (allows(p, p->allow[i], real))
                return err_say(err, ERR_NOT_FOUND, "There is no such file in that folder.");
    deny(ret, "paths", "That file is not in a folder you allowed.", err);
    return err_action(err, "Give its whole path, and allow its folder with --allow.");
}

/* Passwords and their masks are left out of the comparison: which address it is, the rest says. */
static int check_url(const struct policy *p, struct arena *a, const char *url, struct policy_decision *ret,
                     struct err *err)
{
    const char *plain = address_plain(a, url);

    for (size_t i = 0; i < p->n_allow; i++)
        if (url_is(p->allow[i]) && address_below(plain, address_plain(a, p->allow[i])))
            return 0;
    deny(ret, "paths", "That address is not one you allowed.", err);
    return err_action(err, "Allow it, or the part up to a slash, with --allow.");
}

static bool is_kept(const char *source)
{
    return str_starts(source, UPLOAD_SCHEME) || str_starts(source, SESSION_SCHEME) || artifact_is_ref(source);
}

/* What the home keeps of this user's. */
static bool is_own(const struct policy *p, const struct call *c, const char *source)
{
    struct session_owner owner = { p->store, c->user, world_now(c->world) };
    const char *path, *name;
    struct json *artifact;
    struct err ignored;

    if (artifact_is_ref(source))
        return artifact_find(p->store, c->arena, source, c->user, &artifact, &ignored) == 0;
    if (str_starts(source, SESSION_SCHEME))
        return session_resolve(&owner, c->arena, p->home, source, &path, &name, &ignored) == 0;
    return p->home && uploads_path(c->arena, p->home, c->user, source, &path, &ignored) == 0;
}

/* Another's upload, artifact or file of a session is refused as one that does not exist. */
static int check_source(const struct policy *p, const struct call *c, const char *source, bool made,
                        struct policy_decision *ret, struct err *err)
{
    if (made || !is_kept(source)) {
        if (p->any_path)
            return 0;
        return url_is(source) && !made ? check_url(p, c->arena, source, ret, err)
                                       : check_path(p, source, made, ret, err);
    }
    if (is_own(p, c, source))
        return 0;
    ret->rule = "uploads";
    ret->reason = "There is no such file.";
    err_say(err, ERR_NOT_FOUND, "%s", ret->reason);
    return err_action(err, "It may have been removed; see which files there are.");
}

static int check_field(const struct policy *p, const struct call *c, const struct json *value, bool made,
                       struct policy_decision *ret, struct err *err)
{
    if (json_is(value, JSON_STRING))
        return check_source(p, c, json_text(value, NULL), made, ret, err);
    for (size_t i = 0; i < json_len(value); i++)
        if (json_is(json_at(value, i), JSON_STRING) &&
            check_source(p, c, json_text(json_at(value, i), NULL), made, ret, err) < 0)
            return -1;
    return 0;
}

int policy_check(const struct policy *p, const struct op *op, const struct call *c, const struct json *args,
                 struct policy_decision *ret, struct err *err)
{
    if (check_caller(op, c->caller, ret, err) < 0)
        return -1;
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if ((f->flags & MODEL_PATH) && check_field(p, c, json_get(args, f->name), f->flags & MODEL_MADE, ret, err) < 0)
            return -1;
    return 0;
}
