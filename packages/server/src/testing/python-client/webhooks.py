"""Listens to webhooks with the existing Python client 2.x: python webhooks.py URL OWNER_KEY."""

import os
import queue
import socket
import sys
import threading
import time
import warnings

warnings.simplefilter("ignore")

listening = socket.socket()
listening.bind(("127.0.0.1", 0))
os.environ["WEBHOOK_SERVER_URL"] = f"http://127.0.0.1:{listening.getsockname()[1]}"

import argilla as rg  # noqa: E402
import uvicorn  # noqa: E402
from fastapi import FastAPI  # noqa: E402

URL, OWNER_KEY = sys.argv[1], sys.argv[2]
owner = rg.Argilla(api_url=URL, api_key=OWNER_KEY)
app = FastAPI()
told = queue.Queue()


@rg.webhook_listener(events=["dataset.created", "dataset.published"], client=owner, server=app)
async def on_dataset(type, timestamp, dataset):
    told.put((type.value, dataset.name, dataset.workspace.name))


@rg.webhook_listener(events=["record.created", "record.completed"], client=owner, server=app)
async def on_record(type, timestamp, record):
    told.put((type.value, record.id, record.fields["text"], record.dataset.name))


@rg.webhook_listener(events="response.created", client=owner, server=app)
async def on_response(type, timestamp, response):
    told.put((type.value, response.status.value, response.user_id, response.record.id))


@rg.webhook_listener(events="record.deleted", client=owner, server=app, raw_event=True)
async def on_deletion(event):
    told.put((event.type.value, event.data["external_id"]))


server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
while not server.started:
    time.sleep(0.01)


def next_ones(number):
    """What was told next, sorted: each webhook is told in order, but several at the same time."""
    return sorted(told.get(timeout=60) for _ in range(number))


team = rg.Workspace(name="team", client=owner).create()
settings = rg.Settings(fields=[rg.TextField(name="text")], questions=[rg.LabelQuestion(name="label", labels=["a", "b"])])
dataset = rg.Dataset(name="news", workspace=team, settings=settings, client=owner).create()
assert next_ones(2) == [("dataset.created", "news", "team"), ("dataset.published", "news", "team")]

dataset.records.log([{"id": "one", "text": "Hello"}, {"id": "two", "text": "World"}])
assert next_ones(2) == [("record.created", "one", "Hello", "news"), ("record.created", "two", "World", "news")]

record = next(iter(dataset.records(limit=1)))
answer = {"status": "submitted", "values": {"label": {"value": "a"}}}
owner.http_client.post(f"/api/v1/records/{record._server_id}/responses", json=answer).raise_for_status()
assert next_ones(2) == [
    ("record.completed", "one", "Hello", "news"),
    ("response.created", "submitted", owner.me.id, "one"),
]

dataset.records.delete([record])
assert next_ones(1) == [("record.deleted", "one")]

hook = next(hook for hook in owner.webhooks if hook.url.endswith("/on_response"))
hook.enabled = False
hook.update()
assert not next(found for found in owner.webhooks if found.id == hook.id).enabled
owner.api.webhooks.ping(hook.id)
assert len(owner.webhooks) == 4
for hook in list(owner.webhooks):
    hook.delete()
assert len(owner.webhooks) == 0
print("the client is content")
