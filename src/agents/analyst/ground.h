/* ground.h - what a step's tool is called with, from the plan and from what the steps before it gave. */
#pragma once
#include "agents/analyst/run.h"

/* New arguments for the step. Those it needs have succeeded. */
struct json *ground(struct run *r, const struct plan_step *s);

/* The step of that role for an aim; NULL when the plan has none. */
const struct plan_step *ground_step(const struct run *r, const struct aim *aim, enum step_role role);

/* An aim's table: the arranged rows where there are any, else the computed ones; NULL when there are neither. */
const struct json *ground_table(const struct run *r, const struct aim *aim);
