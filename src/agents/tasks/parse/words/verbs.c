/* verbs.c - verbs of things to do: "call John" is something to do, "called John" something done. */
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>

#define DEED_BYTES 24  /* longer than any of them */
#define SLIPPED_DEED 4 /* letters: a shorter one is near to too many words */

/* ---- deeds ---- */

static const struct {
    const char *verb, *done;
    bool is_weak;
} deeds[] = {
    { "call", "called", false },
    { "ring", "rang", false },
    { "phone", "phoned", false },
    { "text", "texted", false },
    { "email", "emailed", false },
    { "e-mail", "e-mailed", false },
    { "mail", "mailed", false },
    { "message", "messaged", false },
    { "send", "sent", false },
    { "reply", "replied", false },
    { "respond", "responded", false },
    { "forward", "forwarded", false },
    { "contact", "contacted", false },
    { "ask", "asked", false },
    { "tell", "told", false },
    { "invite", "invited", false },
    { "thank", "thanked", false },
    { "visit", "visited", false },
    { "meet", "met", false },
    { "buy", "bought", false },
    { "purchase", "purchased", false },
    { "order", "ordered", false },
    { "pay", "paid", false },
    { "return", "returned", false },
    { "collect", "collected", false },
    { "grab", "grabbed", false },
    { "pick", "picked", false },
    { "fetch", "fetched", false },
    { "bring", "brought", false },
    { "take", "took", false },
    { "take", "taken", false },
    { "go", "gone", true },
    { "write", "written", true },
    { "drive", "driven", true },
    { "speak", "spoken", true },
    { "see", "seen", true },
    { "throw", "thrown", true },
    { "ring", "rung", false },
    { "drop", "dropped", true },
    { "book", "booked", false },
    { "reserve", "reserved", false },
    { "schedule", "scheduled", false },
    { "arrange", "arranged", false },
    { "organise", "organised", false },
    { "organize", "organized", false },
    { "renew", "renewed", false },
    { "register", "registered", false },
    { "apply", "applied", false },
    { "sign", "signed", false },
    { "submit", "submitted", false },
    { "hand", "handed", false },
    { "turn", "turned", true },
    { "file", "filed", false },
    { "print", "printed", true },
    { "scan", "scanned", false },
    { "post", "posted", false },
    { "upload", "uploaded", false },
    { "download", "downloaded", true },
    { "install", "installed", false },
    { "backup", "backed", false },
    { "back", "backed", true },
    { "fix", "fixed", false },
    { "repair", "repaired", false },
    { "replace", "replaced", false },
    { "clean", "cleaned", false },
    { "wash", "washed", false },
    { "vacuum", "vacuumed", false },
    { "hoover", "hoovered", false },
    { "mop", "mopped", false },
    { "dust", "dusted", false },
    { "tidy", "tidied", false },
    { "iron", "ironed", false },
    { "fold", "folded", false },
    { "pack", "packed", false },
    { "unpack", "unpacked", false },
    { "water", "watered", false },
    { "mow", "mowed", false },
    { "rake", "raked", false },
    { "plant", "planted", false },
    { "paint", "painted", false },
    { "assemble", "assembled", false },
    { "feed", "fed", false },
    { "walk", "walked", false },
    { "cook", "cooked", false },
    { "bake", "baked", false },
    { "defrost", "defrosted", false },
    { "empty", "emptied", true },
    { "refill", "refilled", false },
    { "charge", "charged", false },
    { "lock", "locked", false },
    { "deposit", "deposited", false },
    { "withdraw", "withdrew", false },
    { "transfer", "transferred", false },
    { "refund", "refunded", false },
    { "invoice", "invoiced", false },
    { "prepare", "prepared", false },
    { "prep", "prepped", false },
    { "write", "wrote", true },
    { "draft", "drafted", false },
    { "proofread", "proofread", false },
    { "edit", "edited", true },
    { "revise", "revised", false },
    { "review", "reviewed", true },
    { "approve", "approved", false },
    { "read", "read", false },
    { "study", "studied", false },
    { "learn", "learned", false },
    { "practise", "practised", false },
    { "practice", "practiced", false },
    { "memorise", "memorised", false },
    { "memorize", "memorized", false },
    { "research", "researched", true },
    { "plan", "planned", false },
    { "attend", "attended", false },
    { "watch", "watched", true },
    { "make", "made", true },
    { "get", "got", true },
    { "do", "did", true },
    { "go", "went", true },
    { "check", "checked", true },
    { "finish", "finished", true },
    { "complete", "completed", true },
    { "start", "started", true },
    { "set", "set", true },
    { "put", "put", true },
    { "move", "moved", true },
    { "sell", "sold", false },
    { "donate", "donated", false },
    { "recycle", "recycled", false },
    { "throw", "threw", true },
    { "shop", "shopped", false },
    { "confirm", "confirmed", true },
    { "cancel", "cancelled", true },
    { "cancel", "canceled", true },
    { "rsvp", "rsvped", false },
    { "deliver", "delivered", false },
    { "ship", "shipped", false },
    { "wrap", "wrapped", false },
    { "present", "presented", true },
    { "deploy", "deployed", false },
    { "debug", "debugged", false },
    { "refactor", "refactored", false },
    { "merge", "merged", true },
    { "test", "tested", true },
    { "discuss", "discussed", false },
    { "talk", "talked", true },
    { "speak", "spoke", true },
    { "chase", "chased", false },
    { "remind", "reminded", true },
    { "sort", "sorted", true },
    { "measure", "measured", true },
    { "hang", "hung", false },
    { "change", "changed", true },
    { "update", "updated", true },
    { "exercise", "exercised", false },
    { "stretch", "stretched", false },
    { "meditate", "meditated", false },
    { "journal", "journaled", true },
    { "fill", "filled", false },
    { "run", "ran", true },
    { "work", "worked", true },
    { "look", "looked", true },
    { "see", "saw", true },
    { "join", "joined", true },
    { "build", "built", true },
    { "create", "created", true },
    { "design", "designed", true },
    { "finalise", "finalised", false },
    { "finalize", "finalized", false },
    { "follow", "followed", false },
    { "drive", "drove", true },
    { "cut", "cut", true },
    { "trim", "trimmed", false },
    { "weed", "weeded", false },
    { "shovel", "shoveled", false },
    { "sweep", "swept", false },
    { "scrub", "scrubbed", false },
    { "launder", "laundered", false },
    { "descale", "descaled", false },
    { "vote", "voted", false },
    { "remove", "removed", true },
    { "delete", "deleted", true },
    { "add", "added", true },
    { "close", "closed", true },
    { "open", "opened", true },
    { "prune", "pruned", false },
    { "declutter", "decluttered", false },
    { "reschedule", "rescheduled", true },
    { "sync", "synced", true },
    { "verify", "verified", true },
    { "record", "recorded", true },
    { "publish", "published", false },
    { "translate", "translated", true },
    { "interview", "interviewed", false },
    { "hire", "hired", false },
    { "onboard", "onboarded", false },
    { "vaccinate", "vaccinated", false },
    { "groom", "groomed", false },
    { "bathe", "bathed", false },
    { "enroll", "enrolled", false },
    { "enrol", "enrolled", false },
    { "subscribe", "subscribed", false },
    { "unsubscribe", "unsubscribed", false },
    { "acknowledge", "acknowledged", false },
    { "advertise", "advertised", false },
    { "analyse", "analysed", false },
    { "analyze", "analyzed", false },
    { "apologise", "apologised", false },
    { "apologize", "apologized", false },
    { "archive", "archived", true },
    { "bleach", "bleached", false },
    { "bleed", "bled", false },
    { "boil", "boiled", true },
    { "borrow", "borrowed", true },
    { "calibrate", "calibrated", false },
    { "certify", "certified", false },
    { "choose", "chose", false },
    { "circulate", "circulated", false },
    { "compare", "compared", false },
    { "compile", "compiled", false },
    { "compost", "composted", true },
    { "configure", "configured", false },
    { "congratulate", "congratulated", false },
    { "consolidate", "consolidated", false },
    { "countersign", "countersigned", false },
    { "decommission", "decommissioned", false },
    { "decorate", "decorated", false },
    { "defend", "defended", false },
    { "degrease", "degreased", false },
    { "dig", "dug", false },
    { "discard", "discarded", true },
    { "disconnect", "disconnected", false },
    { "disinfect", "disinfected", false },
    { "dismantle", "dismantled", false },
    { "dispatch", "dispatched", false },
    { "evaluate", "evaluated", false },
    { "fertilise", "fertilised", false },
    { "fertilize", "fertilized", false },
    { "format", "formatted", true },
    { "glue", "glued", false },
    { "grout", "grouted", false },
    { "harvest", "harvested", true },
    { "hoist", "hoisted", false },
    { "inform", "informed", true },
    { "inspect", "inspected", true },
    { "insure", "insured", false },
    { "itemise", "itemised", false },
    { "itemize", "itemized", false },
    { "laminate", "laminated", false },
    { "lend", "lent", false },
    { "lubricate", "lubricated", false },
    { "marinate", "marinated", false },
    { "mend", "mended", false },
    { "migrate", "migrated", false },
    { "negotiate", "negotiated", false },
    { "notarise", "notarised", false },
    { "notarize", "notarized", false },
    { "notify", "notified", false },
    { "obtain", "obtained", false },
    { "outsource", "outsourced", false },
    { "peel", "peeled", true },
    { "photocopy", "photocopied", false },
    { "photograph", "photographed", false },
    { "polish", "polished", true },
    { "prepay", "prepaid", false },
    { "reapply", "reapplied", false },
    { "rearrange", "rearranged", false },
    { "reassemble", "reassembled", false },
    { "reassign", "reassigned", false },
    { "reboot", "rebooted", false },
    { "rebuild", "rebuilt", false },
    { "recalibrate", "recalibrated", false },
    { "recharge", "recharged", false },
    { "reconcile", "reconciled", false },
    { "reconnect", "reconnected", false },
    { "recruit", "recruited", false },
    { "rectify", "rectified", false },
    { "redact", "redacted", false },
    { "redirect", "redirected", false },
    { "refuel", "refuelled", false },
    { "regenerate", "regenerated", false },
    { "regrout", "regrouted", false },
    { "rehang", "rehung", false },
    { "rehearse", "rehearsed", false },
    { "reheat", "reheated", false },
    { "rehouse", "rehoused", false },
    { "reimburse", "reimbursed", false },
    { "reinstall", "reinstalled", false },
    { "relocate", "relocated", false },
    { "remortgage", "remortgaged", false },
    { "renovate", "renovated", false },
    { "reorder", "reordered", false },
    { "reorganise", "reorganised", false },
    { "reorganize", "reorganized", false },
    { "repack", "repacked", false },
    { "repaint", "repainted", false },
    { "repot", "repotted", false },
    { "reprint", "reprinted", false },
    { "reproduce", "reproduced", true },
    { "reseal", "resealed", false },
    { "resell", "resold", false },
    { "reset", "reset", true },
    { "reshelve", "reshelved", false },
    { "resize", "resized", false },
    { "resole", "resoled", false },
    { "restart", "restarted", true },
    { "restock", "restocked", false },
    { "restring", "restrung", false },
    { "resubmit", "resubmitted", false },
    { "retest", "retested", false },
    { "retrieve", "retrieved", false },
    { "revoke", "revoked", true },
    { "rewire", "rewired", false },
    { "rewrite", "rewrote", false },
    { "rinse", "rinsed", false },
    { "rotate", "rotated", false },
    { "sandblast", "sandblasted", false },
    { "sanitise", "sanitised", false },
    { "sanitize", "sanitized", false },
    { "sew", "sewed", false },
    { "sharpen", "sharpened", false },
    { "shred", "shredded", false },
    { "soak", "soaked", true },
    { "solder", "soldered", false },
    { "sterilise", "sterilised", false },
    { "sterilize", "sterilized", false },
    { "summarise", "summarised", false },
    { "summarize", "summarized", false },
    { "teach", "taught", false },
    { "thaw", "thawed", false },
    { "tighten", "tightened", false },
    { "transcribe", "transcribed", false },
    { "unblock", "unblocked", false },
    { "unclog", "unclogged", false },
    { "unload", "unloaded", false },
    { "unlock", "unlocked", true },
    { "unplug", "unplugged", false },
    { "unwrap", "unwrapped", false },
    { "upgrade", "upgraded", true },
    { "varnish", "varnished", false },
    { "weigh", "weighed", false },
    { "whitewash", "whitewashed", false },
    { "withhold", "withheld", false },
};

