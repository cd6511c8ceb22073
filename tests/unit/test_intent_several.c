/* test_intent_several.c - messages that want several things, slips of the finger, yes and no, and their bounds. */
#include "intent_testing.h"

static const struct said several[] = {
    { "add milk, call mom and pay rent", "create 'milk' + create 'call mom' + create 'pay rent'" },
    { "add milk and then complete the report", "create 'milk' + complete @the report" },
    { "finish 2, delete 3 and show me what's left", "complete @2 + delete @3 + list status=pending" },
    { "add these:\n- milk\n- call mom tomorrow\n3. pay rent",
      "create 'milk' + create 'call mom' due=2026-11-17 + create 'pay rent'" },
    { "add tasks: milk, eggs, bread", "create 'milk' + create 'eggs' + create 'bread'" },
    { "Add three tasks: buy paint, call the electrician, and order tiles",
      "create 'buy paint' + create 'call the electrician' + create 'order tiles'" },
    { "Add buy milk and call the bank as tasks", "create 'buy milk' + create 'call the bank'" },
    { "Add a task for the presentation and another for the budget review",
      "create 'the presentation' + create 'the budget review'" },
    { "i gotta do the dishes, walk the dog and call mum",
      "create 'do the dishes' + create 'walk the dog' + create 'call mum'" },
    { "Create two tasks: wash car and mow lawn", "create 'wash car' + create 'mow lawn'" },
    { "add \"buy milk\", \"call mom\" and \"pay rent\"", "create 'buy milk' + create 'call mom' + create 'pay rent'" },
    { "add eggs and mark milk as done", "create 'eggs' + complete @milk" },
    { "show my tasks and delete the first one", "list + delete @the first one" },
    { "Complete task 1, then add \"send invoice\", then show me the list",
      "complete @task 1 + create 'send invoice' + list" },
    { "I finished the report and I need to call Bob", "complete @the report + create 'call Bob'" },
    { "delete 2 and 4, and mark 3 done", "delete @2 and 4 + complete @3" },
    { "Add milk. Delete the gym task. What's left?", "create 'milk' + delete @the gym task + list status=pending" },
    { "buy bread and also remind me to call Ann tomorrow", "create 'buy bread' + create 'call Ann' due=2026-11-17" },
    { "I called Bob, so mark that as done", "complete @call Bob" },
    { "mark 1 done, 2 done and delete 3", "complete @1 + complete @2 + delete @3" },
    { "Can you add \"walk the dog\" and complete task 4?", "create 'walk the dog' + complete @task 4" },
    { "remove the first one and rename the second to Pay rent",
      "delete @the first one + update @the second 'Pay rent'" },
    { "Add buy stamps, then list everything", "create 'buy stamps' + list" },
    { "rename 2 to call Jane and make it high priority", "update @2 'call Jane' !high" },
    { "add milk; add bread; add jam", "create 'milk' + create 'bread' + create 'jam'" },
    { "undo that and show my list", "undo + list" },
    { "done with 1. done with 2", "complete @1 + complete @2" },
    { "I finished 1 and 2, add task call Bob and delete the dentist",
      "complete @1 and 2 + create 'call Bob and delete the dentist'" },
    { "add call bob tomorrow and email jane friday",
      "create 'call bob' due=2026-11-17 + create 'email jane' due=2026-11-20" },
    { "complete the report, delete the milk one", "complete @the report + delete @the milk one" },
    { "1. buy milk\n2. call mom", "create 'buy milk' + create 'call mom'" },
    { "- buy milk\n- call mom", "create 'buy milk' + create 'call mom'" },
    { "Add:\nbuy milk\ncall mom", "create 'buy milk' + create 'call mom'" },
    { "Tasks for tomorrow:\n- gym\n- groceries", "create 'gym' due=2026-11-17 + create 'groceries' due=2026-11-17" },
    { "milk\neggs\nbread", "?create @milk 'milk' + ?create @eggs 'eggs' + ?create @bread 'bread'" },
    { "So I just finished the report, finally! What's left?", "complete @the report + list status=pending" },
    { "add todo: mend the gate; list everything due today", "create 'mend the gate' + list on=2026-11-16" },
    { "I need to call Ann and I also have to pay Bob, that one is important",
      "create 'call Ann' + create 'pay Bob' !high" },
    { "Add three things: buy tape, buy boxes, book van", "create 'buy tape' + create 'buy boxes' + create 'book van'" },
};

