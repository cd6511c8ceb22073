/* limits.h - every bound of the program, each with its reason. Nothing sized by input is unbounded. */
#pragma once
#include "base/limits_link.h"

/* Errors */
#define ERR_MESSAGE_BYTES 512 /* a sentence or two; longer texts are not read */
#define ERR_DETAIL_BYTES 1024 /* an engine's message plus where it happened */
#define ERR_RULE_BYTES 32     /* the name of a policy's rule: a word or two of ours */
#define ERR_REASON_BYTES 160  /* why a rule refused: a sentence of ours */

/* Stopping */
#define CANCEL_TICK_US 500 /* between two tries for a lock that somebody holds for long */
#define PROMPT_TICK_MS 50  /* between two looks whether Ctrl-C was pressed while a line is typed */

/* Ids and times as text, with the NUL */
#define ID_TEXT_BYTES 37     /* 8-4-4-4-12 */
#define TIME_TEXT_BYTES 32   /* 2026-01-23T10:30:00.123Z */
#define SHA256_BYTES 32      /* FIPS 180-4 */
#define SHA256_TEXT_BYTES 65 /* 64 hex digits */

/* JSON */
#define JSON_MAX_BYTES (64u << 20) /* a request or a stored entity; larger data travels as files */
#define JSON_MAX_DEPTH 128         /* far deeper than any schema here; keeps recursion on a small stack */
#define JSON_VALUE_BYTES 16        /* of a value in memory, beside its text */
#define JSON_MAX_DIGITS 4300       /* Python refuses longer integers, and so must we to stay equal to it */

/* Numbers */
#define NUM_SCALE_DIGITS 5000 /* a 4300-digit integer by the smallest double; dividing that takes milliseconds */

/* Arenas */
#define ARENA_BLOCK_BYTES 16384     /* most requests fit in a few */
#define ARENA_BLOCK_MOST (1u << 20) /* of one that has as much already: it goes back when it is freed */

/* The memory of large answers, of all requests of a server together */
#define BUDGET_BYTES (224u << 20)        /* being made or not yet taken by their clients: three of JSON_MAX_BYTES */
#define BUDGET_SMALL_BYTES (1u << 20)    /* a claim up to this may use what is set aside below */
#define BUDGET_RESERVE_BYTES (32u << 20) /* for small claims only: large answers that nobody takes leave it free */
#define BUDGET_WAIT_MS 5000              /* for others to be done with theirs: making the largest takes a second */
#define BUDGET_WAITERS 4                 /* that wait at once: half of WORKER_CHANNELS, the rest is for small answers */
#define BUDGET_BRIEF_BYTES (4u << 20)    /* of a result as JSON values while somebody waits: some 1 MB of text */
#define BUDGET_TICK_MS 20                /* how late one that waits notices that it was cancelled */
#define BUDGET_WANTED_MS 5000            /* after one had to wait or was refused, slow readers have less time */
#define MALLOC_MAP_BYTES (512u << 10)    /* a piece from here on goes back to the system when it is freed */

/* Text */
#define CHARSET_TEXT_BYTES (2ull << 30) /* of text recoded as UTF-8: at most twice a source, but for odd alphabets */
#define STR_EDIT_CHARS 64               /* longest name that is compared for slips; longer ones are not typed by hand */

/* Operations */
#define OP_ATTEMPTS 3        /* analyst seed: one try and two retries */
#define OP_RETRY_MS 20       /* wait before the second attempt, doubled before the third */
#define OP_USE_BYTES 200     /* of what a model is told of a tool: two sentences; it pays for each with every request */
#define OP_TIMEOUT_MS 30000  /* workbook seed: a query exceeds its time at 30 s */
#define OP_NESTING 8         /* an agent that calls an agent that calls a tool; deeper is a loop */
#define OP_SUMMARY_CHARS 200 /* a tool call's output_summary is one line */
#define TRAIL_EVENTS 1000    /* entries of one request; an analysis of 64 steps with 3 tries each has under 400 */
#define CONFIRM_SECONDS 600  /* long enough to read, short enough to forget */
#define CONFIRM_FILE_BYTES 4096 /* a binding and a time */
#define USER_CHARS 100          /* tasks sheet: user_id 1-100 characters */

/* The token for other programs: 64 hex digits and a line end, or what a person put there */
#define HTTP_TOKEN_BYTES 4096

/* Uploads */
/* one kept file, by whatever door: what a disk and an afternoon can take; the HTTP door stops at WEB_UPLOAD_BYTES */
#define STORE_UPLOAD_BYTES (4ull << 30)
#define UPLOAD_NAME_BYTES 200         /* file systems stop at 255, and suffixes want room */
#define UPLOAD_META_BYTES 16384       /* a description of 1,000 characters and a name, escaped */
#define UPLOAD_DESCRIPTION_CHARS 1000 /* metrics seed: a file's description is a sentence or two */

/* The terminal */
#define TERM_WIDTH 100       /* when the output is no terminal: wide enough for most tables, readable in a file */
#define TERM_HEIGHT 24       /* when a terminal will not tell */
#define TERM_CELL_COLUMNS 40 /* a cell is cut here, so that one long text does not hide the other columns */
#define TERM_OUTPUT_BYTES (16u << 20) /* an answer has at most 1,000 rows; this is far past it */
#define SHOW_DECIMALS 6               /* of a figure shown to people; its JSON has them all */
#define TERM_BAR_COLUMNS 24           /* enough to tell 4% apart */

/* Files */
#define FILE_CHUNK_BYTES 65536 /* one read: large enough that the calls do not count, small enough for a stack */
#define FILE_TEMP_TRIES 8      /* names of 64 random bits: a second try is already a miracle */
#define BACKUP_NUMBER 100      /* copies of one file within one second: nobody confirms that fast */
#define FILE_TREE_DEPTH 32     /* our own folders are five deep; each level of removing holds a descriptor */

/* Conversations, beyond what the seeds say */
#define CONVERSATION_META_BYTES (1u << 20) /* an agent's own notes: a list that was shown is the longest of them */
#define CONVERSATION_TITLE_BYTES 80        /* in a list: a line */
#define CONVERSATION_TURNS 1000            /* messages shown of one: more than anybody scrolls */
#define TALK_WAIT_MS 20000                 /* a message waits for the one before it, whose answer may take long */
#define TASK_LIST_STALE 10                 /* tasks sheet: messages after which a shown list is asked about */
#define TASK_CHOICES 10                    /* tasks offered to choose from: one glance */
#define TASK_ANSWER_BYTES (4u << 20)       /* of one: TASK_LIST titles and descriptions, four bytes a character */
#define TASK_LIST 1000                     /* tasks of one list: more than anybody reads; the newest come first */

/* Conversations about workbooks */
#define SHEETS_RANGE_CELLS 1000           /* workbook sheet: cells of one range that are shown */
#define SHEETS_CELL_CHARS 100             /* workbook sheet: of a cell's text in an answer's table */
#define SHEETS_HITS 50                    /* workbook sheet: places of a text that are shown when nothing is said */
#define SHEETS_SUGGESTIONS 3              /* workbook sheet: questions offered at once */
#define WORKBOOK_IDLE_MINUTES 30          /* without a message: the person does something else */
#define WORKBOOK_PREVIOUS 20              /* workbooks remembered as loaded before: each with its list of sheets */
#define WORKBOOK_HISTORY_CELLS 100000     /* of tables shown with a conversation's history, the newest first: some MB */
#define WORKBOOK_EXPORT_BYTES (40u << 20) /* of an exported conversation: as Base64 it must fit JSON_MAX_BYTES */

