/* linear.c - looking up weights: a bit for each slot says whether there is one, and counting bits says where.
 *
 * Most features of a question were never seen, or never mattered. They cost one look into the bitmap, which fits the
 * processor's cache; only the others reach the weights. The slots of a feature's classes are neighbours, so all classes
 * are looked up at once.
 *
 * A part of a bundle: the head below, the bitmap, the counts before each block, the biases, the weights.
 */
#include "learn/linear.h"
#include "base/err.h"
#include "learn/bundle.h"
#include "learn/linear_part.h"
#include <math.h>
#include <string.h>

/* ---- opening ---- */

/* Whether the counts are those of the bitmap, so that no lookup leaves the weights. */
static bool counts_fit(const struct linear *m)
{
    size_t blocks = ((size_t)1 << m->bits) / LINEAR_BLOCK, n = 0;

    for (size_t i = 0; i < blocks; i++) {
        if (m->before[i] != n)
            return false;
        n += (size_t)__builtin_popcountll(m->present[i]);
    }
    return n == m->n_weights;
}

static const char *find_wrong(const struct linear *m)
{
    if (!isfinite(m->scale) || m->scale < 0)
        return "its scale is no number";
    for (size_t i = 0; i < m->classes; i++)
        if (!isfinite(m->bias[i]))
            return "a bias is no number";
    return counts_fit(m) ? NULL : "its weights are not where they should be";
}

int linear_open(const void *p, size_t n, struct linear *ret, struct err *err)
{
    struct linear_head head;
    struct linear_layout at;
    const char *bytes = p, *wrong;

    if ((uintptr_t)p % sizeof(uint64_t) != 0 || n < sizeof head)
        return bundle_damaged(err, "linear", "it has no head");
    memcpy(&head, p, sizeof head);
    if (head.bits < LINEAR_BITS_LEAST || head.bits > LINEAR_BITS_MOST || head.classes < 1 ||
        head.classes > LINEAR_CLASSES_MOST || head.weights > (size_t)1 << head.bits)
        return bundle_damaged(err, "linear", "its head makes no sense");
    at = linear_layout(&head);
    if (n != at.end)
        return bundle_damaged(err, "linear", "its length does not fit its head");
    *ret = (struct linear){ .bits = head.bits,
                            .classes = head.classes,
                            .scale = (double)head.scale,
                            .present = (const uint64_t *)(const void *)(bytes + sizeof head),
                            .before = (const uint32_t *)(const void *)(bytes + at.before),
                            .bias = (const float *)(const void *)(bytes + at.bias),
                            .weights = (const int16_t *)(const void *)(bytes + at.weights),
                            .n_weights = head.weights };
    wrong = find_wrong(ret);
    return wrong ? bundle_damaged(err, "linear", wrong) : 0;
}

/* ---- scoring ---- */

static size_t slots(const struct linear *m)
{
    return (size_t)1 << m->bits;
}

/* How many weights stand before a slot. */
static size_t weights_before(const struct linear *m, size_t slot)
{
    uint64_t earlier = m->present[slot / LINEAR_BLOCK] & (((uint64_t)1 << slot % LINEAR_BLOCK) - 1);

    return m->before[slot / LINEAR_BLOCK] + (size_t)__builtin_popcountll(earlier);
}

double linear_score(const struct linear *m, const uint32_t *features, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        size_t slot = features[i] & (slots(m) - 1);
        if (m->present[slot / LINEAR_BLOCK] >> slot % LINEAR_BLOCK & 1)
            sum += m->weights[weights_before(m, slot)];
    }
    return (double)sum * m->scale + (double)m->bias[0];
}

/* The bits of a feature's slots, that of class 0 lowest; the slot behind the last one is the first. */
static uint64_t class_bits(const struct linear *m, size_t slot)
{
    size_t block = slot / LINEAR_BLOCK, shift = slot % LINEAR_BLOCK;
    uint64_t bits = m->present[block] >> shift;

    if (shift > 0)
        bits |= m->present[(block + 1) & (slots(m) / LINEAR_BLOCK - 1)] << (LINEAR_BLOCK - shift);
    return m->classes < LINEAR_BLOCK ? bits & (((uint64_t)1 << m->classes) - 1) : bits;
}

static void add_weights(const struct linear *m, size_t slot, uint64_t bits, int64_t *sums)
{
    size_t at = weights_before(m, slot), in_front = slots(m) - slot;

    for (; bits; bits &= bits - 1) {
        size_t class = (size_t)__builtin_ctzll(bits);
        if (class >= in_front) { /* from the first slot on */
            at = 0;
            in_front = SIZE_MAX;
        }
        sums[class] += m->weights[at++];
    }
}

void linear_scores(const struct linear *m, const uint32_t *features, size_t n, double *ret)
{
    int64_t sums[LINEAR_CLASSES_MOST] = { 0 };

    for (size_t i = 0; i < n; i++) {
        size_t slot = features[i] & (slots(m) - 1);
        uint64_t bits = class_bits(m, slot);
        if (bits)
            add_weights(m, slot, bits, sums);
    }
    for (size_t i = 0; i < m->classes; i++)
        ret[i] = (double)sums[i] * m->scale + (double)m->bias[i];
}

/* ---- probabilities ---- */

/* The logarithm of the sum of exp(scores), without overflow. */
static double log_sum(const double *scores, size_t n)
{
    double most = scores[0], sum = 0;

    for (size_t i = 1; i < n; i++)
        most = scores[i] > most ? scores[i] : most;
    for (size_t i = 0; i < n; i++)
        sum += exp(scores[i] - most);
    return most + log(sum);
}

void log_softmax(const double *scores, size_t n, double *ret)
{
    double all = n > 0 ? log_sum(scores, n) : 0;

    for (size_t i = 0; i < n; i++)
        ret[i] = scores[i] - all;
}

void softmax(const double *scores, size_t n, double *ret)
{
    log_softmax(scores, n, ret);
    for (size_t i = 0; i < n; i++)
        ret[i] = exp(ret[i]);
}

double logistic(double score)
{
    return 1 / (1 + exp(-score));
}
