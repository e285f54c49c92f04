"""The chapter of players, cards and the deal."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import texts
from games.prose.examples import Examples
from games.prose.parts import Chapter, Example, ExamplePlay, Paragraph
from games.rules import RANKS, RuleSet, rank_of
from games.rules.cards import PACK_SIZE, iter_cards
from games.rules.deal import MOST_RECYCLES
from games.rules.deal.redeal import MOST_POINTS, hand_points

_DIRECTIONS = {
    "anticlockwise": gettext_noop("Cards are dealt and played anticlockwise, to the right."),
    "clockwise": gettext_noop("Cards are dealt and played clockwise, to the left."),
    "alternate": gettext_noop(
        "The first deal is dealt and played anticlockwise, the second clockwise, and so on in turn."
    ),
}
_FIRST_CARDS = {
    "cut": gettext_noop(
        "The pack is cut and the exposed card says who is dealt the first card: its rank is"
        " counted round the table from the dealer, who is one; an ace counts 1, a jack 11, a"
        " queen 12 and a king 13."
    ),
    "next_to_dealer": gettext_noop("The player after the dealer is dealt the first card."),
}
_DRAWS = {
    "one": gettext_noop("A player who passes draws one card from it."),
    "as_needed": gettext_noop(
        "A player who passes draws as many cards from it as the play to beat has, or what is left"
        " of it."
    ),
}
_PLAYERS = {
    4: gettext_noop("Four players play, each for themselves, with one pack of 52 cards."),
    3: gettext_noop("Three players play, each for themselves, with one pack of 52 cards."),
    2: gettext_noop("Two players play with one pack of 52 cards."),
}
_OPENERS = {
    "winner": gettext_noop("From then on the winner of the deal before leads."),
    "loser": gettext_noop(
        "From then on the loser of the deal before leads: who had most cards left; among equals,"
        " whose largest combination has the fewest cards, or then is the weakest."
    ),
}


def dealing(examples: Examples) -> Chapter:
    """Return the chapter of players, cards and the deal."""
    rules = examples.rules
    paragraphs = [_players(rules), *_leftover(examples), _dealer(rules), _leader(examples)]
    paragraphs += _dragon(examples) + _exchange(rules) + _redeal(examples)
    return Chapter("deal", _("Players and deal"), paragraphs)


def _players(rules: RuleSet) -> Paragraph:
    first = _(_PLAYERS[rules.players])
    second = ngettext(
        "Each is dealt %(cards)d card, and whoever gets rid of all cards first wins the deal.",
        "Each is dealt %(cards)d cards, and whoever gets rid of all cards first wins the deal.",
        rules.hand_size,
    )
    return Paragraph(f"{first} {second % {'cards': rules.hand_size}}", _("Players"))


def _leftover(examples: Examples) -> list[Paragraph]:
    rules = examples.rules
    count = PACK_SIZE - rules.players * rules.hand_size
    if not count:
        return []
    words = {"count": count, "card": texts.card_label(examples.lowest_card)}
    if rules.leftover == "stock":
        return [_stock(rules, count)]
    if rules.leftover == "unused":
        text = ngettext(
            "The card left over is set aside and not used in this deal.",
            "The %(count)d cards left over are set aside and not used in this deal.",
            count,
        )
        return [Paragraph(text % words, _("Cards left over"))]
    text = ngettext(
        "The card left over goes to the player who holds the %(card)s; if it is itself"
        " that card, to the holder of the lowest card dealt.",
        "The %(count)d cards left over go to the player who holds the %(card)s; if that card is"
        " among them, to the holder of the lowest card dealt.",
        count,
    )
    seen = (
        _("Everybody sees it before it is taken.")
        if rules.leftover_exposed
        else _("Nobody else sees it.")
    )
    return [Paragraph(f"{text % words} {seen}", _("Cards left over"))]


def _stock(rules: RuleSet, count: int) -> Paragraph:
    sentences = [
        ngettext(
            "The card left over makes a stock, face down.",
            "The %(count)d cards left over make a stock, face down.",
            count,
        )
        % {"count": count}
    ]
    drawn = _DRAWS.get(rules.draw_on_pass)
    if drawn is None:
        sentences.append(_("Nobody draws from it."))
        return Paragraph(" ".join(sentences), _("The stock"))
    sentences.append(_(drawn))
    if rules.stock_recycle:
        sentences.append(
            _(
                "When it is empty, the cards of completed tricks are shuffled into a new stock,"
                " at most %(times)d times in a deal."
            )
            % {"times": MOST_RECYCLES}
        )
    else:
        sentences.append(_("When it is empty, nobody draws any more."))
    return Paragraph(" ".join(sentences), _("The stock"))


def _dealer(rules: RuleSet) -> Paragraph:
    if rules.opening_leader == "loser":
        after = _("The first dealer is drawn at random; the loser of a deal deals the next.")
    else:
        after = _("The first dealer is drawn at random; the winner of a deal deals the next.")
    text = f"{_(_DIRECTIONS[rules.direction])} {after} {_(_FIRST_CARDS[rules.first_card])}"
    return Paragraph(text, _("Dealing"))


def _leader(examples: Examples) -> Paragraph:
    rules = examples.rules
    card = examples.lowest_card
    words = {"card": texts.card_label(card)}
    everything_dealt = (
        rules.players * rules.hand_size == PACK_SIZE or rules.leftover == "lowest_holder"
    )
    if rules.opening_leader == "lowest_card":
        first = (
            _("The holder of the lowest card, the %(card)s, leads.")
            if everything_dealt
            else _(
                "The holder of the lowest card leads: the %(card)s, or if it was not dealt, the"
                " lowest card that was."
            )
        )
    else:
        first = (
            _("In the first deal the holder of the lowest card, the %(card)s, leads.")
            if everything_dealt
            else _(
                "In the first deal the holder of the lowest card leads: the %(card)s, or if it was"
                " not dealt, the lowest card that was."
            )
        )
    sentences = [first % words]
    if rules.opening_includes_lowest:
        sentences.append(_("The first play must contain that card, alone or in a combination."))
    if rules.opening_leader != "lowest_card":
        sentences.append(_(_OPENERS[rules.opening_leader]))
        if rules.opening_includes_lowest:
            sentences.append(_("That player may lead anything."))
        if rules.going_out != "any":
            sentences.append(_("After a deal without a winner the lowest card leads again."))
        if rules.round_length:
            sentences.append(
                ngettext(
                    "After every deal the lowest card leads again and the dealer is drawn anew by"
                    " the highest card.",
                    "After each round of %(count)d deals the lowest card leads again, and the"
                    " dealer is drawn anew by the highest card.",
                    rules.round_length,
                )
                % {"count": rules.round_length}
            )
    shown = [Example(_("The lowest card of the pack."), [ExamplePlay((card,))])]
    return Paragraph(" ".join(sentences), _("Who leads"), shown)


def _dragon(examples: Examples) -> list[Paragraph]:
    if not examples.rules.dragon_wins:
        return []
    ranks = [RANKS[rank] for rank in examples.ranks()]
    # Suits as they come: a dragon is of any.
    cards = examples.of(
        " ".join(rank + place for rank, place in zip(ranks, "cabdacbadbcad", strict=True))
    )
    text = _(
        "A player who is dealt a dragon, one card of each rank, lays it down and wins at once; the"
        " others lose as if they had not played a card. Of two dragons the one with the higher"
        " two wins."
    )
    shown = Example(_("A dragon; suits do not matter."), [examples.hand(cards)])
    return [Paragraph(text, _("Dragon"), [shown])]


def _exchange(rules: RuleSet) -> list[Paragraph]:
    if not rules.exchange:
        return []
    text = _(
        "From the second deal on, before anybody leads, the loser of the deal before (who had"
        " most cards left) gives the highest card in hand to its winner, who gives back any card."
    )
    return [Paragraph(text, _("Exchange"))]


def _redeal(examples: Examples) -> list[Paragraph]:
    if examples.rules.redeal == "none":
        return []
    if examples.rules.redeal == "no_faces":
        text = _(
            "Before the first play, a player without any jack, queen or king may show the hand and"
            " ask for a new deal."
        )
        return [Paragraph(text, _("A new deal"))]
    points = {rank: hand_points(1 << 4 * rank) for rank in range(len(RANKS))}
    text = _(
        "Before the first play, a player whose hand has at most %(most)d points may show it and"
        " ask for a new deal. Cards count: %(counts)s; the rest nothing."
    ) % {
        "most": MOST_POINTS,
        "counts": ", ".join(
            _("%(rank)s %(points)d") % {"rank": texts.singular(rank), "points": worth}
            for rank, worth in points.items()
            if worth
        ),
    }
    hand = examples.of("3a 3c 4b 5a 5d 6c 7b 7d 8a 9c Tb Jd Qa")
    worth = hand_points(hand)
    sums = " + ".join(
        str(points[rank_of(card)]) for card in iter_cards(hand) if points[rank_of(card)]
    )
    caption = ngettext(
        "This hand has %(sums)s = %(points)d point.",
        "This hand has %(sums)s = %(points)d points.",
        worth,
    ) % {"sums": sums, "points": worth}
    return [Paragraph(text, _("A new deal"), [Example(caption, [examples.hand(hand)])])]
