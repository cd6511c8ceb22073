#!/usr/bin/env python3
"""A model reads what the built-in voice is not sure of: what it is told, what becomes of its choice, what is kept."""
import datetime
import json
import socket

import doors
from harness import equal, holds, main
from standin import (DONE, GONE, KEY, MILK, WHAT, Server, Standin, Talk, certificate, closes, hangs, http, labels,
                     tools)

# ---- a good one ----

def test_what_both_voices_read_is_done(place):
    """req: tasks US1, FR-001"""
    with Standin([("add_task", {"title": "milk", "confidence": 0.97})]) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        said = talk.say(MILK, "success")
        equal(tools(said), ["add_task"], said)
        equal(talk.tasks(), {"milk": "pending"})
        equal(len(model.requests), 1)


def test_what_only_the_model_reads_is_offered_and_done_after_a_yes(place):
    """req: tasks FR-001, FR-008"""
    with Standin([("complete_task", {"task": "report", "confidence": 0.99})]) as model, \
            Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler")
        said = talk.say(DONE, "clarification_needed")
        equal(labels(said)[0], "Complete 'report'", said)
        equal(talk.tasks(), {"Report": "pending", "Boiler": "pending"})
        equal(tools(talk.say("1", "success")), ["complete_task"])
        equal(talk.tasks(), {"Report": "completed", "Boiler": "pending"})
        equal(len(model.requests), 1, "an answer to a question is not the model's to read")


def test_a_list_is_shown_as_the_model_reads_it(place):
    with Standin([("list_tasks", {"status": "pending", "confidence": 0.9})]) as model, \
            Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler")
        said = talk.say(WHAT, "success")
        holds(said["response"], "Report")
        equal([c["parameters"]["status"] for c in said["tool_calls"]], ["pending"])


def test_several_things_are_taken_in_their_order(place):
    """req: tasks US1/thin"""
    chosen = [("list_tasks", {"confidence": 0.9}), ("complete_task", {"task": "report", "confidence": 0.9})]
    with Standin(chosen) as model, Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler")
        said = talk.say(DONE, "clarification_needed")
        holds(said["response"], "Boiler")
        equal((labels(said)[0], talk.tasks()["Report"]), ("Complete 'report'", "pending"), said)


def test_an_unsure_model_is_asked_back(place):
    """req: tasks FR-008"""
    with Standin([("add_task", {"title": "milk", "confidence": 0.5})]) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        said = talk.say(MILK, "clarification_needed")
        equal(labels(said)[0], "Add a task 'milk'", said)
        equal(talk.tasks(), {})


def test_a_number_of_the_list_points_at_what_was_shown(place):
    """req: tasks US3, FR-006"""
    with Standin([("complete_task", {"task": "2", "confidence": 0.99})]) as model, Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler", "Dentist")
        talk.say("show my tasks", "success")
        equal(len(model.requests), 0, "what is clear is not asked about")
        said = talk.say(GONE, "clarification_needed")
        equal((labels(said)[0], tools(said)), ("Complete 'Boiler'", []), "nobody said that number")
        talk.say("1", "success")
        equal(talk.tasks(), {"Report": "pending", "Boiler": "completed", "Dentist": "pending"}, said)


def test_a_list_that_changed_since_has_no_numbers(place):
    with Standin([("complete_task", {"task": "2", "confidence": 0.99})]) as model, Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler")
        talk.say("show my tasks", "success")
        equal(place.run("task", "update", "1", "--title", "Radiator", "--user", "ann").status, 0)
        holds(talk.say(GONE)["response"], "beyond me")
        equal(len(model.requests[0].messages), 4, "the list is not sent")


def test_the_answer_says_which_voice_spoke(place):
    with Standin([("list_tasks", {"confidence": 0.9})], hangs) as model, \
            Server(place, model.url, name="tiny-1") as server:
        Talk(place, server, "Report")
        said = server.ask("POST", "/api/ask", {"question": "milk", "agent": "tasks"}).json
        equal((said["voice"], said["model_used"]), ("tiny-1", "tiny-1"), said)
        said = server.ask("POST", "/api/ask", {"question": "show my tasks", "agent": "tasks"}).json
        equal(said["voice"], "builtin", said)


def test_dates_are_read_from_the_messages_own_words(place):
    args = {"title": "boiler", "due": "friday", "priority": "high", "tags": ["home"], "confidence": 0.95}
    with Standin([("add_task", args)]) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        said = talk.say(GONE + " friday at home", "clarification_needed")
        equal(labels(said)[0], "Add a task 'boiler'", said)
        task = talk.say("1", "success")["tool_calls"][-1]["parameters"]
        equal((task["title"], task["priority"], task["tags"]), ("boiler", "high", ["home"]))
        equal(datetime.date.fromisoformat(task["due"]).weekday(), 4)


