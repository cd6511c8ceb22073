/* test_intent_plain.c - messages as people write them to each other: without an order, with a filler at either end,
 * with a remark behind. */
#include "intent_testing.h"

static const struct said dated[] = {
    { "physio tues 2.15", "create 'physio' due=2026-11-17T14:15" },
    { "Flu jab, 3 December at 11.40", "create 'Flu jab' due=2026-12-03T11:40" },
    { "haircut w/ Tony sat 10am", "create 'haircut w/ Tony' due=2026-11-21T10:00" },
    { "wash the van before the weekend", "create 'wash the van' due=2026-11-21" },
    { "quarterly numbers to finance EOD friday high prio",
      "create 'quarterly numbers to finance' due=2026-11-20T17:00 !high" },
    { "order more labels, low priority", "create 'order more labels' !low" },
    { "Clear the gutters this weekend #house", "create 'Clear the gutters' due=2026-11-21 #house" },
    { "close the accounts for October by the 30th", "create 'close the accounts for October' due=2026-11-30" },
    { "Tomorrow at noon: standup with Priya", "create 'standup with Priya' due=2026-11-17T12:00" },
    { "dinner with the Smiths Friday 7pm at Luigi's",
      "create 'dinner with the Smiths at Luigi's' due=2026-11-20T19:00" },
    { "talk to Bob tomorrow about the fence", "create 'talk to Bob about the fence' due=2026-11-17" },
    { "painter coming friday", "create 'painter coming' due=2026-11-20" },
    { "swimming tommorow 4.30 pm", "create 'swimming' due=2026-11-17T16:30" },
};

static const struct said ordered[] = {
    { "whack dog food on the list", "create 'dog food'" },
    { "bung 'collect dry cleaning' on the list would you", "create 'collect dry cleaning'" },
    { "jot this down: renew library books", "create 'renew library books'" },
    { "can you stick milk on there please love", "create 'milk'" },
    { "put down that I need to call the council", "create 'call the council'" },
    { "add to my list - hoover the stairs", "create 'hoover the stairs'" },
    { "log a job: fix gate latch", "create 'fix gate latch'" },
    { "new to do: sell the bike", "create 'sell the bike'" },
    { "omg I have to water the plants", "create 'water the plants'" },
    { "I'm going to have to ring the bank", "create 'ring the bank'" },
    { "I suppose I'd better ring the bank", "create 'ring the bank'" },
    { "need 2 call the school", "create 'call the school'" },
    { "we need bin bags", "create 'bin bags'" },
    { "the boiler needs servicing", "create 'the boiler needs servicing'" },
};

static const struct said done[] = {
    { "car's washed", "complete @car" },
    { "All the chairs have been stacked", "complete @stack All the chairs" },
    { "passport renewed at last", "complete @renew passport" },
    { "homework's handed in, tick it off please", "complete @hand homework" },
    { "that's the shopping done", "complete @the shopping" },
    { "number 4 is done and dusted", "complete @number 4" },
    { "spoke to Gary about the fence, he's fine with it", "complete @speak to Gary about the fence" },
    { "finaly finshed the essay", "complete @the essay" },
    { "I've been to the bank", "complete @the bank" },
    { "Kitchen tiles are up", "?complete @Kitchen tiles are up" },
    { "smoke alarm's in", "?complete @smoke alarm's in" },
    { "get the keys cut", "create 'get the keys cut'" },
};

static const struct said asked[] = {
    { "do I have owt due today", "list on=2026-11-16" },
    { "who am I seeing on Tuesday?", "list on=2026-11-17" },
    { "is there something about the boiler on my list", "list search=boiler" },
    { "do i have any homework", "list perhaps=homework" },
    { "list my viewings", "list search=viewings" },
    { "what needs doing tomorrow dear", "list on=2026-11-17" },
    { "should I sell the car?", "-" },
};

static const struct said changed[] = {
    { "move the vet to 4.30", "update @the vet due=T16:30" },
    { "push the boiler service back two weeks", "update @the boiler service due=P14D" },
    { "bring the review forward a day", "update @the review due=-P1D" },
    { "push the review forward a day", "?update @the review due=-P1D" },
    { "delay the launch by a month", "update @the launch due=P1M" },
    { "put back the team meeting by an hour", "update @the team meeting due=PT60M" },
    { "give the essay another week", "update @the essay due=P7D" },
    { "the essay can wait until Friday", "update @the essay due=2026-11-20" },
    { "the roof isn't urgent anymore, make it low", "update @the roof !low" },
    { "mark the rent as paid", "complete @the rent" },
    { "bring the review forward", "?update @the review" },
};

static const struct said gone[] = {
    { "bin the gym task, I quit", "delete @the gym task" },
    { "get rid of the vet one, it's been done by Sam", "delete @the vet one" },
    { "remove the milk please, we have plenty", "delete @the milk" },
    { "delete book club i left it", "delete @book club" },
    { "don't need the vet appointment any more, delete it", "delete @the vet appointment" },
    { "wait no undo that", "undo" },
    { "un-undo that", "redo" },
    { "take back what I just did", "undo" },
    { "bring that back, shouldn't have undone it", "redo" },
    { "put the vet back, it's not done after all", "reopen @the vet" },
};

