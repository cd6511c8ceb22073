/* answer.c - builds the contract's answer.
 *
 * An answer is a JSON object from the start, so nothing has to be turned into one later. Order matters to people who
 * read it, and json_set keeps a key's first place: answer_new puts all keys in, once, in the contract's order.
 */
#include "model/answer.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"

static const char ellipsis[] = "...";

/* The text in at most max characters, the last three of them "..." when something had to go. */
static struct json *cut(struct arena *a, const char *text, size_t max)
{
    size_t n = strlen(text);

    if (str_fit_chars(text, n, max) == n)
        return json_strn(a, text, n);
    n = str_fit_chars(text, n, max - strlen(ellipsis));
    return json_str(a, arena_printf(a, "%.*s%s", (int)n, text, ellipsis));
}

static struct json *time_json(struct arena *a, int64_t us)
{
    char text[TIME_TEXT_BYTES];

    time_text(us, text);
    return json_str(a, text);
}

static struct json *new_evidence(struct arena *a, const char *request_id)
{
    struct json *evidence = json_object(a);

    json_set(a, evidence, "request_id", json_str(a, request_id));
    json_set(a, evidence, "sql", json_array(a));
    json_set(a, evidence, "sources", json_array(a));
    json_set(a, evidence, "audit", json_null(a));
    return evidence;
}

struct json *answer_new(struct arena *a, const struct world *w, const char *agent, const struct answer_ids *ids)
{
    struct json *answer = json_object(a);
    char id[ID_TEXT_BYTES];

    world_id(w, id);
    json_set(a, answer, "response_id", json_str(a, id));
    json_set(a, answer, "correlation_id", json_str(a, ids->correlation_id));
    json_set(a, answer, "conversation_id", json_str(a, ids->conversation_id));
    json_set(a, answer, "agent", json_str(a, agent));
    json_set(a, answer, "status", json_str(a, "success"));
    json_set(a, answer, "content_type", json_str(a, "text"));
    json_set(a, answer, "content", json_str(a, ""));
    json_set(a, answer, "restatement", json_str(a, ""));
    json_set(a, answer, "query", json_null(a));
    json_set(a, answer, "chips", json_array(a));
    json_set(a, answer, "table", json_null(a));
    json_set(a, answer, "chart", json_null(a));
    json_set(a, answer, "suggestions", json_array(a));
    json_set(a, answer, "options", json_array(a));
    json_set(a, answer, "sources", json_array(a));
    json_set(a, answer, "tool_calls", json_array(a));
    json_set(a, answer, "confidence", json_double(a, 0));
    json_set(a, answer, "voice", json_str(a, "builtin"));
    json_set(a, answer, "model_used", json_str(a, "builtin"));
    json_set(a, answer, "processing_time_ms", json_int(a, 0));
    json_set(a, answer, "evidence", new_evidence(a, ids->request_id));
    json_set(a, answer, "error", json_null(a));
    return answer;
}

/* ---- what is answered ---- */

/* What is said, of what type, and how it went. What belonged to another kind of answer goes. */
static void set_content(struct arena *a, struct json *answer, const char *status, const char *type, const char *content)
{
    json_set(a, answer, "status", json_str(a, status));
    json_set(a, answer, "content_type", json_str(a, type));
    json_set(a, answer, "content", cut(a, content, CONTENT_CHARS));
    json_set(a, answer, "table", json_null(a));
    json_set(a, answer, "error", json_null(a));
    json_unset(answer, "confirmation");
}

void answer_say(struct arena *a, struct json *answer, const char *content)
{
    set_content(a, answer, "success", "text", content);
}

static struct json *first_rows(struct arena *a, struct json *rows, size_t max)
{
    struct json *first;

    if (json_len(rows) <= max)
        return rows;
    first = json_array(a);
    for (size_t i = 0; i < max; i++)
        json_push(a, first, json_at(rows, i));
    return first;
}

