/* file_attributes.h - copies owner, mode and access list to a file that replaces another one.
 *
 * Whoever could open the old file can open the new one, and nobody else.
 *
 * Owner and mode alone do not ensure that: with an access list the mode's group bits are only its mask, and copying
 * them alone would give the group what the list kept from it. So all extended attributes come along, the list among
 * them. A folder's default list, which a new file inherits, goes where the old file had none.
 *
 * Left out is what speaks of the old bytes or of a program's rights: the kernel's own hashes and capabilities.
 */
#pragma once
#include "base/attrs.h"

struct stat;

/* Gives `to` the owner, mode and extended attributes of `from`, whose state is st. Only root may give files away, so
 * the owner is kept where that is possible. Returns 0 or an errno value: then one of the attributes could not be kept.
 */
WARN_UNUSED int file_copy_attributes(int to, int from, const struct stat *st);
