/* metrics_rules.c - the metrics seed's rules over several fields, and what it computes.
 *
 * Each of the seed's named constraints fails with the code of that name, so that its routes need no mapping.
 */
#include "model/metrics_rules.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "model/metrics.h"
#include <ctype.h>

#define HOUR_US INT64_C(3600000000)
#define ID_DIGITS 3 /* hyp_001: at least as many, so that files sort */

/* ---- the session ---- */

int64_t metrics_expires_us(int64_t created_us)
{
    return created_us + METRICS_SESSION_HOURS * HOUR_US;
}

bool metrics_session_expired(const struct json *session, int64_t now_us)
{
    return rule_time(session, "expires_at") < now_us;
}

int metrics_rule_expires(const struct json *session, struct err *err)
{
    if (rule_time(session, "expires_at") != metrics_expires_us(rule_time(session, "created_at")))
        return rule_fail(err, "expires_at must be " TEXT_OF(METRICS_SESSION_HOURS) " hours after created_at");
    return 0;
}

int metrics_rule_status(const struct json *session, struct err *err)
{
    int64_t files = json_get_int(session, "file_count", 0);

    if (rule_is(session, "status", "created") && files != 0)
        return rule_fail(err, "file_count must be 0 while the status is created");
    if ((rule_is(session, "status", "has_files") || rule_is(session, "status", "running")) && files == 0)
        return rule_fail(err, "file_count must be at least 1 in this status");
    if (rule_is(session, "status", "completed") && !json_get_truth(session, "report_ready"))
        return rule_fail(err, "report_ready must be true when the status is completed");
    return 0;
}

static int refuse_state(struct err *err, const char *message)
{
    return err_set(err, ERR_CONFLICT, message, "%s", message);
}

/* What both changing the files and starting an investigation need. */
static int at_rest(const struct json *session, struct err *err)
{
    if (rule_is(session, "status", "running"))
        return refuse_state(err, "The investigation is running; wait until it has ended.");
    if (rule_is(session, "status", "expired"))
        return refuse_state(err, "This session has expired; start a new one.");
    return 0;
}

int metrics_may_add_file(const struct json *session, struct err *err)
{
    if (at_rest(session, err))
        return -1;
    if (json_get_int(session, "file_count", 0) >= METRICS_FILES)
        return err_say(err, ERR_MAX_FILES_EXCEEDED, "A session takes at most %d files.", METRICS_FILES);
    return 0;
}

int metrics_may_remove_file(const struct json *session, struct err *err)
{
    return at_rest(session, err);
}

int metrics_may_investigate(const struct json *session, struct err *err)
{
    if (at_rest(session, err))
        return -1;
    if (json_get_int(session, "file_count", 0) < 1)
        return err_say(err, ERR_NO_FILES_UPLOADED, "Upload at least one file first.");
    return 0;
}

int metrics_may_chat(const struct json *session, struct err *err)
{
    if (!rule_is(session, "status", "completed"))
        return err_say(err, ERR_INVESTIGATION_NOT_COMPLETE, "The investigation has to be completed first.");
    return 0;
}

/* ---- files and what is asked ---- */

int metrics_rule_csv(const struct json *file, struct err *err)
{
    if (!rule_ends(json_get_text(file, "original_name"), ".csv"))
        return err_say(err, ERR_INVALID_FILE_TYPE, "original_name must end in .csv");
    return 0;
}

int metrics_rule_path(const struct json *file, struct err *err)
{
    if (!rule_stays_inside(json_get_text(file, "path")))
        return rule_fail(err, "path must be relative and stay inside the session");
    return 0;
}

static int64_t day(const struct json *range, const char *field)
{
    size_t n;
    const char *text = json_text(json_get(range, field), &n);
    int64_t days = 0;

    return text && date_read(text, n, &days) ? days : 0;
}

int metrics_rule_date_range(const struct json *range, struct err *err)
{
    if (day(range, "end") < day(range, "start"))
        return err_say(err, ERR_INVALID_DATE_RANGE, "end must not be before start");
    return 0;
}

/* The contract takes target_metric and metric_definition together as another spelling of metric_sql. */
int metrics_rule_metric(const struct json *request, struct err *err)
{
    if (rule_filled(request, "metric_sql"))
        return 0;
    if (rule_filled(request, "target_metric") && rule_filled(request, "metric_definition"))
        return 0;
    return err_say(err, ERR_METRIC_SQL_REQUIRED, "metric_sql is required");
}

