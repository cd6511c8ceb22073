/* fuzz_event_id.c - a Last-Event-ID is foreign bytes. Only the id of an event that is there is found, and only by its
 * owner; a stream resumed behind it gives exactly the events that follow. A leading "K" stands for the journal's key,
 * which no fuzzer could guess. */
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "web/journal.h"
#include "web/journal_node.h"
#include "web/journal_read.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define EVENTS 20

static struct journals *all;
static struct journal *journal;

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void nothing(struct journal_reader *r)
{
    (void)r;
}

static void make_once(void)
{
    struct err err;

    if (all)
        return;
    all = journals_new(world_system());
    must(journal_new(all, "me", JOURNAL_WHOLE, &journal, &err) == 0);
    for (int i = 0; i < EVENTS; i++)
        must(journal_add(journal, NULL, "x", &err) == 0);
}

/* Ends of events, which are empty lines. */
static unsigned count_behind(uint64_t after)
{
    struct journal_reader r = { .sleep = nothing, .wake = nothing };
    unsigned n = 0;
    char text[8192];
    long got;

    journal_attach(journal, &r, after);
    while ((got = journal_read(journal, &r, text, sizeof text)) > 0)
        for (long i = 1; i < got; i++)
            n += text[i] == '\n' && text[i - 1] == '\n';
    journal_detach(journal, &r);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct journal *found = NULL;
    uint64_t after = 0;
    struct err err;
    bool has_key = size > 0 && data[0] == 'K';
    char *id = NULL;

    make_once();
    must(asprintf(&id, "%s%.*s", has_key ? journal->key : "", (int)(size - has_key), (const char *)data + has_key) >=
         0);
    if (journal_find(all, "me", id, &found, &after, &err) == 0) {
        must(found == journal && after <= EVENTS && strtoull(id + ID_TEXT_BYTES, NULL, 10) == after);
        must(count_behind(after) == EVENTS - after);
        journal_let_go(found);
        must(journal_find(all, "you", id, &found, &after, &err) < 0 && err.code == ERR_NOT_FOUND);
    } else {
        must(err.code == ERR_NOT_FOUND);
    }
    free(id);
    return 0;
}