void answer_show(struct arena *a, struct json *answer, const char *content, const struct answer_table *t)
{
    struct json *table = json_object(a), *metadata = json_object(a), *rows = first_rows(a, t->rows, TABLE_ROWS);
    size_t count = t->row_count > json_len(t->rows) ? t->row_count : json_len(t->rows);

    json_set(a, metadata, "sheet_name", json_str(a, t->sheet_name));
    json_set(a, metadata, "row_count", json_int(a, (int64_t)count));
    json_set(a, metadata, "is_truncated", json_bool(a, json_len(rows) < count));
    json_set(a, table, "columns", t->columns);
    json_set(a, table, "rows", rows);
    json_set(a, table, "metadata", metadata);
    set_content(a, answer, "success", "table", content);
    json_set(a, answer, "table", table);
}

static struct json *own_error(struct arena *a, const struct world *w, const struct json *answer, const struct err *e)
{
    return answer_error(a, w, e, json_get_text(answer, "correlation_id"));
}

void answer_fail(struct arena *a, const struct world *w, struct json *answer, const struct err *e)
{
    set_content(a, answer, "error", "error", e->message);
    json_set(a, answer, "chart", json_null(a));
    json_set(a, answer, "suggestions", json_array(a));
    json_set(a, answer, "options", json_array(a));
    json_set(a, answer, "sources", json_array(a));
    json_set(a, answer, "confidence", json_double(a, 0));
    json_set(a, answer, "error", own_error(a, w, answer, e));
}

void answer_ask(struct arena *a, struct json *answer, const char *question)
{
    set_content(a, answer, "clarification_needed", "clarification", question);
}

void answer_confirm(struct arena *a, struct json *answer, const char *token, const char *summary, int64_t expires_us)
{
    struct json *confirmation = json_object(a);

    json_set(a, confirmation, "token", json_str(a, token));
    json_set(a, confirmation, "summary", json_str(a, summary));
    json_set(a, confirmation, "expires_at", time_json(a, expires_us));
    set_content(a, answer, "confirmation_required", "clarification", summary);
    json_set(a, answer, "confirmation", confirmation);
}

struct json *answer_error(struct arena *a, const struct world *w, const struct err *e, const char *correlation_id)
{
    struct json *error = json_object(a);
    bool retry = err_can_retry(e->code);
    const char *action = *e->action ? e->action : retry ? "Try again." : NULL;

    json_set(a, error, "message", json_str(a, e->message));
    json_set(a, error, "correlation_id", json_str(a, *e->correlation_id ? e->correlation_id : correlation_id));
    json_set(a, error, "timestamp", time_json(a, e->at_us != 0 ? e->at_us : world_now(w)));
    json_set(a, error, "error_code", json_str(a, err_name(e->code)));
    json_set(a, error, "can_retry", json_bool(a, retry));
    json_set(a, error, "suggested_action", json_str(a, action));
    return error;
}

/* ---- what it rests on ---- */

void answer_add_option(struct arena *a, struct json *answer, const char *label, struct json *value)
{
    struct json *option = json_object(a);

    json_set(a, option, "label", json_str(a, label));
    json_set(a, option, "value", value);
    json_push(a, json_get(answer, "options"), option);
}

void answer_add_source(struct arena *a, struct json *answer, const struct answer_source *s)
{
    struct json *source = json_object(a);

    json_set(a, source, "title", json_str(a, s->title));
    json_set(a, source, "chapter", json_str(a, s->chapter));
    json_set(a, source, "section", json_str(a, s->section));
    json_set(a, source, "url", json_str(a, s->url));
    json_set(a, source, "score", json_double(a, s->score));
    json_set(a, source, "quote", json_str(a, s->quote));
    json_push(a, json_get(answer, "sources"), source);
}

struct json *answer_call_json(struct arena *a, const struct answer_call *c)
{
    struct json *call = json_object(a);

    json_set(a, call, "tool_name", json_str(a, c->tool_name));
    json_set(a, call, "parameters", c->parameters ? c->parameters : json_object(a));
    json_set(a, call, "output_summary", cut(a, c->output_summary ? c->output_summary : "", OP_SUMMARY_CHARS));
    json_set(a, call, "invoked_at", time_json(a, c->invoked_us));
    json_set(a, call, "duration_ms", json_int(a, c->duration_ms));
    json_set(a, call, "success", json_bool(a, !c->error));
    json_set(a, call, "error", json_str(a, c->error));
    return call;
}

