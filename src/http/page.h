/* page.h - the files of the page, as the build put them into the program. */
#pragma once
#include "web/web.h"

/* Each under the path it is asked for by; "/" is the page itself. */
extern const struct web_file web_files[];
extern const size_t web_files_n;
