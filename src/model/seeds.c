/* seeds.c - the list of the seeds, looking things up in it, and the few helpers that rules of several seeds use. */
#include "model/seeds.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"

const struct model_seed *const model_seeds[] = {
    &workbook_seed, &tasks_seed, &metrics_seed, &docs_seed, &analyst_seed, &answer_seed, NULL,
};

const struct model_entity *model_entity(const char *name)
{
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_entity *const *e = (*s)->entities; *e; e++)
            if (strcmp((*e)->name, name) == 0)
                return *e;
    return NULL;
}

const struct model_enum *model_enum(const char *name)
{
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_enum *const *e = (*s)->enums; *e; e++)
            if (strcmp((*e)->name, name) == 0)
                return *e;
    return NULL;
}

const struct model_machine *model_machine(const char *name)
{
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_machine *const *m = (*s)->machines; *m; m++)
            if (strcmp((*m)->name, name) == 0)
                return *m;
    return NULL;
}

bool rule_has(const struct json *entity, const char *field)
{
    const struct json *v = json_get(entity, field);

    return v && !json_is(v, JSON_NULL);
}

bool rule_filled(const struct json *entity, const char *field)
{
    size_t n;
    const char *text = json_text(json_get(entity, field), &n);

    if (!text)
        return false;
    str_trim(text, n, &n);
    return n > 0;
}

bool rule_is(const struct json *entity, const char *field, const char *value)
{
    size_t n;
    const char *text = json_text(json_get(entity, field), &n);

    return text && n == strlen(value) && memcmp(text, value, n) == 0;
}

int64_t rule_time(const struct json *entity, const char *field)
{
    size_t n;
    const char *text = json_text(json_get(entity, field), &n);
    int64_t us = 0;

    return text && time_read(text, n, &us) ? us : 0;
}

bool rule_ends(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);

    return n > m && str_ieq(text + n - m, suffix);
}

bool rule_stays_inside(const char *path)
{
    if (*path == '/')
        return false;
    for (const char *part = path; *part;) {
        size_t n = strcspn(part, "/");
        if (n == 2 && part[0] == '.' && part[1] == '.')
            return false;
        part += n + (part[n] == '/');
    }
    return true;
}

int rule_fail(struct err *err, const char *message)
{
    return err_say(err, ERR_INVALID_INPUT, "%s", message);
}