def test_it_is_asked_over_https_where_its_certificate_is_trusted(place):
    """By SSL_CERT_FILE, and with no proxy between."""
    cert, context = certificate(place.folder / "tls", "IP:127.0.0.1", "DNS:localhost")
    with Standin([("add_task", {"title": "milk", "confidence": 1})], tls=context) as model, Standin([]) as proxy:
        there = f"http://127.0.0.1:{proxy.port}"
        for user, url in (("ann", model.url), ("bob", model.url.replace("127.0.0.1", "localhost"))):
            with Server(place, url, SSL_CERT_FILE=cert, https_proxy=there, HTTPS_PROXY=there) as server:
                talk = Talk(place, server, user=user)
                equal(tools(talk.say(MILK, "success")), ["add_task"])
                equal(talk.tasks(), {"milk": "pending"})
        equal(([r.headers["authorization"] for r in model.requests], proxy.connections), ([f"Bearer {KEY}"] * 2, 0))


# ---- what is sent ----

def test_only_the_rules_the_conversation_and_the_list_are_sent(place):
    with Standin([]) as model, Server(place, model.url) as server:
        talk = Talk(place, server, "Report", "Boiler", user="somebody-else")
        talk.say(WHAT)
        talk.say("show my tasks")
        talk.say(GONE)
        first, second = model.requests
        equal(first.line, "POST /v1/chat/completions HTTP/1.1")
        equal(first.headers["authorization"], f"Bearer {KEY}")
        equal(first.headers["content-type"], "application/json")
        equal(sorted(first.body), ["max_tokens", "messages", "model", "stream", "temperature", "tool_choice", "tools"])
        equal((first.body["model"], first.body["temperature"], first.body["tool_choice"]), ("stand-in", 0, "auto"))
        equal([m["role"] for m in first.messages], ["system", "user"])
        equal(first.messages[-1]["content"], WHAT)
        equal([t["function"]["name"] for t in first.body["tools"]],
              ["add_task", "list_tasks", "update_task", "complete_task", "reopen_task", "delete_task", "undo", "redo"])
        if "confidence" not in first.body["tools"][3]["function"]["parameters"]["required"]:
            raise AssertionError(first.body["tools"][3])
        equal([m["role"] for m in second.messages], ["system", "user", "assistant", "user", "assistant", "user", "user"])
        holds(second.messages[-2]["content"], '[{"number":1,"title":"Report"},{"number":2,"title":"Boiler"}]')
        for request in model.requests:
            if b"somebody-else" in request.raw or str(place.folder).encode() in request.raw:
                raise AssertionError("the user or a path was sent")


def test_at_most_twenty_messages_go_along(place):
    with Standin([]) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        for _ in range(13):
            talk.say(WHAT)
        equal(len(model.requests[-1].messages), 22)


def test_without_a_key_none_is_sent(place):
    with Standin([]) as model, Server(place, model.url + "/", key=None) as server:
        Talk(place, server).say(WHAT)
        if "authorization" in model.requests[0].headers:
            raise AssertionError(model.requests[0].headers)
        equal(model.requests[0].line, "POST /v1/chat/completions HTTP/1.1")


def test_a_proxy_of_the_environment_is_not_used(place):
    with Standin([]) as model, Standin([]) as proxy:
        there = f"http://127.0.0.1:{proxy.port}"
        with Server(place, model.url, http_proxy=there, HTTP_PROXY=there, ALL_PROXY=there, all_proxy=there) as server:
            Talk(place, server).say(WHAT)
        equal((len(model.requests), proxy.connections), (1, 0))


def test_a_private_request_is_not_sent(place):
    with Standin([]) as model:
        for flags in (["--private"], []):
            done = place.run(*flags, "ask", "--agent", "tasks", MILK, "--json",
                             env={"ASSAY_MODEL_URL": model.url, "ASSAY_MODEL_KEY": KEY})
            equal(model.connections, 0 if flags else 1, done)


def test_no_model_set_no_socket_opened(place):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(0.3)
        port = silent.getsockname()[1]
        with doors.Server(place) as server:
            talk = Talk(place, server)
            holds(talk.say(GONE)["response"], "beyond me")
            maps = open(f"/proc/{server.process.pid}/maps").read()
            if "libcurl" in maps:
                raise AssertionError("libcurl is loaded")
        done = place.run("doctor", "--json", env={"ASSAY_MODEL": "x", "ASSAY_MODEL_KEY": KEY})
        check = next(c for c in done.json["checks"] if c["name"] == "models")
        holds(check["message"], "No model is configured")
        try:
            silent.accept()
            raise AssertionError(f"somebody came to {port}")
        except TimeoutError:
            pass


