/* budget.h - one ceiling for the memory of large answers, whichever request they belong to.
 *
 * An answer may be 60 MB of JSON, and is twice that while it is made; then its text waits until the client has taken
 * it. Each has a bound of its own, but a bound times sixteen workers, or times as many clients as like to ask and do
 * not read, is the machine's memory. So whoever is about to hold much says how much first, and is given it, waits for
 * others to be done with theirs, or is refused with ERR_BUSY.
 *
 * A claim belongs to an arena, and is given back when the arena is freed; what outlives the request, the text that is
 * sent, is moved out of it. Small claims have a part of the budget to themselves, and somebody alone gets what they
 * ask for, so a server that holds nothing large refuses nothing.
 *
 * There is no ceiling until budget_open() sets one: a command answers one request, which nobody else can crowd. All
 * calls may come from any thread.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct cancel;
struct err;

/* Sets the ceiling, and has malloc give freed memory back to the system; 0: none. Before there are threads. */
void budget_open(size_t bytes);

/* Claims so many bytes more for the arena. Waits up to BUDGET_WAIT_MS when others hold too much, unless BUDGET_WAITERS
 * wait already; then ERR_BUSY, or what the cancel says. budget_try() never waits. */
WARN_UNUSED int budget_take(struct arena *a, size_t bytes, const struct cancel *cancel, struct err *err);
WARN_UNUSED int budget_try(struct arena *a, size_t bytes, struct err *err);

/* Moves so many bytes out of the arena's claim, and takes from what is free what the claim does not have; the caller
 * owes them to budget_return(). a may be NULL. Never waits: false when there is not so much. */
WARN_UNUSED bool budget_move(struct arena *a, size_t bytes);
void budget_return(size_t bytes);

/* Held by all. */
size_t budget_held(void);

/* Somebody waits for room now: there is none for another large answer, and it need not be made. */
bool budget_is_awaited(void);

/* Somebody waits for room, or had to within the last BUDGET_WANTED_MS: whoever holds some should hurry. */
bool budget_is_wanted(void);

/* An estimate of what a JSON text of n bytes takes while it is read, worked on and written again. */
size_t budget_of_json(const char *text, size_t n);
