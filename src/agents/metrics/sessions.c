/* sessions.c - making, showing, listing and removing sessions.
 *
 * Removing needs no leave of an investigation that runs: the folder goes away under another name at once, and the run
 * ends when it next wants to write into it.
 */
#include "agents/metrics/sessions.h"
#include "agents/metrics/metrics.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "model/page.h"
#include "store/records/sessions.h"
#include "sys/file.h"
#include <errno.h>
#include <stdio.h>

int sessions_keep(const struct call *c, struct err *err)
{
    if (!call_is_private(c))
        return 0;
    err_say(err, ERR_POLICY_VIOLATION,
            "A session keeps files and findings for a day; a private request keeps nothing.");
    return err_action(err, "Ask without being private, or use metrics.investigate, which keeps nothing.");
}

int sessions_create(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    struct err ignored;

    (void)args;
    if (sessions_keep(c, err) < 0)
        return -1;
    if (workspace_make(&d, c, err) == 0 && session_add(c->tx, d.id, c->user, json_get_text(d.session, "created_at"),
                                                       json_get_text(d.session, "expires_at"), err) == 0) {
        *ret = d.session;
        return 0;
    }
    (void)!file_remove_tree(d.folder, &ignored); /* where it cannot, the sweep does */
    return -1;
}

int sessions_get(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0)
        return -1;
    *ret = d.session;
    return 0;
}

/* One that vanishes meanwhile is left out. */
int sessions_list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct metrics *m = c->service;
    struct session_owner owner = { m->store, c->user, world_now(c->world) };
    struct page page = page_of(args);
    int64_t total;
    struct json *ids, *items = json_array(c->arena);

    if (session_list(&owner, c->arena, page.offset, page.limit, &ids, &total, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(ids); i++) {
        struct workspace d CLEANUP(workspace_close) = WORKSPACE;
        if (workspace_open(&d, c, json_text(json_at(ids, i), NULL), err) == 0)
            json_push(c->arena, items, d.session);
        else if (err->code != ERR_SESSION_NOT_FOUND)
            return -1;
    }
    *ret = page_json(c->arena, &page, items, total);
    return 0;
}

/* ---- removing ---- */

int sessions_delete_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct json *session, *row = json_object(c->arena);

    if (sessions_get(c, args, &session, err) < 0)
        return -1;
    json_set(c->arena, row, "id", json_copy(c->arena, json_get(session, "session_id")));
    json_set(c->arena, row, "version", json_copy(c->arena, json_get(session, "created_at")));
    ret->rows = json_push(c->arena, json_array(c->arena), row);
    ret->summary = "Remove the session with its files, its report and its chat.";
    return 0;
}

int sessions_delete(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct metrics *m = c->service;
    const char *id = json_get_text(args, "id"), *folder = session_folder(c->arena, m->home, id);
    const char *gone = arena_printf(c->arena, "%s/sessions/.gone-%s", m->home, id); /* as the sweep knows it */

    if (session_remove(c->tx, id, c->user, err) < 0)
        return -1;
    if (rename(folder, gone) != 0 && errno != ENOENT)
        return err_errno(err, errno, "remove the session", folder);
    if (file_remove_tree(gone, err) < 0)
        return -1;
    *ret = json_set(c->arena, json_object(c->arena), "session_id", json_str(c->arena, id));
    json_set(c->arena, *ret, "deleted", json_bool(c->arena, true));
    return 0;
}
