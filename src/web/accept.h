/* accept.h - the lists in Accept and Accept-Encoding. */
#pragma once
#include <stdbool.h>

/* Whether a list such as "text/html, application/json;q=0.5" or "gzip, br;q=0" takes the type or coding: the entry that
 * names it most closely decides, and q=0 means no. */
bool accept_takes(const char *list, const char *type);
