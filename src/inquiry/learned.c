/* learned.c - the readings of data.read, held against what an answer wants of them. */
#include "inquiry/learned.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/origin.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include <string.h>

#define TAKEN .35 /* as likely as this, an answer that says it is not sure helps more than none */
#define SURE .8   /* below it the answer says that it is not */

/* Of the tables at hand, and something that can be meant: one table may have been named of several. */
static bool is_sound(const struct words_input *in, const struct request *r)
{
    const struct check_input input = { .tables = in->tables, .n_tables = in->n, .author = CHECK_MADE };
    struct check_result found;

    query_check(in->call->arena, &input, r, &found);
    return found.n_errors == 0;
}

/* "Left out: 'splendid', 'really'." NULL: nothing is. */
static const char *say_left(const struct words_input *in, const struct json *pieces)
{
    struct buf said CLEANUP(buf_done) = BUF(2 * QUESTION_CHARS);
    size_t bytes = strlen(in->question);

    for (size_t i = 0; i < json_len(pieces); i++) {
        size_t at = (size_t)json_get_int(json_at(pieces, i), "at", 0);
        size_t n = (size_t)json_get_int(json_at(pieces, i), "n", 0);
        if (at <= bytes && n <= bytes - at)
            buf_addf(&said, "%s'%.*s'", i > 0 ? ", " : "Left out of the question: ", (int)n, in->question + at);
    }
    return said.n > 0 ? arena_printf(in->call->arena, "%s.", said.p) : NULL;
}

/* What is said with the answer: why the rules refused the question, where it is not sure, and what was left out. */
static const char *say_note(const struct words_input *in, const struct json *reading, const struct err *refused,
                            double confidence)
{
    const char *left = say_left(in, json_get(reading, "unexplained"));
    size_t n = strlen(refused->message);

    if (confidence >= SURE)
        return left;
    n -= n > 0 && refused->message[n - 1] == '.';
    return arena_printf(in->call->arena, "I am not sure that this is what was asked (%.*s).%s%s", (int)n,
                        refused->message, left ? " " : "", left ? left : "");
}

static bool take(const struct words_input *in, const struct json *reading, const struct err *refused, double least,
                 struct words_reading *ret)
{
    struct arena *a = in->call->arena;
    double confidence = json_real(json_get(reading, "confidence"));
    bool *about = arena_array(a, in->n, sizeof *about);
    struct request request;
    struct err why;

    if (confidence < least || !json_get_truth(reading, "complete") ||
        request_from_json(a, json_get(reading, "query"), &request, &why) < 0 || !is_sound(in, &request))
        return false;
    request_tables(&request, in->tables, in->n, about);
    for (size_t i = in->n; i-- > 0;)
        if (about[i])
            ret->seen = &in->tables[i];
    ret->request = request;
    ret->confidence = confidence;
    ret->is_about = about;
    ret->note = say_note(in, reading, refused, confidence);
    return true;
}

static bool has_letter(const char *text)
{
    while (*text && *text >= 0 && !((*text | 32) >= 'a' && (*text | 32) <= 'z'))
        text++;
    return *text != '\0';
}

bool learned_may_read(const struct words_input *in, const struct err *refused)
{
    return has_letter(in->question) && (refused->code == ERR_INVALID_QUERY || refused->code == ERR_MISSING_COLUMN);
}

bool learned_read(const struct words_input *in, const struct err *refused, bool doubtful, struct words_reading *ret)
{
    struct arena *a = in->call->arena;
    struct json *args = json_object(a), *result;
    struct err why;

    json_set(a, args, "data", json_copy(a, in->data));
    json_set(a, args, "question", json_str(a, in->question));
    json_set(a, args, "most", json_int(a, 1));
    return gate_nested(in->call, "data.read", args, &result, &why) == 0 &&
           take(in, json_at(json_get(result, "readings"), 0), refused, doubtful ? SURE : TAKEN, ret);
}
