/* The rules of Big Two for self-play: every option that changes play or the result of a deal.

   A card is 4 * rank + strength of its suit, so with twos on top its number is its strength. A set
   of cards has one word for the first copy of each card and one for the second. Names follow
   games.rules, against which this is proven in lockstep (tests/games/bots/training). */

#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

#define MOST_PLAYERS 8
#define MOST_CARDS 104
#define MOST_PLAYS 32768
#define MOST_SPECIALS 128
#define MOST_SEQUENCES 12
#define MOST_RECYCLES 30
#define TIER_BITS 58
#define TWO 12

typedef struct { u64 a, b; } Set;

enum { SINGLE, PAIR, TRIPLE, TWO_PAIRS, BARE_FOUR, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
       STRAIGHT_FLUSH, STRAIGHT_FLUSH_PLUS_TWO, FIVE_OF_A_KIND, KINDS };
enum { IN_EXCHANGE, IN_PLAY, IS_OVER };
enum { OUT, DRAGON, NOBODY_LEADS };
enum { MAY_RETURN, LOCKED, ONE_PASS_ENDS };
enum { NO_GUARD, ENFORCED, PAYS_ALL, PAYS_ALL_IF_PREVENTABLE, DEALS_NEXT };
enum { ANY_LAST, NOT_TOP_CARD, NOT_SINGLE_TWO, NOT_SINGLE_OR_PAIR_OF_TWOS };
enum { BY_SUIT, BY_TOP_CARD, BY_ALL_CARDS };
enum { STANDARD, ROYAL_OVER_QUADS, QUADS_TOP };
enum { CARDS_LEFT, WINNER_POINT, DEUCES, PLACEMENT, INDONESIAN };
enum { DIFFERENCE, WINNER_TAKES, COUNT_DIFFERENCE, LOSER_PAYS, POINTS };
enum { UNUSED, LOWEST_HOLDER, STOCK };
enum { LOWEST_CARD_LEADS, WINNER_LEADS, LOSER_LEADS };

/* All 32-bit, in the order of games.bots.training.library.Rules. */
typedef struct {
    int32_t players, packs, hand_size, leftover, leftover_exposed, draw, recycle, direction, opening_leader,
        round_length, opening_includes_lowest, dragon_wins, exchange;
    int32_t triples, two_pairs, flushes, with_fifth, with_bare_four, seven, flush_order,
        five_card_order, cross_kind, honours_beat_any, may_cut_in, bomb_demotes_twos;
    int32_t passing, top_two_ends_trick, guard, going_out, must_beat, play_on;
    int32_t scoring, unplayed, only_starter, double_per_two, twos_last_double, bomb_doubles,
        loss_cap, payment;
    int32_t card_values[13];
    int32_t factors[MOST_CARDS + 1];
    int32_t placement_points[MOST_PLAYERS];
    int32_t sequences;
    int32_t masks[MOST_SEQUENCES], places[MOST_SEQUENCES], deciders[MOST_SEQUENCES],
        lasts[MOST_SEQUENCES], royals[MOST_SEQUENCES];
    /* For the inputs of the network. */
    int32_t scale16, mean_value16, options;
    int32_t option_inputs[64];
} Rules;

typedef struct { Set cards; u64 key; u8 kind, size, rank, top; } Combination;

typedef struct { u8 seat, kind, rank, last; } Special;

/* What a player has shown since drawing a card, as games.bots.search.likelihood.Signs has it. */
typedef struct { u8 declined[2][13], led[2], passed_five; } Signs;

typedef struct {
    Set hands[MOST_PLAYERS];
    Set leftover, played, trick_cards, last_play;
    Combination top;
    u64 rng;
    i64 points[MOST_PLAYERS], net[MOST_PLAYERS];
    int32_t phase, turn, owner, passes, locked, outs, out[MOST_PLAYERS], leader, must_include,
        taker, stocked, recycles, ex_loser, ex_winner, ex_given, active, starter, twos_low, bombs,
        breach_guard, breach_guarded, breach_highest, specials, step, number, dealer, has_top,
        prev_winner, prev_loser, given_order;
    int32_t ending, winner, loser, foul, draws;
    Special special[MOST_SPECIALS];
    u8 stock[MOST_CARDS];
    u8 order[MOST_CARDS]; /* of the next reshuffled stock, if given_order is its length */
    u16 passed[MOST_PLAYERS][3]; /* by ranks of singles, of pairs, and by kinds of five cards */
    Signs shown[MOST_PLAYERS];
    int8_t last_player; /* who made the last play, or -1 */
    u8 last_size, last_rank, last_kind;
} State;

/* ------------------------------------------------------------------ sets */

static const Set NONE = {0, 0};
#define DIAMONDS 0x1111111111111ULL
#define TWOS (15ULL << 48)

static inline int count(Set s) { return __builtin_popcountll(s.a) + __builtin_popcountll(s.b); }
static inline int empty(Set s) { return !s.a; }
static inline int equal(Set x, Set y) { return x.a == y.a && x.b == y.b; }
static inline Set one(int card) { Set s = {1ULL << card, 0}; return s; }
static inline Set together(Set x, Set y) {
    Set s = {x.a | y.a, x.b | y.b | (x.a & y.a)};
    return s;
}
static inline Set without(Set x, Set y) {
    /* The counts of a card are 0 to 2; subtract them. */
    u64 once = x.a ^ x.b, gone_once = y.a ^ y.b, gone_twice = y.b;
    Set s;
    s.b = x.b & ~y.a;
    s.a = (x.b & ~gone_twice) | (once & ~gone_once & ~gone_twice);
    return s;
}
static inline Set of_ranks(Set s, u64 mask) { Set m = {s.a & mask, s.b & mask}; return m; }
static inline u64 rank_mask(int rank) { return 15ULL << 4 * rank; }
static inline u64 ranks_held(u64 a) { return (a | a >> 1 | a >> 2 | a >> 3) & DIAMONDS; }
static inline int strength(int card, int low) {
    return !low ? card : card < 48 ? card + 4 : card - 48;
}
static inline int rank_strength(int rank, int low) { return !low ? rank : rank == TWO ? 0 : rank + 1; }
static inline int highest(Set s, int low) {
    u64 a = low && (s.a & ~TWOS) ? s.a & ~TWOS : s.a;
    return 63 - __builtin_clzll(a);
}
static inline int lowest(Set s) { return __builtin_ctzll(s.a); }
static inline int top_card(int low) { return low ? 47 : 51; }

