/* err.c - the one table of error codes, and the functions that fill an error in.
 *
 * Texts are cut at their bound on a character boundary: a message is shown to people and must stay well-formed. An
 * error is made aside and then copied, so that its texts may be taken from the one it replaces.
 */
#include "base/err.h"
#include "base/str.h"
#include <assert.h>
#include <errno.h>
#include <stdarg.h>

struct code_info {
    const char *name;
    enum err_kind kind;
    bool can_retry;
    const char *category; /* the analyst seed's error_category, or NULL */
};

static const struct code_info codes[ERR_CODES] = {
    [ERR_INVALID_INPUT] = { "INVALID_INPUT", ERR_KIND_INVALID, false, NULL },
    [ERR_INVALID_JSON] = { "INVALID_JSON", ERR_KIND_INVALID, false, NULL },
    [ERR_INVALID_SCHEMA] = { "INVALID_SCHEMA", ERR_KIND_INTERNAL, false, NULL },
    [ERR_USAGE] = { "USAGE", ERR_KIND_USAGE, false, NULL },
    [ERR_NOT_FOUND] = { "NOT_FOUND", ERR_KIND_NOT_FOUND, false, NULL },
    [ERR_UNKNOWN_OPERATION] = { "UNKNOWN_OPERATION", ERR_KIND_NOT_FOUND, false, NULL },
    [ERR_CONFLICT] = { "CONFLICT", ERR_KIND_CONFLICT, false, NULL },
    [ERR_ILLEGAL_TRANSITION] = { "ILLEGAL_TRANSITION", ERR_KIND_CONFLICT, false, NULL },
    [ERR_TOO_LARGE] = { "TOO_LARGE", ERR_KIND_TOO_LARGE, false, NULL },
    [ERR_POLICY_VIOLATION] = { "POLICY_VIOLATION", ERR_KIND_DENIED, false, NULL },
    [ERR_CONFIRMATION_REQUIRED] = { "CONFIRMATION_REQUIRED", ERR_KIND_ASK, false, NULL },
    [ERR_CONFIRMATION_VOID] = { "CONFIRMATION_VOID", ERR_KIND_CONFLICT, false, NULL },
    [ERR_CLARIFICATION_NEEDED] = { "CLARIFICATION_NEEDED", ERR_KIND_ASK, false, NULL },
    [ERR_QUERY_TIMEOUT] = { "QUERY_TIMEOUT", ERR_KIND_TIMEOUT, true, "resource_exhausted" },
    [ERR_CANCELLED] = { "CANCELLED", ERR_KIND_CANCELLED, true, NULL },
    [ERR_IO] = { "IO_ERROR", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_DISK_FULL] = { "DISK_FULL", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_HOME_UNUSABLE] = { "HOME_UNUSABLE", ERR_KIND_UNAVAILABLE, false, NULL },
    [ERR_ENGINE_UNAVAILABLE] = { "ENGINE_UNAVAILABLE", ERR_KIND_UNAVAILABLE, false, NULL },
    [ERR_INTERNAL] = { "UNKNOWN_ERROR", ERR_KIND_INTERNAL, false, NULL },
    [ERR_SQL_SYNTAX] = { "SQL_SYNTAX", ERR_KIND_INVALID, true, "sql_syntax" },
    [ERR_TYPE_MISMATCH] = { "TYPE_MISMATCH", ERR_KIND_INVALID, true, "type_mismatch" },
    [ERR_MISSING_COLUMN] = { "MISSING_COLUMN", ERR_KIND_INVALID, true, "missing_column" },
    [ERR_RESOURCE_EXHAUSTED] = { "RESOURCE_EXHAUSTED", ERR_KIND_TOO_LARGE, true, "resource_exhausted" },
    [ERR_DATA_UNREADABLE] = { "DATA_UNREADABLE", ERR_KIND_INVALID, false, NULL },
    [ERR_DATA_EMPTY] = { "DATA_EMPTY", ERR_KIND_INVALID, false, NULL },
    [ERR_NO_HEADERS] = { "NO_HEADERS", ERR_KIND_INVALID, false, NULL },
    [ERR_INVALID_QUERY] = { "INVALID_QUERY", ERR_KIND_INVALID, false, NULL },
    [ERR_GROUNDING] = { "GROUNDING_ERROR", ERR_KIND_INTERNAL, false, NULL },
    [ERR_WORKBOOK_LOAD_FAILED] = { "WORKBOOK_LOAD_FAILED", ERR_KIND_INVALID, false, NULL },
    [ERR_NO_WORKBOOK] = { "NO_WORKBOOK", ERR_KIND_INVALID, false, NULL },
    [ERR_SHEET_NOT_FOUND] = { "SHEET_NOT_FOUND", ERR_KIND_INVALID, false, NULL },
    [ERR_INVALID_RANGE] = { "INVALID_RANGE", ERR_KIND_INVALID, false, NULL },
    [ERR_RANGE_TOO_LARGE] = { "RANGE_TOO_LARGE", ERR_KIND_INVALID, false, NULL },
    [ERR_EDIT_REFUSED] = { "EDIT_REFUSED", ERR_KIND_CONFLICT, false, NULL },
    [ERR_MODEL_UNRESPONSIVE] = { "MODEL_UNRESPONSIVE", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_MCP_TOOL] = { "MCP_TOOL_ERROR", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_MAX_FILES_EXCEEDED] = { "MAX_FILES_EXCEEDED", ERR_KIND_INVALID, false, NULL },
    [ERR_FILE_TOO_LARGE] = { "FILE_TOO_LARGE", ERR_KIND_TOO_LARGE, false, NULL },
    [ERR_INVALID_FILE_TYPE] = { "INVALID_FILE_TYPE", ERR_KIND_INVALID, false, NULL },
    [ERR_METRIC_SQL_REQUIRED] = { "METRIC_SQL_REQUIRED", ERR_KIND_INVALID, false, NULL },
    [ERR_NO_FILES_UPLOADED] = { "NO_FILES_UPLOADED", ERR_KIND_INVALID, false, NULL },
    [ERR_INVALID_DATE_RANGE] = { "INVALID_DATE_RANGE", ERR_KIND_INVALID, false, NULL },
    [ERR_INVESTIGATION_NOT_COMPLETE] = { "INVESTIGATION_NOT_COMPLETE", ERR_KIND_CONFLICT, false, NULL },
    [ERR_COLUMN_NOT_FOUND] = { "COLUMN_NOT_FOUND", ERR_KIND_INVALID, false, NULL },
    [ERR_SESSION_NOT_FOUND] = { "SESSION_NOT_FOUND", ERR_KIND_NOT_FOUND, false, NULL },
    [ERR_AUDIT_BROKEN] = { "AUDIT_BROKEN", ERR_KIND_CONFLICT, false, NULL },
    [ERR_BUSY] = { "BUSY", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_STORE_DAMAGED] = { "STORE_DAMAGED", ERR_KIND_UNAVAILABLE, false, NULL },
    [ERR_QUOTA] = { "QUOTA", ERR_KIND_UNAVAILABLE, true, NULL },
    [ERR_BACKUP_DAMAGED] = { "BACKUP_DAMAGED", ERR_KIND_INVALID, false, NULL },
    [ERR_CHANGED_MEANWHILE] = { "CHANGED_MEANWHILE", ERR_KIND_CONFLICT, true, NULL },
};

