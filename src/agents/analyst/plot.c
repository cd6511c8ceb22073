/* plot.c - plot.render: rows in, one chart out. The drawing is chart/'s. */
#include "agents/analyst/plot.h"
#include "access/columns.h"
#include "agents/analyst/artifacts_ops.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/base64.h"
#include "chart/chart.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/analyst.h"
#include "model/fields.h"
#include "store/records/artifacts.h"

/* ---- the rows ---- */

struct rows {
    const struct json *columns, *rows;
    bool truncated;
};

/* One list as long as there are columns for each row. */
static int check_rows(const struct rows *r, struct err *err)
{
    for (size_t i = 0; i < json_len(r->rows); i++)
        if (json_len(json_at(r->rows, i)) != json_len(r->columns))
            return err_say(err, ERR_INVALID_INPUT, "Every row needs one value for each column.");
    return 0;
}

/* The columns that are drawn, of a table. What the chart leaves out must not be read for it. */
static int from_table(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    static const char *const same[] = { "data", "table", "timeout" };
    const char *names[] = { json_get_text(args, "x_col"), json_get_text(args, "y_col") };
    struct json *wanted = json_object(c->arena), *columns = json_array(c->arena);

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(args, same[i]))
            json_set(c->arena, wanted, same[i], json_get(args, same[i]));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (*names[i] && (i == 0 || strcmp(names[0], names[1]) != 0))
            json_push(c->arena, columns, json_str(c->arena, names[i]));
    if (json_len(columns) == 0)
        return err_say(err, ERR_INVALID_INPUT, "A chart of a table needs x_col or y_col.");
    columns_hand_on(c, args, wanted);
    json_set(c->arena, wanted, "operation", json_str(c->arena, "select"));
    json_set(c->arena, wanted, "columns", columns);
    return gate_nested(c, "df.transform", wanted, ret, err);
}

static int from_query(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    static const char *const same[] = { "data", "query", "params", "timeout" };
    struct json *wanted = json_object(c->arena);

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(args, same[i]))
            json_set(c->arena, wanted, same[i], json_get(args, same[i]));
    columns_hand_on(c, args, wanted);
    json_set(c->arena, wanted, "restate", json_bool(c->arena, false));
    return gate_nested(c, "sql.run", wanted, ret, err);
}

static int find_rows(struct call *c, const struct json *args, struct rows *ret, struct err *err)
{
    bool is_given = json_get(args, "rows") || json_get(args, "columns"),
         has_data = json_len(json_get(args, "data")) > 0;
    struct json *result = NULL;

    if (is_given == has_data || (is_given && !(json_get(args, "rows") && json_get(args, "columns"))))
        return err_say(err, ERR_INVALID_INPUT, "Give data, or columns and rows.");
    if (is_given) {
        *ret = (struct rows){ json_get(args, "columns"), json_get(args, "rows"), false };
        return check_rows(ret, err);
    }
    if ((json_get(args, "query") ? from_query(c, args, &result, err) : from_table(c, args, &result, err)) < 0)
        return -1;
    *ret = (struct rows){ json_get(result, "columns"), json_get(result, "rows"), json_get_truth(result, "truncated") };
    return 0;
}

/* ---- the chart ---- */

/* What is said as "" is not said. */
static const char *said(const struct json *args, const char *name)
{
    const char *text = json_get_text(args, name);

    return text && *text ? text : NULL;
}

static int make_chart(struct call *c, const struct json *args, const struct rows *r, struct chart **ret,
                      struct err *err)
{
    struct chart_wish wish = { said(args, "type"), said(args, "x_col"), said(args, "y_col"), said(args, "title") };

    if (json_len(r->rows) == 0)
        return err_say(err, ERR_DATA_EMPTY, "There are no rows to draw.");
    if (chart_from_table(c->arena, r->columns, r->rows, &wish, ret, err) < 0)
        return -1;
    return *ret ? 0 : err_say(err, ERR_INVALID_INPUT, "These rows make no chart.");
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

/* The seed's metadata of a chart, and what the page shows it with. */
static struct json *metadata_of(struct arena *a, const struct chart *chart, const struct json *spec)
{
    struct json *v = json_object(a);

