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

/* True in a build with the address or thread sanitizer, whose runtimes reserve memory and make calls of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif
