/* test_gate.c - every step of a call through the gate, and that a refusal at any of them does nothing. */
#include "gate_testing.h"
#include <dirent.h>

/* ---- find and validate ---- */

static void an_unknown_operation_names_the_nearest(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "nota", "{}"), ERR_UNKNOWN_OPERATION);
    assert_string_equal(f->err.action, "Did you mean 'note'?");
    assert_int_equal(f->ledger.n, 0);
}

static void a_failure_keeps_its_moment_however_often_it_is_told(void **state)
{
    struct fixture *f = *state;
    struct json *first, *second;

    assert_refused(f, call(f, "nota", "{}"), ERR_UNKNOWN_OPERATION);
    first = answer_error(f->arena, &f->world.world, &f->err, NULL);
    f->world.now += 1000000;
    second = answer_error(f->arena, &f->world.world, &f->err, NULL);
    assert_string_equal(json_get_text(first, "timestamp"), json_get_text(second, "timestamp"));
}

static void arguments_are_checked_before_anything_runs(void **state)
{
    static const char *const bad[] = { "{}",
                                       "{\"text\":\"\"}",
                                       "{\"text\":\"sixsix\"}",
                                       "{\"text\":5}",
                                       "{\"text\":\"hi\",\"times\":4}",
                                       "{\"text\":\"hi\",\"tiems\":1}",
                                       "[1]" };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_refused(f, call(f, "note", bad[i]), ERR_INVALID_INPUT);
    assert_int_equal(f->service.runs, 0);
    assert_int_equal(f->ledger.n, 0);
}

static void arguments_at_their_bounds_pass_and_defaults_are_filled_in(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"fives\"}"), 0);
    assert_int_equal(json_get_int(f->reply.result, "count", 0), 2);
    assert_int_equal(call(f, "note", "{\"text\":\"h\",\"times\":3}"), 0);
    assert_int_equal(json_get_int(f->reply.result, "count", 0), 3);
}

static void a_result_outside_its_schema_is_not_given(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "wrong", "{}"), ERR_INTERNAL);
    assert_entry(f, 1, "\"status\":\"error\"");
}

static void a_user_has_a_name_within_bounds(void **state)
{
    struct fixture *f = *state;
    char name[USER_CHARS + 2];
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"h\"}"), .user = name };

    memset(name, 'u', sizeof name);
    name[USER_CHARS + 1] = '\0';
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_INVALID_INPUT);
    name[USER_CHARS] = '\0';
    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    name[0] = '\0';
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_INVALID_INPUT);
}

/* ---- confirmation ---- */

static const char *held_token(struct fixture *f, const char *args)
{
    assert_refused(f, call(f, "drop", args), ERR_CONFIRMATION_REQUIRED);
    assert_string_equal(json_get_text(f->reply.confirmation, "summary"), "Drop the thing.");
    return json_get_text(f->reply.confirmation, "token");
}

static int confirm_as(struct fixture *f, const char *user, const char *token, const char *x)
{
    struct gate_request r = { .op = "drop", .user = user };

    r.args = parse(f, arena_printf(f->arena, "{\"confirmation_token\":\"%s\"%s}", token, x));
    return gate_call(&f->gate, f->arena, &r, &f->reply, &f->err);
}

static void a_destructive_call_waits_and_its_token_works_once(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    assert_int_equal(f->service.runs, 0);
    assert_int_equal(confirm_as(f, "local", token, ""), 0);
    assert_int_equal(f->service.runs, 1);
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 1);
}

static void a_token_is_void_when_what_it_named_has_changed(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    assert_refused(f, confirm_as(f, "local", token, ",\"x\":1"), ERR_CONFIRMATION_VOID);
    token = held_token(f, "{}");
    f->service.version++;
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    token = held_token(f, "{}");
    assert_refused(f, confirm_as(f, "eve", token, ""), ERR_CONFIRMATION_VOID);
    assert_refused(f, confirm_as(f, "local", "../../etc/passwd", ""), ERR_CONFIRMATION_VOID);
    assert_refused(f, confirm_as(f, "local", "00000000-0000-4000-8000-000000000000", ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 0);
}

/* The pending questions, one after the other. */
static const char *pending(struct fixture *f)
{
    struct buf b CLEANUP(buf_done) = BUF(10000);
    DIR *d = opendir(f->folder);

    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        buf_addf(&b, "%s: ", e->d_name);
        assert_int_equal(file_read(arena_printf(f->arena, "%s/%s", f->folder, e->d_name), "it", &b, &f->err), 0);
        buf_adds(&b, "\n");
    }
    closedir(d);
    return arena_dup(f->arena, b.p, b.n);
}

