/* id.h - what an identifier must look like. Making one is world.h's. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* 8-4-4-4-12 hex digits, either case. */
bool id_is_uuid(const char *s, size_t n);

/* The same, and version 4 with RFC 4122's variant. */
bool id_is_uuid4(const char *s, size_t n);

/* 64 hex digits, lower case. */
bool id_is_sha256(const char *s, size_t n);