/* ------------------------------------------------------------------ subsets of one rank */

/* For the held cards of one rank (first and second copies) every subset by size, 1 to 5. */
typedef struct { u8 n; u8 a[19], b[19]; } Subsets;
static Subsets subsets_of[6][16][16];
static int is_prepared;

static void prepare(void) {
    if (is_prepared) return;
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) {
            if (b & ~a) continue;
            for (int x = 0; x < 16; x++)
                for (int y = 0; y < 16; y++) {
                    if ((x & ~a) || (y & ~b) || (y & ~x)) continue;
                    int size = __builtin_popcount(x) + __builtin_popcount(y);
                    if (size < 1 || size > 5) continue;
                    Subsets *found = &subsets_of[size][a][b];
                    found->a[found->n] = x;
                    found->b[found->n++] = y;
                }
        }
    is_prepared = 1;
}
static inline const Subsets *subsets(Set s, int rank, int size) {
    return &subsets_of[size][s.a >> 4 * rank & 15][s.b >> 4 * rank & 15];
}
static inline Set nth(const Subsets *found, int i, int rank) {
    Set s = {(u64)found->a[i] << 4 * rank, (u64)found->b[i] << 4 * rank};
    return s;
}

/* ------------------------------------------------------------------ combinations */

static inline int is_honour(int kind) { return kind >= FOUR_OF_A_KIND; }
static inline int is_demoting(int kind) {
    return kind == FOUR_OF_A_KIND || kind == BARE_FOUR || kind == FIVE_OF_A_KIND;
}
static inline int is_special(int kind) { return is_honour(kind) || is_demoting(kind); }

static u64 base_of(const Rules *r, int kind) {
    u64 tier = 0;
    switch (kind) {
    case BARE_FOUR: case STRAIGHT: tier = 1; break;
    case FLUSH: tier = 2; break;
    case FULL_HOUSE: tier = 3; break;
    case FOUR_OF_A_KIND: tier = r->five_card_order == STANDARD ? 4 : 5; break;
    case STRAIGHT_FLUSH: tier = r->five_card_order == STANDARD ? 5 : 4; break;
    case FIVE_OF_A_KIND: tier = 7; break;
    case STRAIGHT_FLUSH_PLUS_TWO: tier = 8; break;
    }
    /* 8 << 58 is 2^61. */
    return tier << TIER_BITS;
}

static inline int top_of_rank(Set s, int rank) {
    return 4 * rank + 31 - __builtin_clz((u32)(s.a >> 4 * rank & 15));
}

static Combination of_one_rank(const Rules *r, int low, int kind, Set cards, int rank, int size) {
    Combination c = {cards, 0, kind, size, rank, top_of_rank(cards, rank)};
    c.key = base_of(r, kind) + (size <= 2 ? strength(c.top, low) : rank_strength(rank, low));
    return c;
}
static Combination of_two_ranks(const Rules *r, int low, int kind, Set cards, int rank) {
    Combination c = {cards, base_of(r, kind) + rank_strength(rank, low), kind, 5, rank,
                     top_of_rank(cards, rank)};
    return c;
}
static Combination of_two_pairs(int low, Set cards) {
    int top = highest(cards, low);
    Combination c = {cards, strength(top, low), TWO_PAIRS, 4, top >> 2, top};
    return c;
}
static Combination of_straight(const Rules *r, Set cards, int sequence) {
    int top = top_of_rank(cards, r->deciders[sequence]);
    Combination c = {cards, base_of(r, STRAIGHT) + 4 * r->places[sequence] + (top & 3), STRAIGHT, 5,
                     r->lasts[sequence], top};
    return c;
}
static Combination of_flush(const Rules *r, int low, Set cards, int suit) {
    int top = highest(cards, low);
    u64 ranks = (cards.a >> suit & DIAMONDS) + (cards.b >> suit & DIAMONDS);
    u64 key;
    if (low) {
        u64 twos = ranks >> 48;
        ranks = (ranks ^ twos << 48) << 4 | twos;
    }
    int highest_rank = (63 - __builtin_clzll(ranks)) >> 2;
    if (r->flush_order == BY_ALL_CARDS) key = (ranks << 2) + suit;
    else if (r->flush_order == BY_TOP_CARD) key = 4 * highest_rank + suit;
    else key = 13 * suit + highest_rank;
    Combination c = {cards, base_of(r, FLUSH) + key, FLUSH, 5, top >> 2, top};
    return c;
}
static Combination of_straight_flush(const Rules *r, Set cards, int sequence, int suit, int plus) {
    int kind = plus ? STRAIGHT_FLUSH_PLUS_TWO : STRAIGHT_FLUSH;
    u64 base = base_of(r, kind);
    if (!plus && r->royals[sequence] && r->five_card_order == ROYAL_OVER_QUADS)
        base = 6ULL << TIER_BITS;
    Combination c = {cards, base + 4 * r->places[sequence] + suit, kind, plus ? 7 : 5,
                     r->lasts[sequence], 4 * r->deciders[sequence] + suit};
    return c;
}

static inline u64 mask_of(const Rules *r, int sequence) {
    u64 mask = 0;
    for (int m = r->masks[sequence]; m; m &= m - 1) mask |= 1ULL << 4 * __builtin_ctz(m);
    return mask;
}

/* The best straight flush in seven cards. */
static int best_of_seven(const Rules *r, Set cards, Combination *best) {
    int found = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int q = 0; q < r->sequences; q++) {
            u64 mask = mask_of(r, q);
            if ((cards.a >> suit & mask) != mask) continue;
            Combination c = of_straight_flush(r, cards, q, suit, 1);
            if (!found || c.key > best->key) *best = c;
            found = 1;
        }
    return found;
}

