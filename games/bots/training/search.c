/* The search of games/bots/search in C: it plays the network's best actions on in possible deals,
   and compares them. Names and numbers follow that package, with two differences: nothing is read
   out to the end, and of plays that use the same ranks only the network's best is compared.

   In training the actions are compared in the deal as it is (compare_in_deal). */

#include "network.c"

#define MOST_COMPARED 4
#define MARGIN 0.3f
#define OWN_DECISIONS 1
#define WORLDS_AT_ONCE 8
#define MOST_WORLDS 512
#define NETWORK_ERROR 0.14f
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
    int decisions = 0, is_only_one = 0;
    for (int i = 0; i < many; i++) left[i] = i;
    while (lefts > 1 && compared[best].worlds + WORLDS_AT_ONCE <= MOST_WORLDS) {
        int before = decisions, dealt = 0, kept = 0;
        while (dealt < WORLDS_AT_ONCE && !is_only_one)
            is_only_one = deal_world(r, s, s->turn, rng, &worlds[dealt++]);
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
        if (is_only_one || !spent || decisions + spent > most_decisions) break;
        for (int i = 0; i < lefts; i++)
            if (highest.mean - leads[i].mean <= CLEAR * fmaxf(highest.error, leads[i].error))
                left[kept++] = left[i];
        lefts = kept;
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
