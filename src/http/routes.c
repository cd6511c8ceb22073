/* routes.c - the program's own routes, each declared once, and the list of all of them.
 *
 * The routes of an agent's seed are in a file of their own, routes_<agent>.c.
 */
#include "gate/op.h"
#include "http/door.h"
#include "model/docs.h"
#include "model/fields.h"
#include "model/page.h"

/* ---- what the door itself takes and gives ---- */

static const struct model_field page_fields[] = {
    PAGE_INPUT(PAGE_MOST),
    END,
};
static const struct model_entity page_input = ENTITY("page", "A part of a list.", page_fields);

static const struct model_enum shape = { "Shape", VALUES("object", "answer") };

static const struct model_field operation_fields[] = {
    FIELD("name", TEXT, REQ, "What it is called by."),
    FIELD("summary", TEXT, REQ, "What it does, in one sentence."),
    FIELD("command", TEXT, 0, "Its words on the command line; absent when it has none of its own."),
    FIELD("input_schema", OBJECT, REQ, "JSON Schema of its arguments."),
    FIELD("output_schema", OBJECT, REQ, "JSON Schema of its result."),
    FIELD("read_only", BOOL, REQ, "Whether it changes nothing."),
    FIELD("destructive", BOOL, REQ, "Whether it is held until a person confirms it."),
    FIELD("idempotent", BOOL, REQ, "Whether doing it twice is doing it once."),
    FIELD("for_agents", BOOL, REQ, "Whether agents and outside programs may call it."),
    FIELD("group", TEXT, 0, "The group of tools it belongs to at MCP; of those that outside programs may call."),
    FIELD("shape", ENUM, REQ, "Whether the result is the one answer, or an object of its own.", .values = &shape),
    END,
};
static const struct model_entity operation = ENTITY("Operation", "Something that assay can do.", operation_fields);

