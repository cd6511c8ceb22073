/* session.h - a conversation about workbooks, as its seed has it. For src/agents/workbook only.
 *
 * A session is a conversation of the store (store/records/conversations.h) with the agent WORKBOOK_AGENT; its id is
 * both. Beside what a turn notes there (inquiry/turn.h) its metadata has
 *
 *   "context"   the workbook that is loaded: {"data","workbook_name","sha256","loaded_at","metadata"}
 *   "previous"  those loaded before it, oldest first, at most WORKBOOK_PREVIOUS
 *   "sheet"     the sheet that was last asked about
 *
 * The workbook is a copy of ours (store/records/uploads.h), named by "data": what happens to the original does not
 * reach a conversation. Its absolute path is made when it is told, since a home may be moved.
 */
#pragma once
#include "gate/op.h"

#define WORKBOOK_AGENT "workbook"

struct json;
struct talk;

op_run workbook_start, workbook_get, workbook_list, workbook_clear; /* session.c */
op_run workbook_load;                                               /* load.c */
op_run workbook_message, workbook_ask;                              /* ask.c */
op_run workbook_suggestions;                                        /* suggest.c */
op_run workbook_export;                                             /* chat_export.c */

/* The seed's turns of messages as conversation_messages() has them, oldest first. (turns.c) */
struct json *workbook_turns(struct call *c, const char *id, const struct json *messages);

/* Makes another workbook the one at hand: the last becomes a previous one, and what was asked of it is no longer what a
 * follow-up is about. The context is taken over. (session.c) */
void workbook_replace(struct talk *t, struct json *context);

/* Where a message has named other data, the workbook that was loaded is a previous one from now on. (session.c) */
void workbook_settle(struct talk *t);

/* Questions about the data that can be answered, at most SHEETS_SUGGESTIONS; none when it has no tables. *ret_tables
 * are those of data.describe, NULL when it has none. (suggest.c) */
WARN_UNUSED int workbook_suggest(struct call *c, const struct json *data, struct json **ret, struct json **ret_tables,
                                 struct err *err);

/* What a workbook holds in a sentence or two, from an excel-list-structure result and data.describe's tables, which may
 * be NULL. (structure.c) */
const char *workbook_summary(struct arena *a, const char *name, const struct json *structure,
                             const struct json *tables);
