"""The chapter on players, cards and dealing."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common import numbers
from games.common.languages import paragraph
from games.language import labels
from games.rulebook.prose.dragons import dragon_share
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.option_text import chosen_sentence
from games.rulebook.prose.parts import Chapter, Example, ExamplePlay, Paragraph
from games.rules.cards import PACK_SIZE, RANKS, iter_cards, rank_of
from games.rules.deal.apply import MOST_RECYCLES
from games.rules.deal.redeal import MOST_POINTS, hand_points
from games.rules.ruleset.rule_set import RuleSet


def deal_chapter(examples: Examples) -> Chapter:
    """Return the chapter on players, cards and dealing."""
    rules = examples.rules
    paragraphs = [_players(rules), *_leftover(examples), _dealer(rules), _leader(examples)]
    paragraphs += _dragon(examples) + _exchange(rules) + _redeal(examples)
    return Chapter("deal", _("Players and dealing"), paragraphs)


def _players(rules: RuleSet) -> Paragraph:
    """Return the paragraph on the number of players and cards."""
    dealt = (
        _("Each player gets %(cards)d cards from one pack of %(pack)d.")
        if rules.packs == 1
        else _(
            "Each player gets %(cards)d cards from two packs shuffled together (%(pack)d cards)."
        )
    )
    text = paragraph(
        chosen_sentence(rules, "players"),
        dealt % {"cards": rules.hand_size, "pack": PACK_SIZE * rules.packs},
        _("The first player to get rid of all their cards wins the deal."),
    )
    return Paragraph(text, _("Players"))


def _leftover(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on leftover cards or the stock; empty if all cards are dealt."""
    rules = examples.rules
    count = rules.left_over
    if not count:
        return []
    if rules.has_stock:
        return [_stock(rules, count)]
    params = {"count": count, "card": labels.card_label(examples.lowest_card)}
    if rules.leftover == "unused":
        text = ngettext(
            "%(count)d card is left over. It isn’t used in this deal.",
            "%(count)d cards are left over. They aren’t used in this deal.",
            count,
        )
        return [Paragraph(text % params, _("Leftover cards"))]
    taken = ngettext(
        "%(count)d card is left over. It goes to the player who holds the %(card)s or, if"
        " that’s the card left over, to the player with the lowest card dealt.",
        "%(count)d cards are left over. They go to the player who holds the %(card)s or, if that"
        " card is among them, to the player with the lowest card dealt.",
        count,
    )
    text = paragraph(taken % params, chosen_sentence(rules, "leftover_exposed"))
    return [Paragraph(text, _("Leftover cards"))]


def _stock(rules: RuleSet, count: int) -> Paragraph:
    """Return the paragraph on the stock of `count` cards."""
    sentences = [
        ngettext(
            "%(count)d card is left over. It’s placed face down as the stock.",
            "%(count)d cards are left over. They’re placed face down as the stock.",
            count,
        )
        % {"count": count},
        chosen_sentence(rules, "draw_on_pass"),
    ]
    if rules.draw_on_pass != "none":
        sentences += [_drawing_on_last_pass(rules), chosen_sentence(rules, "stock_recycle")]
        if rules.stock_recycle:
            most = _("The stock can be reshuffled up to %(times)d times in a deal.")
            sentences.append(most % {"times": MOST_RECYCLES})
    return Paragraph(paragraph(*sentences), _("Stock"))


def _drawing_on_last_pass(rules: RuleSet) -> str:
    """Return the sentence on which passes draw besides those over a play others can still beat."""
    can_pass_lead, can_end_own_trick = rules.going_out != "any", rules.passing == "locked"
    if can_pass_lead and can_end_own_trick:
        return _(
            "You also draw when your pass ends a trick, but not when you pass the lead or end"
            " your own trick."
        )
    if can_pass_lead:
        return _("You also draw when your pass ends a trick, but not when you pass the lead.")
    if can_end_own_trick:
        return _("You also draw when your pass ends a trick, but not when you end your own trick.")
    return _("You also draw when your pass ends a trick.")


