/* tar.h - a tar archive in which every byte is determined. No I/O.
 *
 * The header of a member follows from its name, its size and the archive's time. Owner, mode and the rest are fixed. A
 * reader that knows which member comes next makes its header anew and compares. Nothing is parsed, so no link, device
 * or changed byte can hide in a field that nobody looks at. Any tar program can read the archive: members are POSIX
 * ustar, with a pax header before one whose name or size does not fit ustar.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAR_BLOCK 512
#define TAR_HEADER_BYTES (5 * TAR_BLOCK) /* a pax header, up to three blocks of records, the header itself */
#define TAR_END_BYTES (2 * TAR_BLOCK)    /* of zeros, behind the last member */

/* A relative path without empty, "." or ".." parts and without control characters, in UTF-8, at most TAR_NAME_BYTES. */
bool tar_name_is_safe(const char *name, size_t n);

/* The nearest time that a header can hold: from 1970 to 2242. */
int64_t tar_time(int64_t time_s);

/* The header of an ordinary file; returns its length, a multiple of TAR_BLOCK. The name must be safe, and the time one
 * that a header can hold. */
size_t tar_header(const char *name, uint64_t size, int64_t time_s, unsigned char ret[static TAR_HEADER_BYTES]);

/* Zeros that follow a member's content. */
size_t tar_padding(uint64_t size);

/* For an archive's first member, of which nothing is known yet: the size and time its header states. False when they
 * are not written as tar_header writes them; the rest of the header is not looked at. */
bool tar_first(const unsigned char block[static TAR_BLOCK], uint64_t *ret_size, int64_t *ret_time_s);
