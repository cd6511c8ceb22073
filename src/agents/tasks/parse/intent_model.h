/* cues.h - what a message most likely wants, by its words and what it is said to.
 *
 * Rules say what they know exactly; people say things in more ways than rules have. So there is a second, softer
 * opinion: a linear model, trained by scripts/train/train-cues on messages whose right reading was written down by
 * people. It says how likely each kind is, and nothing else; which task is meant, and with what, is found in the
 * message. It is never enough to do anything that cannot be taken back.
 *
 * A word that the person's own tasks have says what they speak of, not what they want; so does what is quoted. Such
 * words are all the same to the model. What it is told beside the words is whether the task that most was said of is
 * open or done, how much of its title was said, and what was done just before: "the parcel came back" is one thing of a
 * parcel to be sent, and another of one that was.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct errand;

enum cue {
    CUE_CREATE,
    CUE_LIST,
    CUE_UPDATE,
    CUE_COMPLETE,
    CUE_REOPEN,
    CUE_DELETE,
    CUE_UNDO,
    CUE_REDO,
    CUE_ASK,     /* something is, and only the person can say what */
    CUE_NONE,    /* nothing is wanted: told, asked of somebody else, supposed */
    CUE_SEVERAL, /* things of different kinds */
    CUES
};

/* What a message is said to. */
struct cue_task {
    const char *title;
    bool is_done;
};

struct cue_scene {
    const struct cue_task *tasks; /* that have one of its words at least */
    size_t n;
    const char *just; /* the tool that was used last in this conversation; NULL: none */
};

/* Whether two words are one but for their endings: "mended", "mend". Short ones have to be the same. */
bool cue_same_word(const char *a, const char *b);

/* What the model sees in a message that the rules read as these errands: texts; how many there are. */
size_t cue_features(struct arena *a, const char *message, const struct errand *errands, size_t n,
                    const struct cue_scene *scene, const char ***ret);

/* Whether a word speaks for a kind: it says what is wanted, rather than with what. */
bool cue_speaks_for(const char *word, enum cue cue);

/* How likely each kind is; they add up to 1. */
void cue_weigh(const char *const *features, size_t n, double ret[static CUES]);
