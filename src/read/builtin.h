/* builtin.h - the models that are part of the program: data/read/reader.bundle. */
#pragma once
#include "base/attrs.h"
#include "read/models.h"

/* Opened by the first who asks, and kept: any number of threads may use them. ERR_ENGINE_UNAVAILABLE where the program
 * was built without them; ERR_DATA_UNREADABLE where they are of another version than the program. */
WARN_UNUSED int read_models_builtin(const struct read_models **ret, struct err *err);