/* The seeds' entities: characters are code points */
#define PAGE_MOST 1000              /* items of one page of a list: as many as an answer has rows */
#define PAGE_USUAL 100              /* when nothing is said: a screen or three */
#define PAGE_OFFSET 1000000000      /* no list is as long; what is behind its end is empty */
#define CONTENT_CHARS 10000         /* workbook seed: an answer's text; docs seed: a message; tasks sheet: a message */
#define TABLE_ROWS 1000             /* workbook seed: rows of one answer's table; more by paging */
#define WINDOW_TURNS 20             /* workbook seed: ten questions and ten answers */
#define CONVERSATION_ID_CHARS 100   /* tasks sheet: conversation_id */
#define CONVERSATION_KEEP_DAYS 30   /* tasks seed: older conversations are deleted */
#define TASK_TITLE_CHARS 255        /* tasks seed: Task.title */
#define TASK_DESCRIPTION_CHARS 1000 /* tasks seed: Task.description */
#define TASK_CONFIDENCES 3          /* tasks seed: the last three confidence scores */
#define TASK_BULK 500               /* tasks changed at once: each of them is named before */
#define TASK_OWNER_BYTES 1024       /* USER_CHARS of four bytes, two figures each */
#define TASK_NAMED 100              /* named in a sentence about more of them; the rest is counted */
#define TASK_DUE_LIST 200           /* of each list of what is due: whoever is so late needs another list */
#define TASK_DUE_DAYS 366           /* looked ahead: a year */
#define TASK_TAGS 20                /* of one task: more is a filing system */
#define TASK_TAG_CHARS 40           /* a word */
#define TASK_WORDS_CHARS 100        /* of an argument that is read as a date or a rule */
#define TASK_ZONE_CHARS 64          /* the longest name in the tz database has 32 */
#define ZONE_FILE_BYTES (64u << 10) /* of one zone: the longest of the tz database has 4 KB */
#define TASK_UID_CHARS 255          /* what another program knows a task by: a UUID, or a name with a host in it */
#define TASK_JSON_BYTES 65536       /* one task: title, description and tags of six bytes a character, and its dates */
#define TASK_MORNING_HOUR 9         /* when a reminder rings that was given as a day, and when such a day begins */
#define TASK_STEPS 20000            /* changes of one user that can be undone; older ones are forgotten */
#define TASK_STEP_DAYS 30           /* and for how long: as long as a conversation about them is kept */
#define TASK_REPEAT_SKIPS 100000    /* times that are over and passed by: 273 years of days */
#define TASK_IMPORT 100000          /* tasks of one file: a long life's worth; they are one step to undo */
#define TASK_FILE_BYTES (64u << 20) /* of a file to import: TASK_IMPORT tasks of 600 bytes */
#define TASK_LINE_BYTES (1u << 20)  /* of a line in it, unfolded: a picture within a calendar's entry */
#define TASK_NOTES 100              /* told of what could not be taken as it was; the rest is counted */
#define TASK_EXPORT_BYTES (48u << 20)   /* of a file of tasks: as JSON text it must fit JSON_MAX_BYTES */
#define TASK_EXCHANGE_MS 120000         /* a file of TASK_IMPORT tasks takes seconds; a slow disk some more */
#define ICAL_DEPTH 16                   /* components within each other: a calendar's own go three deep */
#define ICAL_LINE_BYTES 75              /* RFC 5545: octets of a line before it is folded */
#define ICAL_ALARMS 50                  /* of one entry that are looked at: more come from a mistake */
#define ICAL_ZONES 200                  /* of one calendar; the tz database has 600 names for 350 of them */
#define ICAL_ONSETS 400                 /* of one such zone: two a year for two centuries */
#define REPEAT_TEXT_BYTES 160           /* every part of a rule at its longest */
#define DUE_WORDS_BYTES 64              /* "Wednesday 30 September 2026 at 17:00" */
#define METRICS_FILES 10                /* metrics seed: a session has 1-10 files */
#define METRICS_FILE_BYTES 52428800     /* metrics seed: 50 MB a file */
#define METRICS_FILE_NAME_CHARS 255     /* metrics seed: UploadedFile.original_name */
#define METRICS_DESCRIPTION_CHARS 2000  /* metrics seed: UploadedFile.description */
#define METRICS_SQL_CHARS 2000          /* metrics seed: metric_sql */
#define METRICS_TARGET_CHARS 100        /* metrics sheet: target_metric, the other spelling */
#define METRICS_CONTEXT_CHARS 5000      /* metrics seed: business_context */
#define METRICS_PROMPT_CHARS 2000       /* metrics seed: investigation_prompt */
#define METRICS_TITLE_CHARS 100         /* metrics seed: a hypothesis's or an explanation's title */
#define METRICS_STORY_CHARS 500         /* metrics seed: causal_story */
#define METRICS_SUMMARY_CHARS 500       /* metrics seed: a finding's compressed summary */
#define METRICS_REASONING_CHARS 1000    /* metrics seed: Explanation.reasoning */
#define METRICS_CHAT_CHARS 5000         /* metrics seed: ChatMessage.content */
#define METRICS_ITERATIONS 15           /* metrics seed: turns of the memory loop */
#define METRICS_PRIORITY 10             /* metrics seed: priority 1-10 */
#define METRICS_SAMPLES 5               /* metrics seed: sample_values of a column */
#define METRICS_SESSION_HOURS 24        /* metrics seed: SESSION_TIMEOUT_HOURS */
#define METRICS_SESSIONS 10000          /* of one user at once: one every nine seconds of their day */
#define METRICS_START_SECONDS 600       /* an investigation waits its turn among others at most so long */
#define METRICS_LOCK_MS 5000            /* for a session's lock, which others hold for milliseconds */
#define METRICS_PAGE 100                /* sessions of one list */
#define METRICS_REPORT_BYTES (1u << 20) /* a report: a hundred pages */
#define METRICS_NESTING 32              /* parentheses in a metric: one that has more is no metric anybody reads */
#define METRICS_NAMES 64                /* columns named in a metric */
#define METRICS_PARTS 50                /* parts of a split that are looked at, the largest changes first */
#define METRICS_DIMENSIONS 32           /* columns that a metric may be split by; a wide table's first */
#define METRICS_DIMENSION_VALUES 1000   /* different values of such a column: more are names of things, not of groups */
#define METRICS_HYPOTHESES 7            /* metrics sheet: 5-7 hypotheses of a plan */
#define METRICS_HYPOTHESES_ALL 12       /* with those of two new plans; fewer than the loop has turns */
#define METRICS_REPLANS 2               /* metrics sheet, FR-012 */
#define METRICS_DAYS 800                /* days of both periods that are looked at one by one: a year against another */
#define METRICS_RAW_BYTES 65536         /* raw output of one turn of the loop that is kept */
#define METRICS_CAUSES 6                /* explanations of a report: the sixth is the first that is Less Likely */
#define METRICS_RUN_MS 900000           /* metrics sheet, SC-001: from the form to the report in 15 minutes */
#define METRICS_HISTORY 200             /* messages of a chat that are kept: more than anybody has with one report */
#define EMBEDDING_NUMBERS 1536          /* metrics seed: vector(1536) */
#define ANALYST_INTENT_CHARS 2000       /* analyst seed: intent */
#define ANALYST_ROW_LIMIT 200000        /* analyst seed, FR-022: rows of one query, also the default */
#define ANALYST_TIMEOUT_SECONDS 180     /* analyst seed, FR-023: most a request may ask for */
#define ANALYST_TIMEOUT_DEFAULT 30      /* analyst seed: timeout_seconds when it is not given */
#define ANALYST_SUBTASKS 64             /* a plan has to end within 180 s; bounds the search for cycles */
#define ANALYST_RETRIES 6               /* analyst sheet: retries_count 0-6 */
#define ANALYST_COST_SLACK 1e-6         /* a microsecond: decimal costs summed in binary are not exact */
#define ANALYST_END_SECONDS 10          /* behind a request's own timeout: for writing what there is, and saying so */
#define ANALYST_WISHES 4                /* questions of one intent: each may have a table, a chart and a section */
#define ANALYST_SHOWN_ROWS 20           /* of a result in a report and beside a run: a screen; the file has them all */
#define ANALYST_DRAWN_ROWS TABLE_ROWS   /* of a result that are drawn: more points than a chart is read for */
#define ANALYST_REPORT_BYTES (4u << 20) /* a report: each of its tables shows a screen of rows */
#define ANALYST_RECIPE_NEAR 0.75        /* cosine of intents that differ in a few words; the steps must be equal, too */

