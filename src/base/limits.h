/* limits.h - every bound of the program, each with its reason. Nothing sized by input is unbounded. */
#pragma once

/* Errors */
#define ERR_MESSAGE_BYTES 512 /* a sentence or two; longer texts are not read */
#define ERR_DETAIL_BYTES 1024 /* an engine's message plus where it happened */

/* Ids and times as text, with the NUL */
#define ID_TEXT_BYTES 37     /* 8-4-4-4-12 */
#define TIME_TEXT_BYTES 32   /* 2026-01-23T10:30:00.123Z */
#define SHA256_BYTES 32      /* FIPS 180-4 */
#define SHA256_TEXT_BYTES 65 /* 64 hex digits */

/* JSON */
#define JSON_MAX_BYTES (64u << 20) /* a request or a stored entity; larger data travels as files */
#define JSON_MAX_DEPTH 128         /* far deeper than any schema here; keeps recursion on a small stack */
#define JSON_MAX_DIGITS 4300       /* Python refuses longer integers, and so must we to stay equal to it */

/* Numbers */
#define NUM_SCALE_DIGITS 5000 /* a 4300-digit integer by the smallest double; dividing that takes milliseconds */

/* Arenas */
#define ARENA_BLOCK_BYTES 16384 /* most requests fit in a few */

/* Text */
#define STR_EDIT_CHARS 64 /* longest name that is compared for slips; longer ones are not typed by hand */

/* Operations */
#define OP_ATTEMPTS 3           /* analyst seed: one try and two retries */
#define OP_RETRY_MS 20          /* wait before the second attempt, doubled before the third */
#define OP_TIMEOUT_MS 30000     /* workbook seed: a query exceeds its time at 30 s */
#define OP_NESTING 8            /* an agent that calls an agent that calls a tool; deeper is a loop */
#define OP_SUMMARY_CHARS 200    /* a tool call's output_summary is one line */
#define TRAIL_EVENTS 1000       /* entries of one request; an analysis of 64 steps with 3 tries each has under 400 */
#define CONFIRM_SECONDS 600     /* long enough to read, short enough to forget */
#define CONFIRM_FILE_BYTES 4096 /* a binding and a time */
#define USER_CHARS 100          /* tasks sheet: user_id 1-100 characters */

/* The token for other programs: 64 hex digits and a line end, or what a person put there */
#define HTTP_TOKEN_BYTES 4096

/* Uploads */
#define UPLOAD_BYTES (4ull << 30)     /* one file; what a disk and an afternoon can take */
#define UPLOAD_NAME_BYTES 200         /* file systems stop at 255, and suffixes want room */
#define UPLOAD_META_BYTES 16384       /* a description of 1,000 characters and a name, escaped */
#define UPLOAD_PAGE 1000              /* files listed at once */
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
#define FILE_TREE_DEPTH 32     /* our own folders are five deep; each level of removing holds a descriptor */

