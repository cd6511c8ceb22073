/* router.c - the operation `ask`: look up what the rules need, pick the agent, hand the question on. */
#include "agents/router/router.h"
#include "access/columns.h"
#include "agents/router/route.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/asked.h"
#include "model/fields.h"
#include "store/db/db.h"
#include "store/records/conversations.h"
#include "store/store.h"
#include <string.h>

/* ---- what the rules need to know ---- */

struct looking {
    struct call *call;
    const char *conversation_id;
    struct route_facts *facts;
};

static int look(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;
    struct call *c = l->call;
    struct conversation conversation;
    int64_t n = 0;

    if (l->conversation_id) {
        if (conversation_get(db, c->arena, l->conversation_id, c->user, NULL, world_now(c->world), &conversation, err) <
            0)
            return -1;
        l->facts->conversation = conversation.agent;
        l->facts->about = json_get(conversation.metadata, "data");
        return 0;
    }
    if (db_get_int(db, "SELECT EXISTS (SELECT 1 FROM documents WHERE user_id = $1)", DB_VALUES(DB_S(c->user)), &n,
                   err) < 0)
        return -1;
    l->facts->documents = n != 0;
    return 0;
}

/* A question with data, or for an agent by name, needs nothing looked up. */
static int find_facts(struct call *c, const struct json *args, struct route_facts *ret, struct err *err)
{
    struct router *r = c->service;
    struct route_facts facts = { .question = json_get_text(args, "question"),
                                 .now = civil_from_us(world_now(c->world)),
                                 .data = json_get(args, "data"),
                                 .agent = json_get_text(args, "agent"),
                                 .id = json_get_text(args, "conversation_id") };
    struct looking l = { .call = c, .conversation_id = facts.id, .facts = &facts };
    bool enough = facts.agent || (!l.conversation_id && json_len(facts.data) > 0);

    if (!enough && r->store && store_read(r->store, look, &l, err) < 0)
        return -1;
    *ret = facts;
    return 0;
}

/* ---- the answer ---- */

static struct json *new_answer(struct call *c, const char *agent)
{
    return answer_new(c->arena, c->world, agent,
                      &(struct answer_ids){ .correlation_id = c->correlation_id, .request_id = c->request_id });
}

static void add_routing(struct arena *a, struct json *answer, const struct route_choice *choice)
{
    struct json *routing = json_set(a, json_object(a), "agent", json_str(a, choice->agent));

    json_set(a, routing, "reason", json_str(a, choice->reason));
    json_set(a, answer, "routing", routing);
}

/* Nobody is sure to be meant: each option is a whole question that somebody is. */
static struct json *ask_back(struct call *c, const char *question)
{
    struct arena *a = c->arena;
    struct json *answer = new_answer(c, "analyst");

    answer_ask(a, answer,
               "What is this about? Name a file to ask about, add documents to look in, or say what to do with your "
               "tasks.");
    answer_add_option(a, answer, "Remember it as a task", json_str(a, arena_printf(a, "add task %s", question)));
    answer_add_option(a, answer, "Show my tasks", json_str(a, "show my tasks"));
    return answer;
}

/* The fields that the agent's own operation takes. */
static struct json *args_for(struct arena *a, const struct op *op, const struct json *args)
{
    struct json *passed = json_object(a);

    for (const struct model_field *f = op->input->fields; f->name; f++)
        if (json_get(args, f->name))
            json_set(a, passed, f->name, json_copy(a, json_get(args, f->name)));
    return passed;
}

static bool takes(const struct op *op, const char *field)
{
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if (strcmp(f->name, field) == 0)
            return true;
    return false;
}