/* JSON Schema */
#define FORMAT_TIME_BYTES 64        /* a time of day with far more decimals than any clock has */
#define SCHEMA_MAX_NODES 100000     /* a thousand times our largest schema; about 10 MB compiled */
#define SCHEMA_MAX_CHAIN 32         /* schemas that apply to one value through each other ($ref, allOf ...) */
#define SCHEMA_MAX_DEPTH 2048       /* those of all levels of an instance together: under 1 MB of stack */
#define SCHEMA_MAX_STEPS (1u << 24) /* a second of checking; a call of a megabyte takes a hundredth of it */
#define SCHEMA_MAX_TOLD 256         /* failures worded while looking for the most helpful one */
#define SCHEMA_NAME_CHARS 40        /* of a name someone typed, in a message */
#define SCHEMA_PATH_STEPS 6         /* last steps of a path, in a message; the log has them all */
#define SCHEMA_LIST_BYTES 200       /* of the allowed values, in a message: half of ERR_MESSAGE_BYTES */

/* Child processes */
#define SPAWN_FDS 320 /* given to a child: 256 files of a folder, a worker's channels, and what else */

/* The home */
#define HOME_PATH_BYTES 3072   /* leaves a quarter of a path's 4096 for what is inside */
#define HOME_PASSWD_BYTES 4096 /* an entry of the user database; longer ones do not occur */

/* The log */
#define LOG_FILE_BYTES 100000000 /* workbook seed: 100 MB a file */
#define LOG_KEEP_DAYS 30         /* workbook seed: retention */
#define LOG_PARTS 1000           /* files of one day: 100 GB; a program that wants more is in a loop */
#define LOG_LINE_BYTES 65536     /* a plan with its SQL and figures; whoever greps must be able to look at it */
#define LOG_START_BYTES 1024     /* of details too long to keep: enough to recognise them */
#define LOG_WORD_BYTES 128       /* an event's name or a correlation id; both are far shorter */
#define LOG_SETTLE_MS 20         /* another process's write of one line takes far less */

/* Questions of data */
#define DATA_SOURCES 256 /* files of one question, a folder's too: a descriptor each, of the 1,024 a process gets */
#define SQL_CHARS 100000 /* a query people or programs write; longer ones are data in disguise */
#define SQL_PARAMS 1000  /* values bound to one query */

/* Questions */
#define QUESTION_CHARS 10000   /* workbook seed: a message */
#define QUESTION_WORDS 400     /* several times the longest question people have been seen to ask */
#define QUESTION_SPAN 12       /* words of a column's name or a cell's value that are recognised as one */
#define QUESTION_HITS 8        /* columns or values kept for one wording: one is chosen, or three are offered */
#define QUESTION_SLIPS 20000   /* names compared for a likely slip of the finger: some 10 ms */
#define QUESTION_WORD_BYTES 64 /* of a word quoted back in a message */
#define CHAT_HISTORY 1000      /* lines that can be called back in a terminal: a long evening */
#define CHAT_LINE_BYTES                                                                                                \
    262144                     /* a line typed or sent: the longest question in four-byte characters, read in blocks   \
                                */
#define FOLLOW_CHAIN 32        /* a question and the follow-ups to it: past that nobody knows what is meant any more */
#define QUESTION_LIMIT 1000000 /* "top N": more is the whole table */
#define QUESTION_READINGS 50   /* of one question that are told: more than a list of buttons, and all a ranker has */
#define QUERY_DEPTH 32         /* queries and expressions, one inside another: as JSON three levels each at most */
#define QUERY_NODES 4096       /* expressions, queries and relations of one request: a page of SQL has a hundred */
#define CHECK_FINDINGS 20      /* of what is wrong with a request: who mends it mends the first ones first */
#define QUERY_TEXT_BYTES 65536 /* of a restatement or a sentence: a page of text is no sentence any more */
#define CHIPS_MAX 24           /* parts of a restatement that can be changed: a longer row is not looked through */
#define CHIP_ALTERNATIVES 12   /* of one of them: what fits into a menu */

/* Data */
#define DATA_SOURCE_BYTES (16ULL << 30) /* one source; it is mapped, not held in memory */
#define DATA_READ_TRIES 3               /* of a file that changes while it is read */
#define DATA_FILE_BYTES (1u << 30)      /* a file that is held in memory: inflated, uploaded, written anew */
#define DATA_COLUMNS 4096               /* of one table: four times what spreadsheets people keep have */
#define DATA_CELL_BYTES (1u << 20)      /* one cell; longer is a quote that was never closed */
#define DATA_NAME_BYTES 512             /* a column's or table's name; longer is no name */
#define DATA_NUMBER_BYTES 400           /* a number's text; every double fits, longer is an identifier */
#define DATA_NOTES 64                   /* assumptions told about one table; the rest is a count */
#define DATA_BATCH_ROWS 2048            /* rows handed on at once: the engine's own vector size */
#define DATA_BATCH_CELLS (1u << 18)     /* cells handed on at once: 4 MiB, whatever the number of columns */
#define DATA_TABLE_BYTES (8ULL << 30)   /* one table's values in memory; a worker's own bound is reached before */
#define TABLE_READ_MS 3600000           /* an hour: all rows of the largest source into a slow pipe */
#define DATA_TABLES 4096                /* of one question: sixteen for each source */
#define SHOW_ROW_BYTES                                                                                                 \
    (256u << 20)             /* one row as text: DATA_COLUMNS cells of a spreadsheet's 32,767 characters twice         \
                              */
