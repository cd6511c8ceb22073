/* test_intent_details.c - what is said beside a name, in the ways that people say it, and slips of the finger. */
#include "intent_testing.h"

static const struct said before_the_name[] = {
    { "thursday 8 o'clock delivery of the worktop", "create 'delivery of the worktop' due=2026-11-19T08:00" },
    { "Sat 11am brunch at Lou's", "create 'brunch at Lou's' due=2026-11-21T11:00" },
    { "9am tomorrow site briefing", "create 'site briefing' due=2026-11-17T09:00" },
    { "2 December eye test", "create 'eye test' due=2026-12-02" },
    { "next week tyre change", "create 'tyre change' due=2026-11-23" },
    { "each Thursday at 6 choir", "create 'choir' due=2026-11-19T18:00 FREQ=WEEKLY;BYDAY=TH" },
    { "every other Wednesday recycling", "create 'recycling' due=2026-11-18 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE" },
    { "Once a quarter, bleed the radiators", "create 'bleed the radiators' due=2026-11-16 FREQ=MONTHLY;INTERVAL=3" },
    { "every first of the month read the meter", "create 'read the meter' due=2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1" },
    { "low priority re-pot the ficus", "create 're-pot the ficus' !low" },
    { "remind me Thursday parcel", "create 'parcel' due=2026-11-19" },
    { "Thursday pub quiz", "?create @Thursday pub quiz 'Thursday pub quiz'" },
    { "monthly newsletter", "?create @monthly newsletter 'monthly newsletter'" },
    { "once the glue is dry, sand the chair", "-" },
};

static const struct said in_two_places[] = {
    { "Tomorrow: ring Dad at 4", "create 'ring Dad' due=2026-11-17T16:00" },
    { "on Thursday pick up the cake at 11:30", "create 'pick up the cake' due=2026-11-19T11:30" },
    { "On Thursday I have to pick up the cake at 11:30", "create 'pick up the cake' due=2026-11-19T11:30" },
    { "at 4 ring Dad on Thursday", "create 'ring Dad' due=2026-11-19T16:00" },
    { "14:00 fitting tomorrow", "create 'fitting' due=2026-11-17T14:00" },
    { "Dec 2 - eye test at 3", "create 'eye test' due=2026-12-02T15:00" },
    { "every Thursday ring Dad at 4", "create 'ring Dad' due=2026-11-19T16:00 FREQ=WEEKLY;BYDAY=TH" },
    { "eye test on Thursday or Friday", "?create @eye test on Thursday or Friday 'eye test on Thursday or Friday'" },
    { "postpone the fitting to Thursday or Friday", "?update @the fitting to Thursday or Friday" },
};

static const struct said hours[] = {
    { "open house Thursday from 3 to 5", "create 'open house' due=2026-11-19T15:00" },
    { "open house from 3 to 5 on Thursday", "create 'open house' due=2026-11-19T15:00" },
    { "open house Thursday 3-5pm", "create 'open house' due=2026-11-19T15:00" },
    { "open house tomorrow 10:00-11:30", "create 'open house' due=2026-11-17T10:00" },
    { "move the open house to Friday between 3 and 5", "update @the open house due=2026-11-20T15:00" },
    { "read chapters 4-6 by Thursday", "create 'read chapters 4-6' due=2026-11-19" },
    { "run 5-8 km tomorrow", "create 'run 5-8 km' due=2026-11-17" },
    { "renew the lease on 2021-03-01 at 09:00", "create 'renew the lease' due=2021-03-01T09:00" },
    { "move the fitting to Thursday, same time", "update @the fitting due=T2026-11-19" },
    { "push the fitting to Thursday at the same time", "update @the fitting due=T2026-11-19" },
};

static const struct said routines[] = {
    { "Mop the shop floor daily", "create 'Mop the shop floor' due=2026-11-16 FREQ=DAILY" },
    { "wipe the whiteboards every evening", "create 'wipe the whiteboards' due=2026-11-16T18:00 FREQ=DAILY" },
    { "delete old logs weekly", "create 'delete old logs' due=2026-11-16 FREQ=WEEKLY" },
    { "delete the weekly newsletter", "delete @the weekly newsletter" },
    { "make the stock take a monthly thing", "update @the stock take FREQ=MONTHLY" },
    { "turn the stock take into a quarterly job", "update @the stock take FREQ=MONTHLY;INTERVAL=3" },
    { "set the stock take to repeat weekly", "update @the stock take FREQ=WEEKLY" },
};

