/* workset_schema.c - the loaded tables as questions are linked with them (link/schema.h).
 *
 * Their columns are taken in as they are loaded, which takes a tenth of that time; once they are in the engine, they
 * could only be read back as text. What finds their words is made by the first question: most workers are never asked
 * one. What a policy blocks is not taken in; tables on hidden sheets are not, as they are meant only where they are
 * named.
 */
#include "data/engine/engine.h"
#include "data/worker/workset_node.h"
#include "link/schema.h"

void workset_link(struct loading *l, const struct table *t, const struct columns *columns,
                  const struct engine_without *without)
{
    if (t->hidden)
        return;
    link_schema_table(l->schema, t);
    link_schema_columns(l->schema, columns, without ? without->columns : NULL, without ? without->values : NULL);
}

int workset_make_schema(struct workset *w, const struct cancel *cancel, struct err *err)
{
    (void)cancel;
    (void)err;
    link_schema_end(w->loaded->schema);
    w->schema = w->loaded->schema;
    return 0;
}
