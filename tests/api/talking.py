"""A conversation about tasks over HTTP, while the same person has another client open."""
import json

import doors
from doors import StdioMcp
from harness import equal


class Server(doors.Server):
    """A server, and a second process of the same home for each person: their other client."""

    def __init__(self, place):
        super().__init__(place)
        self.place, self.clients = place, {}

    def client(self, user):
        if user not in self.clients:
            self.clients[user] = StdioMcp(self.place, "--user", user)
        return self.clients[user]

    def stop(self, *how):
        for client in self.clients.values():
            client.__exit__()
        self.clients = {}
        return super().stop(*how)


class Talk:
    """A conversation of one person over HTTP, and the same person's other client."""

    def __init__(self, server, *titles, user="ann"):
        self.server, self.user, self.id = server, user, None
        for title in titles:
            self.op("add_task", title=title)

    def post(self, message, **more):
        body = {"message": message, **more} | ({"conversation_id": self.id} if self.id else {})
        return self.server.ask("POST", f"/api/{self.user}/chat", body)

    def say(self, message, status=None, **more):
        reply = self.post(message, **more)
        equal(reply.status, 200, (message, reply))
        self.id = reply.json["conversation_id"]
        if status:
            equal(reply.json["status"], status, (message, reply.json["response"]))
        return reply.json

    def op(self, name, **args):
        """What the other client does; it confirms what has to be."""
        call = lambda: self.server.client(self.user).request("tools/call", {"name": name, "arguments": args})["result"]
        done = call()
        if done.get("isError") and "confirmation" in done["content"][-1]["text"]:
            args["confirmation_token"] = json.loads(done["content"][-1]["text"])["confirmation"]["token"]
            done = call()
        equal(done.get("isError", False), False, (name, args, done))
        return done["structuredContent"]

    def tasks(self):
        return self.op("list_tasks")["data"]

    def state(self):
        return {t["title"]: t["status"] for t in self.tasks()}

    def done(self):
        return sorted(t["title"] for t in self.tasks() if t["status"] == "completed")

    def id_of(self, title):
        return next(t["id"] for t in self.tasks() if t["title"] == title)


def changes(said):
    return [c["tool"] for c in said["tool_calls"] if c["tool"] not in ("list_tasks",)]
