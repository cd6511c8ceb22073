/* sql_from.c - the tables a query reads: one, several as one, or one with those it refers to.
 *
 * Tables taken as one are put one behind the other by the names of their columns. Only the columns that the query uses
 * are named, so that a hundred sheets of fifty columns still make a query that can be read. Each row carries the number
 * of its table and its place there, where the order of the rows matters.
 */
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "lang/sql_write.h"

void sql_column(struct writer *w, size_t column)
{
    if (w->s->kind == SCOPE_JOINED) {
        const struct table *member = w->s->members[w->s->origins[column].member];
        sql_add_name(&w->b, member->name);
        buf_addc(&w->b, '.');
        sql_add_name(&w->b, member->columns[w->s->origins[column].column].name);
    } else {
        sql_add_name(&w->b, w->t->columns[column].name);
    }
}

/* The name, with as many underlines behind it as make it none of the columns'. */
static const char *free_name(const struct writer *w, const char *name)
{
    for (size_t c = 0; c < w->t->n_columns; c++)
        if (str_ieq(w->t->columns[c].name, name)) {
            name = arena_printf(w->a, "%s_", name);
            c = (size_t)-1;
        }
    return name;
}

void sql_row_order(struct writer *w)
{
    switch (w->s->kind) {
    case SCOPE_ONE:
        buf_adds(&w->b, "rowid");
        break;
    case SCOPE_UNITED:
        sql_add_name(&w->b, free_name(w, "part"));
        buf_adds(&w->b, ", ");
        sql_add_name(&w->b, free_name(w, "line"));
        break;
    case SCOPE_JOINED:
        sql_add_name(&w->b, w->s->members[0]->name);
        buf_adds(&w->b, ".rowid");
        break;
    }
}

/* The column of a member that goes by the name. A member without values in it has a type of no meaning. */
static void add_member_column(struct writer *w, const struct table *member, const char *name)
{
    for (size_t c = 0; c < member->n_columns; c++) {
        if (!str_same(member->columns[c].name, name))
            continue;
        if (member->columns[c].nulls == member->rows)
            buf_adds(&w->b, ", NULL");
        else {
            buf_adds(&w->b, ", ");
            sql_add_name(&w->b, member->columns[c].name);
        }
        buf_adds(&w->b, " AS ");
        sql_add_name(&w->b, name);
        return;
    }
}

static void add_member(struct writer *w, size_t i)
{
    const struct table *member = w->s->members[i];
    bool all = w->q->measure == FLAT_ROWS && w->q->n_shown == 0;

    buf_addf(&w->b, "%sSELECT %zu AS ", i > 0 ? " UNION ALL BY NAME " : "", i + 1);
    sql_add_name(&w->b, free_name(w, "part"));
    buf_adds(&w->b, ", rowid AS ");
    sql_add_name(&w->b, free_name(w, "line"));
    for (size_t c = 0; c < w->t->n_columns; c++)
        if (all || flat_uses(w->q, c))
            add_member_column(w, member, w->t->columns[c].name);
    buf_adds(&w->b, " FROM ");
    sql_add_name(&w->b, member->name);
}

static void add_joined(struct writer *w)
{
    sql_add_name(&w->b, w->s->members[0]->name);
    for (size_t i = 1; i < w->s->n_members; i++) {
        const struct scope_link *link = &w->s->links[i - 1];
        buf_adds(&w->b, " LEFT JOIN ");
        sql_add_name(&w->b, w->s->members[i]->name);
        buf_adds(&w->b, " ON ");
        sql_add_name(&w->b, w->s->members[0]->name);
        buf_addc(&w->b, '.');
        sql_add_name(&w->b, w->s->members[0]->columns[link->from].name);
        buf_adds(&w->b, " = ");
        sql_add_name(&w->b, w->s->members[i]->name);
        buf_addc(&w->b, '.');
        sql_add_name(&w->b, w->s->members[i]->columns[link->to].name);
    }
}

void flat_from(struct writer *w)
{
    buf_adds(&w->b, " FROM ");
    switch (w->s->kind) {
    case SCOPE_ONE:
        sql_add_name(&w->b, w->t->name);
        break;
    case SCOPE_UNITED:
        buf_addc(&w->b, '(');
        for (size_t i = 0; i < w->s->n_members; i++)
            add_member(w, i);
        buf_addc(&w->b, ')');
        break;
    case SCOPE_JOINED:
        add_joined(w);
        break;
    }
}
