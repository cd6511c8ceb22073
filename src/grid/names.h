/* names.h - names for columns out of whatever stands in their header. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct notes;

struct name_text {
    const char *p; /* may be empty */
    size_t n;
};

/* Names for n headers: trimmed, on one line, "column_3" where there is none, "name_2" where a name comes again (also
 * when only its case differs); what was changed is said. A name over DATA_NAME_BYTES is cut there, and said. */
const char *const *names_settle(struct arena *a, const struct name_text *texts, size_t n, struct notes *notes);

/* The note about a table without a header, and whether a note is that one. */
#define NAMES_NO_HEADER "there is no header; the columns are called 'column_1' and so on"
bool names_no_header_said(const char *note);

/* Whether a note says that a name came again. */
bool names_repeat_said(const char *note);

/* A file's name without its ending; in the arena. */
const char *names_stem(struct arena *a, const char *file);

/* A spreadsheet's letters for a column, from 1: "A", "Z", "AA". */
void names_letters(struct buf *b, uint32_t column);
