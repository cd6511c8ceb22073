/* wordnet.c - the compiled table: stems sorted, each with the numbers of the stems it is related to. */
#include "link/wordnet.h"
#include <stdint.h>
#include <string.h>

#include "wordnet.inc"

#define RELATION_BITS 3 /* of a tie; the rest is the number of the other word */

bool wordnet_is_there(void)
{
    return n_words > 0;
}

/* The number of the stem; n_words: there is none. */
static uint32_t find(const char *stem)
{
    uint32_t low = 0, high = n_words;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(texts + places[middle], stem) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n_words && strcmp(texts + places[low], stem) == 0 ? low : n_words;
}

bool wordnet_has(const char *stem)
{
    return find(stem) < n_words;
}

size_t wordnet_related(const char *stem, struct related *ret, size_t max)
{
    uint32_t word = find(stem);
    size_t n = 0;

    if (word == n_words)
        return 0;
    for (uint32_t i = starts[word]; i < starts[word + 1] && n < max; i++)
        ret[n++] = (struct related){ texts + places[ties[i] >> RELATION_BITS],
                                     (enum word_relation)(ties[i] & ((1u << RELATION_BITS) - 1)) };
    return n;
}