/* The same by its first letter at once, which most words are not. */
static bool is_word(const struct phrase_word *w, const char *word)
{
    return w->n > 0 && tolower((unsigned char)*w->p) == *word && phrase_word_is(w, word);
}

enum deed word_deed(const struct phrase_word *w)
{
    for (size_t i = 0; i < COUNT_OF(deeds); i++)
        if (is_word(w, deeds[i].verb))
            return deeds[i].is_weak ? DEED_WEAK : DEED_SURE;
    return DEED_NONE;
}

const char *word_done_deed(const struct phrase_word *w)
{
    struct phrase_word short_of = *w; /* "RSVP'd" */

    short_of.n -= w->n > 3 && strncasecmp(w->p + w->n - 2, "'d", 2) == 0 ? 2 : 0;
    for (size_t i = 0; short_of.n < w->n && i < COUNT_OF(deeds); i++)
        if (is_word(&short_of, deeds[i].verb))
            return deeds[i].verb;
    for (size_t i = 0; i < COUNT_OF(deeds); i++)
        if (is_word(w, deeds[i].done))
            return deeds[i].verb;
    return NULL;
}

/* Said of something that is done to it, but not by its ending; and the verb. */
static const char *const irregular[] = {
    "sewn",    "sew",   "swept",  "sweep",  "built",  "build",  "fed",    "feed",    "done",   "do",     "made",
    "make",    "sent",  "send",   "bought", "buy",    "paid",   "pay",    "sold",    "sell",   "told",   "tell",
    "written", "write", "drawn",  "draw",   "taken",  "take",   "given",  "give",    "hung",   "hang",   "cut",
    "cut",     "set",   "set",    "put",    "put",    "laid",   "lay",    "led",     "lead",   "lit",    "light",
    "met",     "meet",  "run",    "run",    "beat",   "beat",   "beaten", "beat",    "won",    "win",    "spoken",
    "speak",   "seen",  "see",    "read",   "read",   "ground", "grind",  "wound",   "wind",   "dug",    "dig",
    "shot",    "shoot", "thrown", "throw",  "grown",  "grow",   "driven", "drive",   "rung",   "ring",   "begun",
    "begin",   "sung",  "sing",   "caught", "catch",  "taught", "teach",  "brought", "bring",  "held",   "hold",
    "kept",    "keep",  "left",   "leave",  "chosen", "choose", "frozen", "freeze",  "broken", "break",  "worn",
    "wear",    "torn",  "tear",   "spent",  "spend",  "bent",   "bend",   "lent",    "lend",   "woken",  "wake",
    "shorn",   "shear", "mown",   "mow",    "shut",   "shut",   "split",  "split",   "spun",   "spin",   "knit",
    "knit",    "chose", "choose", "bled",   "bleed",  "drew",   "draw",   "gave",    "give",   "wove",   "weave",
    "sang",    "sing",  "rode",   "ride",   "wore",   "wear",   "tore",   "tear",    "grew",   "grow",   "broke",
    "break",   "ate",   "eat",    "hid",    "hide",   "hidden", "hide",   "stuck",   "stick",  "strung", "string",
    "knitted", "knit",  "dealt",  "deal",   "bound",  "bind",   "found",  "find",    "got",    "get",
};

