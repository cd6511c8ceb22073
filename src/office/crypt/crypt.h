/* crypt.h - workbooks that are encrypted with the password that spreadsheet programs use by themselves.
 *
 * A program that must encrypt where nobody gave a password (a workbook whose structure is protected, one that a policy
 * marks) takes "VelvetSweatshop", and opens such a file without asking. So does this: that password is tried and no
 * other. It protects nothing, so nothing is undone here that somebody could rely on. A workbook with any other password
 * is refused in words, and so is one that is encrypted in a way not known here.
 *
 * Read are, of [MS-OFFCRYPTO]: agile encryption (AES-CBC with SHA-1 to SHA-512; the package's HMAC must agree) and
 * standard encryption (AES-ECB) of .xlsx; RC4, RC4 CryptoAPI and XOR obfuscation of .xls. What is decrypted is as
 * little believed as any file.
 *
 * Bounded: a key takes at most CRYPT_SPIN_MOST hashes, and the package fits the buffer's maximum.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct cancel;
struct err;

/* True for a compound file with an encrypted package in it. */
bool crypt_is_package(const char *p, size_t n);

/* Decrypts such a file: appends the bytes of the package, a zip, to the empty buffer. ERR_WORKBOOK_LOAD_FAILED
 * (another password; damaged), ERR_TOO_LARGE. */
WARN_UNUSED int crypt_package(const char *p, size_t n, const struct cancel *cancel, struct buf *out, struct err *err);

/* Decrypts the stream of an .xls of that version, n bytes, in place, from `from` on, which is behind its FILEPASS
 * record with the n_pass bytes at pass. Nothing is changed when that fails. ERR_WORKBOOK_LOAD_FAILED. */
WARN_UNUSED int crypt_stream(unsigned version, const unsigned char *pass, size_t n_pass, unsigned char *p, size_t n,
                             size_t from, struct err *err);
