"""Adding members from a list: errors are reported per line, and no text is lost."""

import csv
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from games.common.denials import Denial
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.rows import played_event
from tournaments.clubs.models import Membership
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import entrants_of
from tournaments.events.core.models import Event
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.name_list import (
    MOST_BYTES,
    MOST_LINES,
    KnownPerson,
    ListFault,
    NameFault,
    NameListError,
    decoded_text,
    name_list,
    resolve_lines,
)
from tournaments.events.entries.signing_up import enter_members
from tournaments.events.setup.services import open_sign_up

ANN = KnownPerson(1, "ann", "ann@example.org", "Ann")
BEN = KnownPerson(2, "Ben", "shared@example.org", "Ben")
CEM = KnownPerson(3, "cem", "shared@example.org", "Cem", NameFault.ENTERED)


def named_lines(text):
    return name_list(text).lines


def read(text):
    return [(each.line, each.name, each.seed, each.fault) for each in named_lines(text)]


@pytest.mark.parametrize(
    "text",
    [
        "ann,1\nben@x.org\n",
        "ann;1\r\nben@x.org;\r\n",
        "ann\t1\n\n  ben@x.org  \n",
        "\ufeffann , 1\n,,\nben@x.org",
        '"ann","1"\n"ben@x.org"',
        # The first line need not have a seed.
        "ann;1\nben@x.org",
        "sep=;\nann;1\nben@x.org",
        "\ufeffsep=,\r\nann,1\r\nben@x.org",
        '"sep=\t"\nann\t1\nben@x.org',
        "\nSEP=|\nann|1\nben@x.org",
        # Integers in a column of decimals, as spreadsheets write them.
        "ann,1.0\nben@x.org",
        "ann;1,0\nben@x.org",
        "ann\t1.00\nben@x.org",
        # From an Asian keyboard, and with a line break in a cell as spreadsheets write it.
        "ａｎｎ，１\nｂｅｎ＠ｘ．ｏｒｇ",
        "ann；1\nben@x.org",
        '"ann\n",1\nben@x.org',
        '"ann","1"\r\n"\r\nben@x.org"\r\n',
        '\ufeff"ann" , "1"\nben@x.org',
        "ann、１\nben@x.org",
        # Copied from a chat: invisible characters, other kinds of spaces, old line endings.
        "\u202aann\u202c,\u200e1\u200b\nben@x.org\u2060",
        "ann\u00a0;\u30001,00\rben@x.org;",
        '"E-mail address";"Seed"\r\n"ann";"1,00"\r\n"ben@x.org";""',
    ],
)
def test_a_list_is_read_with_any_separator(text):
    assert [each[1:] for each in read(text)] == [("ann", 1, None), ("ben@x.org", None, None)]


def test_one_separator_is_chosen_for_the_whole_list():
    assert read("ann\nben;2\ncem;3") == [
        (1, "ann", None, None), (2, "ben", 2, None), (3, "cem", 3, None),
    ]  # fmt: skip
    # With semicolons as separators, commas are part of a name or a club.
    assert read('ann;1\n"Lee, Bo";2\nAsh, Cy;3')[1:] == [
        (2, "Lee, Bo", 2, None), (3, "Ash, Cy", 3, None),
    ]  # fmt: skip
    # A single row may have another separator before its seed.
    assert read("ann,1\nben;2\ncem") == [
        (1, "ann", 1, None), (2, "ben", 2, None), (3, "cem", None, None),
    ]  # fmt: skip
    assert read("ann,1\ncem,2\nben;x")[2][1] == "ben;x"
    # A header that the separator splits into columns decides.
    assert read("name,club,seed\nann,x;y,1\nben,z;w,2\ncem;d") [:2] == [
        (2, "ann", 1, None), (3, "ben", 2, None),
    ]  # fmt: skip


def test_a_line_that_declares_the_separator_is_not_read_as_a_name():
    assert read("sep=;\nb,en;2") == [(2, "b,en", 2, None)]
    assert read("sep=x\nann")[0][:2] == (1, "sep=x")
    with pytest.raises(NameListError):
        named_lines("sep=;\n")


def test_a_quoted_cell_can_span_lines_and_an_unclosed_quote_ends_with_its_line():
    text = 'name,club,seed\nann,"Red\n""Lion""\nInn",1\nben,"x,y",2'
    assert read(text) == [(2, "ann", 1, None), (5, "ben", 2, None)]
    assert named_lines(text)[0].text == 'ann,"Red\n""Lion""\nInn",1'
    assert [each[:3] for each in read('"ann,1\nben,2\ncem')] == [
        (1, "ann", 1), (2, "ben", 2), (3, "cem", None),
    ]  # fmt: skip
    assert read('a"b,2') == [(1, 'a"b', 2, None)]
    # A quote that is never closed.
    assert len(read('"ann\n' + "b\n" * 300)) == 301


