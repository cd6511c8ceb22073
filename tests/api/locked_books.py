"""locked_books.py - workbooks encrypted as [MS-OFFCRYPTO] says, made by hand with nothing but the standard library.

What is here is written from the specification and shares nothing with the program that reads it: AES is that of
FIPS 197, RC4 the usual few lines, and XOR obfuscation is worked out from the tables of its method 1.
"""
import base64
import hashlib
import hmac
import struct

PASSWORD = "VelvetSweatshop"


# ---- AES, to encrypt ----

def _times(a, b):
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = (a << 1) ^ (0x11b if a & 0x80 else 0)
        b >>= 1
    return product


def _make_box():
    box = []
    for value in range(256):
        inverse = next((x for x in range(256) if _times(value, x) == 1), 0)
        mixed = inverse
        for turn in range(1, 5):
            mixed ^= ((inverse << turn) | (inverse >> (8 - turn))) & 255
        box.append(mixed ^ 0x63)
    return box


_BOX = _make_box()
_TWICE = [_times(x, 2) for x in range(256)]


def _round_keys(key):
    words = [list(key[i:i + 4]) for i in range(0, len(key), 4)]
    n, factor = len(words), 1
    while len(words) < 4 * (n + 7):
        word = list(words[-1])
        if len(words) % n == 0:
            word = [_BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= factor
            factor = _TWICE[factor]
        elif n > 6 and len(words) % n == 4:
            word = [_BOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[-n], word)])
    return [sum(words[i:i + 4], []) for i in range(0, len(words), 4)]


