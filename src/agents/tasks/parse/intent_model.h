/* intent_model.h - how likely each kind of intent is for a message, by a learned model.
 *
 * Rules are exact, and people say things in more ways than there are rules. So there is a second opinion: a linear
 * model, trained by scripts/train/train-cues on messages labelled by people. It gives the likelihood of each kind and
 * nothing else: which task is meant, and what is to change, is found in the message. It is never enough for anything
 * that cannot be undone.
 *
 * Words of the person's own tasks say what they speak of, not what they want, and so do quotations: the model sees only
 * that they are there. Beside the words it is told whether the task that the message most speaks of is open or done,
 * how much of its title was said, and what was done just before: "the parcel came back" means one thing of a parcel to
 * be sent and another of one that was sent.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct task_intent;

enum wanted {
    WANTED_CREATE,
    WANTED_LIST,
    WANTED_UPDATE,
    WANTED_COMPLETE,
    WANTED_REOPEN,
    WANTED_DELETE,
    WANTED_UNDO,
    WANTED_REDO,
    WANTED_ASK,     /* something is, and only the person can say what */
    WANTED_NONE,    /* nothing is wanted: told, asked of somebody else, supposed */
    WANTED_SEVERAL, /* things of different kinds */
    WANTED_KINDS
};

/* What a message is said to. */
struct scene_task {
    const char *title;
    bool is_done;
};

struct message_scene {
    const struct scene_task *tasks; /* that have one of its words at least */
    size_t n;
    const char *just; /* the tool that was used last in this conversation; NULL: none */
};

/* Whether two words are one but for their endings: "mended", "mend". Short ones have to be the same. */
bool word_same(const char *a, const char *b);

/* What the model sees in a message that the rules read as these intents: texts; how many there are. */
size_t intent_features(struct arena *a, const char *message, const struct task_intent *intents, size_t n,
                       const struct message_scene *scene, const char ***ret);

/* Whether a word speaks for a kind: it says what is wanted, rather than with what. */
bool intent_word_speaks_for(const char *word, enum wanted wanted);

/* How likely each kind is; they add up to 1. */
void intent_weigh(const char *const *features, size_t n, double ret[static WANTED_KINDS]);