/* The seeds' entities: characters are code points */
#define CONTENT_CHARS 10000         /* workbook seed: an answer's text; docs seed: a message; tasks sheet: a message */
#define TABLE_ROWS 1000             /* workbook seed: rows of one answer's table; more by paging */
#define WINDOW_TURNS 20             /* workbook seed: ten questions and ten answers */
#define CONVERSATION_ID_CHARS 100   /* tasks sheet: conversation_id */
#define CONVERSATION_KEEP_DAYS 30   /* tasks seed: older conversations are deleted */
#define TASK_TITLE_CHARS 255        /* tasks seed: Task.title */
#define TASK_DESCRIPTION_CHARS 1000 /* tasks seed: Task.description */
#define TASK_CONFIDENCES 3          /* tasks seed: the last three confidence scores */
#define METRICS_FILES 10            /* metrics seed: a session has 1-10 files */
#define METRICS_FILE_BYTES 52428800 /* metrics seed: 50 MB a file */
#define METRICS_FILE_NAME_CHARS 255 /* metrics seed: UploadedFile.original_name */
#define METRICS_DESCRIPTION_CHARS 2000 /* metrics seed: UploadedFile.description */
#define METRICS_SQL_CHARS 2000         /* metrics seed: metric_sql */
#define METRICS_TARGET_CHARS 100       /* metrics sheet: target_metric, the other spelling */
#define METRICS_CONTEXT_CHARS 5000     /* metrics seed: business_context */
#define METRICS_PROMPT_CHARS 2000      /* metrics seed: investigation_prompt */
#define METRICS_TITLE_CHARS 100        /* metrics seed: a hypothesis's or an explanation's title */
#define METRICS_STORY_CHARS 500        /* metrics seed: causal_story */
#define METRICS_SUMMARY_CHARS 500      /* metrics seed: a finding's compressed summary */
#define METRICS_REASONING_CHARS 1000   /* metrics seed: Explanation.reasoning */
#define METRICS_CHAT_CHARS 5000        /* metrics seed: ChatMessage.content */
#define METRICS_ITERATIONS 15          /* metrics seed: turns of the memory loop */
#define METRICS_PRIORITY 10            /* metrics seed: priority 1-10 */
#define METRICS_SAMPLES 5              /* metrics seed: sample_values of a column */
#define METRICS_SESSION_HOURS 24       /* metrics seed: SESSION_TIMEOUT_HOURS */
#define EMBEDDING_NUMBERS 1536         /* metrics seed: vector(1536) */
#define ANALYST_INTENT_CHARS 2000      /* analyst seed: intent */
#define ANALYST_ROW_LIMIT 200000       /* analyst seed, FR-022: rows of one query, also the default */
#define ANALYST_TIMEOUT_SECONDS 180    /* analyst seed, FR-023: most a request may ask for */
#define ANALYST_TIMEOUT_DEFAULT 30     /* analyst seed: timeout_seconds when it is not given */
#define ANALYST_SUBTASKS 64            /* a plan has to end within 180 s; bounds the search for cycles */
#define ANALYST_RETRIES 6              /* analyst sheet: retries_count 0-6 */
#define ANALYST_COST_SLACK 1e-6        /* a microsecond: decimal costs summed in binary are not exact */

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
#define PROC_CHUNK_BYTES 16384     /* one read of a child's output; a pipe holds four */
#define PROC_TERM_MS 1000          /* between asking a child to end and making it: enough to remove its own files */
#define PROC_TICK_MS 20            /* how late a child's end may be after the caller cancels: not felt as a delay */
#define PROC_TIMEOUT_MS 86400000LL /* a day; nothing here is run for longer, whatever is asked for */

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
#define DATA_SOURCES 32  /* files of one question; more are a folder */
#define SQL_CHARS 100000 /* a query people or programs write; longer ones are data in disguise */
#define SQL_PARAMS 1000  /* values bound to one query */

/* Questions */
#define QUESTION_CHARS 10000   /* workbook seed: a message */
#define QUESTION_WORDS 400     /* several times the longest question people have been seen to ask */
#define QUESTION_SPAN 12       /* words of a column's name or a cell's value that are recognised as one */
#define QUESTION_HITS 8        /* columns or values kept for one wording: one is chosen, or three are offered */
#define QUESTION_SLIPS 20000   /* names compared for a likely slip of the finger: some 10 ms */
#define QUESTION_WORD_BYTES 64 /* of a word quoted back in a message */
#define QUESTION_LIMIT 1000000 /* "top N": more is the whole table */
#define QUERY_TEXT_BYTES 65536 /* of a restatement or a sentence: a page of text is no sentence any more */

