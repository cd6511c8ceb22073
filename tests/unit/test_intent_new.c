/* test_intent_new.c - new tasks as people ask for them: kindness around the order, orders at the end, who has it to do,
 * what is quoted, what only looks like a name; and what asks for none. */
#include "intent_testing.h"

static const struct said kind[] = {
    { "It would be lovely if you added a task: grease the hinges", "create 'grease the hinges'" },
    { "I'd love it if you noted down: oil the clippers", "create 'oil the clippers'" },
    { "I would like that you add: speak with Goran about the deposit", "create 'speak with Goran about the deposit'" },
    { "Might I trouble you to add 'wax the skis'", "create 'wax the skis'" },
    { "remind me, if it's not too much bother, on Friday to feed the fish", "create 'feed the fish' due=2026-11-20" },
    { "If it isn't a problem, add sweep the porch", "create 'sweep the porch'" },
    { "add sweep the porch, if you'd be so kind", "create 'sweep the porch'" },
    { "unless it's on the list already, add sweep the porch", "create 'sweep the porch'" },
    { "I have to, when I find the time, sweep the porch", "create 'sweep the porch'" },
    { "When there's time: sweep the porch", "create 'sweep the porch'" },
    { "add cat litter pls n thx", "create 'cat litter'" },
    { "record a task, wax the skis", "create 'wax the skis'" },
    { "I would like add a task for to wax the skis", "create 'wax the skis'" },
    { "put down for me please to wax the skis", "create 'wax the skis'" },
    { "put something in for tomorrow - eye test", "create 'eye test' due=2026-11-17" },
    { "new todo get the skis washed", "create 'get the skis washed'" },
    { "swap shifts with Ingrid on friday", "create 'swap shifts with Ingrid' due=2026-11-20" },
    { "Remind me please, to hand back the ladder", "create 'hand back the ladder'" },
    { "add this one for us please, sharpen the mower", "create 'sharpen the mower'" },
    { "if the boiler fails, add call the plumber", "-" },
    { "can you add something for me, it's to bleed the radiators", "?create 'bleed the radiators'" },
    { "Would it be possible to have 'prune the quince' added to my list?", "create 'prune the quince'" },
    { "Kindly include the upkeep of the pond among my tasks, due on Friday.",
      "create 'the upkeep of the pond' due=2026-11-20" },
};

static const struct said closing[] = {
    { "text Bianca about the kayak, whack it on the list", "create 'text Bianca about the kayak'" },
    { "i have an appointment at the town hall on 4 december at 9 in the morning please write it down",
      "create 'appointment at the town hall' due=2026-12-04T09:00" },
    { "swimming gala saturday don't let me forget", "create 'swimming gala' due=2026-11-21" },
    { "every sunday at 6pm i ring my aunt, can you put that on as repeating",
      "create 'ring my aunt' due=2026-11-22T18:00 FREQ=WEEKLY;BYDAY=SU" },
    { "take the tray and put it down", "create 'take the tray and put it down'" },
    { "remind me to hug my gran. not joking, put it on there", "create 'hug my gran'" },
    { "i guess i have to sand the deck then", "create 'sand the deck'" },
};

