/* name.c - splitting by the most likely pieces: dynamic programming over the letters of one word. */
#include "link/name.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/text/name_words.h"
#include "link/lexicon.h"
#include "link/stem.h"
#include "link/text.h"
#include "link/wordnet.h"
#include <string.h>

#define OWN_WORDS 4096  /* of the tables at hand: those of 400 columns; later ones are as unknown as before */
#define OWN_WORD (-7.0) /* as likely as a common word */
#define UNKNOWN (-11.0) /* a piece that is no word, and for each of its letters: */
#define UNKNOWN_LETTER (-2.6)
#define PIECE (-1.0)  /* for each piece: a word of its own is rather not split */
#define SPLIT_FROM 5  /* letters: shorter words are one */
#define SPLIT_MOST 40 /* letters: nobody reads a longer one */
#define PIECES 4

struct name_splitter {
    struct arena *arena;
    const char *own[OWN_WORDS]; /* hashed, open addressing */
    size_t n;
};

struct name_splitter *name_splitter_new(void)
{
    struct arena *a = arena_new();
    struct name_splitter *s = arena_alloc(a, sizeof *s);

    s->arena = a;
    return s;
}

void name_splitter_free(struct name_splitter *s)
{
    if (s)
        arena_free(s->arena);
}

static size_t own_place(const struct name_splitter *s, const char *p, size_t n)
{
    size_t i = mix_hash(p, n) % OWN_WORDS;

    while (s->own[i] && (strncmp(s->own[i], p, n) != 0 || s->own[i][n] != 0))
        i = (i + 1) % OWN_WORDS;
    return i;
}

static const char *piece_fold(struct arena *a, const struct name_word *w)
{
    return text_fold(a, w->p, w->n);
}

static bool upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Where the capitals at the beginning of a word end that goes on as another: "GNP" of "GNPOld". "IDs" is one word. */
static size_t capitals_end(const struct name_word *w)
{
    for (size_t i = 1; i + 2 < w->n; i++)
        if (upper(w->p[i - 1]) && upper(w->p[i]) && lower(w->p[i + 1]) && lower(w->p[i + 2]))
            return i;
    return 0;
}

static size_t cut(const char *name, struct name_word *words)
{
    size_t n = name_words(name, words, LINK_NAME_WORDS), at;

    for (size_t i = 0; i < n && n < LINK_NAME_WORDS; i++) {
        if ((at = capitals_end(&words[i])) == 0)
            continue;
        memmove(&words[i + 1], &words[i], (n++ - i) * sizeof *words);
        words[i].n = at;
        words[i + 1].p += at;
        words[i + 1].n -= at;
    }
    return n;
}

void name_splitter_learn(struct name_splitter *s, const char *name)
{
    struct name_word words[LINK_NAME_WORDS];
    size_t n = cut(name, words);

    for (size_t i = 0; i < n; i++) {
        const char *folded = piece_fold(s->arena, &words[i]);
        size_t bytes = strlen(folded), place = own_place(s, folded, bytes);
        if (bytes < 3 || s->own[place] || s->n >= OWN_WORDS / 2)
            continue;
        s->own[place] = folded;
        s->n++;
    }
}

/* A word that dictionaries have is not split, unless only its name does. */
static bool known_whole(const char *word, size_t n)
{
    char stem[STEM_BYTES + 1];

    if (lexicon_word(word, n) < 0 || (n > 3 && word[n - 1] == 's' && lexicon_word(word, n - 1) < 0))
        return true;
    if (n >= STEM_BYTES)
        return true;
    memcpy(stem, word, n);
    stem[text_stem(stem, n)] = 0;
    return wordnet_has(stem);
}

static double piece_score(const struct name_splitter *s, const char *p, size_t n, size_t whole)
{
    double score = lexicon_word(p, n);

    if (score == 0 && n > 3 && p[n - 1] == 's' && lexicon_word(p, n - 1) < 0)
        score = lexicon_word(p, n - 1) - 1;
    if (n < whole && n > 2 && s->own[own_place(s, p, n)] && (score == 0 || score < OWN_WORD))
        score = OWN_WORD;
    if (score == 0 || n < 2)
        score = UNKNOWN + UNKNOWN_LETTER * (double)n;
    return score + PIECE;
}

struct split {
    size_t ends[PIECES];
    size_t n;
    double score;
};

/* The best pieces of the first i letters, for each i. */
static struct split split_word(const struct name_splitter *s, const char *word, size_t n)
{
    struct split best[SPLIT_MOST + 1] = { { .n = 0 } };

    for (size_t i = 1; i <= n; i++) {
        best[i].score = -1e9;
        for (size_t j = 0; j < i; j++) {
            double score = best[j].score + piece_score(s, word + j, i - j, n);
            if (best[j].n == PIECES || score <= best[i].score)
                continue;
            best[i] = best[j];
            best[i].ends[best[i].n++] = i;
            best[i].score = score;
        }
    }
    return best[n];
}

static void put_word(struct arena *a, struct link_name *name, const char **words, const char **stems, const char *p,
                     size_t n)
{
    char *stem = arena_alloc(a, n + 2);

    if (name->n == LINK_NAME_WORDS || n == 0)
        return;
    memcpy(stem, p, n);
    stem[text_stem(stem, n)] = 0;
    words[name->n] = arena_dup(a, p, n);
    stems[name->n++] = stem;
}

static bool splittable(const char *word, size_t n)
{
    if (n < SPLIT_FROM || n > SPLIT_MOST || known_whole(word, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (word[i] < 'a' || word[i] > 'z')
            return false;
    return true;
}

struct link_name name_split(const struct name_splitter *s, struct arena *a, const char *text)
{
    struct link_name name = { .text = text };
    struct name_word cuts[LINK_NAME_WORDS];
    const char **words = arena_array(a, LINK_NAME_WORDS, sizeof *words);
    const char **stems = arena_array(a, LINK_NAME_WORDS, sizeof *stems);
    size_t n = cut(text, cuts);

    for (size_t i = 0; i < n; i++) {
        const char *word = piece_fold(a, &cuts[i]);
        size_t bytes = strlen(word), from = 0;
        struct split pieces = { .ends = { bytes }, .n = 1 };
        if (splittable(word, bytes))
            pieces = split_word(s, word, bytes);
        for (size_t k = 0; k < pieces.n; k++) {
            put_word(a, &name, words, stems, word + from, pieces.ends[k] - from);
            from = pieces.ends[k];
        }
    }
    name.words = words;
    name.stems = stems;
    return name;
}
