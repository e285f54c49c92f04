"""The chapter on play: leading, following, passing and duties."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.common.languages import paragraph
from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.option_text import chosen_sentence
from games.rulebook.prose.parts import Chapter, Claim, Example, Paragraph
from games.rules.cards import Cards
from games.rules.moves import open_plays

_PASSING = {
    "may_return": (
        gettext_noop("If you pass, you can still play when your turn comes again."),
        gettext_noop(
            "When all the others have passed in a row, the trick ends. The player who made the"
            " last play leads to the next trick."
        ),
    ),
    "locked": (
        gettext_noop("If you pass, you’re out until the trick ends."),
        gettext_noop(
            "When all the others are out of the trick, the player who made the highest play can"
            " beat it with another play or end the trick and lead to the next."
        ),
    ),
    "one_pass_ends": (
        gettext_noop("As soon as one player passes, the trick ends."),
        gettext_noop("The player who made the last play leads to the next trick."),
    ),
}
_BREACHES = {
    "enforced": gettext_noop("You can only make plays that meet the guard’s duty."),
    "pays_all": gettext_noop(
        "If you break the guard’s duty and the next player goes out at once with that"
        " last card, you pay"
        " for all the losers."
    ),
    "pays_all_if_preventable": gettext_noop(
        "If you break the guard’s duty and the next player goes out at once with that"
        " last card, you pay"
        " for all the losers. This applies only if your highest single card would have beaten that"
        " card."
    ),
    "deals_next": gettext_noop(
        "If you break the guard’s duty and the next player goes out at once with that"
        " last card, you"
        " deal next."
    ),
}


def play_chapter(examples: Examples) -> Chapter:
    """Return the chapter on play."""
    paragraphs = [_following(examples), _passing(examples), *_cutting_in(examples)]
    paragraphs += [*_top_card(examples), _card_counts(examples), *_guard(examples)]
    paragraphs += _last_plays(examples)
    return Chapter("play", pgettext("chapter of the rules", "Playing"), paragraphs)


def _following(examples: Examples) -> Paragraph:
    """Return the paragraph on leading and following."""
    rules = examples.rules
    sentences = [
        _("The first player of a trick, the leader, plays any combination."),
        _("On your turn, pass or play a higher combination with the same number of cards."),
    ]
    if rules.honours_beat_any:
        sentences.append(_("Only bombs beat plays with a different number of cards."))
    if rules.must_beat:
        sentences += _must_beat(examples)
    elif rules.guard == "none":
        sentences.append(_("You never have to beat a play, even if you can."))
    else:
        sentences.append(_("You never have to beat a play, except as the guard (see below)."))
    hand = examples.of("4a 4c 8b 8d Ja Kc Kd 2b")
    over = examples.of("7a 7d")
    answers = examples.plays_of(hand, examples.find(over))
    caption = ngettext(
        "With this hand, %(count)d play beats the pair.",
        "With this hand, %(count)d plays beat the pair.",
        len(answers),
    ) % {"count": len(answers)}
    shown = Example(
        caption, [examples.shown(over), *answers], Claim.ANSWERS, held=examples.hand(hand)
    )
    return Paragraph(paragraph(*sentences), _("Leading and following"), [shown])


def _must_beat(examples: Examples) -> list[str]:
    """Return the sentences on the duty to beat a play."""
    rules = examples.rules
    sentences = [_("If you can beat the play on the table, you must. Otherwise, pass.")]
    if rules.guard == "enforced":
        sentences.append(
            _("You don’t have to make a play that the guard isn’t allowed to make (see below).")
        )
    if rules.going_out != "any":
        sentences.append(_("You don’t have to make a last play that isn’t allowed."))
    if rules.passing == "locked":
        sentences.append(_("You don’t have to beat your own play."))
    if rules.may_cut_in:
        sentences.append(_("You don’t have to play out of turn."))
    return sentences


def _passing(examples: Examples) -> Paragraph:
    """Return the paragraph on passing."""
    text = paragraph(*(_(sentence) for sentence in _PASSING[examples.rules.passing]))
    return Paragraph(text, _("Passing"))


def _cutting_in(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on cutting in with a bomb, if the rules allow it."""
    if not examples.rules.may_cut_in:
        return []
    text = paragraph(
        _(
            "You can cut in with a bomb: play it on another player’s play at any time during the"
            " trick, even when it isn’t your turn."
        ),
        _("Play continues with the player after you."),
        _("If you’re out of the trick, you can’t cut in.")
        if examples.rules.passing == "locked"
        else "",
    )
    return [Paragraph(text, _("Cutting in"))]


