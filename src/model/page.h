/* page.h - a part of a list, as every list is asked for and given: {items, total, offset, limit}. */
#pragma once
#include "model/fields.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;

/* What is asked for: rows of an operation's table of fields. */
#define PAGE_INPUT(most)                                                                                               \
    FIELD("offset", INT, 0, "How many to pass over.", .range = BETWEEN(0, PAGE_OFFSET), .otherwise = "0"),             \
        FIELD("limit", INT, 0, "How many to list.", .range = BETWEEN(1, most), .otherwise = TEXT_OF(PAGE_USUAL))

/* What is given, beside the items. */
#define PAGE_OUTPUT                                                                                                    \
    FIELD("total", INT, REQ, "How many there are.", .range = AT_LEAST(0)),                                             \
        FIELD("offset", INT, REQ, "How many were passed over.", .range = AT_LEAST(0)),                                 \
        FIELD("limit", INT, REQ, "How many were asked for.", .range = AT_LEAST(1))

struct page {
    size_t offset, limit;
};

/* As a checked call asks for it. */
struct page page_of(const struct json *args);

/* The page with these items, of so many. */
struct json *page_json(struct arena *a, const struct page *p, struct json *items, int64_t total);
