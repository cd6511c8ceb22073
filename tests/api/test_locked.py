"""Encrypted workbooks through the real binary: those of the programs' own password are read, all others are refused."""
import json
import random
import struct

import locked_books as locked
from books import sheets as workbook
from harness import equal, holds, main

ROWS = [["k", "amount"]] + [[f"key {i}", i + 0.5] for i in range(400)]
TOTAL = sum(row[1] for row in ROWS[1:])
PACKAGE = workbook([("Sheet", "", ROWS)])
BIG = workbook([("Sheet", "", ROWS), ("Noise", "", [["n"], *([random.Random(1).random()] for _ in range(200))])])

READ = {
    "agile 512.xlsx": lambda: locked.agile(PACKAGE),
    "agile 256.xlsx": lambda: locked.agile(PACKAGE, name="sha256", bits=128),
    "agile 384.xlsx": lambda: locked.agile(PACKAGE, name="sha384", bits=192),
    "agile sha1.xlsx": lambda: locked.agile(PACKAGE, name="sha1", bits=128),
    "agile sha1 256.xlsx": lambda: locked.agile(PACKAGE, name="sha1", bits=256),
    "without hmac.xlsx": lambda: locked.agile(PACKAGE, integrity=False),
    "segments.xlsx": lambda: locked.agile(BIG),
    "standard 128.xlsx": lambda: locked.standard(PACKAGE),
    "standard 256.xlsx": lambda: locked.standard(PACKAGE, bits=256),
    "rc4.xls": lambda: locked.xls_rc4(ROWS),
    "cryptoapi 128.xls": lambda: locked.xls_cryptoapi(ROWS),
    "cryptoapi 40.xls": lambda: locked.xls_cryptoapi(ROWS, bits=40),
    "xor.xls": lambda: locked.xls_xor(ROWS),
}

OTHERS = {
    "agile.xlsx": lambda: locked.agile(PACKAGE, password="secret"),
    "standard.xlsx": lambda: locked.standard(PACKAGE, password="secret"),
    "rc4.xls": lambda: locked.xls_rc4(ROWS, password="secret"),
    "cryptoapi.xls": lambda: locked.xls_cryptoapi(ROWS, password="secret"),
    "xor.xls": lambda: locked.xls_xor(ROWS, password="secret"),
}


def total(place, path):
    done = place.run("ask", "--json", "--data", path, "total amount")
    equal(done.status, 0, (path, done))
    return done.json["table"]["rows"][0][0]


def refused(place, path, message, command=("profile",)):
    done = place.run(*command, path)
    equal(done.status != 0, True, (path, done))
    holds(done.err, message, path)


def test_aes_is_that_of_the_standard(place):
    """FIPS 197, appendix C."""
    data = bytes.fromhex("00112233445566778899aabbccddeeff")
    for n, out in [(16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
                   (32, "8ea2b7ca516745bfeafc49904b496089")]:
        equal(locked.aes_encrypt(bytes(range(n)), data).hex(), out)
    equal(locked.rc4(b"Key", b"Plaintext").hex(), "bbf316e8d940af0ad3")


def test_the_programs_own_password_opens_a_workbook(place):
    for name, make in READ.items():
        path = place.write(name, make())
        equal(total(place, path), TOTAL, name)
        equal(place.run("table", path, "--limit", "2").status, 0, name)
        equal(place.run("profile", path).status, 0, name)


def test_any_other_password_is_refused_in_words(place):
    for name, make in OTHERS.items():
        refused(place, place.write(name, make()), "That workbook is protected with a password.")


def test_a_package_that_was_changed_is_found_by_its_hmac(place):
    def change(stream):
        return stream[:40] + bytes([stream[40] ^ 1]) + stream[41:]

    refused(place, place.write("book.xlsx", locked.agile(PACKAGE, change=change)), "This workbook is damaged")
    cut = locked.agile(PACKAGE, change=lambda stream: stream[:-64])
    refused(place, place.write("cut.xlsx", cut), "This workbook is damaged")
    longer = locked.agile(PACKAGE, integrity=False, change=lambda stream: struct.pack("<Q", 1 << 40) + stream[8:])
    refused(place, place.write("longer.xlsx", longer), "This workbook is damaged")
    short = locked.agile(PACKAGE, integrity=False, change=lambda stream: stream[:4])
    refused(place, place.write("short.xlsx", short), "This workbook is damaged")


def test_the_work_for_a_key_is_bounded(place):
    refused(place, place.write("book.xlsx", locked.agile(PACKAGE, told_spin=10_000_001)), "made to look so")
    refused(place, place.write("more.xlsx", locked.agile(PACKAGE, told_spin=1 << 80)), "made to look so")


def test_what_is_in_it_is_as_little_believed_as_any_file(place):
    refused(place, place.write("text.xlsx", locked.agile(b"no zip at all" * 50)), "This workbook is damaged")
    refused(place, place.write("empty.xlsx", locked.agile(b"")), "This workbook is damaged")
    again = locked.agile(locked.standard(PACKAGE))
    refused(place, place.write("again.xlsx", again), "protected with a password")


def test_it_is_not_changed_as_it_would_be_written_without_encryption(place):
    path = place.write("book.xlsx", locked.agile(PACKAGE))
    before = (place.folder / "book.xlsx").read_bytes()
    edit = {"workbook_path": path, "worksheet": "Sheet", "cell_address": "A2", "value": "x"}
    done = place.run("op", "run", "excel-write-cell", json.dumps(edit), "--yes")
    equal(done.status != 0, True, done)
    holds(done.out + done.err, "Encrypted workbooks are not changed here")
    equal((place.folder / "book.xlsx").read_bytes(), before)


if __name__ == "__main__":
    main(globals())