static const char *binding_in(struct fixture *f, const char *kept)
{
    static const char key[] = "\"binding\":\"";
    const char *at = strstr(kept, key);

    assert_non_null(at);
    return arena_dup(f->arena, at + sizeof key - 1, SHA256_TEXT_BYTES - 1);
}

/* Whoever finds a question that nobody answered can neither try out what it was about nor answer it. */
static void a_pending_question_says_nothing_without_its_token(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{\"x\":5}"), *kept = pending(f), *binding = binding_in(f, kept);

    assert_null(strstr(kept, token));
    assert_int_equal(confirm_as(f, "local", token, ",\"x\":5"), 0);
    held_token(f, "{\"x\":5}");
    assert_string_not_equal(binding_in(f, pending(f)), binding);
}

static void a_refusal_before_the_question_is_written_down(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "drop", "{\"x\":9}"), ERR_POLICY_VIOLATION);
    assert_int_equal(f->ledger.n, 1);
    assert_non_null(strstr(f->ledger.texts[0], "\"decision\":\"deny\",\"rule\":\"kept\""));
    assert_int_equal(f->service.runs, 0);
}

static void a_token_lasts_until_its_time_and_no_longer(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    f->world.now += (int64_t)CONFIRM_SECONDS * 1000000;
    assert_int_equal(confirm_as(f, "local", token, ""), 0);
    token = held_token(f, "{}");
    f->world.now += (int64_t)CONFIRM_SECONDS * 1000000 + 1;
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 1);
}

static void only_a_person_can_say_yes_beforehand(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_CLIENT, .confirmed = true };

    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_CONFIRMATION_REQUIRED);
    r.caller = CALLER_PERSON;
    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->service.runs, 1);
}

static void an_agent_gets_the_question_and_not_the_deed(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "outer-drop", .confirmed = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->service.runs, 0);
}

/* ---- attempts, deadlines, cancelling ---- */

static void a_repeatable_call_is_tried_three_times(void **state)
{
    struct fixture *f = *state;

    f->service.fail_code = ERR_SQL_SYNTAX;
    f->service.fail_times = 2;
    assert_int_equal(call(f, "flaky", "{}"), 0);
    assert_int_equal(f->service.runs, 3);
    assert_int_equal(f->ledger.n, 6);
    f->service.runs = 0;
    f->service.fail_times = 3;
    assert_refused(f, call(f, "flaky", "{}"), ERR_SQL_SYNTAX);
    assert_int_equal(f->service.runs, 3);
}

static void what_a_retry_cannot_mend_is_tried_once(void **state)
{
    struct fixture *f = *state;

    f->service.fail_times = 9;
    f->service.fail_code = ERR_SQL_SYNTAX;
    assert_refused(f, call(f, "brittle", "{}"), ERR_SQL_SYNTAX);
    assert_int_equal(f->service.runs, 1);
    f->service.fail_code = ERR_INVALID_INPUT;
    assert_refused(f, call(f, "flaky", "{}"), ERR_INVALID_INPUT);
    assert_int_equal(f->service.runs, 2);
}

static void a_deadline_ends_a_call(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "slow", "{}"), ERR_QUERY_TIMEOUT);
    assert_entry(f, 1, "\"status\":\"timeout\"");
}

static void a_cancelled_call_does_not_begin(void **state)
{
    struct fixture *f = *state;
    struct cancel cancel;
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"h\"}"), .cancel = &cancel };

    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_CANCELLED);
    assert_int_equal(f->service.runs, 0);
}

/* ---- record ---- */

static void call_and_observation_are_recorded_in_order(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"h\"}"), 0);
    assert_int_equal(f->ledger.n, 2);
    assert_string_equal(f->ledger.events[0], RECORD_CALL);
    assert_string_equal(f->ledger.events[1], RECORD_OBSERVATION);
    assert_entry(f, 1, "\"status\":\"success\"");
}

