#!/usr/bin/env python3
"""What the default patterns leave out, measured: numbers of persons that are made up, and tables that hold none.

Usage: test_personal.py BLOCKED_PRINT [ROWS [FOLDER]]

From a fixed seed it writes tables of made-up numbers (personal_numbers.py) in every way of writing and in other
characters, ROWS a column, under names that say nothing; lets BLOCKED_PRINT (tests/tools/blocked_print.c) read them as the
program does; and counts the numbers that would be seen. At most 1 in 1,000 may be. Then the same of single ones among
remarks and inside sentences, and of columns that only their name tells.

Where there are outside tables (EVAL or ../shared/eval, as `make eval` has it, and train beside it), at most 0.5% of
their columns may be blocked. Blocked ones that are personal, as their name says, are told apart in the report.
"""
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from personal_numbers import DISGUISES, KINDS, spell

SEED = 1955
MISSED = 1000     # at most one number in so many is seen
HARMLESS = 0.005  # at most so much of the columns of outside tables is blocked
REMARKS = ("paid in full", "customer asked for a later date", "see ticket 48213", "nothing to add", "second visit",
           "order 2023-11-0042 is late", "price 1299.50 agreed", "called back at 14:30", "room 12, floor 3", "n/a")
SENTENCES = ("Please charge {} for the stay.", "ref: {}, thanks", "({})", "Kunde nannte {} am Telefon", "id={};ok")
NAMES = {
    "email": ("E-Mail", "courriel", "correo_electronico", "posta elettronica", "endereço eletrônico", "e-mailadres"),
    "phone": ("telephone", "Telefonnummer", "Handynummer", "téléphone", "numero_de_movil", "teléfono", "telefone",
              "telemóvel", "numero di cellulare", "telefoonnummer", "gsm-nummer", "mobileNumber"),
    "ssn": ("SSN", "socialSecurityNumber", "national_insurance_number", "NINO", "Sozialversicherungsnummer", "Steuer-ID",
            "steuerId", "numéro de sécurité sociale", "num_secu", "DNI", "número de la seguridad social",
            "codice fiscale", "CodiceFiscale", "cpf", "número de contribuinte", "BSN", "burgerservicenummer",
            "rijksregisternummer", "PESEL", "personnummer", "fødselsnummer", "aadhaar_number", "date_of_birth", "DOB",
            "birthDate", "Geburtsdatum", "geb_datum", "date de naissance", "DateNaissance", "fecha_nacimiento",
            "Fecha de Nacimiento", "data di nascita", "data_nascita", "data de nascimento", "geboortedatum",
            "passport_number", "Reisepassnummer", "numéro de passeport", "número de pasaporte", "numero passaporto",
            "número do passaporte", "paspoortnummer", "drivers_license_number", "Führerscheinnummer",
            "fuehrerscheinnummer", "numéro de permis", "patente di guida", "carta de condução", "rijbewijsnummer"),
    "credit_card": ("credit_card", "Kreditkartennummer", "carte bancaire", "tarjeta_de_credito", "carta di credito",
                    "cartão de crédito", "creditcardnummer", "IBAN", "bank_account_number", "Bankverbindung",
                    "compte_bancaire", "cuenta bancaria", "conto corrente", "conta bancária", "bankrekening"),
}
HARMLESS_NAMES = ("phone_model", "email_sent", "anzahl_telefonate", "telefonkosten", "smartphone", "birth_place", "birth_rate",
                  "births", "country_of_birth", "passport_country", "bank", "card_type", "kreditkartenlimit", "tax",
                  "tax_rate", "account_type", "pan_size", "sin", "tin", "rut", "cell", "mobile", "classname", "dni_type",
                  "lieu_de_naissance", "tipo_de_tarjeta", "documento", "license", "permis", "patente", "conto", "id",
                  "geburtsort", "carta", "karte", "konto", "compte", "handy", "born")


def judge(program, paths):
    """Tables by path."""
    run = subprocess.run([program], input="".join(f"{p}\n" for p in paths), stdout=subprocess.PIPE, text=True, check=True)
    tables = {}
    for line in run.stdout.splitlines():
        table = json.loads(line)
        tables.setdefault(table["path"], []).append(table)
    return tables


def write_table(path, columns):
    """columns: {name: values}"""
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["row", *columns])
        writer.writerows([i, *row] for i, row in enumerate(zip(*columns.values(), strict=True)))


def columns_of(table):
    return {c["name"]: c for c in table["columns"][1:]}


def seen_in(column, planted):
    """How many of the planted numbers the column would show."""
    return 0 if column["rule"] else max(0, planted - column["hidden"])


class Count:
    def __init__(self):
        self.numbers = self.missed = 0
        self.where = {}

    def add(self, what, numbers, missed):
        self.numbers += numbers
        self.missed += missed
        if missed:
            self.where[what] = self.where.get(what, 0) + missed

    def report(self, title):
        print(f"{title}: {self.missed} of {self.numbers} seen")
        for what, n in sorted(self.where.items(), key=lambda w: -w[1])[:40]:
            print(f"    {n} {what}")

    def check(self):
        assert self.missed * MISSED <= self.numbers, "too many numbers of persons are seen"


def ways_of(kind):
    """Every way in which a column of the kind is to be found by itself."""
    _, _, ways, needs = kind
    return (() if needs == "grouped" else ("",)) + ways


