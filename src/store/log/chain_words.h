/* chain_words.h - the words an entry may hold in event_type and actor. For chain.c and chain_read.c only. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

bool chain_is_event_type(const char *p, size_t n);
bool chain_is_actor(const char *p, size_t n);
