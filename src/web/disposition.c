/* disposition.c - read as browsers and curl write it: a backslash escapes a quote and itself and is else a backslash,
 * as in a Windows path; %22 and the like stay as they are, since nobody can tell them from a name that holds them. */
#include "web/disposition.h"
#include "base/str.h"
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The value at *p, quoted or not, into out; *p moves behind it. False when it is open or too long. */
static bool read_value(const char **p, char *out, size_t size)
{
    bool is_quoted = **p == '"';
    const char *at = *p + is_quoted;
    size_t n = 0;

    while (*at && (is_quoted ? *at != '"' : *at != ';' && !is_blank(*at))) {
        if (is_quoted && *at == '\\' && (at[1] == '"' || at[1] == '\\'))
            at++;
        if (n + 1 >= size)
            return false;
        out[n++] = *at++;
    }
    out[n] = '\0';
    *p = at + (is_quoted && *at);
    return !is_quoted || *at;
}

/* Skips a value that nobody asks for. */
static void skip_value(const char **p)
{
    bool is_quoted = **p == '"';

    *p += is_quoted;
    while (**p && (is_quoted ? **p != '"' : **p != ';')) {
        *p += is_quoted && **p == '\\' && ((*p)[1] == '"' || (*p)[1] == '\\');
        ++*p;
    }
    *p += is_quoted && **p;
}

bool disposition_param(const char *value, const char *name, char *out, size_t size)
{
    const char *p = value + strcspn(value, ";");

    while (*p) {
        size_t n;

        p += strspn(p, "; \t");
        n = strcspn(p, "=; \t");
        if (p[n] != '=') {
            p += n;
            continue;
        }
        p += n + 1;
        if (n == strlen(name) && strncasecmp(p - n - 1, name, n) == 0)
            return read_value(&p, out, size);
        skip_value(&p);
    }
    return false;
}

static bool is_plain(const char *s)
{
    for (const char *p = s; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            return false;
    return str_is_utf8(s, strlen(s));
}

/* The value of the line that begins with `field`, up to its line end, or NULL. */
static const char *find_line(const char *head, const char *field)
{
    size_t n = strlen(field);

    for (const char *line = head; line; line = strstr(line, "\r\n")) {
        line += str_starts(line, "\r\n") ? 2 : 0;
        if (strncasecmp(line, field, n) == 0)
            return line + n + strspn(line + n, " \t");
    }
    return NULL;
}

bool disposition_read(const char *head, size_t n, char name[static WEB_PART_NAME_BYTES],
                      char file_name[static WEB_PART_NAME_BYTES], bool *ret_has_file)
{
    char value[WEB_PART_HEAD_BYTES + 1];
    const char *line = memchr(head, '\0', n) ? NULL : find_line(head, "Content-Disposition:");
    size_t length;

    if (!line || strncasecmp(line, "form-data", 9) != 0 || !strchr("; \t\r", line[9]))
        return false;
    length = strcspn(line, "\r\n");
    if (length >= sizeof value)
        return false;
    memcpy(value, line, length);
    value[length] = '\0';
    if (!disposition_param(value, "name", name, WEB_PART_NAME_BYTES) || !is_plain(name))
        return false;
    *ret_has_file = disposition_param(value, "filename", file_name, WEB_PART_NAME_BYTES);
    return *ret_has_file ? is_plain(file_name) : true;
}
