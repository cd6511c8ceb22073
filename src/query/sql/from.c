/* from.c - what stands in FROM. It is written last: columns and places that nothing named are left out. */
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "query/sql/writer.h"

static void add_alias(struct writer *w, const struct typed_relation *r)
{
    buf_adds(w->b, " AS ");
    sql_add_name(w->b, r->name);
}

/* A column of one of several tables as the type that it has in all; empty where the table has none. */
static void add_member_column(struct writer *w, const struct table *t, const struct typed_column *c)
{
    const struct column *own = NULL;
    struct buf name CLEANUP(buf_done) = BUF(SQL_BYTES);
    struct value_type type;

    for (size_t i = 0; i < t->n_columns && !own; i++)
        if (str_ieq(t->columns[i].name, c->name) && t->columns[i].nulls < t->rows)
            own = &t->columns[i];
    if (own) {
        sql_add_name(&name, own->name);
        type = (struct value_type){ .type = own->type, .scale = own->scale };
        sql_convert(w, type, c->type, name.p);
    } else if (c->type.empty) {
        buf_adds(w->b, "NULL");
    } else {
        buf_addf(w->b, "CAST(NULL AS %s)", w->dialect->types[c->type.type]);
    }
    buf_adds(w->b, " AS ");
    sql_add_name(w->b, c->name);
}

/* The place of a row of the i-th table, behind those before it. */
static void add_member_place(struct writer *w, const struct table *t, uint64_t before)
{
    const char *const *column = w->dialect->row_columns;
    const char *row;

    for (size_t i = 0; i < t->n_columns; i++)
        if (*column && str_ieq(t->columns[i].name, *column)) {
            column++;
            i = (size_t)-1;
        }
    row = *column;
    if (!row)
        row = "row_number() OVER ()";
    sql_fill(w, *column ? w->dialect->place : "@1", &(struct sql_fill){ .args = &row, .n = 1 });
    buf_addf(w->b, " + %llu", (unsigned long long)before);
}

static void add_union(struct writer *w, const struct typed_relation *r)
{
    uint64_t before = 0;

    buf_addc(w->b, '(');
    for (size_t i = 0; i < r->relation->n_tables; i++) {
        const struct table *t = typing_table(&w->typing, r->relation->tables[i]);
        size_t n = 0;
        buf_adds(w->b, i > 0 ? " UNION ALL SELECT " : "SELECT ");
        if (r->is_place_used) {
            add_member_place(w, t, before);
            buf_adds(w->b, " AS ");
            sql_add_name(w->b, r->place);
            n++;
        }
        for (size_t c = 0; c < r->n; c++)
            if (r->columns[c].is_used) {
                buf_adds(w->b, n++ > 0 ? ", " : "");
                add_member_column(w, t, &r->columns[c]);
            }
        buf_adds(w->b, n == 0 ? "1 FROM " : " FROM ");
        sql_add_name(w->b, t->name);
        before += t->rows;
    }
    buf_addc(w->b, ')');
    add_alias(w, r);
}

static void add_table(struct writer *w, const struct typed_relation *r)
{
    const struct table *t = typing_table(&w->typing, r->relation->tables[0]);

    if (r->place && r->is_place_used) {
        /* All names of its own for a row are taken by columns. */
        buf_adds(w->b, "(SELECT *, row_number() OVER () AS ");
        sql_add_name(w->b, r->place);
        buf_adds(w->b, " FROM ");
        sql_add_name(w->b, t->name);
        buf_addc(w->b, ')');
        add_alias(w, r);
        return;
    }
    sql_add_name(w->b, t->name);
    if (!str_same(t->name, r->name))
        add_alias(w, r);
}

static void add_relation(struct writer *w, struct typed_relation *r)
{
    switch (r->relation->kind) {
    case RELATION_TABLE:
        add_table(w, r);
        break;
    case RELATION_UNION:
        add_union(w, r);
        break;
    case RELATION_QUERY:
        r->block->is_place_used = r->is_place_used;
        buf_addc(w->b, '(');
        sql_block(w, r->block, false);
        buf_addc(w->b, ')');
        add_alias(w, r);
        break;
    case RELATION_STEP:
        r->block->uses++;
        r->block->is_place_used |= r->is_place_used;
        sql_add_name(w->b, r->block->name);
        add_alias(w, r);
        break;
    }
}

/* The conditions of joins come first: they may name columns that nothing else does. */
void sql_from(struct writer *w, struct block *b)
{
    static const char *const joins[] = {
        [JOIN_INNER] = " JOIN ", [JOIN_LEFT] = " LEFT JOIN ", [JOIN_CROSS] = " CROSS JOIN "
    };
    const char **on = arena_array(w->typing.arena, b->n_from, sizeof *on);

    for (size_t i = 0; i < b->n_from; i++)
        if (i > 0 && b->from[i].relation->on)
            on[i] = sql_text_as(w, b, b->from[i].relation->on, (struct value_type){ .type = COLUMN_BOOLEAN });
    for (size_t i = 0; i < b->n_from && !w->typing.failed; i++) {
        enum join_kind join = b->from[i].relation->join;
        buf_adds(w->b, i == 0 ? " FROM " : joins[join]);
        add_relation(w, &b->from[i]);
        if (i > 0 && join != JOIN_CROSS)
            buf_addf(w->b, " ON %s", on[i] ? on[i] : "TRUE");
    }
}
