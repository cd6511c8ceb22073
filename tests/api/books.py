"""books.py - small workbooks for tests, made by hand."""
import io
import zipfile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET = "xl/worksheets/sheet1.xml"


def workbook(rows=3):
    """A small workbook with a part that nobody knows, which must come through as it is."""
    cells = "".join(f'<row r="{r}"><c r="A{r}"><v>{r}</v></c><c r="B{r}" t="inlineStr"><is><t>n{r}</t></is></c></row>'
                    for r in range(1, rows + 1))
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
                               'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
                       f'Type="{RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets><sheet name="Secret plan" sheetId="1" '
                           'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
                                      f'Type="{RELS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        SHEET: f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>',
        "xl/vbaProject.bin": "macros\0of somebody",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, text in parts.items():
            z.writestr(name, text)
    return out.getvalue()


def cell(ref, value):
    if isinstance(value, str) and value.startswith("="):
        return f'<c r="{ref}"><f>{value[1:]}</f></c>'
    if isinstance(value, str):
        return f'<c r="{ref}" t="inlineStr"><is><t>{value}</t></is></c>'
    number, style = value if isinstance(value, tuple) else (value, 0)
    return f'<c r="{ref}" s="{style}"><v>{number}</v></c>'


def sheets(listing, formats=()):
    """A workbook of (name, attributes of its <sheet>, rows with None where a cell is empty). formats: styles 1, 2, ..."""
    listed = "".join(f'<sheet name="{name}" sheetId="{i}" r:id="s{i}" {attrs}/>'
                     for i, (name, attrs, _) in enumerate(listing, 1))
    links = "".join(f'<Relationship Id="s{i}" Type="{RELS}/worksheet" Target="worksheets/sheet{i}.xml"/>'
                    for i in range(1, len(listing) + 1))
    codes = "".join(f'<numFmt numFmtId="{200 + i}" formatCode="{code}"/>' for i, code in enumerate(formats))
    styles = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{200 + i}"/>' for i in range(len(formats)))
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
                               'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
                       f'Type="{RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{links}<Relationship Id="t" '
                                      f'Type="{RELS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs>'
                         '</styleSheet>',
    }
    for i, (_, _, rows) in enumerate(listing, 1):
        xml = "".join(f'<row r="{r}">' + "".join(cell(f"{chr(65 + c)}{r}", v) for c, v in enumerate(row)
                                                 if v is not None) + "</row>" for r, row in enumerate(rows, 1))
        parts[f"xl/worksheets/sheet{i}.xml"] = f'<worksheet xmlns="{MAIN}"><sheetData>{xml}</sheetData></worksheet>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return out.getvalue()