static const struct said reminders[] = {
    { "eye test Thursday 3pm, warn me an hour ahead", "create 'eye test' due=2026-11-19T15:00 remind=PT60M" },
    { "eye test Thursday 3pm, give me a nudge 20 minutes before",
      "create 'eye test' due=2026-11-19T15:00 remind=PT20M" },
    { "eye test Thursday 3pm, let me know 2 hours in advance", "create 'eye test' due=2026-11-19T15:00 remind=PT120M" },
    { "eye test Thursday 3pm with a reminder the evening before",
      "create 'eye test' due=2026-11-19T15:00 remind=2026-11-18T18:00" },
    { "remind me two hours before the eye test", "update @eye test remind=PT120M" },
    { "ask Mia to let me know on Thursday", "create 'ask Mia to let me know' due=2026-11-19" },
};

static const struct said levels[] = {
    { "tax return (high)", "create 'tax return' !high" },
    { "tidy the shed (low)", "create 'tidy the shed' !low" },
    { "turn the heating to high", "?create 'turn the heating to high'" },
};

static const struct said slips[] = {
    { "add ring the vet on thrusday", "create 'ring the vet' due=2026-11-19" },
    { "vet appointment 3 Decemeber at 9", "create 'vet appointment' due=2026-12-03T09:00" },
    { "feed the hens evrey mornign", "create 'feed the hens' due=2026-11-17T09:00 FREQ=DAILY" },
    { "rugby wensday", "create 'rugby' due=2026-11-18" },
    { "resechdule the vet to satruday", "update @the vet due=2026-11-21" },
    { "whihc tasks are stil opne", "list status=pending" },
    { "waht is ovredue", "list overdue" },
    { "nedd to wtach the kids", "create 'wtach the kids'" },
    { "must chrage the drill", "create 'chrage the drill'" },
    { "clal the council", "create 'clal the council'" },
    { "birth registerd", "complete @register birth" },
    { "bleed the radiators, medium prioroty", "create 'bleed the radiators' !medium" },
    { "hsow me my taske", "list" },
    { "serach plumber", "list search=plumber" },
    { "I have bougth the stamps", "complete @buy the stamps" },
    { "plese add oil the gate", "create 'oil the gate'" },
};

/* People and things that a slip would make another word of. */
static const struct said no_slips[] = {
    { "call Frida tomorrow", "create 'call Frida' due=2026-11-17" },
    { "buy a sturdy ladder", "create 'buy a sturdy ladder'" },
    { "actually buy stamps", "create 'buy stamps'" },
    { "add Dave's forthright letter", "create 'Dave's forthright letter'" },
    { "buy three quarter-inch bolts", "create 'buy three quarter-inch bolts'" },
    { "add 'call on thrusday'", "create 'call on thrusday'" },
    { "add clean the trough", "create 'clean the trough'" },
    { "prepare slides for Monday call with Bob", "create 'prepare slides for Monday call with Bob'" },
    { "I haven't called -, I have to do that", "-" },
    { "order the lager though", "create 'order the lager'" },
};

static void a_day_with_its_time_may_stand_before_the_name(void **state)
{
    CHECK_SAID(state, before_the_name);
}

static void a_day_and_a_time_said_apart_are_one(void **state)
{
    CHECK_SAID(state, in_two_places);
}

static void hours_are_a_time_and_numbers_are_not(void **state)
{
    CHECK_SAID(state, hours);
}

static void what_comes_back_is_something_to_do(void **state)
{
    CHECK_SAID(state, routines);
}

static void there_are_many_ways_to_ask_for_a_reminder(void **state)
{
    CHECK_SAID(state, reminders);
}

static void a_level_that_stands_apart_is_a_priority(void **state)
{
    CHECK_SAID(state, levels);
}

static void slips_in_words_that_are_known_are_mended(void **state)
{
    CHECK_SAID(state, slips);
}

static void what_is_a_word_of_its_own_stays_one(void **state)
{
    CHECK_SAID(state, no_slips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_day_with_its_time_may_stand_before_the_name), TEST(a_day_and_a_time_said_apart_are_one),
        TEST(hours_are_a_time_and_numbers_are_not),          TEST(what_comes_back_is_something_to_do),
        TEST(there_are_many_ways_to_ask_for_a_reminder),     TEST(a_level_that_stands_apart_is_a_priority),
        TEST(slips_in_words_that_are_known_are_mended),      TEST(what_is_a_word_of_its_own_stays_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