/* Data */
#define DATA_FILE_BYTES (1u << 30)    /* one source, held in memory while it is read */
#define DATA_COLUMNS 4096             /* of one table: four times what spreadsheets people keep have */
#define DATA_CELL_BYTES (1u << 20)    /* one cell; longer is a quote that was never closed */
#define DATA_NAME_BYTES 512           /* a column's or table's name; longer is no name */
#define DATA_NUMBER_BYTES 400         /* a number's text; every double fits, longer is an identifier */
#define DATA_NOTES 64                 /* assumptions told about one table; the rest is a count */
#define DATA_BATCH_ROWS 2048          /* rows handed on at once: the engine's own vector size */
#define DATA_BATCH_CELLS (1u << 18)   /* cells handed on at once: 4 MiB, whatever the number of columns */
#define DATASETS_OPEN 8               /* kept loaded: those one person goes back and forth between */
#define COLUMN_VALUES_MAX 200         /* different values listed: a dimension people group and filter by */
#define COLUMN_VALUE_BYTES 256        /* longest value listed; longer ones are prose, not something typed */
#define TABLE_VALUES_BYTES (4u << 20) /* of all lists of a table, so that it crosses the gate as JSON */
#define CSV_SNIFF_BYTES 65536         /* looked at to find the separator */
#define CSV_SNIFF_RECORDS 100         /* the same, in records */

/* The engine */
#define ENGINE_MEMORY_BYTES (4ULL << 30) /* one dataset with its queries; at most half of the machine's memory */
#define ENGINE_THREADS 1                 /* floats are then added in the order of the rows: the same bytes everywhere */
#define ENGINE_SQL_BYTES (1u << 20)      /* twenty names of their full length fit many times */
#define ENGINE_RESULT_BYTES (256u << 20) /* of a result as JSON values in memory */
#define ENGINE_RESULT_COLUMNS 4096       /* as many as a table may have */
#define ENGINE_NEST_DEPTH 16             /* lists within lists in a result; deeper is not shown in a cell */
#define ENGINE_NEST_VALUES 10000         /* values of one list in a result; more are rows, not a cell */
#define ENGINE_TICK_MS 5                 /* how late a query may notice that it was cancelled */

/* The audit chain */
#define AUDIT_WORDS_CHARS 300       /* of an argument in the log shown to people; the whole is in an answer's JSON */
#define DATA_PATH_CHARS 4096        /* PATH_MAX of Linux */
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
#define SWEEP_TEMP_SECONDS 86400        /* a day: no write takes as long, so a file of that age is a leftover */
#define SWEEP_METADATA_BYTES (1u << 20) /* a session's metadata.json has a page of text */
#define HOME_QUOTA_BYTES (20ULL << 30)  /* a tenth of a small laptop's disk; 400 of the metrics seed's largest files */
#define DOCTOR_SPACE_WARN_BYTES 1000000000 /* room for a day's work with large files */
#define DOCTOR_SPACE_BAD_BYTES 100000000   /* a diary file alone may take as much */
#define DOCTOR_QUOTA_WARN_PERCENT 90       /* of the quota: time to tidy up before something is refused */

/* The store */
#define DB_WAIT_MS 10000           /* a writer's work takes milliseconds: whoever waits longer waits for a hang */
#define DB_POLL_US 200             /* first pause between tries for a lock; far less than a sync to disk takes */
#define DB_POLL_MOST_US 5000       /* pauses double up to this: not felt, and costs nothing */
#define DB_STATEMENTS 64           /* kept prepared for a connection: more than the program has that run often */
#define DB_WAL_BYTES (8u << 20)    /* of changes before they are moved into the database: some 20 ms of copying */
#define DB_VALUE_BYTES (64u << 20) /* one value or row: the largest JSON that is taken, JSON_MAX_BYTES */
#define STORE_GATHER_US 300        /* a commit waits so long for writers known to come: less than most disks' sync */
#define STORE_BATCH 64             /* writes that share a commit: syncs are then 1/64 of the cost, more gains nothing */
#define STORE_WORK_BYTES (16u << 20)     /* of lines one write adds to the log: sixteen entries of their full length */
#define STORE_BATCH_BYTES (16u << 20)    /* of lines after which a batch is closed; together at most twice this */
#define STORE_READERS 4                  /* connections for reading: as many as are busy at once on a small machine */
#define LOG_CUT_BYTES 1048576            /* of lines that were never committed, kept beside the audit log */
#define STORE_RESERVE_BYTES (256u << 10) /* of the log reserved at once: some 500 entries, nobody misses that room */
#define STORE_STATE_BYTES 8192           /* the head as JSON: 64 roots are in the tree's text, not in it */