static const struct said untold[] = {
    { "new job for friday", "?create due=2026-11-20" },
    { "add something for school", "?create 'add something for school'" },
    { "assay task delete 1 --yes", "?create @task delete 1 --yes 'task delete 1 --yes'" },
};

static void a_name_with_a_day_a_priority_or_a_tag_is_a_new_task(void **state)
{
    CHECK_SAID(state, dated);
}

static void orders_have_many_verbs_and_fillers_say_nothing(void **state)
{
    CHECK_SAID(state, ordered);
}

static void what_has_come_about_completes_and_is_said_once(void **state)
{
    CHECK_SAID(state, done);
}

static void a_question_asks_for_a_list(void **state)
{
    CHECK_SAID(state, asked);
}

static void dates_move_from_where_they_are(void **state)
{
    CHECK_SAID(state, changed);
}

static void a_reason_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, gone);
}

static void what_is_not_named_is_asked_for(void **state)
{
    CHECK_SAID(state, untold);
}

static void a_date_is_moved_on_the_calendar(void **state)
{
    static const struct {
        const char *from, *by, *to;
    } moves[] = {
        { "2026-11-20", "P7D", "2026-11-27" },
        { "2026-11-20T17:00", "-P2D", "2026-11-18T17:00" },
        { "2027-01-31", "P1M", "2027-02-28" },
        { "2026-01-15", "-P1M", "2025-12-15" },
        { "2026-11-20T23:30", "PT60M", "2026-11-21T00:30" },
        { "2026-11-20", "T19:30", "2026-11-20T19:30" },
        { "2026-11-20T08:00", "T19:30", "2026-11-20T19:30" },
        { "2026-11-20T08:00", "T2026-12-01", "2026-12-01T08:00" },
        { "2026-11-20", "T2026-12-01", "2026-12-01" },
        { "2026-11-20T08:00", "T", "2026-11-20" },
        { "2026-11-20", "-P2W", "2026-11-06" },
        { "2026-11-20T01:00", "-PT2H", "2026-11-19T23:00" },
    };
    static const char *const others[] = { "P",           "P7",      "P7Dx",       "PD",      "+P7D",
                                          "P1Y",         "P-7D",    "P123456D",   "P9999M",  "PT5D",
                                          "PT5",         "T5",      "T25:00",     "T18:60",  "T8:00",
                                          "T2026-02-30", "-T18:00", "T2026-11-2", "T18:00x", "Thursday",
                                          "Today",       "",        "p7d" };
    char out[TIME_TEXT_BYTES];
    struct due_move m;
    struct due d;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        assert_true(due_read(moves[i].from, &now, &d));
        assert_true(due_move_read(moves[i].by, &m));
        assert_true(due_moved(&m, &d));
        due_text(&d, out);
        assert_string_equal(out, moves[i].to);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(due_move_read(others[i], &m));
    assert_true(due_read("2026-11-20", &now, &d) && due_move_read("PT60M", &m));
    assert_false(due_moved(&m, &d));
}

