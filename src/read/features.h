/* features.h - what learned models see of a question and of the parts a plan may have.
 *
 * Features are hashed (learn/feature.h). The same functions serve learning and reading, so the two cannot differ. A
 * feature says how something fits (a bucket of a link score), where it stands (the words beside it) and what it is (the
 * column's traits); never which database it is of: models must serve tables that nobody has seen.
 *
 * What several features need of a question is worked out once, in struct question.
 */
#pragma once
#include "read/reading.h"

#define READ_FEATURES 512 /* of one row, at most */

/* The question as features see it. Opaque: features.c's own. */
struct question;

struct question *question_new(struct arena *a, const struct link *l);

/* For the six models of sketches' parts. */
void sketch_features(const struct question *q, struct features *ret);

/* For the models of all roles. */
void column_features(const struct question *q, size_t column, struct features *ret);

void table_features(const struct question *q, size_t table, struct features *ret);

/* For the model of conditions. where: each column's score as ROLE_WHERE. */
void condition_features(const struct question *q, const struct read_condition *c, struct features *ret);

/* ---- conditions.c ---- */

/* Conditions that the mentions allow, in the order of the question, at most max: values with the columns that have
 * them, numbers and periods with the columns that `where` scores best, truths and genders, empty cells. score is not
 * set. Every condition of a gold query that a mention can justify should be among them. */
size_t conditions_propose(struct arena *a, const struct question *q, const double *where, struct read_condition *ret,
                          size_t max);
