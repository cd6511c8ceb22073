/* banned.h - functions nobody here may call, turned into compile errors.
 *
 * Each has a bounded, checked counterpart in buf.h, arena.h or str.h. Every .c file of src/ gets this header through
 * the build (-include), so no one can forget it.
 */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef strtok
#undef sprintf
#undef vsprintf
#undef gets
#undef atoi
#undef atol
#undef atof
#undef localtime
#undef gmtime
#undef ctime
#undef asctime
#undef tmpnam
#undef mktemp
#undef system

#pragma GCC poison strcpy strcat strncpy strncat strtok sprintf vsprintf gets atoi atol atof
#pragma GCC poison localtime gmtime ctime asctime tmpnam mktemp system
