/* change.h - words that speak of a figure that changed: "why did revenue drop", "what caused the rise". */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct word;

/* Asks for a reason: "why", "caused", "behind". */
bool change_asks(const struct word *w);

/* Says that something moved: "fell", "rise", "changed". */
bool change_moves(const struct word *w);

/* Which way the words say it went: -1 down, 1 up; 0 where they say neither, or both. */
int change_direction(const struct word *words, size_t n);

/* Whether a question asks for a reason at all, and whether it asks why something moved. */
bool change_asks_reason(struct arena *a, const char *question);
bool change_asks_why(struct arena *a, const char *question);
