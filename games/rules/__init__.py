"""The rules of Big Two: the whole game as immutable data and functions.

Pure: the standard library only; no clock, no input or output, no global random numbers. Every
function always returns the same result for the same arguments. Names are imported from the module
that defines them; this is an overview.

Cards (`games.rules.cards`). A ``Card`` is 0..51 in the order 3D 3C 3H 3S 4D … 2S; a set ``Cards``
is a whole number with one bit a card (``|``, ``&``, ``.bit_count()``)::

    parse_card(text) -> Card               card_name(card) -> str
    parse_cards(text | names) -> Cards     card_names(cards) -> list[str]
    cards_text(cards) -> str               iter_cards(cards) -> Iterator[Card]
    cards_of(iterable of Card) -> Cards    rank_of(card), suit_of(card) -> int
    RANKS, SUITS, FULL_PACK                CardError(ValueError)

Rule sets (`games.rules.ruleset`: `rule_set`, `options`, `presets`, `errors`)::

    RuleSet.make(preset=None, options=None) -> RuleSet     raises RuleSetError
    rules.to_options() -> dict             JSON-able, complete, RuleSet.make(options=…) reads it
    rules.draws(size), .may_cut_in, …      what follows from the options
    OPTIONS: dict[str, Option]             .name .section .question .default .kind .source
                                           .values: dict[value, Meaning]  .choice .sentence
    PRESETS: dict[str, Preset]             .name .title .source .options
    RuleSetError(ValueError)               .options (one or two names, sorted) .reason

Combinations (`games.rules.combinations`: `table`, `kinds`)::

    classify(rules, cards, twos_low=False) -> Combination | None
    beats(rules, play: Cards, over: Cards, twos_low=False) -> bool
    Combination                            .kind .cards .size .key .rank .top
    Kind                                   StrEnum: single pair triple two_pairs bare_four
                                           straight flush full_house four_of_a_kind straight_flush
                                           straight_flush_plus_two five_of_a_kind

Open plays (`games.rules.moves`)::

    open_plays(rules, hand, over: Combination | None = None, *, must_include=None,
               next_has_one=False, twos_low=False) -> list[Cards]

A deal (`games.rules.deal`: `start`, `apply`, `judge`, `next_deal`, `actions`, `refusals`, `state`);
seats count from 0 anticlockwise::

    shuffled_pack(seed: str) -> tuple[Card, ...]
    start(rules, pack, *, number=1, dealer=0, previous=None, seed="") -> DealState
    start_from_hands(rules, hands, *, leftover=(), leader=None, number=1, dealer=0,
                     previous=None, seed="") -> DealState          both raise DealError
    apply(state, action) -> DealState | Refusal      never raises, never changes the state
    judge(state, seat, cards) -> Combination | Refusal             what the cards would be
    judge_ahead(state, seat, cards) -> Combination | Refusal       the same, before the turn
    judge_pass(state, seat) -> Refusal | None
    legal_plays(state) -> list[Cards]                              of the seat to act
    next_deal(state) -> NextDeal           .number .dealer (None: drawn by high card) .previous
    Play(seat, cards), Pass(seat), Redeal(seat), Give(seat, card)  the actions
    action_text(action) -> str             parse_action(text) -> Action, raises ActionError
    Refusal                                .code (Code, its parameters documented at each)
                                           .params .combination
    DealState                              .rules .setup .phase (exchange, play, over) .turn
                                           .over .result .hands .trick .actions .on_lead
                                           .awaits_gift_from …
    Result                                 .ending (out, dragon, nobody_leads, redeal) .winner
                                           .loser .out .left .points .net .foul .asked_by .score
    Previous(winner, loser | None, left)   what the next deal depends on

Before the first play any seat of ``who_may_redeal(state)`` may ask for a redeal; play does not wait
for it. The deal then ends with ``result.ending == "redeal"`` and the caller starts another one with
the same number and dealer (``next_deal`` says so too).

Scoring (`games.rules.scoring`, `games.rules.max_loss`)::

    score(rules, outcome) -> Score         .points .net .seats (SeatScore: how the points were
                                           computed) .transfers (who pays whom, how much, and why)
    max_deal_loss(rules) -> int               the most points that a deal can cost a seat

What a viewer may know (`games.rules.view`)::

    view(state, seat | None) -> View       .hand .counts .top .owner .trick .last .may_pass
                                           .may_play .may_cut_in .may_redeal .must_give .duty
                                           .open_plays() -> list[Cards] and more, see there

A deal as text (`games.rules.record`)::

    record.write(state) -> str             record.read(text) -> Record
    record.replay(text | Record) -> DealState                      both raise RecordError

Conformance: ``python -m games.rules.conformance FILE…``
"""
