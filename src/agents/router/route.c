/* route.c - the rules, the strongest first. */
#include "agents/router/route.h"
#include "agents/tasks/tasks.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/str.h"
#include "lang/change.h"
#include <string.h>

static bool is_workbook(const char *source)
{
    static const char *const ends[] = { ".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb" };
    const char *dot = strrchr(source, '.');

    for (size_t i = 0; dot && i < COUNT_OF(ends); i++)
        if (str_ieq(dot, ends[i]))
            return true;
    return false;
}

static bool all_workbooks(const struct json *data)
{
    for (size_t i = 0; i < json_len(data); i++)
        if (!is_workbook(json_text(json_at(data, i), NULL)))
            return false;
    return true;
}

static struct route_choice choose_for_data(struct arena *a, const struct route_facts *f)
{
    if (f->question && change_asks_why(a, f->question))
        return (struct route_choice){ "metrics", "It asks why a figure changed.", false };
    if (all_workbooks(f->data))
        return (struct route_choice){ "workbook", "It is about a workbook.", false };
    return (struct route_choice){ "analyst", "It is about data in tables.", false };
}

/* Surer than the tasks themselves have to be before they ask: here the message may be about something else. */
#define TASKS_SURE 0.80

struct route_choice route_choose(struct arena *a, const struct route_facts *f)
{
    if (f->agent)
        return (struct route_choice){ f->agent, "It was asked for by name.", false };
    if (f->conversation && json_len(f->about) > 0 && json_len(f->data) == 0 && f->question &&
        change_asks_why(a, f->question))
        return (struct route_choice){ "metrics", "It asks why a figure changed.", true };
    if (f->conversation)
        return (struct route_choice){ f->conversation, "The conversation is with it.", false };
    if (json_len(f->data) > 0)
        return choose_for_data(a, f);
    if (!f->question)
        return (struct route_choice){ "analyst", "It is a query of tables.", false };
    if (tasks_are_meant(a, f->question, &f->now, TASKS_SURE))
        return (struct route_choice){ "tasks", "It is about tasks.", false };
    if (f->documents)
        return (struct route_choice){ "docs", "No data was named, and there are documents to look in.", false };
    return (struct route_choice){ NULL, "No data was named, it is about no task, and there are no documents.", false };
}
