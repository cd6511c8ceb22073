/* mcp_fixture_tools.c - the tools that the conformance suite asks for, as a table: each is a name, a schema and a
 * function. Texts and names are the suite's own. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/mcp_host.h"
#include "mcp_fixture.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PNG FIXTURE_PNG
#define WAV "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
#define NO_ARGS "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"

typedef int tool_run(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err);

_Atomic uint64_t fixture_list_changes, fixture_resource_changes;

/* ---- short forms ---- */

struct json *fixture_json(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err) < 0)
        abort();
    return v;
}

static const char *text_of(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    return arena_str(a, b.p);
}

static int give(struct mcp_call *c, struct mcp_result *ret, const char *blocks)
{
    ret->content = fixture_json(mcp_arena(c), blocks);
    return 0;
}

static int say(struct mcp_call *c, struct mcp_result *ret, const char *text)
{
    struct arena *a = mcp_arena(c);

    ret->content = json_push(a, json_array(a), mcp_text(a, text));
    return 0;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

static struct mcp_question form(struct mcp_call *c, const char *key, const char *message, const char *schema)
{
    struct arena *a = mcp_arena(c);
    struct json *params = json_set(a, json_object(a), "message", json_str(a, message));

    json_set(a, params, "requestedSchema", fixture_json(a, schema));
    return (struct mcp_question){ MCP_ELICITS, key, params };
}

static struct mcp_question sample(struct mcp_call *c, const char *key, const char *prompt)
{
    struct arena *a = mcp_arena(c);
    struct json *params = json_object(a);

    json_set(a, params, "messages", json_push(a, json_array(a), mcp_user_says(a, mcp_text(a, prompt))));
    json_set(a, params, "maxTokens", json_int(a, 100));
    return (struct mcp_question){ MCP_SAMPLES, key, params };
}

static struct mcp_question roots(struct mcp_call *c, const char *key)
{
    return (struct mcp_question){ MCP_LISTS_ROOTS, key, json_object(mcp_arena(c)) };
}

/* Asks one thing and says what came back. */
static int ask_and_say(struct mcp_call *c, struct mcp_question q, const char *before, struct mcp_result *ret,
                       struct err *err)
{
    struct json *reply;

    if (mcp_ask(c, &q, 1, &reply, err) < 0)
        return -1;
    return say(c, ret, arena_printf(mcp_arena(c), "%s%s", before, text_of(mcp_arena(c), reply)));
}

/* ---- tools that only answer ---- */

#define CONSTANT(name, blocks)                                                                                         \
    static int name(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)              \
    {                                                                                                                  \
        (void)args;                                                                                                    \
        (void)err;                                                                                                     \
        return give(c, ret, blocks);                                                                                   \
    }

CONSTANT(simple_text, "[{\"type\":\"text\",\"text\":\"This is a simple text response for testing.\"}]")
CONSTANT(image, "[{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}]")
CONSTANT(sound, "[{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}]")
CONSTANT(embedded, "[{\"type\":\"resource\",\"resource\":{\"uri\":\"test://embedded-resource\",\"mimeType\":"
                   "\"text/plain\",\"text\":\"This is an embedded resource content.\"}}]")
CONSTANT(mixed, "[{\"type\":\"text\",\"text\":\"Multiple content types test:\"},"
                "{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"},"
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://mixed-content-resource\",\"mimeType\":"
                "\"application/json\",\"text\":\"{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}\"}}]")

static int fails(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    ret->is_error = true;
    return say(c, ret, "This tool intentionally returns an error for testing");
}

static int echo(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)err;
    ret->structured = json_copy(mcp_arena(c), args);
    return say(c, ret, text_of(mcp_arena(c), args));
}

/* ---- tools that tell something on the way ---- */