static const struct said duties[] = {
    { "Every Monday I have to weigh the goats, please add that",
      "create 'weigh the goats' due=2026-11-16 FREQ=WEEKLY;BYDAY=MO" },
    { "please put down that on 9 January I have to renew the lease", "create 'renew the lease' due=2027-01-09" },
    { "note down that I must return the drill to Herr Brandt", "create 'return the drill to Herr Brandt'" },
    { "someone has to ring the vet and it's me", "create 'ring the vet'" },
    { "somebody should check the gutters, they drip", "create 'check the gutters'" },
    { "i musnt forget to post the parcel", "create 'post the parcel'" },
    { "I want to not forget booking the hall", "create 'booking the hall'" },
    { "we could do with a new kettle", "create 'a new kettle'" },
    { "I could do with a nap", "-" },
    { "I promised to mend the swing", "create 'mend the swing'" },
    { "I promised my aunt I'd prune the roses", "create 'prune the roses'" },
    { "it's high time we painted the shed", "create 'paint the shed'" },
    { "It's time I cleaned the loft, I need to clean the loft", "create 'clean the loft'" },
    { "it is vital that I sign the lease today", "create 'sign the lease' due=2026-11-16 !high" },
    { "don't let it slip: renew the permit", "create 'renew the permit'" },
    { "please see to it that I renew the permit tomorrow", "create 'renew the permit' due=2026-11-17" },
    { "give me a nudge at 4 to salt the steps",
      "create 'salt the steps' due=2026-11-16T16:00 remind=2026-11-16T16:00" },
    { "low priority but sweep the attic at some point", "create 'sweep the attic' !low" },
    { "first feed the hens, then rake the run", "create 'feed the hens' + create 'rake the run'" },
    { "every other week put the glass out", "create 'put the glass out' due=2026-11-16 FREQ=WEEKLY;INTERVAL=2" },
    { "25.11. return the van", "create 'return the van' due=2026-11-25" },
    { "minutes of the club 18.12.", "create 'minutes of the club' due=2026-12-18" },
    { "first draft of the speech by friday", "create 'first draft of the speech' due=2026-11-20" },
    { "will need to sweep the flue", "create 'sweep the flue'" },
    { "It would be good if I remembered to salt the steps", "create 'salt the steps'" },
    { "needs doing: hinge on the gate", "create 'hinge on the gate'" },
    { "muts oil the saw", "create 'oil the saw'" },
    { "remind me on the 4th of December to lag the pipes", "create 'lag the pipes' due=2026-12-04" },
    { "hand in the form wed high prio", "create 'hand in the form' due=2026-11-18 !high" },
    { "ring Jo on Monday, or Tuesday at the latest", "create 'ring Jo on Monday, or Tuesday at the latest'" },
    { "I need to give the mare her drops every 2 weeks",
      "create 'give the mare her drops' due=2026-11-16 FREQ=WEEKLY;INTERVAL=2" },
    { "fix the gate #yard", "create 'fix the gate' #yard" },
    { "ping me tomorrow at 7am to turn the compost",
      "create 'turn the compost' due=2026-11-17T07:00 remind=2026-11-17T07:00" },
    { "nudge me to water the ferns", "create 'water the ferns'" },
    { "tuesday physio 10am", "create 'physio' due=2026-11-17T10:00" },
    { "please jot down that I'm to regrout the shower", "create 'regrout the shower'" },
    { "I am needing to sharpen the shears", "create 'sharpen the shears'" },
    { "let's not forget to bleed the radiators", "create 'bleed the radiators'" },
    { "What I still have to do is lag the pipes", "create 'lag the pipes'" },
    { "what's needed: a permit for the skip", "create 'a permit for the skip'" },
    { "by Friday at noon I must have ready the seating plan",
      "create 'have ready the seating plan' due=2026-11-20T12:00" },
    { "bug me about oiling the gate", "create @oiling the gate 'oiling the gate'" },
    { "tomorrow at 8 nudge me to salt the steps",
      "create 'salt the steps' due=2026-11-17T08:00 remind=2026-11-17T08:00" },
    { "there should be a task to air the loft, please make one", "create 'air the loft'" },
    { "remember to add swap the tyres", "create 'swap the tyres'" },
    { "set up a reminder so that I don't forget to defrost the freezer", "create 'defrost the freezer'" },
    { "New task. Mend the puncture.", "create 'Mend the puncture'" },
    { "I've got something for the list: thank the postman", "create 'thank the postman'" },
    { "to do list: sweep the yard", "create 'sweep the yard'" },
    { "I must remember that the bikes are at Ivo's", "create 'the bikes are at Ivo's'" },
    { "give me a ping at 5 so I can ring Hilde", "create 'ring Hilde' due=2026-11-16T17:00 remind=2026-11-16T17:00" },
    { "must still order the hay", "create 'order the hay'" },
    { "On 4 December is the harvest dance, 7pm", "create 'the harvest dance' due=2026-12-04T19:00" },
    { "spelling bee on thursday learn list 4", "create 'spelling bee learn list 4' due=2026-11-19" },
    { "Coach Lee wants us to bring the nets on Friday", "create 'bring the nets' due=2026-11-20" },
    { "Coach Lee asked me to clear the list", "-" },
    { "make me please a task to wax the skis", "create 'wax the skis'" },
    { "collect the robes thursday, ok?", "create 'collect the robes' due=2026-11-19" },
    { "I'd be grateful for a nudge to order chalk", "create 'order chalk'" },
    { "thinking I should get the organ tuned", "create 'get the organ tuned'" },
    { "Could I have a reminder about the harvest forms?", "create @the harvest forms 'the harvest forms'" },
    { "Could I get a reminder of what's due today?", "list on=2026-11-16" },
    { "while we're at it, order more chalk", "create 'order more chalk'" },
    { "told Milo we'd go bowling on Saturday", "create 'go bowling' due=2026-11-21" },
    { "the goat needs her drops tomorrow", "create 'the goat needs her drops' due=2026-11-17" },
    { "the piano tuner has to come by Friday", "create 'the piano tuner has to come' due=2026-11-20" },
    { "work out which bus goes to the quarry", "create 'work out which bus goes to the quarry'" },
};

