"""A cell far longer than any cell is refused at once, with what to do, whatever the format: not after all of it was
looked at several times."""
import gzip
import io
import resource
import sqlite3
import zipfile

from harness import ASSAY, equal, holds, main

LENGTH = 200 << 20
SECONDS = 1.0  # of the processors' time, which is the same whatever else they do; a CSV took 4 to 14 s
SANITIZED = any(word in ASSAY.read_bytes() for word in (b"__asan_init", b"__tsan_init"))
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def spent():
    """The processors' time of all programs that were run, with what these started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def refused(place, name, *says):
    """The file is refused in time, in both ways of reading it."""
    path = str(place.folder / name)
    for args in (("table", path), ("ask", "--data", path, "how many rows")):
        place.run("version")  # so that the program is in the disk's cache
        best = 99.0
        for _ in range(3):  # the quickest of three: they wait for memory that others use
            began = spent()
            done = place.run(*args, timeout=60)
            best = min(best, spent() - began)
            equal(done.status != 0, True, done)
            if best < SECONDS:
                break
        for part in says:
            holds(done.err, part, (name, args[0]))
        equal(best < SECONDS or SANITIZED, True, f"{name} {args[0]}: {best:.1f} s")


def put(place, name, *parts):
    with open(place.folder / name, "wb") as file:
        for part in parts:
            file.write(part)


def packed(place, name):
    """The same in gzip, with stretches of noise, as what shrinks too well is refused for that."""
    with open(place.folder / name, "rb") as file, gzip.open(place.folder / (name + ".gz"), "wb", 1) as to:
        to.write(file.read())


CSV = "is longer than 1048576 bytes"
DO = "leave its column out"


def test_in_a_csv(place):
    long = b"x" * LENGTH
    put(place, "plain.csv", b"a,b\n1,", long, b"\n2,y\n")
    refused(place, "plain.csv", "line 2", CSV, DO)
    packed(place, "plain.csv")
    refused(place, "plain.csv.gz", "line 2", CSV, DO)
    put(place, "quoted.csv", b'a,b\n1,"', long, b'"\n2,y\n')
    refused(place, "quoted.csv", "line 2", CSV, DO)
    put(place, "open.csv", b'a,b\n1,"', long)
    refused(place, "open.csv", "line 2", CSV, "close it")


def test_in_one_of_words_or_of_blanks(place):
    put(place, "words.csv", b"a;b\n1;", b"x y " * (LENGTH // 4), b"\n2;y\n")
    refused(place, "words.csv", "line 2", CSV, DO)
    put(place, "blanks.csv", b"a;b\n1;", b" " * LENGTH, b"x\n2;y\n")
    refused(place, "blanks.csv", CSV, DO)


def test_behind_a_million_rows(place):
    put(place, "late.csv", b"a,b\n" + b"1,2\n" * 1_000_000, b"1,", b"x" * LENGTH, b"\n")
    refused(place, "late.csv", "line 1000002", CSV, DO)


def test_in_a_tsv(place):
    put(place, "cell.tsv", b"a\tb\n1\t", b"x" * LENGTH, b"\n2\ty\n")
    refused(place, "cell.tsv", "line 2", CSV, DO)
    packed(place, "cell.tsv")
    refused(place, "cell.tsv.gz", "line 2", CSV, DO)


def test_in_json(place):
    long = b"x" * LENGTH
    put(place, "value.json", b'[{"a":1,"b":"', long, b'"},{"a":2,"b":"y"}]')
    refused(place, "value.json", "line 1", "1048576 bytes", "leave it out")
    put(place, "lines.jsonl", b'{"a":1,"b":"', long, b'"}\n{"a":2,"b":"y"}\n')
    refused(place, "lines.jsonl", "line 1", "1048576 bytes")
    packed(place, "lines.jsonl")
    refused(place, "lines.jsonl.gz", "1048576 bytes")
    put(place, "short.json", b'[{"a":1,"b":"', b"x" * ((1 << 20) + 1), b'"}]')
    refused(place, "short.json", "1048576 bytes")


def workbook(place, name, strings, rows, method=zipfile.ZIP_STORED):
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w", method) as z:
        kinds = {"/xl/workbook.xml": "sheet.main", "/xl/worksheets/sheet1.xml": "worksheet",
                 "/xl/sharedStrings.xml": "sharedStrings"}
        z.writestr("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                   '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                   + "".join(f'<Override PartName="{part}" ContentType="application/vnd.openxmlformats-officedocument.'
                             f'spreadsheetml.{kind}+xml"/>' for part, kind in kinds.items()) + "</Types>")
        z.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
                   f'Type="{RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        z.writestr("xl/workbook.xml", f'<workbook xmlns="{SHEET}" xmlns:r="{RELS}"><sheets>'
                   '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>')
        z.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
                   f'Type="{RELS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" '
                   f'Type="{RELS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>')
        z.writestr("xl/sharedStrings.xml", f'<sst xmlns="{SHEET}"><si><t>name</t></si><si>'.encode() + strings
                   + b"</si></sst>")
        z.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{SHEET}"><sheetData><row r="1"><c r="A1" t="s"><v>0'
                   '</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'.encode() + rows
                   + b"</sheetData></worksheet>")
    put(place, name, book.getvalue())


def test_in_a_workbook(place):
    long, says = b"x" * LENGTH, ("cell of this workbook is longer than 1048576 bytes", DO)
    workbook(place, "shared.xlsx", b"<t>" + long + b"</t>", b"")
    refused(place, "shared.xlsx", *says)
    workbook(place, "packed.xlsx", b"<t>" + long + b"</t>", b"", zipfile.ZIP_DEFLATED)
    refused(place, "packed.xlsx", *says)
    workbook(place, "inline.xlsx", b"<t>y</t>", b'<row r="3"><c r="A3" t="inlineStr"><is><t>' + long
             + b"</t></is></c></row>")
    refused(place, "inline.xlsx", *says)
    workbook(place, "value.xlsx", b"<t>y</t>", b'<row r="3"><c r="A3"><v>' + b"1" * LENGTH + b"</v></c></row>")
    refused(place, "value.xlsx", *says)
    workbook(place, "runs.xlsx", b"<r><t>xxxxxxxxxxxxxxxxxxxx</t></r>" * (LENGTH // 33), b"")
    refused(place, "runs.xlsx", *says)


def test_in_a_database(place):
    for name, value in (("text.db", "x" * LENGTH), ("two.db", "x" * ((1 << 20) + 1))):
        db = sqlite3.connect(place.folder / name)
        db.execute("CREATE TABLE t (a, b)")
        db.executemany("INSERT INTO t VALUES (?, ?)", [(1, value), (2, "y")])
        db.commit()
        db.close()
        refused(place, name, "A value in the database is longer than 1048576 bytes", DO)


def test_zeros_that_were_packed(place):
    put(place, "zeros.csv.gz", gzip.compress(b"\0" * LENGTH, 9))
    refused(place, "zeros.csv.gz", "decompress it first")


def test_a_cell_of_exactly_the_limit_is_read(place):
    put(place, "most.csv", b"a,b\n1,", b"x" * (1 << 20), b"\n2,y\n")
    equal(place.run("ask", "--data", str(place.folder / "most.csv"), "how many rows", "--json").status, 0)
    put(place, "more.csv", b"a,b\n1,", b"x" * ((1 << 20) + 1), b"\n2,y\n")
    refused(place, "more.csv", "line 2", CSV, DO)


if __name__ == "__main__":
    main(globals())
