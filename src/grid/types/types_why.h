/* types_why.h - reasons of types_settle(), for types_say() to tell. Internal to the two. */
#pragma once

/* Why a column is text; type_plan.why of text columns. */
enum why_text { WHY_NOTHING, WHY_CURRENCIES, WHY_LONG_DIGITS, WHY_CODES, WHY_MARKS, WHY_ORDERS };

/* Why the point or the comma is the decimal mark where the values do not tell; type_plan.why of numbers, 0 where they
 * do. */
enum why_mark { WHY_MARK_OPEN, WHY_MARK_OTHERS, WHY_MARK_HABIT, WHY_MARK_SEMICOLON };

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