/* What leads to a name, and what is to be done by others, or because something is needed. */
static const struct said led[] = {
    { "stick this on the list, bleed the radiators", "create 'bleed the radiators'" },
    { "save this as a todo, return the skates", "create 'return the skates'" },
    { "Put down, please: have the porch light repaired", "create 'have the porch light repaired'" },
    { "high priority task for me: get the cheque signed", "create 'get the cheque signed' !high" },
    { "new task: delete my old photos", "create 'delete my old photos'" },
    { "remind me I need to have the chimney swept", "create 'have the chimney swept'" },
    { "I have to get the shutter looked at on Thursday at 10",
      "create 'get the shutter looked at' due=2026-11-19T10:00" },
    { "add the final fitting, 27 Nov 3pm, tags #braun #dress",
      "create 'the final fitting' due=2026-11-27T15:00 #braun #dress" },
    { "my appointment with Dr. Brandt is on 30 November at 10.15, please add it",
      "create 'my appointment with Dr. Brandt' due=2026-11-30T10:15" },
    { "buy flour on Saturday, note: the 15 kg bag, not the small ones",
      "create 'buy flour' (the 15 kg bag, not the small ones) due=2026-11-21" },
    { "the minibus needs a new tyre, I have to sort that out", "create 'sort out a new tyre for the minibus'" },
    { "the organ needs a new pedal, got to order that", "create 'order a new pedal for the organ'" },
    { "two things please: first, buy stamps, second, call Ann", "create 'buy stamps' + create 'call Ann'" },
    { "compare the offers of the two printers", "create 'compare the offers of the two printers'" },
    { "get the boiler fixed", "create 'get the boiler fixed'" },
    { "have the carpets cleaned before the party", "create 'have the carpets cleaned before the party'" },
    { "have Ann's passport renewed", "create 'have Ann's passport renewed'" },
    { "have lunch with Ann on Friday", "create 'have lunch with Ann' due=2026-11-20" },
    { "dinner at 7 on Friday", "create 'dinner' due=2026-11-20T19:00" },
    { "train at 6:45 tomorrow", "create 'train' due=2026-11-17T06:45" },
    { "call Bob at half past six on Friday", "create 'call Bob' due=2026-11-20T18:30" },
    { "reminder for Friday: dentist at 10", "create 'dentist' due=2026-11-20T10:00 remind=2026-11-20T09:00" },
    { "ask Ann whether she is in this Friday", "create 'ask Ann whether she is in this Friday'" },
    { "ask the vet, if possible, on Friday", "create 'ask the vet' due=2026-11-20" },
    { "make sure the float is counted before we open", "create 'make sure the float is counted before we open'" },
    { "Let Mr Ferreira know his clutch has come in", "create 'Let Mr Ferreira know his clutch has come in'" },
    { "Have Jamie steam the coats on the mannequins", "create 'Have Jamie steam the coats on the mannequins'" },
    { "Flu jabs for the staff to be arranged by the 23rd", "create 'arrange Flu jabs for the staff' due=2026-11-23" },
    { "another todo, get my bike serviced", "create 'get my bike serviced'" },
    { "i need a task for the bottles, call it 'swap bottles'", "create 'swap bottles'" },
    { "dentist tomorrow 10", "create 'dentist' due=2026-11-17T10:00" },
    { "perm sat 9", "create 'perm' due=2026-11-21T09:00" },
    { "tomorrow 10 eggs", "create '10 eggs' due=2026-11-17" },
    { "Kit inspection 0600 Wednesday", "create 'Kit inspection' due=2026-11-18T06:00" },
    { "Briefing tomorrow 1400", "create 'Briefing' due=2026-11-17T14:00" },
    { "call Ann on the 3rd December", "create 'call Ann' due=2026-12-03" },
    { "train the girls on the new till, 21 Nov 8:30", "create 'train the girls on the new till' due=2026-11-21T08:30" },
    { "tomorrow ask Ann about the trip in March", "create 'ask Ann about the trip in March' due=2026-11-17" },
    { "Friday: remind me at 7 to call Ann", "create 'call Ann' due=2026-11-20T19:00 remind=2026-11-20T19:00" },
    { "wake up call for room 31 tomorrow 5:45", "create 'wake up call for room 31' due=2026-11-17T05:45" },
    { "wake me at 6", "create 'wake me' due=2026-11-17T06:00" },
    { "call the theatre at 9 tomorrow", "create 'call the theatre' due=2026-11-17T09:00" },
    { "tomorrow 17 Nov call Ann", "create 'call Ann' due=2026-11-17" },
    { "call extension 0421 tomorrow", "create 'call extension 0421' due=2026-11-17" },
    { "another thing, what's due on Friday", "list on=2026-11-20" },
    { "buy Love Actually", "create 'buy Love Actually'" },
    { "I have the new member added to the list", "-" },
    { "should I get the mix done before the grade?", "-" },
    { "calculate 3+4", "-" },
};

static void what_leads_to_a_name_is_none_of_it(void **state)
{
    CHECK_SAID(state, led);
}

/* Another time, and none that is said. */
static const struct said shifted[] = {
    { "put the meters on another day", "update @the meters" },
    { "move the meters for another week", "update @the meters due=P7D" },
    { "that's for today 6 pm by the way", "update @it due=2026-11-16T18:00" },
    { "tag the tent one excursion too", "update @tent #excursion" },
    { "negatives get low priority", "update @negatives !low" },
    { "move the butcher to tomorrow 10", "update @the butcher due=2026-11-17T10:00" },
    { "Please restore what was just undone", "redo" },
    { "complete the middle one", "complete @the middle one" },
    { "kindly prepone the rotterdam run by two days", "update @the rotterdam run due=-P2D" },
    { "fire drill pushed back one day", "update @fire drill due=P1D" },
    { "get rid of the Dunne invoice he paid cash", "delete @the Dunne invoice" },
    { "show weekend stuff", "list on=2026-11-21..2026-11-22" },
    { "revert last action only", "undo" },
};

static void another_time_is_a_time_only_where_it_is_said(void **state)
{
    CHECK_SAID(state, shifted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_leads_to_a_name_is_none_of_it),
        TEST(another_time_is_a_time_only_where_it_is_said),
        TEST(a_name_with_a_day_a_priority_or_a_tag_is_a_new_task),
        TEST(orders_have_many_verbs_and_fillers_say_nothing),
        TEST(what_has_come_about_completes_and_is_said_once),
        TEST(a_question_asks_for_a_list),
        TEST(dates_move_from_where_they_are),
        TEST(a_reason_is_no_part_of_a_name),
        TEST(what_is_not_named_is_asked_for),
        TEST(a_date_is_moved_on_the_calendar),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