static const struct said quoted[] = {
    { "we should have 'order more lamps' on the list, so add it", "create 'order more lamps'" },
    { "sorry for the fuss but it's urgent: add 'call the locksmith', high priority",
      "create 'call the locksmith' !high" },
    { "I want oat milk on the shopping list", "create 'oat milk'" },
    { "add a task for Friday called 'oil the gate' with low priority", "create 'oil the gate' due=2026-11-20 !low" },
    { "sorry to ask on a Monday, but could you add 'oil the gate' to my list", "create 'oil the gate'" },
    { "put 'sold' signs up in the yard", "create 'put 'sold' signs up in the yard'" },
};

/* A day and a time are none of the name wherever they stand. */
static const struct said inside[] = {
    { "optician thursday 14:30, Dr. Haas", "create 'optician, Dr. Haas' due=2026-11-19T14:30" },
    { "boiler service tommorow 7.15 am unit 12", "create 'boiler service unit 12' due=2026-11-17T07:15" },
    { "Choir next Tuesday, 7.30 pm, town hall", "create 'Choir, town hall' due=2026-11-24T19:30" },
    { "ring the roofer 8am tmr re: loose tiles", "create 'ring the roofer re: loose tiles' due=2026-11-17T08:00" },
    { "Tomorrow evening I must ring my gran in Lima, at 9", "create 'ring my gran in Lima' due=2026-11-17T21:00" },
    { "Tomorrow I need to be at the depot at 8:30 sharp, gate 4",
      "create 'be at the depot, gate 4' due=2026-11-17T08:30" },
    { "eye drops every morning after breakfast", "create 'eye drops after breakfast' due=2026-11-17T09:00 FREQ=DAILY" },
    { "return the ladder to school tomorrow plus two buckets",
      "create 'return the ladder to school plus two buckets' due=2026-11-17" },
    { "Open the rink on 5 December at 10:00 \xe2\x80\x93 high priority",
      "create 'Open the rink' due=2026-12-05T10:00 !high" },
    { "chimney sweep comes on 3 December between 10 and 12", "create 'chimney sweep comes' due=2026-12-03T10:00" },
    { "ring Jo on Monday, or Tuesday at the latest", "create 'ring Jo on Monday, or Tuesday at the latest'" },
    { "add figure out why the pump went off at 3 am", "create 'figure out why the pump went off at 3 am'" },
    { "fetch the deeds, plot 114/3", "create 'fetch the deeds, plot 114/3'" },
    { "meter at Gartenstr. 12 tomorrow 8:00", "create 'meter at Gartenstr. 12' due=2026-11-17T08:00" },
    { "appraisal with Ann on Tuesday at 11, bring the folder along",
      "create 'appraisal with Ann, bring the folder along' due=2026-11-17T11:00" },
    { "trash day tomorrow", "create 'trash day' due=2026-11-17" },
    { "ask Tom if Friday is good", "create 'ask Tom if Friday is good'" },
    { "send the plan to alfred.weber@mill.org", "create 'send the plan to alfred.weber@mill.org'" },
    { "tomorrow buy stamps and post the parcel", "create 'buy stamps and post the parcel' due=2026-11-17" },
    { "bin the trip on Friday", "delete @the trip on Friday" },
};

