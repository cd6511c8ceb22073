/* file_io.h - a file's bytes by position, through short calls and interruptions. All return 0 or an errno. */
#pragma once
#include <stddef.h>
#include <stdint.h>

int write_at(int fd, const char *p, size_t n, uint64_t at);
int read_at(int fd, char *p, size_t n, uint64_t at); /* ENODATA when the file ends before n bytes are read */
int cut_to(int fd, uint64_t size);
int sync_data(int fd);
