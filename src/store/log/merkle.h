/* merkle.h - a hash tree over the lines of the log. It proves that a line is in the log without showing the others.
 *
 * The tree is that of RFC 6962 (Certificate Transparency). A leaf is SHA-256(0x00 || line), a node SHA-256(0x01 || left
 * || right). A tree of n leaves splits at the largest power of two below n. The root of no leaves is SHA-256(""). Lines
 * are hashed without their newline.
 *
 * A growing tree is kept as its frontier: the roots of the full subtrees that make it up, largest first, one for each
 * bit of the number of leaves. Adding a leaf and asking for the root take O(log n) and no I/O.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct merkle {
    uint64_t leaves;
    unsigned char roots[64][SHA256_BYTES]; /* as many as bits are set in leaves */
};

void merkle_init(struct merkle *m);
void merkle_leaf(const void *line, size_t n, unsigned char ret[static SHA256_BYTES]);
void merkle_add(struct merkle *m, const unsigned char leaf[static SHA256_BYTES]);
void merkle_root(const struct merkle *m, unsigned char ret[static SHA256_BYTES]);

/* Appends the tree of `more`, whose leaves follow m's, when m's number of leaves is a multiple of a power of two not
 * smaller than more's; false otherwise. Lets two threads build the halves of a tree. */
bool merkle_join(struct merkle *m, const struct merkle *more);

/* As text for storing: the number of leaves, then the roots in hex, separated by blanks. */
#define MERKLE_TEXT_BYTES (24 + 64 * 65)
void merkle_text(const struct merkle *m, char ret[static MERKLE_TEXT_BYTES]);
bool merkle_read(const char *text, struct merkle *ret);

/* An inclusion proof: the hashes beside the way from a leaf to the root, lowest first. */
struct merkle_proof {
    uint64_t leaf, leaves; /* index from 0; size of the tree */
    unsigned char path[64][SHA256_BYTES];
    size_t n;
};

/* next(arg, i, ret) gives the hash of leaf i; called in order for every leaf. */
typedef int merkle_leaves(void *arg, uint64_t i, unsigned char ret[static SHA256_BYTES], struct err *err);
WARN_UNUSED int merkle_prove(uint64_t leaf, uint64_t leaves, merkle_leaves *next, void *arg, struct merkle_proof *ret,
                             struct err *err);

/* The root that a proof and a leaf's hash lead to; false when the proof has the wrong length for its place. */
bool merkle_check(const struct merkle_proof *p, const unsigned char leaf[static SHA256_BYTES],
                  unsigned char ret_root[static SHA256_BYTES]);
