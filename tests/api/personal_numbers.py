"""personal_numbers - numbers of persons, made up: valid by the rules of those who give them out, of nobody.

KINDS is the list: name, a function that makes one in one piece, the ways of writing it, and what a column of them needs
to be found when it has a name that says nothing:
    value    one value is enough, in one piece too
    column   one piece needs company: most of the column's texts of that length
    many     one piece is found in a column of which all are such
    grouped  only as it is written in groups
    alone    as column, and never within a sentence: it has no check digit
The rules are written here a second time, from the same papers and apart from src/data/pii/pii_checks.c: two that agree.
A way of writing is the sizes of its groups with what stands between them: "3.3.3-2".
"""
import datetime
import itertools
import re
import string

LETTERS = string.ascii_uppercase


def digits(rng, n, first="0123456789"):
    return rng.choice(first) + "".join(rng.choices("0123456789", k=n - 1))


def day(rng, form, first=1935, last=2015):
    start = datetime.date(first, 1, 1).toordinal()
    return datetime.date.fromordinal(rng.randrange(start, datetime.date(last, 12, 31).toordinal())).strftime(form)


def dot(text, weights):
    return sum(int(d) * w for d, w in zip(text, weights))


def luhn_digit(text):
    total = sum(sum(divmod(int(d) * (2 - i % 2), 10)) for i, d in enumerate(reversed(text)))
    return str(-total % 10)


def search(make, check):
    """Tries until a rule has an answer: some have none for one number in eleven."""
    while True:
        body = make()
        found = check(body)
        if found is not None:
            return found


# ---- cards and accounts ----

NETWORKS = (("4", 16), ("4", 16), ("4", 19), ("51", 16), ("55", 16), ("2221", 16), ("2720", 16), ("34", 15), ("37", 15),
            ("36", 14), ("300", 14), ("38", 14), ("3528", 16), ("3589", 16), ("6011", 16), ("6011", 19), ("65", 16),
            ("644", 16), ("62", 16), ("62", 19), ("2200", 16), ("6759", 16), ("5018", 16), ("9792", 16))


def card(rng, length=None):
    prefix, n = rng.choice([k for k in NETWORKS if length in (None, k[1])])
    body = prefix + digits(rng, n - len(prefix) - 1)
    return body + luhn_digit(body)


def card_old(rng):
    body = "4" + digits(rng, 11)
    return body + luhn_digit(body)


BANKS = (("DE", "n" * 18), ("GB", "aaaa" + "n" * 14), ("FR", "n" * 10 + "x" * 11 + "nn"), ("NL", "aaaa" + "n" * 10),
         ("ES", "n" * 20), ("IT", "a" + "n" * 10 + "x" * 12), ("PT", "n" * 21), ("BE", "n" * 12), ("CH", "n" * 5 + "x" * 12),
         ("AT", "n" * 16), ("PL", "n" * 24), ("SE", "n" * 20), ("NO", "n" * 11), ("DK", "n" * 14), ("FI", "n" * 14),
         ("IE", "aaaa" + "n" * 14), ("LU", "nnn" + "x" * 13), ("TR", "n" * 22), ("SA", "nn" + "x" * 18),
         ("BR", "n" * 23 + "ax"), ("MT", "aaaa" + "n" * 5 + "x" * 18))


def iban(rng):
    country, form = rng.choice(BANKS)
    some = {"n": string.digits, "a": LETTERS, "x": string.digits * 4 + LETTERS}
    body = "".join(rng.choice(some[c]) for c in form)
    number = int("".join(str(int(c, 36)) for c in body + country + "00"))
    return f"{country}{98 - number % 97:02}{body}"


# ---- Europe ----

def es_dni(rng):
    n = digits(rng, 8)
    return n + "TRWAGMYFPDXBNJZSQVHLCKE"[int(n) % 23]


def es_nie(rng):
    first, n = rng.randrange(3), digits(rng, 7)
    return "XYZ"[first] + n + "TRWAGMYFPDXBNJZSQVHLCKE"[int(str(first) + n) % 23]


