/* yes_no.c - whether a message says only yes, or only no.
 *
 * Every word must be understood. A message that says more ("yes but not the second") is neither, and is read as a
 * message of its own. A yes has no word of a no in it, so a wavering answer ("yes, no, wait") is never a yes.
 */
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"

#define REPLY_WORDS 12 /* more is no mere yes or no */

#define OPENING "*oh|um|uh|well|hmm|hm|okay|so|please|and|ah|er|erm|actually|hey|lol|haha|eh "
#define YES                                                                                                            \
    "yes|yep|yeah|yea|yup|y|yess|yesss|aye|sure|okay|confirm|confirmed|correct|right|absolutely|definitely|certainly|" \
    "affirmative|indeed|agreed|exactly|totally|approved|proceed|fine|alright|yah|yas|\xf0\x9f\x91\x8d|roger|obviously"
#define NO                                                                                                             \
    "no|nope|nah|n|nay|noo|nooo|never|cancel|stop|abort|don't|negative|nevermind|nvm|naw|wait|\xf0\x9f\x91\x8e|keep|"  \
    "hold"
#define ITS "it|that|them|this|those|these|all|both|everything|the|task|tasks|of|one|ones|my|two|three|two"
#define THANKS                                                                                                         \
    "please|thanks|thank|you|so|much|very|now|then|just|go|ahead|do|i|i'm|am|and|want|to|mate|for|me|well|good|great|" \
    "on|with|get|rid"
#define VERBS "delete|remove|complete|erase|mark|as|done|finish|update|change|add|clear|move|bulk|yourself"

static const struct {
    enum reply_kind reply;
    const char *pattern;
} replies[] = {
    { REPLY_YES, OPENING YES " *" YES "|" ITS "|" THANKS "|" VERBS "|sounds|of|course" },
    { REPLY_YES, OPENING "go ahead|for|on *it|that|and|" VERBS "|" ITS "|" THANKS },
    { REPLY_YES, OPENING "*yes|just do it|that|so|this|them *now|please|already|thanks|then|all" },
    { REPLY_YES, OPENING "of course *" YES "|" THANKS "|" ITS },
    { REPLY_YES, OPENING "sounds|looks good|great|right|fine|perfect *" THANKS "|to|me" },
    { REPLY_YES, OPENING "that's|that|it's|it *is|all|totally right|correct|fine|okay|it|good|perfect *" THANKS },
    { REPLY_YES,
      OPENING "i'm|i *am|very|quite|absolutely sure|positive|certain|confirm|agree|do *" THANKS "|about|" ITS },
    { REPLY_YES, OPENING "make it so" },
    { REPLY_YES, OPENING "[sure|yes] why not" },
    { REPLY_YES, OPENING "uh huh" },
    { REPLY_NO,
      OPENING NO " *" NO "|" ITS "|" THANKS "|" VERBS "|mind|it|thanks|sorry|changed|my|alone|leave|about|that|forget|"
                 "actually|anything|let's|on|i've|not|do|yet|as|is|be" },
    { REPLY_NO, OPENING "never|nevermind mind *" ITS "|" THANKS "|forget|about" },
    { REPLY_NO, OPENING "leave it|that|them|everything|this|those|both|all *be|alone|as|is|there|please|for|now" },
    { REPLY_NO, OPENING "[please] do|please not|don't *" VERBS "|" ITS "|anything|please|do|yet|now" },
    { REPLY_NO, OPENING "not now|yet|that|this|today *" ITS "|please|thanks|yet|right|one" },
    { REPLY_NO, OPENING "forget it|that|about *it|that|please|thanks" },
    { REPLY_NO, OPENING "hang|hold on *" NO },
    { REPLY_NO, OPENING "*i|i've|have changed|change my mind *" NO "|sorry|about|it|that" },
    { REPLY_NO, OPENING "[on] second thought|thoughts *" NO "|it|that|leave|" ITS },
    { REPLY_NO, OPENING "i|i'd don't|rather *think|want|not|to|so|it|that|rather|do|delete" },
    { REPLY_NO, OPENING "better|rather|let's|lets not" },
    { REPLY_NO, OPENING "absolutely|definitely|certainly|of|i'm [course] not *sure|" THANKS },
};

enum reply_kind reply_read(const char *message)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct span s = words_of(a, message), rest;

    while (s.n > 1 && s.w[s.n - 1].n == 0)
        s.n--;
    for (size_t i = 0; i < COUNT_OF(replies) && s.n <= REPLY_WORDS; i++)
        if (span_begins(s, replies[i].pattern, &rest) && rest.n == 0)
            return replies[i].reply;
    return REPLY_NONE;
}
