/* key_check.c - a store that is known to be damaged is left alone: its key says nothing. */
#include "store/audit/key_check.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/world.h"
#include "store/log/known_keys.h"
#include "store/store.h"

static void distrust(struct store *s, const char *known, const char *key)
{
    struct err why;

    err_set(&why, ERR_STORE_DAMAGED, "The audit log here is signed by another key than the one known for this home.",
            "known: %s, here: %s", known, key);
    err_action(&why, "See `assay audit verify`.");
    store_distrust(s, &why);
}

int key_check(struct store *s, const char *settings, const char *home, const struct world *world, bool *ret_is_new_home,
              struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char key[KEY_TEXT_BYTES], known[KEY_TEXT_BYTES];
    const char *signed_head;
    enum known_key is;
    struct chain chain;

    *ret_is_new_home = false;
    if (store_check(s, err) < 0)
        return 0;
    store_key(s, key);
    if (known_key_look(settings, home, key, &is, known, err) < 0 || store_head(s, a, &chain, &signed_head, err) < 0)
        return -1;
    if (is == KEY_IS_ANOTHER && chain.entries > 0) {
        distrust(s, known, key);
        return 0;
    }
    *ret_is_new_home = is == KEY_IS_ANOTHER; /* its key is remembered beside the other, which verify goes on to tell */
    if (is != KEY_IS_NEW && is != KEY_IS_ANOTHER)
        return 0;
    return known_key_keep(settings, home, key, world_now(world), err);
}
