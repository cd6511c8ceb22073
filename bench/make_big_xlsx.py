#!/usr/bin/env python3
"""make_big_xlsx.py - a workbook of a million rows by ten columns, the same bytes for the same seed.

    bench/make_big_xlsx.py FILE [ROWS]

One plain table: an id, integers, decimals of two and of many places, shared strings of few, of 10 and of 50,000
different values, a date with a time, a boolean, an empty cell now and then. The XML is streamed into the zip as Excel
writes it: 399 MB of it, 87 MB packed.
"""
import random
import sys
import zipfile

TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" \
ContentType="application/xml"/><Override PartName="/xl/workbook.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override \
PartName="/xl/worksheets/sheet1.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override \
PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>\
<Override PartName="/xl/sharedStrings.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>"""
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%s</Relationships>"""
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORKBOOK = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="{MAIN}" xmlns:r="{REL}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>"""
STYLES = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts \
count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0"/>\
<xf numFmtId="0" fontId="1"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" \
applyNumberFormat="1"/></cellXfs></styleSheet>"""
HEADS = ["id", "quantity", "price", "rate", "region", "product", "customer", "ordered", "paid", "agent"]
NAMES = 50000
PRIME, SCATTER = 999999937, 387420489  # ids all different, and in no order


def words(rng):
    """All shared strings: the heads first."""
    syllables = ["ka", "lo", "mi", "ner", "tas", "vel", "or", "din", "sha", "pu", "gri", "wen"]
    strings = HEADS + ["North", "South", "East", "West"] + [f"Product {c}" for c in "ABCDEFGHIJ"]
    strings += [f"{''.join(rng.choices(syllables, k=4)).title()} {i}" for i in range(NAMES - 14)]
    return strings


def row_xml(rng, r, n_strings):
    cells = [
        f'<c r="A{r}"><v>{r * SCATTER % PRIME}</v></c>',
        f'<c r="B{r}"><v>{rng.randrange(1, 10 ** 13)}</v></c>',
        f'<c r="C{r}" s="3"><v>{rng.randrange(100, 10 ** 11) / 100}</v></c>',
        f'<c r="D{r}"><v>{rng.random()!r}</v></c>',
        f'<c r="E{r}" t="s"><v>{10 + rng.randrange(4)}</v></c>',
        f'<c r="F{r}" t="s"><v>{14 + rng.randrange(10)}</v></c>',
        f'<c r="G{r}" t="s"><v>{24 + rng.randrange(n_strings - 24)}</v></c>',
        f'<c r="H{r}" s="2"><v>{rng.uniform(43831, 46022):.8f}</v></c>',
        f'<c r="I{r}" t="b"><v>{rng.randrange(2)}</v></c>',
    ]
    if rng.random() < 0.9:
        cells.append(f'<c r="J{r}" t="s"><v>{24 + rng.randrange(n_strings - 24)}</v></c>')
    return f'<row r="{r}">{"".join(cells)}</row>'


def write_sheet(out, rng, rows, n_strings):
    out.write(f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="{MAIN}" xmlns:r="{REL}"><dimension ref="A1:J{rows + 1}"/><sheetData><row r="1" spans="1:10">""".encode())
    out.write("".join(f'<c r="{"ABCDEFGHIJ"[i]}1" s="1" t="s"><v>{i}</v></c>' for i in range(10)).encode() + b"</row>")
    for start in range(2, rows + 2, 1000):
        out.write("".join(row_xml(rng, r, n_strings) for r in range(start, min(start + 1000, rows + 2))).encode())
    out.write(b"</sheetData></worksheet>")


def main():
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    rng = random.Random(6)
    strings = words(rng)
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=6) as z:
        def put(name, text):
            z.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
        put("[Content_Types].xml", TYPES)
        put("_rels/.rels", RELS % f'<Relationship Id="rId1" Type="{REL}/officeDocument" Target="xl/workbook.xml"/>')
        put("xl/workbook.xml", WORKBOOK)
        put("xl/_rels/workbook.xml.rels", RELS % (
            f'<Relationship Id="rId1" Type="{REL}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="rId2" Type="{REL}/styles" Target="styles.xml"/>'
            f'<Relationship Id="rId3" Type="{REL}/sharedStrings" Target="sharedStrings.xml"/>'))
        put("xl/styles.xml", STYLES)
        put("xl/sharedStrings.xml", f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="{MAIN}" '
            f'uniqueCount="{len(strings)}">' + "".join(f"<si><t>{s}</t></si>" for s in strings) + "</sst>")
        info = zipfile.ZipInfo("xl/worksheets/sheet1.xml")
        info.compress_type = zipfile.ZIP_DEFLATED
        with z.open(info, "w", force_zip64=True) as out:
            write_sheet(out, rng, rows, len(strings))


main()
