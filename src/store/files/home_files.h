/* home_files.h - what the files of a home are called, from its folder on. */
#pragma once

#define HOME_STORE_FILE "state.db"
#define HOME_RECIPES_FILE "db/recipe_memory.db"
#define HOME_LOG_FILE "logs/data_agent_runs.jsonl"
#define HOME_LOG_CUT_FILE "logs/data_agent_runs.cut"
#define HOME_RESTORING_FILE ".assay-restoring" /* the lock of a restore, in what it unpacks */