void answer_add_sql(struct arena *a, struct json *answer, const char *sql)
{
    json_push(a, json_get(json_get(answer, "evidence"), "sql"), json_str(a, sql));
}

void answer_add_evidence(struct arena *a, struct json *answer, const char *name, const char *sha256,
                         const char *schema_fingerprint)
{
    struct json *source = json_object(a);

    json_set(a, source, "name", json_str(a, name));
    json_set(a, source, "sha256", json_str(a, sha256));
    json_set(a, source, "schema_fingerprint", json_str(a, schema_fingerprint));
    json_push(a, json_get(json_get(answer, "evidence"), "sources"), source);
}

void answer_set_audit(struct arena *a, struct json *answer, int64_t first, int64_t last, const char *head)
{
    struct json *span = json_object(a);

    json_set(a, span, "first", json_int(a, first));
    json_set(a, span, "last", json_int(a, last));
    json_set(a, span, "head", json_str(a, head));
    json_set(a, json_get(answer, "evidence"), "audit", span);
}

/* ---- understanding a reply ---- */

#define NO_PLACE SIZE_MAX

static bool is_among(const char *word, const char *const *words, size_t n)
{
    size_t i = 0;

    while (i < n && strcmp(word, words[i]) != 0)
        i++;
    return i < n;
}

/* The place that a word such as "2", "#2", "2.", "2)", "2nd", "second" or "last" names, from 1; NO_PLACE when it names
 * none. */
static size_t place_in(const char *word, size_t count)
{
    static const char *const ordinals[] = { "first", "second",  "third",  "fourth", "fifth",
                                            "sixth", "seventh", "eighth", "ninth",  "tenth" };
    static const char *const behind[] = { "", ".", ")", "st", "nd", "rd", "th" };
    const char *digits = word + (*word == '#');
    size_t n = strspn(digits, "0123456789"), place = 0;

    for (size_t i = 0; i < COUNT_OF(ordinals); i++)
        if (strcmp(word, ordinals[i]) == 0)
            return i + 1;
    if (strcmp(word, "last") == 0)
        return count;
    if (n == 0 || n > 9 || !is_among(digits + n, behind, COUNT_OF(behind)))
        return NO_PLACE;
    for (size_t i = 0; i < n; i++)
        place = place * 10 + (size_t)(digits[i] - '0');
    return place;
}

/* The place that a whole reply names: one such word, and beside it only words that say nothing ("the second one",
 * "task 2, please"). */
static size_t place_said(struct arena *a, const char *reply, size_t count)
{
    static const char *const empty[] = { "the", "one",    "option", "number", "no",  "task", "item",
                                         "it",  "please", "i",      "mean",   "was", "is",   "choose" };
    char *text = arena_str(a, str_fold(a, reply)), *rest;
    size_t place = NO_PLACE;

    for (char *word = strtok_r(text, " ,", &rest); word; word = strtok_r(NULL, " ,", &rest)) {
        size_t here = place_in(word, count);
        if (here == NO_PLACE ? !is_among(word, empty, COUNT_OF(empty)) : place != NO_PLACE)
            return NO_PLACE;
        place = here == NO_PLACE ? place : here;
    }
    return place;
}

static bool is_value(const struct json *value, const char *reply)
{
    const char *text = json_text(value, NULL), *digits = json_digits(value);

    return (text && str_same(text, reply)) || (digits && strcmp(digits, reply) == 0);
}

const struct json *answer_option(const struct json *options, const char *reply)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    size_t n, place, count = json_len(options);

    reply = str_trim(reply, strlen(reply), &n);
    reply = arena_dup(a, reply, n);
    for (size_t i = 0; i < count; i++) {
        const char *label = json_get_text(json_at(options, i), "label");
        if (label && str_same(label, reply))
            return json_at(options, i);
    }
    place = place_said(a, reply, count);
    if (place >= 1 && place <= count)
        return json_at(options, place - 1);
    for (size_t i = 0; i < count; i++)
        if (is_value(json_get(json_at(options, i), "value"), reply))
            return json_at(options, i);
    return NULL;
}