/* An agent that answers from other things than tables reads words only. */
static int check_agent(const struct op_entry *e, const struct json *args, struct err *err)
{
    if (!e) {
        err_set(err, ERR_UNKNOWN_OPERATION, "This program has no agent for that question.", "no such operation");
        return err_action(err, "Ask about data, or name another agent.");
    }
    if (!json_get(args, "query") || takes(e->op, "query"))
        return 0;
    err_say(err, ERR_INVALID_INPUT, "A query is for an agent that answers from tables.");
    return err_action(err, "Name data with it, or ask in words.");
}

/* The agent's answer, or one that tells why there is none. */
static struct json *hand_on(struct call *c, const char *agent, const struct json *args)
{
    struct arena *a = c->arena;
    const char *name = arena_printf(a, "%s.ask", agent);
    const struct op_entry *e = op_table_find(c->gate->table, name);
    struct json *answer;
    struct err failure;

    if (check_agent(e, args, &failure) == 0 && gate_nested(c, name, args_for(a, e->op, args), &answer, &failure) == 0)
        return answer;
    answer = new_answer(c, agent);
    answer_fail(a, c->world, answer, &failure);
    json_set(a, answer, "tool_calls", c->tool_calls);
    return answer;
}

/* The same question, outside of the conversation, of what that is about. */
static struct json *args_aside(struct arena *a, const struct json *args, const struct route_facts *facts)
{
    struct json *aside = json_copy(a, args);

    json_unset(aside, "conversation_id");
    return json_set(a, aside, "data", json_copy(a, facts->about));
}

static int ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct route_facts facts;
    struct route_choice choice;
    struct json *answer;

    if (find_facts(c, args, &facts, err) < 0)
        return -1;
    choice = route_choose(c->arena, &facts);
    if (choice.aside)
        args = args_aside(c->arena, args, &facts);
    answer = choice.agent ? hand_on(c, choice.agent, args) : ask_back(c, facts.question);
    add_routing(c->arena, answer, &choice);
    if (choice.aside)
        json_set(c->arena, answer, "conversation_id", json_str(c->arena, facts.id));
    *ret = answer;
    return 0;
}

/* ---- declared ---- */

static const struct model_field ask_fields[] = {
    MAYBE_DATA_FIELD,
    FIELD("agent", ENUM, 0, "Who is to answer; whoever fits best unless said.", .metavar = "NAME",
          .values = &answer_agent_enum),
    FIELD("conversation_id", UUID, 0, "The conversation it belongs to; a new one unless said.", .metavar = "ID"),
    FIELD("table", TEXT, MODEL_WORDS, "Of data with several tables: the one it is about.", .metavar = "NAME",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("confirmation_token", TEXT, 0, "In a conversation: says yes to what was asked.", .metavar = "TOKEN",
          .range = AT_LEAST(1)),
    ASKED_FIELDS,
    END,
};

static const struct model_entity ask_input = ENTITY("ask", "A question and what it is about.", ask_fields);

static const char *const ask_examples[] = { "assay ask --data sales.csv \"total revenue by region\"",
                                            "assay ask --data sales.csv \"top 3 products by units\"",
                                            "assay ask --data sales.csv --json \"average discount in West\"",
                                            "assay ask \"remind me to call John\"", NULL };

static const struct op ops[] = {
    { .name = "ask",
      .command = "ask",
      .summary = "Answer one question: about your data, your documents or your tasks.",
      .use = "Answer one question in plain words about data files, workbooks, documents or tasks. Try this first: the "
             "answer comes with its table, SQL and proof.",
      .group = OP_GROUP_ASK,
      .detail = "Picks the agent from what is attached and from the words, or takes the one that is named. Prints the "
                "answer as a sentence and a table, then what was understood. With --json the answer also carries its "
                "evidence: the operations run, the SQL, and the fingerprints of the files that were read.",
      .examples = ask_examples,
      .input = &ask_input,
      .output = &answer_entity,
      .flags = OP_FOR_AGENTS | OP_TALKS | OP_HANDS_ON,
      .shape = OP_ANSWER,
      .run = ask },
};

int router_add(struct op_table *t, struct router *r, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), r, err);
}
