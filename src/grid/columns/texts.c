/* texts.c - open addressing over offsets; the dictionary is given up when every second text is a new one.
 *
 * The check waits for GIVE_UP texts, so that a column which begins with its different values and then repeats them
 * stays a dictionary.
 */
#include "grid/columns/texts.h"
#include "base/mix.h"
#include "grid/columns/columns_node.h"
#include "grid/growing.h"
#include <assert.h>
#include <string.h>

#define FIRST_SLOTS 256
#define GIVE_UP 2048 /* different texts before it is asked whether there is a point */

void texts_done(struct texts *t)
{
    free(t->at);
    free(t->bytes);
    free(t->codes);
    free(t->slots);
    *t = (struct texts){ 0 };
}

/* Puts a text at the end of the list. */
static void append(struct texts *t, const char *p, size_t n)
{
    size_t from = t->n ? t->at[t->n] : 0;

    t->at = room_for(t->at, t->n + 2, sizeof *t->at, &t->at_cap);
    t->bytes = room_for(t->bytes, from + n + 1, 1, &t->bytes_cap);
    if (t->n == 0)
        t->at[0] = 0;
    if (n > 0)
        memcpy(t->bytes + from, p, n);
    t->at[++t->n] = (uint32_t)(from + n);
}

static bool is_text(const struct texts *t, size_t i, const char *p, size_t n)
{
    return t->at[i + 1] - t->at[i] == n && memcmp(t->bytes + t->at[i], p, n) == 0;
}

static void put_slot(struct texts *t, size_t i)
{
    size_t slot = mix_hash(t->bytes + t->at[i], t->at[i + 1] - t->at[i]) & (t->n_slots - 1);

    while (t->slots[slot])
        slot = (slot + 1) & (t->n_slots - 1);
    t->slots[slot] = (uint32_t)i + 1;
}

/* Keeps a third of the slots free. */
static void grow_slots(struct texts *t)
{
    if (t->n * 3 < t->n_slots * 2)
        return;
    free(t->slots);
    t->n_slots = t->n_slots ? t->n_slots * 4 : FIRST_SLOTS;
    t->slots = room_new(t->n_slots, sizeof *t->slots);
    for (size_t i = 0; i < t->n; i++)
        put_slot(t, i);
}

/* From codes to one text a row. */
static void make_plain(struct texts *t)
{
    struct texts plain = { .plain = true, .rows = t->rows, .total_bytes = t->total_bytes };

    for (size_t row = 0; row < t->rows; row++) {
        size_t i = t->codes[row];
        append(&plain, t->bytes + t->at[i], t->at[i + 1] - t->at[i]);
    }
    texts_done(t);
    *t = plain;
    assert(!t->codes && !t->slots);
}

/* The text's place in the dictionary, new or old. */
static size_t find(struct texts *t, const char *p, size_t n)
{
    size_t slot;

    if (t->n > 0 && is_text(t, t->last, p, n))
        return t->last;
    grow_slots(t);
    for (slot = mix_hash(p, n) & (t->n_slots - 1); t->slots[slot]; slot = (slot + 1) & (t->n_slots - 1))
        if (is_text(t, t->slots[slot] - 1, p, n))
            return t->slots[slot] - 1;
    append(t, p, n);
    t->slots[slot] = (uint32_t)t->n;
    return t->n - 1;
}

void texts_add_code(struct texts *t, uint32_t code)
{
    t->codes = room_for(t->codes, t->rows + 1, sizeof *t->codes, &t->codes_cap);
    t->codes[t->rows++] = code;
    t->last = code;
    t->total_bytes += t->at[code + 1] - t->at[code];
}

void texts_add(struct texts *t, const char *p, size_t n)
{
    if (t->plain) {
        append(t, p, n);
        t->rows++;
        t->total_bytes += n;
        return;
    }
    texts_add_code(t, (uint32_t)find(t, p, n));
    if (t->n > GIVE_UP && t->n > t->rows / 2)
        make_plain(t);
}

static uint32_t code_width(size_t n)
{
    return n <= UINT8_MAX + 1u ? 1 : n <= UINT16_MAX + 1u ? 2 : 4;
}

static void *narrow_codes(const struct texts *t, uint32_t width)
{
    void *codes = room_new(t->rows, width);

    for (size_t row = 0; row < t->rows; row++)
        if (width == 1)
            ((uint8_t *)codes)[row] = (uint8_t)t->codes[row];
        else if (width == 2)
            ((uint16_t *)codes)[row] = (uint16_t)t->codes[row];
        else
            ((uint32_t *)codes)[row] = t->codes[row];
    return codes;
}

void texts_end(struct texts *t, struct part *ret)
{
    uint32_t width = code_width(t->n);

    if (!t->plain && t->rows > 0) {
        size_t kept = t->at[t->n] + (t->n + 1) * sizeof *t->at + t->rows * width;
        if (kept >= t->total_bytes + (t->rows + 1) * sizeof *t->at)
            make_plain(t);
    }
    ret->width = t->plain || t->rows == 0 ? 0 : width;
    ret->values = ret->width ? narrow_codes(t, width) : NULL;
    ret->n_texts = (uint32_t)t->n;
    ret->at = t->at ? t->at : room_new(1, sizeof *t->at);
    ret->bytes = t->bytes ? t->bytes : room_new(1, 1);
    t->at = NULL;
    t->bytes = NULL;
    texts_done(t);
}
