/* stop.c - the lists. English, the language of the questions that are understood; others' words all count. */
#include "search/stop.h"
#include "base/attrs.h"
#include <stdlib.h>
#include <string.h>

#define STOP_BYTES 16 /* the longest has eleven letters */
#define ASKING 5      /* so many words at the beginning may be about the asking itself */

/* Sorted. */
static const char *const always[] = {
    "a",       "about",   "above",  "after",    "again",    "all",     "also",      "although", "am",      "an",
    "and",     "another", "any",    "are",      "aren",     "as",      "at",        "be",       "because", "been",
    "before",  "being",   "below",  "both",     "but",      "by",      "can",       "cannot",   "could",   "couldn",
    "did",     "didn",    "do",     "does",     "doesn",    "doing",   "don",       "done",     "during",  "each",
    "either",  "else",    "ever",   "every",    "for",      "from",    "further",   "get",      "gets",    "getting",
    "got",     "had",     "hadn",   "has",      "hasn",     "have",    "haven",     "having",   "he",      "her",
    "here",    "hers",    "him",    "his",      "how",      "however", "i",         "if",       "in",      "into",
    "is",      "isn",     "it",     "its",      "itself",   "just",    "let",       "lets",     "ll",      "may",
    "me",      "might",   "mine",   "more",     "most",     "must",    "my",        "myself",   "neither", "nor",
    "of",      "off",     "on",     "once",     "one",      "only",    "onto",      "or",       "other",   "our",
    "ours",    "out",     "own",    "per",      "quite",    "rather",  "re",        "same",     "shall",   "she",
    "should",  "shouldn", "so",     "some",     "somebody", "someone", "something", "such",     "than",    "that",
    "the",     "their",   "theirs", "them",     "then",     "there",   "these",     "they",     "this",    "those",
    "through", "thus",    "to",     "too",      "upon",     "us",      "ve",        "very",     "was",     "wasn",
    "we",      "were",    "weren",  "what",     "when",     "where",   "whether",   "which",    "while",   "who",
    "whom",    "whose",   "why",    "will",     "with",     "within",  "without",   "won",      "would",   "wouldn",
    "you",     "your",    "yours",  "yourself",
};

/* Right behind "how". Sorted. */
static const char *const measures[] = {
    "early", "exactly", "frequently", "late", "long", "many", "much", "often", "quickly", "soon",
};

/* At the beginning of a question. Sorted. */
static const char *const asking[] = {
    "allowed",  "anything", "deal", "define", "describe", "explain",  "find", "give",  "happen", "happens",    "hello",
    "help",     "hey",      "hi",   "kind",   "know",     "like",     "mean", "means", "need",   "ok",         "please",
    "possible", "say",      "says", "show",   "sort",     "supposed", "talk", "tell",  "thanks", "understand", "want",
};

/* Sorted. */
static const char *const light[] = {
    "amount",    "apply",       "case",      "companies", "company",    "detail",  "details",    "document",
    "documents", "employee",    "employees", "exact",     "exactly",    "guide",   "guideline",  "guidelines",
    "handbook",  "information", "limit",     "manual",    "maximum",    "minimum", "number",     "people",
    "person",    "policies",    "policy",    "procedure", "procedures", "process", "regulation", "regulations",
    "rule",      "rules",       "section",   "staff",     "thing",      "things",  "usually",    "way",
    "ways",      "work",        "worker",    "workers",
};

static int compare(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

static bool has(const char *const *list, size_t n, const char *word)
{
    return bsearch(word, list, n, sizeof *list, compare) != NULL;
}

/* In lower case; false when it is too long for any list. */
static bool lowered(const char *p, size_t n, char out[static STOP_BYTES])
{
    if (n >= STOP_BYTES)
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = p[i] >= 'A' && p[i] <= 'Z' ? (char)(p[i] + 32) : p[i];
    out[n] = '\0';
    return true;
}

bool stop_always(const char *p, size_t n)
{
    char word[STOP_BYTES];

    if (!lowered(p, n, word))
        return false;
    return (n == 1 && word[0] >= 'a' && word[0] <= 'z') || has(always, COUNT_OF(always), word);
}

bool stop_word(struct stop *s, const char *p, size_t n)
{
    char word[STOP_BYTES];
    bool after_how = s->after_how, stops;

    s->n++;
    s->after_how = false;
    if (!lowered(p, n, word))
        return false;
    s->after_how = strcmp(word, "how") == 0;
    stops = stop_always(p, n) || (after_how && has(measures, COUNT_OF(measures), word)) ||
            (s->n <= ASKING && has(asking, COUNT_OF(asking), word));
    return stops;
}

bool stop_light(const char *p, size_t n)
{
    char word[STOP_BYTES];

    return lowered(p, n, word) && has(light, COUNT_OF(light), word);
}
