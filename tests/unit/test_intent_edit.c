/* test_intent_edit.c - what a message changes in a task whose title is known: a part of its name, a note. */
#include "agents/tasks/parse/intent.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

struct amended {
    const char *message, *title, *wanted;
};

static void check(const char *got, const struct amended *c)
{
    if (!got || strcmp(got, c->wanted) != 0)
        fail_msg("%s: got %s, wanted %s", c->message, got ? got : "nothing", c->wanted);
}

static void a_part_of_the_name_is_replaced(void **state)
{
    static const struct amended cases[] = {
        { "the candles should say nine boxes, not seven", "fetch seven boxes of candles",
          "fetch nine boxes of candles" },
        { "change 'pears' to 'sour plums' in the jam task", "buy pears for the jam", "buy sour plums for the jam" },
        { "write 'oars' instead of 'oar' there", "varnish the oar", "varnish the oars" },
        { "mend the kite -> mend the kite and the tent", "mend the kite", "mend the kite and the tent" },
        { "fix lamp -> 'rewire the hall lamp'", "fix lamp", "rewire the hall lamp" },
        { "it's Meyer not Maier", "ring Mrs Maier", "ring Mrs Meyer" },
        { "the talk is about bees not wasps", "prepare the talk on wasps", "prepare the talk on bees" },
        { "fix the title: it's not Mrs Maier I have to ring but Mrs Meyer", "ring Mrs Maier", "ring Mrs Meyer" },
        { "fix the name of the bench task: it must say paint the bench green", "paint the bench",
          "paint the bench green" },
        { "it's not a bench, it's a garden table", "build a bench for Ida", "build a garden table for Ida" },
        { "it's not a bench anymore, it's a stool", "build a bench for Ida", "build a stool for Ida" },
        { "make that 12 sacks of coarse sand", "fetch coarse sand", "fetch 12 sacks of coarse sand" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct intent_slots set = { 0 };
        if (!intent_as_change(a, cases[i].message, cases[i].title, &now, &set))
            fail_msg("%s: not read", cases[i].message);
        check(set.title, &cases[i]);
    }
}

static void a_note_begins_behind_what_says_where_it_belongs(void **state)
{
    static const struct amended cases[] = {
        { "shed roof: make a note that the felt is in the loft", "mend the shed roof", "the felt is in the loft" },
        { "add a note to the shed roof: bring both ladders", "mend the shed roof", "bring both ladders" },
        { "put 'key is with Ada' as a note to the shed task", "mend the shed roof", "key is with Ada" },
        { "put in the notes of the shed roof that she pays cash", "mend the shed roof", "she pays cash" },
        { "shed roof: ladder is at Ada's (note)", "mend the shed roof", "ladder is at Ada's" },
        { "the shed roof is 12 m long, please save as a comment", "mend the shed roof", "12 m long" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct intent_slots set = { 0 };
        if (!intent_as_change(a, cases[i].message, cases[i].title, &now, &set))
            fail_msg("%s: not read", cases[i].message);
        check(set.description, &cases[i]);
    }
}

/* ---- with what the task has ---- */

struct identities {
    const char *message;
    struct known_task task;
    const char *wanted; /* "due=... !high #tag -#tag 'title' note=..." */
};

static const char *text_of(struct arena *a, const struct intent_slots *s)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    if (s->title)
        buf_addf(&b, " '%s'", s->title);
    if (s->description)
        buf_addf(&b, " note=%s", s->description);
    if (s->due)
        buf_addf(&b, " due=%s", s->due);
    if (s->remind)
        buf_addf(&b, " remind=%s", s->remind);
    if (s->repeat)
        buf_addf(&b, " repeat=%s", s->repeat);
    if (s->priority)
        buf_addf(&b, " !%s", s->priority);
    for (size_t i = 0; i < s->n_tags; i++)
        buf_addf(&b, " #%s", s->tags[i]);
    for (size_t i = 0; i < s->n_untags; i++)
        buf_addf(&b, " -#%s", s->untags[i]);
    return b.n > 0 ? arena_str(a, b.p + 1) : "";
}

static void check_known(const struct identities *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct intent_slots set = { 0 };
        const char *got = intent_change_of(a, cases[i].message, &cases[i].task, &now, &set) ? text_of(a, &set) : "-";
        if (strcmp(got, cases[i].wanted) != 0)
            fail_msg("%s: got %s, wanted %s", cases[i].message, got, cases[i].wanted);
    }
}

