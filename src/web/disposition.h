/* disposition.h - parameters of header values: boundary="...", and a part's name and file name. */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

/* The parameter of a value such as `form-data; name="a"`, its quotes and escapes taken away. False when it is not
 * there, does not fit, or is not well-formed. */
bool disposition_param(const char *value, const char *name, char *out, size_t size);

/* The head of a part, n bytes of lines that end in CR LF: its Content-Disposition must be form-data with a name. False
 * when it is not, or when a name is not UTF-8 or holds control characters. */
bool disposition_read(const char *head, size_t n, char name[static WEB_PART_NAME_BYTES],
                      char file_name[static WEB_PART_NAME_BYTES], bool *ret_has_file);