def it_cf(rng):
    date = datetime.datetime.strptime(day(rng, "%Y%m%d"), "%Y%m%d")
    body = ("".join(rng.choices("BCDFGLMNPRSTVZ", k=6)) + f"{date:%y}" + "ABCDEHLMPRST"[date.month - 1]
            + f"{date.day + rng.choice((0, 40)):02}" + rng.choice("ABCDEFGHIL") + digits(rng, 3))
    odd = dict(zip(string.digits + LETTERS, (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18,
                                             20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)))
    even = {c: int(c) if c.isdigit() else LETTERS.index(c) for c in string.digits + LETTERS}
    return body + LETTERS[sum((even if i % 2 else odd)[c] for i, c in enumerate(body)) % 26]


def fr_nir(rng):
    place = rng.choice([f"{rng.randrange(1, 20):02}", f"{rng.randrange(21, 96)}", "2A", "2B"])
    head, tail = rng.choice("12") + day(rng, "%y%m"), digits(rng, 3) + digits(rng, 3)
    number = int(head + {"2A": "19", "2B": "18"}.get(place, place) + tail)
    return f"{head}{place}{tail}{97 - number % 97:02}"


def pt_nif(rng):
    body = digits(rng, 8, "123")
    rest = 11 - dot(body, range(9, 1, -1)) % 11
    return body + str(0 if rest > 9 else rest)


def nl_bsn(rng):
    def check(body):
        rest = dot(body, range(9, 1, -1)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: digits(rng, 8, "123456789"), check)


def be_rrn(rng):
    year = rng.randrange(1940, 2015)
    body = day(rng, "%y%m%d", year, year) + f"{rng.randrange(1, 998):03}"
    return f"{body}{97 - int(('2' if year >= 2000 else '') + body) % 97:02}"


PERMUTE = ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 5, 7, 6, 2, 8, 3, 0, 9, 4), (5, 8, 0, 3, 7, 9, 6, 1, 4, 2),
           (8, 9, 1, 6, 0, 4, 3, 5, 2, 7), (9, 4, 5, 3, 1, 2, 6, 8, 7, 0), (4, 2, 8, 6, 5, 7, 3, 9, 0, 1),
           (2, 7, 9, 3, 8, 0, 6, 4, 1, 5), (7, 0, 4, 6, 9, 1, 3, 2, 5, 8))


def dihedral(a, b):
    """Turns of a pentagon (0 to 4) and its reflections (5 to 9), one after the other."""
    turn = (a % 5 + (b % 5 if a < 5 else -(b % 5))) % 5
    return turn + (5 if (a < 5) != (b < 5) else 0)


def verhoeff_digit(text):
    for last in string.digits:
        at = 0
        for i, c in enumerate(reversed(text + last)):
            at = dihedral(at, PERMUTE[i % 8][int(c)])
        if at == 0:
            return last
    raise AssertionError(text)


def lu_id(rng):
    body = day(rng, "%Y%m%d") + digits(rng, 3)
    return body + luhn_digit(body) + verhoeff_digit(body)


def mod_11_10(text):
    product = 10
    for c in text:
        product = ((int(c) + product) % 10 or 10) * 2 % 11
    return str((11 - product) % 10)


def de_tax(rng):
    """Nine different digits, one of them twice; since 2016 also eight, one three times."""
    if rng.random() < 0.5:
        some = rng.sample(string.digits, 9)
        body = some + [rng.choice(some)]
    else:
        some = rng.sample(string.digits, 8)
        body = some + [rng.choice(some)] * 2
    rng.shuffle(body)
    return de_tax(rng) if body[0] == "0" else "".join(body) + mod_11_10("".join(body))


def de_pension(rng):
    body = f"{rng.randrange(2, 90):02}" + day(rng, "%d%m%y") + rng.choice(LETTERS) + digits(rng, 2)
    spelt = body[:8] + f"{LETTERS.index(body[8]) + 1:02}" + body[9:]
    total = sum(sum(divmod(int(d) * w, 10)) for d, w in zip(spelt, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)))
    return body + str(total % 10)


