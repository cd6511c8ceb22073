/* analyst_rules.h - the analyst seed's rules over several fields, and the two groups of entities its tables use. */
#pragma once
#include "model/seeds.h"

model_rule analyst_rule_source;      /* DataSource: it says where the data is */
model_rule analyst_rule_graph;       /* Plan: ids differ, dependencies exist, no circle */
model_rule analyst_rule_total;       /* Plan: the total is the sum */
model_rule analyst_rule_arguments;   /* ToolCall: they are the tool's */
model_rule analyst_rule_outcome;     /* Observation: data, or message and category */
model_rule analyst_rule_blanks;      /* Recipe: the template has {blanks} */
model_rule analyst_rule_reuse;       /* Recipe: last used no earlier than made */
model_rule analyst_rule_content_ref; /* Artifact: a path or URI */
model_rule analyst_rule_metadata;    /* Artifact: of its type */
model_rule analyst_rule_event;       /* AuditTrace: the data is of its event */
model_rule analyst_rule_hash;        /* AuditTrace: the hash is right, the first has no parent */
model_rule analyst_rule_response;    /* AnalysisResponse: artifacts, or an error */

/* What the tools take, what the artifacts tell of themselves, what events carry. */
extern const struct model_entity analyst_sql_run, analyst_df_transform, analyst_plot_render, analyst_profiler_analyze,
    analyst_table_info, analyst_chart_info, analyst_report_info, analyst_tool_called, analyst_policy_decision;