/* Not what is done: how something is, or what became of it instead. */
static const char no_participles[] =
    "need|feed|seed|weed|bleed|speed|indeed|exceed|proceed|succeed|hundred|sacred|naked|wicked|red|bed|shed|embed|"
    "moved|delayed|postponed|cancelled|canceled|rescheduled|changed|needed|required|tired|bored|excited|interested|"
    "supposed|planned|expected|blocked|failed|crashed|ignored|missed|used|named|called|titled|entitled|tagged|labelled|"
    "worried|scared|confused|married|retired|wanted|asked|mentioned|talked|happened|stopped|started|increased|"
    "decreased|seemed|looked|liked|loved|hated|related|dated|unfinished|undated|noted|wanted|tried|died|"
    "lived|stayed|arrived|waited|hoped|wished|decided|remembered|realised|realized|annoyed|pleased|finished|completed|"
    "overloaded|limited|left|broken|found|set|put|run|read|cut|got|beat|lead|light|held|kept|worn|shut|split|ground|"
    "wound|bound|deleted|removed|added|created|undone|promised|suggested|refused|offered|agreed|disappointed|"
    "gone|been|come|advanced|united|mixed|fixed-term|so-called|talented|detailed|complicated|dedicated|rushed";

/* "sand" of "sanded", "mop" of "mopped", "tidy" of "tidied"; of "filed" only "fil": the finder goes by stems. */
static const char *without_ending(struct arena *a, const struct phrase_word *w)
{
    size_t n = w->n - 2;

    if (w->p[n - 1] == 'i')
        return arena_printf(a, "%.*sy", (int)(n - 1), w->p);
    if (n > 3 && w->p[n - 1] == w->p[n - 2] && !strchr("lsz", w->p[n - 1]))
        n--;
    return arena_dup(a, w->p, n);
}