static void an_answer_is_recorded_as_what_it_is(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "answerer", "{\"x\":0}"), 0);
    assert_entry(f, 1, "\"status\":\"success\"");
    assert_entry(f, 1, "\"answer\":\"success\"");
    assert_int_equal(call(f, "answerer", "{\"x\":1}"), 0);
    assert_entry(f, 3, "\"status\":\"error\"");
    assert_entry(f, 3, "\"error_message\":\"MISSING_COLUMN\",\"error_category\":\"missing_column\"");
    assert_entry(f, 3, "\"answer\":\"error\"");
    assert_entry(f, 3, "\"data\":{\"sha256\"");
    assert_int_equal(call(f, "answerer", "{\"x\":2}"), 0);
    assert_entry(f, 5, "\"error_message\":null");
    assert_entry(f, 5, "\"answer\":\"clarification_needed\"");
}

static void a_refusal_from_inside_is_recorded_with_its_rule_and_reason(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "refuser", "{}"), ERR_POLICY_VIOLATION);
    assert_int_equal(f->ledger.n, 4);
    assert_string_equal(f->ledger.events[0], RECORD_CALL);
    assert_string_equal(f->ledger.events[1], RECORD_DECISION);
    assert_entry(f, 1, "{\"decision\":\"leave_out\",\"rule\":\"small\",\"reason\":\"Something was left out.\"");
    assert_string_equal(f->ledger.events[2], RECORD_DECISION);
    assert_entry(f, 2,
                 "{\"decision\":\"deny\",\"rule\":\"columns\",\"reason\":\"A column was named that may not be "
                 "read.\",\"tool_name\":\"refuser\"}");
    assert_string_equal(f->ledger.events[3], RECORD_OBSERVATION);
}

static void a_refusal_inside_a_call_is_recorded_once(void **state)
{
    struct fixture *f = *state;
    size_t decisions = 0;

    assert_refused(f, call(f, "outer-refuser", "{}"), ERR_POLICY_VIOLATION);
    for (size_t i = 0; i < f->ledger.n; i++)
        decisions += strstr(f->ledger.texts[i], "\"deny\"") != NULL;
    assert_int_equal(decisions, 1);
}

static void what_cannot_be_written_down_is_not_told(void **state)
{
    struct fixture *f = *state;

    f->ledger.fail_at = 1;
    assert_refused(f, call(f, "note", "{\"text\":\"h\"}"), ERR_DISK_FULL);
    f->ledger.fail_at = 2;
    assert_refused(f, call_as(f, CALLER_AGENT, "private", "{\"text\":\"h\"}"), ERR_DISK_FULL);
    assert_int_equal(f->ledger.n, 0);
}

static void a_change_is_committed_with_its_entries(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_PERSON, .confirmed = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->ledger.commits, 1);
    assert_int_equal(f->ledger.n, 3); /* the decision, the call, the observation */
    assert_entry(f, 2, "\"status\":\"success\"");
}

static void a_commit_that_fails_is_observed_as_a_failure(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_PERSON, .confirmed = true };

    f->ledger.fail_at = 1;
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_DISK_FULL);
    assert_int_equal(f->ledger.n, 3);
    assert_entry(f, 2, "\"status\":\"error\"");
    assert_entry(f, 2, "DISK_FULL");
}

static void a_request_whose_last_work_fails_is_in_the_log_as_a_failure(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "talker", "{}"), ERR_CHANGED_MEANWHILE);
    assert_int_equal(f->ledger.n, 4); /* both calls, what came of the inner one, and of the outer */
    assert_entry(f, 2, "\"status\":\"success\"");
    assert_entry(f, 3, "\"status\":\"error\"");
    assert_entry(f, 3, "CHANGED_MEANWHILE");
    assert_int_equal(f->ledger.n_words, 2); /* the inner one's text and result: none of a result nobody got */
}

static void words_are_hidden_behind_a_salted_hash(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"xyzzy\"}"), 0);
    assert_null(strstr(f->ledger.texts[0], "xyzzy"));
    assert_entry(f, 0, "\"text\":{\"sha256\":\"");
    assert_entry(f, 0, "\"times\":2");
    assert_int_equal(f->ledger.n_words, 2); /* the text, and the result's salt */
}