static int logs(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)args;
    (void)err;
    mcp_log(c, MCP_INFO, "fixture", json_str(a, "Tool execution started"));
    pause_ms(50);
    mcp_log(c, MCP_INFO, "fixture", json_str(a, "Tool processing data"));
    pause_ms(50);
    mcp_log(c, MCP_INFO, "fixture", json_str(a, "Tool execution completed"));
    return say(c, ret, "Tool with logging executed successfully");
}

static int progresses(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    mcp_progress(c, 0, 100, "Completed step 0 of 100");
    pause_ms(50);
    mcp_progress(c, 50, 100, "Completed step 50 of 100");
    mcp_progress(c, 50, 100, "The same step: not sent");
    mcp_progress(c, 49, 100, "A step back: not sent");
    pause_ms(50);
    mcp_progress(c, 100, 100, "Completed step 100 of 100");
    return say(c, ret, "Tool with progress executed successfully");
}

/* Closes the stream in the middle; the client comes back for the answer. */
static int reconnects(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    mcp_disconnect(c);
    pause_ms(200);
    return say(c, ret, "Reconnection test completed successfully");
}

static int changes_list(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    fixture_list_changes++;
    return say(c, ret, "The list of resources changed.");
}

static int changes_resource(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    fixture_resource_changes++;
    return say(c, ret, "The resource changed.");
}

/* ---- tools that ask ---- */

#define NAME_FORM "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}"
#define OK_FORM "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}"

static int samples(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    const char *prompt = json_get_text(args, "prompt");
    struct mcp_question q = sample(c, "answer", prompt ? prompt : "");
    struct json *reply;

    if (mcp_ask(c, &q, 1, &reply, err) < 0)
        return -1;
    return say(c, ret,
               arena_printf(mcp_arena(c), "LLM response: %s", text_of(mcp_arena(c), json_get(reply, "content"))));
}

static int elicits(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    const char *message = json_get_text(args, "message");

    return ask_and_say(c,
                       form(c, "person", message ? message : "",
                            "{\"type\":\"object\",\"properties\":{\"username\":{\"type\":\"string\",\"description\":"
                            "\"User's response\"},\"email\":{\"type\":\"string\",\"description\":\"User's email "
                            "address\"}},\"required\":[\"username\",\"email\"]}"),
                       "User response: ", ret, err);
}

static int elicits_defaults(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(
        c,
        form(c, "person", "Please review the default values",
             "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"
             "\"age\":{\"type\":\"integer\",\"default\":30},\"score\":{\"type\":\"number\",\"default\":95.5},"
             "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\",\"pending\"],\"default\":\"active\"},"
             "\"verified\":{\"type\":\"boolean\",\"default\":true}},\"required\":[]}"),
        "Elicitation completed: ", ret, err);
}

static int elicits_enums(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(
        c,
        form(c, "choices", "Please choose",
             "{\"type\":\"object\",\"properties\":{"
             "\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\",\"option2\",\"option3\"]},"
             "\"titledSingle\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"value1\",\"title\":\"First Option\"},"
             "{\"const\":\"value2\",\"title\":\"Second Option\"},{\"const\":\"value3\",\"title\":\"Third Option\"}]},"
             "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],\"enumNames\":"
             "[\"Option One\",\"Option Two\",\"Option Three\"]},"
             "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"option1\",\"option2\","
             "\"option3\"]}},"
             "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"value1\",\"title\":"
             "\"First Choice\"},{\"const\":\"value2\",\"title\":\"Second Choice\"},{\"const\":\"value3\",\"title\":"
             "\"Third Choice\"}]}}},\"required\":[]}"),
        "Elicitation completed: ", ret, err);
}

static int asks_name(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(c, form(c, "user_name", "What is your name?", NAME_FORM), "Hello, ", ret, err);
}

static int asks_capital(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(c, sample(c, "capital_question", "What is the capital of France?"), "", ret, err);
}

static int asks_roots(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(c, roots(c, "client_roots"), "", ret, err);
}

