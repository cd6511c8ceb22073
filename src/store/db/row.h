/* row.h - what a row holds, kept in an arena after the row is gone. For src/store only. */
#pragma once

struct arena;
struct db_row;
struct json;

/* NULL for NULL. */
const char *row_text(struct arena *a, const struct db_row *row, int column);

/* JSON that we wrote; NULL for NULL, and for what cannot be read: it is taken for nothing said. */
struct json *row_json(struct arena *a, const struct db_row *row, int column);