def at_svnr(rng):
    def check(body):
        rest = (dot(body[:3], (3, 7, 9)) + dot(body[3:], (5, 8, 4, 2, 1, 6))) % 11
        return body[:3] + str(rest) + body[3:] if rest < 10 else None
    return search(lambda: digits(rng, 3, "123456789") + day(rng, "%d%m%y"), check)


def ch_ahv(rng):
    body = "756" + digits(rng, 9)
    return body + str(-dot(body, itertools.cycle((1, 3))) % 10)


def dk_cpr(rng):
    def check(body):
        rest = -dot(body, (4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: day(rng, "%d%m%y") + digits(rng, 3), check)


def se_pnr(rng):
    body = day(rng, "%y%m%d") + digits(rng, 3)
    return body + luhn_digit(body)


def se_pnr_long(rng):
    body = day(rng, "%Y%m%d") + digits(rng, 3)
    return body + luhn_digit(body[2:])


def no_fnr(rng):
    def check(body):
        one = -dot(body, (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11
        two = -dot(body + str(one), (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        return f"{body}{one}{two}" if one < 10 and two < 10 else None
    return search(lambda: day(rng, "%d%m%y") + digits(rng, 3), check)


def fi_hetu(rng):
    body = day(rng, "%d%m%y", 1935, 1999) + f"{rng.randrange(2, 900):03}"
    return body + "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body) % 31]


def fi_hetu_letter(rng):
    body = day(rng, "%d%m%y", 2000, 2015) + f"{rng.randrange(2, 900):03}"
    return body[:6] + "A" + body[6:] + "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body) % 31]


def is_kt(rng):
    def check(body):
        rest = -dot(body, (3, 2, 7, 6, 5, 4, 3, 2)) % 11
        return f"{body}{rest}{rng.choice('90')}" if rest < 10 else None
    return search(lambda: day(rng, "%d%m%y") + digits(rng, 2), check)


def pl_pesel(rng):
    year = rng.randrange(1940, 2015)
    date = day(rng, "%y%m%d", year, year)
    body = date[:2] + f"{int(date[2:4]) + (20 if year >= 2000 else 0):02}" + date[4:] + digits(rng, 4)
    return body + str(-dot(body, itertools.cycle((1, 3, 7, 9))) % 10)


def cz_rc(rng):
    def check(body):
        rest = -int(body + "0") % 11
        return body + str(rest) if rest < 10 else None
    date = day(rng, "%y%m%d", 1954, 2015)
    month = int(date[2:4]) + rng.choice((0, 50))
    return search(lambda: f"{date[:2]}{month:02}{date[4:]}" + digits(rng, 3), check)


def bg_egn(rng):
    year = rng.randrange(1940, 2015)
    date = day(rng, "%y%m%d", year, year)
    body = date[:2] + f"{int(date[2:4]) + (40 if year >= 2000 else 0):02}" + date[4:] + digits(rng, 3)
    return body + str(dot(body, (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10)


def ro_cnp(rng):
    body = rng.choice("1256") + day(rng, "%y%m%d") + f"{rng.randrange(1, 53):02}" + digits(rng, 3)
    rest = dot(body, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return body + ("1" if rest == 10 else str(rest))


def ee_ik(rng):
    body = rng.choice("3456") + day(rng, "%y%m%d") + digits(rng, 3)
    rest = dot(body, (1, 2, 3, 4, 5, 6, 7, 8, 9, 1)) % 11
    if rest == 10:
        rest = dot(body, (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)) % 11 % 10
    return body + str(rest)


def lv_pk(rng):
    def check(body):
        rest = (1101 - dot(body, (1, 6, 3, 7, 9, 10, 5, 8, 4, 2))) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: day(rng, "%d%m%y") + rng.choice("12") + digits(rng, 3), check)


def yu_jmbg(rng):
    def check(body):
        rest = dot(body, (7, 6, 5, 4, 3, 2) * 2) % 11
        return None if rest == 1 else body + str(11 - rest if rest else 0)
    date = day(rng, "%d%m%Y")
    return search(lambda: date[:4] + date[5:] + digits(rng, 2) + digits(rng, 3), check)


def hr_oib(rng):
    body = digits(rng, 10)
    return body + mod_11_10(body)


def gr_amka(rng):
    body = day(rng, "%d%m%y") + digits(rng, 4)
    return body + luhn_digit(body)


def hu_tax(rng):
    def check(body):
        rest = dot(body, range(1, 10)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: "8" + digits(rng, 8), check)


def ie_pps(rng):
    body = digits(rng, 7)
    last = rng.choice(("", "A", "W"))
    total = dot(body, range(8, 1, -1)) + (9 if last == "A" else 0)
    return body + "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] + last


def gb_nhs(rng):
    def check(body):
        rest = -dot(body, range(10, 1, -1)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: digits(rng, 9, "467"), check)


def gb_nino(rng):
    def check(two):
        fine = two not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")
        return two + digits(rng, 6) + rng.choice("ABCD") if fine else None
    return search(lambda: rng.choice("ABCEGHJKLMNOPRSTWXYZ") + rng.choice("ABCEGHJKLMNPRSTWXYZ"), check)


# ---- the rest of the world ----

def us_ssn(rng):
    area = rng.choice([n for n in range(1, 900) if n != 666])
    return f"{area:03}{rng.randrange(1, 100):02}{rng.randrange(1, 10000):04}"


def ca_sin(rng):
    body = digits(rng, 8, "12345679")
    return body + luhn_digit(body)


def ru_snils(rng):
    body = digits(rng, 9)
    return f"{body}{dot(body, range(9, 0, -1)) % 101 % 100:02}"


def ru_inn(rng):
    body = f"{rng.randrange(1, 92):02}" + digits(rng, 8)
    body += str(dot(body, (7, 2, 4, 10, 3, 5, 9, 4, 6, 8)) % 11 % 10)
    return body + str(dot(body, (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)) % 11 % 10)


def kz_iin(rng):
    def check(body):
        rest = dot(body, range(1, 12)) % 11
        if rest == 10:
            rest = dot(body, (3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: day(rng, "%y%m%d") + rng.choice("3456") + digits(rng, 4), check)


def tr_tckn(rng):
    body = digits(rng, 9, "123456789")
    odd, even = sum(map(int, body[::2])), sum(map(int, body[1::2]))
    body += str((odd * 7 - even) % 10)
    return body + str(sum(map(int, body)) % 10)


def za_id(rng):
    body = day(rng, "%y%m%d") + digits(rng, 4) + rng.choice("01") + rng.choice("89")
    return body + luhn_digit(body)


def br_cpf(rng):
    body = digits(rng, 9)
    for n in (10, 11):
        body += str(dot(body, range(n, 1, -1)) * 10 % 11 % 10)
    return body


def ar_cuil(rng):
    def check(body):
        rest = -dot(body, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        return body + str(rest) if rest < 10 else None
    return search(lambda: rng.choice(("20", "23", "24", "27")) + digits(rng, 8), check)


def cl_rut(rng):
    body = digits(rng, 8, "12")
    rest = -dot(reversed(body), itertools.cycle((2, 3, 4, 5, 6, 7))) % 11
    return body + ("K" if rest == 10 else str(rest))


def ec_cedula(rng):
    body = f"{rng.randrange(1, 25):02}" + digits(rng, 7, "012345")
    return body + luhn_digit(body)


def mx_curp(rng):
    body = ("".join(rng.choices("ABCDEGHLMNPRSTV", k=4)) + day(rng, "%y%m%d") + rng.choice("HM")
            + rng.choice(("DF", "JC", "NL", "OC")) + "".join(rng.choices("BCDFGLMNPRST", k=3)) + rng.choice("0A"))
    order = "0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ"
    return body + str(-sum(order.index(c) * (18 - i) for i, c in enumerate(body)) % 10)


def in_aadhaar(rng):
    body = digits(rng, 11, "23456789")
    return body + verhoeff_digit(body)


def cn_id(rng):
    body = rng.choice(("110101", "310115", "440305", "510104", "650102")) + day(rng, "%Y%m%d") + digits(rng, 3)
    return body + "10X98765432"[dot(body, (2 ** (17 - i) % 11 for i in range(17))) % 11]


def tw_id(rng):
    letter = rng.choice(LETTERS)
    code = 10 + "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(letter)
    body = rng.choice("12") + digits(rng, 7)
    return letter + body + str(-(code // 10 + code % 10 * 9 + dot(body, range(8, 0, -1))) % 10)


def sg_nric(rng):
    first, body = rng.choice("STFG"), digits(rng, 7)
    rest = (dot(body, (2, 7, 6, 5, 4, 3, 2)) + (4 if first in "TG" else 0)) % 11
    return first + body + ("JZIHGFEDCBA" if first in "ST" else "XWUTRQPNMLK")[rest]


def kr_rrn(rng):
    body = day(rng, "%y%m%d") + digits(rng, 6, "1234")
    return body + str((11 - dot(body, (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)) % 11) % 10)


def jp_my(rng):
    body = digits(rng, 11)
    rest = dot(body, (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return body + str(0 if rest < 2 else 11 - rest)


def th_id(rng):
    body = digits(rng, 12, "12345678")
    return body + str((11 - dot(body, range(13, 1, -1)) % 11) % 10)


def au_tfn(rng):
    def check(body):
        return next((body + d for d in string.digits if dot(body + d, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0), None)
    return search(lambda: digits(rng, 8, "123456789"), check)


FOURS = ("4 4 4 4", "4-4-4-4", "4.4.4.4")
KINDS = (
    ("card 16", lambda rng: card(rng, 16), FOURS, "value"),
    ("card 15", lambda rng: card(rng, 15), ("4 6 5", "4-6-5", "4.6.5"), "value"),
    ("card 14", lambda rng: card(rng, 14), ("4 6 4", "4-6-4", "4.6.4"), "value"),
    ("card 19", lambda rng: card(rng, 19), ("4 4 4 4 3", "4-4-4-4-3", "6 13"), "value"),
    ("card 13", card_old, ("4 3 3 3", "4-3-3-3"), "column"),
    ("iban", iban, ("fours", "fours-", "lower", "lower fours"), "value"),
    ("us_ssn", us_ssn, ("3-2-4",), "grouped"),
    ("gb_nino", gb_nino, ("2 2 2 2 1",), "alone"),
    ("gb_nhs", gb_nhs, ("3 3 4", "3-3-4"), "grouped"),
    ("ie_pps", ie_pps, ("lower",), "value"),
    ("ca_sin", ca_sin, ("3-3-3",), "grouped"),
    ("es_dni", es_dni, ("8-1", "2.3.3-1", "8 1", "lower"), "value"),
    ("es_nie", es_nie, ("1-7-1", "8-1", "lower"), "value"),
    ("it_cf", it_cf, ("3 3 5 5", "6 5 5", "lower"), "value"),
    ("fr_nir", fr_nir, ("1 2 2 2 3 3 2", "13 2", "1.2.2.2.3.3.2"), "value"),
    ("pt_nif", pt_nif, (), "many"),
    ("nl_bsn", nl_bsn, ("4.2.3",), "many"),
    ("be_rrn", be_rrn, ("2.2.2-3.2", "6-3-2", "2 2 2 3 2"), "value"),
    ("lu_id", lu_id, ("4 2 2 5", "8 5"), "value"),
    ("de_tax", de_tax, ("2 3 3 3", "2/3/3/3"), "column"),
    ("de_pension", de_pension, ("2 6 1 3", "lower"), "value"),
    ("at_svnr", at_svnr, ("4 6", "4-6"), "column"),
    ("ch_ahv", ch_ahv, ("3.4.4.2", "3 4 4 2"), "value"),
    ("dk_cpr", dk_cpr, ("6-4",), "column"),
    ("se_pnr", se_pnr, ("6-4",), "column"),
    ("se_pnr long", se_pnr_long, ("8-4",), "value"),
    ("no_fnr", no_fnr, ("6 5", "6-5"), "value"),
    ("fi_hetu", fi_hetu, ("6-4",), "grouped"),
    ("fi_hetu letter", fi_hetu_letter, ("lower",), "value"),
    ("is_kt", is_kt, ("6-4",), "column"),
    ("pl_pesel", pl_pesel, (), "column"),
    ("cz_rc", cz_rc, ("6/4",), "column"),
    ("bg_egn", bg_egn, (), "column"),
    ("ro_cnp", ro_cnp, ("1 6 6",), "value"),
    ("ee_ik", ee_ik, (), "column"),
    ("lv_pk", lv_pk, ("6-5",), "column"),
    ("yu_jmbg", yu_jmbg, ("7 6",), "value"),
    ("hr_oib", hr_oib, (), "many"),
    ("gr_amka", gr_amka, (), "column"),
    ("hu_tax", hu_tax, (), "many"),
    ("ru_snils", ru_snils, ("3-3-3 2",), "column"),
    ("ru_inn", ru_inn, (), "column"),
    ("kz_iin", kz_iin, (), "column"),
    ("tr_tckn", tr_tckn, ("3 3 3 2",), "column"),
    ("za_id", za_id, ("6 4 3", "6 4 2 1"), "value"),
    ("br_cpf", br_cpf, ("3.3.3-2", "9-2", "3 3 3 2"), "column"),
    ("ar_cuil", ar_cuil, ("2-8-1",), "column"),
    ("cl_rut", cl_rut, ("2.3.3-1",), "many"),
    ("ec_cedula", ec_cedula, ("9-1",), "column"),
    ("mx_curp", mx_curp, ("lower",), "value"),
    ("in_aadhaar", in_aadhaar, ("4 4 4", "4-4-4"), "column"),
    ("cn_id", cn_id, ("6 8 4",), "value"),
    ("tw_id", tw_id, (), "column"),
    ("sg_nric", sg_nric, ("lower",), "value"),
    ("kr_rrn", kr_rrn, ("6-7",), "column"),
    ("jp_my", jp_my, (), "many"),
    ("th_id", th_id, ("1-4-5-2-1", "1 4 5 2 1"), "many"),
    ("au_tfn", au_tfn, (), "many"),
)


def spell(text, way):
    """The number written that way."""
    if way.startswith("lower"):
        text, way = text.lower(), way[6:]
    if way.startswith("fours"):
        return (way[5:] or " ").join(text[i:i + 4] for i in range(0, len(text), 4))
    if not way:
        return text
    out, at = "", 0
    for size, mark in re.findall(r"(\d+)(\D?)", way):
        out += text[at:at + int(size)] + mark
        at += int(size)
    assert at == len(text), (text, way)
    return out


# ---- other characters for the same number ----

def wide(text):
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text)


def zeros_at(zero):
    return lambda text: text.translate({ord("0") + i: zero + i for i in range(10)})


def sprinkled(mark):
    return lambda text: text[:2] + mark + text[2:5] + mark + text[5:]


DISGUISES = {
    "": lambda text: text,
    "full-width": wide,
    "arabic digits": zeros_at(0x660),
    "persian digits": zeros_at(0x6F0),
    "devanagari digits": zeros_at(0x966),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0").replace("-", "\u2011"),
    "thin blanks": lambda text: text.replace(" ", "\u2009").replace("-", "\u2013"),
    "narrow blanks": lambda text: text.replace(" ", "\u202f").replace("-", "\u2212"),
    "soft hyphens": sprinkled("\u00ad"),
    "zero-width": sprinkled("\u200b"),
    "joiners": sprinkled("\u2060"),
}
