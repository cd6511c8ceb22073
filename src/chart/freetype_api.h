/* freetype_api.h - FreeType's functions, found when the first picture is drawn.
 *
 * Few commands draw, so the program does not link the library and what it brings along (libpng, brotli). Each function
 * is a pointer with exactly freetype.h's type under its name without the prefix: freetype_api.New_Memory_Face is
 * FT_New_Memory_Face.
 *
 * The library's headers come with the build, before the list of banned functions, which its macros name. Only files of
 * this folder that are built that way (meson.build) include this header.
 */
#pragma once
#include "base/attrs.h"
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

struct err;

/* Every function of FreeType that is used here. */
#define FREETYPE_FUNCTIONS(X)                                                                                          \
    X(Done_FreeType)                                                                                                   \
    X(Get_Char_Index)                                                                                                  \
    X(Init_FreeType)                                                                                                   \
    X(Load_Glyph)                                                                                                      \
    X(New_Memory_Face)                                                                                                 \
    X(Outline_Get_Bitmap)                                                                                              \
    X(Outline_Get_CBox)                                                                                                \
    X(Outline_Transform)                                                                                               \
    X(Outline_Translate)                                                                                               \
    X(Set_Char_Size)

struct freetype_api {
#define X(name) __typeof__(FT_##name) *name;
    FREETYPE_FUNCTIONS(X)
#undef X
};

extern struct freetype_api freetype_api;

/* Loads the library at the first call, from any thread. ERR_ENGINE_UNAVAILABLE, each time, when it is missing. */
WARN_UNUSED int freetype_load(struct err *err);
