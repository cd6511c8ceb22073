/* limits_link.h - how much of the data and of a question linking looks at; a part of limits.h, which includes it. */
#pragma once
#define LINK_TOKENS QUESTION_WORDS
#define LINK_SPAN 6            /* words of a question held against names at once: longer names are found by less */
#define LINK_VALUE_SPAN 12     /* ... and against values, which may be titles */
#define LINK_NAME_WORDS 12     /* of a column's or table's name; a longer heading is a sentence */
#define LINK_MENTIONS 4096     /* of a question: some 10 for each word of the longest */
#define LINK_HITS 24           /* mentions of one kind of one span: a word such as "name" is in many tables */
#define LINK_VALUE_HITS 3      /* values of one column that a span may be part of: more are named by their count */
#define LINK_VALUES (1u << 20) /* different values kept of all tables: about 64 MB with what finds them */
#define LINK_VALUE_BYTES (32u << 20)   /* of their texts */
#define LINK_COLUMN_VALUES (1u << 18)  /* of one column: the others want room as well */
#define LINK_COLUMN_NUMBERS (1u << 16) /* of one of numbers: nobody asks for one of a million amounts */
#define LINK_COLUMN_PROSE 1024         /* of one of long texts: they are searched, not named */
#define LINK_PROSE_BYTES 80            /* that the values of such a column have on average */
#define LINK_VALUE_TEXT 1000           /* bytes kept of one value: a longer text is found by its beginning */
#define LINK_VALUE_PARTS (1u << 22)    /* places of words in values of several words: 32 MB */
#define LINK_PART_SCAN 4096            /* values looked at for one span: "the" stands in all of them */
#define LINK_SLIP_WORDS 65536          /* of values that a mistyped word is held against */
#define LINK_VALUE_WORDS 16            /* of a value that are found one by one; the rest of a longer one is prose */
#define LINK_JOIN_KEYS 256     /* columns that others are held against: with the next 260,000 pairs, two seconds */
#define LINK_JOIN_COLUMNS 1024 /* columns that may refer to one of them; the rest of more tables is not joined */
#define LINK_JOINS 4096        /* inferred between all tables */
#define LINK_CLOCK_YEAR 2100   /* a later day in the data is a stand-in for "never" */
