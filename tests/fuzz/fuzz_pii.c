/* fuzz_pii.c - any text looked through for what a policy blocks: as a value, as one that holds others, as a sentence.
 *
 * What looks into it says the same each time, with a pattern of the policy; a sentence that is masked shows that it is.
 * A form that was remembered hides nothing, and as a name it says what it says.
 */
#include "base/arena.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/pii/pii_names.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    struct pii_look look = { .policy = &policy };
    struct pii_seen seen = { 0 };
    struct pii_forms forms = { 0 };
    struct arena *a = arena_new();
    const char *text = arena_dup(a, (const char *)data, size), *found, *masked;
    char *exact = malloc(size + 1); /* so that a byte too far is noticed */

    if (!exact)
        abort();
    memcpy(exact, data, size);
    found = pii_inside(&look, exact, size);
    if (found && !pii_default(found))
        abort();
    if (found != pii_inside(&look, exact, size))
        abort();
    (void)pii_value(&policy, exact, size);
    (void)pii_inside_all(&look);
    (void)pii_name_means(text);
    pii_seen_add(&seen, exact, size);
    (void)pii_content(&seen, ~0u);
    for (int i = 0; i < 2; i++) {
        struct pii_finds once, again;
        pii_find(exact, size, &once);
        pii_find_again(&forms, exact, size, &again);
        if (once.classes != again.classes || once.likely != again.likely || once.weak != again.weak)
            abort();
    }
    masked = pii_mask(a, &policy, text);
    if (masked != text && !strstr(masked, PII_MASK))
        abort();
    free(exact);
    arena_free(a);
    return 0;
}
