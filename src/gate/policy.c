/* policy.c - a short list of rules, each a function of the declaration, the caller and the arguments. */
#include "gate/policy.h"
#include "base/address/address.h"
#include "base/address/url.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/world.h"
#include "model/model.h"
#include "store/records/artifacts.h"
#include "store/records/sessions.h"
#include "store/records/uploads.h"
#include "sys/location.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define OUTSIDE "That file is not in a folder you allowed."

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
static bool allows(const struct root_folder *f, const char *real)
{
    if (!below(real, f->name))
        return false;
    return !f->closed || !below(real, f->closed->name) || below(f->name, f->closed->name);
}

/* The path that a new file will have; a name that has no folder will be in the current one. */
static bool resolve_new(const char *path, char real[static PATH_MAX])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char folder[PATH_MAX];
    size_t n = slash ? (size_t)(slash - path) : 0;

    if (n >= sizeof folder)
        return false;
    snprintf(folder, sizeof folder, "%.*s", (int)n, path);
    if (!realpath(!slash ? "." : n == 0 ? "/" : folder, real))
        return false;
    n = strlen(real);
    if (n + 1 + strlen(name) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    snprintf(real + n, PATH_MAX - n, n == 1 ? "%s" : "/%s", name);
    return true;
}

/* Where that resolved path lies below an allowed folder. Of a file that is to be made only its folder counts. */
static bool find_folder(const struct policy *p, struct arena *a, const char *real, bool made, struct location *ret)
{
    const size_t n = made ? (size_t)(strrchr(real, '/') - real) : strlen(real);
    const char *counts = n > 0 ? arena_dup(a, real, n) : "/";

    for (size_t i = 0; i < p->n_folders; i++) {
        const struct root_folder *f = &p->folders[i];
        if (allows(f, counts)) {
            const char *path = real + strlen(f->name);
            *ret = (struct location){ .root = f, .path = arena_str(a, *path == '/' ? path + 1 : path) };
            return true;
        }
    }
    return false;
}

/* A name that is another than where it leads is remembered: there may be files beside it. */
static const struct location *link_of(const struct policy *p, struct arena *a, const char *path, const char *real)
{
    struct location *link = arena_alloc(a, sizeof *link);
    char named[PATH_MAX];

    if (strcmp(path, real) == 0 || !resolve_new(path, named) || strcmp(named, real) == 0 ||
        !find_folder(p, a, named, true, link))
        return NULL;
    return link;
}

/* The path with its links resolved must lie below an allowed folder. One that does not exist is refused in the same
 * words, so that a refusal does not tell what there is; of an allowed folder that may be told. */
int policy_locate(const struct policy *p, struct arena *a, const char *path, bool made, struct location *ret,
                  struct err *err)
{
    struct location found;
    char real[PATH_MAX];

    if (p->any_path) {
        *ret = (struct location){ .path = path };
        return 0;
    }
    errno = 0;
    if ((made ? resolve_new(path, real) : realpath(path, real) != NULL) && find_folder(p, a, real, made, &found)) {
        found.name = arena_str(a, path);
        found.link = made ? NULL : link_of(p, a, path, real);
        *ret = found;
        return 0;
    }
    if (!made && errno == ENOENT && resolve_new(path, real) && find_folder(p, a, real, true, &found))
        return err_say(err, ERR_NOT_FOUND, "There is no such file in that folder.");
    err_say(err, ERR_POLICY_VIOLATION, OUTSIDE);
    err_rule(err, "paths", OUTSIDE);
    return err_action(err, "Give its whole path, and allow its folder with --allow.");
}

static int check_path(const struct policy *p, const struct call *c, const char *path, bool made,
                      struct policy_decision *ret, struct err *err)
{
    struct location found;

    if (policy_locate(p, c->arena, path, made, &found, err) == 0)
        return 0;
    if (err->code == ERR_POLICY_VIOLATION)
        *ret = (struct policy_decision){ "paths", OUTSIDE };
    err->rule[0] = '\0'; /* the decision is written down, once */
    return -1;
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
                                       : check_path(p, c, source, made, ret, err);
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
