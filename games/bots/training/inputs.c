/* The inputs of the network for a decision. games/bots/net/inputs.py computes the same from a
   view; a test compares every bit. Places of blocks (HAND_FIRST and so on) come from
   games/bots/net/layout.py when this is compiled. */

#define MOST_ON 512

typedef struct { int n; u16 at[MOST_ON]; } On;

static inline void on(On *o, int place) { o->at[o->n++] = place; }

/* An action: a play, a pass (or waiting), or a card given. */
enum { ACT_PASS, ACT_GIVE, ACT_PLAY };
typedef struct { int type; Combination c; int card; } Act;

typedef struct {
    const Rules *r;
    const State *s;
    int seat, low, has_losses, most_answering;
    Set live;
    u8 live_ranks[13]; /* by strength */
    int live_above; /* the first strength above all live cards */
} Look;

static inline int bucket(const Look *k, i64 loss, int steps, int most) {
    i64 found = loss * 16 * steps / k->r->scale16;
    return found > most ? most : (int)found;
}

static inline Set all_cards(const Rules *r) {
    u64 pack = (1ULL << 52) - 1;
    Set s = {pack, r->packs > 1 ? pack : 0};
    return s;
}

static inline int loss_factor(const Look *k, int seat, int n) {
    if (k->has_losses) {
        if (!(k->s->active >> seat & 1) && k->r->unplayed) return k->r->unplayed;
        if (k->r->only_starter && seat != k->s->starter) return 1;
    }
    return k->r->factors[n];
}

static inline i64 own_loss(const Look *k, Set cards) {
    if (k->has_losses) return loss_of(k->r, k->s, k->seat, cards, 0);
    int n = count(cards);
    return (i64)n * k->r->factors[n];
}

static inline i64 rival_loss(const Look *k, int seat) {
    int n = count(k->s->hands[seat]);
    i64 values = (i64)n * k->r->mean_value16 * loss_factor(k, seat, n);
    i64 loss = doubled(values, k->has_losses && k->r->bomb_doubles ? k->s->bombs : 0) / 16;
    return k->has_losses && k->r->loss_cap && loss > k->r->loss_cap ? k->r->loss_cap : loss;
}

static Look look(const Rules *r, const State *s, int seat) {
    Look k = {r, s, seat, s->twos_low, 0, 0, NONE, {0}, 0};
    k.has_losses = (r->scoring == CARDS_LEFT || r->scoring == INDONESIAN) &&
                   r->payment != COUNT_DIFFERENCE;
    k.live = without(all_cards(r), together(s->hands[seat], s->played));
    for (int rank = 0; rank < 13; rank++)
        k.live_ranks[rank_strength(rank, k.low)] = count(of_ranks(k.live, rank_mask(rank)));
    k.live_above = empty(k.live) ? 0 : strength(highest(k.live, k.low), k.low) + 1;
    for (int other = 0; other < r->players; other++)
        if (other != seat && !(s->locked >> other & 1) && count(s->hands[other]) > k.most_answering)
            k.most_answering = count(s->hands[other]);
    return k;
}

static inline void on_set(On *o, Set cards, int first, int second, int low) {
    for (u64 m = cards.a; m; m &= m - 1) on(o, first + strength(__builtin_ctzll(m), low));
    for (u64 m = cards.b; m; m &= m - 1) on(o, second + strength(__builtin_ctzll(m), low));
}

static inline int place_of(const Combination *c, int low) {
    static const u8 row[KINDS] = {0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5};
    int place = rank_strength(c->rank, low);
    if (c->kind == STRAIGHT || c->kind == STRAIGHT_FLUSH || c->kind == STRAIGHT_FLUSH_PLUS_TWO)
        place = (c->key & ((1ULL << TIER_BITS) - 1)) >> 2;
    return 13 * row[c->kind] + place;
}

static inline int lowest_strength(u16 ranks, int low) {
    if (low && ranks >> TWO & 1) return 0;
    return rank_strength(__builtin_ctz(ranks), low);
}