const char *word_been(const struct phrase_word *w)
{
    for (size_t i = 0; i < COUNT_OF(irregular); i += 2)
        if (phrase_word_is(w, irregular[i]))
            return irregular[i + 1];
    return NULL;
}

const char *word_participle(struct arena *a, const struct phrase_word *w)
{
    const char *known;

    if (w->is_quoted || w->n < 3 || phrase_word_is(w, no_participles))
        return NULL;
    if ((known = word_been(w)))
        return known;
    if ((known = word_done_deed(w)))
        return word_deed(w) == DEED_NONE ? known : NULL;
    if (w->n < 5 || w->n > 20 || strncasecmp(w->p + w->n - 2, "ed", 2) != 0 || memchr(w->p, '-', w->n))
        return NULL;
    return without_ending(a, w);
}

/* ---- slips ---- */

const char *word_slipped_deed(const struct phrase_word *w)
{
    char typed[DEED_BYTES + 1];

    if (w->is_quoted || !word_letters(w, sizeof typed, typed) || strlen(typed) < SLIPPED_DEED || word_deed(w) ||
        word_done_deed(w))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(deeds); i++) {
        if (str_slipped(typed, deeds[i].verb))
            return deeds[i].verb;
        if (str_slipped(typed, deeds[i].done))
            return deeds[i].done;
    }
    return NULL;
}

/* ---- forms ---- */

/* "pick" of "picking", "write" of "writing", "shop" of "shopping". */
static bool is_ing_of(const char *word, size_t n, const char *verb)
{
    size_t m = strlen(verb);

    if (strncmp(word, verb, m) == 0)
        return n == m || (n == m + 1 && word[m] == verb[m - 1]);
    return verb[m - 1] == 'e' && n == m - 1 && strncmp(word, verb, n) == 0;
}

const char *action_verb(const char *word)
{
    size_t n = strlen(word);
    const struct phrase_word w = { .p = word, .n = n };
    const char *verb = word_done_deed(&w);

    for (size_t i = 0; i < COUNT_OF(deeds); i++)
        if (phrase_word_is(&w, deeds[i].verb) ||
            (n > 5 && strcmp(word + n - 3, "ing") == 0 && is_ing_of(word, n - 3, deeds[i].verb)))
            return deeds[i].verb;
    return verb ? verb : word_been(&w);
}
