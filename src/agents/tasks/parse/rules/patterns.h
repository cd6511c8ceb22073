/* patterns.h - word lists that several rules share, and macros that write a rule. For parse/rules only. */
#pragma once
#include "agents/tasks/parse/parser.h"

#define THING "task|todo|to-do|item|reminder|entry|chore|to-dos"
#define THINGS "tasks|todos|to-dos|items|reminders|things|chores|entries"
#define LIST_KIND                                                                                                      \
    "to|do|todo|to-do|task|tasks|reminders|shopping|grocery|groceries|packing|work|home|reading|daily|bucket|chores|"  \
    "chore"
#define IN_LIST                                                                                                        \
    "to|on|onto|in|into|among|amongst|from|off [of] [my|the|our|this|that|your] *" LIST_KIND                           \
    " list|agenda|todos|to-dos|tasks|todo|reminders|dos"
#define MADE "*a|an|the|another|one|me|us|new|quick|more|recurring|repeating|just|up|in|down|small|as|please "
#define CALLED                                                                                                         \
    "*to|called|named|titled|for|about|that|saying|says|which|of|with|it|reads|is|-|me|us|title|name|text|i|need|in|"  \
    "on|there|entitled|headed|reading|labelled|have|must|should|got|i've|we"
#define OK "*now|already|please|thanks|too|today|finally|yet|then|again|yesterday|okay|all|both|well|as|for|good"
#define ADVERB                                                                                                         \
    "*just|already|finally|now|totally|all|officially|have|has|been|got|actually|also|recently|successfully|both|"     \
    "even|managed|to "
#define PUTS                                                                                                           \
    "add|put|stick|throw|get|place|include|write|pop|chuck|save|log|jot|slap|drop|toss|pencil|enter|append|note|"      \
    "whack|"                                                                                                           \
    "bung|shove|lob|plonk|fling|scribble|record|insert|sling|tack|pin"
#define BEHIND                                                                                                         \
    "*up|off|in|out|down|on|over|away|back|through|now|already|too|today|finally|yesterday|this|morning|afternoon|"    \
    "evening|last|night|at|as|well|just|earlier|properly|again|all|and|dusted|sorted"
#define DONE "done|complete|completed|finished|closed|did|checked|ticked|resolved|handled|sorted"
#define UNDONE "undone|incomplete|pending|open|unfinished|todo|to-do|uncompleted|outstanding|active|unchecked|reopened"
#define IS "is|are|was|were|has|have|got|'s|am"
#define SHOW "show|list|view|see|display|get|give|read|print|pull|bring|check|open|fetch|find|tell|review|filter|share"
#define CHANGE "change|update|set|edit|modify|alter|adjust|make|correct|switch|amend|fix"

#define PARTICIPLE                                                                                                     \
    "bought|paid|sent|fixed|cleaned|washed|booked|submitted|delivered|posted|signed|ordered|mailed|emailed|filed|"     \
    "watered|packed|printed|returned|collected|renewed|replied|mowed|ironed|vacuumed|repaired|uploaded|installed|"     \
    "scheduled|cancelled|canceled|purchased|picked"
#define RULE(kind, confidence, flags, pattern)                                                                         \
    {                                                                                                                  \
        INTENT_##kind, confidence, flags, NULL, pattern                                                                \
    }
#define SETS(kind, confidence, flags, sets, pattern)                                                                   \
    {                                                                                                                  \
        INTENT_##kind, confidence, flags, sets, pattern                                                                \
    }