static void state_inputs(const Look *k, On *o) {
    const Rules *r = k->r;
    const State *s = k->s;
    int low = k->low, seat = k->seat;
    Set hand = s->hands[seat];
    for (int i = 0; i < r->options; i++) on(o, OPTIONS_AT + r->option_inputs[i]);
    on_set(o, hand, HAND_FIRST, HAND_SECOND, low);
    on_set(o, s->played, GONE_FIRST, GONE_SECOND, low);
    for (int rank = 0; rank < 13; rank++)
        for (int n = k->live_ranks[rank]; n < 4; n++) on(o, DEAD + 4 * rank + n);
    if (s->has_top) {
        on(o, TOP_KIND + s->top.kind);
        on(o, TOP_AT + strength(s->top.top, low));
        on(o, PASSES_AT + (s->passes > 7 ? 7 : s->passes));
        if (s->top.kind >= STRAIGHT) on(o, TOP_PLACE + place_of(&s->top, low));
        if (s->owner == seat) on(o, OWN_TOP);
    } else on(o, TOP_KIND + KINDS);
    int answering = 0, n = r->players, held = count(hand);
    i64 earn = 0;
    for (int other = 0; other < n; other++)
        if (other != seat && !empty(s->hands[other])) {
            answering += !(s->locked >> other & 1);
            earn += rival_loss(k, other);
        }
    on(o, ANSWERING + answering);
    on(o, COUNT_AT + (held > 26 ? 26 : held));
    on(o, LOSS_AT + bucket(k, own_loss(k, hand), 4, 15));
    on(o, EARN_AT + bucket(k, earn, 2, 15));
    int is_turn = s->turn == seat, guarded, allowed;
    if (s->active >> seat & 1) on(o, IS_ACTIVE);
    if (s->starter == seat) on(o, IS_STARTER);
    if (!is_turn) on(o, OUT_OF_TURN);
    if (is_turn && s->phase == IN_EXCHANGE) on(o, MUST_GIVE);
    if (is_turn && s->must_include >= 0) on(o, MUST_INCLUDE_LOWEST);
    if (is_turn && s->phase == IN_PLAY && duty(r, s, &guarded, &allowed) >= 0) on(o, HAS_DUTY);
    if (s->twos_low) on(o, LOW_TWOS);
    for (int i = 0; i < 3 && i < s->bombs; i++) on(o, BOMBS_AT + i);
    static const u8 steps[5] = {0, 3, 8, 15, 25};
    for (int i = 0; i < 5; i++)
        if (s->stocked > steps[i]) on(o, STOCK_AT + i);
    for (int i = 0; i < 6 && i < s->outs; i++) on(o, OUTS_AT + i);
    for (int i = 0; i < MOST_PLAYERS - 1; i++) {
        int start = RIVALS + i * RIVAL_SIZE, rival = ((seat + s->step * (i + 1)) % n + n) % n;
        int m = i < n - 1 ? count(s->hands[rival]) : 0;
        if (!m) { on(o, start + RIVAL_NONE); continue; }
        on(o, start + RIVAL_COUNT + (m <= 12 ? m - 1 : m <= 16 ? 12 : 13));
        if (s->locked >> rival & 1) on(o, start + RIVAL_LOCKED);
        if (s->has_top && rival == s->owner) on(o, start + RIVAL_OWNER);
        if (s->active >> rival & 1) on(o, start + RIVAL_ACTIVE);
        if (rival == s->starter) on(o, start + RIVAL_STARTER);
        on(o, start + RIVAL_LOSS + bucket(k, rival_loss(k, rival), 2, 7));
        const u16 *passed = s->passed[rival];
        if (passed[0]) on(o, start + RIVAL_PASSED_SINGLE + lowest_strength(passed[0], low));
        if (passed[1]) on(o, start + RIVAL_PASSED_PAIR + lowest_strength(passed[1], low));
        if (passed[2]) on(o, start + RIVAL_PASSED_FIVE + __builtin_ctz(passed[2]));
    }
}