static int beats(const Rules *r, const Combination *play, const Combination *over) {
    if (play->kind == over->kind) return play->key > over->key;
    if (is_honour(play->kind)) {
        if (r->honours_beat_any) return !is_honour(over->kind) || play->key > over->key;
    } else if (!r->cross_kind && play->kind != BARE_FOUR) return 0;
    return play->size == over->size && play->key > over->key;
}

/* ------------------------------------------------------------------ plays of a hand */

typedef struct { int n, overflow; Combination at[MOST_PLAYS]; } Plays;

typedef struct {
    const Rules *r;
    int low;
    const Combination *over;
    Plays *plays;
} Search;

static inline void add(Search *s, Combination c) {
    if (s->over && !beats(s->r, &c, s->over)) return;
    if (s->plays->n == MOST_PLAYS) { s->plays->overflow = 1; return; }
    s->plays->at[s->plays->n++] = c;
}

static void add_of_one_rank(Search *s, Set hand, int size, int kind) {
    for (int rank = 0; rank < 13; rank++) {
        const Subsets *found = subsets(hand, rank, size);
        for (int i = 0; i < found->n; i++)
            add(s, of_one_rank(s->r, s->low, kind, nth(found, i, rank), rank, size));
    }
}

static void add_two_pairs(Search *s, Set hand) {
    for (int high = 1; high < 13; high++) {
        const Subsets *highs = subsets(hand, high, 2);
        for (int other = 0; highs->n && other < high; other++) {
            const Subsets *others = subsets(hand, other, 2);
            for (int i = 0; i < highs->n; i++)
                for (int j = 0; j < others->n; j++)
                    add(s, of_two_pairs(s->low, together(nth(highs, i, high), nth(others, j, other))));
        }
    }
}

static void add_straights(Search *s, Set hand) {
    u64 ranks = ranks_held(hand.a);
    for (int q = 0; q < s->r->sequences; q++) {
        u64 mask = mask_of(s->r, q);
        if ((ranks & mask) != mask) continue;
        int held[5], rank[5], k = 0;
        for (int m = s->r->masks[q]; m; m &= m - 1, k++) {
            rank[k] = __builtin_ctz(m);
            held[k] = hand.a >> 4 * rank[k] & 15;
        }
        for (int a = held[0]; a; a &= a - 1)
            for (int b = held[1]; b; b &= b - 1)
                for (int c = held[2]; c; c &= c - 1)
                    for (int d = held[3]; d; d &= d - 1)
                        for (int e = held[4]; e; e &= e - 1) {
                            int x = a & -a, same = (x == (b & -b)) & (x == (c & -c)) &
                                                   (x == (d & -d)) & (x == (e & -e));
                            if (same) continue;
                            Set cards = {(u64)x << 4 * rank[0] | (u64)(b & -b) << 4 * rank[1] |
                                             (u64)(c & -c) << 4 * rank[2] | (u64)(d & -d) << 4 * rank[3] |
                                             (u64)(e & -e) << 4 * rank[4], 0};
                            add(s, of_straight(s->r, cards, q));
                        }
    }
}

static int is_sequence(const Rules *r, u64 diamonds) {
    for (int q = 0; q < r->sequences; q++)
        if (mask_of(r, q) == diamonds) return 1;
    return 0;
}

static void add_flushes_of(Search *s, u64 a, u64 b, Set taken, int missing, int suit) {
    if (!missing) {
        if (!taken.b && is_sequence(s->r, taken.a >> suit)) return;
        add(s, of_flush(s->r, s->low, taken, suit));
        return;
    }
    if (__builtin_popcountll(a) + __builtin_popcountll(b) < missing) return;
    u64 bit = a & -a, twice = b & bit;
    add_flushes_of(s, a ^ bit, b & ~bit, taken, missing, suit);
    Set with = {taken.a | bit, taken.b};
    add_flushes_of(s, a ^ bit, b & ~bit, with, missing - 1, suit);
    if (twice && missing > 1) {
        Set both = {taken.a | bit, taken.b | bit};
        add_flushes_of(s, a ^ bit, b & ~bit, both, missing - 2, suit);
    }
}

static void add_flushes(Search *s, Set hand) {
    for (int suit = 0; suit < 4; suit++) {
        u64 mask = DIAMONDS << suit;
        if (count(of_ranks(hand, mask)) >= 5)
            add_flushes_of(s, hand.a & mask, hand.b & mask, NONE, 5, suit);
    }
}

static void add_full_houses(Search *s, Set hand) {
    for (int rank = 0; rank < 13; rank++) {
        const Subsets *threes = subsets(hand, rank, 3);
        if (!threes->n) continue;
        if (s->over && s->over->kind == FULL_HOUSE &&
            rank_strength(rank, s->low) <= rank_strength(s->over->rank, s->low)) continue;
        for (int other = 0; other < 13; other++) {
            if (other == rank) continue;
            const Subsets *twos = subsets(hand, other, 2);
            for (int i = 0; i < threes->n; i++)
                for (int j = 0; j < twos->n; j++)
                    add(s, of_two_ranks(s->r, s->low, FULL_HOUSE,
                                        together(nth(threes, i, rank), nth(twos, j, other)), rank));
        }
    }
}

static void add_fours_and_fives(Search *s, Set hand) {
    for (int rank = 0; rank < 13; rank++) {
        const Subsets *fours = subsets(hand, rank, 4);
        if (!fours->n) continue;
        u64 others = hand.a & ~rank_mask(rank);
        for (int i = 0; i < fours->n; i++)
            for (u64 m = others; m; m &= m - 1) {
                Set fifth = {m & -m, 0};
                add(s, of_two_ranks(s->r, s->low, FOUR_OF_A_KIND,
                                    together(nth(fours, i, rank), fifth), rank));
            }
    }
    add_of_one_rank(s, hand, 5, FIVE_OF_A_KIND);
}

