/* rank_features.h - the dense features of a candidate, by name. For the files of ranking; others use rank.h.
 *
 * The order is the order of a row, and models are learned with it: a feature that comes, goes or changes its meaning
 * means learning again. RANK_ASKED are of one kind (rank_words.c): -1 the question has such words and the plan nothing
 * that they may stand for; 0 neither; 1 both; 2 the plan has it and the question does not say so.
 */
#pragma once

/* How well the parts fit, by the models of the parts (rank_fit.c). */
#define RANK_FIT(X)                                                                                                    \
    X(BEAM, "beam")               /* score, less the best one's */                                                     \
    X(BEAM_RANK, "beam.rank")     /* place in the beam */                                                              \
    X(BEAM_SHARE, "beam.share")   /* of the list's probability */                                                      \
    X(BEAM_SIZE, "beam.size")     /* candidates */                                                                     \
    X(SKETCH, "sketch")           /* log-probability of the sketch */                                                  \
    X(SKETCH_GAP, "sketch.gap")   /* ... less the best one's */                                                        \
    X(SKETCH_RANK, "sketch.rank") /* candidates of the same sketch before it */                                        \
    X(PRIOR, "sketch.prior")      /* how often whole sketches are seen */                                              \
    X(PART_SHOWN, "sketch.shown") /* log-probability of each part */                                                   \
    X(PART_DISTINCT, "sketch.distinct")                                                                                \
    X(PART_WHERE, "sketch.where")                                                                                      \
    X(PART_GROUP, "sketch.group")                                                                                      \
    X(PART_ORDER, "sketch.order")                                                                                      \
    X(PART_NEST, "sketch.nest")                                                                                        \
    X(PART_GAP, "sketch.part-gap") /* the part that is farthest behind the best value of that part */                  \
    X(SHOWN, "shown")              /* sums of slots' scores */                                                         \
    X(FIGURE, "figure")                                                                                                \
    X(GROUP, "group")                                                                                                  \
    X(ORDER, "order")                                                                                                  \
    X(WHERE, "where")                                                                                                  \
    X(TABLE, "table")                                                                                                  \
    X(JOIN_COST, "join-cost")                                                                                          \
    X(SHOWN_LEAST, "shown.least") /* worst score of a plain output */                                                  \
    X(SHOWN_MEAN, "shown.mean")                                                                                        \
    X(SHOWN_LEFT, "shown.left")         /* best score of a column that is not shown */                                 \
    X(SHOWN_GAP, "shown.gap")           /* the worst that is shown less that */                                        \
    X(SHOWN_NAMESAKE, "shown.namesake") /* ... less the best column of the same name in another table */               \
    X(SHOWN_UNUSED, "shown.unused")     /* best score, as an output, of a column that is not used at all */            \
    X(FIGURE_GAP, "figure.gap")         /* of figures' columns to the best column */                                   \
    X(FIGURE_UNUSED, "figure.unused")                                                                                  \
    X(FIGURE_BEST, "figure.best") /* what any column has */                                                            \
    X(ORDER_GAP, "order.gap")                                                                                          \
    X(ORDER_UNUSED, "order.unused")                                                                                    \
    X(ORDER_BEST, "order.best")                                                                                        \
    X(GROUP_GAP, "group.gap")                                                                                          \
    X(WHERE_LEAST, "where.least") /* worst score of a condition */                                                     \
    X(WHERE_MOST, "where.most")                                                                                        \
    X(WHERE_COLUMNS, "where.columns") /* scores of the columns that have conditions, summed */                         \
    X(WHERE_GAP, "where.gap")         /* to the best other reading of the same words, the worst one's */               \
    X(WHERE_GAPS, "where.gaps")       /* ... summed */                                                                 \
    X(WHERE_UNUSED, "where.unused")   /* best score of a condition whose words no part of the plan has */              \
    X(WHERE_BEST, "where.best")                                                                                        \
    X(WHERE_LIKELY, "where.likely") /* conditions proposed that are more likely than not, in other words */            \
    X(WHERE_NAMED, "where.named")   /* conditions beside which the column is named */                                  \
    X(WHERE_PART, "where.part")     /* of a part of a value, or of no known value */                                   \
    X(WHERE_SHOWN, "where.shown")   /* conditions of a column that is shown, equal to something */                     \
    X(WHERE_INSIDE, "where.inside") /* conditions whose words are a part of a longer value's */                        \
    X(WHERE_FIT, "where.fit")       /* worst fit of a value */                                                         \
    X(WHERE_RARE, "where.rare")     /* of the value that most columns have: one by their number */                     \
    X(WHERE_TABLE, "where.table")   /* conditions on a table that is not named */                                      \
    X(WHERE_FAR, "where.far")       /* words between a condition and its column's name, at most */

