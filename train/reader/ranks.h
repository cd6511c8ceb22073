/* ranks.h - what puts candidates in order: the lexical model, the trees without and with trials, and confidence.
 *
 * There are lists of two folds. What is learned from one fold's lists is used on the other's, so that each later model
 * learns from scores as they will be on tables that nobody has seen. The models that are kept are learned from both.
 */
#pragma once
#include "base/attrs.h"
#include "train/reader/lists.h"

struct err;
struct parts;

WARN_UNUSED int ranks_learn(const struct list_set folds[2], unsigned threads, struct parts *ret, struct err *err);
