/* change.c - the words, in lists. */
#include "lang/change.h"
#include "base/err.h"
#include "lang/words.h"
#include <string.h>

static const char asking[] = "|why|caused|cause|causes|causing|explain|explains|reason|reasons|drove|driving|behind|";

static const char falling[] =
    "|drop|dropped|drops|dropping|fall|fell|fallen|falling|decline|declined|decrease|decreased|down|low|lower|less|"
    "fewer|worse|shrink|shrank|collapse|collapsed|plunge|plunged|dip|";

static const char rising[] = "|rise|rose|risen|rising|increase|increased|grow|grew|grown|jump|jumped|spike|spiked|up|"
                             "high|higher|more|better|";

static const char changing[] = "|change|changed|changes|move|moved|differ|different|";

bool change_asks(const struct word *w)
{
    return word_is(w, asking);
}

bool change_moves(const struct word *w)
{
    return word_is(w, falling) || word_is(w, rising) || word_is(w, changing);
}

int change_direction(const struct word *words, size_t n)
{
    bool down = false, up = false;

    for (size_t i = 0; i < n; i++) {
        down |= word_is(&words[i], falling);
        up |= word_is(&words[i], rising);
    }
    return up - down;
}

static bool has_both(struct arena *a, const char *question, bool needs_move)
{
    bool asks = false, moves = !needs_move;
    struct word *words;
    struct err ignored;
    size_t n;

    if (words_read(a, question, &words, &n, &ignored) < 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        asks |= change_asks(&words[i]);
        moves |= change_moves(&words[i]);
    }
    return asks && moves;
}

bool change_asks_reason(struct arena *a, const char *question)
{
    return has_both(a, question, false);
}

bool change_asks_why(struct arena *a, const char *question)
{
    return has_both(a, question, true);
}