def test_the_remaining_lines_of_a_list_are_read_as_before():
    text = "sep=;\nseed;username\n1;ann\nx;ben\n"
    found = name_list(text)
    left = found.text_with([found.lines[1]])
    assert left == "sep=;\nseed;username\nx;ben"
    assert [(each.name, each.fault) for each in named_lines(left)] == [
        ("ben", NameFault.SEED_WRONG),
    ]
    assert found.text_with([]) == ""


def test_files_in_utf_8_and_utf_16_are_read():
    text = "z\u00eb\t1\r\n\u6e2f\t2"
    for form in ("utf-16", "utf-8", "utf-8-sig"):
        assert [each[1:3] for each in read(decoded_text(text.encode(form)))] == [
            ("z\u00eb", 1),
            ("港", 2),
        ]


def test_a_header_names_the_columns():
    assert read("Seed,Club,E-Mail\n2,X,ann@x.org\n,Y,ben@x.org") == [
        (2, "ann@x.org", 2, None),
        (3, "ben@x.org", None, None),
    ]
    # The prefix that keeps our own lists from being formulas is removed.
    assert read("entry,name\n1,'=ann")[0][1] == "=ann"
    # No header, but a name.
    assert read("seed,1")[0][:3] == (1, "seed", 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ann,x", NameFault.SEED_WRONG),
        ("ann,0", NameFault.SEED_WRONG),
        ("ann,-1", NameFault.SEED_WRONG),
        ("ann,1.5", NameFault.SEED_WRONG),
        ("ann," + "9" * 5000, NameFault.SEED_WRONG),
        # Zeros after a number that would be valid.
        ("ann,1" + "0" * 28, NameFault.SEED_WRONG),
        ("ann,000000001" + "0" * 20, NameFault.SEED_WRONG),
        ("ann,19999999", NameFault.SEED_WRONG),
        ("ann,10000", NameFault.SEED_WRONG),
        ("ann,1e3", NameFault.SEED_WRONG),
        ("ann;1,000", NameFault.SEED_WRONG),
        ("ann," + "0" * 5000, NameFault.SEED_WRONG),
        ("ann,\u0661", NameFault.SEED_WRONG),
        (",1", NameFault.NO_NAME),
        ("a\ufffdn", NameFault.UNREADABLE),
        ("a\0n", NameFault.UNREADABLE),
    ],
)
def test_an_invalid_line_gets_its_fault(text, fault):
    (line,) = named_lines(text)
    assert (line.fault, line.text) == (fault, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ListFault.EMPTY),
        ("\n ,;\n", ListFault.EMPTY),
        ("username,seed\n", ListFault.EMPTY),
        ("a\n" * (MOST_LINES + 1), ListFault.TOO_LONG),
        ("a" * (MOST_BYTES + 1), ListFault.TOO_LARGE),
    ],
)
def test_an_invalid_list_gets_its_fault(text, fault):
    with pytest.raises(NameListError) as found:
        named_lines(text)
    assert found.value.fault is fault


def test_undecodable_bytes_are_reported_on_their_line():
    text = decoded_text(b"ann\n" + b"b\xe9n\n" + "c\u00e9m".encode())
    assert [each.fault for each in named_lines(text)] == [None, NameFault.UNREADABLE, None]
    with pytest.raises(NameListError):
        decoded_text(b"a" * (MOST_BYTES + 1))


def test_lines_are_resolved_to_members():
    lines = named_lines("ANN,4\nann@example.org\nbEN\nshared@example.org\ncem\nzoe")
    wide = named_lines("ａｎｎ\nＢＥＮ")
    assert [each.person for each in resolve_lines(wide, [ANN, BEN, CEM])] == [1, 2]
    assert [
        (each.person, each.fault, each.about) for each in resolve_lines(lines, [ANN, BEN, CEM])
    ] == [
        (1, None, ""),
        (None, NameFault.TWICE, "1"),
        (2, None, ""),
        (None, NameFault.SEVERAL, "Ben (Ben), Cem (cem)"),
        (None, NameFault.ENTERED, ""),
        (None, NameFault.NOT_A_MEMBER, ""),
    ]


