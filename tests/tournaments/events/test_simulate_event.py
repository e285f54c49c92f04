"""The command that plays a whole event with bots."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Sum

from tournaments.events.core.models import Event
from tournaments.events.rounds.models import EventSeat


def simulated(*args):
    out = StringIO()
    call_command("simulate_event", *args, stdout=out)
    return out.getvalue()


@pytest.mark.long
def test_the_command_plays_an_event_to_its_end(db, queued):
    said = simulated("--bots", "8", "--deals", "1", "--terms", '{"rounds": 2}')
    event = Event.objects.get()
    assert event.status == Event.Status.FINISHED
    assert "2 rounds in" in said
    assert len([line for line in said.splitlines() if line.startswith("   ")]) == 8
    assert EventSeat.objects.filter(net=None).count() == 0


@pytest.mark.long
@pytest.mark.parametrize(("rules", "bots"), [("five_players", 9), ("eight_players", 9)])
def test_the_command_plays_an_event_with_larger_tables_to_its_end(db, queued, rules, bots):
    terms = ("--deals", "1", "--uneven", "bots", "--terms", '{"rounds": 1}')
    simulated("--rules", rules, "--bots", str(bots), *terms)
    event = Event.objects.get()
    assert event.status == Event.Status.FINISHED
    assert EventSeat.objects.filter(net=None).count() == 0
    assert EventSeat.objects.aggregate(sum=Sum("net"))["sum"] == 0


@pytest.mark.every_database
@pytest.mark.long
def test_the_command_resumes_an_interrupted_event(db, queued, monkeypatch):
    from tournaments.management.commands import simulate_event

    real, played = simulate_event.play_out, []

    def dies(table):
        if len(played) == 1:
            raise KeyboardInterrupt
        played.append(table.pk)
        real(table)

    monkeypatch.setattr(simulate_event, "play_out", dies)
    arguments = ("--bots", "8", "--deals", "1", "--terms", '{"rounds": 2}')
    with pytest.raises(KeyboardInterrupt):
        simulated(*arguments)
    monkeypatch.undo()
    event = Event.objects.get()
    first = list(EventSeat.objects.exclude(net=None).values_list("pk", "net"))
    assert len(first) == 4
    simulated("--event", event.slug)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert list(EventSeat.objects.filter(pk__in=dict(first)).values_list("pk", "net")) == first
    assert event.rounds.count() == 2
    assert EventSeat.objects.count() == 16


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--terms", "{"), "not valid JSON"),
        (("--terms", '{"rounds": -1}'), "settings don’t work"),
        (("--bots", "2"), "checked-in players"),
        (("--event", "nosuch"), "No simulated event"),
        (("--format", "club_night"), "bots only fill seats"),
    ],
)
def test_the_command_explains_why_it_cannot_play_an_event(db, queued, arguments, said):
    with pytest.raises(CommandError, match=said):
        simulated(*arguments)
