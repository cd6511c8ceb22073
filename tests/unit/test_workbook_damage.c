/* test_workbook_damage.c - workbooks that are damaged in part: what can be read is, and what is missing is told. */
#include "office/workbook.h"
#include "source_testing.h"
#include "xlsx_testing.h"

#define HEAD "<worksheet xmlns='" XLSX_MAIN "'><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c>"
#define ROWS HEAD "<c r='B1' t='s'><v>1</v></c></row><row r='2'><c r='A2' s='1'><v>45322</v></c><c r='B2'><v>7</v></c>"
#define WHOLE ROWS "</row></sheetData></worksheet>"
#define STRINGS "<sst><si><t>day</t></si><si><t>units</t></si></sst>"

/* The parts of a workbook of one sheet that a test may want otherwise; NULL: as they should be. */
struct parts {
    const char *sheet, *strings, *styles;
    struct zip_twist sheet_twist, strings_twist, styles_twist;
};

struct made {
    struct zip_made zip;
    struct source *source;
    struct arena *arena;
    struct notes notes;
    struct err err;
    int rc;
};

static void add(struct zip_made *z, const char *name, const char *given, const char *usual, const struct zip_twist *t)
{
    const char *text = given ? given : usual;

    zip_add_twisted(z, name, text, strlen(text), t);
}

static void open_parts(struct made *m, const struct parts *p)
{
    struct source_bytes bytes;

    *m = (struct made){ .arena = arena_new() };
    notes_init(&m->notes, m->arena);
    zip_init(&m->zip);
    zip_add(&m->zip, "xl/workbook.xml",
            "<workbook xmlns:r='" XLSX_REL "'><sheets><sheet name='S' sheetId='1' r:id='s'/></sheets></workbook>");
    zip_add(&m->zip, "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='s' Type='" XLSX_REL "/worksheet' Target='worksheets/sheet1.xml'/>"
            "<Relationship Id='y' Type='" XLSX_REL "/styles' Target='styles.xml'/></Relationships>");
    add(&m->zip, "xl/worksheets/sheet1.xml", p->sheet, WHOLE, &p->sheet_twist);
    add(&m->zip, "xl/sharedStrings.xml", p->strings, STRINGS, &p->strings_twist);
    add(&m->zip, "xl/styles.xml", p->styles, xlsx_styles, &p->styles_twist);
    zip_end(&m->zip, false);
    bytes = bytes_of("t.xlsx", m->zip.bytes.p, m->zip.bytes.n);
    m->rc = workbook_open(&bytes, NULL, &m->source, &m->err);
}

static void done(struct made *m)
{
    if (m->rc == 0)
        m->source->ops->close(m->source);
    arena_free(m->arena);
    zip_done(&m->zip);
}

/* The sheet is shown so, and this is told of it, shown and loaded. */
static void shows(const struct parts *p, const char *rows, const char *notes)
{
    struct made m;
    const char *text;

    open_parts(&m, p);
    if (m.rc)
        fail_msg("%s (%s)", m.err.message, m.err.detail);
    text = shown_text(m.source, &(struct show){ 0 }, m.arena, &m.notes, &m.err);
    assert_non_null(text);
    assert_string_equal(text, rows);
    assert_string_equal(notes_text(m.arena, &m.notes), notes);
    notes_init(&m.notes, m.arena);
    if (loaded_text(m.source, 0, m.arena, &m.notes, &m.err))
        assert_memory_equal(notes_text(m.arena, &m.notes), notes, strlen(notes));
    done(&m);
}

static void is_refused(const struct parts *p)
{
    struct made m;

    open_parts(&m, p);
    assert_int_equal(m.rc, -1);
    assert_int_equal(m.err.code, ERR_WORKBOOK_LOAD_FAILED);
    assert_true(*m.err.action);
    done(&m);
}

#define ALL "S#A:?,B:?/'day'~'units'/2024-01-31~7f"