def _encrypt_block(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for turn, key in enumerate(keys[1:], start=2):
        state = [_BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if turn < len(keys):
            mixed = []
            for at in range(0, 16, 4):
                column = state[at:at + 4]
                every = column[0] ^ column[1] ^ column[2] ^ column[3]
                mixed += [column[i] ^ every ^ _TWICE[column[i] ^ column[(i + 1) % 4]] for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


def aes_encrypt(key, data, iv=None):
    """Whole blocks as CBC with an IV, as ECB without."""
    keys, out, before = _round_keys(key), [], iv
    for at in range(0, len(data), 16):
        block = data[at:at + 16]
        before = _encrypt_block(keys, bytes(a ^ b for a, b in zip(block, before)) if iv else block)
        out.append(before)
    return b"".join(out)


def rc4(key, data):
    s, j = list(range(256)), 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(byte ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


# ---- the compound file ----

END, FREE = 0xfffffffe, 0xffffffff


def _chain(table, data, size):
    """Appends the numbers of the data's sectors to a table; returns the first and the sectors."""
    pieces = [data[i:i + size].ljust(size, b"\0") for i in range(0, len(data), size)]
    first = len(table)
    table += [first + i + 1 for i in range(len(pieces) - 1)] + [END] if pieces else []
    return (first if pieces else END), pieces


def compound(streams):
    """A file of [MS-CFB] with sectors of 512 bytes; streams below 4096 are in short ones."""
    table, sectors, small_table, small, entries = [], [], [], [], []
    for i, (name, data) in enumerate(streams):
        is_small = len(data) < 4096
        start, pieces = _chain(small_table if is_small else table, data, 64 if is_small else 512)
        (small if is_small else sectors).extend(pieces)
        entries.append(_entry(name, 2, start, len(data), i + 2 if i + 1 < len(streams) else FREE))
    small_start, pieces = _chain(table, b"".join(small), 512)
    sectors += pieces
    entries.insert(0, _entry("Root Entry", 5, small_start, 64 * len(small), FREE))
    folder, pieces = _chain(table, b"".join(entries), 512)
    sectors += pieces
    numbers, pieces = _chain(table, struct.pack(f"<{len(small_table)}I", *small_table), 512)
    sectors += [piece if i + 1 < len(pieces) else piece[:4 * (len(small_table) - 128 * i)].ljust(512, b"\xff")
                for i, piece in enumerate(pieces)]
    n = -(-(len(table) + 1) // 127)
    first = len(table)
    table += [0xfffffffd] * n + [FREE] * (n * 128 - len(table) - n)
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3e, 3, 0xfffe, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, n, folder, 0, 4096, numbers, len(pieces), END, 0)
    head += struct.pack("<109I", *[first + i if i < n else FREE for i in range(109)])
    return head + b"".join(sectors) + struct.pack(f"<{len(table)}I", *table)


def _entry(name, kind, start, size, right):
    text = name.encode("utf-16-le")
    head = text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text) + 2, kind, 1, FREE, right,
                                               1 if kind == 5 else FREE)
    return head + bytes(36) + struct.pack("<IQ", start, size)


# ---- .xlsx ----

def _fit(digest, n):
    return digest[:n].ljust(n, b"\x36")


def _blocks(data):
    return data.ljust(-(-len(data) // 16) * 16, b"\0")


def _spun(name, salt, password, spin):
    digest = hashlib.new(name, salt + password.encode("utf-16-le")).digest()
    for i in range(spin):
        digest = hashlib.new(name, struct.pack("<I", i) + digest).digest()
    return digest


def agile(package, password=PASSWORD, name="sha512", bits=256, spin=1000, told_spin=None, change=None, integrity=True):
    """change: a function that is given the encrypted package before the file is put together."""
    salt, data_salt, inner = bytes(range(16)), bytes(range(16, 32)), bytes(range(7, 7 + bits // 8))
    size = hashlib.new(name).digest_size
    spun = _spun(name, salt, password, spin)

    def sealed(purpose, value):
        key = _fit(hashlib.new(name, spun + bytes.fromhex(purpose)).digest(), bits // 8)
        return base64.b64encode(aes_encrypt(key, _blocks(value), salt)).decode()

    def with_inner(purpose, value):
        return aes_encrypt(inner, _blocks(value), _fit(hashlib.new(name, data_salt + purpose).digest(), 16))

    verifier = bytes(range(100, 116))
    stream = struct.pack("<Q", len(package))
    for i in range(0, len(package), 4096):
        stream += with_inner(struct.pack("<I", i // 4096), package[i:i + 4096])
    hmac_key = bytes(range(size))
    hmac_value = hmac.new(hmac_key, stream, name).digest()
    stream = change(stream) if change else stream
    common = (f'blockSize="16" keyBits="{bits}" hashSize="{size}" cipherAlgorithm="AES" '
              f'cipherChaining="ChainingModeCBC" hashAlgorithm="{name.upper()}"')
    checks = (f'<dataIntegrity encryptedHmacKey="{_b64(with_inner(bytes.fromhex("5fb2ad010cb9e1f6"), hmac_key))}" '
              f'encryptedHmacValue="{_b64(with_inner(bytes.fromhex("a0677f02b22c8433"), hmac_value))}"/>')
    xml = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
           '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" '
           'xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">'
           f'<keyData saltSize="16" {common} saltValue="{_b64(data_salt)}"/>{checks if integrity else ""}'
           '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">'
           f'<p:encryptedKey spinCount="{told_spin or spin}" saltSize="16" {common} saltValue="{_b64(salt)}" '
           f'encryptedVerifierHashInput="{sealed("fea7d2763b4b9e79", verifier)}" '
           f'encryptedVerifierHashValue="{sealed("d7aa0f6d3061344e", hashlib.new(name, verifier).digest())}" '
           f'encryptedKeyValue="{sealed("146e0be7abacd0d6", inner)}"/></keyEncryptor></keyEncryptors></encryption>')
    info = struct.pack("<HHI", 4, 4, 0x40) + xml.encode()
    return compound([("EncryptionInfo", info), ("EncryptedPackage", stream)])


def _b64(data):
    return base64.b64encode(data).decode()


def _capi_header(cipher, bits, flags, salt, verifier, verifier_hash):
    name = "Some Cryptographic Provider\0".encode("utf-16-le")
    header = struct.pack("<IIIIIIII", flags, 0, cipher, 0x8004, bits, 24 if cipher != 0x6801 else 1, 0, 0) + name
    return (struct.pack("<II", flags, len(header)) + header + struct.pack("<I", 16) + salt + verifier +
            struct.pack("<I", 20) + verifier_hash)


def standard(package, password=PASSWORD, bits=128):
    salt, verifier = bytes(range(50, 66)), bytes(range(200, 216))
    digest = hashlib.sha1(_spun("sha1", salt, password, 50000) + bytes(4)).digest()
    halves = [hashlib.sha1(bytes(a ^ b for a, b in zip(digest.ljust(64, b"\0"), [pad] * 64))).digest()
              for pad in (0x36, 0x5c)]
    key = b"".join(halves)[:bits // 8]
    info = struct.pack("<HH", 4, 2) + _capi_header({128: 0x660e, 192: 0x660f, 256: 0x6610}[bits], bits, 0x24, salt,
                                                   aes_encrypt(key, verifier),
                                                   aes_encrypt(key, hashlib.sha1(verifier).digest().ljust(32, b"\0")))
    stream = struct.pack("<Q", len(package)) + aes_encrypt(key, _blocks(package))
    return compound([("EncryptionInfo", info), ("EncryptedPackage", stream)])


# ---- .xls ----

PLAIN_RECORDS = {0x809, 0x2f, 0xe1, 0x194, 0x195, 0x138, 0x196}


def _record(kind, data):
    return struct.pack("<HH", kind, len(data)) + data


def _cell_record(row, column, value):
    if isinstance(value, str):
        return _record(0x204, struct.pack("<HHHHB", row, column, 0, len(value), 0) + value.encode("latin-1"))
    return _record(0x203, struct.pack("<HHHd", row, column, 0, value))


def xls_stream(rows, filepass):
    """The stream of a workbook of one sheet, with the FILEPASS record's content (None: without)."""
    bof = struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0x600)
    start = _record(0x809, bof) + (_record(0x2f, filepass) if filepass is not None else b"")
    globals_ = start + _record(0xe1, b"\xb0\x04") + _record(0x42, b"\xb0\x04")
    place = len(globals_) + 4 + 8 + 5 + 4
    globals_ += _record(0x85, struct.pack("<IHBB", place, 0, 5, 0) + b"Sheet") + _record(0x0a, b"")
    sheet = _record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0x600))
    sheet += b"".join(_cell_record(r, c, v) for r, row in enumerate(rows) for c, v in enumerate(row))
    return globals_ + sheet + _record(0x0a, b"")


def _encrypt_records(stream, apply):
    """apply(place in the stream, size of the record's content, first byte to encrypt in it, bytes)"""
    out, at = bytearray(stream), 0
    while at < len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        plain = size if kind in PLAIN_RECORDS else 4 if kind == 0x85 else 0
        start = at + 4
        out[start + plain:start + size] = apply(start, size, plain, stream[start + plain:start + size])
        at = start + size
    return bytes(out)


def _with_blocks(stream, block_key):
    """RC4 that starts anew every 1024 bytes of the file."""
    keys = b"".join(rc4(block_key(i), bytes(1024)) for i in range(len(stream) // 1024 + 1))
    return _encrypt_records(stream, lambda start, size, plain, data: bytes(
        a ^ b for a, b in zip(data, keys[start + plain:start + size])))


def xls_rc4(rows, password=PASSWORD):
    salt, verifier = bytes(range(16)), bytes(range(60, 76))
    first = hashlib.md5(password.encode("utf-16-le")).digest()[:5]
    second = hashlib.md5((first + salt) * 16).digest()[:5]

    def key(block):
        return hashlib.md5(second + struct.pack("<I", block)).digest()

    both = rc4(key(0), verifier + hashlib.md5(verifier).digest())
    stream = xls_stream(rows, struct.pack("<HHH", 1, 1, 1) + salt + both)
    return compound([("Workbook", _with_blocks(stream, key))])


def xls_cryptoapi(rows, password=PASSWORD, bits=128):
    salt, verifier = bytes(range(16)), bytes(range(60, 76))
    digest = hashlib.sha1(salt + password.encode("utf-16-le")).digest()

    def key(block):
        made = hashlib.sha1(digest + struct.pack("<I", block)).digest()[:bits // 8]
        return made.ljust(16, b"\0") if bits == 40 else made

    both = rc4(key(0), verifier + hashlib.sha1(verifier).digest())
    header = _capi_header(0x6801, bits, 4, salt, both[:16], both[16:])
    stream = xls_stream(rows, struct.pack("<HHH", 1, 4, 2) + header)
    return compound([("Workbook", _with_blocks(stream, key))])


# [MS-OFFCRYPTO] 2.3.7.2: method 1
PAD = bytes.fromhex("bbffffbaffffb98000be0f00bf0f00")
FIRST = [0xE1F0, 0x1D0F, 0xCC9C, 0x84C0, 0x110C, 0x0E10, 0xF1CE, 0x313E, 0x1872, 0xE139, 0xD40F, 0x84F9, 0x280C, 0xA96A,
         0x4EC3]
MATRIX = bytes.fromhex(
    "AEFC4DD99BB227454E8A9D142A097B61F6C2FDA5EB6BC6F79DCF2BBF45638AC605AD0B5A16B42D685AD0037506EA0DD41BA837506EA0DD40"
    "D849A0B35147A28E553DAA7A44D56F45DE8AAD354A4B9496390D721AEB23C6679CEF29FF53FEA7FC5FD947D38FA60F6D1EDA3DB47B68F6D0"
    "B86160E3C1C693AD377B6EF6DDEC45A08B4006A10D421A8435086A10AA5144838906022D045A08B4116876B4ED68CAF185C31BA7374E6E9C"
    "37306E60DCC0A9A1436386C61DAD33316662CCC489A9037306E60DCC10212042408481081231246248C4")


def _turn(value, n):
    """An 8-bit value to the right."""
    return ((value >> n) | (value << (8 - n))) & 255


def xor_numbers(password):
    """The key, the verifier and the 16 bytes that a password makes."""
    data = password.encode("latin-1")
    key, at = FIRST[len(data) - 1], 104
    for byte in reversed(data):
        for _ in range(7):
            key ^= struct.unpack_from(">H", MATRIX, 2 * at)[0] if byte & 0x40 else 0
            byte = (byte << 1) & 255
            at -= 1
    verifier = 0
    for byte in reversed(bytes([len(data)]) + data):
        verifier = ((verifier >> 14 & 1) | (verifier << 1 & 0x7fff)) ^ byte
    halves = [key & 255, key >> 8]
    mixed = bytes(_turn(b ^ halves[i % 2], 1) for i, b in enumerate((data + PAD)[:16]))
    return key, verifier ^ 0xce4b, mixed


def xls_xor(rows, password=PASSWORD):
    key, verifier, mixed = xor_numbers(password)
    stream = xls_stream(rows, struct.pack("<HHH", 0, key, verifier))

    def apply(start, size, plain, data):
        return bytes(_turn(b, 3) ^ mixed[(start + size + plain + i) % 16] for i, b in enumerate(data))

    return compound([("Workbook", _encrypt_records(stream, apply))])