/* Which tables are in FROM (rank_tables.c). */
#define RANK_TABLES(X)                                                                                                 \
    X(TABLES, "tables")                                                                                                \
    X(JOINS, "joins")                                                                                                  \
    X(JOINS_INNER, "joins.inner") /* of the query within */                                                            \
    X(TABLE_LEAST, "table.least") /* worst score of a table */                                                         \
    X(TABLE_LEFT, "table.left")   /* best score of a table that is not in FROM */                                      \
    X(TABLE_GAP, "table.gap")                                                                                          \
    X(TABLES_NAMED, "tables.named")         /* in full */                                                              \
    X(TABLES_UNNAMED, "tables.unnamed")     /* not at all */                                                           \
    X(TABLES_LEFT, "tables.left")           /* named in full, not in FROM */                                           \
    X(TABLES_LEFT_FIT, "tables.left-fit")   /* how well the best of them fits */                                       \
    X(TABLES_IDLE, "tables.idle")           /* without a column that is used */                                        \
    X(IDLE_LEAST, "tables.idle-least")      /* worst score of one */                                                   \
    X(IDLE_NAMED, "tables.idle-named")      /* ... that are named in full */                                           \
    X(IDLE_LEAVES, "tables.idle-leaves")    /* ... that nothing is joined through */                                   \
    X(IDLE_PLAIN, "tables.idle-plain")      /* ... leaves that are not named */                                        \
    X(IDLE_BRIDGES, "tables.idle-bridges")  /* tables of keys alone */                                                 \
    X(TABLES_NEEDED, "tables.needed")       /* by columns */                                                           \
    X(TABLES_AVOIDABLE, "tables.avoidable") /* used for nothing but a key that the table beside it has */              \
    X(JOIN_LEAST, "join.least")             /* how likely the least likely join is */                                  \
    X(FINEST, "tables.finest")              /* that no join repeats: 1; more mean many to many */                      \
    X(FAN_IDLE, "fan.idle")                 /* joins that repeat rows for a table that is not used */                  \
    X(FAN_SHOWN, "fan.shown")               /* the plain outputs' rows come several times, and nothing joins them */   \
    X(ROWS_OF_HEAD, "rows.head")            /* rows are counted: those of the first table named */                     \
    X(HEAD_IN, "head.in")                   /* the first table named is in FROM */                                     \
    X(HEAD_SHOWN, "head.shown")             /* ... and an output's */                                                  \
    X(HEAD_COLUMN_IN, "head.column-in")     /* the first column named is used */                                       \
    X(HEAD_COLUMN_SHOWN, "head.column-shown")                                                                          \
    X(SHOWN_TABLES, "shown.tables")        /* tables that plain outputs are of */                                      \
    X(SAME_NAME, "columns.same-name")      /* columns used that another table in FROM has, by name */                  \
    X(SAME_NAME_LEFT, "columns.same-left") /* ... that a table named, not in FROM, has */                              \
    X(TABLES_SHARE, "tables.share")        /* of the list's probability: candidates with these tables */               \
    X(RIVALS, "tables.rivals")             /* candidates that differ in their tables alone */                          \
    X(RIVALS_JOINS, "tables.rivals-joins") /* joins more than the least of these has */                                \
    X(RIVALS_TABLE, "tables.rivals-table") /* tables' scores less the best of these */

