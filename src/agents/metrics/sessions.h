/* sessions.h - the operations on sessions and their files. For src/agents/metrics only.
 *
 * Every function is an operation's run or affects (gate/op.h). A private request may look at a session and keeps
 * nothing in one.
 */
#pragma once
#include "base/attrs.h"
#include "gate/op.h"

op_run sessions_create, sessions_get, sessions_list, sessions_delete;                              /* sessions.c */
op_run sessions_add_file, sessions_files, sessions_describe_file, sessions_remove_file;            /* files.c */
op_run sessions_investigate, sessions_run;                                                         /* start.c */
op_run sessions_report, sessions_download, sessions_explanations, sessions_chat, sessions_history; /* read.c, chat.c */
op_affects sessions_delete_affects, sessions_remove_file_affects;

/* Refuses what a private request may not do. */
WARN_UNUSED int sessions_keep(const struct call *c, struct err *err);