    json_set(a, v, "chart_type", json_str(a, chart_type_name(chart->type)));
    json_set(a, v, "x_label", json_str(a, or_empty(chart->x_label)));
    json_set(a, v, "y_label", json_str(a, or_empty(chart->y_label)));
    json_set(a, v, "alt", json_str(a, chart_alt(a, chart)));
    return json_set(a, v, "spec", json_copy(a, spec));
}

#define PLOT_SCALE 2 /* device pixels for each: sharp on today's screens and on paper */

static int add_png(struct call *c, const struct chart *chart, const struct json *args, struct json *result,
                   struct err *err)
{
    const struct artifact_place *place = c->service;
    const char *artifact = json_get_text(args, "artifact");
    struct buf png CLEANUP(buf_done) = BUF(CHART_PNG_BYTES);
    struct json *metadata = metadata_of(c->arena, chart, json_get(result, "spec")), *made;

    if (chart_png(chart, &(struct chart_size){ .scale = PLOT_SCALE }, &png, err) < 0 || buf_check(&png, err) < 0)
        return -1;
    if (!artifact) {
        json_set(c->arena, result, "blob", json_str(c->arena, base64_text(c->arena, BASE64, png.p, png.n)));
        return 0;
    }
    if (c->origin == CALLER_PERSON && json_get(args, "blocked_patterns")) /* a policy of their own: theirs alone */
        json_set(c->arena, metadata, "maker", json_str(c->arena, "person"));
    if (artifact_make(c, place,
                      &(struct artifact_file){ .request_id = c->request_id,
                                               .type = "chart",
                                               .name = artifact,
                                               .bytes = png.p,
                                               .n = png.n,
                                               .metadata = metadata },
                      &made, err) < 0)
        return -1;
    json_set(c->arena, result, "artifact", made);
    return 0;
}

static int add_svg(struct call *c, const struct chart *chart, struct json *result, struct err *err)
{
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    if (chart_svg(chart, &(struct chart_size){ 0 }, &svg, err) < 0 || buf_check(&svg, err) < 0)
        return -1;
    json_set(c->arena, result, "content", json_strn(c->arena, svg.p, svg.n));
    return 0;
}

static int add_content(struct call *c, const struct chart *chart, const struct json *args, struct json *result,
                       struct err *err)
{
    const char *artifact = json_get_text(args, "artifact"), *format = json_get_text(args, "format");
    const char *type = "image/png";
    int status = 0;