def _top_card(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on the highest card that ends a trick, if it does."""
    # Where bombs beat any single card, the highest card can still be beaten.
    if not examples.rules.top_two_ends_trick or examples.rules.honours_beat_any:
        return []
    top = examples.top_card()
    sentences = [
        _(
            "The %(card)s, alone or in a pair, ends the trick at once because nothing can beat"
            " it. The player who played it leads to the next trick."
        )
        % {"card": labels.card_label(top)}
    ]
    if examples.rules.bomb_demotes_twos:
        sentences.append(
            _("Once twos rank lowest, the %(card)s ends the trick instead.")
            % {"card": labels.card_label(examples.top_card(twos_low=True))}
        )
    shown = examples.combination("", 1 << top, 1 << top | examples.of("2c"))
    return [Paragraph(paragraph(*sentences), _("The highest card"), shown)]


def _card_counts(examples: Examples) -> Paragraph:
    """Return the paragraph on card counts and last-card calls."""
    text = _("Everyone can see how many cards each player has.")
    if not examples.rules.announced:
        return Paragraph(text, _("Card counts"))
    call = chosen_sentence(examples.rules, "last_card_call")
    return Paragraph(paragraph(text, call), _("Last cards"))


def _guard(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on the guard's duty, if the rules have it."""
    rules = examples.rules
    if rules.guard == "none":
        return []
    text = paragraph(
        _("If the next player has only one card left, you’re the guard."),
        _("When you lead, play your highest single card, or two or more cards together."),
        _("When there’s a single card to beat, play your highest single card or a bomb.")
        if rules.honours_beat_any
        else _("When there’s a single card to beat, play your highest single card."),
        *_guard_exceptions(examples),
        _(_BREACHES[rules.guard]),
    )
    hand = examples.of("6a 6d Tb Kc")
    enforced = replace(rules, guard="enforced")
    kept = sorted(open_plays(enforced, hand, next_has_one=True), key=_size_then_cards)
    shown = Example(
        _("If you lead with this hand, these plays meet the guard’s duty."),
        [examples.shown(play) for play in kept],
        Claim.KEEPS_DUTY,
        held=examples.hand(hand),
    )
    return [Paragraph(text, _("The guard"), [shown])]


def _guard_exceptions(examples: Examples) -> list[str]:
    """Return the sentences on situations in which a guard has no duty."""
    rules = examples.rules
    sentences = [
        _("If your highest single card doesn’t beat the one on the table, you can pass.")
        if rules.going_out == "any"
        else _(
            "If your highest single card doesn’t beat the one on the table, or isn’t allowed as a"
            " last play, you can pass."
        ),
        _("The guard’s duty doesn’t apply when there are two or more cards to beat."),
    ]
    if rules.opening_includes_lowest:
        sentences.append(
            _("The guard’s duty doesn’t apply to a first play that must include the lowest card.")
        )
    if rules.passing == "locked":
        sentences.append(_("A player who is out of the trick doesn’t count as the next player."))
    if rules.may_cut_in:
        sentences.append(_("The guard’s duty doesn’t apply when you cut in out of turn."))
    return sentences


def _size_then_cards(cards: Cards) -> tuple[int, Cards]:
    """Return a sort key: the number of cards, then the cards."""
    return cards.bit_count(), cards


def _last_plays(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on plays that may not be the last, if there are any."""
    rules = examples.rules
    if rules.going_out == "any":
        return []
    top = examples.top_card()
    text = paragraph(
        chosen_sentence(rules, "going_out"),
        _("If you have nothing else to lead, pass the lead to the next player."),
        _("If no player can lead, the deal ends without a winner."),
    )
    plays = (1 << top, examples.of("2d"), examples.of("2b 2c"))
    barred = [cards for cards in plays if cards not in open_plays(rules, cards)]
    shown = Example(
        _("You can’t go out with these plays."),
        [examples.shown(each) for each in barred],
        Claim.NOT_LAST,
    )
    return [Paragraph(text, _("The last play"), [shown])]
