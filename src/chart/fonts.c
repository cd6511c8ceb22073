/* fonts.c - the two faces are opened from memory that is part of the program, which costs some 0.1 ms. */
#include "chart/fonts.h"
#include "base/arena.h"
#include "base/err.h"
#include "chart/glyphs.h"

static const signed char plain_bytes[] = {
#include "font_plain.inc"
};

static const signed char bold_bytes[] = {
#include "font_bold.inc"
};

#define ELLIPSIS "…"

struct fonts {
    FT_Library library; /* owns the faces */
    FT_Face plain, bold;
};

static int open_faces(struct fonts *f)
{
    const struct freetype_api *ft = &freetype_api;

    if (ft->Init_FreeType(&f->library))
        return -1;
    if (ft->New_Memory_Face(f->library, (const FT_Byte *)plain_bytes, sizeof plain_bytes, 0, &f->plain))
        return -1;
    return ft->New_Memory_Face(f->library, (const FT_Byte *)bold_bytes, sizeof bold_bytes, 0, &f->bold) ? -1 : 0;
}

static void fonts_close(struct fonts *f)
{
    if (f && f->library)
        freetype_api.Done_FreeType(f->library);
    free(f);
}

int fonts_open(struct fonts **ret, struct err *err)
{
    struct fonts *f;

    if (freetype_load(err))
        return -1;
    f = calloc(1, sizeof *f);
    if (!f)
        abort();
    if (open_faces(f)) {
        fonts_close(f);
        return err_set(err, ERR_ENGINE_UNAVAILABLE, "The font for charts could not be opened.", "FreeType refused it");
    }
    *ret = f;
    return 0;
}

void fonts_cleanup(struct fonts **f)
{
    fonts_close(*f);
}

FT_Library fonts_library(const struct fonts *f)
{
    return f->library;
}

/* ---- characters ---- */

/* The character at p, which is well-formed; *p moves behind it. */
static uint32_t next_char(const char **p)
{
    static const unsigned char lead[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    const unsigned char *at = (const unsigned char *)*p;
    size_t n = *at < 0x80 ? 1 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
    uint32_t c = *at & lead[n];

    for (size_t i = 1; i < n; i++)
        c = c << 6 | (at[i] & 0x3f);
    *p += n;
    return c;
}

/* Characters that steer others and are not seen themselves: joiners, marks of direction, variation selectors. */
static bool is_unseen(uint32_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff || c == 0xad;
}

/* ---- widths ---- */

static double glyph_width(FT_Face face, uint32_t c)
{
    FT_UInt glyph;

    if (is_unseen(c))
        return 0;
    glyph = freetype_api.Get_Char_Index(face, c);
    if (freetype_api.Load_Glyph(face, glyph, FT_LOAD_NO_SCALE))
        return 0;
    return (double)face->glyph->metrics.horiAdvance / face->units_per_EM;
}

static FT_Face face_of(const struct fonts *f, struct font font)
{
    return font.bold ? f->bold : f->plain;
}

double fonts_width(struct fonts *f, struct font font, const char *text)
{
    double ems = 0;

    for (const char *p = text; *p;)
        ems += glyph_width(face_of(f, font), next_char(&p));
    return ems * font.size;
}

/* Bytes of the longest prefix that fits, at least one character. */
static size_t fitting(struct fonts *f, struct font font, const char *text, double width)
{
    const char *p = text;
    double used = 0;
    size_t n = 0;

    while (*p) {
        used += glyph_width(face_of(f, font), next_char(&p)) * font.size;
        if (used > width && n > 0)
            return n;
        n = (size_t)(p - text);
    }
    return n;
}

const char *fonts_fit(struct fonts *f, struct arena *a, struct font font, const char *text, double width)
{
    size_t n = fitting(f, font, text, width);

    if (text[n] == '\0' && fonts_width(f, font, text) <= width)
        return text;
    n = fitting(f, font, text, width - fonts_width(f, font, ELLIPSIS));
    while (n > 1 && text[n - 1] == ' ')
        n--;
    return arena_printf(a, "%.*s" ELLIPSIS, (int)n, text);
}

size_t fonts_wrap(struct fonts *f, struct arena *a, struct font font, const char *text, double width, size_t most,
                  const char **ret_lines)
{
    size_t lines = 0;

    while (*text && lines < most) {
        size_t n = fitting(f, font, text, width), blank = n;

        if (text[n] == '\0' || lines + 1 == most) {
            ret_lines[lines++] = fonts_fit(f, a, font, text, width);
            break;
        }
        while (blank > 0 && text[blank] != ' ')
            blank--;
        if (blank > n / 3)
            n = blank;
        ret_lines[lines++] = arena_dup(a, text, n);
        text += n;
        text += strspn(text, " ");
    }
    return lines;
}

/* ---- glyphs ---- */

void fonts_draw(struct fonts *f, struct font font, double scale, const char *text, glyph_fn *draw, void *arg)
{
    FT_Face face = face_of(f, font);
    double x = 0;

    if (freetype_api.Set_Char_Size(face, 0, (FT_F26Dot6)(font.size * scale * 64 + 0.5), 72, 72))
        return;
    for (const char *p = text; *p;) {
        uint32_t c = next_char(&p);
        double width = glyph_width(face, c) * font.size;
        FT_UInt glyph = freetype_api.Get_Char_Index(face, c);

        if (!is_unseen(c) && !freetype_api.Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) &&
            face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
            draw(arg, &face->glyph->outline, x);
        x += width;
    }
}