/* req: tasks FR-014 */
static void a_message_may_want_several_things(void **state)
{
    CHECK_SAID(state, several);
}

static const struct said each_its_own[] = {
    { "plumber on Tuesday at 9 and chimney sweep on Friday",
      "create 'plumber' due=2026-11-17T09:00 + create 'chimney sweep' due=2026-11-20" },
    { "I must post the parcel today and the letters tomorrow",
      "create 'post the parcel' due=2026-11-16 + create 'the letters' due=2026-11-17" },
    { "dinner with Paul on Friday at 7pm and at 9pm the band comes",
      "create 'dinner with Paul' due=2026-11-20T19:00 + create 'the band comes' due=2026-11-20T21:00" },
    { "must ring the tailor and on Sunday polish the silver",
      "create 'ring the tailor' + create 'polish the silver' due=2026-11-22" },
    { "vet for the cat on Thursday 3pm and the dog 4pm the same day",
      "create 'vet for the cat' due=2026-11-19T15:00 + create 'the dog' due=2026-11-19T16:00" },
    { "put the piano tuner on the 24th and the decorator on the 26th",
      "create 'the piano tuner' due=2026-11-24 + create 'the decorator' due=2026-11-26" },
    { "add crash on login #bug and sort the icons #design",
      "create 'crash on login' #bug + create 'sort the icons' #design" },
    { "ring Tom about the roof and ring Sue about the drains",
      "create 'ring Tom about the roof' + create 'ring Sue about the drains'" },
    { "Add two tasks for Friday: copy of the lease, and to thank Paula",
      "create 'copy of the lease' due=2026-11-20 + create 'thank Paula' due=2026-11-20" },
    { "note that I owe Tim ten euros, and that the lift must be serviced by Friday",
      "create 'owe Tim ten euros' + create 'the lift must be serviced' due=2026-11-20" },
    { "Bread\nPhone the dentist about Lea\nTickets for the match on Sunday",
      "create @Bread 'Bread' + create 'Phone the dentist about Lea' + create 'Tickets for the match' due=2026-11-22" },
    { "Two more for the list. Water the ferns. Change the lock on the cellar.",
      "create 'Water the ferns' + create 'Change the lock on the cellar'" },
    { "put flour, yeast and salt down as three separate items", "create 'flour' + create 'yeast' + create 'salt'" },
    { "Draft the lease and give a copy to Tom until Wednesday",
      "create 'Draft the lease' + create 'give a copy to Tom' due=2026-11-18" },
    { "delete task 2 and create instead rowing class on Friday",
      "delete @task 2 + create 'rowing class' due=2026-11-20" },
    { "remove task 2. Put down a trip to the zoo for Sunday instead.",
      "delete @task 2 + create 'trip to the zoo' due=2026-11-22" },
};

