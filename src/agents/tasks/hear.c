/* hear.c - the message as a whole, and piece by piece; what can be done as it stands goes before what cannot. */
#include "agents/tasks/hear.h"
#include "agents/tasks/denied.h"
#include "agents/tasks/sense.h"
#include "agents/tasks/turn.h"
#include "model/tasks.h"
#include <string.h>

#define PLAIN 0.93 /* an order in so many words; of new tasks there are more such that mean something else: */
#define PLAIN_NEW 0.95
#define RULED 0.90   /* by a rule that is hardly ever wrong */
#define DOUBTED 0.55 /* below every threshold */

/* How likely another reading has to be, to be heard before what the rules read. */
static double hear_from(const struct errand *e, size_t n)
{
    return n == 0 || !turn_is_sure(e) ? 0 : e->confidence < RULED ? 0.90 : 0.97;
}

int hear_words(struct turn *t, const char *said, struct errand errands[static ERRANDS], size_t *n, struct err *err)
{
    struct sense s;

    if (*n > 1 || (*n == 1 && !errand_intent(errands->kind)) ||
        (*n == 1 && errands->confidence >= (errands->kind == ERRAND_CREATE ? PLAIN_NEW : PLAIN)))
        return 0;
    if (sense_errands(t, said, errands, *n, &s, err) < 0)
        return -1;
    if (*n == 1 && s.asks && s.likely >= 0.90 && errands->confidence < RULED)
        errands->confidence = DOUBTED;
    else if (*n == 1 && s.n == 1 && s.kind == errands->kind && s.kind != ERRAND_CREATE && !turn_is_sure(errands))
        *errands = s.errands[0]; /* it is what they guessed, and the tasks say of which */
    else if (*n == 1 && s.is_kind && s.kind == errands->kind && s.n < 2 && (turn_is_sure(errands) || s.n == 1))
        errands->confidence =
            turn_is_sure(errands) ? errands->confidence : tasks_intent(errand_intent(s.kind))->threshold;
    else if (s.n > 0 && s.likely >= hear_from(errands, *n)) {
        memcpy(errands, s.errands, s.n * sizeof *s.errands);
        *n = s.n;
    }
    return 0;
}

/* Whether the pieces say more than the whole, or say of what is there what the whole takes for something new; or what
 * its "it" is. */
static bool says_more(const struct errand *apart, size_t n_apart, const struct errand *whole, size_t n, size_t reach)
{
    bool named = false, differ = false;

    if (n_apart > reach)
        return true;
    for (size_t i = 1; i < n_apart; i++)
        differ |= apart[i].kind != apart[0].kind;
    for (size_t i = 1; i < n; i++)
        differ &= whole[i].kind == whole[0].kind;
    if (differ && n > 1 && n_apart == n) /* the same to all of them, where each is something else */
        return true;
    for (size_t i = 0; i < n && n_apart == n; i++) {
        bool same = apart[i].kind == whole[i].kind;
        if (!same && whole[i].kind != ERRAND_CREATE)
            return false;
        named |= same ? hear_is_pronoun(&whole[i]) && !hear_is_pronoun(&apart[i]) : apart[i].kind != ERRAND_LIST;
        named |= same && whole[i].kind == ERRAND_UNDO && whole[i].about && !apart[i].about; /* the rest is talk */
    }
    return n_apart == n && named;
}

/* What is asked was not told: only what was plainly ordered is left. */
static void forget_told(struct errand errands[static ERRANDS], size_t *n)
{
    size_t kept = 0;

    for (size_t i = 0; i < *n; i++)
        if (errands[i].kind != ERRAND_COMPLETE || errands[i].confidence >= RULED)
            errands[kept++] = errands[i];
    *n = kept;
}

int hear(struct turn *t, const char *message, struct errand errands[static ERRANDS], size_t *n, struct err *err)
{
    struct errand apart[ERRANDS];
    size_t n_apart, reach;

    if (denied_asked(message))
        forget_told(errands, n);
    if (t->is_answer || errand_reply(message) != REPLY_NONE)
        return 0;
    if (hear_words(t, message, errands, n, err) < 0 || hear_pieces(t, message, apart, &n_apart, err) < 0)
        return -1;
    if (n_apart == 0)
        return 0;
    if (hear_reach(t, errands, *n, &reach, err) < 0)
        return -1;
    if (says_more(apart, n_apart, errands, *n, reach)) {
        memcpy(errands, apart, n_apart * sizeof *apart);
        *n = n_apart;
    }
    return 0;
}
