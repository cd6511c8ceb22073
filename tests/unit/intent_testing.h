/* intent_testing.h - what was read of a message, in one line: for tables of messages.
 *
 *   create 'call Ann' due=2026-11-20 !high #work      what is done at once
 *   ?delete @the report                               what is asked about first: not sure enough
 *   list status=pending + undo                        several
 *   -                                                 nothing
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/timefmt.h"
#include "model/tasks.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 }; /* a Monday */

static int setup(void **state)
{
    *state = arena_new();
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

static const char *kind_name(enum intent_kind kind)
{
    static const char *const names[] = { "create", "list", "update", "complete", "reopen",  "delete",
                                         "undo",   "redo", "more",   "help",     "courtesy" };

    return names[kind];
}

static void add_text(struct buf *b, const char *before, const char *text, const char *after)
{
    if (text)
        buf_addf(b, " %s%s%s", before, text, after);
}

static void add_span(struct buf *b, const struct task_filter *f)
{
    char from[TIME_TEXT_BYTES], to[TIME_TEXT_BYTES];

    if (!f->has_due)
        return;
    date_text(f->due.from, from);
    date_text(f->due.to, to);
    if (f->due.is_overdue)
        buf_addf(b, " overdue");
    else
        buf_addf(b, strcmp(from, to) == 0 ? " on=%s" : " on=%s..%s", from, to);
}

static void add_intent(struct buf *b, const struct task_intent *e)
{
    const char *name = intent_type(e->kind);
    bool sure = !name || tasks_intent_sure(tasks_intent(name), e->confidence);

    buf_addf(b, "%s%s%s", b->n ? " + " : "", sure ? "" : "?", kind_name(e->kind));
    add_text(b, "@", e->about, "");
    add_text(b, "", e->every ? "every" : NULL, "");
    add_text(b, "but=", e->except, "");
    add_text(b, "'", e->set.title, "'");
    add_text(b, "(", e->set.description, ")");
    add_text(b, "due=", e->set.due, "");
    add_text(b, "remind=", e->set.remind, "");
    add_text(b, "", e->set.repeat, "");
    add_text(b, "!", e->set.priority, "");
    for (size_t i = 0; i < e->set.n_tags; i++)
        add_text(b, "#", e->set.tags[i], "");
    for (size_t i = 0; i < e->set.n_untags; i++)
        add_text(b, "-#", e->set.untags[i], "");
    if (e->kind != INTENT_LIST && !e->every)
        return;
    add_text(b, "status=", e->filter.status, "");
    add_text(b, "priority=", e->filter.priority, "");
    add_text(b, "tag=", e->filter.tag, "");
    add_text(b, e->filter.is_guess ? "perhaps=" : "search=", e->filter.search, "");
    add_text(b, "by=", e->filter.order, "");
    add_text(b, "", e->filter.repeats ? "repeats" : NULL, "");
    add_span(b, &e->filter);
}

/* The message as it was read. */
static inline const char *read_as(struct arena *a, const char *message)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n = intents_read(a, message, &now, intents);

    for (size_t i = 0; i < n; i++)
        add_intent(&b, &intents[i]);
    return n == 0 ? "-" : arena_str(a, b.p);
}

struct said {
    const char *message, *meant;
};

static inline void check_said(struct arena *a, const struct said *cases, size_t n)
{
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++) {
        const char *got = read_as(a, cases[i].message);
        if (strcmp(got, cases[i].meant) == 0)
            continue;
        print_error("'%s'\n  is %s\n not %s\n", cases[i].message, got, cases[i].meant);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

#define CHECK_SAID(state, cases) check_said(*(state), cases, COUNT_OF(cases))
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