#define DATA_SERVER_MS 30000 /* that a server's tables are kept: one question is made of several calls */
#define DATASETS_OPEN 48     /* kept loaded: a few for each of a team's members; a small one takes 6 MB */
#define DATASETS_LEAST 8     /* and so many however large they are: those one goes back and forth between */
#define DATASETS_BYTES (256ULL << 20) /* of the sources of all kept ones, but for those eight */
#define COLUMN_VALUES_MAX 200         /* different values listed: a dimension people group and filter by */
#define COLUMN_VALUE_BYTES 256        /* longest value listed; longer ones are prose, not something typed */
#define COLUMN_MISFITS_SHOWN 5        /* values that do not fit, told one by one; the rest is a count */
#define COLUMN_MISFIT_BYTES 40        /* of such a value in a sentence */
#define COLUMN_MISFIT_FEW 2           /* words among numbers or dates of a small column that are a person's slips ... */
#define COLUMN_MISFIT_SHARE 3         /* ... as long as they are at most one in so many cells ... */
#define COLUMN_MISFIT_LEAST 4         /* ... of so many or more: below that there is no rule to be an exception from */
#define COLUMN_MISFIT_PERCENT 5       /* of its values that may not fit; with more it is text */
#define DATA_DECIMAL_DIGITS 38        /* of the engine's widest decimal, which fits 127 bits */
#define COLUMNS_PART_ROWS 122880      /* rows of a part: the engine's own group of rows */
#define COLUMNS_PART_BYTES (256u << 20) /* of one column's text in a part: offsets have 32 bits */
#define CREW_THREADS 8                  /* that read one source: more wait for memory */
#define TOTALS_LABEL_BYTES 64           /* of "Total" and what it is the total of; longer is prose */
#define TOTALS_ROWS (1u << 20)          /* rows that look like totals: more are data */
#define TOTALS_COLUMNS 256              /* number columns by which they are proved; more prove nothing more */
#define TOTALS_DEPTH 128                /* stretches between totals that one total may span: 60 subtotals */
#define TOTALS_MANY 65536               /* with more rows than this that look like totals ... */
#define TOTALS_DEPTH_MANY 16            /* ... a total spans so many: the work stays below a second */
#define TOTALS_GROUP_ROWS (1u << 24)    /* looked at for totals that name their group: a tenth of a second */
#define TOTALS_PERIOD_ROWS 4096         /* of a table with quarters among its months: longer ones are records */
#define TOTALS_FOOTER_ROWS 8            /* taxes and the like below a total, before the next */
#define TOTALS_SPREAD_ROWS (1u << 18)   /* of a table whose medians are looked at: they are sorted, in 2 MB */
#define TOTALS_SPREADS 64               /* medians and deviations: more are data */
#define TOTALS_SHOWN 5                  /* rows that a sentence lists */
#define COLUMN_ID_ROWS (1u << 20)       /* whose numbers must all differ to be identifiers: a table of 16 MB */
#define TABLE_VALUES_BYTES (4u << 20)   /* of all lists of a table, so that it crosses the gate as JSON */
#define CSV_SAMPLE_BYTES 65536          /* of a CSV's head, middle and tail that its dialect is found by: some 5 ms */
#define CSV_SEPARATOR_BYTES 4           /* longest separator; "~|~" is the longest known */
#define CSV_LENIENT_BYTES 65536      /* in which a stray quote's end is looked for: a cell that long has other ends */
#define CSV_FOOTER_BYTES 16384       /* of notes below a table: several pages */
#define CSV_BLOCK_BYTES (4u << 20)   /* read by one thread at a time: some 50,000 records */
#define CSV_TYPES_BYTES (256u << 10) /* read to take a first guess at the types */

/* The engine */
#define ENGINE_MEMORY_BYTES (4ULL << 30) /* one dataset with its queries; at most half of the machine's memory */
#define ENGINE_THREADS 1                 /* floats are then added in the order of the rows: the same bytes everywhere */
#define ENGINE_SQL_BYTES (1u << 20)      /* twenty names of their full length fit many times */
#define ENGINE_RESULT_BYTES (256u << 20) /* of a result as JSON values in memory */
#define ENGINE_RESULT_COLUMNS 4096       /* as many as a table may have */
#define ENGINE_NEST_DEPTH 16             /* lists within lists in a result; deeper is not shown in a cell */
#define ENGINE_NEST_VALUES 10000         /* values of one list in a result; more are rows, not a cell */
#define ENGINE_TICK_MS 5                 /* how late a query may notice that it was cancelled */

/* Personal data */
#define PII_SHORT 4          /* letters of a pattern that must be a word of its own: "ssn" is in many others */
#define COLUMN_PATTERNS 100  /* words that block columns; whoever has more wants a list of allowed columns */
#define PII_WORDS 32         /* of a column's name; more is a sentence */
#define PII_PATTERN_BYTES 64 /* letters of a pattern that are compared: names people block are far shorter */
#define PII_NAME_BYTES 512   /* of a name looked at: longer ones are sentences */
#define PII_TEXT_BYTES 4096  /* of a value looked through in one piece: a page of text; longer ones have several */
#define PII_OVERLAP 256    /* bytes that a piece shares with the one before: more than the longest address or number */
#define PII_RUN_CHARS 34   /* letters and digits of the longest number: an IBAN */
#define PII_RUN_GROUPS 12  /* that it is written in: an IBAN has nine, a French number seven */
#define PII_WEAK_KINDS 12  /* numbers whose check one in ten passes; each is counted by itself */
#define PII_WEAK_VALUES 12 /* different ones that must pass such a check: by chance one column in 10^12 does */
#define PII_SAMPLE_ROWS 2000 /* of a column looked at, spread evenly: enough to tell a half from less */
#define PII_NUMBER_BYTES 40  /* a telephone number with all its brackets, blanks and hyphens */
#define PII_NUMBER_DIGITS 20 /* card numbers have up to 19 */
#define PII_NUMBER_GROUPS 8  /* +33 1 23 45 67 89 has six */
#define PII_NESTED 8         /* texts of JSON within texts of JSON that are looked into; each doubles the backslashes */

/* Profiles */
#define PROFILE_TOP 10         /* most frequent values listed: what fits a glance */
#define PROFILE_BINS 20        /* of a number's histogram: as many as tell a shape */
#define PROFILE_PERIODS 2000   /* of a date's histogram: decades of the longest span there is, and more */
#define PROFILE_EXAMPLES 5     /* outliers shown: enough to recognise what they are */
#define PROFILE_TEXT_CHARS 200 /* of a text value shown: longer ones are prose */
#define PROFILE_VALUES 3000    /* different values of a column that are looked at one by one: more are no categories */
#define PROFILE_VALUES_BYTES 131072 /* of them together: as JSON they fit a cell, whatever must be escaped */
#define PROFILE_BATCH 64 /* columns counted by one statement: their planning does not grow faster than they */
#define PROFILE_SQL_BYTES (8u << 20) /* such a statement with names of their full length, all quotes */
#define PROFILE_BATCH_CELLS 2000000  /* values counted by one statement: their different ones are all in memory */
#define PROFILE_PAIRS 24             /* pairs of columns tried as a key */
#define PROFILE_PAIR_KEYS 3          /* pairs told: more are chance */
#define PROFILE_RELATIONS 200        /* pairs of columns compared between tables: each costs a join */
#define PROFILE_NAME_WORDS 16        /* of a column's name, looked at for its role */

/* The cache of typed columns */
#define CACHE_BYTES (2ULL << 30)     /* all entries: a tenth of a home's quota */
#define CACHE_ENTRIES 1024           /* far more than fit */
#define CACHE_FROM_BYTES (1u << 20)  /* of a source: a smaller one is read in less time than an entry is looked for */
#define CACHE_DAYS 30                /* unused: then nobody asks about that file any more */
#define CACHE_KEEP_BYTES (2u << 20)  /* of typed columns: what is less is quick to read again */
#define DATA_PACKED_LEVELS 3         /* a .gz in a .gz is a slip; more is a trick */
#define DATA_HASH_BYTES (256u << 10) /* of a source hashed at once */
#define DATA_HASH_ALONE (1u << 20)   /* a larger source is hashed by a thread of its own, while it is read */

/* Workers */
#define WORKER_CHANNELS 8                 /* jobs side by side in one worker: four times the cores of a small machine */
#define WORKER_FRAME_BYTES JSON_MAX_BYTES /* a job and its answer are JSON */
#define WORKER_ANSWER_BYTES (1u << 20)    /* an answer from here on asks for its memory first: see budget.h */
#define WORKER_CHUNK_BYTES 65536         /* of a frame read at once: a lying length gets no more memory than it fills */
#define WORKER_MEMORY_BYTES (8ULL << 30) /* of one worker; at most three quarters of the machine's memory */
#define WORKER_KILL_MS 2000              /* for a job to give in once it is cancelled */
#define WORKER_TICK_MS 5                 /* how late a waiting caller notices that it was cancelled */

