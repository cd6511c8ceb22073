/* id.c - the shapes of identifiers, checked byte by byte without a locale. */
#include "base/id.h"
#include "base/limits.h"

static bool is_lower_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool is_hex(char c)
{
    return is_lower_hex(c) || (c >= 'A' && c <= 'F');
}

static bool is_dash_place(size_t i)
{
    return i == 8 || i == 13 || i == 18 || i == 23;
}

bool id_is_uuid(const char *s, size_t n)
{
    if (n != ID_TEXT_BYTES - 1)
        return false;
    for (size_t i = 0; i < n; i++)
        if (is_dash_place(i) ? s[i] != '-' : !is_hex(s[i]))
            return false;
    return true;
}

/* The first digit of the third group is the version; the first of the fourth begins with the bits 10: 8, 9, a or b. */
bool id_is_uuid4(const char *s, size_t n)
{
    return id_is_uuid(s, n) && s[14] == '4' &&
           (s[19] == '8' || s[19] == '9' || s[19] == 'a' || s[19] == 'b' || s[19] == 'A' || s[19] == 'B');
}

bool id_is_sha256(const char *s, size_t n)
{
    if (n != SHA256_TEXT_BYTES - 1)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_lower_hex(s[i]))
            return false;
    return true;
}
