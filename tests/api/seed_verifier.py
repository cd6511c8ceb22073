"""The analyst data model's own verifier: its text as it is printed there, and the function that text defines."""
import hashlib
import json

SEEDS_OWN = '''def verify_audit_chain(log_path):
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
'''
names = {"json": json, "hashlib": hashlib}
exec(SEEDS_OWN, names)  # the text as it is printed, not a copy that an editor may have touched
verify_audit_chain = names["verify_audit_chain"]