static const struct said nothing_is_swallowed[] = {
    { "The car is filthy, add 'buy sponge'. Wash it tomorrow.",
      "create 'buy sponge' + ?create 'Wash it' due=2026-11-17" },
    { "The lamp is broken\n+ buy milk\n+ buy eggs\nI have to fix it",
      "create 'buy milk' + create 'buy eggs' + create 'fix it'" },
    { "The tap drips, so call Bob and delete the tap task", "delete @the tap task" },
    { "Ann is ill, call the school and move the meeting to Friday", "update @the meeting due=2026-11-20" },
    { "Add: pay rent, high chair for Ben on Friday, call Ann",
      "create 'pay rent' + create 'high chair for Ben' due=2026-11-20 + create 'call Ann'" },
    { "dentist friday 3pm and physio 5pm",
      "create 'dentist' due=2026-11-20T15:00 + create 'physio' due=2026-11-20T17:00" },
    { "Urgent! call Ann and email Bob, both today",
      "create 'call Ann' due=2026-11-16 !high + create 'email Bob' due=2026-11-16 !high" },
    { "1. call Ann 2. milk 3. pay the rent", "create 'call Ann' + create 'milk' + create 'pay the rent'" },
    { "delete the milk task, also today tasts", "delete @the milk task, also today tasts" },
    { "Bleed the brakes. Then ring the nursery if the ferns are still yellow.",
      "create 'Bleed the brakes' + create 'ring the nursery if the ferns are still yellow'" },
    { "Fetch the eggs at the farm this afternoon, and tomorrow at noon the van needs its new tyres.",
      "create 'Fetch the eggs at the farm' due=2026-11-16T15:00 + create 'the van needs its new tyres' "
      "due=2026-11-17T12:00" },
    { "vet for the cat thursday 8.30, ask Jo if she can drive us",
      "create 'vet for the cat' due=2026-11-19T08:30 + create 'ask Jo if she can drive us'" },
    { "add sort the shed, and whats on tomorrow?", "create 'sort the shed' + list on=2026-11-17" },
    { "I want to see my tasks and to delete task 3", "list + delete @task 3" },
    { "what's on friday and put the van inspection on that day as well",
      "list on=2026-11-20 + create 'the van inspection' due=2026-11-20" },
    { "push task 2 to friday and set reminder for flu jab tomorrow 7am",
      "update @task 2 due=2026-11-20 + create @flu jab 'flu jab' due=2026-11-17T07:00 remind=2026-11-17T07:00" },
    { "add water the plants daily and ring the agent re: the deposit on Tuesday",
      "create 'water the plants' due=2026-11-16 FREQ=DAILY + create 'ring the agent re: the deposit' due=2026-11-17" },
    { "Interview of the cook went fine, tick it.", "complete @Interview of the cook went fine" },
    { "add task 2 to #work and make it due sunday", "update @task 2 due=2026-11-22 #work" },
};

static void what_stands_beside_something_else_is_not_swallowed(void **state)
{
    CHECK_SAID(state, nothing_is_swallowed);
}

static void each_may_have_a_day_a_tag_or_a_line_of_its_own(void **state)
{
    CHECK_SAID(state, each_its_own);
}

static const struct said one[] = {
    { "teach Ben every Monday and Thursday at 5pm", "create 'teach Ben' due=2026-11-16T17:00 FREQ=WEEKLY;BYDAY=MO,TH" },
    { "print the form and take two of them along tomorrow",
      "create 'print the form and take two of them along' due=2026-11-17" },
    { "ring Ann and ask her about the keys", "create 'ring Ann and ask her about the keys'" },
};

static void what_only_looks_like_several_is_one(void **state)
{
    CHECK_SAID(state, one);
}

