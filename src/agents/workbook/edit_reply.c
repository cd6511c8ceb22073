/* edit_reply.c - shapes, and the two refusals. */
#include "agents/workbook/edit_reply.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/pii/pii.h"

/* ---- shapes ---- */

static bool is_text_or_null(const struct json *v)
{
    return !v || json_is(v, JSON_NULL) || json_is(v, JSON_STRING);
}

static bool is_change(const struct json *v, bool is_sheet)
{
    const struct json *hidden = json_get(v, "hidden");

    return json_is(v, JSON_OBJECT) && json_get_text(v, "worksheet") &&
           (is_sheet ? !json_get(v, "cell") : json_get_text(v, "cell") != NULL) &&
           is_text_or_null(json_get(v, "formula_before")) && is_text_or_null(json_get(v, "formula_after")) &&
           (!hidden || json_is(hidden, JSON_BOOL));
}

/* A strip of a sheet: its column, and its first and last row. */
static bool read_strip(const struct json *v, int64_t ret[static 3])
{
    if (json_len(v) != 3)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!json_int64(json_at(v, i), &ret[i]))
            return false;
    return true;
}

static bool is_reply(const struct json *reply, bool is_sheet)
{
    const struct json *changes = json_get(reply, "changes"), *notes = json_get(reply, "notes");
    const struct json *veiled = json_get(reply, "veiled");
    const size_t n = json_len(changes);
    int64_t strip[3];

    if (!json_is(changes, JSON_ARRAY) || !json_is(notes, JSON_ARRAY) || (veiled && !json_is(veiled, JSON_ARRAY)))
        return false;
    if (n < 1 || n > (is_sheet ? 1 : EDIT_CELLS))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_change(json_at(changes, i), is_sheet))
            return false;
    for (size_t i = 0; i < json_len(notes); i++)
        if (!json_is(json_at(notes, i), JSON_STRING))
            return false;
    for (size_t i = 0; i < json_len(veiled); i++)
        if (!read_strip(json_at(veiled, i), strip))
            return false;
    return true;
}

int edit_reply_check(const struct json *reply, bool is_sheet, struct err *err)
{
    if (json_is(reply, JSON_OBJECT) && is_reply(reply, is_sheet))
        return 0;
    return err_set(err, ERR_INTERNAL, "The workbook could not be changed.", "an edit's answer has another shape");
}

/* ---- refusals ---- */

static int refuse(struct err *err, const char *message, const char *reason)
{
    err_say(err, ERR_POLICY_VIOLATION, "%s", message);
    err_rule(err, PII_RULE_BLOCKED, reason);
    return err_action(err, "A person can make this change: at the command line, or in a spreadsheet program.");
}

int edit_reply_check_hidden(const struct json *reply, struct err *err)
{
    const struct json *changes = json_get(reply, "changes");

    for (size_t i = 0; i < json_len(changes); i++)
        if (json_get_truth(json_at(changes, i), "hidden"))
            return refuse(err, "A cell to be changed is one that the policy hides.",
                          "A cell that is hidden must not be changed.");
    return 0;
}

static bool is_covered(const int64_t was[static 3], const struct json *strips)
{
    int64_t is[3];

    for (size_t i = 0; i < json_len(strips); i++)
        if (read_strip(json_at(strips, i), is) && is[0] == was[0] && is[1] <= was[1] && is[2] >= was[2])
            return true;
    return false;
}

int edit_reply_check_veiled(const struct json *before, const struct json *after, struct err *err)
{
    const struct json *strips = json_get(before, "veiled");
    int64_t was[3];

    for (size_t i = 0; i < json_len(strips); i++)
        if (read_strip(json_at(strips, i), was) && !is_covered(was, json_get(after, "veiled")))
            return refuse(err, "After that change the policy would no longer hide what it hides.",
                          "A change must not lift the policy off a column.");
    return 0;
}
