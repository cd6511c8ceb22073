/* fuzz_address.c - any text as one that may hold addresses with passwords. A mask stays one; an address that can be cut
 * is shown as it would be masked, and every spelling of it is plainly the same; blotting keeps a text's length and
 * leaves nothing to blot. A password that is set into a well-formed address is never in what is shown. */
#include "base/address/address.h"
#include "base/arena.h"
#include "base/err.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_cut(struct arena *a, const char *text)
{
    struct address_place place;
    struct address_cut cut;
    struct err err;

    if (!address_is(text) || address_cut(a, text, &cut, &err) < 0)
        return;
    must(strcmp(address_mask(a, cut.shown), cut.shown) == 0);
    must(strcmp(address_plain(a, cut.shown), address_plain(a, text)) == 0);
    must(strlen(cut.password) <= SECRET_BYTES);
    address_place(a, text, &place);
}

/* What follows the user's name is a password up to an "@" that ends it, whatever it holds. */
static void check_hidden(struct arena *a, const char *text)
{
    static const char mark[] = "Zq9Xv";
    const char *address = arena_printf(a, "postgres://me:%s%s@host/db", text, mark);

    if (!strpbrk(text, " \t\r\n\v\f\"<>`"))
        must(!strstr(address_mask(a, arena_printf(a, "see %s", address)), mark));
    must(!strstr(address_mask(a, address), mark));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    char *text = arena_dup(a, data, size);
    const char *masked = address_mask(a, text);
    size_t n = strlen(text);

    must(strcmp(address_mask(a, masked), masked) == 0);
    check_cut(a, text);
    if (n < 1000)
        check_hidden(a, text);
    address_blot(text, size % 2);
    must(strlen(text) == n && !address_blot(text, size % 2));
    arena_free(a);
    return 0;
}
