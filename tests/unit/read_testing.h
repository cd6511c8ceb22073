/* read_testing.h - a small schema and questions with their mentions, made by hand: singers, concerts, who sang where.
 */
#pragma once
#include "base/arena.h"
#include "read/features.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SINGER_ID, SINGER_NAME, COUNTRY, AGE, CONCERT_ID, TITLE, YEAR, HELD, SUNG_BY, SUNG_AT, COLUMNS };
enum { SINGER, CONCERT, SINGER_IN_CONCERT, TABLES };

/* A name of these words, written in one as the columns of a table are. */
#define NAME(as, ...)                                                                                                  \
    {                                                                                                                  \
        .text = as, .words = (const char *const[]){ __VA_ARGS__ }, .stems = (const char *const[]){ __VA_ARGS__ },      \
        .n = sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)                                             \
    }

static const struct link_column test_columns[COLUMNS] = {
    { NAME("singer_id", "singer", "id"), SINGER, 0, COLUMN_INTEGER, LINK_NUMBER | LINK_UNIQUE | LINK_KEY | LINK_ID,
      .least = 1, .most = 6 },
    { NAME("name", "name"), SINGER, 1, COLUMN_TEXT, LINK_NAMES | LINK_NAMELIKE, .least = 1 },
    { NAME("country", "country"), SINGER, 2, COLUMN_TEXT, LINK_CATEGORY, .least = 1 },
    { NAME("age", "age"), SINGER, 3, COLUMN_INTEGER, LINK_NUMBER, .least = 20, .most = 60 },
    { NAME("concert_id", "concert", "id"), CONCERT, 0, COLUMN_INTEGER, LINK_NUMBER | LINK_UNIQUE | LINK_KEY | LINK_ID,
      .least = 1, .most = 6 },
    { NAME("title", "title"), CONCERT, 1, COLUMN_TEXT, LINK_NAMES | LINK_NAMELIKE, .least = 1 },
    { NAME("year", "year"), CONCERT, 2, COLUMN_INTEGER, LINK_NUMBER | LINK_YEAR, .least = 2010, .most = 2020 },
    { NAME("held_on", "held", "on"), CONCERT, 3, COLUMN_DATE, LINK_DATE, .least = 1 },
    { NAME("singer_id", "singer", "id"), SINGER_IN_CONCERT, 0, COLUMN_INTEGER, LINK_NUMBER | LINK_FOREIGN | LINK_ID,
      .least = 1, .most = 6 },
    { NAME("concert_id", "concert", "id"), SINGER_IN_CONCERT, 1, COLUMN_INTEGER, LINK_NUMBER | LINK_FOREIGN | LINK_ID,
      .least = 1, .most = 6 },
};

static const struct link_table test_tables[TABLES] = {
    { NAME("singer", "singer"), 6, SINGER_ID, 4, SINGER_ID, SINGER_NAME, false },
    { NAME("concert", "concert"), 6, CONCERT_ID, 4, CONCERT_ID, TITLE, false },
    { NAME("singer_in_concert", "singer", "in", "concert"), 10, SUNG_BY, 2, LINK_NONE, LINK_NONE, true },
};

static const struct link_join test_joins[] = { { SUNG_BY, SINGER_ID, false, 1, 1 },
                                               { SUNG_AT, CONCERT_ID, false, 1, 1 } };

static const struct link_schema test_schema = { .tables = test_tables,
                                                .n_tables = TABLES,
                                                .columns = test_columns,
                                                .n_columns = COLUMNS,
                                                .joins = test_joins,
                                                .n_joins = 2 };

/* A question in the making. */
struct asked {
    struct arena *arena;
    struct token tokens[64];
    struct mention mentions[64];
    size_t best_of_column[COLUMNS], best_of_table[TABLES];
    struct link link;
};

/* Words apart by blanks; a word's stem is the word without an s behind it. */
static inline void ask(struct asked *q, struct arena *a, const char *text)
{
    size_t at = 0;

    memset(q, 0, sizeof *q);
    q->arena = a;
    q->link = (struct link){ .schema = &test_schema,
                             .tokens = q->tokens,
                             .mentions = q->mentions,
                             .best_of_column = q->best_of_column,
                             .best_of_table = q->best_of_table };
    memset(q->best_of_column, 0xff, sizeof q->best_of_column);
    memset(q->best_of_table, 0xff, sizeof q->best_of_table);
    while (text[at]) {
        struct token *t = &q->tokens[q->link.n_tokens++];
        size_t n = strcspn(text + at, " ");
        char *folded = arena_dup(a, text + at, n);
        *t = (struct token){
            .at = at, .n = n, .text = arena_dup(a, folded, n), .capital = folded[0] >= 'A' && folded[0] <= 'Z'
        };
        t->kind = folded[0] >= '0' && folded[0] <= '9' ? TOKEN_NUMBER : folded[0] == ',' ? TOKEN_SIGN : TOKEN_WORD;
        for (size_t i = 0; i < n; i++)
            folded[i] = (char)(folded[i] >= 'A' && folded[i] <= 'Z' ? folded[i] + 32 : folded[i]);
        t->folded = folded;
        t->stem = n > 3 && folded[n - 1] == 's' ? arena_dup(a, folded, n - 1) : folded;
        at += n + (text[at + n] == ' ');
    }
}

static inline struct mention *mentioned(struct asked *q, enum mention_kind kind, size_t first, size_t n)
{
    struct mention *m = &q->mentions[q->link.n_mentions++];

    *m = (struct mention){ .kind = kind, .first = first, .n = n, .table = LINK_NONE, .column = LINK_NONE, .fit = 1 };
    m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_EXACT] = m->scores[SCORE_RARE] = 1;
    m->scores[SCORE_HEAD] = 1;
    return m;
}

static inline void names_table(struct asked *q, size_t first, size_t table)
{
    mentioned(q, MENTION_TABLE, first, 1)->table = table;
    q->best_of_table[table] = q->link.n_mentions - 1;
}

static inline void names_column(struct asked *q, size_t first, size_t column)
{
    struct mention *m = mentioned(q, MENTION_COLUMN, first, 1);

    m->column = column;
    m->table = test_columns[column].table;
    q->best_of_column[column] = q->link.n_mentions - 1;
}

static inline void names_value(struct asked *q, size_t first, size_t column, const char *text)
{
    struct mention *m = mentioned(q, MENTION_VALUE, first, 1);

    m->column = column;
    m->table = test_columns[column].table;
    m->text = text;
}

static inline void names_number(struct asked *q, size_t first, double number, const char *text)
{
    struct mention *m = mentioned(q, MENTION_NUMBER, first, 1);

    m->number = number;
    m->text = text;
}

static inline void names_operator(struct asked *q, size_t first, size_t n, enum link_operator op)
{
    mentioned(q, MENTION_OPERATOR, first, n)->op = op;
}
