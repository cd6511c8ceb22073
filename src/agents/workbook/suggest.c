/* suggest.c - questions worth asking of a workbook: each is read against all its tables first, so that what is offered
 * is answered. */
#include "agents/workbook/session.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "grid/table.h"
#include "inquiry/described.h"
#include "inquiry/words.h"
#include "talk/talk.h"
#include <string.h>

static const char about_sheets[] = "what sheets are there?";

static bool is_there(const struct json *list, const char *question)
{
    for (size_t i = 0; i < json_len(list); i++)
        if (strcmp(json_text(json_at(list, i), NULL), question) == 0)
            return true;
    return false;
}

/* One question of each table in turn, so that several tables each get a word. */
static void offer(struct arena *a, const struct table *tables, size_t n, struct json *list)
{
    for (size_t round = 0; round < SHEETS_SUGGESTIONS; round++)
        for (size_t i = 0; i < n && i < SHEETS_SUGGESTIONS && json_len(list) < SHEETS_SUGGESTIONS; i++) {
            const char *questions[3];
            size_t offered = words_suggest(a, &tables[i], questions);
            if (round < offered && !is_there(list, questions[round]) && words_are_read(a, tables, n, questions[round]))
                json_push(a, list, json_str(a, questions[round]));
        }
    if (json_len(list) < SHEETS_SUGGESTIONS)
        json_push(a, list, json_str(a, about_sheets));
}

int workbook_suggest(struct call *c, const struct json *data, struct json **ret, struct json **ret_tables,
                     struct err *err)
{
    struct arena *a = c->arena;
    struct described described;
    struct table *tables;

    *ret = json_array(a);
    *ret_tables = NULL;
    if (describe_data(c, data, &described, err) < 0) {
        if (err_kind(err->code) != ERR_KIND_INVALID)
            return -1;
        json_push(a, *ret, json_str(a, about_sheets)); /* no table in it: it has sheets all the same */
        return 0;
    }
    *ret_tables = described.list;
    tables = arena_array(a, described.n, sizeof *tables);
    offer(a, tables, described_shown(&described, tables), *ret);
    return 0;
}

int workbook_suggestions(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct arena *a = c->arena;
    struct json *messages, *all = json_array(a), *list = json_array(a), *tables;
    int64_t most = json_get_int(args, "max", SHEETS_SUGGESTIONS);
    struct conversation kept;
    const struct json *data;

    if (talk_read(c, w->store, WORKBOOK_AGENT, json_get_text(args, "id"), &kept, &messages, err) < 0)
        return -1;
    data = json_get(kept.metadata, "data");
    if (json_len(data) > 0 && workbook_suggest(c, data, &all, &tables, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(all) && (int64_t)i < most; i++)
        json_push(a, list, json_at(all, i));
    *ret = json_set(a, json_object(a), "suggestions", list);
    return 0;
}