static void add_straight_flushes(Search *s, Set hand) {
    int before = s->plays->n;
    for (int suit = 0; suit < 4; suit++) {
        u64 held = hand.a >> suit & DIAMONDS;
        if (__builtin_popcountll(held) < 5) continue;
        for (int q = 0; q < s->r->sequences; q++) {
            u64 mask = mask_of(s->r, q);
            if ((held & mask) != mask) continue;
            Set five = {mask << suit, 0};
            if (!s->r->seven) {
                add(s, of_straight_flush(s->r, five, q, suit, 0));
                continue;
            }
            Set rest = without(hand, five);
            for (u64 m = rest.a; m; m &= m - 1) {
                Set x = {m & -m, 0};
                /* The second of the two: a later card, or the other copy of the first. */
                u64 later = (m & (m - 1)) | (rest.b & x.a);
                for (; later; later &= later - 1) {
                    Set y = {later & -later, 0}, cards = together(five, together(x, y));
                    int known = 0;
                    for (int i = before; i < s->plays->n && !known; i++)
                        known = equal(s->plays->at[i].cards, cards);
                    Combination best;
                    if (!known && best_of_seven(s->r, cards, &best)) add(s, best);
                }
            }
        }
    }
}

static void honours(Search *s, Set hand) {
    if (s->r->with_fifth) add_fours_and_fives(s, hand);
    add_straight_flushes(s, hand);
}

/* Every combination of a hand, or those that beat s->over. */
static void plays_of(Search *s, Set hand) {
    const Rules *r = s->r;
    const Combination *over = s->over;
    int size = over ? over->size : 0, kind = over ? over->kind : -1;
    if (!over || kind == SINGLE) add_of_one_rank(s, hand, 1, SINGLE);
    if (!over || kind == PAIR) add_of_one_rank(s, hand, 2, PAIR);
    if (r->triples && (!over || kind == TRIPLE)) add_of_one_rank(s, hand, 3, TRIPLE);
    if (r->two_pairs && (!over || kind == TWO_PAIRS)) add_two_pairs(s, hand);
    if (r->with_bare_four && (!over || size == 4)) add_of_one_rank(s, hand, 4, BARE_FOUR);
    if (!over || kind == STRAIGHT) add_straights(s, hand);
    if (r->flushes && (!over || kind == FLUSH || (r->cross_kind && kind == STRAIGHT)))
        add_flushes(s, hand);
    if (!over || kind == FULL_HOUSE || (r->cross_kind && (kind == STRAIGHT || kind == FLUSH)))
        add_full_houses(s, hand);
    if (!over || size >= 5 || r->honours_beat_any) honours(s, hand);
}

static int forbidden_last(const Rules *r, int low, Set cards) {
    if (r->going_out == ANY_LAST) return 0;
    if (r->going_out == NOT_TOP_CARD) return equal(cards, one(top_card(low)));
    if (cards.a & ~TWOS) return 0;
    return count(cards) <= (r->going_out == NOT_SINGLE_TWO ? 1 : 2);
}

/* ------------------------------------------------------------------ turns */

static int next_in(const Rules *r, const State *s, int seat, int locked) {
    int n = r->players;
    for (int other = (seat + s->step + n) % n; other != seat; other = (other + s->step + n) % n)
        if (!empty(s->hands[other]) && !(locked >> other & 1)) return other;
    return -1;
}

static int with_cards(const Rules *r, const State *s) {
    int n = 0;
    for (int seat = 0; seat < r->players; seat++) n += !empty(s->hands[seat]);
    return n;
}

/* The duty of the seat to act: its highest card, or -1. */
static int duty(const Rules *r, const State *s, int *guarded, int *may_pass) {
    int seat = s->turn;
    if (r->guard == NO_GUARD || seat < 0 || s->must_include >= 0) return -1;
    if (s->has_top && (seat == s->owner || s->top.size != 1)) return -1;
    int next = next_in(r, s, seat, s->locked);
    if (next < 0 || count(s->hands[next]) != 1) return -1;
    Set hand = s->hands[seat];
    int high = highest(hand, s->twos_low);
    *guarded = next;
    *may_pass = !s->has_top || strength(high, s->twos_low) <= (int)s->top.key ||
                (equal(hand, one(high)) && forbidden_last(r, s->twos_low, hand));
    return high;
}

static void legal_plays(const Rules *r, const State *s, Plays *plays) {
    plays->n = plays->overflow = 0;
    if (s->phase != IN_PLAY || s->turn < 0) return;
    Set hand = s->hands[s->turn];
    Search search = {r, s->twos_low, s->has_top ? &s->top : 0, plays};
    plays_of(&search, hand);
    int guarded, may_pass, high = r->guard == ENFORCED ? duty(r, s, &guarded, &may_pass) : -1;
    int kept = 0;
    for (int i = 0; i < plays->n; i++) {
        Combination *c = &plays->at[i];
        if (s->must_include >= 0 && !(c->cards.a >> s->must_include & 1)) continue;
        if (r->going_out && equal(c->cards, hand) && forbidden_last(r, s->twos_low, hand)) continue;
        if (s->must_include < 0 && high >= 0 && c->size == 1 && c->top != high) continue;
        plays->at[kept++] = *c;
    }
    plays->n = kept;
}

static int may_cut_in_now(const Rules *r, const State *s, int seat) {
    return r->may_cut_in && s->phase == IN_PLAY && s->has_top && seat != s->turn &&
           seat != s->owner && !(s->locked >> seat & 1);
}

static void cut_ins(const Rules *r, const State *s, int seat, Plays *plays) {
    plays->n = plays->overflow = 0;
    if (!may_cut_in_now(r, s, seat)) return;
    Set hand = s->hands[seat];
    Search search = {r, s->twos_low, &s->top, plays};
    honours(&search, hand);
    int kept = 0;
    for (int i = 0; i < plays->n; i++)
        if (!equal(plays->at[i].cards, hand) || !forbidden_last(r, s->twos_low, hand))
            plays->at[kept++] = plays->at[i];
    plays->n = kept;
}