/* ---- the loop ---- */

int metrics_rule_steps(const struct json *plan, struct err *err)
{
    const struct json *steps = json_get(plan, "steps");
    int64_t before = 0;

    for (size_t i = 0; i < json_len(steps); i++) {
        int64_t number = json_get_int(json_at(steps, i), "step_number", 0);
        if (number <= before)
            return rule_fail(err, "steps must come in the order of their step_number");
        before = number;
    }
    return 0;
}

/* These ids are names of files, so nothing but the form the seed shows is let in. */
static bool is_numbered(const char *id, const char *prefix)
{
    size_t digits = 0;

    if (!str_starts(id, prefix))
        return false;
    for (const char *p = id + strlen(prefix); isdigit((unsigned char)*p); p++)
        digits++;
    return digits >= ID_DIGITS && id[strlen(prefix) + digits] == '\0';
}

int metrics_rule_hypothesis(const struct json *hypothesis, struct err *err)
{
    if (!is_numbered(json_get_text(hypothesis, "hypothesis_id"), "hyp_"))
        return rule_fail(err, "hypothesis_id must look like hyp_001");
    return 0;
}

int metrics_rule_finding(const struct json *finding, struct err *err)
{
    if (!is_numbered(json_get_text(finding, "finding_id"), "find_"))
        return rule_fail(err, "finding_id must look like find_001");
    return 0;
}

int metrics_rule_ledger(const struct json *ledger, struct err *err)
{
    const struct json *findings = json_get(ledger, "findings");

    for (size_t i = 0; i < json_len(findings); i++)
        if (json_get_int(json_at(findings, i), "iteration", 0) > json_get_int(ledger, "total_iterations", 0))
            return rule_fail(err, "findings must be of iterations that ran");
    return 0;
}

/* ---- explanations and the report ---- */

const char *metrics_likelihood(int64_t rank)
{
    return rank <= 1 ? "Most Likely" : rank <= 3 ? "Likely" : rank <= 5 ? "Possible" : "Less Likely";
}

int metrics_rule_likelihood(const struct json *explanation, struct err *err)
{
    if (!rule_is(explanation, "likelihood", metrics_likelihood(json_get_int(explanation, "rank", 0))))
        return rule_fail(err, "likelihood must be the one its rank has");
    return 0;
}

int metrics_check_ranks(const struct json *explanations, struct err *err)
{
    for (size_t i = 0; i < json_len(explanations); i++)
        if (json_get_int(json_at(explanations, i), "rank", 0) != (int64_t)i + 1)
            return rule_fail(err, "explanations must be ranked 1, 2, 3 and so on");
    return 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : NULL;
}

/* The next line that is a heading of that title, of any level; NULL when there is none. An empty title is any. */
static const char *find_heading(const char *text, const char *title)
{
    for (const char *line = text; line && *line; line = next_line(line)) {
        const char *p = line + strspn(line, "#");
        size_t n = strcspn(p, "\n");
        if (p == line || *p != ' ')
            continue;
        p = str_trim(p, n, &n);
        if (n > 0 && (!*title || (n == strlen(title) && strncasecmp(p, title, n) == 0)))
            return line;
    }
    return NULL;
}

/* The footer is the last line and names the day the report was made. */
static bool has_footer(const char *content, const char *generated_at)
{
    size_t n = strlen(content);
    const char *last;

    content = str_trim(content, n, &n);
    last = memrchr(content, '\n', n);
    return last && memmem(last, n - (size_t)(last - content), generated_at, strlen("2026-01-23"));
}

int metrics_rule_sections(const struct json *report, struct err *err)
{
    static const char *const sections[] = { "", "Data Model", "Analysis Performed", "Explanations",
                                            "Recommended Next Steps" };
    const char *at = json_get_text(report, "content");

    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        at = find_heading(at, sections[i]);
        if (!at)
            return err_say(err, ERR_INVALID_INPUT, "content must have the section '%s'",
                           *sections[i] ? sections[i] : "Header");
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (!has_footer(at, json_get_text(report, "generated_at")))
        return rule_fail(err, "content must end with the time it was generated");
    return 0;
}

int metrics_rule_chat_content(const struct json *message, struct err *err)
{
    if (!rule_filled(message, "content"))
        return rule_fail(err, "content must not be blank");
    return 0;
}