/* Workbooks */
#define WORKBOOK_PART_BYTES (4ULL << 30) /* one part inflated: a full sheet of a million rows by forty columns */
#define WORKBOOK_SHEETS 1024             /* ten times the largest that people keep */
#define WORKBOOK_PARTS 65535 /* what a zip without extensions can hold; charts and all, people's have 1,000 */
#define WORKBOOK_RATIO 300   /* inflated to packed: a million equal rows reach 60, a bomb 1,000 */
#define WORKBOOK_RATIO_FROM (16u << 20)  /* bytes inflated before the ratio counts: harmless whatever they were */
#define WORKBOOK_TAKE_BYTES (256u << 10) /* packed bytes given to the inflater at once: the ratio's grain */
#define WORKBOOK_GIVE_BYTES (1u << 20)   /* inflated at once: what is behind is still in the processor's cache */
#define WORKBOOK_XML_BYTES (256u << 20)  /* a part that is no sheet and no strings; large styles have 20 MB */
#define WORKBOOK_XML_DEPTH 64            /* elements within elements; the standard's own nest a dozen */
#define WORKBOOK_TOKEN_BYTES (1u << 20)  /* a cell in XML: 32,767 characters written as ten bytes each, three times */
#define WORKBOOK_STRINGS_BYTES (2ULL << 30) /* shared strings of one workbook: a fifth of a full sheet's cells */
#define CRYPT_SPIN_MOST 10000000            /* hashes to a workbook's key: programs take 100,000; a few seconds */
#define CRYPT_INFO_BYTES 65536        /* how a workbook is encrypted: some 2 KB; a key for each certificate besides */
#define ZIP_NAME_BYTES 1024           /* an entry's name: a workbook's are under 100 */
#define FEED_ALONE_BYTES (512u << 10) /* unpacked in half a millisecond: starting a thread gains nothing */
#define UNSAVED_RUNS 1024 /* of a column's formulas without results: more are one, and counts of theirs an estimate */
#define SHEET_CELL_CHARS 32767           /* of a cell's text: the format's own; no program writes more */
#define SHEET_ROW_BYTES (256u << 20)     /* texts of one row shown: 16,384 cells of 16 KB each */
#define SHEET_SORT_BYTES (1u << 30)      /* of cells out of order, gathered to be sorted: ten million of them */
#define SHEET_SHARED_FORMULAS (1u << 20) /* formulas of a sheet that others share: one a row */
#define SHEET_SHARED_BYTES (64u << 20)   /* their texts; the others' are then given as empty */
#define SEARCH_LIMIT 100                 /* workbook sheet: excel-search gives 1 to 100 hits */
#define SEARCH_LIMIT_DEFAULT 20          /* the same, when nothing is said */
#define PREVIEW_ROWS 100                 /* workbook sheet: excel-preview-table shows 1 to 100 rows */
#define PREVIEW_ROWS_DEFAULT 10          /* the same, when nothing is said */
#define FINDER_TABLES 256                /* tables found on one sheet; more are a form, not tables */
#define FINDER_BLOCKS 4096               /* groups of cells looked at apart; what comes later belongs to the last */
#define FINDER_TOP 24                    /* rows of a block whose cells are kept: titles, headers and some data */
#define FINDER_BOTTOM 16                 /* the same for its end: totals and notes */
#define FINDER_CELLS 2000000             /* cells kept of a sheet: 64 MB; later blocks are taken as they stand */
#define FINDER_MERGES 65536              /* merged cells looked at: people make hundreds */
#define FINDER_TEXT_BYTES (DATA_NAME_BYTES + 4) /* kept of a cell's text: a name, and whether it was longer */
#define NUMFMT_CODE_BYTES 4096 /* a number format: spreadsheets allow 255 characters; longer means nothing */

/* Formats */
#define DATA_INFLATE_RATIO 300 /* tables of text shrink 5 to 50 times; more is a bomb, or not worth packing */
#define DATA_INFLATE_FREE_BYTES (16u << 20) /* whatever the ratio: a small file of one repeated row is honest */
#define DATA_FOLDER_ENTRIES 100000          /* of a folder that is looked through: some 20 MB of names */
#define JSON_TABLES 64                      /* lists of records in one JSON text: each is a table */
#define JSON_SEARCH_DEPTH 8                 /* objects down to a list of records: answers of services have three */

/* Changing workbooks */
#define SHEET_ROWS 1048576            /* of a sheet: Excel's own */
#define SHEET_COLUMNS 16384           /* the same: XFD */
#define SHEET_NAME_UNITS 31           /* UTF-16 units of a sheet's name: Excel's own */
#define EXPORT_SHEETS 256             /* of one exported workbook: the library holds a file open for each */
#define EXPORT_PAGE_CELLS 100000      /* asked of the worker at once: some megabytes of JSON */
#define EDIT_CELLS 10000              /* set by one call: a person confirms what is listed; more is an import */
#define EDIT_MS 300000                /* five minutes: the largest sheet, looked through four times */
#define EDIT_TEXT_UNITS 32767         /* UTF-16 units of a cell's text: Excel's own */
#define EDIT_FORMULA_CHARS 8192       /* of a formula: Excel's own */
#define EDIT_FORMULA_NEST 256         /* brackets within brackets; Excel stops at 64 levels of functions */
#define EDIT_PART_BYTES (1u << 30)    /* one part, held in memory: a sheet of a million rows by twenty columns */
#define EDIT_ADDED_BYTES (512u << 20) /* put into a part: as many cells of their full length */
#define EDIT_GROWTH_BYTES ((uint64_t)EDIT_PART_BYTES + EDIT_ADDED_BYTES) /* a part, packed badly, and that */
#define EDIT_XML_DEPTH 256            /* elements within elements; a workbook's parts have ten */
#define EDIT_CANCEL_ROWS 1024         /* rows looked through between two looks at the cancel: under a millisecond */
#define EDIT_SHOWN_CHARS 60           /* of a value in a summary that people confirm: one line holds two */
#define EDIT_SHOWN_CELLS 20           /* cells listed in that summary; the rest is a count */
#define EDIT_HISTORY 20               /* changes of one workbook that can be taken back, one after the other */
#define EDIT_HISTORY_BYTES 65536      /* that many names and hashes, three times over */
#define PARTS_LISTED 10000            /* comments or links of a sheet that are told; more are made by a program */
#define PIVOT_ROWS 500                /* workbook sheet: excel-analyze-pivot shows 1 to 500 rows */
#define PIVOT_ROWS_DEFAULT 100        /* the same, when nothing is said */
#define PIVOT_COLUMNS 256             /* of a pivot table that are shown; more are no table that people read */
#define PIVOT_ITEMS 200               /* of a field that are listed; the rest is a count */
#define PIVOT_TABLES 64               /* of a workbook that are told at once */
#define REPACK_STEP_BYTES (1u << 20)  /* packed between two looks at the cancel: some 10 ms */
#define REPACK_FAST_BYTES (16u << 20) /* a part from here on is packed for speed: 0.2 s at the usual level */
#define REPACK_HEADER_BYTES 65664     /* of a zip entry: its name of up to 65,535 bytes, and fixed fields */
#define SOURCE_TABLES 1024            /* of one database: more than people can choose from */
#define SOURCE_BLOB_BYTES 4096 /* of a binary value, told as hex digits; the rest of it is no figure and no name */
#define SQLITE_OPS 100000      /* steps of SQLite's machine between two looks at the cancel: a millisecond */

