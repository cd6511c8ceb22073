/* open_kind.h - what some bytes are, by their first ones and, of containers, by what is listed in them. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum open_kind {
    OPEN_UNKNOWN, /* text, as far as can be said */
    OPEN_WORKBOOK,
    OPEN_XLS,
    OPEN_SQLITE,
    OPEN_PARQUET,
    OPEN_DUCKDB,
    OPEN_JSON,
    OPEN_ENCRYPTED, /* a workbook: read with the default password (office/crypt/crypt.h) */
    /* what is not read */
    OPEN_XLSB,
    OPEN_ODS,
    OPEN_NUMBERS,
    OPEN_WORD,
    OPEN_SLIDES,
    OPEN_ZIP,
    OPEN_OLE,
    OPEN_PDF,
    OPEN_RTF,
    OPEN_HTML,
    OPEN_XML,
    OPEN_IMAGE,
    OPEN_ARROW,
    OPEN_PACKED,
    OPEN_KINDS /* how many */
};

/* The name's ending decides about JSON alone. */
enum open_kind open_kind(const char *p, size_t n, const char *name);

/* True for kinds whose readers open something: the engine the file itself, that of old workbooks tables of characters.
 * Nothing but the first bytes is looked at. */
bool open_kind_opens(const char *p, size_t n, const char *name);
