/* duck_api.h - the engine's functions, found when they are first needed.
 *
 * The engine is a library of 64 MB whose loading costs more than most commands take, so the program does not link it:
 * duck_api() loads it once, and commands that ask nothing of data never do. Each function is a pointer with exactly
 * duckdb.h's type under its name without the prefix: api->open_ext is duckdb_open_ext.
 *
 * Only files of this folder include this header.
 */
#pragma once
#include "base/attrs.h"
#include <duckdb.h>
#include <limits.h>
#include <stdbool.h>

struct err;

/* Every function of duckdb.h that is used here. */
#define DUCK_FUNCTIONS(X)                                                                                              \
    X(library_version)                                                                                                 \
    X(create_config)                                                                                                   \
    X(set_config)                                                                                                      \
    X(destroy_config)                                                                                                  \
    X(open_ext)                                                                                                        \
    X(close)                                                                                                           \
    X(connect)                                                                                                         \
    X(disconnect)                                                                                                      \
    X(interrupt)                                                                                                       \
    X(free)                                                                                                            \
    X(query)                                                                                                           \
    X(result_error)                                                                                                    \
    X(destroy_result)                                                                                                  \
    X(extract_statements)                                                                                              \
    X(extract_statements_error)                                                                                        \
    X(prepare_extracted_statement)                                                                                     \
    X(destroy_extracted)                                                                                               \
    X(prepare)                                                                                                         \
    X(prepare_error)                                                                                                   \
    X(destroy_prepare)                                                                                                 \
    X(prepared_statement_type)                                                                                         \
    X(nparams)                                                                                                         \
    X(bind_null)                                                                                                       \
    X(bind_boolean)                                                                                                    \
    X(bind_int64)                                                                                                      \
    X(bind_double)                                                                                                     \
    X(bind_decimal)                                                                                                    \
    X(bind_varchar_length)                                                                                             \
    X(execute_prepared_streaming)                                                                                      \
    X(fetch_chunk)                                                                                                     \
    X(column_count)                                                                                                    \
    X(column_name)                                                                                                     \
    X(column_logical_type)                                                                                             \
    X(create_logical_type)                                                                                             \
    X(create_decimal_type)                                                                                             \
    X(destroy_logical_type)                                                                                            \
    X(get_type_id)                                                                                                     \
    X(decimal_scale)                                                                                                   \
    X(decimal_internal_type)                                                                                           \
    X(list_type_child_type)                                                                                            \
    X(array_type_child_type)                                                                                           \
    X(array_type_array_size)                                                                                           \
    X(struct_type_child_count)                                                                                         \
    X(struct_type_child_name)                                                                                          \
    X(struct_type_child_type)                                                                                          \
    X(map_type_key_type)                                                                                               \
    X(map_type_value_type)                                                                                             \
    X(data_chunk_get_vector)                                                                                           \
    X(data_chunk_get_size)                                                                                             \
    X(data_chunk_set_size)                                                                                             \
    X(destroy_data_chunk)                                                                                              \
    X(vector_get_data)                                                                                                 \
    X(vector_get_validity)                                                                                             \
    X(vector_ensure_validity_writable)                                                                                 \
    X(list_vector_get_child)                                                                                           \
    X(array_vector_get_child)                                                                                          \
    X(struct_vector_get_child)                                                                                         \
    X(from_date)                                                                                                       \
    X(is_finite_date)                                                                                                  \
    X(create_table_function)                                                                                           \
    X(destroy_table_function)                                                                                          \
    X(table_function_set_name)                                                                                         \
    X(table_function_set_extra_info)                                                                                   \
    X(table_function_set_bind)                                                                                         \
    X(table_function_set_init)                                                                                         \
    X(table_function_set_function)                                                                                     \
    X(register_table_function)                                                                                         \
    X(bind_get_extra_info)                                                                                             \
    X(bind_set_error)                                                                                                  \
    X(bind_add_result_column)                                                                                          \
    X(bind_set_cardinality)                                                                                            \
    X(init_set_max_threads)                                                                                            \
    X(function_get_extra_info)                                                                                         \
    X(function_set_error)

struct duck_api {
#define X(name) __typeof__(duckdb_##name) *name;
    DUCK_FUNCTIONS(X)
#undef X
};

/* The functions; loads the library at the first call, from any thread. ERR_ENGINE_UNAVAILABLE, each time, when it is
 * missing, of another version, or damaged. */
WARN_UNUSED int duck_api(const struct duck_api **ret, struct err *err);

/* Where the library is; false when it is in none of its places. */
bool duck_find(char path[static PATH_MAX]);

/* Loads the library at path, for duck_api() and its tests. It stays loaded. */
WARN_UNUSED int duck_load(const char *path, struct duck_api *ret, struct err *err);
