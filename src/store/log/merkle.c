/* merkle.c - the frontier, and what follows from it.
 *
 * The number of leaves in binary says which full subtrees there are: a set bit at place k is one of 2^k leaves. Adding
 * a leaf is adding one to that number: while the place is taken, the two subtrees become one twice the size, and the
 * bit is carried. Joining a tree is the same from a higher place on. The root hangs the smaller subtrees below the
 * larger ones, from the right, which is the split that RFC 6962 asks for.
 *
 * A proof is found in one pass over the leaves. Every other leaf lies below exactly one of the path's hashes: the one
 * at the height of the highest bit in which its number differs from the proved leaf's.
 */
#include "store/log/merkle.h"
#include "base/hash.h"
#include "base/str.h"
#include <assert.h>
#include <inttypes.h>

#define LEAF_MARK "\x00"
#define NODE_MARK "\x01"

static size_t roots_of(uint64_t leaves)
{
    return (size_t)__builtin_popcountll(leaves);
}

static void copy(unsigned char to[static SHA256_BYTES], const unsigned char from[static SHA256_BYTES])
{
    memcpy(to, from, SHA256_BYTES);
}

/* ret may be left or right. */
static void node(const unsigned char left[static SHA256_BYTES], const unsigned char right[static SHA256_BYTES],
                 unsigned char ret[static SHA256_BYTES])
{
    unsigned char both[1 + 2 * SHA256_BYTES] = NODE_MARK;

    copy(both + 1, left);
    copy(both + 1 + SHA256_BYTES, right);
    sha256_parts(&(struct sha256_part){ both, sizeof both }, 1, ret);
}

void merkle_init(struct merkle *m)
{
    *m = (struct merkle){ 0 };
}

void merkle_leaf(const void *line, size_t n, unsigned char ret[static SHA256_BYTES])
{
    const struct sha256_part parts[] = { { LEAF_MARK, 1 }, { line, n } };

    sha256_parts(parts, COUNT_OF(parts), ret);
}

/* A full subtree of 2^height leaves behind the others, whose number is a multiple of that. */
static void add_full(struct merkle *m, unsigned height, const unsigned char root[static SHA256_BYTES])
{
    size_t n = roots_of(m->leaves);
    unsigned char carried[SHA256_BYTES];

    assert(height < 64);
    copy(carried, root);
    for (unsigned k = height; k < 64 && m->leaves >> k & 1; k++)
        node(m->roots[--n], carried, carried);
    copy(m->roots[n], carried);
    m->leaves += (uint64_t)1 << height;
}

void merkle_add(struct merkle *m, const unsigned char leaf[static SHA256_BYTES])
{
    assert(m->leaves < UINT64_MAX);
    add_full(m, 0, leaf);
}

void merkle_root(const struct merkle *m, unsigned char ret[static SHA256_BYTES])
{
    size_t n = roots_of(m->leaves);

    if (n == 0) {
        sha256_parts(NULL, 0, ret);
        return;
    }
    copy(ret, m->roots[--n]);
    while (n > 0)
        node(m->roots[--n], ret, ret);
}

/* The height of the smallest full tree that n > 0 leaves fit into. */
static unsigned height_of(uint64_t n)
{
    return n == 1 ? 0 : 64 - (unsigned)__builtin_clzll(n - 1);
}

bool merkle_join(struct merkle *m, const struct merkle *more)
{
    unsigned height;

    if (more->leaves == 0)
        return true;
    height = height_of(more->leaves);
    if (more->leaves > UINT64_MAX - m->leaves)
        return false;
    if (height == 64 ? m->leaves != 0 : (m->leaves & (((uint64_t)1 << height) - 1)) != 0)
        return false;
    if (roots_of(more->leaves) == 1) {
        add_full(m, height, more->roots[0]);
        return true;
    }
    memcpy(m->roots + roots_of(m->leaves), more->roots, roots_of(more->leaves) * SHA256_BYTES);
    m->leaves += more->leaves;
    return true;
}

/* ---- as text ---- */

void merkle_text(const struct merkle *m, char ret[static MERKLE_TEXT_BYTES])
{
    char *p = ret + snprintf(ret, MERKLE_TEXT_BYTES, "%" PRIu64, m->leaves);

    for (size_t i = 0; i < roots_of(m->leaves); i++) {
        *p++ = ' ';
        hex_text(m->roots[i], SHA256_BYTES, p);
        p += 2 * SHA256_BYTES;
    }
}

/* A number as merkle_text prints it; returns what stands behind it, or NULL. */
static const char *read_count(const char *p, uint64_t *ret)
{
    uint64_t v = 0;

    if (!str_is_digit(*p) || (p[0] == '0' && p[1] != ' ' && p[1] != '\0'))
        return NULL;
    for (; *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (unsigned)(*p - '0'), &v))
            return NULL;
    *ret = v;
    return p;
}

bool merkle_read(const char *text, struct merkle *ret)
{
    struct merkle m = { 0 };
    const char *p = read_count(text, &m.leaves);

    if (!p)
        return false;
    for (size_t i = 0; i < roots_of(m.leaves); i++) {
        if (*p != ' ' || !hex_read(p + 1, m.roots[i], sizeof m.roots[i]))
            return false;
        p += 1 + 2 * SHA256_BYTES;
    }
    if (*p != '\0')
        return false;
    *ret = m;
    return true;
}

/* ---- proofs ---- */

/* Whether there is something beside the way from a leaf to the root at a height. Past the last leaf there is not, and
 * the node goes up as it is. */
static bool has_neighbour(uint64_t leaf, uint64_t leaves, unsigned height)
{
    return ((leaf >> height) ^ 1) <= (leaves - 1) >> height;
}

/* Leaves that part from the way at the same height make up one neighbour, and they come side by side. */
int merkle_prove(uint64_t leaf, uint64_t leaves, merkle_leaves *next, void *arg, struct merkle_proof *ret,
                 struct err *err)
{
    unsigned char beside[64][SHA256_BYTES], hash[SHA256_BYTES];
    struct merkle_proof made = { .leaf = leaf, .leaves = leaves };
    struct merkle range = { 0 };

    assert(leaf < leaves);
    for (uint64_t i = 0; i < leaves; i++) {
        if (next(arg, i, hash, err) < 0)
            return -1;
        if (i == leaf)
            continue;
        unsigned height = 63 - (unsigned)__builtin_clzll(i ^ leaf);
        merkle_add(&range, hash);
        if (i + 1 == leaves || i + 1 == leaf || (i + 1) >> height != i >> height) {
            merkle_root(&range, beside[height]);
            range.leaves = 0;
        }
    }
    for (unsigned height = 0; height < 64 && (leaves - 1) >> height > 0; height++)
        if (has_neighbour(leaf, leaves, height))
            copy(made.path[made.n++], beside[height]);
    *ret = made;
    return 0;
}

bool merkle_check(const struct merkle_proof *p, const unsigned char leaf[static SHA256_BYTES],
                  unsigned char ret_root[static SHA256_BYTES])
{
    unsigned char root[SHA256_BYTES];
    size_t used = 0;

    if (p->leaf >= p->leaves)
        return false;
    copy(root, leaf);
    for (unsigned height = 0; height < 64 && (p->leaves - 1) >> height > 0; height++) {
        if (!has_neighbour(p->leaf, p->leaves, height))
            continue;
        if (used == p->n)
            return false;
        if (p->leaf >> height & 1)
            node(p->path[used], root, root);
        else
            node(root, p->path[used], root);
        used++;
    }
    if (used != p->n)
        return false;
    copy(ret_root, root);
    return true;
}
