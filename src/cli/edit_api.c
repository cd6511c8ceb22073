/* edit_api.c - the library is the system's own: its interface has kept the same number since 2005. */
#include "cli/edit_api.h"
#include "sys/library.h"

#define LIBRARY "libedit.so.2"

static const struct library_function functions[] = {
#define X(name) { #name, offsetof(struct edit_api, name) },
    EDIT_FUNCTIONS(X)
#undef X
};

bool edit_load(struct edit_api *ret)
{
    char why[LIBRARY_WHY_BYTES];

    return library_load(LIBRARY, functions, COUNT_OF(functions), ret, why) == 0;
}
