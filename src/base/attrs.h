/* attrs.h - the compiler attributes this project uses, under names that say why. */
#pragma once

/* The result tells success from failure and must be looked at. */
#define WARN_UNUSED __attribute__((warn_unused_result))

/* The compiler checks the arguments against the format. */
#define PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* Runs f on the address of the variable when it leaves scope. */
#define CLEANUP(f) __attribute__((cleanup(f)))

/* Number of elements of a true array. */
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
