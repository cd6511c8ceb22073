/* fuzz_task_message.c - any bytes as a message about tasks. What is read must be whole: a sure intent names what it is
 * about, confidences are in range and go down, no character is cut in two, and reading a message again gives the same.
 */
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/intent_model.h"
#include "base/arena.h"
#include "base/str.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

static void check(bool holds)
{
    if (!holds)
        abort();
}

static bool names_one(const struct task_intent *e)
{
    return e->kind == INTENT_CREATE ? e->set.title != NULL : e->about != NULL || e->every;
}

/* No character is cut in two. */
static void check_text(const char *text, bool is_utf8)
{
    check(!text || !is_utf8 || str_is_utf8(text, strlen(text)));
}

static void check_texts(const struct task_intent *e, bool is_utf8)
{
    check_text(e->said, is_utf8);
    check_text(e->about, is_utf8);
    check_text(e->set.title, is_utf8);
    check_text(e->set.description, is_utf8);
    check_text(e->filter.search, is_utf8);
    check_text(e->filter.tag, is_utf8);
    for (size_t i = 0; i < e->set.n_tags; i++)
        check_text(e->set.tags[i], is_utf8);
}

static void check_intent(const struct task_intent *e)
{
    double last = e->confidence;

    check(e->said && e->confidence > 0 && e->confidence <= 1 && e->n_others <= INTENT_OTHERS);
    check(e->set.n_tags <= TASK_TAGS && e->set.n_untags <= TASK_TAGS);
    for (size_t i = 0; i < e->n_others; i++) {
        check(e->others[i].kind != e->kind && e->others[i].confidence <= last);
        last = e->others[i].confidence;
    }
    if (e->kind == INTENT_CREATE || e->kind == INTENT_COMPLETE || e->kind == INTENT_DELETE || e->kind == INTENT_UPDATE)
        check(names_one(e) || e->confidence < 0.80);
    check(!e->set.title || *e->set.title);
}

/* The same as each of the kinds it could be. */
static void read_otherwise(struct arena *a, const char *message, const struct task_intent *intents, size_t n)
{
    static const struct scene_task tasks[] = { { "write the Friday report 14b", false }, { "return books", true } };
    const struct message_scene scene = { tasks, COUNT_OF(tasks), "tasks.undo" };
    bool is_utf8 = str_is_utf8(message, strlen(message));
    const char **features;
    struct task_intent e = { 0 };
    double p[WANTED_KINDS], all = 0;

    n = intent_features(a, message, intents, n, &scene, &features);
    intent_weigh(features, n, p);
    for (size_t i = 0; i < WANTED_KINDS; i++)
        all += p[i];
    check(all > 0.999 && all < 1.001);
    if (intent_as_new(a, message, &now, n % 2, &e)) {
        check(e.set.title && *e.set.title);
        check_texts(&e, is_utf8);
    }
    if (intent_as_list(a, message, &now, &e))
        check_texts(&e, is_utf8);
    e = (struct task_intent){ 0 };
    if (intent_as_change(a, message, "write the Friday report 14b", &now, &e.set))
        check_texts(&e, is_utf8);
    check_text(message_reference(a, message), is_utf8);
    check_text(message_reordered(a, message), is_utf8);
    if (message_slots(a, message, &now, &e.set))
        check_texts(&e, is_utf8);
}

/* Its pieces, in their order, are parts of it. */
static void cut(struct arena *a, const char *message)
{
    struct message_piece pieces[MESSAGE_PIECES];
    size_t n = message_pieces(a, message, pieces);
    const char *at = message;

    check(n <= MESSAGE_PIECES);
    for (size_t i = 0; i < n; i++) {
        at = strstr(at, pieces[i].said);
        check(at && *at);
        at += strlen(pieces[i].said);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *message = arena_dup(a, data, size);
    struct task_intent intents[MESSAGE_INTENTS], again[MESSAGE_INTENTS];
    size_t n = intents_read(a, message, &now, intents);

    check(n <= MESSAGE_INTENTS && intents_read(a, message, &now, again) == n);
    for (size_t i = 0; i < n; i++) {
        check_intent(&intents[i]);
        check_texts(&intents[i], str_is_utf8(message, strlen(message)));
        check(again[i].kind == intents[i].kind && strcmp(again[i].said, intents[i].said) == 0);
    }
    (void)reply_read(message);
    read_otherwise(a, message, intents, n);
    cut(a, message);
    arena_free(a);
    return 0;
}
