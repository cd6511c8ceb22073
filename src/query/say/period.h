/* period.h - the periods in an answer's rows as people write them: 2025-03, 2025-Q1, 2025-W07.
 *
 * To the engines the start of a month is a date, which sorts and is compared like any other. To a person who asked "by
 * month" the first of March is no day but March. What a column of the rows holds is seen from the request: this is done
 * once with the rows of every answer, before they are told, drawn or shown.
 */
#pragma once
#include "query/say/sentence.h"

/* Puts into *rows copies in which the starts of weeks, months, quarters and years are texts that sort by time. */
void period_rows(struct arena *a, const struct request *r, struct said_rows *rows);
