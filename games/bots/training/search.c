/* The search of games/bots/search in C: it plays the network's best actions on in possible deals,
   and compares them. Names and numbers follow that package, but nothing is read out to the end.

   In training the actions are compared in the deal as it is (compare_in_deal). */

#include "network.c"

#define MOST_COMPARED 4
#define MARGIN 0.3f
#define OWN_DECISIONS 1
#define WORLDS_AT_ONCE 16
#define FEWEST_WORLDS 4
#define DEALS_FOR_EACH 16
#define MOST_WORLDS 512
#define NETWORK_ERROR 0.08f
#define SPREAD 0.55f
#define SPREAD_COUNTS 4
#define CLEAR 1.5f
#define MOST_PLAYOUT_ACTIONS 1000

typedef struct {
    int act;        /* its place among the actions to choose from */
    float estimate; /* what the network says it is worth */
    int worlds;
    float values[MOST_WORLDS]; /* what it was worth in each world */
} Compared;

typedef struct { float mean, error; } Lead;

/* How much better an action is than another one, in the worlds where both were played on. */
static Lead lead_over(const Compared *one, const Compared *other) {
    Lead lead = {0, 0};
    int n = one->worlds < other->worlds ? one->worlds : other->worlds;
    if (one == other) return lead;
    float estimate = one->estimate - other->estimate, mean = 0, trust = 1 / (NETWORK_ERROR * NETWORK_ERROR);
    for (int i = 0; i < n; i++) mean += one->values[i] - other->values[i];
    mean /= n;
    float squares = SPREAD_COUNTS * SPREAD * SPREAD;
    for (int i = 0; i < n; i++) {
        float off = one->values[i] - other->values[i] - mean;
        squares += off * off;
    }
    float precision = n * (n + SPREAD_COUNTS) / squares;
    lead.mean = (trust * estimate + precision * mean) / (trust + precision);
    lead.error = 1 / sqrtf(trust + precision);
    return lead;
}

/* True if no card of another seat is known, except those that the taker of the leftover got: an
   exchange shows two, and with two packs a card that was taken may not be the one that was played. */
static int has_simple_worlds(const Rules *r, const State *s) {
    return s->phase == IN_PLAY && s->ex_winner < 0 && (s->taker < 0 || r->packs == 1);
}

/* A possible deal as a seat sees it: all cards that it has not seen are dealt again. Returns whether
   there is no other one. */
static int deal_world(const Rules *r, const State *s, int seat, u64 *rng, State *world) {
    u8 cards[MOST_CARDS];
    Set unseen = without(all_cards(r), together(s->hands[seat], s->played)), known = NONE;
    int at = 0, unknown = 0;
    if (r->leftover_exposed && s->taker >= 0 && s->taker != seat) known.a = s->leftover.a & unseen.a;
    int n = cards_in(without(unseen, known), cards);
    shuffle(cards, n, rng);
    *world = *s;
    for (int other = 0; other < r->players; other++) {
        if (other == seat) continue;
        Set hand = other == s->taker ? known : NONE;
        int needed = count(s->hands[other]) - count(hand);
        for (int i = 0; i < needed; i++) hand = together(hand, one(cards[at++]));
        world->hands[other] = hand;
        unknown += needed > 0;
    }
    memcpy(world->stock, cards + at, s->stocked);
    world->rng = next_random(rng);
    /* A guard's breach says which is its highest card. */
    world->breach_guard = -1;
    return unknown <= 1 && at == n;
}

/* The weights of games.bots.search.likelihood, in the order of its SHAPES; all 0 until they are set. */
static struct {
    float singles[4][13][2], pairs[3][13][2], fives[4][5], led_singles[3][5],
        pairs_after_singles[3][5], led_pairs[3][5], pairs_after_pairs[3][5];
} likely;

int club_likelihood(const float *weights, int n) {
    if (n != sizeof likely / sizeof(float)) return 0;
    memcpy(&likely, weights, sizeof likely);
    return 1;
}

static inline int at_most(int n, int most) { return n < most ? n : most; }

