/* test_intent_delete.c - what is to go, what is off, and what was told to be done, in words of many kinds. */
#include "intent_testing.h"

static const struct said struck[] = {
    { "strike the marquee off", "delete @the marquee" },
    { "scratch out the marquee", "delete @the marquee" },
    { "knock the marquee off my list", "delete @the marquee" },
    { "put the marquee away from the list", "delete @the marquee" },
    { "the marquee can come off", "delete @the marquee" },
    { "the marquee can go in the bin", "delete @the marquee" },
    { "lose number two", "delete @number two" },
    { "I want the marquee gone from my list", "delete @the marquee" },
    { "strike item four", "delete @item four" },
    { "throw the second out", "delete @the second" },
    { "kick out both garden items", "delete @both garden items" },
    { "get that off my list again", "delete @that" },
};

static const struct said desisted[] = {
    { "I've decided against hiring a marquee", "?delete @hiring a marquee" },
    { "we shan't be hiring the marquee after all", "?delete @hiring the marquee" },
    { "we're not bothering with the marquee after all", "?delete @the marquee" },
    { "I don't want the marquee on my list", "?delete @the marquee" },
    { "the marquee no longer applies", "?delete @the marquee" },
    { "the marquee is off", "?delete @the marquee" },
    { "no marquee after all", "?delete @marquee" },
};

static const struct said told[] = {
    { "the marquee is off my plate", "complete @the marquee" },
    { "the marquee has been dealt with", "complete @the marquee" },
    { "I have now dealt with the marquee", "complete @the marquee" },
    { "the marquee is behind us", "complete @the marquee" },
    { "the parish register is up to date", "complete @the parish register" },
    { "mark the marquee as taken care of", "complete @the marquee" },
    { "set the marquee to done", "complete @the marquee" },
    { "tick of the marquee", "complete @the marquee" },
    { "that's taken care of now", "complete @it" },
    { "the harvest supper's over", "complete @the harvest supper" },
    { "the first two i did already", "complete @the first two" },
    { "have finished 1 and 4", "complete @1 and 4" },
};

static const struct said with_reason[] = {
    { "we don't need the marquee any more just drop it", "?delete @the marquee" },
    { "the raffle is off so take it out", "delete @the raffle" },
    { "clear out everything that's finished", "delete @everything that's finished every status=completed" },
    { "strike 'hire the band'", "delete @hire the band" },
    { "lose the raffle", "?delete @raffle" },
};

static const struct said by_mistake[] = {
    { "I crossed off the marquee by accident", "reopen @the marquee" },
    { "we accidentally marked the raffle as done", "reopen @the raffle" },
    { "I deleted the raffle by mistake", "undo @the raffle" },
    { "forget the last thing I said", "undo" },
    { "undo the last entry", "undo" },
    { "revert the raffle change", "undo @raffle" },
    { "we need the raffle back on our list", "reopen @the raffle" },
    { "put everything back the way it was", "undo" },
};

static const struct said changed[] = {
    { "the invitations are urgent", "update @the invitations !high" },
    { "the marquee becomes low priority", "update @the marquee !low" },
    { "bring forward the marquee to Friday", "update @the marquee due=2026-11-20" },
    { "both to Friday please", "update @both due=2026-11-20" },
    { "the speeches start half an hour later than planned", "update @the speeches due=PT30M" },
    { "the band is coming an hour earlier", "update @the band due=-PT60M" },
    { "the tasting got switched to Friday", "update @the tasting due=2026-11-20" },
    { "the tasting was put back by a week to Friday", "update @the tasting due=2026-11-20" },
    { "the florist got an extension until Friday", "update @the florist due=2026-11-20" },
    { "the flowers are due only on Friday", "update @the flowers due=2026-11-20" },
    { "the flowers aren't needed until Friday", "update @the flowers due=2026-11-20" },
    { "leave the speeches for Friday", "?update @speeches due=2026-11-20" },
    { "drop the marquee's deadline", "update @the marquee due=" },
    { "everything due tomorrow should move to Friday",
      "update @everything due tomorrow every due=2026-11-20 on=2026-11-17" },
    { "put off the tasting till 4", "update @the tasting due=T16:00" },
    { "ring the florist on Friday instead", "update @ring the florist due=2026-11-20" },
    { "give it the tag fete", "update @it #fete" },
    { "it's 7 now", "update @it due=T19:00" },
    { "please mark as high priority", "update @it !high" },
    { "change to 'hire two bands' for number 3", "update @number 3 'hire two bands'" },
    { "the raffle and the speeches should both carry #fete", "update @the raffle and the speeches #fete" },
    { "add a note to the marquee: an old one, built 1998", "update @the marquee (an old one, built 1998)" },
};

static void what_is_to_go_is_asked_about(void **state)
{
    CHECK_SAID(state, struck);
    CHECK_SAID(state, with_reason);
    CHECK_SAID(state, desisted);
}

static void what_was_told_to_be_done_is_done(void **state)
{
    CHECK_SAID(state, told);
}

static void what_was_done_by_mistake_comes_back(void **state)
{
    CHECK_SAID(state, by_mistake);
}

static void what_something_is_now_is_a_change(void **state)
{
    CHECK_SAID(state, changed);
}

static void verbs_are_known_in_their_forms(void **state)
{
    static const char *const forms[] = { "brought", "bring", "picking", "pick", "writing", "write", "shopping",
                                         "shop",    "paid",  "pay",     "call", "call",    "swept", "sweep" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(forms); i += 2)
        assert_string_equal(action_verb(forms[i]), forms[i + 1]);
    assert_null(action_verb("marquee"));
    assert_null(action_verb("evening"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_to_go_is_asked_about),        TEST(what_was_told_to_be_done_is_done),
        TEST(what_was_done_by_mistake_comes_back), TEST(what_something_is_now_is_a_change),
        TEST(verbs_are_known_in_their_forms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