static int asks_with_state(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    struct mcp_question q = form(c, "confirm", "Please confirm", OK_FORM);
    struct json *reply;

    (void)args;
    mcp_keep(c, "round", json_int(mcp_arena(c), 1));
    return mcp_ask(c, &q, 1, &reply, err) < 0 ? -1 : say(c, ret, "state-ok");
}

static int asks_many(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    struct mcp_question q[] = { form(c, "user_name", "What is your name?", NAME_FORM),
                                sample(c, "greeting", "Generate a greeting"), roots(c, "client_roots") };
    struct json *replies[3];

    (void)args;
    return mcp_ask(c, q, 3, replies, err) < 0 ? -1 : say(c, ret, "Thank you for all three.");
}

static int asks_twice(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    struct mcp_question first = form(c, "step1", "Step 1: What is your name?", NAME_FORM), second;
    struct json *name, *color;

    (void)args;
    if (mcp_ask(c, &first, 1, &name, err) < 0)
        return -1;
    second = form(c, "step2", "Step 2: What is your favorite color?",
                  "{\"type\":\"object\",\"properties\":{\"color\":{\"type\":\"string\"}},\"required\":[\"color\"]}");
    if (mcp_ask(c, &second, 1, &color, err) < 0)
        return -1;
    return say(c, ret,
               arena_printf(mcp_arena(c), "%s likes %s.", json_get_text(json_get(name, "content"), "name"),
                            json_get_text(json_get(color, "content"), "color")));
}

static int asks_what_can_be(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    struct mcp_question q[2];
    struct json *replies[2];
    size_t n = 0;

    (void)args;
    if (mcp_can(c, MCP_ELICITS))
        q[n++] = form(c, "user_name", "What is your name?", NAME_FORM);
    if (mcp_can(c, MCP_SAMPLES))
        q[n++] = sample(c, "greeting", "Generate a greeting");
    return n > 0 && mcp_ask(c, q, n, replies, err) < 0 ? -1 : say(c, ret, "Done.");
}

static int needs_sampling(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    return ask_and_say(c, sample(c, "answer", "Anything"), "", ret, err);
}

static int streams_and_asks(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    mcp_progress(c, 1, 2, "about to ask");
    return ask_and_say(c, form(c, "user_name", "What is your name?", NAME_FORM), "", ret, err);
}

static atomic_int waiting;

/* Runs until it is cancelled, or for ten seconds. */
static int waits(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    int status = 0;

    (void)args;
    waiting++;
    for (int i = 0; i < 1000 && status == 0; i++) {
        status = cancel_check(mcp_cancel(c), err);
        pause_ms(10);
    }
    waiting--;
    return status < 0 ? -1 : say(c, ret, "Nobody stopped me.");
}

static int counts_waiting(struct mcp_call *c, const struct json *args, struct mcp_result *ret, struct err *err)
{
    (void)args;
    (void)err;
    return say(c, ret, arena_printf(mcp_arena(c), "%d", waiting));
}

/* ---- the table ---- */