/* PostgreSQL */
#define PG_CONNECT_MS 10000          /* to reach a server and be let in: a far one takes a second */
#define PG_SILENCE_MS 20000          /* without a byte of an answer: a big sort may think so long */
#define PG_STATEMENT_MS 120000       /* the server's own bound of one statement, should ours be gone */
#define PG_IDLE_MS 60000             /* the server ends a transaction that asks nothing for so long */
#define PG_TICK_MS 20                /* how late a cancel is noticed while waiting */
#define PG_TABLES 256                /* read when none is named; more are a warehouse, where one is to be named */
#define PG_SCHEMAS_TOLD 5            /* of those left out: enough to recognise them; the rest is "and others" */
#define PG_ROWS 100000000ULL         /* of one table: what the engine's memory could hold of two numbers a row */
#define PG_BYTES (4ULL << 30)        /* of one table as it is sent: some minutes over a good line */
#define PG_PORTS 16                  /* of the hosts of one URL, or a few: a server and its replicas */
#define PG_URL_BYTES DATA_PATH_CHARS /* it travels where paths do */

/* ---- passwords of servers ---- */
#define SECRETS_HELD 256        /* of one process: far more servers than anybody asks; the longest unused goes */
#define SECRET_BYTES 1024       /* a password: tokens of cloud databases have some hundred characters */
#define PGPASS_BYTES (1u << 20) /* ~/.pgpass: thousands of lines */
#define SCRUB_FILE_BYTES                                                                                               \
    (1u << 28) /* a file that is searched for passwords as a whole: the largest there can be, a log */

/* The audit chain */
#define AUDIT_WORDS_CHARS 300       /* of an argument in the log shown to people; the whole is in an answer's JSON */
#define DATA_PATH_CHARS 4095        /* PATH_MAX of Linux, less the byte that ends it */
#define AUDIT_SHOWN 1000            /* entries shown at once; more are read with an export */
#define AUDIT_VERIFY_MS 3600000     /* an hour: a log of a billion entries at a million a second takes a third of it */
#define HOME_BACKUP_MS 3600000      /* an hour: 20 GiB at a slow disk's 10 MB/s */
#define AUDIT_LINE_BYTES (1u << 20) /* one entry: an operation's arguments; whatever is larger is a file */
#define VERIFY_BLOCK_BYTES                                                                                             \
    (2u << 20)            /* read and checked by one thread at a time; more than a line, some 5,000 of them */
#define VERIFY_TRIES 5    /* heads that may move on before a fault is believed */
#define VERIFY_AHEAD 32   /* blocks checked before an earlier one is: a thread may be held up; 7 KB each */
#define VERIFY_THREADS 16 /* more wait for the disk and for each other */

/* Keeping a home in order: backup, sweep, quota, doctor */
#define TAR_NAME_BYTES 1024               /* a member's name: four file names of their full length */
#define BACKUP_FILES 50000                /* two thousand sessions with all their files; their list takes some 30 MB */
#define BACKUP_MANIFEST_BYTES (32u << 20) /* that many members with names of 500 bytes */
#define BACKUP_DB_PAGES 256               /* copied between two looks at the cancel: 1 MB */
#define BACKUP_DB_WAIT_MS 5000            /* for another program's exclusive lock, which lasts milliseconds */
#define BACKUP_TRIES 3                  /* for a file that changes while it is copied; then it is left out, and said */
#define SWEEP_HOURS 1                   /* between two sweeps of a home; what is kept lives a day at least */
#define SWEEP_ITEMS 256                 /* removed by one call, so that a sweep never holds anybody up */
#define SWEEP_STEPS 2000                /* the same of changes to tasks, which are small rows and come in thousands */
#define SWEEP_TEMP_SECONDS 86400        /* a day: no write takes as long, so a file of that age is a leftover */
#define SWEEP_METADATA_BYTES (1u << 20) /* a session's metadata.json has a page of text */
#define HOME_QUOTA_BYTES (20ULL << 30)  /* a tenth of a small laptop's disk; 400 of the metrics seed's largest files */
#define DOCTOR_SPACE_WARN_BYTES 1000000000 /* room for a day's work with large files */
#define DOCTOR_SPACE_BAD_BYTES 100000000   /* a diary file alone may take as much */
#define DOCTOR_QUOTA_WARN_PERCENT 90       /* of the quota: time to tidy up before something is refused */

/* The store */
#define DB_WAIT_MS 10000                /* a writer's work takes milliseconds: whoever waits longer waits for a hang */
#define DB_POLL_US 200                  /* first pause between tries for a lock; far less than a sync to disk takes */
#define DB_POLL_MOST_US 5000            /* pauses double up to this: not felt, and costs nothing */
#define DB_STATEMENTS 64                /* kept prepared for a connection: more than the program has that run often */
#define DB_WAL_BYTES (8u << 20)         /* of changes before they are moved into the database: some 20 ms of copying */
#define DB_WAL_START_BYTES (512u << 10) /* the same for a process's first commits: reading it takes 1 ms of a start */
#define DB_WAL_START_COMMITS 4          /* more than any command makes that is over at once */
#define DB_VALUE_BYTES (64u << 20)      /* one value or row: the largest JSON that is taken, JSON_MAX_BYTES */
#define STORE_GATHER_US 300 /* a commit waits so long for writers known to come: less than most disks' sync */
#define STORE_BATCH 64      /* writes that share a commit: syncs are then 1/64 of the cost, more gains nothing */
#define STORE_WORK_BYTES (16u << 20)     /* of lines one write adds to the log: sixteen entries of their full length */
#define STORE_BATCH_BYTES (16u << 20)    /* of lines after which a batch is closed; together at most twice this */
#define STORE_READERS 4                  /* connections for reading: as many as are busy at once on a small machine */
#define LOG_CUT_BYTES 1048576            /* of lines that were never committed, kept beside the audit log */
#define STORE_RESERVE_BYTES (256u << 10) /* of the log reserved at once: some 500 entries, nobody misses that room */
#define HEAD_PLACE_BYTES 1024            /* one of the two places of the head's second copy: twice what it takes */
#define AUDIT_CLOCK_US                                                                                                 \
    (300 * 1000000LL)                  /* entries of one log may be so far out of order: the longest request's length */
#define ATTEST_OLD 20000               /* requests of an older program attested at once: some 10 MB of lines */
#define AUDIT_CHECK_BYTES (256u << 20) /* of a log that is checked whole before it is shown: half a second */
#define AUDIT_JUMPS 8                  /* of the clock told of one log: more say nothing new */
#define AUDIT_OUTBOX_BYTES (64u << 20) /* of lines that wait, looked at in one go: four times what one commit adds */
#define KNOWN_KEYS_BYTES (1u << 20)    /* the file of known keys: some 5,000 homes */
#define WITNESS_BYTES (64u << 20)      /* the file of a witness: ten years of hourly heads */
#define WITNESS_COMMAND_MS 60000       /* for git or a command that takes a head: it may cross a network */
#define WITNESS_SECONDS 3600           /* a server hands its head to the witness once an hour */
#define STORE_STATE_BYTES 8192         /* the head as JSON: 64 roots are in the tree's text, not in it */

