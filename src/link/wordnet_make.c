/* wordnet_make.c - a tool of the build: WordNet's files as the table of wordnet.c.
 *
 *   wordnet_make FOLDER > wordnet.inc     FOLDER has index.noun, data.noun, ... as Debian's wordnet-base installs them
 *   wordnet_make > wordnet.inc            an empty table
 *
 * Of each word only the first senses are looked at, as many as SENSES says, and of these: the other words of the synset
 * (synonyms), the words of what it is directly a kind of (broader), and what it is derived from or is an attribute of
 * (derived: "sing" and "singer", "tall" and "height"). Irregular forms come from the lists of exceptions. Words of
 * several words are left out: names are matched word by word.
 */
#include "link/stem.h"
#include "link/wordnet.h"
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BYTES 48
#define LINE_BYTES (1 << 17)
#define KEPT 24    /* relations of one word */
#define POINTERS 2 /* words that are taken of a synset that is pointed to */

static const struct part {
    const char *name;
    char letter; /* as pointers say it */
    int senses;
} parts[] = { { "noun", 'n', 3 }, { "verb", 'v', 2 }, { "adj", 'a', 2 }, { "adv", 'r', 1 } };

/* A relation of one stem to another. */
struct tie {
    char stem[WORD_BYTES], other[WORD_BYTES];
    int relation, sense;
};

static struct tie *ties;
static size_t n_ties, room_ties;
static char (*words)[WORD_BYTES];
static size_t n_words, room_words;
static char *data[4];
static size_t data_bytes[4];
static const char *folder;

static void *more(void *p, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return p;
    *room = *room ? *room * 2 : 4096;
    p = realloc(p, *room * size);
    if (!p)
        abort();
    return p;
}

/* A word as its stem; false for one of several words, and for one that is no plain word. */
static int stem_of(const char *word, char out[static WORD_BYTES])
{
    size_t n = strcspn(word, "( \n");

    if (n < 2 || n + 2 > WORD_BYTES)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (!isalpha((unsigned char)word[i]))
            return 0;
        out[i] = (char)tolower((unsigned char)word[i]);
    }
    out[stem_english(out, n)] = 0;
    return 1;
}

static void note_word(const char *stem)
{
    words = more(words, n_words, &room_words, sizeof *words);
    snprintf(words[n_words++], WORD_BYTES, "%s", stem);
}

static void note(const char *stem, const char *other, enum word_relation relation, int sense)
{
    if (strcmp(stem, other) == 0)
        return;
    ties = more(ties, n_ties, &room_ties, sizeof *ties);
    snprintf(ties[n_ties].stem, WORD_BYTES, "%s", stem);
    snprintf(ties[n_ties].other, WORD_BYTES, "%s", other);
    ties[n_ties].relation = (int)relation;
    ties[n_ties++].sense = sense;
    note_word(other);
}

static FILE *open_file(const char *kind, const char *name)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s%s%s", folder, kind, *kind ? "." : "", name);
    f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static void read_data(size_t part)
{
    FILE *f = open_file("data", parts[part].name);

    fseek(f, 0, SEEK_END);
    data_bytes[part] = (size_t)ftell(f);
    rewind(f);
    data[part] = malloc(data_bytes[part] + 1);
    if (!data[part] || fread(data[part], 1, data_bytes[part], f) != data_bytes[part])
        abort();
    data[part][data_bytes[part]] = 0;
    fclose(f);
}

/* A synset's line, cut into fields. */
struct synset {
    const char *fields[2048];
    char line[LINE_BYTES];
    int n, n_words;
};

static int read_synset(size_t part, long at, struct synset *s)
{
    size_t n;
    char *save = NULL;

    if (at < 0 || (size_t)at >= data_bytes[part])
        return 0;
    n = strcspn(data[part] + at, "\n|");
    if (n >= sizeof s->line)
        return 0;
    memcpy(s->line, data[part] + at, n);
    s->line[n] = 0;
    s->n = 0;
    for (char *field = strtok_r(s->line, " ", &save); field && s->n < 2048; field = strtok_r(NULL, " ", &save))
        s->fields[s->n++] = field;
    s->n_words = s->n > 3 ? (int)strtol(s->fields[3], NULL, 16) : 0;
    return s->n_words > 0 && 4 + 2 * s->n_words < s->n;
}