def test_a_username_that_is_another_members_email_is_ambiguous():
    other = KnownPerson(9, "ann@example.org", "other@example.org", "Other")
    (line,) = resolve_lines(named_lines("ann@example.org"), [ANN, other])
    assert (line.person, line.fault) == (None, NameFault.SEVERAL)
    own = KnownPerson(9, "cy@example.org", "cy@example.org", "Cy")
    (line,) = resolve_lines(named_lines("cy@example.org"), [ANN, own])
    assert line.person == 9


@settings(deadline=None)
@given(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=200)
    | st.text(alphabet=st.sampled_from('"\n\r,;\t a1.=\ufeff\0，'), max_size=40)
)
def test_any_text_is_read_and_every_line_gets_a_member_or_a_fault(text):
    try:
        lines = named_lines(text)
    except NameListError:
        return
    for line in resolve_lines(lines, [ANN, BEN, CEM]):
        assert line.text in text
        assert (line.person is None) == (line.fault is not None)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(alphabet=st.sampled_from("ab\"=-,;'\n港 "), min_size=1, max_size=6),
            st.none() | st.integers(1, 9999),
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(",;\t"),
    st.sampled_from(["\r\n", "\n"]),
)
def test_a_list_written_by_a_spreadsheet_is_read_back(people, delimiter, end):
    out = StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerow(["name", "seed"])
    writer.writerows([f"x{name}", seed or ""] for name, seed in people)
    found = [(each.name, each.seed) for each in named_lines("\ufeff" + out.getvalue())]
    assert found == [(" ".join(f"x{name}".split()), seed) for name, seed in people]


# --- On the desk


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew).well(open_sign_up)


def member(crew, name):
    user = person(name)
    Membership.objects.create(club=crew.club, user=user)
    return user


def send(evening, act, text="", file=None, user=None, status=None):
    data = {"act": act, "text": text}
    if file is not None:
        data["file"] = SimpleUploadedFile("list.csv", file)
    client = browser(user or evening.crew.organizer)
    answer = client.post(at("event_name_list", evening), data)
    if status is not None:
        assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def entered(evening):
    return list(evening.event.entries.values_list("name", "status", "seed_rank"))


def test_members_are_added_only_after_the_organizer_confirms(evening):
    member(evening.crew, "ann")
    member(evening.crew, "ben")
    page(browser(evening.crew.organizer), at("event_name_list", evening))
    text = "ann,2\nnobody\nben@example.org\nann"
    html = send(evening, "look", text, status=422)
    assert "2 members can be added" in html
    assert "2 lines need fixing" in html
    assert "Line 2" in html
    assert "No club member has this name, username or email." in html
    assert "Same member as on line 1." in html
    assert text in html
    assert entered(evening) == []
    html = send(evening, "enter", text, status=422)
    assert "Added 2 members." in html
    # Only the lines to be corrected stay in the field.
    assert ">\nnobody\nann</textarea>" in html
    assert entered(evening) == [("ann", "entered", 2), ("ben", "entered", None)]
    assert [each.seed_rank for each in entrants_of(evening.event)] == []
    html = page(browser(evening.crew.member), at("event", evening))
    assert "oscar added ann from a list." in html


@pytest.mark.every_database
def test_a_list_without_faults_leads_back_to_the_desk(evening):
    member(evening.crew, "ann")
    assert "Add 1 member" in send(evening, "look", "ann", status=200)
    send(evening, "enter", "ann", status=302)
    assert evening.event.records.filter(deed="entered").get().actor == evening.crew.organizer
    assert "Already signed up." in send(evening, "enter", "ann", status=422)
    assert evening.event.entries.count() == 1


def test_an_uploaded_file_replaces_the_text_field(evening):
    member(evening.crew, "z\u00eb")
    html = send(
        evening, "look", "old", "username;seed\r\nz\u00eb;1\r\n".encode("utf-8-sig"), status=200
    )
    assert "z\u00eb;1" in html
    assert "1 member can be added" in html
    html = send(evening, "look", "", b"z\xeb;1", status=422)
    assert "Save the file as UTF-8." in html
    assert "The limit is 64 KB." in send(evening, "look", "kept", b"a" * 70_000, status=422)
    html = send(evening, "look", "kept\n" * 500, status=422)
    assert "The limit is 400 lines." in html
    assert "kept\nkept" in html
    assert "The list is empty." in send(evening, "look", "", b"", status=422)


