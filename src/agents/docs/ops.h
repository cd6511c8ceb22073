/* ops.h - the operations of the docs agent, for their declarations in docs.c. For src/agents/docs only. */
#pragma once
#include "gate/op.h"

op_run docs_bring;                                    /* bring.c */
op_run docs_list, docs_drop, docs_chapters, docs_how; /* shelf.c */
op_affects docs_drop_affects;
op_run docs_search, docs_ask, docs_query; /* asking.c */
