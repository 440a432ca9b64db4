#!/usr/bin/env python3
"""A reference controller: the least program that keeps every rule of docs/controllers.md.

    CONTROLLER_SECRET=... python3 examples/controller.py --url mqtts://host:8883 --id SYSTEM-controller --state FILE

It needs paho-mqtt (version 1.6 or 2). Where it sets valves, reads the arm or the flow meter, a maker puts his own
hardware: the class Machine below stands still and dry. `headgate conform` says whether it still keeps the rules then.
"""
import argparse
import base64
import hashlib
import json
import os
import ssl
import threading
import uuid
from datetime import datetime, timedelta, timezone
from urllib.parse import urlparse

import paho.mqtt.client as mqtt

SECTORS, ZONES = 180, 9
MESSAGE_BYTES_MAX = 16 * 1024
TEST_MAX = timedelta(minutes=15)
RATE_IN = (0.2, 2.0)


def now():
    return datetime.now(timezone.utc)


def written(time):
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text):
    time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if time.tzinfo is None:
        raise ValueError("a time without a zone")
    return time


class Machine:
    """The hardware. Valves are normally open: without power the machine waters uniformly."""

    zones, speed = ZONES, True

    def water(self, rev, cells, timer):
        """Sets the valves: 1,620 percentages, cell 9 * sector + zone; timer: 180 percentages or None. Ends a record."""

    def passed(self):
        """Records of sectors that the arm has left since the last call: rev, sector, from, to, depthIn (nine, inches)."""
        return []

    def telemetry(self):
        return {"angleDeg": 0, "direction": "STOPPED", "wet": False, "moving": False, "timerPct": None,
                "pressureKpa": None, "flowLps": 0, "endTower": None}


class Refused(Exception):
    """A desired state that this machine does not run, by its code."""


def unpacked(part, name):
    cells = base64.b64decode(part["b64"], validate=True)
    if len(cells) != SECTORS * ZONES:
        raise Refused(name + "_SIZE")
    if hashlib.sha256(cells).hexdigest() != part["sha256"]:
        raise Refused(name + "_HASH")
    if max(cells) > 100:
        raise Refused(name + "_RANGE")
    return cells


def check(state, machine):
    """Everything is looked at before anything is applied. Raises Refused."""
    try:
        for field in ("settingsRev", "commandId", "issuedAt", "validUntil", "mode", "rateIn", "timerPct", "test"):
            state[field]
        read_time(state["validUntil"])
        unpacked(state["rx"], "RX")
        unpacked(state["fallback"], "FALLBACK")
        if (state["rx"]["sectors"], state["rx"]["zones"]) != (SECTORS, ZONES):
            raise Refused("RX_SIZE")
        if not RATE_IN[0] <= state["rateIn"] <= RATE_IN[1]:
            raise Refused("RATE_RANGE")
        if state["mode"] not in ("VRI", "UNIFORM", "TEST"):
            raise Refused("MALFORMED")
        timer = state["timerPct"]
        if timer is not None and not machine.speed:
            raise Refused("TIMER_UNSUPPORTED")
        # a timer of 0 would stop the arm, and no message starts or stops motion
        if timer is not None and (len(timer) != SECTORS or not all(0 < each <= 100 for each in timer)):
            raise Refused("TIMER_RANGE")
        if state["mode"] == "TEST":
            read_time(state["test"]["until"])
            if not 1 <= state["test"]["tower"] <= machine.zones:
                raise Refused("TEST_TOWER")
    except (KeyError, TypeError, ValueError):
        raise Refused("MALFORMED")


