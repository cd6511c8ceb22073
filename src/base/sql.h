/* sql.h - names in SQL of our own making. */
#pragma once
#include "base/buf.h"

/* Appends a table's or column's name in quotes, so that whatever it holds is a name and nothing more. */
static inline void sql_add_name(struct buf *b, const char *name)
{
    buf_addc(b, '"');
    for (; *name; name++) {
        if (*name == '"')
            buf_addc(b, '"');
        buf_addc(b, *name);
    }
    buf_addc(b, '"');
}
