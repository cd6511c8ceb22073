/* columns.h - which columns of the data a call may read, and opening the data without the others.
 *
 * The default patterns for personal data bind everything that an agent or an outside client starts, and those
 * operations that are for programs (sql.run) whoever calls them. A person's own question about their own data is bound
 * only by the policy they set, and so is what an agent does inside it.
 *
 * A policy is set with two arguments of the operation: allowed_columns, and blocked_patterns, which a person may use in
 * place of the default patterns and everybody else only on top of them.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct call;
struct column_policy;
struct dataset;
struct err;
struct json;

/* The sources of an operation that reads data. */
#define DATA_FIELD_OF(flags, least)                                                                                    \
    FIELD("data", LIST, (flags) | MODEL_PATH | MODEL_WORDS,                                                            \
          "A file to ask: its path, upload://ID/NAME or artifact://ID; may be repeated.", .metavar = "PATH",           \
          .range = BETWEEN(least, DATA_SOURCES), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS)))
#define DATA_FIELD DATA_FIELD_OF(REQ, 1)

/* The same where a conversation may have named them already. */
#define MAYBE_DATA_FIELD DATA_FIELD_OF(0, 0)

/* The two arguments of its policy, for an operation's list of fields. */
#define COLUMN_FIELDS                                                                                                  \
    FIELD("allowed_columns", LIST, MODEL_WORDS, "Only these columns can be read; all unless said.", .metavar = "NAME", \
          .range = AT_MOST(DATA_COLUMNS), .each = EACH(TEXT, .range = BETWEEN(1, DATA_NAME_BYTES))),                   \
        FIELD("blocked_patterns", LIST, MODEL_WORDS,                                                                   \
              "Columns that cannot be read, by a word in their name or what they hold: ssn, email, ...",               \
              .metavar = "WORD", .range = AT_MOST(COLUMN_PATTERNS),                                                    \
              .each = EACH(TEXT, .range = BETWEEN(1, PII_PATTERN_BYTES)))

/* The policy of a call, in its arena; NULL: every column. for_programs: the default patterns hold for a person too who
 * calls the operation itself. */
const struct column_policy *columns_policy(const struct call *c, const struct json *args, bool for_programs);

/* Opens the sources named by the list `data` under that policy; the caller releases the dataset. */
WARN_UNUSED int columns_open(struct call *c, const struct json *data, const struct column_policy *policy,
                             struct dataset **ret, struct err *err);

/* Writes down which rules left columns out of a result; left_out is dataset_query()'s. */
WARN_UNUSED int columns_decide(struct call *c, const struct json *left_out, struct err *err);

/* Sets in `args`, of an operation called from inside this one, the policy that this one was given: allowed_columns, and
 * blocked_patterns, which are the default ones for a person too who calls an operation for programs itself. */
void columns_hand_on(const struct call *c, const struct json *given, struct json *args);
