/* err.h - what went wrong, in two channels.
 *
 * An error is born with two texts: a message a person may see (it names no path, sheet, cell value, key or
 * connection string) and a detail that only the log keeps. They part where the error is made, so nothing later has to
 * guess what is safe to show.
 *
 * Every code has a fixed name that programs may rely on, a kind that the doors map to an exit status, an HTTP status
 * or a JSON-RPC code, and whether trying again can help. The list is the one table in err.c.
 *
 * A function that can fail returns 0 or -1 and takes `struct err *err` last. It sets err exactly once when it fails
 * and never touches it when it succeeds. err must not be NULL; a caller that does not care says so with its own.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* What sort of failure it is: all that a door needs to choose a status. */
enum err_kind {
    ERR_KIND_INVALID,     /* the input is wrong: change it */
    ERR_KIND_USAGE,       /* the command line is wrong */
    ERR_KIND_NOT_FOUND,   /* what was named does not exist, or is not yours */
    ERR_KIND_CONFLICT,    /* not in this state, or changed meanwhile */
    ERR_KIND_TOO_LARGE,   /* over a limit */
    ERR_KIND_DENIED,      /* a policy says no */
    ERR_KIND_ASK,         /* needs an answer first: a confirmation or a clarification */
    ERR_KIND_TIMEOUT,     /* the deadline passed */
    ERR_KIND_CANCELLED,   /* the caller took it back */
    ERR_KIND_UNAVAILABLE, /* something needed is not there now */
    ERR_KIND_INTERNAL,    /* ours */
};

/* Every error this program can give. err.c holds each one's name, kind and whether a retry can help. */
enum err_code {
    ERR_INVALID_INPUT,
    ERR_INVALID_JSON,
    ERR_INVALID_SCHEMA,
    ERR_USAGE,
    ERR_NOT_FOUND,
    ERR_UNKNOWN_OPERATION,
    ERR_CONFLICT,
    ERR_ILLEGAL_TRANSITION,
    ERR_TOO_LARGE,
    ERR_POLICY_VIOLATION,
    ERR_CONFIRMATION_REQUIRED,
    ERR_CONFIRMATION_VOID,
    ERR_CLARIFICATION_NEEDED,
    ERR_QUERY_TIMEOUT,
    ERR_CANCELLED,
    ERR_IO,
    ERR_DISK_FULL,
    ERR_HOME_UNUSABLE,
    ERR_ENGINE_UNAVAILABLE,
    ERR_INTERNAL,
    /* data and analysis: the first four are the analyst seed's error categories */
    ERR_SQL_SYNTAX,
    ERR_TYPE_MISMATCH,
    ERR_MISSING_COLUMN,
    ERR_RESOURCE_EXHAUSTED,
    ERR_DATA_UNREADABLE,
    ERR_DATA_EMPTY,
    ERR_NO_HEADERS,
    ERR_INVALID_QUERY,
    ERR_GROUNDING,
    /* workbook seed */
    ERR_WORKBOOK_LOAD_FAILED,
    ERR_NO_WORKBOOK, /* a conversation that has none yet */
    ERR_SHEET_NOT_FOUND,
    ERR_INVALID_RANGE,
    ERR_RANGE_TOO_LARGE,
    ERR_EDIT_REFUSED, /* what is to be changed belongs to something larger, or is protected */
    ERR_MODEL_UNRESPONSIVE,
    ERR_MCP_TOOL,
    /* metrics seed */
    ERR_MAX_FILES_EXCEEDED,
    ERR_FILE_TOO_LARGE,
    ERR_INVALID_FILE_TYPE,
    ERR_METRIC_SQL_REQUIRED,
    ERR_NO_FILES_UPLOADED,
    ERR_INVALID_DATE_RANGE,
    ERR_INVESTIGATION_NOT_COMPLETE,
    ERR_SESSION_NOT_FOUND,
    ERR_COLUMN_NOT_FOUND,
    /* proof */
    ERR_AUDIT_BROKEN,
    ERR_BUSY,
    ERR_STORE_DAMAGED,
    /* keeping a home in order */
    ERR_QUOTA,
    ERR_BACKUP_DAMAGED,
    ERR_CHANGED_MEANWHILE, /* what a call rests on was changed by another, which may be tried again */
    ERR_CODES              /* how many */
};

struct err {
    enum err_code code;
    char message[ERR_MESSAGE_BYTES];    /* for people */
    char action[ERR_MESSAGE_BYTES];     /* for people: what to do about it; may be empty */
    char detail[ERR_DETAIL_BYTES];      /* for the log only */
    char correlation_id[ID_TEXT_BYTES]; /* set by the gate; links message and log entry */
    int64_t at_us;                      /* when a call failed, set by the gate; 0: not known */
    char rule[ERR_RULE_BYTES];          /* of a refusal that the audit log is to keep: which rule; else empty */
    char reason[ERR_REASON_BYTES];      /* and why, in words of ours alone: the log is never forgotten */
};

/* Fills err and returns -1. The message is a fixed text; the detail is formatted, cut at its bound on a character.
 * Texts may be err's own, so that an error can be wrapped: err_set(err, code, "...", "while loading: %s", err->detail).
 */
int err_set(struct err *err, enum err_code code, const char *message, const char *detail, ...) PRINTF(4, 5);

/* Same, for a function that words one kind of error and takes the detail's arguments from its caller. */
int err_setv(struct err *err, enum err_code code, const char *message, const char *detail, va_list args) PRINTF(4, 0);

/* Same, with a formatted message that also serves as the detail. For texts made of the caller's own words ("no column
 * 'revnue'"), never for anything taken from a file. */
int err_say(struct err *err, enum err_code code, const char *message, ...) PRINTF(3, 4);

/* Adds what a person can do about it. Returns -1, so that it can end a chain of return statements. */
int err_action(struct err *err, const char *action, ...) PRINTF(2, 3);

/* Says which rule of a policy refused, and why, for the audit log: neither text may hold a word of a person or a file.
 * Returns -1. */
int err_rule(struct err *err, const char *rule, const char *reason);

/* Sets err from errno: a full disk, a missing file and a refused access each get their own code and a fix. `what` says
 * in plain words what was tried ("write the answer"); `path` goes to the detail only. */
int err_errno(struct err *err, int errnum, const char *what, const char *path);

/* The code's fixed name in UPPER_SNAKE, its kind, and whether the same call may succeed later. */
const char *err_name(enum err_code code);
enum err_kind err_kind(enum err_code code);
bool err_can_retry(enum err_code code);

/* The code of that name; false when there is none. */
bool err_by_name(const char *name, enum err_code *ret);

/* The analyst seed's error_category for a code: sql_syntax, type_mismatch, missing_column or resource_exhausted;
 * NULL where the seed has none. */
const char *err_category(enum err_code code);
