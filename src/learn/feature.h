/* feature.h - features as numbers: the hash of what a feature is called.
 *
 * A feature of a linear model is something that is there or not: a word of the question, a word beside the kind of a
 * column. It has no table of names: its number is the hash of its name, built from parts:
 *
 *   uint32_t word = feature_text("highest");
 *   feature_add(&row, feature_of(feature_of(word, 'o'), column_kind));
 *
 * Numbers are kept in models, so these functions never change; a change is a new version of every bundle (bundle.h).
 * Two features may meet on one number. Models are learned with that, and large ones lose little by it.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Joins a feature and a part of its name: order matters, and so does each bit of both. */
static inline uint32_t feature_of(uint32_t feature, uint32_t part)
{
    uint32_t h = (feature ^ 0x9e3779b9u) * 0x85ebca6bu ^ part;

    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ h >> 16;
}

/* A feature, or part of one, that is called by n bytes of text. */
static inline uint32_t feature_bytes(const char *p, size_t n)
{
    uint32_t h = 0x811c9dc5u; /* FNV-1a, and its bits stirred at the end */

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 0x01000193u;
    return feature_of(h, (uint32_t)n);
}

static inline uint32_t feature_text(const char *s)
{
    return feature_bytes(s, strlen(s));
}

/* The features of one candidate, in room that the caller has. */
struct features {
    uint32_t *id;
    size_t n, room;
    size_t lost; /* that found no room: the caller's room is too small */
};

static inline void feature_add(struct features *f, uint32_t feature)
{
    if (f->n < f->room)
        f->id[f->n++] = feature;
    else
        f->lost++;
}

/* Sorts them and keeps each once. A model counts a feature as often as it is given. */
void features_unique(struct features *f);