def whole_columns(program, folder, rng, rows):
    """Columns of nothing but such numbers, in every way of writing and every disguise."""
    count, paths = Count(), {}
    for kind in KINDS:
        columns, told = {}, {}
        for way in ways_of(kind):
            for disguise, change in DISGUISES.items():
                name = f"c{len(columns)}"
                columns[name] = [change(spell(kind[1](rng), way)) for _ in range(rows)]
                told[name] = f"{kind[0]} '{way}' {disguise}"
        plain = [kind[1](rng) for _ in range(rows)]
        if kind[3] != "grouped" and all(number.isdigit() for number in plain):
            columns["float"] = [number + ".0" for number in plain]
            told["float"] = f"{kind[0]} with .0"
        path = folder / f"whole {kind[0]}.csv"
        write_table(path, columns)
        paths[str(path)] = told
    for path, tables in judge(program, paths).items():
        for name, column in columns_of(tables[0]).items():
            count.add(paths[path][name], rows, seen_in(column, rows))
    return count


def single_values(program, folder, rng, rows):
    """One among a hundred remarks: as a value of its own where one is enough or nothing else is like it, and inside a
    sentence where the form is unmistakable."""
    count, paths = Count(), {}
    for kind in KINDS:
        columns, told = {}, {}
        for way in ways_of(kind):
            if not way and kind[3] == "many":
                continue
            for inside in (False, True):
                sure = kind[3] == "value" or (kind[3] != "alone" and way and not way.startswith("lower"))
                if inside and not sure:
                    continue
                values = [rng.choice(REMARKS) for _ in range(rows * 50)]
                for i in range(0, len(values), 100):
                    number = spell(kind[1](rng), way)
                    values[i + rng.randrange(50)] = rng.choice(SENTENCES).format(number) if inside else number
                name = f"c{len(columns)}"
                columns[name] = values
                told[name] = f"{kind[0]} '{way}' {'in a sentence' if inside else 'alone'}", (len(values) + 99) // 100
        if columns:
            path = folder / f"single {kind[0]}.csv"
            write_table(path, columns)
            paths[str(path)] = told
    for path, tables in judge(program, paths).items():
        for name, column in columns_of(tables[0]).items():
            what, planted = paths[path][name]
            count.add(what, planted, seen_in(column, planted))
    return count


def nested_values(program, folder, rng, rows):
    """Inside of JSON."""
    count, paths = Count(), {}
    for kind in KINDS:
        for way in ways_of(kind):
            if not way and kind[3] in ("many", "grouped"):
                continue
            path = folder / f"nested {kind[0]} {len(paths)}.csv"
            values = [json.dumps({"n": i, "list": [{"ref": spell(kind[1](rng), way)}]}) for i in range(rows)]
            write_table(path, {"data": values})
            paths[str(path)] = f"{kind[0]} '{way}' nested"
    for path, tables in judge(program, paths).items():
        count.add(paths[path], rows, seen_in(columns_of(tables[0])["data"], rows))
    return count


def names(program, folder, rng):
    """Columns that their name tells, whatever stands in them; and names that only sound like it."""
    told = [name for some in NAMES.values() for name in some]
    rules = {name: rule for rule, some in NAMES.items() for name in some}
    path, harmless = folder / "names.csv", folder / "harmless.csv"
    write_table(path, {name: [f"x{rng.randrange(100)}" for _ in range(20)] for name in told})
    write_table(harmless, {name: [rng.choice(("red", "blue", "0.5", "12")) for _ in range(20)] for name in HARMLESS_NAMES})
    found = judge(program, (path, harmless))
    wrong = [name for name, c in columns_of(found[str(path)][0]).items()
             if c["rule"] != rules[name] and not (c["rule"] == "social_security" and rules[name] == "ssn")]
    assert not wrong, f"not told by their names: {wrong}"
    wrong = [name for name, c in columns_of(found[str(harmless)][0]).items() if c["rule"]]
    assert not wrong, f"told by their names, and wrong: {wrong}"


def outside_tables(program, folders):
    """Tables that hold no personal data but what their names say."""
    paths = [p for folder in folders for p in sorted(folder.rglob("*"))
             if p.suffix in (".csv", ".xlsx") and "clean" not in p.parts and p.is_file()]
    columns, by_name, by_value = 0, [], []
    for path, tables in judge(program, paths).items():
        for table in tables:
            for column in table.get("columns", ()):
                columns += 1
                if column["rule"]:
                    some = by_name if "name" in column["reason"] else by_value
                    some.append(f"{pathlib.Path(path).parent.name}/{table['table']}.{column['name']}: {column['reason']}; "
                                f"{column['values'][:3]}")
    for line in by_value + by_name:
        print("   ", line[:200])
    print(f"outside: {len(by_value)} of {columns} columns blocked by what stands in them, {len(by_name)} by their name")
    assert len(by_value) + len(by_name) <= columns * HARMLESS, "too many columns are blocked"


def main():
    program = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    root = pathlib.Path(__file__).resolve().parents[2]
    outside = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else os.environ.get("EVAL", root / "../shared/eval"))
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        counts = [(what.__doc__.split(":")[0].split(".")[0].split(",")[0], what(program, folder, rng, rows))
                  for what in (whole_columns, single_values, nested_values)]
        names(program, folder, rng)
    for title, count in counts:
        count.report(title)
    for _, count in counts:
        count.check()
    folders = [f for f in (outside, outside.parent / "train") if f.is_dir()]
    if folders:
        outside_tables(program, folders)
    else:
        print("outside tables: not there, skipped")


main()