static int may_lead(const Rules *r, const State *s, int seat) {
    return count(s->hands[seat]) > 1 || !forbidden_last(r, s->twos_low, s->hands[seat]);
}

/* True if the seat to act may pass; `plays` are its legal plays. */
static int may_pass(const Rules *r, const State *s, const Plays *plays) {
    if (s->phase != IN_PLAY || s->turn < 0) return 0;
    if (!s->has_top) return !may_lead(r, s, s->turn);
    if (r->guard == ENFORCED) {
        int guarded, allowed = 1;
        if (duty(r, s, &guarded, &allowed) >= 0 && !allowed) return 0;
    }
    return !(r->must_beat && s->turn != s->owner && plays->n);
}

/* ------------------------------------------------------------------ scoring */

/* More than any real loss: bombs of a recycled stock can double losses without end. */
#define MOST_LOSS (1LL << 50)

static inline i64 doubled(i64 amount, int times) {
    return amount && (times > 50 || amount > MOST_LOSS >> times) ? MOST_LOSS : amount << times;
}

static i64 loss_of(const Rules *r, const State *s, int seat, Set cards, int twos_last) {
    int n = count(cards);
    i64 values = 0;
    for (int rank = 0; rank < 13; rank++)
        values += r->card_values[rank] * count(of_ranks(cards, rank_mask(rank)));
    int factor = !(s->active >> seat & 1) && r->unplayed ? r->unplayed
                 : r->only_starter && seat != s->starter ? 1 : r->factors[n];
    int doublings = twos_last + (r->bomb_doubles ? s->bombs : 0);
    if (r->double_per_two) doublings += count(of_ranks(cards, TWOS));
    i64 amount = doubled(values * factor, doublings);
    return r->loss_cap && amount > r->loss_cap ? r->loss_cap : amount;
}

static void differences(const Rules *r, State *s) {
    i64 sum = 0;
    for (int i = 0; i < r->players; i++) sum += s->points[i];
    for (int i = 0; i < r->players; i++) s->net[i] = r->players * s->points[i] - sum;
}

static void placement(const Rules *r, State *s) {
    int n = r->players, stayed = n - s->outs;
    for (int i = 0; i < s->outs; i++) s->points[s->out[i]] = r->placement_points[i];
    i64 total = 0;
    for (int i = s->outs; i < n; i++) total += r->placement_points[i];
    i64 share = stayed ? total / stayed : 0; /* C rounds towards zero, too */
    int is_first = 1;
    for (int seat = 0; seat < n; seat++) {
        int is_out = 0;
        for (int i = 0; i < s->outs; i++) is_out |= s->out[i] == seat;
        if (is_out) continue;
        if (stayed == 1) s->points[seat] = total;
        else if (r->payment != POINTS) s->points[seat] = 0;
        else s->points[seat] = is_first ? total - share * (stayed - 1) : share;
        is_first = 0;
    }
}

static int paying_loser(const Rules *r, const State *s, int guard_pays) {
    if (s->foul >= 0 && guard_pays) return s->foul;
    int best = -1, n = r->players;
    i64 most = -1;
    for (int away = 1; away < n; away++) {
        int seat = ((s->winner + s->step * away) % n + n) % n;
        Set cards = s->hands[seat];
        i64 key = ((i64)count(cards) * 100 + count(of_ranks(cards, TWOS))) * 100 +
                  (empty(cards) ? 0 : 1 + highest(cards, 0));
        if (key > most) { most = key; best = seat; }
    }
    return best;
}

static void score(const Rules *r, State *s) {
    int n = r->players, w = s->winner;
    int guard_pays = r->guard == PAYS_ALL || r->guard == PAYS_ALL_IF_PREVENTABLE;
    memset(s->points, 0, sizeof s->points);
    memset(s->net, 0, sizeof s->net);
    int counts_cards = r->scoring == CARDS_LEFT || r->scoring == INDONESIAN;
    int last_twos = count(of_ranks(s->last_play, TWOS));
    if (r->scoring == PLACEMENT) placement(r, s);
    else if (w < 0) return;
    else if (r->payment == COUNT_DIFFERENCE) {
        for (int i = 0; i < n; i++) s->points[i] = i == w ? 0 : -count(s->hands[i]);
    } else if (!counts_cards)
        s->points[w] = r->scoring == WINNER_POINT ? 1 : 1LL << last_twos;
    else {
        int twos_last = r->twos_last_double && s->last_play.a && !(s->last_play.a & ~TWOS);
        int payer = guard_pays ? s->foul : -1;
        i64 all = 0;
        for (int i = 0; i < n; i++) {
            if (i == w) continue;
            i64 loss = loss_of(r, s, i, s->hands[i], twos_last);
            if (payer < 0) s->points[i] -= loss;
            all += loss;
        }
        if (payer >= 0) s->points[payer] -= all;
        if (r->scoring == INDONESIAN) {
            s->points[w] += last_twos ? 10 * last_twos : 5;
            for (int i = 0; i < s->specials; i++) {
                Special x = s->special[i];
                int points = 40;
                if (x.kind == BARE_FOUR || x.kind == FOUR_OF_A_KIND) points = x.rank == TWO ? 80 : 20;
                if (x.kind == FIVE_OF_A_KIND) points = 80;
                s->points[x.seat] += points << x.last;
            }
        }
    }
    if (w < 0) return;
    if (r->payment == COUNT_DIFFERENCE) {
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                int d = (i == w ? 0 : count(s->hands[i])) - (j == w ? 0 : count(s->hands[j]));
                if (!d) continue;
                int payer = d > 0 ? i : j, payee = d > 0 ? j : i, by = d > 0 ? d : -d;
                s->net[payer] -= (i64)by * r->factors[by];
                s->net[payee] += (i64)by * r->factors[by];
            }
    } else if (r->payment == LOSER_PAYS) {
        s->net[paying_loser(r, s, guard_pays)] -= 1;
        s->net[w] += 1;
    } else if (r->payment == POINTS)
        memcpy(s->net, s->points, sizeof s->net);
    else if (r->payment == WINNER_TAKES && r->scoring == CARDS_LEFT) {
        for (int i = 0; i < n; i++) { s->net[i] += s->points[i]; s->net[w] -= s->points[i]; }
    } else differences(r, s);
}

