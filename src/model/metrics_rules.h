/* metrics_rules.h - the metrics seed's rules over several fields, for the tables in metrics.c and metrics_api.c. */
#pragma once
#include "model/seeds.h"

model_rule metrics_rule_expires;      /* Session: expires_at is created_at and 24 hours */
model_rule metrics_rule_status;       /* Session: its status fits its files and its report */
model_rule metrics_rule_csv;          /* UploadedFile: the name ends in .csv */
model_rule metrics_rule_path;         /* UploadedFile: the path is relative and stays inside */
model_rule metrics_rule_date_range;   /* DateRange: it does not end before it starts */
model_rule metrics_rule_metric;       /* InvestigationContext, InvestigationRequest: a metric is given */
model_rule metrics_rule_steps;        /* AnalysisPlan: steps come in the order of their numbers */
model_rule metrics_rule_hypothesis;   /* Hypothesis: its id is hyp_NNN */
model_rule metrics_rule_finding;      /* Finding: its id is find_NNN */
model_rule metrics_rule_ledger;       /* FindingsLedger: findings are of iterations that ran */
model_rule metrics_rule_likelihood;   /* Explanation: the likelihood is its rank's */
model_rule metrics_rule_sections;     /* Report: it has the six sections, in order */
model_rule metrics_rule_chat_content; /* ChatMessage: not blank */

extern const struct model_entity metrics_date_range;
extern const struct model_enum metrics_session_status, metrics_report_status;

/* What the operations on sessions take. */
extern const struct model_entity metrics_session_input, metrics_file_input, metrics_file_add_input,
    metrics_file_describe_input, metrics_investigate_input, metrics_chat_input;

/* The bodies of the seed's routes. */
extern const struct model_entity metrics_session_create, metrics_session_response, metrics_file_upload_response,
    metrics_file_metadata_update, metrics_investigation_request, metrics_investigation_response,
    metrics_report_response, metrics_chat_request, metrics_chat_response, metrics_error_detail, metrics_error_response;
extern const struct model_enum metrics_investigation_status, metrics_error_code;
