/* engine_error.c - the engine's errors as ours.
 *
 * A failed prepare gives a text and nothing else, so the kind is read from the words it begins with ("Binder Error: ").
 * The text itself may hold values from the data and goes to the detail only. What a message repeats, a column's name or
 * the word where reading stopped, is taken from places where the engine quotes the query's own words.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "data/engine/engine_node.h"
#include "data/policy/sql_policy.h"
#include "grid/table.h"

#define WORD_BYTES 64 /* of the query's words, in a message */

static const struct kind {
    const char *begins;
    enum err_code code;
    const char *message, *action;
} kinds[] = {
    { "Parser Error", ERR_SQL_SYNTAX, "The SQL could not be understood.", "Check its spelling." },
    { "Syntax Error", ERR_SQL_SYNTAX, "The SQL could not be understood.", "Check its spelling." },
    { "Catalog Error", ERR_SQL_SYNTAX, "The SQL names something that does not exist.",
      "Check the names of its functions and types." },
    { "Binder Error", ERR_SQL_SYNTAX, "The SQL does not fit the data.", "Check its columns and how they are grouped." },
    { "Not implemented Error", ERR_SQL_SYNTAX, "The SQL asks for something the engine cannot do.",
      "Write it in another way." },
    { "Permission Error", ERR_POLICY_VIOLATION, "The SQL tries to reach outside of the data.",
      "Only the tables of this question can be used." },
    { "Conversion Error", ERR_TYPE_MISMATCH, "A value could not be converted to the type the SQL asks for.",
      "Use TRY_CAST, or leave out the rows that do not fit." },
    { "Mismatch Type Error", ERR_TYPE_MISMATCH, "The SQL mixes types that do not go together.",
      "Convert one of them with CAST." },
    { "Invalid type Error", ERR_TYPE_MISMATCH, "The SQL uses a type that does not fit.", "Convert it with CAST." },
    { "Out of Range Error", ERR_TYPE_MISMATCH, "A result is larger than its type can hold.",
      "Convert to a wider type first, such as DOUBLE." },
    { "Invalid Input Error", ERR_TYPE_MISMATCH, "A function of the SQL was given a value it cannot take.",
      "Check the arguments of its functions." },
    { "Out of Memory Error", ERR_RESOURCE_EXHAUSTED, "The query needs more memory than it may use.",
      "Ask for fewer rows or groups." },
    { "INTERRUPT Error", ERR_CANCELLED, "The query was stopped.", "Ask again." },
};

/* The text between the quotes that follow `before`, cut at WORD_BYTES; NULL when it is not there. */
static const char *quoted(struct arena *a, const char *text, const char *before)
{
    const char *from = strstr(text, before), *to;

    if (!from)
        return NULL;
    from += strlen(before);
    to = strchr(from, '"');
    if (!to || to == from)
        return NULL;
    return arena_dup(a, from, str_fit_bytes(from, (size_t)(to - from), WORD_BYTES));
}

static const char *nearest_column(struct arena *a, const struct table *tables, size_t n, const char *name)
{
    size_t columns = 0, k = 0;
    const char **names;

    for (size_t i = 0; i < n; i++)
        columns += tables[i].n_columns;
    names = arena_array(a, columns, sizeof *names);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < tables[i].n_columns; j++)
            names[k++] = tables[i].columns[j].name;
    return str_nearest(name, names, columns);
}

/* True when the text says that a column is missing, and err then says so too. */
static bool is_missing_column(struct arena *a, const struct table *tables, size_t n, const char *text, struct err *err)
{
    const char *name = quoted(a, text, "Referenced column \""), *nearest;

    if (!name)
        name = quoted(a, text, "does not have a column named \"");
    if (!name)
        return false;
    nearest = nearest_column(a, tables, n, name);
    if (nearest)
        err_say(err, ERR_MISSING_COLUMN, "no column '%s'; did you mean '%s'?", name, nearest);
    else
        err_say(err, ERR_MISSING_COLUMN, "no column '%s'", name);
    err_action(err, "Use a column of the table.");
    return true;
}

int engine_fail(const struct table *tables, size_t n, const char *text, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *near;

    if (!text)
        text = "no reason given";
    if (str_starts(text, "Binder Error") && is_missing_column(a, tables, n, text, err))
        return -1;
    if (str_starts(text, "Binder Error: No function matches") || str_starts(text, "Binder Error: Cannot compare")) {
        err_set(err, ERR_TYPE_MISMATCH, "The SQL calculates or compares with a type that does not fit.", "%s", text);
        return err_action(err, "Use a column of another type, or convert it with CAST.");
    }
    near = quoted(a, text, "syntax error at or near \"");
    if (near) {
        err_say(err, ERR_SQL_SYNTAX, "The SQL could not be understood near '%s'.", near);
        return err_action(err, "Check its spelling.");
    }
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (str_starts(text, kinds[i].begins)) {
            err_set(err, kinds[i].code, kinds[i].message, "%s", text);
            err_action(err, "%s", kinds[i].action);
            return kinds[i].code == ERR_POLICY_VIOLATION
                       ? err_rule(err, SQL_RULE_OUTSIDE, "The query tries to reach outside of the data.")
                       : -1;
        }
    err_set(err, ERR_INTERNAL, "The engine failed on that query.", "%s", text);
    return err_action(err, "Ask again; if it happens once more, please report it.");
}
