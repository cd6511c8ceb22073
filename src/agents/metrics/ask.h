/* ask.h - "why did revenue drop in March?" as the one answer that every agent gives. For src/agents/metrics only. */
#pragma once
#include "gate/op.h"

op_run metrics_ask;
extern const struct model_entity metrics_ask_args;