/* What is only told behind it is none of it, and neither are its days; but by when it has to be. */
static const struct said told[] = {
    { "air the spare room friday, gran arrives in the evening", "create 'air the spare room' due=2026-11-20" },
    { "iron the shirts tonight at 9 bc i need one tomorrow", "create 'iron the shirts' due=2026-11-16T21:00" },
    { "return the drill day after tomorrow otherwise i pay a fine", "create 'return the drill' due=2026-11-18" },
    { "add call the plumber, rang twice on sunday", "create 'call the plumber'" },
    { "repair Nina's jacket, she wants it back by tomorrow 6pm", "create 'repair Nina's jacket' due=2026-11-17T18:00" },
    { "buy a card for Jo, party is on saturday so friday latest", "create 'buy a card for Jo' due=2026-11-20" },
    { "Get a quote for the fence, end of next week is fine, not urgent",
      "create 'Get a quote for the fence' due=2026-11-27 !low" },
    { "cancel the lease before 30 nov!!! top priority, otherwise it renews",
      "create 'cancel the lease' due=2026-11-30 !high" },
    { "file the tax return. Deadline December 20. Very urgent for me!",
      "create 'file the tax return' due=2026-12-20 !high" },
    { "Add this: bags for the vacuum (the blue ones, not the white)",
      "create 'bags for the vacuum (the blue ones, not the white)'" },
    { "can u add cat litter pls, the clumping kind", "create 'cat litter, the clumping kind'" },
    { "book club: ask Jo about the hall. need by the 22nd",
      "create 'book club: ask Jo about the hall' due=2026-11-22" },
    { "create task \"hiring plan\" desc: two cooks", "create 'hiring plan' (two cooks)" },
};

static const struct said begun[] = {
    { "I should finally get round to sorting the cellar", "create 'sort the cellar'" },
    { "next thing I have to do is paint the gate", "create 'paint the gate'" },
    { "It would be good if I called the roofer about the tiles", "create 'call the roofer about the tiles'" },
    { "I shall want to order the goose", "create 'order the goose'" },
    { "whenever i have time, sort the seed box. low prio", "create 'sort the seed box' !low" },
    { "not urgent but sometime next week i want to descale the kettle",
      "create 'descale the kettle' due=2026-11-23 !low" },
    { "i have to give the draft to my tutor until friday, very important",
      "create 'give the draft to my tutor' due=2026-11-20 !high" },
    { "please add one more thing, bake two loaves", "create 'bake two loaves'" },
    { "add a thing to get a new logbook", "create 'get a new logbook'" },
};

/* What somebody said that they would do; it is named for whom. */
static const struct said promises[] = {
    { "I promised Dora to ring her back at 5 today", "create 'ring Dora back' due=2026-11-16T17:00" },
    { "I've promised Otto that I'd mend his kite", "create 'mend Otto's kite'" },
    { "I said I'd judge the cakes on saturday, mustn't forget", "create 'judge the cakes' due=2026-11-21" },
    { "oh, and I told the warden I'd lock the gate", "create 'lock the gate'" },
    { "I told Dora to ring the roofer", "-" },
    { "I said I'd be late", "-" },
    { "I mean to prune the quince tomorrow", "create 'prune the quince' due=2026-11-17" },
    { "wanna learn the harp", "create 'learn the harp'" },
    { "I'm planning on painting the shed", "create 'paint the shed'" },
    { "I'd like to be reminded to salt the steps", "create 'salt the steps'" },
    { "It'd be a good idea to air the loft", "create 'air the loft'" },
    { "remind us tomorrow at 8 to feed the hens",
      "create 'feed the hens' due=2026-11-17T08:00 remind=2026-11-17T08:00" },
    { "need tofeed the hens", "create 'feed the hens'" },
};

/* Said in a roundabout way, or under a heading. */
static const struct said roundabout[] = {
    { "we're out of twine, I need to order some", "create 'order some twine'" },
    { "No more lamp oil, must buy some tomorrow", "create 'buy some lamp oil' due=2026-11-17" },
    { "the torch is dead so I have to get a new one", "create 'get a new torch'" },
    { "sweeping the loft is something I still have to do", "create 'sweep the loft'" },
    { "washing the van is on the agenda for Saturday", "create 'wash the van' due=2026-11-21" },
    { "Mental note: ring the cooper", "create 'ring the cooper'" },
    { "My job for Thursday is to wax the skis", "create 'wax the skis' due=2026-11-19" },
    { "my job for later: wax the skis", "create 'wax the skis'" },
    { "please write down that the boiler has to be drained", "create 'the boiler has to be drained'" },
    { "add two tasks, one to wax the skis and one to rake the run", "create 'wax the skis' + create 'rake the run'" },
    { "add wax the skis, and another one: rake the run", "create 'wax the skis' + create 'rake the run'" },
    { "ok next task is to paint the fence", "create 'paint the fence'" },
    { "why don't you add wax the skis", "create 'wax the skis'" },
    { "The surveyor wants a photo of the meter, I have to send him one", "create 'send him a photo of the meter'" },
    { "add task list all the beehives", "create 'list all the beehives'" },
    { "unclog the gully", "create 'unclog the gully'" },
    { "have the chimney swept", "create 'have the chimney swept'" },
    { "forget the gully", "?delete @the gully" },
    { "put up the awning at the stall", "create 'put up the awning at the stall'" },
    { "put the ashes out", "create 'put the ashes out'" },
    { "lend Paula's cousin the trailer", "create 'lend Paula's cousin the trailer'" },
    { "figure out the bus times", "create 'figure out the bus times'" },
    { "renew my ID card because it expires in May", "create 'renew my ID card'" },
};

