/* duck_source.h - Parquet and DuckDB files, which the engine's own library reads.
 *
 * They are read by an engine of their own that can open this one file and nothing else, and whose configuration is
 * locked; the rows come out of it as values and are typed like any other source's (grid/columns/builder.h). So a
 * foreign file never stands in the engine that runs queries, and columns that a policy blocks can be left out in the
 * one usual place.
 *
 * Exception to what source.h asks: opening, loading and showing open the file again, by its descriptor's name
 * (/proc/self/fd/N), so a process that confines itself must let that happen (source.opens says so).
 *
 * Integers beyond 64 bits and decimals are exact; times are cut to microseconds; lists, structs and maps are JSON text;
 * binary values are hex digits, cut after SOURCE_BLOB_BYTES. Of a DuckDB file tables are read, views are not; what its
 * log (NAME.wal) holds is not seen.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"

/* Errors: ERR_DATA_UNREADABLE, ERR_DATA_EMPTY, ERR_TOO_LARGE, ERR_ENGINE_UNAVAILABLE, ERR_RESOURCE_EXHAUSTED, and
 * cancel's. */
WARN_UNUSED int parquet_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                                    struct err *err);
WARN_UNUSED int duckdb_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                                   struct err *err);
