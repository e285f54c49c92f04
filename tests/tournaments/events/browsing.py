"""Requests to event pages, as browsers send them."""

from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone


def browser(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(client, url, status=200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, answer
    return answer.content.decode()


def at(name, evening, *more) -> str:
    return reverse(name, args=[evening.event.slug, *more])


def desk(evening, act, status=302, **data):
    answer = browser(evening.crew.organizer).post(at("event_desk_action", evening, act), data)
    assert answer.status_code == status, answer.content.decode()
    evening.event.refresh_from_db()
    return answer.content.decode()


def form(**more):
    day = timezone.now() + timedelta(days=3)
    return {
        "name": "Spring Cup",
        "date": day.strftime("%Y-%m-%d"),
        "time": "19:30",
        "description": "Bring a friend.",
        "rules": "pagat",
        "deals": "3",
        "clock": "relaxed",
        "format": "swiss",
        "swiss-rounds": "4",
        "swiss-window": "8",
        "entry_limit": "",
        "uneven": "out",
        "spectators": "on",
        **more,
    }


def make(crew, user=None, **more):
    client = browser(user or crew.organizer)
    return client.post(reverse("event_new", args=[crew.club.slug]), form(**more))
