/* when.h - the times people write, as a first and a last day: "2025", "June 2025", "Q2 2025", "5 March 2025",
 * "2025-03-01". What depends on today's date is not read here. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct word;

struct period {
    const char *from, *to; /* YYYY-MM-DD, both included; the same for a day */
    const char *either;    /* the other day that 03/04/2025 may be, or NULL */
    bool is_year;          /* a bare 2025, which may also be just a number */
};

/* Reads the longest period at words[0]; returns how many words it has, 0 when there is none. */
size_t when_read(struct arena *a, const struct word *words, size_t n, struct period *ret);
