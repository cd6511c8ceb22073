/* source.h - one thing that holds tables: a CSV file, a workbook, a database. The vtable behind which every format is.
 *
 * A source is opened on bytes that are mapped and hashed already (or on a URL), tells which tables it holds, and gives
 * each of them out in two ways: loaded, as typed columns for the engine, and shown, row by row, as a person who opens
 * the file would see it.
 *
 * An implementation must not open files, connect anywhere or start processes (the process it runs in may not), with
 * the exception that its own header names; must not print; must keep its memory bounded whatever the bytes say; must
 * ask cancel_check() at least every few milliseconds of work; and must refuse damaged bytes with an error that names no
 * content. Its functions are called by one thread at a time; it may use threads of its own, and its result must not
 * depend on how many.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct columns;
struct datum;
struct err;
struct notes;
struct source;

/* The bytes of a file. They stay mapped, and unchanged, until the source is closed. */
struct source_bytes {
    const char *p;
    size_t n;
    const char *name;               /* the file's name without its folder; for its ending, never for messages */
    int fd;                         /* of the same file, read-only; -1 where there is none (decompressed bytes) */
    const struct source_bytes *wal; /* of the file NAME-wal beside it, which SQLite writes; NULL: there is none */
};

struct source_table {
    const char *name;  /* what to call it: a sheet's, a table's, or the file's name without ending; not yet unique */
    const char *sheet; /* of a workbook: the sheet it is on; else NULL */
    const char *range; /* of a workbook: where on the sheet, "A3:F20"; else NULL */
    bool hidden;       /* a hidden sheet's; it is meant only where it is asked for by name */
    bool is_file;      /* the name is the file's: the same bytes under another name are another table's */
};

/* Rows of a table, from 0, ascending. */
struct row_list {
    const uint64_t *rows;
    size_t n;
};

/* A loaded table. */
struct loaded {
    struct columns *columns; /* the caller frees them */
    const char *sha256;      /* of a server's table: of the bytes it sent, as hex; NULL: the file's own hash holds */
};

/* A cell as it would be shown. */
struct redaction_cell {
    size_t sheet;         /* from 0 */
    uint32_t row, column; /* from 1 */
    const char *text;     /* NULL: it is shown as a value, which is no text */
    size_t n;
    bool is_number; /* what the text shows */
};

/* Cells of a sheet that must not be seen: true when this one is to be taken for empty. */
struct cell_redaction {
    void *arg;
    bool (*hides)(void *arg, const struct redaction_cell *cell);
};

/* What to show. */
struct show {
    const char *sheet; /* a sheet's or table's name, or its number from 1 as text; NULL: the first */
    bool has_range;    /* only this part of a sheet; rows and columns from 1, both ends included */
    uint32_t first_row, first_column, last_row, last_column;
    bool shown;      /* numbers and dates as a spreadsheet shows them, as text */
    bool raw;        /* of a CSV: physical lines, split and nothing more */
    bool typed;      /* of a CSV: with its columns' types, plain numbers in number columns as numbers */
    bool only_table; /* of a CSV: without the records of another table below */
    const struct cell_redaction *redaction; /* of a sheet's grid; NULL: every cell may be seen */
};

struct show_head {
    const char *name;
    const char *type; /* table.h's name of it; NULL where columns have none (a sheet's grid) */
    size_t column;    /* of a table: its place among the columns that load() gives */
};

/* Where it is shown to; each function returns 0, or -1 with err set, which ends the showing. */
struct show_to {
    void *arg;

    /* Once, before the first row. is_grid: the heads are a spreadsheet's letters and no part of the data; rows may then
     * have fewer values than there are heads, never more. */
    int (*begin)(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err);
    int (*row)(void *arg, const struct datum *values, size_t n, struct err *err);
};

struct source_ops {
    /* Loads table i. What was assumed goes to the notes. Texts of *ret live in the arena. */
    int (*load)(struct source *s, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                struct loaded *ret, struct err *err);

    /* The same without some of the rows that load() gives, for a source whose tables people write: they may put sums
     * among the rows (totals.h). NULL for one whose rows are a program's records. */
    int (*load_without)(struct source *s, size_t i, const struct row_list *without, const struct cancel *cancel,
                        struct arena *a, struct notes *notes, struct loaded *ret, struct err *err);

    /* Shows one table, or one sheet's grid, all rows. ERR_NOT_FOUND when there is no such sheet. */
    int (*show)(struct source *s, const struct show *what, const struct cancel *cancel, struct arena *a,
                struct notes *notes, const struct show_to *to, struct err *err);

    void (*close)(struct source *s);
};

struct source {
    const struct source_ops *ops;
    const char *format;          /* "csv", "xlsx", "xls", "json", "sqlite", ... */
    struct source_table *tables; /* at least one */
    size_t n_tables;
    bool opens; /* load() and show() open the file again, or ask a server: they cannot once nothing may be opened */
    unsigned packed; /* how often its bytes were compressed; source_open() in data/open/open.h sets it */
    void *held; /* what was made for it to read (decompressed bytes); source_close() in data/open/open.h frees it */
};