/* ------------------------------------------------------------------ the end of a deal */

static __thread Plays scratch;

static int loser_of(const Rules *r, const State *s) {
    int n = r->players, best = -1, most = 0, tied = 0;
    for (int i = 0; i < n; i++)
        if (i != s->winner && count(s->hands[i]) > most) most = count(s->hands[i]);
    for (int i = 0; i < n; i++) tied += i != s->winner && count(s->hands[i]) == most;
    int best_size = 0;
    u64 best_key = 0;
    for (int away = 1; away < n; away++) {
        int seat = ((s->winner + s->step * away) % n + n) % n;
        if (count(s->hands[seat]) != most) continue;
        if (tied == 1 || !most) return seat;
        scratch.n = 0;
        Search search = {r, 0, 0, &scratch};
        plays_of(&search, s->hands[seat]);
        int size = 0;
        u64 key = 0;
        for (int i = 0; i < scratch.n; i++) {
            Combination *c = &scratch.at[i];
            if (c->size > size || (c->size == size && c->key > key)) { size = c->size; key = c->key; }
        }
        if (best < 0 || size < best_size || (size == best_size && key < best_key)) {
            best = seat; best_size = size; best_key = key;
        }
    }
    return best;
}

static void finish(const Rules *r, State *s, int ending, int foul) {
    s->winner = s->outs ? s->out[0] : -1;
    s->foul = foul;
    s->ending = ending;
    score(r, s);
    s->loser = s->winner < 0 ? -1 : loser_of(r, s);
    s->phase = IS_OVER;
    s->turn = s->must_include = s->breach_guard = -1;
}

static void finish_if_no_player_can_lead(const Rules *r, State *s) {
    if (r->going_out == ANY_LAST) return;
    for (int seat = 0; seat < r->players; seat++)
        if (!empty(s->hands[seat]) && may_lead(r, s, seat)) return;
    finish(r, s, NOBODY_LEADS, -1);
}

/* ------------------------------------------------------------------ actions */

static void next_trick(const Rules *r, State *s, int owner) {
    s->turn = !empty(s->hands[owner]) ? owner : next_in(r, s, owner, 0);
    s->has_top = 0;
    s->owner = -1;
    s->passes = s->locked = 0;
    s->trick_cards = NONE;
}

static void turn_after(const Rules *r, State *s, int seat) {
    int owner = s->owner, following = next_in(r, s, seat, s->locked), goes_on;
    if (following < 0) { goes_on = !empty(s->hands[owner]); following = owner; }
    else if (r->passing == LOCKED) goes_on = 1;
    else if (!empty(s->hands[owner])) goes_on = following != owner;
    else goes_on = s->passes < with_cards(r, s);
    if (goes_on) s->turn = following;
    else next_trick(r, s, owner);
}

/* True if a play (or, if null, a pass) of the seat to act breaks the guard's duty. */
static int breaks_duty(const Rules *r, const State *s, int seat, const Combination *c) {
    if (r->guard < PAYS_ALL || seat != s->turn) return 0;
    int guarded, allowed, high = duty(r, s, &guarded, &allowed);
    if (high < 0) return 0;
    return c ? c->kind == SINGLE && c->top != high : !allowed;
}

static void set_breach(const Rules *r, State *s, int seat, const Combination *c, int *breach) {
    int guarded = -1, allowed;
    if (!breaks_duty(r, s, seat, c)) return;
    breach[2] = duty(r, s, &guarded, &allowed);
    breach[0] = seat;
    breach[1] = guarded;
}

static Combination reclassified(const Rules *r, Combination c) {
    /* The play that demoted the twos is a four or five of a kind. */
    c.key = base_of(r, c.kind) + rank_strength(c.rank, 1);
    return c;
}

/* ------------------------------------------------------------------ what actions show */

static void decline(u8 *times, int from, int to) {
    for (int rank = from; rank < to; rank++) times[rank] += times[rank] < 255;
}

static void show_play(State *s, int seat, const Combination *c) {
    Signs *shown = &s->shown[seat];
    int leads = s->last_player < 0 || s->last_player == seat;
    if (c->size <= 2 && leads) shown->led[c->size - 1] += shown->led[c->size - 1] < 255;
    else if (c->size <= 2 && c->size == s->last_size)
        decline(shown->declined[c->size - 1], s->last_rank + 1, c->rank);
    s->last_player = seat;
    s->last_size = c->size;
    s->last_rank = c->rank;
    s->last_kind = c->kind;
}

static void show_pass(State *s, int seat) {
    Signs *shown = &s->shown[seat];
    if (s->last_size <= 2) decline(shown->declined[s->last_size - 1], s->last_rank + 1, 13);
    else if (s->last_size >= 5) {
        int kind = s->last_kind == STRAIGHT ? 1 : s->last_kind == FLUSH ? 2 : 3;
        if (!shown->passed_five || kind < shown->passed_five) shown->passed_five = kind;
    }
}