static size_t part_of(char letter)
{
    for (size_t i = 0; i < 4; i++)
        if (parts[i].letter == letter || (letter == 's' && parts[i].letter == 'a'))
            return i;
    return 0;
}

/* The words of the synset that a pointer leads to; word: the number of the only one, or 0 for the first ones. */
static void follow(const char *stem, const char *const *pointer, enum word_relation relation, int sense)
{
    static struct synset target;
    long word = strtol(pointer[3], NULL, 16) & 0xff;
    char other[WORD_BYTES];
    int taken = 0;

    if (!read_synset(part_of(pointer[2][0]), strtol(pointer[1], NULL, 10), &target))
        return;
    for (int i = 0; i < target.n_words && taken < POINTERS; i++) {
        if (word > 0 && i + 1 != word)
            continue;
        if (stem_of(target.fields[4 + 2 * i], other)) {
            note(stem, other, relation, sense);
            taken++;
        }
    }
}

/* Whether the pointer is one of this word of the synset, or of all of them. */
static int of_word(const char *which, const struct synset *s, const char *lemma)
{
    long word = strtol(which, NULL, 16) >> 8;

    return word == 0 || (word <= s->n_words && strcasecmp(s->fields[4 + 2 * (word - 1)], lemma) == 0);
}

static void read_sense(size_t part, const char *lemma, const char *stem, long at, int sense)
{
    static struct synset s;
    char other[WORD_BYTES];
    int first, n;

    if (!read_synset(part, at, &s))
        return;
    for (int i = 0; i < s.n_words; i++)
        if (stem_of(s.fields[4 + 2 * i], other))
            note(stem, other, RELATION_SYNONYM, sense);
    first = 4 + 2 * s.n_words + 1;
    n = (int)strtol(s.fields[first - 1], NULL, 10);
    for (int i = 0; i < n && first + 4 * i + 3 < s.n; i++) {
        const char *const *pointer = &s.fields[first + 4 * i];
        if (strcmp(pointer[0], "@") == 0 && sense < 2)
            follow(stem, pointer, RELATION_BROADER, sense);
        else if ((pointer[0][0] == '+' || pointer[0][0] == '=' || pointer[0][0] == '\\') &&
                 of_word(pointer[3], &s, lemma))
            follow(stem, pointer, RELATION_DERIVED, sense);
    }
}

/* WordNet has a rule for these and lists none: "woman", "women". */
static void note_men(const char *lemma, const char *stem)
{
    char form[WORD_BYTES], other[WORD_BYTES];
    size_t n = strlen(lemma);

    if (n < 4 || n >= WORD_BYTES || strcmp(lemma + n - 3, "man") != 0)
        return;
    snprintf(form, sizeof form, "%.*smen", (int)(n - 3), lemma);
    if (!stem_of(form, other))
        return;
    note_word(other);
    note(stem, other, RELATION_FORM, 0);
    note(other, stem, RELATION_FORM, 0);
}

/* lemma pos synsets pointers [pointer...] senses tagged offset... */
static void read_index(size_t part)
{
    static char line[LINE_BYTES];
    FILE *f = open_file("index", parts[part].name);

    while (fgets(line, sizeof line, f)) {
        char *save = NULL, *lemma = strtok_r(line, " \n", &save), *field, stem[WORD_BYTES];
        int senses, skip;
        if (!lemma || line[0] == ' ' || !stem_of(lemma, stem))
            continue;
        note_word(stem);
        if (parts[part].letter == 'n')
            note_men(lemma, stem);
        strtok_r(NULL, " ", &save);
        senses = (int)strtol(strtok_r(NULL, " ", &save), NULL, 10);
        skip = (int)strtol(strtok_r(NULL, " ", &save), NULL, 10);
        for (int i = 0; i < skip + 2; i++)
            strtok_r(NULL, " ", &save);
        for (int i = 0; i < senses && i < parts[part].senses && (field = strtok_r(NULL, " \n", &save)); i++)
            read_sense(part, lemma, stem, strtol(field, NULL, 10), i);
    }
    fclose(f);
}

