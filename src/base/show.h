/* show.h - figures as people read them: 1234567.5 as 1,234,567.5. Work is done on the digits, never through a binary
 * number, so what is shown is the figure itself or, past SHOW_DECIMALS decimals, its correct rounding. */
#pragma once
#include <stdbool.h>

struct buf;

/* Appends a JSON number's text with its thousands separated and at most SHOW_DECIMALS decimals, half rounded away from
 * zero. One with an exponent is left as it is. */
void show_number(struct buf *b, const char *digits);

/* True for the name of a column whose numbers name something and are no quantities: "year", "order_id". They are shown
 * without separators, 2024 and not 2,024, and nobody adds them up. */
bool show_is_label(const char *column);