def _dealer(rules: RuleSet) -> Paragraph:
    """Return the paragraph on the direction of play, the dealer and the first card."""
    text = paragraph(
        chosen_sentence(rules, "direction"),
        _(
            "The first dealer is drawn at random. After that, the dealer is the loser of the"
            " previous deal."
        )
        if rules.opening_leader == "loser"
        else _(
            "The first dealer is drawn at random. After that, the dealer is the winner of the"
            " previous deal."
        ),
        chosen_sentence(rules, "first_card"),
        _("An ace counts 1, a jack 11, a queen 12 and a king 13.")
        if rules.first_card == "cut"
        else "",
    )
    return Paragraph(text, _("Dealing"))


def _leader(examples: Examples) -> Paragraph:
    """Return the paragraph on who leads a deal."""
    rules = examples.rules
    card = examples.lowest_card
    sentences = [_first_leader(rules) % {"card": labels.card_label(card)}]
    if rules.packs > 1:
        sentences.append(
            _(
                "If two players each hold a copy of that card, the one whose turn comes first after"
                " the dealer leads."
            )
        )
    if rules.opening_includes_lowest:
        sentences.append(_("The first play must include that card, alone or in a combination."))
    if rules.opening_leader != "lowest_card":
        sentences += _next_leader(rules)
    shown = [Example(_("This is the lowest card in the pack."), [ExamplePlay((card,))])]
    return Paragraph(paragraph(*sentences), _("Who leads"), shown)


def _first_leader(rules: RuleSet) -> str:
    """Return the sentence on who leads with the lowest card, with the placeholder ``card``."""
    everything_dealt = not rules.left_over or rules.leftover == "lowest_holder"
    if rules.opening_leader == "lowest_card":
        if everything_dealt:
            return _("The player with the lowest card, the %(card)s, leads.")
        return _(
            "The player with the lowest card leads. The lowest card is the %(card)s or, if"
            " that wasn’t dealt, the lowest card that was."
        )
    if everything_dealt:
        return _("In the first deal, the player with the lowest card, the %(card)s, leads.")
    return _(
        "In the first deal, the player with the lowest card leads. The lowest card is the"
        " %(card)s or, if that wasn’t dealt, the lowest card that was."
    )


def _next_leader(rules: RuleSet) -> list[str]:
    """Return the sentences on who leads later deals, if not always the lowest card's holder."""
    is_loser = rules.opening_leader == "loser"
    sentences = [chosen_sentence(rules, "opening_leader")]
    if is_loser:
        sentences.append(_loser_definition())
    if rules.opening_includes_lowest:
        sentences.append(
            _("The loser can lead any combination.")
            if is_loser
            else _("The winner can lead any combination.")
        )
    if rules.going_out != "any":
        sentences.append(
            _("After a deal without a winner, the player with the lowest card leads again.")
        )
    if rules.round_length == 1:
        sentences.append(
            _(
                "After every deal, the player with the lowest card leads again and the dealer is"
                " drawn by high card."
            )
        )
    elif rules.round_length:
        sentences.append(
            ngettext(
                "After every %(count)d deal, the player with the lowest card leads again and the"
                " dealer is drawn by high card.",
                "After every %(count)d deals, the player with the lowest card leads again and the"
                " dealer is drawn by high card.",
                rules.round_length,
            )
            % {"count": rules.round_length}
        )
    return sentences


def _loser_definition() -> str:
    """Return the sentence on who counts as the loser of a deal."""
    return _(
        "The loser is the player with the most cards left. If players are tied, the loser is"
        " the one whose largest combination has the fewest cards. If they’re still tied, it’s the"
        " one whose largest combination is the weakest."
    )


