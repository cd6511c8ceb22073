"""Looking for a password wherever it may have been kept: files of a home, a backup, what was printed."""
import base64
import io
import tarfile

from harness import equal

MARK = "Zq9Xv"  # in every password of these tests, and nowhere else


def codings(text):
    """The text as it may stand in a file: plain, in Base64 at any place, in hexadecimal, percent-encoded, in UTF-16, as an
    index of words has it."""
    raw = text.encode()
    found = [raw, raw.hex().encode(), raw.hex().upper().encode(), text.encode("utf-16-le"),
             text.lower().encode(), "".join(f"%{b:02X}" for b in raw).encode(), "".join(f"%{b:02x}" for b in raw).encode()]
    for before in range(3):
        code = base64.b64encode(b"\0" * before + raw)
        found.append(code[4 if before else 0:(len(raw) + before) // 3 * 4])
    return found


CODINGS = codings(MARK)


def must_not_hold(label, data):
    for code in CODINGS:
        at = data.find(code)
        if at >= 0:
            raise AssertionError(f"{label} holds a password: {data[max(0, at - 200):at + 60]!r}")


def search(place):
    """Every file of the home, its name too; and a backup, as it is and unpacked."""
    for file in sorted(place.home.rglob("*")):
        must_not_hold("a name", str(file).encode())
        if file.is_file():
            must_not_hold(str(file.relative_to(place.home)), file.read_bytes())
    backup = place.folder / "secrets.backup"
    backup.unlink(missing_ok=True)
    equal(place.run("home", "backup", str(backup)).status, 0)
    must_not_hold("the backup", backup.read_bytes())
    with tarfile.open(fileobj=io.BytesIO(backup.read_bytes())) as tar:
        for member in tar.getmembers():
            if member.isfile():
                must_not_hold(f"the backup's {member.name}", tar.extractfile(member).read())
