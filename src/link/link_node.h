/* link_node.h - the linking of one question; for link alone. Each part adds the mentions of its kinds. */
#pragma once
#include "base/limits.h"
#include "link/link.h"

struct linking {
    struct arena *arena;
    struct tokenizer *tokenizer;
    const struct link_schema *schema;
    const struct token *tokens;
    size_t n_tokens;
    struct mention *mentions;
    size_t n_mentions, room;
    bool cut;
};

/* Room for one more mention of that kind and those tokens, zeroed; NULL when there are too many. */
struct mention *linking_add(struct linking *l, enum mention_kind kind, size_t first, size_t n);

void link_names(struct linking *l);     /* tables and columns by their names */
void link_values(struct linking *l);    /* values by their words */
void link_numbers(struct linking *l);   /* numbers and units */
void link_operators(struct linking *l); /* operators and fillers */
void link_periods(struct linking *l);
void link_meanings(struct linking *l); /* values by what their column's values mean */