static void read_exceptions(size_t part)
{
    char line[1024], name[16];
    FILE *f;

    snprintf(name, sizeof name, "%s.exc", parts[part].name);
    f = open_file("", name);
    while (fgets(line, sizeof line, f)) {
        char *save = NULL, *form = strtok_r(line, " \n", &save), *base = strtok_r(NULL, " \n", &save);
        char a[WORD_BYTES], b[WORD_BYTES];
        if (!form || !base || !stem_of(form, a) || !stem_of(base, b))
            continue;
        note_word(a);
        note(a, b, RELATION_FORM, 0);
        note(b, a, RELATION_FORM, 0);
    }
    fclose(f);
}

static int by_word(const void *x, const void *y)
{
    return strcmp(x, y);
}

/* Nearer relations and earlier senses first. */
static int by_tie(const void *x, const void *y)
{
    const struct tie *a = x, *b = y;
    int order = strcmp(a->stem, b->stem);

    if (order == 0)
        order = a->relation - b->relation;
    if (order == 0)
        order = a->sense - b->sense;
    return order ? order : strcmp(a->other, b->other);
}

static size_t number_of(const char *word)
{
    char(*found)[WORD_BYTES] = bsearch(word, words, n_words, sizeof *words, by_word);

    return (size_t)(found - words);
}

/* The ties of a word from `from` on, without those that a nearer relation has. */
static size_t write_ties(size_t from, size_t *ret_end)
{
    size_t written = 0, end = from;

    while (end < n_ties && strcmp(ties[end].stem, ties[from].stem) == 0)
        end++;
    for (size_t i = from; i < end && written < KEPT; i++) {
        int before = 0;
        for (size_t k = from; k < i && !before; k++)
            before = strcmp(ties[k].other, ties[i].other) == 0;
        if (!before) {
            printf("%zu,", number_of(ties[i].other) << 3 | (size_t)ties[i].relation);
            written++;
        }
    }
    *ret_end = end;
    return written;
}

static void sort_words(void)
{
    size_t kept = 0;

    qsort(words, n_words, sizeof *words, by_word);
    for (size_t i = 0; i < n_words; i++)
        if (kept == 0 || strcmp(words[kept - 1], words[i]) != 0)
            memmove(words[kept++], words[i], WORD_BYTES);
    n_words = kept;
    qsort(ties, n_ties, sizeof *ties, by_tie);
}

static void write_table(void)
{
    uint32_t *starts = calloc(n_words + 1, sizeof *starts);
    size_t at = 0, total = 0;

    if (!starts)
        abort();
    printf("static const char texts[] = {\n");
    for (size_t i = 0; i < n_words; i++) {
        for (const char *p = words[i]; *p; p++)
            printf("%d,", *p);
        printf("0,\n");
    }
    printf("0 };\nstatic const uint32_t places[] = {\n");
    for (size_t i = 0, place = 0; i < n_words; place += strlen(words[i++]) + 1)
        printf("%zu,", place);
    printf("0 };\nstatic const uint32_t ties[] = {\n");
    for (size_t i = 0; i < n_words; i++) {
        starts[i] = (uint32_t)total;
        if (at < n_ties && strcmp(ties[at].stem, words[i]) == 0)
            total += write_ties(at, &at);
    }
    starts[n_words] = (uint32_t)total;
    printf("0 };\nstatic const uint32_t starts[] = {\n");
    for (size_t i = 0; i <= n_words; i++)
        printf("%u,", starts[i]);
    printf("0 };\nstatic const uint32_t n_words = %zu;\n", n_words);
    free(starts);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : NULL;
    for (size_t i = 0; folder && i < 4; i++)
        read_data(i);
    for (size_t i = 0; folder && i < 4; i++) {
        read_index(i);
        read_exceptions(i);
    }
    if (n_words > 0)
        sort_words();
    write_table();
    return 0;
}
