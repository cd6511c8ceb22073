/* test_search.c - scores over a store of its own: what they are, whose they are, and what leaves the index. */
#include "base/arena.h"
#include "base/err.h"
#include "base/world.h"
#include "search/search.h"
#include "store/db/db.h"
#include "store/db/stems.h"
#include "store/records/documents.h"
#include "store/store.h"
#include "store_testing.h"
#include <math.h>

#define TEXTS 8

struct library {
    void *home;
    struct arena *a;
    struct store *store;
    const char *user, *id, *replaces, *source;
    const char *texts[TEXTS]; /* each the text of a passage */
    struct search_query query;
    struct search_result result;
};

static int put(struct tx *tx, void *arg, struct err *err)
{
    struct library *l = arg;
    struct document d = { .id = l->id,
                          .user = l->user,
                          .title = "T",
                          .source = l->source ? l->source : l->id,
                          .name = "t.md",
                          .sha256 = "",
                          .created_at = "2026-01-01T00:00:00Z" };
    struct document_passage passages[TEXTS] = { 0 };
    struct stems *w CLEANUP(stems_cleanup) = NULL;
    size_t n = 0;

    assert_int_equal(stems_new(&w, err), 0);
    for (; n < TEXTS && l->texts[n]; n++) {
        const char *ref = arena_printf(l->a, "%s-%zu", l->id, n);
        passages[n] = (struct document_passage){ ref, "C", "S", "c/s", NULL, "Heading", l->texts[n], 0 };
        assert_int_equal(search_length(w, "Heading", l->texts[n], &passages[n].words, err), 0);
    }
    return document_put(tx, &d, passages, n, l->replaces, err);
}

static int run(struct db *db, void *arg, struct err *err)
{
    struct library *l = arg;

    return search_run(db, l->a, &l->query, &l->result, err);
}

static const struct search_result *look(struct library *l, const char *user, const char *text, bool widen)
{
    struct err err;

    l->query = (struct search_query){ .user = user, .text = text, .k = 10, .widen = widen };
    assert_int_equal(store_read(l->store, run, l, &err), 0);
    return &l->result;
}

static void keep(struct library *l, const char *user, const char *id, const char *const *texts)
{
    struct err err;

    l->user = user;
    l->id = id;
    memset(l->texts, 0, sizeof l->texts);
    for (size_t i = 0; texts[i]; i++)
        l->texts[i] = texts[i];
    assert_int_equal(store_write(l->store, put, l, NULL, &err), 0);
}

static const char *const birds[] = { "Owls hunt mice by night.", "Falcons are fast. Falcons hunt doves.",
                                     "A heron waits in the water.", NULL };

static int open_library(void **state)
{
    struct library *l = calloc(1, sizeof *l);

    if (!l || scratch_setup(&l->home) < 0)
        return -1;
    l->a = arena_new();
    l->store = open_store(l->home);
    keep(l, "anna", "birds", birds);
    *state = l;
    return 0;
}

static int close_library(void **state)
{
    struct library *l = *state;

    store_close(l->store);
    arena_free(l->a);
    scratch_teardown(&l->home);
    free(l);
    return 0;
}

static void scores_follow_the_formula(void **state)
{
    const struct search_result *r = look(*state, "anna", "Do falcons hunt?", false);
    double n = 3, rare = log(1 + (n - 1 + 0.5) / 1.5), common = log(1 + (n - 2 + 0.5) / 2.5);
    /* lengths: twice the heading's one word, and 5, 6 and 6 words of text */
    double norm = SEARCH_K1 * (1 - SEARCH_B + SEARCH_B * 8 / (23.0 / 3));

    assert_int_equal(r->n, 2);
    assert_string_equal(r->hits[0].id, "birds-1");
    assert_true(fabs(r->hits[0].score - (rare * 2 / (2 + norm) + common * 1 / (1 + norm)) / (rare + common)) < 1e-6);
    assert_true(fabs(r->hits[0].coverage - 1) < 1e-9);
    assert_true(fabs(r->hits[1].coverage - common / (rare + common)) < 1e-9);
}

static void a_word_that_is_nowhere_lowers_the_score(void **state)
{
    double known = look(*state, "anna", "owls", false)->hits[0].coverage;
    const struct search_result *r = look(*state, "anna", "owls and dragons", false);

    assert_true(fabs(known - 1) < 1e-9);
    assert_true(r->hits[0].coverage < 0.5);
    assert_false(r->terms[1].known);
    assert_true(fabs(r->terms[0].weight + r->terms[1].weight - 1) < 1e-9);
}

static void words_meet_whatever_their_ending_case_or_accent(void **state)
{
    assert_int_equal(look(*state, "anna", "HUNTING", false)->n, 2);
    assert_int_equal(look(*state, "anna", "h\u00e9rons", false)->n, 1);
    assert_int_equal(look(*state, "anna", "the of and how", false)->n_terms, 0);
    assert_int_equal(look(*state, "anna", "how long do owls tell us", false)->n_terms, 1);
}

static void another_users_documents_do_not_exist_and_do_not_count(void **state)
{
    struct library *l = *state;
    double before = look(l, "anna", "owls", false)->hits[0].score;

    keep(l, "ben", "more", (const char *const[]){ "Owls owls owls.", "Owls everywhere.", NULL });
    assert_true(look(l, "anna", "owls", false)->hits[0].score == before);
    assert_int_equal(look(l, "ben", "falcons", false)->n, 0);
    assert_int_equal(look(l, "carl", "owls", false)->n, 0);
}

static void a_replaced_document_is_found_by_its_new_words_only(void **state)
{
    struct library *l = *state;
    struct err err;

    l->replaces = "birds";
    l->source = "birds";
    keep(l, "anna", "birds2", (const char *const[]){ "Penguins swim.", NULL });
    l->replaces = "birds";
    assert_int_equal(look(l, "anna", "owls falcons heron", false)->n, 0);
    assert_int_equal(look(l, "anna", "penguin", false)->n, 1);
    /* what was seen is no longer there */
    l->id = "birds3";
    assert_int_equal(store_write(l->store, put, l, NULL, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED_MEANWHILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scores_follow_the_formula, open_library, close_library),
        cmocka_unit_test_setup_teardown(a_word_that_is_nowhere_lowers_the_score, open_library, close_library),
        cmocka_unit_test_setup_teardown(words_meet_whatever_their_ending_case_or_accent, open_library, close_library),
        cmocka_unit_test_setup_teardown(another_users_documents_do_not_exist_and_do_not_count, open_library,
                                        close_library),
        cmocka_unit_test_setup_teardown(a_replaced_document_is_found_by_its_new_words_only, open_library,
                                        close_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
