"""The chapter of playing: leading, following, passing, and the duties of it."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Chapter, Claim, Example, Paragraph
from games.rulebook.prose.words import chosen_sentence
from games.rules import Cards, open_plays

#: By value of `passing`, what follows from how long a pass binds.
_AFTER_PASSES = {
    "may_return": gettext_noop(
        "Whoever passed may play again when the turn comes back. When all the others have passed"
        " in succession, the trick is over and its last player leads to the next."
    ),
    "locked": gettext_noop(
        "When all the others are out, the owner of the highest play may beat it with another, or"
        " end the trick and lead to the next."
    ),
    "one_pass_ends": gettext_noop("Its last player leads to the next."),
}
_BREACHES = {
    "enforced": gettext_noop("Only plays that keep this duty are allowed."),
    "pays_all": gettext_noop(
        "Whoever breaks this duty, so that the next player wins at once with the last card, pays"
        " for all the losers."
    ),
    "pays_all_if_preventable": gettext_noop(
        "Whoever breaks this duty, so that the next player wins at once with the last card, pays"
        " for all the losers, provided that the highest single card would have beaten that card."
    ),
    "deals_next": gettext_noop(
        "Whoever breaks this duty, so that the next player wins at once with the last card, deals"
        " the next deal."
    ),
}


def play_chapter(examples: Examples) -> Chapter:
    """Return the chapter of playing."""
    paragraphs = [_following(examples), _passing(examples), *_cutting_in(examples)]
    paragraphs += [*_top_card(examples), _counts(examples), *_guard(examples)]
    paragraphs += _last_plays(examples)
    return Chapter("play", _("Playing"), paragraphs)


def _following(examples: Examples) -> Paragraph:
    text = _(
        "The leader plays any combination. Each player in turn then passes or plays a higher"
        " combination of as many cards."
    )
    if examples.rules.honours_beat_any:
        text += " " + _("Only honours may be laid on other numbers of cards.")
    if examples.rules.must_beat:
        text += " " + _must_beat(examples)
    elif examples.rules.guard == "none":
        text += " " + _("Nobody is ever obliged to beat.")
    else:
        text += " " + _("Nobody is obliged to beat, save the guard (see below).")
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
    return Paragraph(text, _("Leading and following"), [shown])


def _must_beat(examples: Examples) -> str:
    rules = examples.rules
    said = [_("Whoever can beat the play on the table must do so, and passes only otherwise.")]
    if rules.guard == "enforced":
        said.append(_("What the guard may not play (see below) is owed by nobody."))
    if rules.going_out != "any":
        said.append(_("A last play that is not allowed is owed by nobody."))
    if rules.passing == "locked":
        said.append(_("Nobody has to beat their own play."))
    if rules.may_cut_in:
        said.append(_("Nor does anybody owe a play out of turn."))
    return " ".join(said)


def _passing(examples: Examples) -> Paragraph:
    rules = examples.rules
    text = f"{chosen_sentence(rules, 'passing')} {_(_AFTER_PASSES[rules.passing])}"
    return Paragraph(text, _("Passing"))


def _cutting_in(examples: Examples) -> list[Paragraph]:
    if not examples.rules.may_cut_in:
        return []
    text = _(
        "An honour may be laid on another player's play out of turn, at any moment of the trick;"
        " play goes on with the player after the one who cut in."
    )
    if examples.rules.passing == "locked":
        text += " " + _("Whoever is out of the trick cannot cut in.")
    return [Paragraph(text, _("Cutting in"))]


def _top_card(examples: Examples) -> list[Paragraph]:
    # Where honours beat any single card, none is sure of the trick.
    if not examples.rules.top_two_ends_trick or examples.rules.honours_beat_any:
        return []
    top = examples.top_card()
    text = _(
        "The %(card)s alone, or a pair with it, ends the trick at once, for nothing can beat it;"
        " its player leads to the next."
    ) % {"card": labels.card_label(top)}
    if examples.rules.bomb_demotes_twos:
        text += " " + _("Once twos are demoted, the %(card)s does so instead.") % {
            "card": labels.card_label(examples.top_card(twos_low=True))
        }
    shown = examples.combination("", 1 << top, 1 << top | examples.of("2c"))
    return [Paragraph(text, _("The highest card"), shown)]


def _counts(examples: Examples) -> Paragraph:
    text = _("How many cards each player has is open to all.")
    if not examples.rules.announced:
        return Paragraph(text, _("Numbers of cards"))
    call = chosen_sentence(examples.rules, "last_card_call")
    return Paragraph(f"{text} {call}", _("Last cards"))


def _guard(examples: Examples) -> list[Paragraph]:
    guard = examples.rules.guard
    if guard == "none":
        return []
    duty = _(
        "The player right before one who has a single card left is the guard. On lead the guard"
        " plays the highest single card in hand, or two or more cards together. When a single card"
        " is to be beaten, it is the highest single card."
    )
    if examples.rules.honours_beat_any:
        duty = _(
            "The player right before one who has a single card left is the guard. On lead the guard"
            " plays the highest single card in hand, or two or more cards together. When a single"
            " card is to be beaten, it is the highest single card, or an honour."
        )
    duty = " ".join([duty, *_guard_exceptions(examples)])
    hand = examples.of("6a 6d Tb Kc")
    enforced = replace(examples.rules, guard="enforced")
    kept = sorted(open_plays(enforced, hand, next_has_one=True), key=_by_size)
    shown = Example(
        _("On lead with this hand, these plays keep the duty."),
        [examples.shown(play) for play in kept],
        Claim.KEEPS_DUTY,
        held=examples.hand(hand),
    )
    return [Paragraph(f"{duty} {_(_BREACHES[guard])}", _("The guard"), [shown])]


def _guard_exceptions(examples: Examples) -> list[str]:
    """Return when a guard is free of the duty."""
    rules = examples.rules
    said = [
        _("A guard whose highest single card does not beat the one on the table may pass.")
        if rules.going_out == "any"
        else _(
            "A guard whose highest single card does not beat the one on the table, or may not be"
            " played last, may pass."
        ),
        _("Where more cards than one are to be beaten, there is no duty."),
    ]
    if rules.opening_includes_lowest:
        said.append(_("A first play that must contain the lowest card is free of it."))
    if rules.passing == "locked":
        said.append(_("Who is out of the trick is no next player."))
    if rules.may_cut_in:
        said.append(_("Whoever cuts in out of turn is free of it, too."))
    return said


def _by_size(cards: Cards) -> tuple[int, Cards]:
    return cards.bit_count(), cards


def _last_plays(examples: Examples) -> list[Paragraph]:
    rules = examples.rules
    if rules.going_out == "any":
        return []
    top = examples.top_card()
    text = chosen_sentence(rules, "going_out")
    text += " " + _(
        "A player who has nothing else left to lead passes the lead on; where nobody can lead, the"
        " deal ends without a winner."
    )
    plays = (1 << top, examples.of("2d"), examples.of("2b 2c"))
    barred = [cards for cards in plays if cards not in open_plays(rules, cards)]
    shown = Example(
        _("Not as the last play."), [examples.shown(each) for each in barred], Claim.NOT_LAST
    )
    return [Paragraph(text, _("The last play"), [shown])]
