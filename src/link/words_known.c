/* words_known.c - a table by the hash of the word. */
#include "link/words_known.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/str.h"
#include "link/schema_node.h"
#include <stdlib.h>
#include <string.h>

#define WORDS_ROOM 256
#define TEXTS_ROOM 8192

struct known_word {
    uint32_t hash, stem_hash;
    uint32_t at; /* in the texts */
    uint8_t n, stem_n;
};

void words_known_done(struct words_known *k)
{
    free(k->words);
    free(k->slots);
    free(k->texts);
    *k = (struct words_known){ .n = 0 };
}

/* Numbers and marks, which have no other forms; they are many, and not worth being kept. */
static bool is_plain(const char *word, size_t n)
{
    bool digits = n <= 2;

    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)word[i] >= 0x80)
            return false;
        digits = digits || str_is_digit(word[i]);
    }
    return digits;
}

static void more_slots(struct words_known *k)
{
    free(k->slots);
    k->n_slots = k->n_slots ? k->n_slots * 2 : WORDS_ROOM * 2;
    k->slots = calloc(k->n_slots, sizeof *k->slots);
    if (!k->slots)
        abort();
    for (size_t i = 0; i < k->n; i++) {
        size_t slot = k->words[i].hash & (k->n_slots - 1);
        while (k->slots[slot])
            slot = (slot + 1) & (k->n_slots - 1);
        k->slots[slot] = (uint32_t)i + 1;
    }
}

static size_t slot_of(const struct words_known *k, const char *word, size_t n, uint32_t hash)
{
    size_t i = hash & (k->n_slots - 1);

    for (; k->slots[i]; i = (i + 1) & (k->n_slots - 1)) {
        const struct known_word *w = &k->words[k->slots[i] - 1];
        if (w->hash == hash && w->n == n && memcmp(k->texts + w->at, word, n) == 0)
            break;
    }
    return i;
}

static struct word_stem stem_now(struct words_known *k, const char *word, size_t n)
{
    size_t stem_n;

    memcpy(k->stem, word, n);
    stem_n = text_stem(k->stem, n);
    return (struct word_stem){ .p = k->stem,
                               .n = stem_n,
                               .hash = mix_hash(k->stem, stem_n),
                               .is_word = stem_n == n && memcmp(k->stem, word, n) == 0 };
}

static void keep(struct words_known *k, const char *word, size_t n, uint32_t hash, const struct word_stem *stem)
{
    if (k->n == k->room)
        k->words = schema_grow(k->words, &k->room, WORDS_ROOM, sizeof *k->words);
    while (k->text_bytes + n + stem->n > k->text_room)
        k->texts = schema_grow(k->texts, &k->text_room, TEXTS_ROOM, 1);
    k->words[k->n++] = (struct known_word){ .hash = hash,
                                            .stem_hash = stem->hash,
                                            .at = (uint32_t)k->text_bytes,
                                            .n = (uint8_t)n,
                                            .stem_n = (uint8_t)stem->n };
    memcpy(k->texts + k->text_bytes, word, n);
    memcpy(k->texts + k->text_bytes + n, stem->p, stem->n);
    k->text_bytes += n + stem->n;
}

struct word_stem word_stem_of(struct words_known *k, const char *word, size_t n, uint32_t hash)
{
    struct word_stem stem;
    size_t slot;

    if (is_plain(word, n))
        return (struct word_stem){ .p = word, .n = n, .hash = hash, .is_word = true };
    if (k->n * 2 >= k->n_slots)
        more_slots(k);
    slot = slot_of(k, word, n, hash);
    if (k->slots[slot]) {
        const struct known_word *w = &k->words[k->slots[slot] - 1];
        const char *p = k->texts + w->at;
        return (struct word_stem){ .p = p + n,
                                   .n = w->stem_n,
                                   .hash = w->stem_hash,
                                   .is_word = w->stem_n == n && w->stem_hash == hash && memcmp(p, p + n, n) == 0 };
    }
    stem = stem_now(k, word, n);
    if (k->n < LINK_SLIP_WORDS) {
        stem.is_new = true;
        keep(k, word, n, hash, &stem);
        k->slots[slot] = (uint32_t)k->n;
    }
    return stem;
}