/* The words of the question (rank_words.c). */
#define RANK_WORDS(X)                                                                                                  \
    X(WORDS, "words")                                                                                                  \
    X(LEFT, "left") /* words with a meaning that nothing in the plan explains */                                       \
    X(LEFT_SHARE, "left.share")                                                                                        \
    X(LEFT_NAMED, "left.named")     /* ... in the name of a column or table */                                         \
    X(LEFT_VALUE, "left.value")     /* ... in a value */                                                               \
    X(LEFT_CAPITAL, "left.capital") /* ... with a capital */                                                           \
    X(LEFT_NUMBER, "left.number")                                                                                      \
    X(LEFT_QUOTED, "left.quoted")                                                                                      \
    X(LEFT_COLUMN_FIT, "left.column-fit") /* the best mention of a column, value that is not used, apart from */       \
    X(LEFT_VALUE_FIT, "left.value-fit")   /* words that are */                                                         \
    X(LEFT_LONGEST, "left.longest")       /* neighbours among them */                                                  \
    X(ASKED_UNDONE, "asked.undone")       /* operators without a part, parts without an operator (RANK_ASKED) */       \
    X(DONE_UNASKED, "asked.unasked")                                                                                   \
    X(EXPECTED, "expected")       /* what the question word asks for: enum expected */                                 \
    X(OUTPUT_KIND, "output.kind") /* of the first output: enum output_kind */                                          \
    X(OUTPUT_FITS, "output.fits") /* 1: as expected; -1: not */                                                        \
    X(LISTED, "listed")           /* "and" and commas before the first condition */                                    \
    X(LISTED_GAP, "listed.gap")   /* outputs, less one, less those */                                                  \
    X(LISTED_LEFT, "listed.left") /* columns named behind such a sign that are not used */                             \
    X(SHOWN_LAST, "shown.last")   /* where the last plain output is named; -1: nowhere */                              \
    X(SHOWN_FIRST, "shown.first")                                                                                      \
    X(SHOWN_BEHIND, "shown.behind")  /* plain outputs named behind the first condition only */                         \
    X(ORDER_FAR, "order.far")        /* words between the order's column and the nearest superlative */                \
    X(FIGURE_FAR, "figure.far")      /* ... a figure's column and its operator */                                      \
    X(GROUP_FAR, "group.far")        /* ... "each" and what is grouped by */                                           \
    X(COMPARED, "compared")          /* comparisons that an operator beside them says */                               \
    X(UNCOMPARED, "compared.not")    /* ... that none does */                                                          \
    X(MISCOMPARED, "compared.other") /* ... beside which an operator says another one */                               \
    X(SHARED_WORDS, "words.shared")  /* columns that are named by words that name another one, too */                  \
    X(HEAD_PLURAL, "head.plural")    /* the first table's name is in the plural */

/* Operators, as the question has them and the plan (rank_words.c: the table says which explain what). */
#define RANK_ASKED(X)                                                                                                  \
    X(NEGATION, "asked.negation")                                                                                      \
    X(WITHOUT, "asked.without")                                                                                        \
    X(MORE, "asked.more")                                                                                              \
    X(LESS, "asked.less")                                                                                              \
    X(AT_LEAST, "asked.at-least")                                                                                      \
    X(AT_MOST, "asked.at-most")                                                                                        \
    X(BETWEEN, "asked.between")                                                                                        \
    X(CONTAINS, "asked.contains")                                                                                      \
    X(STARTS, "asked.starts")                                                                                          \
    X(ENDS, "asked.ends")                                                                                              \
    X(EMPTY, "asked.empty")                                                                                            \
    X(EITHER, "asked.either")                                                                                          \
    X(BOTH, "asked.both")                                                                                              \
    X(AND, "asked.and")                                                                                                \
    X(COUNT, "asked.count")                                                                                            \
    X(SUM, "asked.sum")                                                                                                \
    X(AVERAGE, "asked.average")                                                                                        \
    X(MEDIAN, "asked.median")                                                                                          \
    X(SPREAD, "asked.spread")                                                                                          \
    X(HIGHEST, "asked.highest")                                                                                        \
    X(LOWEST, "asked.lowest")                                                                                          \
    X(MOST_ROWS, "asked.most-rows")                                                                                    \
    X(FEWEST_ROWS, "asked.fewest-rows")                                                                                \
    X(DISTINCT, "asked.distinct")                                                                                      \
    X(EACH, "asked.each")                                                                                              \
    X(SORT, "asked.sort")                                                                                              \
    X(ASCENDING, "asked.ascending")                                                                                    \
    X(DESCENDING, "asked.descending")                                                                                  \
    X(LATEST, "asked.latest")                                                                                          \
    X(EARLIEST, "asked.earliest")                                                                                      \
    X(FIRST, "asked.first")                                                                                            \
    X(LAST, "asked.last")                                                                                              \
    X(NEXT, "asked.next")                                                                                              \
    X(PREVIOUS, "asked.previous")                                                                                      \
    X(DIFFERENCE, "asked.difference")                                                                                  \
    X(SHARE, "asked.share")                                                                                            \
    X(YES_NO, "asked.yes-no")