static void do_play(const Rules *r, State *s, int seat, Combination c) {
    show_play(s, seat, &c);
    int breach[3] = {-1, -1, -1}, foul = -1;
    set_breach(r, s, seat, &c, breach);
    if (s->breach_guard >= 0 && s->breach_guarded == seat && c.kind == SINGLE &&
        (r->guard != PAYS_ALL_IF_PREVENTABLE ||
         strength(s->breach_highest, s->twos_low) > strength(c.top, s->twos_low)))
        foul = s->breach_guard;
    int low_before = s->twos_low;
    s->hands[seat] = without(s->hands[seat], c.cards);
    int is_last = empty(s->hands[seat]);
    if (c.size >= 4 || s->specials) {
        if (s->has_top && is_special(s->top.kind) && s->specials) s->specials--;
        if (is_special(c.kind) && s->specials < MOST_SPECIALS) {
            Special x = {seat, c.kind, c.rank, is_last};
            s->special[s->specials++] = x;
        }
        s->bombs += is_honour(c.kind);
    }
    if (r->bomb_demotes_twos && is_demoting(c.kind)) s->twos_low = 1;
    s->played = together(s->played, c.cards);
    s->trick_cards = together(s->trick_cards, c.cards);
    s->active |= 1 << seat;
    if (s->starter < 0) s->starter = seat;
    s->must_include = -1;
    s->breach_guard = breach[0];
    s->breach_guarded = breach[1];
    s->breach_highest = breach[2];
    s->top = s->twos_low != low_before ? reclassified(r, c) : c;
    s->has_top = 1;
    s->owner = seat;
    s->passes = 0;
    if (r->top_two_ends_trick && c.size <= 2 && !r->honours_beat_any && c.top == top_card(low_before))
        next_trick(r, s, seat);
    else turn_after(r, s, seat);
    if (is_last) {
        if (!s->outs) s->last_play = c.cards;
        s->out[s->outs++] = seat;
        if (!r->play_on || with_cards(r, s) <= 1) { finish(r, s, OUT, foul); return; }
    }
    if (!s->has_top) finish_if_no_player_can_lead(r, s);
}

static u64 next_random(u64 *x) {
    u64 z = (*x += 0x9e3779b97f4a7c15ULL);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}
static inline u32 below(u64 *x, u32 n) { return (u32)((next_random(x) >> 32) * n >> 32); }

static int cards_in(Set s, u8 *cards) {
    int n = 0;
    for (u64 m = s.a; m; m &= m - 1) {
        int card = __builtin_ctzll(m);
        cards[n++] = card;
        if (s.b >> card & 1) cards[n++] = card;
    }
    return n;
}
static void shuffle(u8 *cards, int n, u64 *rng) {
    for (int last = n - 1; last > 0; last--) {
        int chosen = below(rng, last + 1);
        u8 swapped = cards[last];
        cards[last] = cards[chosen];
        cards[chosen] = swapped;
    }
}

static void take_from_stock(State *s, int seat, int n) {
    for (int i = 0; i < n; i++) s->hands[seat] = together(s->hands[seat], one(s->stock[i]));
    memmove(s->stock, s->stock + n, s->stocked - n);
    s->stocked -= n;
}

static void draw(const Rules *r, State *s, int seat, int size) {
    int needed = r->draw == 2 ? size : r->draw, drawn = s->draws;
    int now = needed < s->stocked ? needed : s->stocked;
    take_from_stock(s, seat, now);
    s->draws += now;
    needed -= now;
    if (needed && r->recycle && s->recycles < MOST_RECYCLES) {
        Set recycled = without(s->played, s->trick_cards);
        if (!empty(recycled)) {
            s->stocked = cards_in(recycled, s->stock);
            if (s->given_order == s->stocked) memcpy(s->stock, s->order, s->stocked);
            else shuffle(s->stock, s->stocked, &s->rng);
            s->played = s->trick_cards;
            s->recycles++;
            now = needed < s->stocked ? needed : s->stocked;
            take_from_stock(s, seat, now);
            s->draws += now;
        }
    }
    if (s->draws > drawn) {
        memset(s->passed[seat], 0, sizeof s->passed[seat]);
        memset(&s->shown[seat], 0, sizeof s->shown[seat]);
    }
}

static void do_pass(const Rules *r, State *s) {
    int seat = s->turn, breach[3] = {-1, -1, -1};
    set_breach(r, s, seat, 0, breach);
    if (!s->has_top) {
        s->turn = next_in(r, s, seat, 0);
        s->must_include = s->breach_guard = -1;
        return;
    }
    if (seat == s->owner) {
        s->breach_guard = -1;
        next_trick(r, s, seat);
        finish_if_no_player_can_lead(r, s);
        return;
    }
    show_pass(s, seat);
    if (s->top.size == 1) s->passed[seat][0] |= 1 << s->top.rank;
    else if (s->top.kind == PAIR) s->passed[seat][1] |= 1 << s->top.rank;
    else if (s->top.size >= 5) s->passed[seat][2] |= 1 << (s->top.kind - STRAIGHT);
    if (s->stocked || r->recycle) draw(r, s, seat, s->top.size);
    s->breach_guard = breach[0];
    s->breach_guarded = breach[1];
    s->breach_highest = breach[2];
    if (r->passing == ONE_PASS_ENDS) next_trick(r, s, s->owner);
    else {
        s->passes++;
        s->locked = r->passing == LOCKED ? s->locked | 1 << seat : 0;
        turn_after(r, s, seat);
    }
    if (!s->has_top) finish_if_no_player_can_lead(r, s);
}

/* ------------------------------------------------------------------ start */

static int opens_round(const Rules *r, int number) {
    return r->round_length > 0 && (number - 1) % r->round_length == 0;
}

static int holder(const Rules *r, const State *s, int card) {
    int n = r->players;
    for (int away = 1; away <= n; away++) {
        int seat = ((s->dealer + s->step * away) % n + n) % n;
        if (s->hands[seat].a >> card & 1) return seat;
    }
    return -1;
}

static void open_deal(const Rules *r, State *s) {
    int n = r->players;
    Set all = NONE;
    for (int i = 0; i < n; i++) all.a |= s->hands[i].a;
    if (!empty(s->leftover) && r->leftover == LOWEST_HOLDER) {
        s->taker = holder(r, s, lowest(all));
        s->hands[s->taker] = together(s->hands[s->taker], s->leftover);
        all.a |= s->leftover.a;
    }
    s->must_include = -1;
    if (s->prev_winner >= 0 && !opens_round(r, s->number) && r->opening_leader)
        s->leader = r->opening_leader == WINNER_LEADS ? s->prev_winner : s->prev_loser;
    else {
        s->leader = holder(r, s, lowest(all));
        if (r->opening_includes_lowest) s->must_include = lowest(all);
    }
    s->phase = IN_PLAY;
    s->turn = s->leader;
    finish_if_no_player_can_lead(r, s);
}