/* Formats into a fixed field, cutting on a character. Control bytes become spaces: a text is one line. */
PRINTF(3, 0) static void put(char *out, size_t size, const char *fmt, va_list args)
{
    int n = vsnprintf(out, size, fmt, args);

    if (n < 0)
        n = 0;
    if ((size_t)n >= size)
        n = (int)str_fit_bytes(out, size - 1, size - 1);
    out[n] = '\0';
    for (char *p = out; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = ' ';
}

PRINTF(3, 4) static void putf(char *out, size_t size, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    put(out, size, fmt, args);
    va_end(args);
}

static void start(struct err *err, enum err_code code)
{
    assert(code >= 0 && code < ERR_CODES);
    err->code = code;
    err->action[0] = '\0';
    err->correlation_id[0] = '\0';
    err->at_us = 0;
    err->rule[0] = '\0';
    err->reason[0] = '\0';
}

int err_setv(struct err *err, enum err_code code, const char *message, const char *detail, va_list args)
{
    struct err made;

    start(&made, code);
    putf(made.message, sizeof made.message, "%s", message);
    put(made.detail, sizeof made.detail, detail, args);
    *err = made;
    return -1;
}

int err_set(struct err *err, enum err_code code, const char *message, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, code, message, detail, args);
    va_end(args);
    return -1;
}