#define OF(title_)                                                                                                     \
    {                                                                                                                  \
        .title = (title_)                                                                                              \
    }
#define DUE(title_, due_)                                                                                              \
    {                                                                                                                  \
        .title = (title_), .due = (due_)                                                                               \
    }

static void of_several_days_the_new_one_counts(void **state)
{
    static const struct identities cases[] = {
        { "the plumber can't do Tuesday, Wednesday then", OF("let the plumber in"), "due=2026-11-18" },
        { "move the allotment to Sunday, I'm away on Saturday", OF("dig the allotment"), "due=2026-11-22" },
        { "Saturday is no good for the allotment, make it Sunday", OF("dig the allotment"), "due=2026-11-22" },
        { "allotment on Sunday instead of Saturday", OF("dig the allotment"), "due=2026-11-22" },
        { "won't manage the ironing today tomorrow then", OF("do the ironing"), "due=2026-11-17" },
        { "there's a storm on Friday so the ladder goes to Monday", OF("return the ladder"), "due=2026-11-23" },
        { "Tuesday Wednesday for the ladder", DUE("return the ladder", "2026-11-18"), "due=2026-11-17" },
        { "the shop shuts at one. have the ladder back tomorrow at noon", OF("return the ladder"),
          "due=2026-11-17T12:00" },
        { "The ladder's fine. Otto to Friday", OF("return the ladder"), "-" },
        { "Ines isn't there till three, so ring her then", OF("ring Ines"), "due=T15:00" },
        { "Friday is bad, Saturday", DUE("ring Ines", "2026-11-18"), "due=2026-11-21" },
        { "Saturday doesn't work, Friday", DUE("ring Ines", "2026-11-18"), "due=2026-11-20" },
        { "21 not 20", DUE("ring Ines", "2026-11-20T15:00"), "due=2026-11-21" },
        { "11 not 10", DUE("ring Ines", "2026-11-10T10:00"), "due=T11:00" },
        { "move the ladder to Thursday at 9... no wait, Friday at 10", OF("return the ladder"),
          "due=2026-11-20T10:00" },
        { "I'd do the ladder in the evening of Friday, at eight", OF("return the ladder"), "due=2026-11-20T20:00" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void an_hour_is_in_the_half_of_the_day_that_the_task_is_in(void **state)
{
    static const struct identities cases[] = {
        { "milk round at 6 not 7", DUE("start the milk round", "2026-11-18T07:00"), "due=T06:00" },
        { "milk round at 8", DUE("start the milk round", "2026-11-18T19:30"), "due=T20:00" },
        { "set the milk round to 8", DUE("start the milk round", "2026-11-18T19:30"), "due=T20:00" },
        { "move the milk round to 9 please", DUE("start the milk round", "2026-11-18T07:00"), "due=T09:00" },
        { "milk round at 6 pm", DUE("start the milk round", "2026-11-18T07:00"), "due=T18:00" },
        { "milk round, 9 instead of 8", DUE("start the milk round", "2026-11-18T20:00"), "due=T21:00" },
        { "milk round on Friday at 6", DUE("start the milk round", "2026-11-18T07:00"), "due=2026-11-20T06:00" },
        { "milk round on Friday, same hour", DUE("start the milk round", "2026-11-18T07:00"), "due=T2026-11-20" },
        { "milk round Friday at the same time", DUE("start the milk round", "2026-11-18T07:00"), "due=T2026-11-20" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void so_much_later_is_counted_from_its_own_date(void **state)
{
    static const struct identities cases[] = {
        { "beehives a day later", OF("check the beehives"), "due=P1D" },
        { "beehives day later", OF("check the beehives"), "due=P1D" },
        { "I need one week more for the beehives", OF("check the beehives"), "due=P7D" },
        { "could the beehives start twenty minutes earlier", OF("check the beehives"), "due=-PT20M" },
        { "snooze the beehives 72h", OF("check the beehives"), "due=P3D" },
        { "beehives +2 days", OF("check the beehives"), "due=P2D" },
        { "beehives half an hour later please", OF("check the beehives"), "due=PT30M" },
        { "beehives an hour later this week", OF("check the beehives"), "due=PT60M" },
        { "better do the beehives one day before", OF("check the beehives"), "due=-P1D" },
        { "beehives urgent!! they lose 10 bees a day", OF("check the beehives"), "!high" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void a_priority_that_is_denied_is_not_set(void **state)
{
    static const struct identities cases[] = {
        { "gutters aren't low anymore, high please", OF("clear the gutters"), "!high" },
        { "gutters no longer high priority just normal", OF("clear the gutters"), "!medium" },
        { "the gutters are no longer high priority", OF("clear the gutters"), "!medium" },
        { "gutters = high", OF("clear the gutters"), "!high" },
        { "gutters not low but high", OF("clear the gutters"), "!high" },
        { "take the priority off the gutters", OF("clear the gutters"), "!" },
        { "gutters: drop the due date", OF("clear the gutters"), "due=" },
        { "no deadline for the gutters after all", OF("clear the gutters"), "due=" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void tags_are_not_names(void **state)
{
    static const char *const tags[] = { "garden", "loans" };
    static const struct identities cases[] = {
        { "could you tag the gutters with 'house'", OF("clear the gutters"), "#house" },
        { "put roof and house as tags on the gutters", OF("clear the gutters"), "#roof #house" },
        { "file the gutters under the label roof", OF("clear the gutters"), "#roof" },
        { "gutters, add tag roof", OF("clear the gutters"), "#roof" },
        { "tag the gutters roof", OF("clear the gutters"), "#roof" },
        { "the gutters aren't in the right category. tag them 'house' rather than 'garden'",
          { .title = "clear the gutters", .tags = tags, .n_tags = 2 },
          "#house -#garden" },
        { "the gutters isn't a garden it's a house. swap the tag",
          { .title = "clear the gutters", .tags = tags, .n_tags = 2 },
          "#house -#garden" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void a_note_is_what_was_told(void **state)
{
    static const struct identities cases[] = {
        { "write gate code 4411 as a note to the gutters", OF("clear the gutters"), "note=gate code 4411" },
        { "the gutters should say bring gloves in the notes", OF("clear the gutters"), "note=bring gloves" },
        { "the gutters are behind the shed so put that in the notes", OF("clear the gutters"), "note=behind the shed" },
        { "the gutters task should mention it's the back ones, put that as a note", OF("clear the gutters"),
          "note=it's the back ones" },
        { "gutters need a note saying use the tall ladder", OF("clear the gutters"), "note=use the tall ladder" },
        { "append the following remark to the gutters: Otto pays", OF("clear the gutters"), "note=Otto pays" },
        { "the gutters leak at the back, note that down on the task", OF("clear the gutters"),
          "note=leak at the back" },
        { "write release notes on Friday", OF("write the release notes"), "due=2026-11-20" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void a_name_is_mended_in_every_way_of_saying_it(void **state)
{
    static const struct identities cases[] = {
        { "change Bauer to Maurer in the phone one", OF("phone Bauer"), "'phone Maurer'" },
        { "it's not the red bike, it's the blue bike", OF("sell the red bike"), "'sell the blue bike'" },
        { "not sell the red bike but give away the red bike", OF("sell the red bike"), "'give away the red bike'" },
        { "it's the blue not the red bike", OF("sell the red bike"), "'sell the blue bike'" },
        { "it's house 12 with the hedge, not house 14", OF("write to house 14 about the hedge"),
          "'write to house 12 about the hedge'" },
        { "s/red/green/ on the bike", OF("sell the red bike"), "'sell the green bike'" },
        { "screws should be size 8 now, can you fix that", OF("buy size 6 screws"), "'buy size 8 screws'" },
        { "gravel: make it 3 bags", OF("fetch 2 bags of gravel"), "'fetch 3 bags of gravel'" },
        { "append 'by Friday noon' to the title of the bike one", OF("sell the red bike"),
          "'sell the red bike by Friday noon'" },
        { "take 'red' out of the bike task", OF("sell the red bike"), "'sell the bike'" },
        { "shorten it to 'sell bike'", OF("sell the red bike"), "'sell bike'" },
        { "edit the red bike to say sell the red tandem", OF("sell the red bike"), "'sell the red tandem'" },
        { "red bike should be green bike", OF("sell the red bike"), "'sell the green bike'" },
        { "2 bags are too many, make it 1", OF("fetch 2 bags of gravel"), "'fetch 1 bags of gravel'" },
        { "blue bike rather than red", OF("sell the red bike"), "'sell the blue bike'" },
        { "6 mm should be 8 mm", OF("order 6 mm bolts"), "'order 8 mm bolts'" },
        { "retitle the bike entry: sell both bikes", OF("sell the red bike"), "'sell both bikes'" },
        { "the bike one should be called sell the tandem from now on", OF("sell the red bike"), "'sell the tandem'" },
        { "call it sell the tandem instead of sell the red bike", OF("sell the red bike"), "'sell the tandem'" },
        { "it's 'bikes', plural", OF("sell the red bike"), "'sell the red bikes'" },
        { "sorry, I meant paint the kennel. change it please", OF("paint the fence"), "'paint the kennel'" },
        { "top of the list: sell the tandem, that's what it should say", OF("sell the red bike"), "'sell the tandem'" },
        { "rename 'sell the red bike' to swap the red bike", OF("sell the red bike"), "'swap the red bike'" },
        { "move 'red bike' to Friday", OF("sell the red bike"), "due=2026-11-20" },
        { "rename 2 in oil the tandem", OF("oil the bike"), "'oil the tandem'" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void what_was_put_wrong_is_put_right(void **state)
{
    static const struct identities cases[] = {
        { "it's Jonas I row with, not Jonah", OF("row with Jonah"), "'row with Jonas'" },
        { "I wrote Hanna but it is Hanne with an e", OF("write to Hanna"), "'write to Hanne'" },
        { "the leak is in 352, I mixed up the digits", OF("mend the leak in 325"), "'mend the leak in 352'" },
        { "I meant cable clips", OF("buy cable ties"), "'buy cable clips'" },
        { "typo, it's buy tulips for Ada", OF("by tulips for Ada"), "'buy tulips for Ada'" },
        { "make that chapters 7 and 8", OF("read chapter 7"), "'read chapters 7 and 8'" },
        { "it's a call with Ada, not a meeting", OF("meeting with Ada"), "'call with Ada'" },
        { "invoice no. 88 not 87", OF("send invoice 87"), "'send invoice 88'" },
        { "change 2 to oil and wax the bench", OF("oil the bench"), "'oil and wax the bench'" },
        { "rename the bench to 'wax the bench' and move it to Friday", OF("oil the bench"),
          "'wax the bench' due=2026-11-20" },
        { "sorry, I meant Friday, not Thursday", DUE("oil the bench", "2026-11-19"), "due=2026-11-20" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void a_reminder_leaves_the_due_date_alone(void **state)
{
    static const struct identities cases[] = {
        { "ping me about the ferry the day before at 18:00", DUE("ferry to Sylt", "2026-11-26T10:00"),
          "remind=2026-11-25T18:00" },
        { "set a reminder for the ferry one hour before it leaves", DUE("ferry to Sylt", "2026-11-26T10:00"),
          "remind=PT60M" },
        { "reminder ten minutes before the ferry", DUE("ferry to Sylt", "2026-11-26T10:00"), "remind=PT10M" },
        { "alert for the ferry at 9:15", DUE("ferry to Sylt", "2026-11-26T10:00"), "remind=2026-11-26T09:15" },
        { "remind me of the ferry on Wednesday", DUE("ferry to Sylt", "2026-11-26T10:00"), "remind=2026-11-18T09:00" },
        { "I want to be reminded of the ferry on Wednesday", DUE("ferry to Sylt", "2026-11-26T10:00"),
          "remind=2026-11-18T09:00" },
        { "I'd like a nudge on the ferry the day before at 18:00", DUE("ferry to Sylt", "2026-11-26T10:00"),
          "remind=2026-11-25T18:00" },
        { "wake me at 3 for the late shift", DUE("late shift", "2026-11-26T05:00"), "remind=2026-11-26T03:00" },
        { "move the ferry to Saturday and remind me the day before at 20:00", DUE("ferry to Sylt", "2026-11-20T14:00"),
          "due=2026-11-21 remind=2026-11-20T20:00" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void what_a_task_has_is_taken_away(void **state)
{
    static const char *const tags[] = { "house", "someday" };
    static const struct identities cases[] = {
        { "remove someday from the shed", { .title = "paint the shed", .tags = tags, .n_tags = 2 }, "-#someday" },
        { "the shed shouldn't be tagged house but garden",
          { .title = "paint the shed", .tags = tags, .n_tags = 2 },
          "#garden -#house" },
        { "take the house tag off the shed", { .title = "paint the shed", .tags = tags, .n_tags = 2 }, "-#house" },
        { "the shed shouldn't have a due date, delete it there", DUE("paint the shed", "2026-11-20"), "due=" },
        { "drop the time from the shed", DUE("paint the shed", "2026-11-20T10:00"), "due=T" },
        { "the shed no longer needs repeating", OF("paint the shed"), "repeat=" },
        { "stop repeating the shed", OF("paint the shed"), "repeat=" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void notes_are_written_without_being_called_so(void **state)
{
    static const struct identities cases[] = {
        { "add to the roof job that Otto has the key", OF("mend the roof"), "note=Otto has the key" },
        { "jot down for the roof: bring both ladders", OF("mend the roof"), "note=bring both ladders" },
        { "in the roof one write also: bring gloves", OF("mend the roof"), "note=bring gloves" },
        { "roof: 12 tiles, red. please note it", OF("mend the roof"), "note=12 tiles, red" },
        { "roof: the note should say it's the north side", OF("mend the roof"), "note=it's the north side" },
        { "add the phone number 030 4455 to the roofer", OF("call the roofer"), "note=phone number 030 4455" },
        { "the roof by Friday, and note there: ask Otto", OF("mend the roof"), "note=ask Otto due=2026-11-20" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

static void days_are_told_from_what_it_has(void **state)
{
    static const struct identities cases[] = {
        { "they have given me until Monday noon for the lease", DUE("check the lease", "2026-11-20"),
          "due=2026-11-23T12:00" },
        { "can't taste the wine then, do the day after", DUE("taste the wine", "2026-11-26"), "due=2026-11-27" },
        { "the dough starts the evening before, 9pm", DUE("make the dough", "2026-11-19T08:00"),
          "due=2026-11-18T21:00" },
        { "the audit is in December now, the 2nd, 10 as usual", DUE("audit", "2026-11-24T10:00"), "due=T2026-12-02" },
        { "the vet, tomorrow instead. 16:40", DUE("vet", "2026-11-16T11:00"), "due=2026-11-17T16:40" },
        { "bins every Thursday rather than Monday", OF("put the bins out"),
          "due=2026-11-19 repeat=FREQ=WEEKLY;BYDAY=TH" },
        { "bins, from weekly to every two weeks please", OF("put the bins out"), "repeat=FREQ=WEEKLY;INTERVAL=2" },
        { "make the bins hihg prioroty", OF("put the bins out"), "!high" },
        { "bins no longer high just medium", { .title = "put the bins out", .priority = "high" }, "!medium" },
        { "stairs on Tuesday instead", DUE("mend the stairs", "2026-11-23T08:00"), "due=2026-11-24" },
        { "stairs on Tuesday", DUE("mend the stairs", "2026-11-23T08:00"), "due=2026-11-17" },
    };

    (void)state;
    check_known(cases, COUNT_OF(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_the_name_is_replaced),
        cmocka_unit_test(a_note_begins_behind_what_says_where_it_belongs),
        cmocka_unit_test(of_several_days_the_new_one_counts),
        cmocka_unit_test(an_hour_is_in_the_half_of_the_day_that_the_task_is_in),
        cmocka_unit_test(so_much_later_is_counted_from_its_own_date),
        cmocka_unit_test(a_priority_that_is_denied_is_not_set),
        cmocka_unit_test(tags_are_not_names),
        cmocka_unit_test(a_note_is_what_was_told),
        cmocka_unit_test(a_name_is_mended_in_every_way_of_saying_it),
        cmocka_unit_test(what_was_put_wrong_is_put_right),
        cmocka_unit_test(a_reminder_leaves_the_due_date_alone),
        cmocka_unit_test(what_a_task_has_is_taken_away),
        cmocka_unit_test(notes_are_written_without_being_called_so),
        cmocka_unit_test(days_are_told_from_what_it_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