/* The logarithm of how likely a hand is after what its player has shown, up to a constant. */
static float likelihood(Set hand, const Signs *shown) {
    int triples = 0, pairs = 0, fours = 0, has_flush = 0;
    u32 held = 0;
    float sum = 0;
    if (empty(hand)) return 0;
    for (int rank = 0; rank < 13; rank++) {
        int n = count(of_ranks(hand, rank_mask(rank)));
        if (!n) continue;
        held |= 1 << rank;
        pairs += n >= 2;
        triples += n >= 3;
        fours += n >= 4;
        sum += likely.singles[at_most(shown->declined[0][rank], 3)][rank][n >= 2];
        if (n >= 2) sum += likely.pairs[at_most(shown->declined[1][rank], 2)][rank][n >= 3];
    }
    for (int suit = 0; suit < 4; suit++)
        has_flush |= __builtin_popcountll(hand.a & DIAMONDS << suit) >= 5;
    int has_straight = (held & held >> 1 & held >> 2 & held >> 3 & held >> 4) != 0;
    int shape = fours ? 4 : triples && pairs >= 2 ? 3 : has_flush ? 2 : has_straight;
    int singles_led = at_most(shown->led[0], 2), pairs_led = at_most(shown->led[1], 2);
    pairs = at_most(pairs, 4);
    return sum + likely.fives[shown->passed_five][shape] + likely.led_singles[singles_led][shape] +
           likely.pairs_after_singles[singles_led][pairs] + likely.led_pairs[pairs_led][shape] +
           likely.pairs_after_pairs[pairs_led][pairs];
}

static float likelihood_of_deal(const Rules *r, const State *s, int seat) {
    float sum = 0;
    for (int other = 0; other < r->players; other++)
        if (other != seat) sum += likelihood(s->hands[other], &s->shown[other]);
    return sum;
}

/* Possible deals as a seat sees them, likely ones more often; the only one just once. Returns how
   many. */
static int deal_worlds(const Rules *r, const State *s, int seat, int wanted, u64 *rng, State *worlds,
                       int *is_only_one) {
    static __thread State dealt;
    u64 starts[DEALS_FOR_EACH * WORLDS_AT_ONCE];
    float chances[DEALS_FOR_EACH * WORLDS_AT_ONCE], most = -1e30f, sum = 0, upto = 0;
    int deals = s->twos_low ? wanted : wanted * DEALS_FOR_EACH, at = -1;
    for (int i = 0; i < deals; i++) {
        u64 start = starts[i] = next_random(rng);
        *is_only_one = deal_world(r, s, seat, &start, &dealt);
        if (*is_only_one) { worlds[0] = dealt; return 1; }
        chances[i] = s->twos_low ? 0 : likelihood_of_deal(r, &dealt, seat);
        most = fmaxf(most, chances[i]);
    }
    for (int i = 0; i < deals; i++) sum += chances[i] = expf(chances[i] - most);
    float offset = (next_random(rng) >> 40) * 0x1p-24f;
    for (int i = 0; i < wanted; i++) {
        while (at < deals - 1 && upto <= (i + offset) / wanted * sum) upto += chances[++at];
        u64 start = starts[at];
        deal_world(r, s, seat, &start, &worlds[i]);
    }
    return wanted;
}

static void do_act(const Rules *r, State *s, const Act *act) {
    if (act->type == ACT_PLAY) do_play(r, s, s->turn, act->c);
    else if (act->type == ACT_PASS) do_pass(r, s);
    else do_give(r, s, act->card);
}

/* What a deal is worth to a seat if the network plays it on: to its end, or until the seat has
   decided some times and decides again. */
static float play_out(const float *p, const Rules *r, State *s, int seat, int own_decisions,
                      u64 *rng, int *decisions) {
    static __thread On chosen;
    Act acts[MOST_ACTS];
    float values[MOST_ACTS];
    int own = 0;
    for (int steps = 0; s->phase != IS_OVER && steps < MOST_PLAYOUT_ACTIONS; steps++) {
        legal_plays(r, s, &found);
        int n = acts_of(&found, may_pass(r, s, &found), acts, rng), best = 0;
        if (n > 1) {
            Look k = look(r, s, s->turn);
            best = decide(p, &k, acts, n, values, &chosen);
            ++*decisions;
            if (s->turn == seat && own++ == own_decisions) return values[best];
        }
        do_act(r, s, &acts[best]);
    }
    return s->phase == IS_OVER ? (float)s->net[seat] * 16 / r->scale16 : 0;
}