int err_say(struct err *err, enum err_code code, const char *message, ...)
{
    struct err made;
    va_list args;

    start(&made, code);
    va_start(args, message);
    put(made.message, sizeof made.message, message, args);
    va_end(args);
    putf(made.detail, sizeof made.detail, "%s", made.message);
    *err = made;
    return -1;
}

int err_action(struct err *err, const char *action, ...)
{
    struct err made = *err;
    va_list args;

    va_start(args, action);
    put(made.action, sizeof made.action, action, args);
    va_end(args);
    *err = made;
    return -1;
}

int err_rule(struct err *err, const char *rule, const char *reason)
{
    putf(err->rule, sizeof err->rule, "%s", rule);
    putf(err->reason, sizeof err->reason, "%s", reason);
    return -1;
}

/* What the system's refusals mean to people. */
static const struct refusal {
    int errnum;
    enum err_code code;
    const char *because, *action;
} refusals[] = {
    { ENOENT, ERR_NOT_FOUND, "it does not exist", "Check the name and the folder." },
    { ENOTDIR, ERR_NOT_FOUND, "it does not exist", "Check the name and the folder." },
    { EACCES, ERR_IO, "access was refused", "Check its permissions." },
    { EPERM, ERR_IO, "access was refused", "Check its permissions." },
    { EROFS, ERR_IO, "access was refused", "Check its permissions." },
    { ENOSPC, ERR_DISK_FULL, "the disk is full", "Make room and try again; nothing was changed." },
    { EDQUOT, ERR_DISK_FULL, "the disk is full", "Make room and try again; nothing was changed." },
    { EISDIR, ERR_INVALID_INPUT, "it is a folder", "Name a file." },
    { ENAMETOOLONG, ERR_INVALID_INPUT, "its name is too long", "Choose a shorter one." },
    { EBUSY, ERR_CONFLICT, "it is in use", "Choose another name." },
    { EPIPE, ERR_CANCELLED, "nobody reads it any more", "" },
    { EFBIG, ERR_TOO_LARGE, "it would be too large", "Try again; the log has the details." },
};

int err_errno(struct err *err, int errnum, const char *what, const char *path)
{
    char reason[128];
    struct refusal r = { errnum, ERR_IO, "the system refused it", "Try again; the log has the details." };

    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if (refusals[i].errnum == errnum)
            r = refusals[i];
    start(err, r.code);
    putf(err->message, sizeof err->message, "Could not %s: %s.", what, r.because);
    putf(err->action, sizeof err->action, "%s", r.action);
    putf(err->detail, sizeof err->detail, "%s: %s: %s", what, path ? path : "-",
         strerror_r(errnum, reason, sizeof reason));
    return -1;
}

const char *err_name(enum err_code code)
{
    return codes[code].name;
}

bool err_by_name(const char *name, enum err_code *ret)
{
    for (size_t i = 0; name && i < COUNT_OF(codes); i++)
        if (strcmp(name, codes[i].name) == 0) {
            *ret = (enum err_code)i;
            return true;
        }
    return false;
}

enum err_kind err_kind(enum err_code code)
{
    return codes[code].kind;
}

bool err_can_retry(enum err_code code)
{
    return codes[code].can_retry;
}

const char *err_category(enum err_code code)
{
    return codes[code].category;
}
