/* ops.h - the operations of the docs agent, for their declarations in docs.c. For src/agents/docs only. */
#pragma once
#include "gate/op.h"

op_run docs_ingest;                                            /* ingest.c */
op_run docs_list, docs_remove, docs_chapters, docs_health_run; /* collection.c */
op_affects docs_remove_affects;
op_run docs_search, docs_ask, docs_query; /* ask.c */