/* What is asked for (rank_shape.c). */
#define RANK_SHAPE(X)                                                                                                  \
    X(OUTPUTS, "outputs")                                                                                              \
    X(PLAIN, "outputs.plain")                                                                                          \
    X(FIGURES_SHOWN, "outputs.figures")                                                                                \
    X(COUNTS_SHOWN, "outputs.counts")                                                                                  \
    X(IDS_SHOWN, "outputs.ids")                                                                                        \
    X(NUMBERS_SHOWN, "outputs.numbers")                                                                                \
    X(NAMES_SHOWN, "outputs.names")       /* columns that name rows */                                                 \
    X(UNNAMED_SHOWN, "outputs.unnamed")   /* columns that the question does not name */                                \
    X(FULL_SHOWN, "outputs.full")         /* ... that it names in full */                                              \
    X(OWNED_SHOWN, "outputs.owned")       /* ... whose words something else fits better */                             \
    X(SHOWN_FIT, "outputs.fit")           /* worst fit of a plain output's name; 0 where it is not named */            \
    X(UNIQUE_SHOWN, "outputs.unique")     /* ... that have each value once: nothing to be made distinct */             \
    X(UNITS_SHOWN, "outputs.units")       /* dates in steps */                                                         \
    X(RECKONED_SHOWN, "outputs.reckoned") /* of two columns */                                                         \
    X(SHOWN_SHARE, "outputs.share")       /* of the list's probability: candidates with these outputs */               \
    X(ALL_SHOWN, "outputs.all")                                                                                        \
    X(IS_DISTINCT, "distinct")                                                                                         \
    X(CONDITIONS, "conditions")                                                                                        \
    X(CONDITIONS_INNER, "conditions.inner")                                                                            \
    X(CONNECTIVE, "connective")                                                                                        \
    X(EQUALITIES, "conditions.equal")                                                                                  \
    X(CONDITIONS_SHARE, "conditions.share")  /* of the list's probability: candidates with these conditions */         \
    X(SAME_COLUMN, "conditions.same-column") /* two conditions of one column, both of which hold */                    \
    X(GROUPING, "grouping")                                                                                            \
    X(HAS_HAVING, "having")                                                                                            \
    X(GROUP_UNIQUE, "group.unique") /* what is grouped by has each value once */                                       \
    X(GROUP_NAMED, "group.named")   /* ... is named */                                                                 \
    X(ORDERED, "ordered")                                                                                              \
    X(ORDER_COUNTS, "ordered.rows") /* by a number of rows */                                                          \
    X(ORDER_TEXT, "ordered.text")   /* by a text */                                                                    \
    X(ORDER_ID, "ordered.id")                                                                                          \
    X(ORDER_NAMED, "ordered.named")                                                                                    \
    X(ORDER_SHOWN, "ordered.shown")                                                                                    \
    X(ORDER_FIT, "ordered.fit") /* of the name of the column */                                                        \
    X(LIMIT_EACH, "limit.each") /* the limit holds for each value of a column */                                       \
    X(LIMIT, "limit")           /* 0, 1 or what it is */                                                               \
    X(NEST, "nest")             /* enum plan_nesting */                                                                \
    X(NEST_WITHOUT, "nest.without")                                                                                    \
    X(NEST_SETS, "nest.sets")                                                                                          \
    X(NEST_THAN, "nest.than")                                                                                          \
    X(SCHEMA_TABLES, "schema.tables")                                                                                  \
    X(SCHEMA_COLUMNS, "schema.columns")                                                                                \
    X(SCHEMA_ROWS, "schema.rows") /* of the largest table in FROM, as a logarithm */

/* What came of it (rank.c); not known where it was not tried. */
#define RANK_TRIAL(X)                                                                                                  \
    X(TRIAL_FAILED, "trial.failed")                                                                                    \
    X(TRIAL_ROWS, "trial.rows") /* as a logarithm */                                                                   \
    X(TRIAL_NONE, "trial.none")                                                                                        \
    X(TRIAL_ONE, "trial.one")                                                                                          \
    X(TRIAL_MANY, "trial.many") /* more than are looked at */                                                          \
    X(TRIAL_HAS_EMPTY, "trial.has-empty")                                                                              \
    X(TRIAL_ALL_EMPTY, "trial.all-empty")                                                                              \
    X(TRIAL_REPEATED, "trial.repeated")                                                                                \
    X(TRIAL_ALL_ROWS, "trial.all-rows")         /* as many as a table in FROM has, though there are conditions */      \
    X(TRIAL_VOTES, "trial.votes")               /* the share of the list's probability that gives the same rows */     \
    X(TRIAL_ALIKE, "trial.alike")               /* candidates that do */                                               \
    X(TRIAL_ALIKE_BEFORE, "trial.alike-before") /* ... before it */                                                    \
    X(TRIAL_ONE_ASKED, "trial.one-asked")       /* one row, and the first table's name is in the singular */

/* What the lexical model says (rank.c). */
#define RANK_LEXICAL(X)                                                                                                \
    X(LEXICAL, "lexical")                                                                                              \
    X(LEXICAL_GAP, "lexical.gap") /* less the best one's */

#define RANK_FEATURES(X)                                                                                               \
    RANK_FIT(X) RANK_TABLES(X) RANK_WORDS(X) RANK_ASKED(X) RANK_SHAPE(X) RANK_TRIAL(X) RANK_LEXICAL(X)

enum rank_feature {
#define X(name, text) DENSE_##name,
    RANK_FEATURES(X)
#undef X
        DENSE_FEATURES /* how many */
};