static void a_sound_workbook_has_nothing_to_tell(void **state)
{
    (void)state;
    shows(&(struct parts){ 0 }, ALL, "");
}

static void a_sheet_is_read_up_to_its_damage(void **state)
{
    static const char told[] = "the sheet is damaged: it was read up to row 2, and more may be missing";

    (void)state;
    shows(&(struct parts){ .sheet = ROWS }, ALL, told);
    shows(&(struct parts){ .sheet = ROWS "<c r='C2'><v>8" }, ALL, told);
    shows(&(struct parts){ .sheet = ROWS "</row><row r='3'><c <c" }, ALL, told);
    shows(&(struct parts){ .sheet_twist.crc_off = 1 }, ALL, told);
    shows(&(struct parts){ .sheet_twist.size_off = 5 }, ALL, told);
    shows(&(struct parts){ .sheet = HEAD }, "S#A:?/'day'",
          "the sheet is damaged: it was read up to row 1, and more may be missing");
    shows(&(struct parts){ .sheet = "" }, "S#",
          "the sheet is damaged: it was read up to row 0, and more may be missing");
}

static void a_sheet_without_a_cell_before_its_damage_is_refused(void **state)
{
    (void)state;
    is_refused(&(struct parts){ .sheet = "<worksheet><sheetData><row r='1'>" });
    is_refused(&(struct parts){ .sheet = "<worksheet><sheetData><row r='1'><c r='A1'><v>1" });
    is_refused(&(struct parts){ .sheet = "no XML" });
    is_refused(&(struct parts){ .sheet = "<!DOCTYPE worksheet [<!ENTITY a 'b'>]>" WHOLE });
}

static void texts_that_are_not_there_are_counted(void **state)
{
    (void)state;
    shows(&(struct parts){ .strings = "<sst><si><t>day</t></si></sst>" }, "S#A:?,B:?/'day'/2024-01-31~7f",
          "1 cell was left empty: its text is not in the file");
    shows(&(struct parts){ .strings = "<sst><si><t>day</t></si><si><t>uni" }, "S#A:?,B:?/'day'/2024-01-31~7f",
          "1 cell was left empty: its text is not in the file|the list of the workbook's texts is damaged");
    shows(&(struct parts){ .strings_twist.crc_off = 1 }, ALL, "the list of the workbook's texts is damaged");
    is_refused(&(struct parts){ .strings = "<sst><si><t>day" });
}

static void characters_that_no_file_may_hold_are_told(void **state)
{
    (void)state;
    shows(&(struct parts){ .strings = "<sst><si><t>d&ay</t></si><si><t>units\x02</t></si></sst>" },
          "S#A:?,B:?/'d&ay'~'units'/2024-01-31~7f",
          "2 texts have characters that cannot be in a file, and had them left out or replaced");
}

static void without_its_formats_a_workbook_still_has_its_values(void **state)
{
    static const char told[] = "the workbook's formats are damaged: dates may stand as numbers";

    (void)state;
    shows(&(struct parts){ .styles = "no XML" }, "S#A:?,B:?/'day'~'units'/45322f~7f", told);
    shows(&(struct parts){ .styles = "" }, "S#A:?,B:?/'day'~'units'/45322f~7f", told);
    shows(&(struct parts){ .styles_twist.crc_off = 1 }, ALL, told);
    is_refused(&(struct parts){ .styles = "<!DOCTYPE a [<!ENTITY b 'c'>]><styleSheet/>" });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_workbook_has_nothing_to_tell),
        cmocka_unit_test(a_sheet_is_read_up_to_its_damage),
        cmocka_unit_test(a_sheet_without_a_cell_before_its_damage_is_refused),
        cmocka_unit_test(texts_that_are_not_there_are_counted),
        cmocka_unit_test(characters_that_no_file_may_hold_are_told),
        cmocka_unit_test(without_its_formats_a_workbook_still_has_its_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
