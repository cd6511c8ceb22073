/* refusals.h - the errors that every reader of workbooks gives. Internal to this folder. */
#pragma once
#include "base/attrs.h"

struct err;

/* The bytes are not what a workbook has. The detail is for the log and names no content. Always -1. */
int workbook_damaged(struct err *err, const char *detail, ...) PRINTF(2, 3);

/* Over a limit that no workbook people work with reaches. Always -1. */
int workbook_too_large(struct err *err, const char *detail, ...) PRINTF(2, 3);
/* Encrypted, and not with the password that crypt.h tries. Always -1. */
int workbook_locked(struct err *err, const char *detail);

int workbook_long_cell(struct err *err); /* a cell, or what stands in its place, is over WORKBOOK_TOKEN_BYTES */