static const struct model_field operations_fields[] = {
    FIELD("items", LIST, REQ, "In the order of their names.", .each = EACH_ENTITY(operation)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity operations = ENTITY("Operations", "Operations.", operations_fields);

/* ---- events ---- */

static const struct model_field step_fields[] = {
    FIELD("n", INT, REQ, "Which step begins, from 1."),
    FIELD("of", INT, REQ, "How many there are; 0 when nobody knows."),
    FIELD("text", TEXT, REQ, "What is done, in a few words."),
    END,
};
const struct model_entity http_step = ENTITY("StepEvent", "Data of a `step` event.", step_fields);

static const struct model_field delta_fields[] = { FIELD("text", TEXT, REQ, "A further piece of the answer."), END };
const struct model_entity http_delta = ENTITY("DeltaEvent", "Data of a `delta` event.", delta_fields);

static const struct model_field done_fields[] = {
    FIELD("name", TEXT, REQ, "The operation."),
    FIELD("status", TEXT, REQ, "How it went: an answer's status, success, confirmation_required or error."),
    FIELD("request_id", UUID, REQ, "Under which the audit log has it."),
    FIELD("duration_ms", INT, REQ, "How long it took.", .range = AT_LEAST(0)),
    END,
};
const struct model_entity http_done = ENTITY("OpEvent", "Data of an `op` event.", done_fields);

/* ---- the routes ---- */

static const char ask_example[] = "{\"question\":\"total revenue by region\",\"data\":[\"/data/sales.csv\"]}";

static const char stream_detail[] =
    "With `Accept: text/event-stream` the answer is a stream of events: `step`, `delta`, then `answer` or `error`, "
    "whose data is what a plain request would have been answered with. A stream that broke goes on behind the event "
    "named in `Last-Event-ID`; nothing is asked again. The operation goes on without its reader.";

static const struct route own_routes[] = {
    { .method = "POST",
      .path = "/api/ask",
      .id = "ask",
      .tag = "Questions",
      .summary = "Ask a question about your data.",
      .detail = stream_detail,
      .op = "ask",
      .takes = TAKES_JSON,
      .flags = ROUTE_STREAMS,
      .status = 200,
      .example = ask_example,
      .handle = handle_call },
    { .method = "GET",
      .path = "/api/ask",
      .id = "ask_again",
      .tag = "Questions",
      .summary = "Read on in the stream of a question.",
      .op = "ask",
      .flags = ROUTE_RESUMES | ROUTE_QUICK,
      .status = 200,
      .type = "text/event-stream",
      .handle = handle_resume },
    { .method = "DELETE",
      .path = "/api/ask/{request_id}",
      .id = "ask_cancel",
      .tag = "Questions",
      .summary = "Cancel a streamed question by the X-Request-Id of its stream.",
      .op = "ask",
      .flags = ROUTE_QUICK,
      .status = 204,
      .handle = handle_cancel },
    { .method = "GET",
      .path = "/api/query/schema",
      .id = "query_schema",
      .tag = "Questions",
      .summary = "Get the JSON Schema of the typed form that queries have.",
      .op = "query.schema",
      .flags = ROUTE_QUICK,
      .status = 200,
      .handle = handle_call },
    { .method = "GET",
      .path = "/api/ops",
      .id = "ops",
      .tag = "Operations",
      .summary = "List the operations.",
      .takes = TAKES_QUERY,
      .flags = ROUTE_QUICK,
      .status = 200,
      .input = &page_input,
      .gives = &operations,
      .handle = handle_ops },
    { .method = "GET",
      .path = "/api/ops/{name}",
      .id = "op",
      .tag = "Operations",
      .summary = "Describe an operation.",
      .detail = "With `Accept: text/event-stream` and `Last-Event-ID`, read on in the stream of a call.",
      .op = ANY_OP,
      .flags = ROUTE_QUICK | ROUTE_STREAMS,
      .status = 200,
      .gives = &operation,
      .handle = handle_op },
    { .method = "POST",
      .path = "/api/ops/{name}",
      .id = "op_call",
      .tag = "Operations",
      .summary = "Call an operation.",
      .detail = stream_detail,
      .op = ANY_OP,
      .takes = TAKES_JSON,
      .flags = ROUTE_STREAMS,
      .status = 200,
      .handle = handle_call },
    { .method = "DELETE",
      .path = "/api/ops/{name}/{request_id}",
      .id = "op_cancel",
      .tag = "Operations",
      .summary = "Cancel a streamed call by the X-Request-Id of its stream.",
      .op = ANY_OP,
      .flags = ROUTE_QUICK,
      .status = 204,
      .handle = handle_cancel },
    { .method = "GET",
      .path = "/api/events",
      .id = "events",
      .tag = "Operations",
      .summary = "Follow the operations as they end.",
      .detail = "A stream of `op` events that begins now, or behind the event named in `Last-Event-ID`. Private "
                "requests are not in it.",
      .flags = ROUTE_QUICK,
      .status = 200,
      .type = "text/event-stream",
      .handle = handle_events },
    { .method = "POST",
      .path = "/api/files",
      .id = "file_add",
      .tag = "Files",
      .summary = "Bring a file, to ask questions of.",
      .detail = "The result's `data` names the file in the `data` of a question.",
      .op = "files.add",
      .takes = TAKES_UPLOAD,
      .status = 201,
      .handle = handle_call },
    { .method = "GET",
      .path = "/api/files",
      .id = "files",
      .tag = "Files",
      .summary = "List the files that were brought.",
      .op = "files.list",
      .takes = TAKES_QUERY,
      .status = 200,
      .handle = handle_call },
    { .method = "DELETE",
      .path = "/api/files/{id}",
      .id = "file_remove",
      .tag = "Files",
      .summary = "Remove a file that was brought.",
      .op = "files.remove",
      .takes = TAKES_QUERY,
      .flags = ROUTE_CONFIRMS,
      .status = 204,
      .handle = handle_call },
    { .method = "GET",
      .path = "/api/audit",
      .id = "audit",
      .tag = "Proof",
      .summary = "Read the audit log in plain words.",
      .op = "audit.show",
      .takes = TAKES_QUERY,
      .status = 200,
      .handle = handle_call },
    { .method = "GET",
      .path = "/api/audit/verify",
      .id = "audit_verify",
      .tag = "Proof",
      .summary = "Check that no entry of the audit log was changed, added or removed.",
      .op = "audit.verify",
      .takes = TAKES_QUERY,
      .status = 200,
      .handle = handle_call },
    { .method = "GET",
      .path = "/health",
      .id = "health",
      .tag = "The program",
      .summary = "Whether the program is there; open to everybody.",
      .flags = ROUTE_OPEN | ROUTE_INSTANT,
      .status = 200,
      .gives = &docs_health,
      .handle = handle_health },
    { .method = "GET",
      .path = "/metrics",
      .id = "metrics",
      .tag = "The program",
      .summary = "Figures for Prometheus.",
      .flags = ROUTE_QUICK,
      .status = 200,
      .type = "text/plain",
      .handle = handle_metrics },
    { .method = "GET",
      .path = "/openapi.json",
      .id = "openapi",
      .tag = "The program",
      .summary = "This description, as OpenAPI 3.1.",
      .flags = ROUTE_INSTANT,
      .status = 200,
      .gives = NULL,
      .type = "application/json",
      .handle = handle_openapi },
    { .method = "GET",
      .path = "/docs",
      .id = "docs",
      .tag = "The program",
      .summary = "This description, for people.",
      .flags = ROUTE_INSTANT,
      .status = 200,
      .type = "text/html",
      .handle = handle_docs },
    { .method = "GET",
      .path = "/docs.css",
      .id = "docs_style",
      .tag = "The program",
      .summary = "How that page looks.",
      .flags = ROUTE_INSTANT,
      .status = 200,
      .type = "text/css",
      .handle = handle_style },
};

static const struct route_group own = { own_routes, COUNT_OF(own_routes) };

static const struct route_group *const groups[] = { &routes_docs,  &routes_analyst,  &routes_metrics,
                                                    &routes_tasks, &routes_workbook, &own };

const struct route *http_route(size_t i)
{
    for (size_t g = 0; g < COUNT_OF(groups); i -= groups[g++]->n)
        if (i < groups[g]->n)
            return &groups[g]->routes[i];
    return NULL;
}
