#!/usr/bin/env python3
"""Our time zones against Python's zoneinfo, which reads the same files.

Usage: test_zone_python.py ZONE_PRINT. Twelve telling zones at every half hour around every change from 1970 to 2100, as
instants and as wall times (those left out and those that come twice among them); every zone there is at random instants
and wall times up to the year 2500, from a fixed seed.
"""
import random
import subprocess
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

SEED = 8536
TELLING = (
    "Europe/Berlin America/New_York Australia/Lord_Howe Asia/Kathmandu Pacific/Apia Africa/Casablanca America/Caracas "
    "Europe/Dublin Antarctica/Troll Asia/Tehran UTC America/St_Johns"
).split()
RANDOM = 60  # instants of each zone
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
HALF_HOUR = timedelta(minutes=30)
rng = random.Random(SEED)


def changes(zone):
    """Instants, to the half hour below, at which the offset changes."""
    at, end, step = EPOCH, datetime(2100, 1, 1, tzinfo=timezone.utc), timedelta(days=3)
    before = at.astimezone(zone).utcoffset()
    while at < end:
        now = (at + step).astimezone(zone).utcoffset()
        if now != before:
            low, high = at, at + step
            while high - low > HALF_HOUR:
                middle = low + (high - low) / 2
                if middle.astimezone(zone).utcoffset() == before:
                    low = middle
                else:
                    high = middle
            yield low.replace(minute=0, second=0, microsecond=0)
        before = now
        at += step


def ask_at(asked, zone, at):
    local = at.astimezone(zone)
    us = (at - EPOCH) // timedelta(microseconds=1)
    asked.append((f"at {us}", f"{int(local.utcoffset().total_seconds())} {local:%Y-%m-%d %H:%M:%S}"))


def ask_wall(asked, zone, wall):
    instant = wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)
    us = (instant - EPOCH) // timedelta(microseconds=1)
    asked.append((f"wall {wall.year} {wall.month} {wall.day} {wall.hour} {wall.minute}", str(us)))


def around_changes(asked, zone):
    for change in changes(zone):
        for i in range(-60, 60):
            at = change + i * HALF_HOUR
            ask_at(asked, zone, at)
            ask_at(asked, zone, at - timedelta(seconds=1))
            ask_wall(asked, zone, at.astimezone(zone).replace(tzinfo=None))
            ask_wall(asked, zone, at.replace(tzinfo=None))


def at_random(asked, zone):
    for _ in range(RANDOM):
        at = EPOCH + timedelta(seconds=rng.randrange(-2 * 10**9, 530 * 31_556_952))
        ask_at(asked, zone, at)
        ask_wall(asked, zone, at.replace(tzinfo=None, second=0))


def main():
    names = sorted(n for n in zoneinfo.available_timezones() if not n.startswith(("right/", "posix/")) and n != "localtime")
    asked = []
    for name in names:
        zone = zoneinfo.ZoneInfo(name)
        asked.append((f"zone {name}", "ok"))
        at_random(asked, zone)
        if name in TELLING:
            around_changes(asked, zone)
    for name in ("Europe/Nowhere", "../../../etc/passwd", "/etc/localtime", "Europe", "zone.tab", "right/UTC", "europe/berlin"):
        asked.append((f"zone {name}", "none"))
    text = "".join(question + "\n" for question, _ in asked)
    run = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    wrong, zone = 0, ""
    for (question, right), answer in zip(asked, answers):
        zone = question if question.startswith("zone") else zone
        if answer != right:
            wrong += 1
            if wrong <= 10:
                print(f"{zone}: {question}: {answer}, python says {right}")
    print(f"{len(names)} zones, {len(asked)} questions, {wrong} differences (seed {SEED})")
    sys.exit(1 if wrong or len(answers) != len(asked) or not set(TELLING) <= set(names) else 0)


main()