static const struct said slips[] = {
    { "compelte task 2", "complete @task 2" },
    { "delet the milk task", "delete @the milk task" },
    { "dleete number 3", "delete @number 3" },
    { "remvoe the second one", "delete @the second one" },
    { "shwo all taks", "list" },
    { "whats on my lsit", "list" },
    { "remidn me to pay rent", "create 'pay rent'" },
    { "creat a task to call mom", "create 'call mom'" },
    { "adn add milk", "create 'milk'" },
    { "mkae task 2 high prioirty", "update @task 2 !high" },
    { "udpate task 1 to buy bread", "update @task 1 'buy bread'" },
    { "reneme task 1 to buy bread", "update @task 1 'buy bread'" },
    { "mark taks 2 as doen", "complete @task 2" },
    { "finsih task 4", "complete @task 4" },
    { "I ned to call the bank", "create 'call the bank'" },
    { "i have too pay the rent", "create 'pay the rent'" },
    { "i shoud call mom", "create 'call mom'" },
    { "tommorow remind me to call mom", "create 'call mom' due=2026-11-17" },
    { "addd milk", "create 'milk'" },
    { "undoo", "undo" },
    { "SHOW MY TASKS", "list" },
    { "DELETE TASK 3", "delete @TASK 3" },
    { "REMIND ME TO CALL MOM", "create 'CALL MOM'" },
    { "i’ve finished the report", "complete @the report" },
    { "I don’t need the milk task anymore", "?delete @the milk task" },
    { "Don’t forget to call mom", "create 'call mom'" },
    { "what’s due today", "list on=2026-11-16" },
    { "mark ‘buy milk’ as done", "complete @buy milk" },
    { "add “call mom” to my list", "create 'call mom'" },
    { "whats overdue", "list overdue" },
    { "waht do i have today", "list on=2026-11-16" },
    { "cna you add milk", "create 'milk'" },
    { "pls remove the dentist task", "delete @the dentist task" },
    { "plz add eggs", "create 'eggs'" },
    { "rm the gym one", "delete @the gym one" },
    { "del 4", "delete @4" },
    { "postpone task 2 til monday", "update @task 2 due=2026-11-23" },
    { "reschdule the meeting to Friday", "update @the meeting due=2026-11-20" },
    { "compleet 3", "complete @3" },
};

/* req: tasks FR-012/thin */
static void slips_in_the_words_that_order_are_mended_and_cost(void **state)
{
    CHECK_SAID(state, slips);
}

static const char *const yeses[] = { "yes",
                                     "Yes please",
                                     "y",
                                     "sure",
                                     "ok, delete it",
                                     "yes, go ahead",
                                     "yep do it",
                                     "go ahead",
                                     "Yes!",
                                     "yeah sure",
                                     "do it",
                                     "of course",
                                     "absolutely",
                                     "sounds good",
                                     "that's right",
                                     "yes delete them all",
                                     "confirm",
                                     "I'm sure",
                                     "ok",
                                     "okay then",
                                     "please do it",
                                     "👍",
                                     "YES",
                                     "yup",
                                     "correct",
                                     "go for it",
                                     "sure, why not",
                                     "yes, both" };
static const char *const noes[] = {
    "no",        "No thanks", "nope",           "cancel",     "never mind",        "don't delete it", "no, keep it",
    "wait, no",  "nah",       "stop",           "not now",    "please don't",      "do not",          "leave it",
    "forget it", "no wait",   "keep it",        "hold on",    "I changed my mind", "actually no",     "don’t",
    "nevermind", "NO",        "absolutely not", "better not", "not yet",           "oh no, don't"
};
static const char *const neither[] = { "yes but add milk first",
                                       "yesterday",
                                       "show my tasks",
                                       "",
                                       "delete it",
                                       "not really sure",
                                       "the yes task",
                                       "yes but not the second",
                                       "no, the other one",
                                       "only the first",
                                       "yes and add milk",
                                       "2",
                                       "no idea which",
                                       "okay what's left",
                                       "yes, no, wait",
                                       "add yes" };

static void yes_and_no_are_only_what_says_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(yeses); i++)
        if (reply_read(yeses[i]) != REPLY_YES)
            fail_msg("'%s' is no yes", yeses[i]);
    for (size_t i = 0; i < COUNT_OF(noes); i++)
        if (reply_read(noes[i]) != REPLY_NO)
            fail_msg("'%s' is no no", noes[i]);
    for (size_t i = 0; i < COUNT_OF(neither); i++)
        if (reply_read(neither[i]) != REPLY_NONE)
            fail_msg("'%s' is taken for an answer", neither[i]);
}