def test_a_model_that_is_set_is_loaded_with_its_first_question(place):
    with Standin([]) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        talk.say("show my tasks")
        maps = lambda: open(f"/proc/{server.process.pid}/maps").read()
        equal(("libcurl" in maps(), model.connections), (False, 0))
        talk.say(WHAT)
        equal(("libcurl" in maps(), model.connections), (True, 1))


# ---- what is kept ----

def test_what_it_said_is_in_the_audit_log_and_its_words_are_hidden(place):
    with Standin([("add_task", {"title": "milk", "confidence": 1})], [("undo", {"confidence": 1})] * 2,
                 http(401, b"{}")) as model, Server(place, model.url) as server:
        talk = Talk(place, server)
        for message in (MILK, GONE, WHAT):
            talk.say(message)
    events = [json.loads(line) for line in (place.home / "logs" / "data_agent_runs.jsonl").read_text().splitlines()]
    plans = [e["event_data"] for e in events if e["event_type"] == "plan_created"]
    equal([(p["model"], p["outcome"], [s["tool_name"] for s in p["subtasks"]]) for p in plans],
          [("stand-in", "used", ["add_task"]), ("stand-in", "unusable", ["undo", "undo"]),
           ("stand-in", "ENGINE_UNAVAILABLE", [])])
    if any("milk" in json.dumps(p) for p in plans):
        raise AssertionError(plans)
    equal(place.run("audit", "verify").status, 0)
    holds(place.run("audit", "show").out, "planned 1 step: add_task")


def test_the_key_is_nowhere(place):
    with Standin(http(401, {"error": f"wrong: {KEY}"}), http(500, {"error": KEY}), closes, hangs) as model, \
            Server(place, model.url) as server:
        talk = Talk(place, server)
        said = [talk.say(GONE), talk.say(GONE)]
        doctor = place.run("doctor", "--json", env={"ASSAY_MODEL_URL": model.url, "ASSAY_MODEL_KEY": KEY})
        ops = server.ask("GET", "/api/ops").body + server.ask("GET", "/metrics").body
    told = json.dumps(said).encode() + doctor.bytes + doctor.err.encode() + ops + server.stderr.encode()
    kept = b"".join(path.read_bytes() for path in place.home.rglob("*") if path.is_file())
    if KEY.encode() in told + kept:
        raise AssertionError("the key is told")


def test_the_doctor_says_which_model_is_asked_and_where(place):
    def check(url, **more):
        done = place.run("doctor", "--json", env={"ASSAY_MODEL_URL": url, **more})
        return next(c for c in done.json["checks"] if c["name"] == "models")
    said = check("http://127.0.0.1:9/v1/secret-path", ASSAY_MODEL="tiny-1")
    equal((said["status"], said["message"]),
          ("ok", "The model tiny-1 at 127.0.0.1:9 (this machine) is asked about unclear messages."))
    said = check("https://models.example.com/v1")
    equal(said["status"], "ok")
    holds(said["message"], "The model default at models.example.com (another machine")
    said = check("http://models.example.com/v1")
    equal(said["status"], "warn")
    holds(said["action"], "https")


def test_a_setting_that_cannot_be_used_is_told_and_nothing_more(place):
    for env in ({"ASSAY_MODEL_URL": "ftp://host/"}, {"ASSAY_MODEL_URL": "http://me:hunter2@host/v1"},
                {"ASSAY_MODEL_URL": "http://host/v1?key=hunter2"}, {"ASSAY_MODEL_URL": "http://" + "h" * 1100},
                {"ASSAY_MODEL_URL": "http://host", "ASSAY_MODEL": "m" * 201},
                {"ASSAY_MODEL_URL": "http://host", "ASSAY_MODEL_KEY": "hunter2\r\nX-Evil: 1"},
                {"ASSAY_MODEL_URL": "http://host", "ASSAY_MODEL_KEY": "hunter2" * 600}):
        done = place.run("task", "add", "milk", env=env)
        equal(done.status, 0, done)
        holds(done.err, "ASSAY_MODEL")
        if "hunter2" in done.err:
            raise AssertionError(done.err)
        check = next(c for c in place.run("doctor", "--json", env=env).json["checks"] if c["name"] == "models")
        equal(check["status"], "warn")
        holds(check["message"], "built-in voice")
    done = place.run("task", "list", env={"ASSAY_MODEL_URL": ""})
    equal((done.status, done.err), (0, ""))
    done = place.run("--help", env={"ASSAY_MODEL_URL": "ftp://host/"})
    equal((done.status, done.err), (0, ""))


if __name__ == "__main__":
    main(globals())
