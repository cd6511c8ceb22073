/* types_why.h - the reasons of types_decide(), which types_say() reports. Internal to the two. */
#pragma once

/* Why a column is text; type_plan.why of text columns. */
enum why_text { WHY_NOTHING, WHY_CURRENCIES, WHY_LONG_DIGITS, WHY_CODES, WHY_SEPARATORS, WHY_ORDERS };

/* Why the point or the comma is the decimal separator where the values do not show it; type_plan.why of numbers, 0
 * where they do. */
enum why_separator { WHY_SEPARATOR_OPEN, WHY_SEPARATOR_OTHERS, WHY_SEPARATOR_HABIT, WHY_SEPARATOR_SEMICOLON };

/* Why the day or the month comes first where the values do not tell; type_plan.why of dates, 0 where they do. */
enum why_order {
    WHY_ORDER_OPEN,
    WHY_DAY_POINTS,
    WHY_DAY_SERIES,
    WHY_DAY_OTHERS,
    WHY_DAY_HABIT,
    WHY_MONTH_SERIES,
    WHY_FIRST_MONTH = WHY_MONTH_SERIES, /* from here on the month comes first */
    WHY_MONTH_HOURS,
    WHY_MONTH_OTHERS,
    WHY_MONTH_DOLLARS
};