def _dragon(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on dragons, if they win."""
    rules = examples.rules
    if not rules.dragon_wins:
        return []
    ranks = [RANKS[rank] for rank in examples.ranks()]
    # Mixed suits, because the suits of a dragon don't matter.
    cards = examples.of(
        " ".join(rank + place for rank, place in zip(ranks, "cabdacbadbcad", strict=True))
    )
    sentences = [
        _(
            "A dragon is one card of each rank. If you’re dealt one, you lay it down and win at"
            " once. The others lose as if they hadn’t played a card."
        ),
        _("Of two dragons, the one with the higher two wins."),
    ]
    if rules.packs > 1:
        sentences.append(
            _("If the twos are equal, the player whose turn comes first after the dealer wins.")
        )
    share = round(100 * dragon_share(rules.players, rules.hand_size, rules.packs))
    if share:
        sentences.append(
            ngettext(
                "With hands of this size, dragons decide about %(share)d deal in 100.",
                "With hands of this size, dragons decide about %(share)d deals in 100.",
                share,
            )
            % {"share": share}
        )
    shown = Example(_("This hand is a dragon. The suits don’t matter."), [examples.hand(cards)])
    return [Paragraph(paragraph(*sentences), pgettext("hand of cards", "Dragon"), [shown])]


def _exchange(rules: RuleSet) -> list[Paragraph]:
    """Return the paragraph on exchanging cards before the deal, if the rules have it."""
    if not rules.exchange:
        return []
    text = paragraph(
        _(
            "From the second deal on, before anyone leads, the loser of the previous deal gives"
            " their highest card to the winner, who gives back any card they like."
        ),
        _loser_definition(),
        _("The leftover card is taken only after the exchange.")
        if rules.leftover == "lowest_holder"
        else "",
        _("After a deal without a winner, no cards are exchanged.")
        if rules.going_out != "any"
        else "",
    )
    return [Paragraph(text, _("Exchange"))]


def _redeal(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on asking for a redeal, if the rules allow it."""
    rules = examples.rules
    if rules.redeal == "none":
        return []
    if rules.redeal == "no_faces":
        text = _(
            "If your hand has no jack, queen or king, you can show it before the first play and"
            " ask for a redeal."
        )
        return [Paragraph(paragraph(text, _judged_hand(rules)), _("Redeal"))]
    points = {rank: hand_points(1 << 4 * rank) for rank in range(len(RANKS))}
    counts = [
        pgettext("hand points", "%(rank)s = %(points)d") % {"rank": RANKS[rank], "points": worth}
        for rank, worth in points.items()
        if worth
    ]
    text = paragraph(
        _(
            "If your hand has at most %(most)d hand points, you can show it before the first play"
            " and ask for a redeal."
        )
        % {"most": MOST_POINTS},
        _("The hand points are %(counts)s; all other cards count 0.")
        % {"counts": numbers.listed(counts)},
        _judged_hand(rules),
    )
    hand = examples.of("3a 3c 4b 5a 5d 6c 7b 7d 8a 9c Tb Jd Qa")
    worth = hand_points(hand)
    sums = " + ".join(
        str(points[rank_of(card)]) for card in iter_cards(hand) if points[rank_of(card)]
    )
    caption = ngettext(
        "This hand has %(sums)s = %(points)d hand point.",
        "This hand has %(sums)s = %(points)d hand points.",
        worth,
    ) % {"sums": sums, "points": worth}
    shown = Example(caption, [examples.hand(hand)])
    return [Paragraph(text, _("Redeal"), [shown])]


def _judged_hand(rules: RuleSet) -> str:
    """Return the sentence on which hand counts for a redeal; empty if hands can't change."""
    takes = rules.leftover == "lowest_holder"
    if rules.exchange and takes:
        return _(
            "Your hand is judged as it was dealt, before the exchange and before the leftover cards"
            " are taken."
        )
    if rules.exchange:
        return _("Your hand is judged as it was dealt, before the exchange.")
    if takes:
        return _("Your hand is judged as it was dealt, before the leftover cards are taken.")
    return ""
