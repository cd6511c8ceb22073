/* test_intent_told.c - new tasks in the middle of talk: hesitation, corrections, stories, the name in the next
 * sentence, what has to be done to something, several at once; and what names nothing. */
#include "intent_testing.h"

static const struct said doubts[] = {
    { "I need to, er, what's it called, bleed the radiators", "create 'bleed the radiators'" },
    { "we have to um let me think oh yes book the ferry", "create 'book the ferry'" },
    { "I must, hang on, what was it... oh right, return the ladder", "create 'return the ladder'" },
    { "I gotta do the ironing", "create 'do the ironing'" },
};

static const struct said corrections[] = {
    { "add rice no wait sorry brown rice", "create 'brown rice'" },
    { "buy candles, no wait, tea lights", "create 'buy tea lights'" },
    { "add call Petra, scratch that, call Paula", "create 'call Paula'" },
    { "fetch the rug on Thursday, no sorry, Friday", "create 'fetch the rug' due=2026-11-20" },
    { "ask Ann about the new roof, no wait, Ben", "?create 'ask Ann about the new roof'" },
};

static const struct said opened[] = {
    { "my wife keeps nagging, so here it is: add a task to oil the hinges", "create 'oil the hinges'" },
    { "I could not sleep for it: I must call the bank", "create 'call the bank'" },
    { "Put this on the list before the film starts: descale the kettle", "create 'descale the kettle'" },
    { "one more for the list, sadly: bleed the brakes", "create 'bleed the brakes'" },
    { "For 4 December at 9:30, please enter: school concert", "create 'school concert' due=2026-12-04T09:30" },
    { "add book the vet, tags: dog, health", "create 'book the vet' #dog #health" },
    { "must do: grease the chain", "create 'grease the chain'" },
    { "plonk 'descale the iron' on the pile sweetheart", "create 'descale the iron'" },
    { "my brother said: add a task to call Bob", "-" },
    { "if it rains, then: add a task to call Bob", "-" },
    { "before it slips my mind, can you add hem the skirt", "create 'hem the skirt'" },
};

static const struct said named_next[] = {
    { "Could you add a task? It is 'clean the flue'.", "create 'clean the flue'" },
    { "Please create a new entry. Title: Renew the lease.", "create 'Renew the lease'" },
    { "I'd like to add two things. First, salt the steps. Second, order oil.",
      "create 'salt the steps' + create 'order oil'" },
    { "add a task. show my tasks", "?create + list" },
    { "urgent!! add find the spare key", "create 'find the spare key' !high" },
};

static const struct said passive[] = {
    { "The hedges must be trimmed by Friday", "create 'trim the hedges' due=2026-11-20" },
    { "the gate still has to be painted", "create 'paint the gate'" },
    { "our smoke alarms have to be tested", "create 'test our smoke alarms'" },
    { "dish soap needs to go on the list", "create 'dish soap'" },
    { "my cousin must pay the fine tomorrow", "-" },
    { "on Thursday at 16:00 we have a meeting with the board", "create 'meeting with the board' due=2026-11-19T16:00" },
};

static const struct said rows[] = {
    { "remind me tomorrow to defrost the ham and on Friday to feed the cat",
      "create 'defrost the ham' due=2026-11-17 + create 'feed the cat' due=2026-11-20" },
    { "Physio for Jo on the 24th at 3pm, physio for Al on the 25th at 3pm",
      "create 'Physio for Jo' due=2026-11-24T15:00 + create 'physio for Al' due=2026-11-25T15:00" },
    { "tomorrow: wash the car, then call Ann, then buy tape",
      "create 'wash the car' due=2026-11-17 + create 'call Ann' due=2026-11-17 + create 'buy tape' due=2026-11-17" },
    { "new tasks: 1. sweep the hall 2. air the beds 3. call Ann",
      "create 'sweep the hall' + create 'air the beds' + create 'call Ann'" },
    { "1) sweep the hall 2) air the beds", "create 'sweep the hall' + create 'air the beds'" },
    { "I need to feed the hens at 5 pm and to shut the coop at 9 pm",
      "create 'feed the hens' due=2026-11-16T17:00 + create 'shut the coop' due=2026-11-16T21:00" },
    { "note for tomorrow: bank with Hilde", "create 'bank with Hilde' due=2026-11-17" },
    { "new ones: order corks; ask Lou about the van", "create 'order corks' + create 'ask Lou about the van'" },
    { "add 'sort the shed', high priority, and 'dust the shelves', low priority",
      "create 'sort the shed' !high + create 'dust the shelves' !low" },
    { "add 'check the pump', tag ops, due Friday", "create 'check the pump' due=2026-11-20 #ops" },
};

static const struct said vague[] = {
    { "add the usual", "?create 'the usual'" },
    { "add the same again", "?create 'the same again'" },
    { "put that other thing on the list", "?create 'that other thing'" },
    { "add nothing about the garden, Tom does that", "-" },
    { "I was going to ask you to add the paint but Jo has it", "-" },
};

static void who_hesitates_names_it_in_the_end(void **state)
{
    CHECK_SAID(state, doubts);
}

static void what_is_corrected_is_what_counts(void **state)
{
    CHECK_SAID(state, corrections);
}

static void a_story_stands_before_the_colon(void **state)
{
    CHECK_SAID(state, opened);
}

static void the_next_sentence_names_what_was_asked_for(void **state)
{
    CHECK_SAID(state, named_next);
}

static void what_must_be_done_to_a_thing_is_a_task(void **state)
{
    CHECK_SAID(state, passive);
}

static void several_new_tasks_keep_their_own_days(void **state)
{
    CHECK_SAID(state, rows);
}

static void what_names_nothing_is_asked_about_or_left(void **state)
{
    CHECK_SAID(state, vague);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_hesitates_names_it_in_the_end),         TEST(what_is_corrected_is_what_counts),
        TEST(a_story_stands_before_the_colon),           TEST(the_next_sentence_names_what_was_asked_for),
        TEST(what_must_be_done_to_a_thing_is_a_task),    TEST(several_new_tasks_keep_their_own_days),
        TEST(what_names_nothing_is_asked_about_or_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
