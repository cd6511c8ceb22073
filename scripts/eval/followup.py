"""followup - the held-out fifth of FollowUp: a message that rests on the one before it, and what it means in full.

`before` and `follow_up` are asked in one conversation, `whole` in another. The follow-up is right when it gives the rows
that the whole question gives: this measures what is understood of the conversation and nothing else. So it counts only
where the whole question was answered with rows.

The set belongs to the training material, next to the folder of test sets: DIR/../train/followup.
"""
import hashlib

import questions
import rows
import scoring

PARTS = 5


def is_held_out(item):
    """Whether an item of FollowUp is for scoring. This is the one place that decides: what it says yes to is never
    learned from, and everything else is never scored. It goes by the table, so that no table is on both sides, and by a
    hash of its name, so that nothing that is added or reordered later moves one to the other side."""
    return hashlib.sha256(item["table"].encode()).digest()[0] % PARTS == 0


def items(folder):
    return [item for item in questions.read(folder) if is_held_out(item)]


def ask(batch, folder, item):
    data = [str(folder / "tables" / item["table"])]
    whole = batch.ask(data=data, question=item["whole"])
    before = batch.ask(data=data, question=item["before"])
    conversation = {"conversation_id": before["conversation_id"]} if before.get("conversation_id") else {}
    return batch.ask(data=data, question=item["follow_up"], **conversation) | {"whole": whole}


def outcome(answer):
    whole = answer["whole"]
    if whole.get("status") != "success" or not whole.get("table"):
        return scoring.NOT_COUNTED
    return scoring.outcome_of(answer)


def right(item, answer):
    return bool(answer["table"]) and rows.same_rows(answer["table"]["rows"], answer["whole"]["table"]["rows"])


def headline(results):
    counted = [r for r in results if r.outcome != scoring.NOT_COUNTED]
    return f"{scoring.headline(counted)}, of {len(results)} asked those whose whole question was answered"
