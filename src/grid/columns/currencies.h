/* currencies.h - tells which rows of a column are in which currency, where it has several and so stays text. */
#pragma once
#include <stddef.h>

struct columns;
struct notes;

void currencies_say(const struct columns *c, size_t column, struct notes *notes);