static void action_inputs(const Look *k, const Act *act, On *o) {
    const Rules *r = k->r;
    const State *s = k->s;
    int low = k->low;
    Set used = act->type == ACT_PLAY ? act->c.cards : act->type == ACT_GIVE ? one(act->card) : NONE;
    Set left = without(s->hands[k->seat], used);
    on(o, ACT_TYPE + act->type);
    on_set(o, used, ACT_FIRST, ACT_SECOND, low);
    if (act->type == ACT_GIVE) on(o, ACT_TOP + strength(act->card, low));
    if (act->type == ACT_PLAY) {
        const Combination *c = &act->c;
        int place = strength(c->top, low);
        on(o, ACT_KIND + c->kind);
        on(o, ACT_TOP + place);
        if (c->kind >= STRAIGHT) on(o, ACT_PLACE + place_of(c, low));
        if (k->most_answering < c->size && !(r->honours_beat_any && k->most_answering >= 5))
            on(o, IS_SURE);
        if (c->kind == SINGLE) {
            static const u8 steps[7] = {1, 2, 3, 4, 6, 9, 14};
            int higher = 0, found = 0;
            for (int rank = rank_strength(c->rank, low) + 1; rank < 13; rank++)
                higher += k->live_ranks[rank];
            u64 same = rank_mask(c->rank) & ~((2ULL << c->top) - 1);
            higher += count(of_ranks(k->live, same));
            for (int i = 0; i < 7; i++) found += higher >= steps[i];
            on(o, HIGHER_SINGLES + found);
        }
        if (c->kind == PAIR) {
            int higher = 0;
            for (int rank = rank_strength(c->rank, low) + 1; rank < 13; rank++)
                higher += k->live_ranks[rank] >= 2;
            on(o, HIGHER_PAIRS + (higher > 5 ? 5 : higher));
        }
        if (r->top_two_ends_trick && c->size <= 2 && !r->honours_beat_any && place == 51)
            on(o, ENDS_TRICK);
    }
    int by_count[5] = {0}, total = 0, ranks = 0, bosses = 0;
    for (int rank = 0; rank < 13; rank++) {
        int n = count(of_ranks(left, rank_mask(rank))), at = rank_strength(rank, low);
        if (!n) continue;
        total += n;
        ranks |= 1 << rank;
        if (n > 4) n = 4;
        by_count[n]++;
        for (int i = 0; i < n; i++) on(o, LEFT_RANKS + 4 * at + i);
    }
    on(o, LEFT_COUNT + (total > 26 ? 26 : total));
    static const u8 many[4] = {1, 2, 3, 5};
    int sequences = 0, flushes = 0, run = 0;
    for (int q = 0; q < r->sequences; q++) sequences += (ranks & r->masks[q]) == r->masks[q];
    for (int i = 0; i < 4; i++)
        if (sequences >= many[i]) on(o, LEFT_SEQUENCES + i);
    for (int suit = 0; suit < 4; suit++) {
        if (count(of_ranks(left, DIAMONDS << suit)) < 5) continue;
        flushes++;
        for (int q = 0; sequences && q < r->sequences; q++) {
            u64 mask = mask_of(r, q);
            run |= (left.a >> suit & mask) == mask;
        }
    }
    if (r->flushes)
        for (int i = 0; i < 2 && i < flushes; i++) on(o, LEFT_FLUSHES + i);
    if (run) on(o, LEFT_STRAIGHT_FLUSH);
    int houses = by_count[3] < by_count[2] ? by_count[3] : by_count[2];
    int turns = by_count[1] + by_count[2] + by_count[3] + by_count[4] - houses;
    if (r->with_fifth) turns -= by_count[4] < by_count[1] ? by_count[4] : by_count[1];
    if (r->two_pairs) turns -= (by_count[2] - houses) / 2;
    if (!r->triples) turns += by_count[3] - houses;
    on(o, TURNS_LEFT + (turns > 13 ? 13 : turns));
    for (u64 m = left.a; m; m &= m - 1) {
        int card = __builtin_ctzll(m);
        if (strength(card, low) >= k->live_above) bosses += 1 + (left.b >> card & 1);
    }
    for (int i = 0; i < 5 && i < bosses; i++) on(o, BOSSES + i);
    on(o, LEFT_LOSS + bucket(k, own_loss(k, left), 4, 15));
    if (act->type != ACT_GIVE && s->phase == IN_PLAY &&
        breaks_duty(r, s, k->seat, act->type == ACT_PLAY ? &act->c : 0))
        on(o, IS_BREACH);
}