/* The web server */
#define WEB_HEAD_BYTES 16384         /* of a request's head: twice nginx's */
#define WEB_ROOM_BYTES 32768         /* of a connection's buffers: room for a head that is refused in our words, too */
#define WEB_BODY_BYTES (1u << 20)    /* a question with its arguments; data travels as uploads */
#define WEB_BODIES_BYTES (64u << 20) /* of all bodies in memory at a time, whoever sends them: 16 of the largest */
#define WEB_UPLOAD_BYTES DATA_FILE_BYTES /* a file: as large as a source may be */
#define WEB_SPOOL_BYTES HOME_QUOTA_BYTES /* of all uploads under way: no more could be kept */
#define WEB_PART_BYTES 65536             /* a text part of an upload: a description has 2,000 characters */
#define WEB_THROWN_BYTES (256u << 20)    /* of a refused body read on, so that its client hears why; then it is cut */
#define WEB_PARTS 16                     /* parts of an upload; there are two */
#define WEB_PART_HEAD_BYTES 8192         /* the head of a part: a name and a type */
#define WEB_PART_NAME_BYTES 1024         /* a file name of 255 characters, each of four bytes, and its NUL */
#define PEER_WAIT_MS 200                 /* for the kernel to name a socket: it takes microseconds */
#define WEB_BOUNDARY_BYTES 70            /* RFC 2046 */
#define WEB_CONNECTIONS 4096             /* a thousand idle streams several times over; some 100 MB at worst */
#define WEB_OTHER_FDS 256                /* descriptors for everything that is not a connection */
#define WEB_STOP_POLL_US 2000            /* how late the end of the last handler may be noticed at the end */
#define WEB_BACKLOG 1024                 /* connections that wait to be accepted: a burst */
#define WEB_QUICK_THREADS 2              /* handlers there never wait, so more than the processors gain nothing */
#define WEB_WORKERS 16                   /* operations side by side; each may use a processor or wait for the disk */
#define WEB_QUEUE 1024                   /* requests that wait for a thread; more would miss their deadline anyway */
#define WEB_DEADLINE_MS 60000            /* of a request that says nothing else: twice an operation's time */
#define WEB_LATE_MS 2000                 /* after the deadline: for a handler to notice and say so itself */
#define WEB_HEAD_MS 10000                /* for a request's head to arrive; a slow line takes a second */
#define WEB_IDLE_MS 75000                /* a kept connection without a request: nginx's habit */
#define WEB_CROWD_MS 2000                /* for a request to come when three quarters of the connections are taken */
#define WEB_GRACE_MS 10000               /* before the rate below is asked for: a line's hiccup */
#define WEB_RATE_BYTES 4096              /* bytes a second of a body or an answer: an old modem's speed */
#define WEB_SEND_MS 30000 /* in which so much of an answer is taken or of a body comes, again and again */
#define WEB_SCARCE_RATE_BYTES (64u << 10) /* the same where others want the room: a poor mobile line */
#define WEB_SCARCE_MS 5000                /* and the time in which it is looked at: some seconds' hiccup */
#define WEB_UNCOUNTED_BYTES 16384         /* an answer up to this needs no room: 64 MB for all connections at worst */
#define WEB_HEARTBEAT_MS 15000            /* of silence on a stream: less than the 30 s after which proxies cut it */
#define WEB_TICK_MS 250                   /* how late a deadline or a client's leaving may be noticed */
#define WEB_STOP_MS 1000                  /* at the end: for answers that are given to be taken by their clients */
#define WEB_RETRY_SECONDS 1               /* told to those who are turned away: a queue empties in less */
#define WEB_GZIP_BYTES 1024               /* shorter answers fit a packet as they are */
#define WEB_ANSWER_BYTES (64u << 20)      /* an answer as JSON: the largest that is taken, JSON_MAX_BYTES */
#define WEB_RATE 50                       /* requests a second of one client with the token: a busy page asks ten */
#define WEB_CLIENTS 1024 /* addresses whose rate is remembered; the one heard longest ago is forgotten */

/* Journals of event streams */
#define JOURNAL_BYTES (8u << 20)   /* one: an answer of 1,000 rows with its steps takes a tenth */
#define JOURNALS_BYTES (64u << 20) /* all of them: eight of the largest; those that ended make room for new ones */
#define JOURNALS_MAX 4096          /* as many as connections: each may have one */
#define JOURNAL_KEEP_MS 300000     /* after its end: five minutes to come back for the rest of an answer */

/* The HTTP door */
#define HTTP_DEADLINE_MORE_MS 5000     /* a route's deadline behind its operation's: it ends first, and says why */
#define HTTP_STOP_MS 3000              /* what runs may finish before it is cancelled; people wait for the prompt */
#define HTTP_BACKGROUND 2              /* operations run in the background at once: each may fill a processor */
#define HTTP_BACKGROUND_NICE 10        /* how far they step back: a tenth of the time of one who waits for an answer */
#define HTTP_BACKGROUND_ALL 64         /* with those that wait for their turn: each is a sleeping thread */
#define HTTP_EVENT_BYTES 4096          /* an event of the feed: names and numbers */
#define HTTP_METRICS_BYTES (1u << 20)  /* three lines for each operation; a tenth of it is much */
#define HTTP_OPENAPI_BYTES (16u << 20) /* some 10 KB for each operation with its schemas */
#define HTTP_PROC_BYTES 4096           /* a line of /proc */

/* MCP */
#define MCP_FRAME_BYTES (4u << 20)  /* one message: the longest query with its values several times over */
#define MCP_PAGE 50                 /* things listed at once: all tools fit, and a model reads no more */
#define MCP_MAXIMUM_TOLD 1000       /* of an argument: nobody passes a larger one unknowingly */
#define MCP_CALLS 8                 /* side by side over stdio: one person's client, which plans a handful at a time */
#define MCP_WAITING 64              /* calls behind them; more come from a loop */
#define MCP_SESSIONS 256            /* clients over HTTP at a time: far more than one person starts */
#define MCP_SESSION_IDLE_MS 1800000 /* half an hour of silence: a client that has gone without a word */
#define MCP_SUBSCRIPTIONS 64        /* resources one client watches */
#define MCP_LOOK_MS 1000            /* between looks at what changed: as soon as a person would expect to see it */
#define MCP_LISTENERS 256           /* streams of changes, of all clients: one for each that there can be */
#define MCP_FOLLOW_MS 5000          /* for a stream just opened to be read for the first time */
#define MCP_ASKS 8          /* questions that wait for a person: half of WEB_WORKERS, the rest goes on working */
#define MCP_ASK_MS 300000   /* five minutes: as long as a person looks at a question; a token lives twice that */
#define MCP_TICK_MS 100     /* how late a call that waits notices that it was taken back: not felt */
#define MCP_END_MS 1000     /* for calls to finish when the client closes: clients kill after two seconds */
#define MCP_CALL_MS 3600000 /* an hour: the longest operation (AUDIT_VERIFY_MS) may be called */
#define MCP_STATE_SECONDS CONFIRM_SECONDS /* the state of a call that was asked back holds a confirmation */
#define MCP_STATE_BYTES 65536             /* of that state: answers of a few forms */
#define MCP_ID_BYTES 256     /* of a request's id or a progress token: they are kept and repeated; clients count up */
#define MCP_CURSOR_BYTES 256 /* a number and a seal */
#define MCP_URI_BYTES 2048   /* of a resource: browsers stop there too */
#define MCP_COMPLETIONS 100  /* the protocol's own limit */
#define MCP_COMPLETION_FILES 1000 /* files looked at for what fits: a page of theirs, PAGE_MOST */
#define MCP_RETRY_MS 1000         /* told to clients that come back to a stream: soon, but not at once */
#define MCP_TOLD_BYTES (1u << 20) /* of one call's notifications: an eighth of a journal, the answer needs room */
#define MCP_LIST_TTL_MS 60000     /* lists may be kept for a minute: they change with the program only */
#define MCP_TEXT_BYTES 65536      /* of a result told as text: a model's patience; the rest is structured */