static void what_is_not_sure_comes_with_what_else_it_could_be(void **state)
{
    static const char *const messages[] = {
        "milk", "2", "the report", "update the website", "done", "maybe delete task 2", "delete one of them"
    };

    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct task_intent got[MESSAGE_INTENTS];
        size_t n = intents_read(*state, messages[i], &now, got);
        assert_int_equal(n, 1);
        if (tasks_intent_sure(tasks_intent(intent_type(got[0].kind)), got[0].confidence) || got[0].n_others == 0)
            fail_msg("'%s' is not asked about", messages[i]);
        for (size_t k = 0; k < got[0].n_others; k++)
            assert_true(got[0].others[k].kind != got[0].kind && got[0].others[k].confidence < got[0].confidence);
    }
}

static void no_more_than_ten_are_read(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    struct task_intent got[MESSAGE_INTENTS];

    for (int i = 0; i < 200; i++)
        buf_addf(&b, "add thing %d\n", i);
    assert_int_equal(intents_read(*state, b.p, &now, got), MESSAGE_INTENTS);
    assert_string_equal(got[MESSAGE_INTENTS - 1].set.title, "thing 9");
}

/* Each unit repeated to the longest message: none may take long, whatever its shape. */
static void the_longest_message_is_read_in_no_time(void **state)
{
    static const char *const units[] = { "milk ",
                                         "add milk and ",
                                         "milk, ",
                                         "milk. ",
                                         "move the milk to ",
                                         "a ",
                                         "x",
                                         "'a ",
                                         "\"",
                                         "tomorrow ",
                                         "and ",
                                         "please can you ",
                                         "delete 2, ",
                                         "don't ",
                                         "remind me to go and ",
                                         "the ",
                                         "- milk\n",
                                         "dlete taks ",
                                         "#tag ",
                                         "every monday at 9 ",
                                         "to do list ",
                                         "is it done? ",
                                         "\xe2\x80\x99",
                                         "🥛 ",
                                         "with note " };

    for (size_t i = 0; i < COUNT_OF(units); i++) {
        struct buf b CLEANUP(buf_done) = BUF(1 << 16);
        struct task_intent got[MESSAGE_INTENTS];
        while (b.n + strlen(units[i]) <= QUESTION_CHARS)
            buf_addf(&b, "%s", units[i]);
        assert_true(intents_read(*state, b.p, &now, got) <= MESSAGE_INTENTS);
        (void)reply_read(b.p);
    }
    assert_true(arena_used(*state) < (64u << 20));
}

static void reading_keeps_the_persons_bytes(void **state)
{
    static const struct said cases[] = {
        { "add Zoë’s “café” run", "create 'Zoë’s “café” run'" },
        { "remind me to buy Mum’s card", "create 'buy Mum’s card'" },
        { "add  two   blanks", "create 'two   blanks'" },
        { "add buy milk 🥛", "create 'buy milk 🥛'" },
        { "add C++ & Rust study", "create 'C++ & Rust study'" },
        { "add reply to bob@example.com", "create 'reply to bob@example.com'" },
        { "add read https://example.com/a?b=c", "create 'read https://example.com/a?b=c'" },
        { "add 50% off coupon", "create '50% off coupon'" },
        { "add 牛乳を買う", "create '牛乳を買う'" },
    };

    CHECK_SAID(state, cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_message_may_want_several_things),
        TEST(each_may_have_a_day_a_tag_or_a_line_of_its_own),
        TEST(what_only_looks_like_several_is_one),
        TEST(what_stands_beside_something_else_is_not_swallowed),
        TEST(slips_in_the_words_that_order_are_mended_and_cost),
        TEST(yes_and_no_are_only_what_says_nothing_else),
        TEST(what_is_not_sure_comes_with_what_else_it_could_be),
        TEST(no_more_than_ten_are_read),
        TEST(the_longest_message_is_read_in_no_time),
        TEST(reading_keeps_the_persons_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