static void a_private_request_leaves_no_words_and_no_hashes(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"xyzzy\"}"), .private = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->ledger.n, 2);
    assert_int_equal(f->ledger.n_words, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_null(strstr(f->ledger.texts[i], "xyzzy"));
        assert_null(strstr(f->ledger.texts[i], "sha256"));
    }
}

/* ---- calls inside calls ---- */

static void a_nested_call_is_an_agents_and_no_longer_than_its_outer(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "outer", "{}"), 0);
    assert_int_equal(f->service.seen_caller, CALLER_AGENT);
    assert_int_equal(f->service.seen_origin, CALLER_PERSON);
    assert_in_range(f->service.seen_left_ms, 1, 500);
    assert_int_equal(f->ledger.n, 4);
}

static void calls_that_go_round_in_circles_are_stopped(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "loop", "{}"), ERR_INTERNAL);
}

/* ---- the table ---- */

static void a_wrong_declaration_is_refused_when_it_is_added(void **state)
{
    static const struct op wrong[] = {
        OP("note", any_input, 0, run_note, .command = NULL),
        OP("fresh", any_input, 0, run_note, .command = "note"),
        OP("fresh", any_input, OP_WRITES | OP_DESTRUCTIVE, run_note, .command = NULL),
        OP("fresh", any_input, OP_DESTRUCTIVE, run_note, .affects = affects_drop),
        OP("fresh", any_input, 0, NULL, .command = NULL),
        OP("fresh", no_help, 0, run_note, .command = NULL),
        { .name = "fresh", .summary = "No stop", .input = &any_input, .output = &count_output, .run = run_note },
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(op_table_add(f->table, &wrong[i], 1, NULL, &f->err), -1);
        assert_int_equal(f->err.code, ERR_INVALID_SCHEMA);
    }
    assert_null(op_table_find(f->table, "fresh"));
}

static void the_table_is_in_order(void **state)
{
    struct fixture *f = *state;
    const struct op_entry *const *entries;
    size_t n = op_table_entries(f->table, &entries);

    assert_int_equal(n, COUNT_OF(fixture_ops));
    for (size_t i = 1; i < n; i++)
        assert_true(strcmp(entries[i - 1]->op->name, entries[i]->op->name) < 0);
    for (size_t i = 0; i < n; i++)
        assert_ptr_equal(op_table_find(f->table, entries[i]->op->name), entries[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_unknown_operation_names_the_nearest),
        TEST(a_failure_keeps_its_moment_however_often_it_is_told),
        TEST(arguments_are_checked_before_anything_runs),
        TEST(arguments_at_their_bounds_pass_and_defaults_are_filled_in),
        TEST(a_result_outside_its_schema_is_not_given),
        TEST(a_user_has_a_name_within_bounds),
        TEST(a_destructive_call_waits_and_its_token_works_once),
        TEST(a_token_is_void_when_what_it_named_has_changed),
        TEST(a_pending_question_says_nothing_without_its_token),
        TEST(a_refusal_before_the_question_is_written_down),
        TEST(a_token_lasts_until_its_time_and_no_longer),
        TEST(only_a_person_can_say_yes_beforehand),
        TEST(an_agent_gets_the_question_and_not_the_deed),
        TEST(a_repeatable_call_is_tried_three_times),
        TEST(what_a_retry_cannot_mend_is_tried_once),
        TEST(a_deadline_ends_a_call),
        TEST(a_cancelled_call_does_not_begin),
        TEST(call_and_observation_are_recorded_in_order),
        TEST(an_answer_is_recorded_as_what_it_is),
        TEST(a_refusal_from_inside_is_recorded_with_its_rule_and_reason),
        TEST(a_refusal_inside_a_call_is_recorded_once),
        TEST(what_cannot_be_written_down_is_not_told),
        TEST(a_change_is_committed_with_its_entries),
        TEST(a_commit_that_fails_is_observed_as_a_failure),
        TEST(a_request_whose_last_work_fails_is_in_the_log_as_a_failure),
        TEST(words_are_hidden_behind_a_salted_hash),
        TEST(a_private_request_leaves_no_words_and_no_hashes),
        TEST(a_nested_call_is_an_agents_and_no_longer_than_its_outer),
        TEST(calls_that_go_round_in_circles_are_stopped),
        TEST(a_wrong_declaration_is_refused_when_it_is_added),
        TEST(the_table_is_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