/* The web server */
#define WEB_HEAD_BYTES 16384          /* of a request's head: twice nginx's */
#define WEB_ROOM_BYTES 32768          /* of a connection's buffers: room for a head that is refused in our words, too */
#define WEB_BODY_BYTES (1u << 20)     /* a question with its arguments; data travels as uploads */
#define WEB_BODIES_BYTES (256u << 20) /* of all bodies in memory at a time, whoever sends them */
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
#define WEB_SEND_MS 30000                /* without the client taking anything of an answer */
#define WEB_HEARTBEAT_MS 15000           /* of silence on a stream: less than the 30 s after which proxies cut it */
#define WEB_TICK_MS 250                  /* how late a deadline or a client's leaving may be noticed */
#define WEB_STOP_MS 1000                 /* at the end: for answers that are given to be taken by their clients */
#define WEB_RETRY_SECONDS 1              /* told to those who are turned away: a queue empties in less */
#define WEB_GZIP_BYTES 1024              /* shorter answers fit a packet as they are */
#define WEB_ANSWER_BYTES (64u << 20)     /* an answer as JSON: the largest that is taken, JSON_MAX_BYTES */
#define WEB_RATE 50                      /* requests a second of one client with the token: a busy page asks ten */
#define WEB_CLIENTS 1024 /* addresses whose rate is remembered; the one heard longest ago is forgotten */

/* Journals of event streams */
#define JOURNAL_BYTES (8u << 20)    /* one: an answer of 1,000 rows with its steps takes a tenth */
#define JOURNALS_BYTES (256u << 20) /* all of them */
#define JOURNALS_MAX 4096           /* as many as connections: each may have one */
#define JOURNAL_KEEP_MS 300000      /* after its end: five minutes to come back for the rest of an answer */

/* The HTTP door */
#define HTTP_LIST_LIMIT 1000           /* items of one page of a list: as many as an answer has rows */
#define HTTP_LIST_DEFAULT 100          /* when nothing is said: a screen or three */
#define HTTP_LIST_OFFSET 1000000000    /* no list is as long; what is behind its end is empty */
#define HTTP_DEADLINE_MORE_MS 5000     /* a route's deadline behind its operation's: it ends first, and says why */
#define HTTP_STOP_MS 3000              /* what runs may finish before it is cancelled; people wait for the prompt */
#define HTTP_EVENT_BYTES 4096          /* an event of the feed: names and numbers */
#define HTTP_METRICS_BYTES (1u << 20)  /* three lines for each operation; a tenth of it is much */
#define HTTP_OPENAPI_BYTES (16u << 20) /* some 10 KB for each operation with its schemas */
#define HTTP_PROC_BYTES 4096           /* a line of /proc */

/* MCP */
#define MCP_FRAME_BYTES (4u << 20)  /* one message: the longest query with its values several times over */
#define MCP_PAGE 50                 /* things listed at once: all tools fit, and a model reads no more */
#define MCP_CALLS 8                 /* side by side over stdio: one person's client, which plans a handful at a time */
#define MCP_WAITING 64              /* calls behind them; more come from a loop */
#define MCP_SESSIONS 256            /* clients over HTTP at a time: far more than one person starts */
#define MCP_SESSION_IDLE_MS 1800000 /* half an hour of silence: a client that has gone without a word */
#define MCP_SUBSCRIPTIONS 64        /* resources one client watches */
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
#define MCP_COMPLETION_FILES 1000 /* files looked at for what fits: a page of theirs, UPLOAD_PAGE */
#define MCP_RETRY_MS 1000         /* told to clients that come back to a stream: soon, but not at once */
#define MCP_TOLD_BYTES (1u << 20) /* of one call's notifications: an eighth of a journal, the answer needs room */
#define MCP_LIST_TTL_MS 60000     /* lists may be kept for a minute: they change with the program only */
#define MCP_TEXT_BYTES 65536      /* of a result told as text: a model's patience; the rest is structured */