class Controller:
    def __init__(self, link, topic, state_file, machine):
        self.link, self.topic, self.state_file, self.machine = link, topic, state_file, machine
        self.lock = threading.RLock()
        self.session, self.seq = None, 0
        # what the valves follow; what telemetry told last of the motion; the greeting of a connection, and whether to repeat it
        self.ran, self.told, self.greeting, self.repeat = None, None, None, False
        # what must survive a restart: the newest state applied, what ran before a test, and what became of the newest seen
        self.kept = {"applied": None, "before": None, "seenRev": 0, "commandId": None, "result": None, "code": None}
        try:
            with open(state_file) as file:
                self.kept.update(json.load(file))
        except (OSError, ValueError):
            pass
        if self.kept["applied"]:
            self.kept["applied"]["testOver"] = True
        self.follow()

    def keep(self, **change):
        """On the disk before anything is reported of it."""
        self.kept.update(change)
        with open(self.state_file + ".next", "w") as file:
            json.dump(self.kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.state_file + ".next", self.state_file)

    def running(self):
        """The applied state that is followed now and whether it is its fallback; None before the first."""
        newest = self.kept["applied"]
        if not newest:
            return None, False
        due = newest
        if newest["state"]["mode"] == "TEST":
            end = min(read_time(newest["state"]["test"]["until"]), read_time(newest["at"]) + TEST_MAX)
            if newest["testOver"] or now() >= end:
                due = self.kept["before"]
        if due and now() < read_time(due["state"]["validUntil"]):
            return due, False
        # the newest state knows the newest geofences
        return newest, True

    def report(self):
        applied, fallback = self.running()
        state = applied["state"] if applied else None
        self.say("reported", {
            "rev": state["rev"] if state else 0, "settingsRev": state["settingsRev"] if state else 0,
            "mode": ("UNIFORM" if fallback else state["mode"]) if state else None,
            "rxSha256": state["fallback" if fallback else "rx"]["sha256"] if state else None,
            "appliedAt": applied["at"] if applied else None,
            "seenRev": self.kept["seenRev"], "commandId": self.kept["commandId"],
            "result": self.kept["result"], "code": self.kept["code"],
            "firmware": "reference 1",
            "capabilities": {"zones": self.machine.zones, "sectorDeg": 360 // SECTORS, "speed": self.machine.speed},
        }, retain=True)

    def say(self, name, document, qos=1, retain=False):
        return self.link.publish(self.topic + name, json.dumps(document), qos=qos, retain=retain)

    def event(self, code):
        self.say("event", {"id": str(uuid.uuid4()), "at": written(now()), "code": code})

    def received(self, payload):
        """One desired state as it comes from the broker; what is none is passed over."""
        try:
            state = json.loads(payload) if len(payload) <= MESSAGE_BYTES_MAX else None
            rev = state["rev"]
        except (ValueError, KeyError, TypeError):
            return
        if type(rev) is not int or rev < 0:
            return
        with self.lock:
            settled = rev == self.kept["seenRev"] and self.kept["result"] is not None
            if rev < self.kept["seenRev"] or settled:
                return
            command = state.get("commandId")
            self.keep(seenRev=rev, commandId=command if isinstance(command, str) else None, result=None, code=None)
            self.report()
            try:
                check(state, self.machine)
                self.apply(state)
            except Refused as refused:
                self.keep(result="REJECTED", code=str(refused))
            self.report()

    def apply(self, state):
        ends = read_time(state["validUntil"])
        if state["mode"] == "TEST":
            ends = min(ends, read_time(state["test"]["until"]))
        if now() >= ends:
            self.keep(result="EXPIRED")
            return
        last = self.kept["applied"]
        before = self.kept["before"] if last and last["state"]["mode"] == "TEST" else last
        applied = {"state": state, "at": written(now()), "testOver": False}
        self.keep(applied=applied, before=before if state["mode"] == "TEST" else None, result="APPLIED")
        self.follow()

    def follow(self):
        """Hands what runs to the valves; returns whether it is another than before."""
        applied, fallback = self.running()
        if not applied or (applied["state"]["rev"], fallback) == self.ran:
            return False
        state = applied["state"]
        self.ran = (state["rev"], fallback)
        cells = base64.b64decode(state["fallback" if fallback else "rx"]["b64"])
        timer = None if fallback else state["timerPct"]
        if timer:
            # the arm carries the largest percentage of each sector already
            most = [max(cells[at:at + ZONES]) or 100 for at in range(0, len(cells), ZONES)]
            cells = bytes(round(100 * cell / most[at // ZONES]) for at, cell in enumerate(cells))
        self.machine.water(state["rev"], cells, timer)
        return True

    def tick(self):
        """Test patterns and validity end by this clock, whether anybody can be reached or not."""
        with self.lock:
            if self.follow():
                self.report()
                self.event("FALLBACK" if self.ran[1] else "TEST_ENDED")

    def greet(self):
        # the report, too: the last one may have been lost with the connection
        with self.lock:
            self.report()
            return self.say("status", self.status("online"), retain=True).mid

    def status(self, state):
        return {"state": state, "session": self.session, "at": written(now())}

    def telemetry(self, measured):
        with self.lock:
            self.seq += 1
            self.say("telemetry", {"at": written(now()), "seq": self.seq, **measured}, qos=0)


def connect(arguments, secret):
    newest = getattr(mqtt, "CallbackAPIVersion", None)
    link = mqtt.Client(*([newest.VERSION1] if newest else []), client_id=arguments.id, clean_session=True)
    link.username_pw_set(arguments.id, secret)
    system = arguments.id.split("-")[0]
    controller = Controller(link, f"vri/v1/{system}/", arguments.state, Machine())

    def next_session():
        """Each connection has a session of its own, and a will that names it."""
        controller.session = str(uuid.uuid4())
        link.will_set(controller.topic + "status", json.dumps(controller.status("offline")), qos=1, retain=True)

    def on_connect(_link, _data, _flags, code):
        if code == 0:
            controller.told = None
            controller.greeting = controller.greet()
            link.subscribe(controller.topic + "desired", qos=1)

    def on_publish(_link, _data, mid):
        # after it paho sends what was not acknowledged before, an older status: so it is repeated, outside of paho's lock
        controller.repeat = controller.repeat or mid == controller.greeting

    link.on_connect, link.on_publish = on_connect, on_publish
    link.on_disconnect = lambda *_: next_session()
    link.on_message = lambda _link, _data, message: controller.received(message.payload)
    url = urlparse(arguments.url)
    if url.scheme in ("mqtts", "ssl"):
        link.tls_set(cert_reqs=ssl.CERT_REQUIRED)
    link.reconnect_delay_set(1, 30)
    next_session()
    link.connect_async(url.hostname, url.port or (8883 if url.scheme in ("mqtts", "ssl") else 1883), keepalive=30)
    link.loop_start()
    return controller


def main():
    parser = argparse.ArgumentParser(description="A reference controller")
    parser.add_argument("--url", required=True, help="mqtt://host:port, or mqtts:// for TLS")
    parser.add_argument("--id", required=True, help="the credential's id; its secret in CONTROLLER_SECRET")
    parser.add_argument("--state", required=True, help="the file that survives a restart")
    parser.add_argument("--telemetry-every", type=float, default=300, help="seconds while it stands")
    arguments = parser.parse_args()
    controller = connect(arguments, os.environ["CONTROLLER_SECRET"])
    pause, waited = threading.Event(), 0
    while not pause.wait(0.2):
        controller.tick()
        if controller.repeat:
            controller.repeat = False
            controller.greet()
        for record in controller.machine.passed():
            controller.say("applied", record)
        waited, measured = waited + 0.2, controller.machine.telemetry()
        state = [measured[field] for field in ("moving", "wet", "direction")]
        every = min(10, arguments.telemetry_every) if measured["moving"] else arguments.telemetry_every
        # at once when it connects, starts, stops, turns round or switches its water
        if controller.link.is_connected() and (waited >= every or state != controller.told):
            waited, controller.told = 0, state
            controller.telemetry(measured)


if __name__ == "__main__":
    main()
