#!/usr/bin/env python3
"""Checks an audit log of assay without assay: Python 3 and its standard library are all it needs.

  audit-verify.py LOG                            is every entry right, and does it follow the one before?
  audit-verify.py LOG --head head.json           the same, and: is this the log that was signed, to the last byte?
  audit-verify.py --proof proof.json             is this one line in the log that was signed? (assay audit prove)

The signature must be by the key in key.pub beside the head or the proof, where there is one. With --key HEX it must be
by that key, which you got in another way than with the log.

Three things are checked, each from its own public definition. The chain, by the very function that the data model
prints. The hash tree over whole lines, as in RFC 6962: a leaf is SHA-256(00 line), a node SHA-256(01 left right). The
signature, Ed25519 as in RFC 8032, over the head's JSON without "signature". The exit status is 0 when all is well.
"""
import argparse
import hashlib
import json
import os
import sys


# ---- the chain: the data model's own text ----

def verify_audit_chain(log_path):
    with open(log_path, "r") as f:
        entries = [json.loads(line) for line in f]
    
    for i, entry in enumerate(entries):
        # Check sequence
        if entry["sequence_number"] != i + 1:
            return False
        
        # Check parent hash
        expected_parent = entries[i-1]["hash"] if i > 0 else "0" * 64
        if entry["parent_hash"] != expected_parent:
            return False
        
        # Check hash computation
        payload = f"{entry['parent_hash']}{entry['timestamp']}{entry['event_type']}{json.dumps(entry['event_data'], sort_keys=True)}"
        computed_hash = hashlib.sha256(payload.encode()).hexdigest()
        if computed_hash != entry["hash"]:
            return False
    
    return True


# ---- the tree: RFC 6962, section 2.1 ----

def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(line):
    return sha256(b"\x00" + line)


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def tree_of(lines):
    """The root over the lines and their number. Full subtrees wait as (leaves, root), the largest first."""
    full, n = [], 0
    for line in lines:
        leaves, root = 1, leaf_hash(line)
        while full and full[-1][0] == leaves:
            leaves, root = 2 * leaves, node_hash(full.pop()[1], root)
        full.append((leaves, root))
        n += 1
    root = full.pop()[1] if full else sha256(b"")
    while full:
        root = node_hash(full.pop()[1], root)
    return root, n


def root_of_proof(index, size, leaf, path):
    """RFC 9162, section 2.1.3.2: the root that a path leads to, or None when its length is wrong for the place."""
    if not 0 <= index < size:
        return None
    place, last, root = index, size - 1, leaf
    for step in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            root = node_hash(step, root)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            root = node_hash(root, step)
        place, last = place >> 1, last >> 1
    return root if last == 0 else None


# ---- the signature: RFC 8032, sections 5.1.3, 5.1.4 and 5.1.7 ----

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def point_add(a, b):
    """Points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_mul(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = point_add(result, point)
        point, n = point_add(point, point), n >> 1
    return result


def point_of(text):
    """The point that 32 bytes stand for: y, with the sign of x in the highest bit; None when there is none."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - x2) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(key) != 32 or len(signature) != 64 or a is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = point_mul(s, BASE), point_add(r, point_mul(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# ---- what is asked ----

class Bad(Exception):
    """Something is not as it should be; the text says what."""


def expect(good, otherwise):
    if not good:
        raise Bad(otherwise)


def check_head(head, key):
    rest = {name: value for name, value in head.items() if name != "signature"}
    message = json.dumps(rest, sort_keys=True).encode()
    signed = is_signed(bytes.fromhex(head["key"]), message, bytes.fromhex(head["signature"]))
    expect(signed, "the signature of the head is wrong")
    expect(key is None or key.lower() == head["key"], "the head is signed by another key")


def lines_of(path):
    with open(path, "rb") as f:
        for line in f:
            expect(line.endswith(b"\n"), "the last line has no end")
            yield line[:-1]


def check_log(path, head):
    expect(verify_audit_chain(path), "the chain is broken: an entry's number, link or hash is wrong")
    root, n = tree_of(lines_of(path))
    if head is not None:
        expect(n == head["length"], f"the log has {n} entries and was signed with {head['length']}")
        expect(root.hex() == head["root"], "the lines are not the ones that were signed")
    return f"{n} entries, every one right and in its place; root {root.hex()}"


def check_proof(proof):
    head, line = proof["head"], proof["line"].encode()
    path = [bytes.fromhex(step) for step in proof["path"]]
    root = root_of_proof(proof["leaf_index"], proof["tree_size"], leaf_hash(line), path)
    expect("line_sha256" not in proof or hashlib.sha256(line).hexdigest() == proof["line_sha256"],
           "the line is not the one its SHA-256 says")
    expect(root is not None and root.hex() == proof["root"], "the path does not lead from the line to the root")
    expect(proof["root"] == head["root"] and proof["tree_size"] == head["length"], "the head is that of another log")
    entry = json.loads(line)
    expect(entry["sequence_number"] == proof["leaf_index"] + 1, "the line's number is not its place")
    return f"entry {entry['sequence_number']} is in the signed log of {head['length']}"


def key_beside(path):
    try:
        with open(os.path.join(os.path.dirname(path), "key.pub"), encoding="ascii") as f:
            return f.read().strip()
    except FileNotFoundError:
        return None


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def check(args):
    if args.proof:
        proof = read_json(args.proof)
        said, head = check_proof(proof), proof["head"]
    else:
        head = read_json(args.head) if args.head else None
        said = check_log(args.log, head)
    if head is None:
        return said + "; without a signed head, a missing tail cannot be seen"
    check_head(head, args.key or key_beside(args.head or args.proof))
    return f"{said}; signed at {head['timestamp']} by {head['key']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", nargs="?", help="the log, data_agent_runs.jsonl")
    parser.add_argument("--head", help="its signed head, head.json")
    parser.add_argument("--proof", help="a proof that one line is in the log")
    parser.add_argument("--key", help="the public key that must have signed, in hex")
    args = parser.parse_args()
    if bool(args.log) == bool(args.proof):
        parser.error("name a log or a proof")
    if args.key and not args.head and not args.proof:
        parser.error("--key needs --head")
    try:
        print("good:", check(args))
    except Bad as bad:
        sys.exit(f"BAD: {bad}")
    except (KeyError, TypeError, ValueError) as error:
        sys.exit(f"BAD: not what it should look like ({type(error).__name__}: {error})")
    except OSError as error:
        sys.exit(f"cannot be read: {error}")


if __name__ == "__main__":
    main()
