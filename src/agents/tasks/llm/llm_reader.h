/* voice.h - a message read by a model, where a person has set one: the same errands by other means. For
 * src/agents/tasks only.
 *
 * It is asked only about what the built-in reading is not sure of, and never about a private request. It may only
 * choose among tools, and only with the message's own words: which task is meant is said as words or a number of the
 * list that was shown, never as an id, and a title that the message does not hold is no reading.
 *
 * A model is not believed on its own. What both voices read, the same deed to the same task with the same outcome, is
 * done, from the thresholds on that hold for any reading; what only the model reads, a list apart, is offered to the
 * person and not done; and what the built-in voice is sure of is not its to leave out. So the worst that a bad one can
 * do is to ask. What has to be confirmed is confirmed all the same.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct turn;

/* How the model reads the message, of which `ours` are the built-in errands. *ret_n is 0 when no model is set, it is
 * down or slow, or it says what cannot be used; else turn.model is its name. What it said is in the audit log. */
WARN_UNUSED int voice_read(struct turn *t, const char *message, const struct errand *ours, size_t n_ours,
                           struct errand ret[static ERRANDS], size_t *ret_n, struct err *err);
