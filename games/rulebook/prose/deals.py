"""The chapter of players, cards and the deal."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import labels
from games.rulebook.prose.dragons import dragon_share
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Chapter, Example, ExamplePlay, Paragraph
from games.rulebook.prose.words import chosen_sentence
from games.rules import RANKS, RuleSet, rank_of
from games.rules.cards import PACK_SIZE, iter_cards
from games.rules.deal import MOST_RECYCLES
from games.rules.deal.redeal import MOST_POINTS, hand_points


def deal_chapter(examples: Examples) -> Chapter:
    """Return the chapter of players, cards and the deal."""
    rules = examples.rules
    paragraphs = [_players(rules), *_leftover(examples), _dealer(rules), _leader(examples)]
    paragraphs += _dragon(examples) + _exchange(rules) + _redeal(examples)
    return Chapter("deal", _("Players and deal"), paragraphs)


def _players(rules: RuleSet) -> Paragraph:
    told = (
        _(
            "Each is dealt %(cards)d cards from one pack of %(pack)d, and whoever gets rid of all"
            " cards first wins the deal."
        )
        if rules.packs == 1
        else _(
            "Each is dealt %(cards)d cards from two packs shuffled together, %(pack)d cards, and"
            " whoever gets rid of all cards first wins the deal."
        )
    )
    text = told % {"cards": rules.hand_size, "pack": PACK_SIZE * rules.packs}
    return Paragraph(f"{chosen_sentence(rules, 'players')} {text}", _("Players"))


def _leftover(examples: Examples) -> list[Paragraph]:
    rules = examples.rules
    count = rules.left_over
    if not count:
        return []
    words = {"count": count, "card": labels.card_label(examples.lowest_card)}
    if rules.has_stock:
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
    seen = chosen_sentence(rules, "leftover_exposed")
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
    sentences.append(chosen_sentence(rules, "draw_on_pass"))
    if rules.draw_on_pass != "none":
        sentences.append(
            _("The pass that ends a trick draws, too; passing the lead on does not.")
            if rules.passing != "locked"
            else _(
                "The pass that ends a trick draws, too; passing the lead on, or ending one's own"
                " trick, does not."
            )
        )
        sentences.append(chosen_sentence(rules, "stock_recycle"))
        if rules.stock_recycle:
            most = _("That happens at most %(times)d times in a deal.")
            sentences.append(most % {"times": MOST_RECYCLES})
    return Paragraph(" ".join(sentences), _("The stock"))


def _dealer(rules: RuleSet) -> Paragraph:
    if rules.opening_leader == "loser":
        after = _("The first dealer is drawn at random; the loser of a deal deals the next.")
    else:
        after = _("The first dealer is drawn at random; the winner of a deal deals the next.")
    text = f"{chosen_sentence(rules, 'direction')} {after} {chosen_sentence(rules, 'first_card')}"
    if rules.first_card == "cut":
        text += " " + _("The dealer is one; an ace counts 1, a jack 11, a queen 12 and a king 13.")
    return Paragraph(text, _("Dealing"))


def _leader(examples: Examples) -> Paragraph:
    rules = examples.rules
    card = examples.lowest_card
    words = {"card": labels.card_label(card)}
    everything_dealt = not rules.left_over or rules.leftover == "lowest_holder"
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
    if rules.packs > 1:
        sentences.append(
            _("Where two players hold it, it is the one whose turn comes first after the dealer.")
        )
    if rules.opening_includes_lowest:
        sentences.append(_("The first play must contain that card, alone or in a combination."))
    if rules.opening_leader != "lowest_card":
        sentences.append(chosen_sentence(rules, "opening_leader"))
        if rules.opening_leader == "loser":
            sentences.append(
                _(
                    "The loser is who had most cards left; among equals, whose largest combination"
                    " has the fewest cards, or then is the weakest."
                )
            )
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
    rules = examples.rules
    if not rules.dragon_wins:
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
    if rules.packs > 1:
        text += " " + _("Of equal twos it is the one whose turn comes first after the dealer.")
    share = round(100 * dragon_share(rules.players, rules.hand_size, rules.packs))
    if share:
        text += " " + ngettext(
            "With so many cards that alone decides about %(share)d deal in a hundred.",
            "With so many cards that alone decides about %(share)d deals in a hundred.",
            share,
        ) % {"share": share}
    shown = Example(_("A dragon; suits do not matter."), [examples.hand(cards)])
    return [Paragraph(text, _("Dragon"), [shown])]


def _exchange(rules: RuleSet) -> list[Paragraph]:
    if not rules.exchange:
        return []
    text = _(
        "From the second deal on, before anybody leads, the loser of the deal before (who had"
        " most cards left) gives the highest card in hand to its winner, who gives back any card."
        " Among equals the loser is whose largest combination has the fewest cards, or then is the"
        " weakest."
    )
    if rules.leftover == "lowest_holder":
        text += " " + _("Only then is the card left over taken.")
    if rules.going_out != "any":
        text += " " + _("After a deal without a winner nothing is exchanged.")
    return [Paragraph(text, _("Exchange"))]


def _redeal(examples: Examples) -> list[Paragraph]:
    if examples.rules.redeal == "none":
        return []
    as_dealt = _redeal_order(examples.rules)
    if examples.rules.redeal == "no_faces":
        text = _(
            "Before the first play, a player without any jack, queen or king may show the hand and"
            " ask for a new deal."
        )
        return [Paragraph(text + as_dealt, _("A new deal"))]
    points = {rank: hand_points(1 << 4 * rank) for rank in range(len(RANKS))}
    text = _(
        "Before the first play, a player whose hand has at most %(most)d points may show it and"
        " ask for a new deal. Cards count: %(counts)s; the rest nothing."
    ) % {
        "most": MOST_POINTS,
        "counts": ", ".join(
            _("%(rank)s %(points)d") % {"rank": labels.singular(rank), "points": worth}
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
    shown = Example(caption, [examples.hand(hand)])
    return [Paragraph(text + as_dealt, _("A new deal"), [shown])]


def _redeal_order(rules: RuleSet) -> str:
    """Return, behind a blank, which hand is judged where hands change before the first play."""
    takes = rules.leftover == "lowest_holder"
    if rules.exchange and takes:
        said = _(
            "The hand counts as it was dealt, before the exchange and before any card left over is"
            " taken."
        )
    elif rules.exchange:
        said = _("The hand counts as it was dealt, before the exchange.")
    elif takes:
        said = _("The hand counts as it was dealt, before any card left over is taken.")
    else:
        return ""
    return f" {said}"