static const struct {
    const char *name, *description, *input;
    tool_run *run;
} tools[] = {
    { "test_simple_text", "Returns a text.", NO_ARGS, simple_text },
    { "test_image_content", "Returns an image.", NO_ARGS, image },
    { "test_audio_content", "Returns a sound.", NO_ARGS, sound },
    { "test_embedded_resource", "Returns a resource.", NO_ARGS, embedded },
    { "test_multiple_content_types", "Returns several kinds of content.", NO_ARGS, mixed },
    { "test_tool_with_logging", "Logs while it runs.", NO_ARGS, logs },
    { "test_tool_with_progress", "Tells how far it is.", NO_ARGS, progresses },
    { "test_error_handling", "Always fails.", NO_ARGS, fails },
    { "test_sampling", "Asks the client's model.",
      "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}", samples },
    { "test_elicitation", "Asks the person.",
      "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}", elicits },
    { "test_elicitation_sep1034_defaults", "Asks with defaults.", NO_ARGS, elicits_defaults },
    { "test_elicitation_sep1330_enums", "Asks with choices.", NO_ARGS, elicits_enums },
    { "test_reconnection", "Ends its stream before it is done.", NO_ARGS, reconnects },
    { "json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features",
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\"$defs\":{\"address\":{"
      "\"$anchor\":\"addressDef\",\"type\":\"object\",\"properties\":{\"street\":{\"type\":\"string\"},\"city\":{"
      "\"type\":\"string\"}}}},\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":"
      "\"#/$defs/address\"},\"contactMethod\":{\"type\":\"string\",\"enum\":[\"phone\",\"email\"]},\"phone\":{"
      "\"type\":\"string\"},\"email\":{\"type\":\"string\"}},\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{"
      "\"required\":[\"email\"]}]}],\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\"}},\"required\":["
      "\"contactMethod\"]},\"then\":{\"required\":[\"phone\"]},\"else\":{\"required\":[\"email\"]},"
      "\"additionalProperties\":false}",
      echo },
    { "test_header_params", "Takes arguments that headers repeat.",
      "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},\"count\":{"
      "\"type\":\"integer\",\"x-mcp-header\":\"Count\"},\"fast\":{\"type\":\"boolean\",\"x-mcp-header\":\"Fast\"}}}",
      echo },
    { "test_missing_capability", "Needs a client that samples.", NO_ARGS, needs_sampling },
    { "test_streaming_elicitation", "Tells how far it is, then asks.", NO_ARGS, streams_and_asks },
    { "test_logging_tool", "Logs while it runs.", NO_ARGS, logs },
    { "test_trigger_list_change", "Changes the list of resources.", NO_ARGS, changes_list },
    { "test_trigger_resource_change", "Changes a resource.", NO_ARGS, changes_resource },
    { "test_input_required_result_elicitation", "Asks for a name.", NO_ARGS, asks_name },
    { "test_input_required_result_sampling", "Asks for a capital.", NO_ARGS, asks_capital },
    { "test_input_required_result_list_roots", "Asks for roots.", NO_ARGS, asks_roots },
    { "test_input_required_result_request_state", "Asks and remembers.", NO_ARGS, asks_with_state },
    { "test_input_required_result_tampered_state", "Asks and remembers.", NO_ARGS, asks_with_state },
    { "test_input_required_result_multiple_inputs", "Asks three things.", NO_ARGS, asks_many },
    { "test_input_required_result_multi_round", "Asks twice.", NO_ARGS, asks_twice },
    { "test_input_required_result_capabilities", "Asks what can be asked.", NO_ARGS, asks_what_can_be },
    { "test_waits", "Waits to be cancelled.", NO_ARGS, waits },
    { "test_counts_waiting", "Tells how many wait.", NO_ARGS, counts_waiting },
};

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < COUNT_OF(tools) && strcmp(tools[i].name, name) != 0)
        i++;
    return i;
}

static struct mcp_tool tool_at(struct arena *a, size_t i)
{
    return (struct mcp_tool){ .name = tools[i].name,
                              .description = tools[i].description,
                              .input = fixture_json(a, tools[i].input),
                              .read_only = true };
}

int fixture_list_tools(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)err;
    for (size_t i = 0; i < COUNT_OF(tools); i++) {
        struct mcp_tool t = tool_at(mcp_arena(c), i);
        mcp_offer_tool(page, &t);
    }
    return 0;
}

bool fixture_find_tool(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret)
{
    size_t i = find(name);

    (void)h;
    if (i == COUNT_OF(tools))
        return false;
    *ret = tool_at(a, i);
    return true;
}

int fixture_call_tool(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
                      struct mcp_result *ret, struct err *err)
{
    (void)h;
    return tools[find(name)].run(c, args, ret, err);
}