/* The hands, s->leftover or s->stock, number, dealer, prev_winner and prev_loser are set before. */
static void begin(const Rules *r, State *s) {
    int n = r->players;
    prepare();
    s->step = r->direction == 2 ? (s->number % 2 ? 1 : -1) : r->direction ? -1 : 1;
    s->phase = IN_PLAY;
    s->turn = s->owner = s->leader = s->must_include = s->taker = s->starter = s->breach_guard = -1;
    s->ex_loser = s->ex_winner = s->ex_given = s->winner = s->loser = s->foul = -1;
    s->played = s->trick_cards = s->last_play = NONE;
    s->passes = s->locked = s->outs = s->recycles = s->active = s->twos_low = s->bombs = 0;
    s->specials = s->has_top = s->draws = s->given_order = 0;
    memset(s->passed, 0, sizeof s->passed);
    memset(s->shown, 0, sizeof s->shown);
    s->last_player = -1;
    s->last_size = s->last_rank = s->last_kind = 0;
    if (r->dragon_wins) {
        int dragon = -1, best = -1;
        for (int away = 1; away <= n; away++) {
            int seat = ((s->dealer + s->step * away) % n + n) % n;
            if (ranks_held(s->hands[seat].a) != DIAMONDS) continue;
            int two = highest(s->hands[seat], 0);
            if (two > best) { best = two; dragon = seat; }
        }
        if (dragon >= 0) {
            s->hands[dragon] = NONE;
            s->out[s->outs++] = dragon;
            finish(r, s, DRAGON, -1);
            return;
        }
    }
    if (r->exchange && s->number > 1 && s->prev_winner >= 0) {
        int loser = s->prev_loser, winner = s->prev_winner, card = highest(s->hands[loser], 0);
        s->ex_loser = loser;
        s->ex_winner = winner;
        s->ex_given = card;
        if (loser != winner) {
            s->hands[loser] = without(s->hands[loser], one(card));
            s->hands[winner] = together(s->hands[winner], one(card));
        }
        s->phase = IN_EXCHANGE;
        s->turn = winner;
        return;
    }
    open_deal(r, s);
}

static void do_give(const Rules *r, State *s, int card) {
    if (s->ex_winner != s->ex_loser) {
        s->hands[s->ex_winner] = without(s->hands[s->ex_winner], one(card));
        s->hands[s->ex_loser] = together(s->hands[s->ex_loser], one(card));
    }
    open_deal(r, s);
}

static void deal_random(const Rules *r, State *s, u64 *rng) {
    u8 pack[MOST_CARDS];
    int total = 52 * r->packs;
    for (int i = 0; i < total; i++) pack[i] = i % 52;
    shuffle(pack, total, rng);
    memset(s->hands, 0, sizeof s->hands);
    int at = 0;
    for (int seat = 0; seat < r->players; seat++)
        for (int i = 0; i < r->hand_size; i++) s->hands[seat] = together(s->hands[seat], one(pack[at++]));
    s->stocked = 0;
    s->leftover = NONE;
    if (r->leftover == STOCK) { s->stocked = total - at; memcpy(s->stock, pack + at, s->stocked); }
    else for (; at < total; at++) s->leftover = together(s->leftover, one(pack[at]));
    s->rng = next_random(rng);
    s->number = 1 + below(rng, 4);
    s->dealer = below(rng, r->players);
    s->prev_winner = s->prev_loser = -1;
    if (s->number > 1) {
        s->prev_winner = below(rng, r->players);
        s->prev_loser = (s->prev_winner + 1 + below(rng, r->players - 1)) % r->players;
    }
    begin(r, s);
}

/* ------------------------------------------------------------------ for tests in lockstep */

/* Actions: seat, what (0 play, 1 pass, 2 give), card or cards. */
int club_state_size(void) { return sizeof(State); }
int club_rules_size(void) { return sizeof(Rules); }

void club_begin(const Rules *r, State *s, const u64 *hands, const u64 *leftover, const u8 *stock,
                int stocked, int number, int dealer, int prev_winner, int prev_loser) {
    memset(s, 0, sizeof *s);
    for (int seat = 0; seat < r->players; seat++) {
        s->hands[seat].a = hands[2 * seat];
        s->hands[seat].b = hands[2 * seat + 1];
    }
    s->leftover.a = leftover[0];
    s->leftover.b = leftover[1];
    s->stocked = stocked;
    memcpy(s->stock, stock, stocked);
    s->number = number;
    s->dealer = dealer;
    s->prev_winner = prev_winner;
    s->prev_loser = prev_loser;
    begin(r, s);
}

static __thread Plays asked;

/* The legal plays of the seat to act, or the plays out of turn of another: two words each. */
int club_plays(const Rules *r, const State *s, int seat, u64 *cards, int *pass) {
    if (seat == s->turn) {
        legal_plays(r, s, &asked);
        *pass = may_pass(r, s, &asked);
    } else {
        cut_ins(r, s, seat, &asked);
        *pass = 0;
    }
    for (int i = 0; i < asked.n; i++) {
        cards[2 * i] = asked.at[i].cards.a;
        cards[2 * i + 1] = asked.at[i].cards.b;
    }
    return asked.overflow ? -1 : asked.n;
}

/* Returns whether the play was among the legal ones of the seat. */
int club_play(const Rules *r, State *s, int seat, u64 a, u64 b) {
    if (seat == s->turn) legal_plays(r, s, &asked);
    else cut_ins(r, s, seat, &asked);
    for (int i = 0; i < asked.n; i++)
        if (asked.at[i].cards.a == a && asked.at[i].cards.b == b) {
            do_play(r, s, seat, asked.at[i]);
            return 1;
        }
    return 0;
}
/* `order` is that of a stock reshuffled by this pass; otherwise n is 0. */
void club_pass(const Rules *r, State *s, const u8 *order, int n) {
    memcpy(s->order, order, n);
    s->given_order = n;
    do_pass(r, s);
    s->given_order = 0;
}
void club_give(const Rules *r, State *s, int card) { do_give(r, s, card); }
