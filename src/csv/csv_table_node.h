/* csv_table_node.h - the body of a table, for the files that make it up. Internal to csv. */
#pragma once
#include "csv/csv_profile.h"
#include "csv/csv_table.h"
#include "grid/notes.h"

struct csv_table {
    struct arena *arena;
    struct csv_shape shape;
    struct csv_column *columns; /* what their cells look like */
    struct notes name_notes;    /* what was done to the names */
    size_t told;                /* bytes of a "sep=" line */
    size_t header_rows;
    size_t above; /* lines with content above the header */
    bool header_mended;
};
