/* analyst.c - the analyst's questions: each is a turn of a conversation about data. */
#include "agents/analyst/analyst.h"
#include "access/columns.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/op.h"
#include "gate/table.h"
#include "inquiry/turn.h"
#include "model/answer.h"
#include "model/asked.h"
#include "model/fields.h"

static int ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct analyst *s = c->service;
    struct turn turn = turn_of_args("analyst", args, NULL);

    return turn_answer(c, s->store, &turn, ret, err);
}

static const struct model_field ask_fields[] = {
    MAYBE_DATA_FIELD,
    FIELD("conversation_id", UUID, 0, "The conversation it belongs to; a new one unless said.", .metavar = "ID"),
    FIELD("table", TEXT, MODEL_WORDS, "Of data with several tables: the one it is about.", .metavar = "NAME",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    ASKED_FIELDS,
    END,
};

static const struct model_entity ask_input = ENTITY("analyst.ask", "A question and its data.", ask_fields);

static const struct op ops[] = {
    { .name = "analyst.ask",
      .summary = "Answer a question about data in tables.",
      .detail = "A follow-up in the same conversation needs no data: it is understood from the questions before it.",
      .input = &ask_input,
      .output = &answer_entity,
      .flags = OP_INSIDE | OP_TALKS,
      .shape = OP_ANSWER,
      .run = ask },
};

int analyst_add(struct op_table *t, struct analyst *s, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), s, err);
}