/* More of what it is to have, set apart. */
static const struct said details[] = {
    { "order twine, tag it with barn, by Friday", "create @order twine 'order twine' due=2026-11-20 #barn" },
    { "monthly: test the siren, next on 1 Dec", "create 'test the siren' due=2026-12-01 FREQ=MONTHLY" },
    { "choir trip, 5 Dec, departure 8 am", "create 'choir trip' due=2026-12-05T08:00" },
    { "renew the permit, it runs out on Dec 8", "create 'renew the permit' due=2026-12-08" },
    { "kayak course Friday 4pm until Sunday", "create 'kayak course' due=2026-11-20T16:00" },
    { "optician Nils 3.12. 14:45", "create 'optician Nils' due=2026-12-03T14:45" },
    { "post the deeds this week still", "create 'post the deeds' due=2026-11-20" },
    { "tidy the loft some time or other", "create 'tidy the loft'" },
    { "Thursday choir 8pm bring cake", "create 'choir bring cake' due=2026-11-19T20:00" },
    { "get the winter tyres on before the 28th", "create 'get the winter tyres on' due=2026-11-28" },
    { "send the plans to Jo, tomorrow till 10 o'clock", "create 'send the plans to Jo' due=2026-11-17T10:00" },
    { "somebody must mend the gate, I'll take that, by Wednesday", "create 'mend the gate' due=2026-11-18" },
    { "add water the ferns and set it to repeat every 3 days",
      "create 'water the ferns' due=2026-11-16 FREQ=DAILY;INTERVAL=3" },
    { "add book a room, note near the pier", "create 'book a room' (near the pier)" },
    { "create task: wax the skis | due: Friday | priority: high", "create 'wax the skis' due=2026-11-20 !high" },
    { "put call Jo on the list with tag house and high priority", "create 'call Jo' !high #house" },
    { "put returns deadline Hanser on the list for the 11th of december, prio high",
      "create 'returns deadline Hanser' due=2026-12-11 !high" },
    { "not urgent, but clean the loft", "create 'clean the loft' !low" },
    { "paint for the fence, needs to be here by Thursday", "create 'paint for the fence' due=2026-11-19" },
    { "the lease for flat 9, must go out today, high priority", "create 'the lease for flat 9' due=2026-11-16 !high" },
    { "Order hay. It has to arrive by Friday.", "create 'Order hay' due=2026-11-20" },
    { "chimney sweep on the 2nd of December, he comes at 7:15", "create 'chimney sweep' due=2026-12-02T07:15" },
    { "book the hall by Saturday's rehearsal", "create 'book the hall' due=2026-11-21" },
    { "on sunday help Ivo move house (he has no van)", "create 'help Ivo move house' due=2026-11-22" },
    { "add a reminder that on 1 December the new timetable starts",
      "create @the new timetable starts 'the new timetable starts' due=2026-12-01" },
    { "have the flyers ready by Monday", "create 'have the flyers ready' due=2026-11-23" },
    { "No rush: dust the attic", "create 'dust the attic'" },
    { "post the cards on 7 December, no hurry, low is fine", "create 'post the cards' due=2026-12-07 !low" },
    { "ring the notary - it can't wait", "create @ring the notary 'ring the notary' !high" },
    { "sign up for the relay, it closes on the 28th", "create 'sign up for the relay' due=2026-11-28" },
    { "submit the plans on or before 1 December", "create 'submit the plans' due=2026-12-01" },
    { "remind me 2 days before about the fitting on 10 December at 9",
      "create 'the fitting' due=2026-12-10T09:00 remind=PT2880M" },
    { "find a tenant by February", "create 'find a tenant' due=2027-02-01" },
    { "send the forms by December 5th at 3pm", "create 'send the forms' due=2026-12-05T15:00" },
    { "reading for Monday: chapter 4", "create 'reading: chapter 4' due=2026-11-23" },
    { "urgent for Thursday 9am: the fire drill", "create 'the fire drill' due=2026-11-19T09:00 !high" },
    { "draft the contract #office until 27 November", "create 'draft the contract' due=2026-11-27 #office" },
    { "choir supper, Friday at 19:00, please add #parish", "create 'choir supper' due=2026-11-20T19:00 #parish" },
    { "order the hymn books, not urgent but before Friday", "create 'order the hymn books' due=2026-11-20 !low" },
    { "add boat test. priority: high. date: 4 January 2027", "create 'boat test' due=2027-01-04 !high" },
    { "send the tax forms on 20 Nov at the very latest", "create 'send the tax forms' due=2026-11-20" },
    { "ring the office tomorrow before they close at noon", "create 'ring the office' due=2026-11-17" },
    { "Ask Lena, tomorrow if possible, whether she has the key",
      "create 'Ask Lena whether she has the key' due=2026-11-17" },
    { "I should in the next week change the filter", "create 'change the filter' due=2026-11-23" },
    { "please put the harvest supper on 12 December at 10 am", "?create 'the harvest supper' due=2026-12-12T10:00" },
    { "at some point I want to clean the loft", "create 'clean the loft'" },
};