/* Artifacts, analyses and recipes */
#define ARTIFACT_BYTES (40u << 20)    /* one file: ANALYST_ROW_LIMIT rows of 200 bytes; fits JSON as Base64 */
#define ARTIFACT_NAME_BYTES 64        /* of a file's name: "monthly_revenue_by_region" and a number fit twice */
#define ARTIFACT_SAME_NAMES 100       /* files of one name in one request: an analysis has at most 64 steps */
#define ARTIFACT_ROW_BYTES (4u << 20) /* what is known of one: CHART_POINTS in Vega-Lite, three times over */
#define ARTIFACTS_OF_REQUEST 256      /* listed of one analysis: four for each of its steps */
#define ANALYSIS_PART_BYTES                                                                                            \
    (16u << 20)                 /* a request, plan, list of steps or response: ANALYST_SUBTASKS tables shown           \
                                 */
#define RECIPES 10000           /* kept: ten times what the analyst sheet asks for, some 20 MB */
#define RECIPES_FOUND 3         /* analyst seed: the top three are given */
#define RECIPE_REQUESTS 1000    /* of one recipe, known for erasing: older ones' words stand in a thousand later ones */
#define RECIPE_VECTOR 256       /* numbers of an intent's vector: a few dozen words collide seldom */
#define RECIPE_BYTES (1u << 20) /* a plan of ANALYST_SUBTASKS steps with its SQL */
#define INTENT_VALUES 32        /* blanks of a template: more are a list, not an intent */
#define TRANSFORM_CONDITIONS 32 /* of a filter: more are a query */
#define TRANSFORM_COLUMNS 256   /* named in one call: a wide table's worth */
#define TRANSFORM_SQL_CHARS 80000 /* of its query: what is written around that fits SQL_CHARS */

/* Charts */
#define CHART_POINTS 20000             /* of all series together: more dots than a picture of this size can part */
#define CHART_VALUES ANALYST_ROW_LIMIT /* that a histogram counts: what an analysis may read */
#define CHART_SERIES 8                 /* colours that stay apart for people who see few of them */
#define CHART_TICKS 64                 /* on an axis: far more than are read; a guard */
#define CHART_BINS 60                  /* of a histogram, likewise; some 30 are aimed at */
#define CHART_SIDE_LEAST 160           /* pixels of a side: below, no label fits */
#define CHART_SIDE_MOST 4000           /* of a side: a poster */
#define CHART_SCALE_MOST 4             /* device pixels for each: no screen has more */
#define CHART_PIXELS (16u << 20)       /* of a picture, three bytes each: a poster of the largest sides */
#define CHART_TEXT_CHARS 300           /* of a title, name or label that are looked at; a line holds 100 */
#define CHART_PNG_BYTES (64u << 20)    /* all those pixels, should they not compress */
#define CHART_SVG_BYTES (8u << 20)     /* CHART_POINTS dots of 72 bytes, five times over */
#define CHART_LYING_BARS 30            /* bars below each other: what fits a page */
#define CHART_AUTO_BARS 40             /* that are drawn unasked: more are a table's business */

/* Documents */
#define TEXT_PASSAGE_BYTES 1800     /* of one passage: some 300 words, about what one question is answered by */
#define TEXT_OVERLAP_BYTES 300      /* of a sentence that is carried over a cut: longer ones stand for themselves */
#define TEXT_CODE_BYTES 8192        /* of a block of code that is kept whole: a long screen */
#define TEXT_BLOCKS 500000          /* paragraphs of one document: a paragraph every 32 bytes of the longest */
#define TEXT_PASSAGES 50000         /* of one document: a shelf of books */
#define TEXT_SLUG_BYTES 80          /* of a heading as an id: what a line shows */
#define TEXT_REF_BYTES 200          /* of a record's own id */
#define TEXT_HEADING_BYTES 300      /* of a heading or title: three lines; every passage below keeps a copy of it */
#define TEXT_URL_BYTES 2048         /* of a page's address: what browsers take everywhere */
#define DOCS_FILE_BYTES (16u << 20) /* of one document: ten times the Bible, a manual has one megabyte */
#define DOCS_ADD_BYTES (32u << 20)  /* of all that are added at once: they are indexed in one transaction */
#define DOCS_FILES 5000             /* of a folder that are added at once: more are not kept by hand */
#define DOCS_FOLDER_DEPTH 16        /* folders within folders that are looked into */
#define DOCS_TERMS 256              /* different words of a question that are looked up; a page of text has fewer */
#define DOCS_TERM_BYTES 128         /* of one of them: longer is no word */
#define DOCS_K 100                  /* passages of a search at most: recall is measured at 100 */
#define DOCS_K_DEFAULT 10           /* passages of a search, when nothing is said: what people look at */
#define DOCS_TOP_K 20               /* docs sheet: retrieval gives 1 to 20 chunks */
#define DOCS_TOP_K_DEFAULT 5        /* docs sheet: top_k */
#define DOCS_QUOTE_CHARS 200        /* docs sheet: a citation's text */

/* A model that reads messages, where a person has set one */
#define FETCH_TICK_MS 50               /* between two looks at the cancel: it is honoured within 100 ms */
#define FETCH_HEADER_BYTES (64u << 10) /* of a reply's headers together: servers send one or two KB */
#define LLM_BUDGET_MS 10000          /* of one message, tries and waits together: as long as a person waits for words */
#define LLM_CONNECT_MS 3000          /* a server that is there answers at once */
#define LLM_ATTEMPTS 3               /* tasks sheet: of one message */
#define LLM_RETRY_MS 250             /* before the second try, doubled before the third; as much again by chance */
#define LLM_FAILURES 3               /* tasks sheet: in a row, then it is left alone */
#define LLM_REST_MS 60000            /* tasks sheet: for so long */
#define LLM_CALLS 32                 /* of one reply that are looked at: more is no choice */
#define LLM_TOKENS 1024              /* of a reply: ten calls have some 600 */
#define LLM_REPLY_BYTES (256u << 10) /* of a reply: LLM_TOKENS with all that servers add, many times over */
#define LLM_ASK_BYTES (1u << 20)     /* of what is sent: the messages, the list and the tools are a tenth of it */
#define LLM_URL_BYTES 1024           /* of a server's address */
#define LLM_NAME_BYTES 200           /* of a model's name: a path with a version */
#define LLM_KEY_BYTES 4096           /* of a key: a signed token */
#define VOICE_TURN_BYTES 4000        /* of one earlier message: what came before, not a list of a thousand tasks */
#define VOICE_LIST 50                /* titles of the list that was shown: as many as are shown at once */

/* Causes of a change */
#define CAUSE_ATTRIBUTES 10            /* searched at once: a thousand ways to choose among them */
#define CAUSE_DEPTH 4                  /* attributes of one cause: people do not act on finer segments */
#define CAUSE_MOST 10                  /* causes told: more are a table's business */
#define CAUSE_LEAVES ANALYST_ROW_LIMIT /* combinations of values: rows of one query */
#define CAUSE_CELLS (32u << 20)        /* leaves times cuboids: four bytes each, and some 0.1 s a round */
#define CAUSE_SEGMENTS (4u << 20)      /* of all cuboids: 56 bytes each */
#define CAUSE_CLASSES 5                /* so few different numbers are classes, whatever they are */
#define CAUSE_CODES 50 /* different numbers of a column that may be codes: a shop's rates, sizes, lines */
