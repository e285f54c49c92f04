"""Reasons for which event services deny a request."""

from enum import auto

from games.common.denials import LabelledCode, labelled


class EventCode(LabelledCode):
    """Denial codes; comments name parameters that the sentence doesn't show."""

    # The caller
    UNKNOWN = labelled("Sign in first.")
    NO_EVENT = labelled("This event doesn’t exist.")
    NOT_IN_CLUB = labelled("Only members of the club can join this event.")
    NOT_ALLOWED = labelled("Only the club’s organizers can do this.")
    NO_GUESTS = labelled("Guests can’t join a club. Create an account first.")
    CLUB_CLOSED = labelled("The club is closed, so its events can’t be changed.")
    # Creating and changing an event
    NAMELESS = labelled("Enter a name for the event.")
    BEGINS_IN_THE_PAST = labelled("Choose a start time in the future.")
    NO_SUCH_FORMAT = labelled("Choose an event format.")
    #: ``why``, ``about``: the code and parameters of the format's error
    FORMAT_WRONG = labelled("These settings don’t work with this format.")
    ENTRIES_BELOW_LIMIT = labelled(
        "There are already more players signed up than this limit allows. Choose a higher limit."
    )
    FIXED_NOW = labelled("This can’t be changed after the event has started.")
    # Lifecycle of an event
    NOT_OPEN = labelled("Sign-up isn’t open for this event.")
    NOT_NOW = labelled("This isn’t possible at the event’s current stage.")
    TOO_FEW = labelled("You need at least %(least)s checked-in players.")
    OVER = labelled("This event is over.")
    # Sign-ups
    ENTERED_ALREADY = labelled("You’re already signed up.")
    NOT_ENTERED = labelled("No sign-up was found for this event.")
    #: ``closed_by``: see `core.format_input.SignUp`
    ENTRIES_CLOSED = labelled("It’s too late to sign up for this event.")
    WITHDRAWN_ALREADY = labelled("This sign-up was withdrawn.")
    TOO_LATE_TO_RETURN = labelled(
        "You can only rejoin before the next round is published, and only if you chose to leave."
        " If you can’t rejoin, ask an organizer."
    )
    TOO_LATE_TO_SKIP = labelled(
        "Round %(round)s is already published, so it can’t be skipped or joined."
    )
    NO_SKIPPING = labelled(
        "Rounds can’t be skipped in this format, because each round decides who advances."
    )
    NO_ROUND_TO_SKIP = labelled("There is no further round to skip.")
    NOT_PLAYING = labelled("Only players who are checked in can skip a round.")
    EVENT_ABOVE_LIMIT = labelled(
        "You could lose up to %(worst)s in this event. Your limit is %(limit)s."
    )
    LIST_CHANGED = labelled(
        "No players were added: the list or the sign-ups have changed. Check the list again."
    )
    # Agreements to terms
    TERMS_CHANGED = labelled(
        "The terms have changed, so nothing was done. Read the new terms and agree again."
    )
    TERMS_FIXED = labelled("The first round is published, so the agreed terms can’t be changed.")
    LOSS_TOO_HIGH = labelled(
        "The maximum loss for this event is too high. Choose a lower stake, fewer deals or fewer"
        " rounds."
    )
    HOUSE_OFF = labelled(
        "This event could cost the club money, but the club doesn’t cover such costs. Its owner can"
        " change that under “What the club covers” in the club settings."
    )
    HOUSE_CURRENCY = labelled(
        "This event could cost the club money. The club covers such costs in one currency only, at"
        " stakes of up to %(most)s a point."
    )
    HOUSE_STAKE = labelled(
        "This event could cost the club money. The club covers such costs only at stakes of up to"
        " %(most)s a point."
    )
    HOUSE_LIMIT = labelled(
        "With this event, the club could owe up to %(could)s: for bots, sit-outs, prizes and what"
        " players don’t pay. Its limit is %(limit)s."
    )
    #: Where everyone pays the club.
    NO_ENTRY_LIMIT = labelled(
        "If everyone pays the club, set a player limit: the club bears what players don’t pay, and"
        " has to know the most that could be."
    )
    NIGHT_HAS_NO_FEE = labelled(
        "A club night can’t have an entry fee or prizes, and its players always pay each other."
    )
    PRIZES_WITHOUT_POT = labelled("Set an entry fee, or an amount that the club adds to the pot.")
    POT_WITHOUT_PRIZES = labelled("Set the prizes that are paid from the pot.")
    FEE_NEEDS_ACCEPTANCE = labelled(
        "This event has an entry fee that goes into the prizes, so %(name)s has to accept the terms"
        " on this site."
    )
    OWN_PRIZE = labelled(
        "You take part in this event and could win a prize by this, so another organizer has to do"
        " it."
    )
    PRIZES_WRONG = labelled("These prizes aren’t possible. Check them and try again.")
    NOT_INVITED = labelled("This invitation is no longer open.")
    NOTHING_TO_AGREE = labelled("You’ve already agreed to these terms.")
    NOT_ACCEPTED = labelled(
        "%(name)s hasn’t accepted the invitation yet. You can record an agreement made in person."
    )
    NOT_AGREED = labelled(
        "%(name)s hasn’t agreed to the current terms. You can record an agreement made in person."
    )
    AGREED_ALREADY = labelled("%(name)s has already agreed to the terms.")
    # Rounds
    NO_ROUND = labelled("There is no round to start.")
    #: ``missing``
    RESULTS_MISSING = auto()
    NOT_COMPLETE = labelled("Some results aren’t counted yet. Try again in a minute.")
    #: ``names``; optional ``places``: event, round and table of each, the event empty if private
    PLAYS_ELSEWHERE = auto()
    SEATING_WRONG = labelled("Give each player exactly one seat, or let them sit out.")
    PROPOSAL_CHANGED = labelled(
        "The seating has changed since you opened it, so the round wasn’t published. Check the new"
        " seating, then publish it."
    )
    # The desk
    NO_REASON = labelled("Give a reason. Everyone can see it.")
    #: ``flaw``
    WORDING_FLAWED = auto()
    NO_POINTS = labelled("A penalty must be at least 1 point.")
    NO_PENALTY = labelled("This penalty doesn’t exist or has already been removed.")
    NO_RESULT = labelled("This table has no result yet.")
    NOT_ZERO = labelled("Results must add up to 0. These add up to %(sum)s.")
    NOT_AT_TABLE = labelled("This player isn’t playing at a table right now.")
    PLAYER_PRESENT = labelled(
        "%(name)s is here. In a game for money, a bot can only stand in for a player who has been"
        " offline for 60 seconds, has run out of time, or hasn’t played for 3 minutes after a"
        " reminder."
    )
    NO_CLOCK_RUNS = labelled("No clock is running, so no time can be added.")
    # The round clock
    APP_HAS_CLOCKS = labelled(
        "The round clock is for events with real cards. Tables in the app have their own clocks."
    )
    NO_ROUND_FOR_CLOCK = labelled("No round is in progress, so its clock can’t run.")
    CLOCK_NOT_STARTED = labelled("Start the clock of this round first.")
    CLOCK_MINUTES_WRONG = labelled("Enter between 1 and %(most)s minutes.")
    # Real cards
    NO_BOTS_HERE = labelled("Bots can’t play with real cards.")
    NO_NIGHT_HERE = labelled(
        "Club nights are played in the app. To play with real cards, choose a format with rounds."
    )
    NO_SAME_PACKS_HERE = labelled(
        "Only the app can deal the same cards at all tables. Real cards are shuffled at each table."
    )
    NO_CLOCKS_HERE = labelled("Tables with real cards have no clock.")
    ACCOUNTS_ONLY = labelled(
        "Players without an account can only take part in events with real cards."
    )
    NAME_MISSING = labelled("Enter a name.")
    NAME_TAKEN = labelled(
        "This event already has a player named %(name)s. Choose a different name."
    )
    NAME_LOOKS_ALIKE = labelled(
        "“%(text)s” looks too much like “%(name)s”, the name of another player in this event."
        " Enter a different name."
    )
    OWN_NAME_LOOKS_ALIKE = labelled(
        "The display name “%(text)s” looks like “%(name)s”, another player in this event, but uses"
        " different letters. Change the display name to sign up."
    )
    NOT_YOUR_TABLE = labelled("Only organizers and the players at this table can enter the deals.")
    NO_SUCH_DEAL = labelled("This deal hasn’t been entered.")
    NEXT_DEAL_FIRST = labelled("Enter deal %(next)s first.")
    #: ``deals``
    NO_FURTHER_DEAL = auto()
    NO_NEW_DEALS = labelled(
        "This table is finished, so no new deals can be entered. An organizer can correct the deals"
        " that were played."
    )
    DEAL_WRITTEN_MEANWHILE = labelled(
        "%(name)s has just entered deal %(number)s. Check the new entry."
    )
    DEAL_CONFIRMED = labelled(
        "This deal is confirmed. Only an organizer can correct it, and has to give a reason."
    )
    OWN_DEAL = labelled("Another player at the table has to confirm your entry.")
    DEAL_DISPUTED = labelled("%(name)s disputes this deal. Enter it again.")
    TABLE_DONE = labelled(
        "This table is finished. Only an organizer can correct its result, and has to give a"
        " reason."
    )
    #: ``numbers``
    DEALS_UNCONFIRMED = auto()
    DEAL_BY_DEAL = labelled("At a table with real cards, correct each deal on the table’s page.")
    # Seats
    SEATING_CHANGED = labelled(
        "Another organizer has changed the seating. Your changes are still here. Compare them with"
        " the new seating, and save again to replace it."
    )
    CANNOT_KEEP_APART = labelled(
        "No seating was found that keeps all these pairs apart: %(names)s. Remove one of the"
        " pairs, or change the number of players."
    )
    APART_ALREADY = labelled("These two players are already kept apart.")
    NO_PAIR = labelled("These players aren’t kept apart.")
    NO_PAIR_OF_ONE = labelled("Choose two different players.")
    NO_SMALLER_FORM = labelled("These rules can’t be played with one player fewer.")
    NOTHING_TO_TAKE_BACK = labelled("There is no round in progress to undo.")
    PLAYED_ALREADY = labelled("Play has already begun in this round, so the round can’t be undone.")
    START_PLAYED = labelled("Play has already begun, so the start can’t be undone.")
    NOT_FOR_MONEY_NOW = labelled(
        "An event with a stake can’t start before its players have accepted the stake."
    )
    NAMES_FOR_MONEY = labelled(
        "Players without an account can’t be invited. Add them at the desk, where you can take"
        " responsibility for their losses."
    )
    EVENT_CHANGED = labelled(
        "Another organizer has changed this event. Your changes are still here. Check them, and"
        " save again to overwrite the other organizer’s changes."
    )
    # Club nights
    NO_BOTS_ENTER = labelled(
        "Bots can’t be added to a club night. They only fill empty seats at its tables."
    )
    NO_NIGHT = labelled("Players can open tables only at a club night.")
    NO_NIGHT_TABLE = labelled("This table is closed or isn’t part of this event.")
    NO_LIMIT_AT_NIGHT = labelled("A club night can’t have a player limit.")
    SITS_ELSEWHERE = labelled(
        "You have a seat at table %(table)s. Keep playing there, or leave that table first."
    )
    # Guests by link
    GUEST_LINK_CLOSED = labelled("This guest link is closed. Ask an organizer for a new one.")
    NO_GUESTS_FOR_MONEY = labelled(
        "This event is played for a stake, so guests can’t join. Create an account and join the"
        " club to take part."
    )
    NO_GUESTS_ON_PAPER = labelled(
        "This event is played with real cards. The organizer adds players without an account by"
        " name."
    )
    MEMBERS_USE_PAGE = labelled("You’re a member of the club. Sign up on the event’s page.")
    GUEST_REMOVED = labelled("An organizer removed you from this event, so you can’t return.")
    GUESTS_SIGNED_UP = labelled(
        "Guests have signed up for this event, and they can’t play for a stake. Remove them first."
    )
    # Series
    NO_SERIES = labelled("This series doesn’t exist.")
    SERIES_ENDS_BEFORE = labelled("The last date is before the event itself. Choose a later one.")
    SERIES_DATE_GONE = labelled("This date is no longer open in the series.")
    # Seasons
    NO_SEASON = labelled("This season doesn’t exist.")
    SEASON_NAMELESS = labelled("Enter a name for the season.")
    SEASON_CLOSED = labelled("This season is closed.")
    SEASON_OPEN = labelled("This season is still open.")
    SEASON_TERMS_WRONG = labelled("These scoring settings don’t work for a season.")
    NOT_FOR_SEASON = labelled("You can add only events of this club that haven’t been cancelled.")
    IN_SEASON_ALREADY = labelled("This event is already in the season.")
    NOT_IN_SEASON = labelled("This event isn’t in the season.")
    #: ``names``: the events
    SEASON_TOTALS = labelled(
        "The totals of these events can’t be added to each other: %(names)s. In a knock-out and in"
        " groups only the last stage counts, and duplicate scores are differences. Choose points by"
        " place for the season instead."
    )
    SEASON_PLAYS = labelled(
        "Some events in this season are still in progress: %(names)s. End them before you close the"
        " season."
    )
    # Tables that play the same packs
    SAME_SIZE = labelled(
        "To play the same cards, all tables need the same number of seats. Let bots fill empty"
        " seats, or let players sit out."
    )
    NO_WORD = labelled("Use 1 to 64 letters and digits (A to Z, 0 to 9).")
    WORDS_FROZEN = labelled("The round has started, so words can’t be added.")
    OTHER_SECRET = labelled(
        "The cards for this round will be shuffled with a new secret. Save the new fingerprint,"
        " then add your word again."
    )
    KNOWS_THE_PACKS = labelled(
        "This substitute has played at another table in this round and knows the cards."
    )
    TOO_MANY_ANNOUNCEMENTS = labelled(
        "You’ve emailed a lot of announcements. You can send the next one in %(minutes)d min."
    )
    NO_ONE_TO_CALL = labelled("No player with an account is playing at this table right now.")
    # Results with a stake
    #: ``days``
    RESULTS_FINAL = auto()
    BEYOND_RULES = labelled(
        "A player can lose at most %(most)s at this table, so a loss of %(points)s isn’t possible."
    )
    ABOVE_AGREED = labelled(
        "%(name)s would lose more than the agreed maximum, so nothing was changed."
    )
    #: ``most``
    PENALTY_TOO_HIGH = auto()
    OWN_PENALTY = labelled("This is your own penalty. Another organizer has to remove it.")
    NO_CORRECTION = labelled(
        "This correction is no longer open. It was answered, replaced or not confirmed in time."
    )
    NOT_YOURS_TO_CONFIRM = labelled(
        "Only another organizer or a player who loses points through this correction can confirm"
        " or decline it."
    )
    CORRECTION_OUTDATED = labelled(
        "The result has changed since this correction was proposed. Propose the correction again."
    )
    PLAYERS_CONFIRM = labelled(
        "A player at the table has to confirm this deal. If no player disputes it, it’s confirmed"
        " automatically one day after it was entered."
    )
    NO_SUBSTITUTION = labelled(
        "This request is no longer open. It has already been answered, or the table has finished."
    )
    PLAYER_DECIDES = labelled(
        "The result at this table can’t count for you. You can still play if the player you’re"
        " replacing accepts."
    )
