/* calendar.h - names of months and days as words, and stretches of days. */
#pragma once
#include "link/link.h"

/* The month from 1 that a folded word names ("march", "mar", "sept"); 0: none. */
int calendar_month(const char *folded);

/* The weekday from 1 for Monday that a folded word names ("monday", "mondays", "mon"); 0: none. */
int calendar_weekday(const char *folded);

/* The unit that has the day: its first day, and the first behind it. */
void calendar_unit(enum period_unit unit, int64_t day, int64_t *ret_from, int64_t *ret_until);

/* The first day of the unit so many units later, or earlier, than the one that has the day. */
int64_t calendar_shift(enum period_unit unit, int64_t day, int64_t units);
