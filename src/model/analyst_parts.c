/* analyst_parts.c - the analyst seed's "type-specific" objects: tool arguments, artifact metadata, event data.
 *
 * They are open: the seed lists what each must be able to hold, and a tool or an event may carry more. A tool's own
 * operation validates the rest of its arguments.
 */
#include "model/analyst.h"
#include "model/analyst_rules.h"

/* Every tool that reads data can be told where it is. */
#define DATA FIELD("data", LIST, 0, "Paths or URLs to read.", .each = EACH(TEXT))

const struct model_entity analyst_sql_run = {
    .name = "analyst.SqlRunArguments",
    .summary = "Arguments of sql.run.",
    .fields =
        (const struct model_field[]){
            FIELD("query", TEXT, REQ, "The SQL, with ? for each parameter.", .range = AT_LEAST(1)),
            FIELD("params", LIST, 0, "Values of the parameters.", .otherwise = "[]", .each = EACH(ANY)),
            FIELD("timeout", INT, 0, "Seconds it may take.", .range = BETWEEN(1, ANALYST_TIMEOUT_SECONDS),
                  .otherwise = TEXT_OF(ANALYST_TIMEOUT_DEFAULT)),
            FIELD("row_limit", INT, 0, "Rows it may give.", .range = BETWEEN(1, ANALYST_ROW_LIMIT),
                  .otherwise = TEXT_OF(ANALYST_ROW_LIMIT)),
            DATA,
            END,
        },
    .open = true,
};

const struct model_entity analyst_df_transform = {
    .name = "analyst.DfTransformArguments",
    .summary = "Arguments of df.transform.",
    .fields =
        (const struct model_field[]){
            FIELD("operation", TEXT, REQ, "What to do.", .range = AT_LEAST(1)),
            FIELD("columns", LIST, OPT, "Columns it is done to.", .each = EACH(TEXT)),
            FIELD("aggregation", TEXT, OPT, "How to sum up."),
            DATA,
            END,
        },
    .open = true,
};

const struct model_entity analyst_plot_render = {
    .name = "analyst.PlotRenderArguments",
    .summary = "Arguments of plot.render.",
    .fields =
        (const struct model_field[]){
            FIELD("type", TEXT, REQ, "The kind of chart.", .range = AT_LEAST(1)),
            FIELD("x_col", TEXT, REQ, "The column along x."),
            FIELD("y_col", TEXT, REQ, "The column along y."),
            FIELD("title", TEXT, OPT, "The chart's title."),
            DATA,
            END,
        },
    .open = true,
};

const struct model_entity analyst_profiler_analyze = {
    .name = "analyst.ProfilerAnalyzeArguments",
    .summary = "Arguments of profiler.analyze.",
    .fields =
        (const struct model_field[]){
            DATA,
            END,
        },
    .open = true,
};

const struct model_entity analyst_table_info = {
    .name = "analyst.TableArtifactMetadata",
    .summary = "What a table tells of itself.",
    .fields =
        (const struct model_field[]){
            FIELD("row_count", INT, REQ, "Its rows.", .range = AT_LEAST(0)),
            FIELD("column_names", LIST, REQ, "Its columns.", .each = EACH(TEXT)),
            END,
        },
    .open = true,
};

const struct model_entity analyst_chart_info = {
    .name = "analyst.ChartArtifactMetadata",
    .summary = "What a chart tells of itself.",
    .fields =
        (const struct model_field[]){
            FIELD("chart_type", TEXT, REQ, "Its kind."),
            FIELD("x_label", TEXT, REQ, "Along x."),
            FIELD("y_label", TEXT, REQ, "Along y."),
            END,
        },
    .open = true,
};

const struct model_entity analyst_report_info = {
    .name = "analyst.ReportArtifactMetadata",
    .summary = "What a report tells of itself.",
    .fields =
        (const struct model_field[]){
            FIELD("format", TEXT, REQ, "Its format."),
            FIELD("section_count", INT, REQ, "Its sections.", .range = AT_LEAST(0)),
            END,
        },
    .open = true,
};

const struct model_entity analyst_tool_called = {
    .name = "analyst.ToolCalledEvent",
    .summary = "What is written down when a tool is called.",
    .fields =
        (const struct model_field[]){
            FIELD("call_id", TEXT, REQ, "The call."),
            FIELD("tool_name", TEXT, REQ, "The tool."),
            FIELD("arguments", OBJECT, REQ, "What it was given, or the hash that stands for it."),
            END,
        },
    .open = true,
};

const struct model_entity analyst_policy_decision = {
    .name = "analyst.PolicyDecisionEvent",
    .summary = "What is written down when a policy allows or refuses.",
    .fields =
        (const struct model_field[]){
            FIELD("decision", TEXT, REQ, "What was decided."),
            FIELD("rule", TEXT, REQ, "By which rule."),
            FIELD("reason", TEXT, REQ, "Why."),
            END,
        },
    .open = true,
};

const struct model_entity *analyst_arguments(const char *tool_name)
{
    static const struct {
        const char *tool;
        const struct model_entity *arguments;
    } tools[] = {
        { "sql.run", &analyst_sql_run },
        { "df.transform", &analyst_df_transform },
        { "plot.render", &analyst_plot_render },
        { "profiler.analyze", &analyst_profiler_analyze },
    };

    for (size_t i = 0; i < COUNT_OF(tools); i++)
        if (strcmp(tools[i].tool, tool_name) == 0)
            return tools[i].arguments;
    return NULL;
}
