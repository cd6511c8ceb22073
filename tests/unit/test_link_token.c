/* test_link_token.c - texts as tokens, words as stems, names as words. */
#include "link/name.h"
#include "link/stem.h"
#include "link/wordnet.h"
#include "link_testing.h"

static const char *tokens_text(struct arena *a, const char *text, bool stems)
{
    struct tokenizer *t CLEANUP(tokenizer_cleanup) = tokenizer_new();
    struct token *tokens;
    const char *out = "";
    struct err err;
    size_t n;

    assert_int_equal(tokens_read(t, a, text, &tokens, &n, &err), 0);
    for (size_t i = 0; i < n; i++)
        out = arena_printf(a, "%s%s%s", out, i ? " " : "", stems ? tokens[i].stem : tokens[i].folded);
    return out;
}

static void stems_are_snowballs(void **state)
{
    static const char *const pairs[][2] = {
        { "singers", "singer" },
        { "cities", "citi" },
        { "city", "citi" },
        { "ties", "tie" },
        { "studies", "studi" },
        { "running", "run" },
        { "hoping", "hope" },
        { "agreed", "agre" },
        { "national", "nation" },
        { "heights", "height" },
        { "generously", "generous" },
        { "addresses", "address" },
        { "news", "news" },
        { "evening", "evening" },
        { "dying", "die" },
        { "university", "universiti" },
        { "organization", "organiz" },
        { "yearly", "year" },
        { "is", "is" },
        { "b2b", "b2b" },
        { "added", "add" },
        { "possibly", "possibl" },
        { "psychologist", "psycholog" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        char word[STEM_BYTES] = "";
        memcpy(word, pairs[i][0], strlen(pairs[i][0]));
        word[stem_english(word, strlen(word))] = 0;
        assert_string_equal(word, pairs[i][1]);
    }
}

static void tokens_are_words_numbers_and_signs(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_string_equal(tokens_text(a, "How many Singers, in AB-12?", false), "how many singers , in ab - 12 ?");
    assert_string_equal(tokens_text(a, "1,000.50 or 5k by 2025-03-01 10:30", false),
                        "1,000.50 or 5k by 2025-03-01 10:30");
    assert_string_equal(tokens_text(a, "the 3rd stu_id >= 747-400", false), "the 3rd stu id >= 747 - 400");
    assert_string_equal(tokens_text(a, "student's names of O'Brien’s, students' don't", false),
                        "student names of obrien , students dont");
    assert_string_equal(tokens_text(a, "STRASSE Straße Ｗｉｄｅ", false), "strasse strasse wide");
    assert_string_equal(tokens_text(a, "São Paulo", true), "sao paulo");
    assert_string_equal(tokens_text(a, "", false), "");
}

static void quotes_are_known_and_gone(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct tokenizer *t CLEANUP(tokenizer_cleanup) = tokenizer_new();
    struct token *tokens;
    struct err err;
    size_t n;

    (void)state;
    assert_int_equal(tokens_read(t, a, "named 'New York' or “Rio” but \"open", &tokens, &n, &err), 0);
    assert_int_equal(n, 7);
    assert_int_equal(tokens[0].quote, 0);
    assert_int_equal(tokens[1].quote, 1);
    assert_int_equal(tokens[2].quote, 1);
    assert_string_equal(tokens[2].text, "York");
    assert_int_equal(tokens[3].quote, 0);
    assert_int_equal(tokens[4].quote, 2);
    assert_int_equal(tokens[6].quote, 0); /* nothing closes it */
}

static void more_tokens_than_the_limit_are_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct tokenizer *t CLEANUP(tokenizer_cleanup) = tokenizer_new();
    char *text = arena_alloc(a, 2 * (LINK_TOKENS + 1) + 1);
    struct token *tokens;
    struct err err;
    size_t n;

    (void)state;
    for (size_t i = 0; i <= LINK_TOKENS; i++)
        memcpy(text + 2 * i, "a ", 2);
    assert_int_equal(tokens_read(t, a, text, &tokens, &n, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    text[2 * LINK_TOKENS] = 0;
    assert_int_equal(tokens_read(t, a, text, &tokens, &n, &err), 0);
    assert_int_equal(n, LINK_TOKENS);
}

static const char *words_of(struct arena *a, const struct name_splitter *s, const char *text)
{
    struct link_name name = name_split(s, a, text);
    const char *out = "";

    for (size_t i = 0; i < name.n; i++)
        out = arena_printf(a, "%s%s%s", out, i ? " " : "", name.words[i]);
    return out;
}

static void names_are_split(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct name_splitter *s = name_splitter_new();

    (void)state;
    name_splitter_learn(s, "Zorblat_Size");
    assert_string_equal(words_of(a, s, "lifeExp_2"), "life exp 2");
    assert_string_equal(words_of(a, s, "GNPOld"), "gnp old");
    assert_string_equal(words_of(a, s, "PassengerId"), "passenger id");
    assert_string_equal(words_of(a, s, "lifeexp"), "life exp");
    assert_string_equal(words_of(a, s, "stuid"), "stu id");
    assert_string_equal(words_of(a, s, "clubname"), "club name");
    assert_string_equal(words_of(a, s, "zorblatname"), "zorblat name"); /* a word of the tables */
    assert_string_equal(words_of(a, s, "population"), "population");
    assert_string_equal(words_of(a, s, "Prénom du client"), "prénom du client");
    assert_string_equal(words_of(a, s, "---"), "");
    name_splitter_free(s);
}

static void related_words_are_known(void **state)
{
    struct related r[64];
    size_t n = wordnet_related("singer", r, COUNT_OF(r));
    bool sing = false;

    (void)state;
    if (!wordnet_is_there()) {
        assert_int_equal(n, 0);
        return;
    }
    for (size_t i = 0; i < n; i++)
        sing = sing || (strcmp(r[i].stem, "sing") == 0 && r[i].relation == RELATION_DERIVED);
    assert_true(sing);
    assert_true(wordnet_has("citi"));
    assert_false(wordnet_has("zorblat"));
    n = wordnet_related("women", r, COUNT_OF(r));
    assert_true(n > 0);
    assert_string_equal(r[0].stem, "woman");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_are_snowballs),       cmocka_unit_test(tokens_are_words_numbers_and_signs),
        cmocka_unit_test(quotes_are_known_and_gone), cmocka_unit_test(more_tokens_than_the_limit_are_refused),
        cmocka_unit_test(names_are_split),           cmocka_unit_test(related_words_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
