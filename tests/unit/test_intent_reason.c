/* test_intent_reason.c - what is to be done because of what was told before it: the reason, what was not done yet, what
 * it has to wait for. */
#include "intent_testing.h"

static const struct said reasons[] = {
    { "the hen house is filthy, order fresh straw", "create 'order fresh straw'" },
    { "Our printer has no toner, so buy two cartridges by Friday", "create 'buy two cartridges' due=2026-11-20" },
    { "The choir needs new folders - order forty", "create 'order forty'" },
    { "as the in-laws come on Friday, clean the guest room on Thursday",
      "create 'clean the guest room' due=2026-11-19" },
    { "Gran's party is next Tuesday, get a card before", "create 'get a card'" },
    { "the drain's blocked again, call the plumber", "create 'call the plumber'" },
};

static const struct said pointed[] = {
    { "My parking permit expires on 4 December, so renew it",
      "create @My parking permit 'renew my parking permit' due=2026-12-04" },
    { "the tax letter is due Friday and I must answer it",
      "create @the tax letter 'answer the tax letter' due=2026-11-20" },
    { "The kitchen lamp is broken, I have to fix it", "create 'fix the kitchen lamp'" },
    { "Grandad is in hospital, visit him on Wednesday", "create 'visit Grandad' due=2026-11-18" },
    { "the lamp is odd, fix it for nobody", "-" },
    { "the fan's rattling, I have to fix it", "create 'fix the fan'" },
    { "the tent has a hole, darn it", "create 'darn the tent'" },
    { "The council wants the survey back by Thursday, sign it", "create @the survey 'sign the survey' due=2026-11-19" },
    { "the choir robes are at the cleaner's, pick them up tomorrow",
      "create @the choir robes 'pick the choir robes up' due=2026-11-17" },
};

static const struct said in_two[] = {
    { "The hall lamp is broken. I have to fix it.", "create 'fix the hall lamp'" },
    { "Our fishing licence expires on 4 December. Renew it!",
      "create @Our fishing licence 'Renew our fishing licence' due=2026-12-04" },
    { "The guild wants the banner back. Got to find it by Friday.",
      "create @the banner 'find the banner' due=2026-11-20" },
    { "Herr Ahrens wants his drill back. Got to find it.", "create 'find Herr Ahrens's drill'" },
    { "The lamp is fixed. I have to return it.", "complete @The lamp + create 'return it'" },
    { "The lamp is broken. Delete it.", "delete @it" },
    { "The first one is odd. Fix it.", "?update @it" },
};

static const struct said undone[] = {
    { "I haven't booked the ferry yet, I have to do that tomorrow", "create 'book the ferry' due=2026-11-17" },
    { "havent paid the deposit yet, need to do it", "create 'pay the deposit'" },
    { "The hall floor isn't cleaned yet and I still have to do it", "create 'clean the hall floor'" },
};

static const struct said waiting[] = {
    { "when Nadia is back from leave I must show her the new rota", "create 'show Nadia the new rota'" },
    { "Once I'm home I have to call the vet", "create 'call the vet'" },
    { "if the ground is dry, plant the tulips on Sunday", "create 'plant the tulips' due=2026-11-22" },
    { "If it's dry on Saturday, paint the shed", "create 'paint the shed' due=2026-11-21" },
    { "after the assembly I have to fold the chairs", "create 'fold the chairs'" },
    { "for the fete on Saturday I need to buy bunting", "create 'buy bunting' due=2026-11-21" },
    { "after the weekend I have to fold the chairs", "create 'fold the chairs' due=2026-11-23" },
    { "As soon as the bill arrives, pay it", "create 'pay the bill'" },
    { "When Oskar is back, tell him the news", "create 'tell Oskar the news'" },
    { "if it rains I have to call Ann", "-" },
    { "if the roof leaks, call Ann", "-" },
    { "when I was small I had to feed the pigs", "-" },
};

static void a_reason_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, reasons);
}

static void what_is_pointed_at_was_told_of(void **state)
{
    CHECK_SAID(state, pointed);
}

static void it_may_have_been_told_in_the_sentence_before(void **state)
{
    CHECK_SAID(state, in_two);
}

static void what_was_not_done_is_to_be_done(void **state)
{
    CHECK_SAID(state, undone);
}

static void what_has_to_wait_is_to_be_done(void **state)
{
    CHECK_SAID(state, waiting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_reason_is_no_part_of_a_name),
        TEST(what_is_pointed_at_was_told_of),
        TEST(it_may_have_been_told_in_the_sentence_before),
        TEST(what_was_not_done_is_to_be_done),
        TEST(what_has_to_wait_is_to_be_done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