/* True if two actions use the same ranks, and as many cards of each. */
static int is_alike(const Act *one, const Act *other) {
    if (one->type != ACT_PLAY || other->type != ACT_PLAY) return 0;
    Set x = one->c.cards, y = other->c.cards;
    for (int rank = 0; rank < 13; rank++)
        if (count(of_ranks(x, rank_mask(rank))) != count(of_ranks(y, rank_mask(rank)))) return 0;
    return 1;
}

/* Finds the actions that the network values most; returns how many. */
static int candidates(const Act *acts, const float *values, int n, Compared *compared) {
    int many = 0;
    float most = -1e30f;
    for (int i = 0; i < n; i++) most = fmaxf(most, values[i]);
    while (many < MOST_COMPARED) {
        int best = -1;
        for (int i = 0; i < n; i++) {
            int fits = values[i] >= most - MARGIN && (best < 0 || values[i] > values[best]);
            for (int j = 0; j < many; j++)
                fits &= i != compared[j].act && !is_alike(&acts[i], &acts[compared[j].act]);
            if (fits) best = i;
        }
        if (best < 0) break;
        compared[many].act = best;
        compared[many].worlds = 0;
        compared[many++].estimate = values[best];
    }
    return many;
}

/* Compares the best actions of the seat to act, given the network's values; returns how many it
   compared: with one there is nothing to compare, otherwise the best one comes first. */
static int search(const float *p, const Rules *r, const State *s, const Act *acts,
                  const float *values, int n, int most_decisions, u64 *rng, Compared *compared) {
    static __thread State worlds[WORLDS_AT_ONCE], after;
    int left[MOST_COMPARED], many = candidates(acts, values, n, compared), lefts = many, best = 0;
    int decisions = 0, is_only_one = 0, wanted = WORLDS_AT_ONCE;
    for (int i = 0; i < many; i++) left[i] = i;
    while (lefts > 1 && compared[best].worlds + WORLDS_AT_ONCE <= MOST_WORLDS) {
        int before = decisions, kept = 0;
        int dealt = deal_worlds(r, s, s->turn, wanted, rng, worlds, &is_only_one);
        for (int i = 0; i < lefts; i++)
            for (int j = 0; j < dealt; j++) {
                Compared *each = &compared[left[i]];
                after = worlds[j];
                do_act(r, &after, &acts[each->act]);
                each->values[each->worlds++] =
                    play_out(p, r, &after, s->turn, OWN_DECISIONS, rng, &decisions);
            }
        Lead leads[MOST_COMPARED], highest = {-1e30f, 0};
        for (int i = 0; i < lefts; i++) {
            leads[i] = lead_over(&compared[left[i]], &compared[left[0]]);
            if (leads[i].mean > highest.mean) { highest = leads[i]; best = left[i]; }
        }
        int spent = decisions - before;
        if (is_only_one || !spent) break;
        float for_each = (float)spent / dealt / lefts;
        for (int i = 0; i < lefts; i++)
            if (highest.mean - leads[i].mean <= CLEAR * fmaxf(highest.error, leads[i].error))
                left[kept++] = left[i];
        lefts = kept;
        wanted = at_most((most_decisions - decisions) / for_each / lefts, WORLDS_AT_ONCE);
        if (wanted < FEWEST_WORLDS) break;
    }
    Compared swapped = compared[0];
    compared[0] = compared[best];
    compared[best] = swapped;
    return many;
}

/* Plays the best actions of the seat to act on to the end of the deal as it is; returns how many.
   A network that doesn't see the hidden cards learns the mean over deals in which others played as
   they did. The worlds of a search and its short playouts are off in ways that a network learns,
   too: they forget what others gave away by their plays, and take the most of estimates. */
static int compare_in_deal(const float *p, const Rules *r, const State *s, const Act *acts,
                           const float *values, int n, u64 *rng, Compared *compared) {
    static __thread State after;
    int many = candidates(acts, values, n, compared), decisions = 0;
    for (int i = 0; many > 1 && i < many; i++) {
        after = *s;
        do_act(r, &after, &acts[compared[i].act]);
        compared[i].values[compared[i].worlds++] =
            play_out(p, r, &after, s->turn, MOST_PLAYOUT_ACTIONS, rng, &decisions);
    }
    return many;
}
