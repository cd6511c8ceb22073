/* llm_node.h - what a way of asking a model has to be. For src/llm only. */
#pragma once
#include "base/limits.h"
#include "llm/llm.h"

/* A call as the model wrote it: nobody has looked whether there is such a tool. */
struct llm_said {
    struct {
        const char *tool;
        struct json *args; /* some object */
    } calls[LLM_CALLS];
    size_t n;
};

/* One exchange with a model, whoever serves it.
 *
 * An implementation must not try again, wait, or keep anything between two asks: that is llm.c's. It must return by the
 * cancel's deadline. It must not log, and must put neither key nor address nor a word of the turns into an error. It
 * must not mend what the model said: what is not exactly a choice among tools is an error. */
struct llm_way {
    /* ERR_MODEL_UNRESPONSIVE stands for what may pass. *wait_ms is then how long the server wants to be left alone; it
     * is 0 before. */
    int (*ask)(const struct llm_config *config, struct arena *a, const struct llm_ask *ask, const struct cancel *cancel,
               struct llm_said *ret, int64_t *wait_ms, struct err *err);
};

extern const struct llm_way llm_openai;