def test_a_list_keeps_its_separator_line_while_it_is_corrected(evening):
    member(evening.crew, "ann")
    text = "sep=;\nseed;username\n1.0;ａｎｎ\n" + "1" + "0" * 28 + ";mei"
    html = send(evening, "look", text, status=422)
    assert "1 member can be added" in html
    assert "isn’t a seed" in html
    html = send(evening, "enter", text, status=422)
    assert ">\nsep=;\nseed;username\n1000" in html
    assert entered(evening) == [("ann", "entered", 1)]


def test_only_organizers_can_add_members_from_a_list(evening):
    crew = evening.crew
    for user in (crew.member, crew.stranger, crew.guest):
        assert refused(
            enter_members(_caller(user), evening.event.pk, {crew.member.pk: None}),
            EventCode.NOT_ALLOWED,
        )
    draft = Evening.of(crew, name="Draft")
    html = send(draft, "enter", "mei", status=422)
    assert "Sign-up isn’t open for this event." in html
    assert "mei" in html
    assert entered(evening) == entered(draft) == []


def _caller(user):
    from tests.players import Person

    return Person(user).caller


def test_members_from_a_list_beyond_the_limit_go_on_the_waiting_list(crew):
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(1)
    for name in ("ann", "ben", "cem"):
        member(crew, name)
    client = browser(crew.organizer)
    data = {"act": "enter", "text": "ann\nben\ncem"}
    answer = client.post(at("event_name_list", evening), data, follow=True)
    assert "Added 3 members. 2 of these members are on the waiting list." in answer.content.decode()
    assert entered(evening)[1:] == [
        ("ann", "entered", None),
        ("ben", "waiting", None),
        ("cem", "waiting", None),
    ]
    assert [each.number for each in evening.event.entries.all()] == [1, 2, 3, 4]


def test_a_list_signs_withdrawn_members_up_again_and_sets_seeds(evening):
    evening.joined(2)
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    send(evening, "enter", "player1,3", status=302)
    assert entered(evening) == [("player1", "entered", 3), ("player2", "entered", None)]
    evening.all_here()
    assert [each.seed_rank for each in entrants_of(evening.event)] == [3, None]


def test_a_list_adds_all_members_or_none(evening):
    ann, stranger = member(evening.crew, "ann"), evening.crew.stranger
    for wanted in ({ann.pk: None, stranger.pk: None}, {ann.pk: None, 10**9: 1}):
        answer = evening.do(enter_members, wanted)
        assert isinstance(answer, Denial)
        assert refused(answer, EventCode.LIST_CHANGED)
    assert evening.do(enter_members, {ann.pk: 1}) == (1, 0, 0)
    assert refused(evening.do(enter_members, {ann.pk: 1}), EventCode.LIST_CHANGED)
    assert evening.event.entries.count() == 1


def test_members_added_during_the_event_play_in_the_next_round(crew):
    evening = Evening.of(crew).started(people=0, bots=8)
    for number in range(4):
        member(crew, f"late{number}")
    send(evening, "enter", "late0\nlate1\nlate2\nlate3", status=302)
    assert len(evening.round().seated.tables) == 3
    assert set(evening.event.entries.filter(bot="").values_list("status", "joined")) == {
        ("here", 1)
    }
    over = played_event(crew, [], ["A"], status="finished", length=1)
    assert refused(enter_members(evening.desk, over.pk, {crew.member.pk: None}), EventCode.OVER)


def test_a_list_cannot_bring_back_players_who_left_a_running_event(crew):
    event = played_event(crew, [[{1: 1, 2: 0, 3: 0, 4: -1}]], list("ABCD"), length=3)
    Entry.objects.filter(event=event, number=1).update(status="withdrawn", left=1)
    gone = event.entries.get(number=1).user
    answer = enter_members(_caller(crew.organizer), event.pk, {gone.pk: None})
    assert refused(answer, EventCode.LIST_CHANGED)
    html = browser(crew.organizer).post(
        f"/events/{event.slug}/desk/names/", {"act": "look", "text": gone.username}
    )
    assert "Left the event and can’t rejoin." in html.content.decode()


@pytest.mark.every_database
def test_a_list_takes_the_same_queries_however_long_it_is(crew):
    counts = []
    for size in (3, 30):
        evening = Evening.of(crew, name=f"For {size}", entry_limit=size - 1)
        evening.well(open_sign_up)
        wanted = {member(crew, f"m{size}-{each}").pk: each + 1 for each in range(size)}
        with CaptureQueriesContext(connection) as caught:
            assert evening.do(enter_members, wanted) == (size, 1, 0)
        counts.append(len(caught))
    assert counts[1] <= counts[0]
    assert Event.objects.count() == 2
