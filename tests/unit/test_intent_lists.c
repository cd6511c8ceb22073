/* test_intent_lists.c - lists as people ask for them: with talk around the question, by what is still to do, by what is
 * done and what is not, and as one more question. */
#include "intent_testing.h"

static const struct said states[] = {
    { "let me know what remains to be done", "list status=pending" },
    { "what is there still for me to do?", "list status=pending" },
    { "show me everything including what's already finished", "list" },
    { "show evrything incl. finished ones", "list" },
    { "what must be done by Friday?", "list status=pending on=0000-01-01..2026-11-20" },
    { "everything that has to do with the loft", "list search=loft" },
    { "show me everything, also the finished ones", "list" },
    { "what's finished and what's not", "list" },
    { "what have I got this week?", "list on=2026-11-16..2026-11-22" },
    { "what have I got done this week?", "list status=completed" },
    { "is the choir still on Thursday", "list search=choir" },
    { "which jobs have I ticked off already?", "list status=completed" },
    { "everything that's beyond its deadline", "list overdue" },
    { "what ought to be finished by Thursday", "list status=pending on=0000-01-01..2026-11-19" },
    { "what should have been done by now", "list overdue" },
    { "all tasks up to and including Saturday", "list on=0000-01-01..2026-11-21" },
    { "everything, the completed tasks included", "list" },
    { "what is overdue and what is for tomorrow?", "list overdue + list on=2026-11-17" },
};

static const struct said around[] = {
    { "show me what's due today so I can plan my lunch", "list on=2026-11-16" },
    { "what about the low priority ones?", "list priority=low" },
    { "any college stuff due b4 friday", "list tag=college on=0000-01-01..2026-11-19" },
    { "i want to see tasks of choir that are open", "list status=pending perhaps=choir" },
    { "whatever's due by Thursday", "list on=0000-01-01..2026-11-19" },
    { "and next week?", "list on=2026-11-23..2026-11-29" },
    { "what about next week", "list on=2026-11-23..2026-11-29" },
    { "what's tagged loft and still open?", "list status=pending tag=loft" },
    { "all tasks including finished", "list" },
    { "show all incl. the finished ones", "list" },
    { "all tasks whether done or not", "list" },
    { "show me December", "list on=2026-12-01..2026-12-31" },
    { "wich ones are important", "list priority=high" },
    { "how mny things do I still have to do", "list status=pending" },
    { "what does the week look like for us", "list on=2026-11-16..2026-11-22" },
    { "which of my tasks is due soonest", "list by=due" },
    { "I want to know what is planned for next week", "list on=2026-11-23..2026-11-29" },
    { "thursday's tasks", "list on=2026-11-19" },
    { "tell me about task 2", "list @task 2" },
    { "by when must the survey be ready", "list search=survey" },
    { "so I have to find one with a thread", "create 'find one with a thread'" },
    { "what day do I have to have the visa forms in by?", "list search=visa forms" },
};

static void what_is_still_to_do_is_open(void **state)
{
    CHECK_SAID(state, states);
}

static void talk_around_a_question_is_left_out(void **state)
{
    CHECK_SAID(state, around);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_still_to_do_is_open),
        TEST(talk_around_a_question_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