    if (artifact && strcmp(format, "png") != 0)
        return err_say(err, ERR_INVALID_INPUT, "An artifact of a chart is a PNG.");
    if (strcmp(format, "svg") == 0) {
        type = "image/svg+xml";
        status = add_svg(c, chart, result, err);
    } else if (strcmp(format, "vega") == 0) {
        type = "application/vnd.vegalite.v5+json";
    } else {
        status = add_png(c, chart, args, result, err);
    }
    json_set(c->arena, result, "content_type", json_str(c->arena, type));
    return status;
}

static int render(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *result = json_object(c->arena), *spec = NULL;
    struct rows rows = { 0 };
    struct chart *chart = NULL;

    if (find_rows(c, args, &rows, err) < 0 || make_chart(c, args, &rows, &chart, err) < 0 || !chart ||
        chart_vega(c->arena, chart, &spec, err) < 0)
        return -1;
    json_set(c->arena, result, "chart_type", json_str(c->arena, chart_type_name(chart->type)));
    json_set(c->arena, result, "alt", json_str(c->arena, chart_alt(c->arena, chart)));
    json_set(c->arena, result, "row_count", json_int(c->arena, (int64_t)json_len(rows.rows)));
    json_set(c->arena, result, "truncated", json_bool(c->arena, rows.truncated));
    json_set(c->arena, result, "spec", spec);
    if (add_content(c, chart, args, result, err) < 0)
        return -1;
    *ret = result;
    return 0;
}

/* ---- declarations ---- */

static const struct model_enum formats = { "ChartFormat", VALUES("png", "svg", "vega") };

#define COLUMN_NAME(n, s) FIELD(n, TEXT, REQ | MODEL_WORDS, s, .range = AT_MOST(DATA_NAME_BYTES))

static const struct model_field input_fields[] = {
    FIELD("type", TEXT, REQ, "The kind of chart: line, bar, stacked, scatter, histogram, waterfall, share.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    COLUMN_NAME("x_col", "The column along x, or empty for the one that fits."),
    COLUMN_NAME("y_col", "The column along y, or empty for the one that fits."),
    FIELD("title", TEXT, OPT | MODEL_WORDS, "The chart's title.", .range = AT_MOST(CHART_TEXT_CHARS)),
    MAYBE_DATA_FIELD,
    FIELD("table", TEXT, MODEL_WORDS, "Of data with several tables: the one to draw.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("query", TEXT, MODEL_WORDS, "The rows to draw: one SELECT statement; else the two columns of the table.",
          .range = BETWEEN(1, SQL_CHARS)),
    FIELD("params", LIST, MODEL_WORDS, "Values for the query's parameters.", .range = AT_MOST(SQL_PARAMS),
          .each = EACH(ANY)),
    FIELD("columns", LIST, MODEL_WORDS, "In place of data: the names of the columns of rows.",
          .range = BETWEEN(1, TRANSFORM_COLUMNS), .each = EACH(ANY)),
    FIELD("rows", LIST, MODEL_WORDS, "In place of data: the rows, each a list of values.", .range = AT_MOST(TABLE_ROWS),
          .each = EACH_LIST_OF(ANY)),
    FIELD("format", ENUM, 0, "What to give: a picture (png, svg), or Vega-Lite alone (vega).", .values = &formats,
          .otherwise = "\"png\""),
    FIELD("artifact", TEXT, MODEL_WORDS, "Keep the PNG as an artifact of this name, in place of giving it.",
          .range = BETWEEN(1, ARTIFACT_NAME_BYTES)),
    FIELD("timeout", INT, 0, "Seconds the query may take.", .range = BETWEEN(1, ANALYST_TIMEOUT_SECONDS),
          .otherwise = TEXT_OF(ANALYST_TIMEOUT_DEFAULT)),
    COLUMN_FIELDS,
    END,
};
static const struct model_entity input = ENTITY("plot.render", "A chart and what it is made of.", input_fields);

static const struct model_field output_fields[] = {
    FIELD("chart_type", TEXT, REQ, "The kind of chart."),
    FIELD("alt", TEXT, REQ, "One sentence that stands in for the picture."),
    FIELD("row_count", INT, REQ, "How many rows it was made of."),
    FIELD("truncated", BOOL, REQ, "Whether there were more rows."),
    FIELD("content_type", TEXT, REQ, "Of what content: a media type."),
    FIELD("content", TEXT, 0, "svg: the picture."),
    FIELD("blob", TEXT, 0, "png: the picture, as Base64."),
    FIELD("spec", OBJECT, REQ, "The chart in Vega-Lite."),
    FIELD("artifact", ENTITY, 0, "What was kept.", .entity = &analyst_artifact),
    END,
};
static const struct model_entity output = ENTITY("plot.render result", "The chart.", output_fields);

static const struct op ops[] = {
    { .name = "plot.render",
      .summary = "Draw a chart of a query's rows, or of rows given.",
      .use = "Draw a chart of a file's columns, of a query's rows, or of rows given: PNG, SVG or Vega-Lite.",
      .group = OP_GROUP_DATA,
      .detail = "Gives a PNG (Base64), an SVG or only the Vega-Lite description; or keeps the PNG in the home as an "
                "artifact, to be had as artifact://ID.",
      .input = &input,
      .output = &output,
      .flags = OP_FOR_AGENTS | OP_MAKES_FILES | OP_TALKS,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = render },
};

int plot_add(struct op_table *t, struct artifact_place *p, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), p, err);
}
