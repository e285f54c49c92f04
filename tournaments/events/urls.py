from django.urls import path
from django.views.generic import RedirectView

from tournaments.events.calendar.pages import (
    event_ics,
    own_dates,
    own_feed,
    renew_calendar,
)
from tournaments.events.club_nights.pages import of_table, open_table, sit
from tournaments.events.corrections.pages import correct, correction
from tournaments.events.desk.pages import action, desk
from tournaments.events.duplicate.pages import compare, packs, packs_file, side_by_side, word
from tournaments.events.entries.name_list_page import names
from tournaments.events.entries.pages import (
    accept,
    answer,
    check_in,
    check_in_player,
    decline,
    enter,
    play_round,
    rejoin,
    skip_round,
    withdraw,
)
from tournaments.events.event_page.pages import event, event_preview, projector
from tournaments.events.guest_links.pages import close, guest, renew
from tournaments.events.manual_seating.pages import balance, preview_balance, seats
from tournaments.events.paper.pages import act, slips, table
from tournaments.events.printing.pages import (
    certificate,
    certificates,
    download,
    print_seating,
    print_standings,
    print_tables,
)
from tournaments.events.series.pages import skip, stop, unskip
from tournaments.events.setup.pages import edit, new, preview_groups
from tournaments.events.standings.pages import standing, standings
from tournaments.events.starting.pages import preview, start
from tournaments.events.substitutes.pages import substitution

urlpatterns = [
    path("new/<slug:club>/", new, name="event_new"),
    path("new/<slug:club>/groups/", preview_groups, name="event_groups_preview"),
    path("start/<slug:club>/", start, name="event_start"),
    path("start/<slug:club>/preview/", preview, name="event_start_preview"),
    path("dates/", own_dates, name="event_dates"),
    path("dates/address/", renew_calendar, name="event_calendar_link"),
    path("calendar/<slug:token>.ics", own_feed, name="own_feed"),
    # A button of the previous release; the page that it leads to has the new one.
    path("notices/<int:number>/seen/", RedirectView.as_view(url="/")),
    path("at/<slug:table>/", of_table, name="night_of_table"),
    path("guests/<slug:token>/", guest, name="event_guest"),
    path("series/<int:series_id>/stop/", stop, name="series_stop"),
    path("series/<int:series_id>/<slug:day>/skip/", skip, name="series_skip"),
    path("series/<int:series_id>/<slug:day>/unskip/", unskip, name="series_unskip"),
    path("<slug:slug>/", event, name="event"),
    path("<slug:slug>/preview.png", event_preview, name="event_preview"),
    path("<slug:slug>/event.ics", event_ics, name="event_ics"),
    path("<slug:slug>/enter/", enter, name="event_enter"),
    path("<slug:slug>/accept/", accept, name="event_accept"),
    path("<slug:slug>/decline/", decline, name="event_decline"),
    path("<slug:slug>/withdraw/", withdraw, name="event_withdraw"),
    path("<slug:slug>/come-back/", rejoin, name="event_rejoin"),
    path("<slug:slug>/rounds/<int:round_number>/skip/", skip_round, name="event_skip_round"),
    path("<slug:slug>/rounds/<int:round_number>/play/", play_round, name="event_play_round"),
    path("<slug:slug>/here/", check_in, name="event_check_in"),
    path("<slug:slug>/corrections/<int:correction_id>/", correction, name="event_correction"),
    path(
        "<slug:slug>/substitutes/<int:substitution_id>/",
        substitution,
        name="event_substitution",
    ),
    path("<slug:slug>/sheets/<int:event_table_id>/", table, name="event_paper"),
    path("<slug:slug>/sheets/<int:event_table_id>/<slug:act>/", act, name="event_paper_act"),
    path("<slug:slug>/slips/<int:round_number>/", slips, name="event_slips"),
    path("<slug:slug>/tables/", open_table, name="night_open"),
    path("<slug:slug>/tables/<int:table_number>/sit/", sit, name="night_sit"),
    path("<slug:slug>/standings/", standings, name="event_standings"),
    path("<slug:slug>/standings/<int:entry_number>/", standing, name="event_standing"),
    path("<slug:slug>/data/<slug:list_name>.<slug:file_format>", download, name="event_data"),
    path("<slug:slug>/print/standings/", print_standings, name="event_print_standings"),
    path(
        "<slug:slug>/print/seating/<int:round_number>/",
        print_seating,
        name="event_print_seating",
    ),
    path(
        "<slug:slug>/print/tables/<int:round_number>/",
        print_tables,
        name="event_print_tables",
    ),
    path("<slug:slug>/print/certificates/", certificates, name="event_certificates"),
    path(
        "<slug:slug>/print/certificates/<int:entry_number>/",
        certificate,
        name="event_certificate",
    ),
    path("<slug:slug>/desk/names/", names, name="event_name_list"),
    path("<slug:slug>/rounds/<int:round_number>/word/", word, name="event_word"),
    path("<slug:slug>/rounds/<int:round_number>/compare/", compare, name="event_compare"),
    path("<slug:slug>/rounds/<int:round_number>/packs/", packs, name="event_packs"),
    path(
        "<slug:slug>/rounds/<int:round_number>/packs.json",
        packs_file,
        name="event_packs_file",
    ),
    path(
        "<slug:slug>/rounds/<int:round_number>/deals/<int:deal_number>/",
        side_by_side,
        name="event_side_by_side",
    ),
    path("<slug:slug>/guest-link/", renew, name="event_guest_link"),
    path("<slug:slug>/guest-link/close/", close, name="event_guest_link_close"),
    path("<slug:slug>/projector/", projector, name="event_projector"),
    path("<slug:slug>/desk/", desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:event_table_id>/", correct, name="event_correct"),
    path("<slug:slug>/edit/", edit, name="event_edit"),
    path("<slug:slug>/desk/seats/", seats, name="event_seats"),
    path("<slug:slug>/desk/seats/look/", preview_balance, name="event_seats_balance"),
    path("<slug:slug>/desk/even/", balance, name="event_balance"),
    path(
        "<slug:slug>/desk/here/<int:entry_number>/", check_in_player, name="event_check_in_player"
    ),
    path("<slug:slug>/desk/answers/<int:entry_number>/", answer, name="event_answer_for"),
    path("<slug:slug>/desk/<slug:act>/", action, name="event_desk_action"),
]