static const struct said unnamed[] = {
    { "add a task tagged garden", "?create #garden" }, { "create todo for saturday", "?create due=2026-11-21" },
    { "new task, high priority", "?create !high" },    { "add a note to the boiler job", "?update @boiler job" },
    { "add a tag to task 3", "?update @task 3" },      { "put a comment on the fence one", "?update @fence one" },
};

static const struct said none[] = {
    { "thank you very much, lovely job", "courtesy" },
    { "last night i dreamt that i finished the novel", "-" },
    { "we should have ordered more lamps", "-" },
    { "i did not ring the vet yet", "-" },
    { "hang on, don't add that yet", "courtesy" },
    { "we could use the blue paint", "?create 'the blue paint'" },
    { "My gran always used to say I ought to learn the harp.", "-" },
};

static void kindness_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, kind);
}

static void an_order_to_note_it_may_come_last(void **state)
{
    CHECK_SAID(state, closing);
}

static void who_has_it_to_do_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, duties);
}

static void when_it_is_due_may_stand_inside_of_it(void **state)
{
    CHECK_SAID(state, inside);
}

static void what_is_told_beside_it_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, told);
}

static void how_it_is_led_to_is_no_part_of_a_name(void **state)
{
    CHECK_SAID(state, begun);
}

static void what_was_promised_is_to_be_done(void **state)
{
    CHECK_SAID(state, promises);
}

static void what_is_said_in_a_roundabout_way_is_one_task(void **state)
{
    CHECK_SAID(state, roundabout);
}

static void more_that_is_set_apart_is_said_of_it(void **state)
{
    CHECK_SAID(state, details);
}

static void what_is_quoted_is_the_name(void **state)
{
    CHECK_SAID(state, quoted);
}

static void what_is_not_named_is_asked_for(void **state)
{
    CHECK_SAID(state, unnamed);
}

static void what_is_told_or_dreamt_is_no_task(void **state)
{
    CHECK_SAID(state, none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kindness_is_no_part_of_a_name),
        TEST(an_order_to_note_it_may_come_last),
        TEST(who_has_it_to_do_is_no_part_of_a_name),
        TEST(what_is_quoted_is_the_name),
        TEST(what_is_not_named_is_asked_for),
        TEST(what_is_told_or_dreamt_is_no_task),
        TEST(when_it_is_due_may_stand_inside_of_it),
        TEST(what_is_told_beside_it_is_no_part_of_a_name),
        TEST(how_it_is_led_to_is_no_part_of_a_name),
        TEST(what_was_promised_is_to_be_done),
        TEST(what_is_said_in_a_roundabout_way_is_one_task),
        TEST(more_that_is_set_apart_is_said_of_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
