/* run.h - one analysis on its way from an intent to files; what its parts share. For src/agents/analyst only.
 *
 * A run goes one way: the intent is guarded, the data described, questions of the intent are read as aims (aims.h),
 * aims become the steps of a plan (plan.h), the actor calls a tool for each step and mends what fails (actor.h,
 * repair.h), and what came out is said (summary.h), held against the intent (account.h) and delivered (deliver.h).
 * Every figure in a text is taken from an observation, or is a percentage of two that are.
 *
 * All of it lives in the call's arena. Data is reached by calling operations through the gate and in no other way.
 */
#pragma once
#include "agents/analyst/wish.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "gate/op.h"
#include "query/query.h"
#include "store/records/recipe_intent.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct analyzer;
struct column_policy;
struct json;
struct plan_step;
struct table;

#define RUN_AIMS (ANALYST_WISHES + 1) /* the data as a whole has two: totals, and how they go over time */
#define STEP_NEEDS 2
#define STEP_INVARIANTS 4

/* A question of the intent, understood. */
struct aim {
    const struct wish *wish;
    struct request request; /* what answers it */
    const char *note;       /* what has to be said of the tables it left out; NULL: nothing */
    bool over_time;         /* its first group is a unit of time */
    const char *unread;     /* words of the wish without which it was read; NULL: none */
    bool adds_up;           /* a total or a count by one group: its parts have shares of the whole */
};

enum step_role { STEP_PROFILE, STEP_COMPUTE, STEP_ARRANGE, STEP_DRAW };

/* A subtask with what became of it. */
struct plan_step {
    enum step_role role;
    const char *id, *tool, *description;
    struct aim *aim; /* NULL: of the profile */
    size_t needs[STEP_NEEDS];
    size_t n_needs;
    const char *invariants[STEP_INVARIANTS];
    size_t n_invariants;
    double cost;       /* seconds, estimated */
    bool optional;     /* may be left out where time is short; its failure spoils nothing */
    struct json *args; /* NULL until the steps before it are done */
    const char *state; /* analyst.ToolCallState */
    int attempts;
    const char *call_id; /* of the last attempt */
    struct err why;      /* of the last failure */
    struct json *result; /* of success */
    const char *mended;  /* what was changed after a failure, as a sentence; NULL: nothing was */
};

struct run {
    struct call *outer; /* the operation's */
    struct call call;   /* the same with the request's own deadline: for calling tools */
    struct cancel cancel;
    struct analyzer *service;
    int64_t began_us;

    struct json *request; /* AnalysisRequest, checked */
    struct json *data;    /* its sources, as tools take them */
    const struct column_policy *policy;
    const char *state; /* analyst.RequestState */

    struct wishes wishes;
    struct table *tables;
    size_t n_tables;
    const char *fingerprint; /* of all schemas together */
    struct json *profile;    /* what the profile found; NULL: not looked at */

    struct aim aims[RUN_AIMS];
    size_t n_aims;
    struct plan_step steps[ANALYST_SUBTASKS];
    size_t n_steps;
    struct json *plan; /* Plan; NULL: none was made */

    struct json *tool_calls, *observations; /* ToolCall, Observation */
    size_t retries;
    struct json *findings, *insights, *warnings; /* sentences */
    struct json *missing;                        /* those of the warnings that say what was not done */
    struct json *artifacts;                      /* Artifact */
    struct intent intent;                        /* for the recipes; set by memory_recall() */
    const char *recipe;                          /* the one that was followed, or NULL */
    struct err failure;                          /* why it failed, wholly or in part; only with has_failed */
    bool has_failed;
};

static inline struct arena *run_arena(const struct run *r)
{
    return r->outer->arena;
}

/* Adds a sentence to one of the three lists, once. */
void run_say(struct run *r, struct json *list, const char *sentence);

bool run_wants(const struct run *r, const char *deliverable);

/* True when the data have the word, given as its stem: in the name of a table or column, or in a value. */
bool run_knows(const struct run *r, const char *stem);

/* A limit of the request's constraints. */
int64_t run_limit(const struct run *r, const char *constraint);

/* The first failure is the one that is told. Always -1. */
int run_fail(struct run *r, const struct err *why);

/* Takes a step of the seed's state machine. */
void run_state(struct run *r, const char *to);
