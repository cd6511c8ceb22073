/* prompt.c - libedit where it can be had, plain lines where it cannot. */
#include "cli/prompt.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "cli/edit_api.h"
#include "cli/lines.h"
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct prompt {
    bool person;
    struct edit_api api;
    EditLine *editor; /* NULL: lines are not edited */
    History *history;
    char text[16]; /* shown before the line */
    struct lines lines;
    struct buf edited;    /* the line that was typed, without its newline */
    struct cancel cancel; /* of the line that is waited for */
};

/* libedit asks for the prompt when it draws the line, and hands over nothing but itself. */
static __typeof__(el_get) *get_of_editor;

static struct prompt *prompt_of(EditLine *editor)
{
    void *data = NULL;

    return get_of_editor(editor, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

static char *text_of(EditLine *editor)
{
    static char none[] = "";
    struct prompt *p = prompt_of(editor);

    return p ? p->text : none;
}

/* The next character that is typed: 1; 0 at the end. libedit's own would wait for a key when Ctrl-C was pressed while
 * another one was dealt with, or was told to another thread; so it is looked for. */
static int read_char(EditLine *editor, wchar_t *ret)
{
    const struct prompt *p = prompt_of(editor);
    mbstate_t state = { 0 };

    while (p && !p->cancel.fired) {
        struct pollfd typed = { .fd = STDIN_FILENO, .events = POLLIN };
        int ready = poll(&typed, 1, PROMPT_TICK_MS);
        ssize_t got;
        size_t n;
        char byte;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        got = ready < 0 ? -1 : read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return (int)got;
        n = mbrtowc(ret, &byte, 1, &state);
        if (n <= 1)
            return 1;
        if (n == (size_t)-1) /* no UTF-8: as if it had not been typed */
            state = (mbstate_t){ 0 };
    }
    errno = EINTR;
    return -1;
}

static void begin_editing(struct prompt *p)
{
    HistEvent event;

    if (!edit_load(&p->api))
        return;
    setlocale(LC_CTYPE, "C.UTF-8"); /* libedit counts characters by it */
    p->editor = p->api.el_init("assay", stdin, stdout, stderr);
    p->history = p->api.history_init();
    if (!p->editor || !p->history)
        return;
    get_of_editor = p->api.el_get;
    p->api.history(p->history, &event, H_SETSIZE, CHAT_HISTORY);
    p->api.el_set(p->editor, EL_CLIENTDATA, p);
    p->api.el_set(p->editor, EL_PROMPT, text_of);
    p->api.el_set(p->editor, EL_GETCFN, read_char);
    p->api.el_set(p->editor, EL_EDITOR, "emacs");
    p->api.el_set(p->editor, EL_SIGNAL, 1);
    p->api.el_set(p->editor, EL_HIST, p->api.history, p->history);
}

struct prompt *prompt_new(void)
{
    struct prompt *p = calloc(1, sizeof *p);

    if (!p)
        abort();
    p->person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    buf_init(&p->lines.b, CHAT_LINE_BYTES);
    buf_init(&p->edited, CHAT_LINE_BYTES);
    if (p->person)
        begin_editing(p);
    return p;
}

void prompt_free(struct prompt *p)
{
    if (!p)
        return;
    if (p->history)
        p->api.history_end(p->history);
    if (p->editor)
        p->api.el_end(p->editor);
    buf_done(&p->lines.b);
    buf_done(&p->edited);
    free(p);
}

bool prompt_is_person(const struct prompt *p)
{
    return p->person;
}

void prompt_interrupt(struct prompt *p)
{
    cancel_fire(&p->cancel);
}

static int ask_editor(struct prompt *p, enum prompt_got *ret, const char **ret_line, struct err *err)
{
    HistEvent event;
    int n = 0;
    const char *line = p->api.el_gets(p->editor, &n);

    if (!line || n <= 0) {
        *ret = p->cancel.fired ? PROMPT_INTERRUPTED : PROMPT_ENDED;
        fputc('\n', stdout);
        return 0;
    }
    n -= line[n - 1] == '\n';
    buf_cut(&p->edited, 0);
    buf_add(&p->edited, line, (size_t)n);
    if (buf_check(&p->edited, err) < 0)
        return -1;
    if (n > 0)
        p->api.history(p->history, &event, H_ENTER, p->edited.p);
    *ret = PROMPT_LINE;
    *ret_line = p->edited.p;
    return 0;
}

static int ask_plainly(struct prompt *p, enum prompt_got *ret, const char **ret_line, struct err *err)
{
    char *line;
    size_t n;

    if (p->person) {
        fputs(p->text, stdout);
        fflush(stdout);
    }
    if (lines_next(&p->lines, &p->cancel, &line, &n, err) < 0) {
        *ret = PROMPT_INTERRUPTED;
        return err->code == ERR_CANCELLED ? 0 : -1;
    }
    *ret = line ? PROMPT_LINE : PROMPT_ENDED;
    *ret_line = line;
    return 0;
}

int prompt_ask(struct prompt *p, const char *text, enum prompt_got *ret, const char **ret_line, struct err *err)
{
    snprintf(p->text, sizeof p->text, "%s", text);
    cancel_init(&p->cancel, NULL, 0);
    return p->editor && p->history ? ask_editor(p, ret, ret_line, err) : ask_plainly(p, ret, ret_line, err);
}
