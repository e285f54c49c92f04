/* Deep Monte Carlo: self-play with a network of two hidden layers, and learning from its results.

   In some deals the best actions of each decision are played on to the end and compared. Each of
   them is learned from, too, so that the network ranks them better. */

#include "search.c"

#define MOST_TARGET 8.0f
#define MOST_DECISIONS 4000
#define MOST_SAMPLES_OF_DEAL 600

/* ------------------------------------------------------------------ self-play */

typedef struct {
    u16 *on;          /* the inputs that are on, of all samples one after another */
    u32 *starts;      /* where each sample starts, and where the last one ends */
    float *targets;
    float *weights;
    int most_on, most_samples, samples;
    i64 deals, decisions, actions, unfinished, comparisons;
} Samples;

/* The players of a deal: seats play by the newest network, or by the older one. */
typedef struct {
    const float *newest, *older;
    int older_seats; /* bit by bit */
    float epsilon;   /* the share of random actions of seats that play by the newest */
    int compares;    /* whether the best actions are compared, to learn from it */
    int searching;   /* the seats that search, bit by bit */
    int most_decisions;
} Players;

/* A sample of a deal. Its target is the net of the seat, or known if the seat is -1. */
static __thread struct { On on; int seat; float target; } made[MOST_SAMPLES_OF_DEAL];
static __thread int makes;

static void make(const On *on, int seat, float target) {
    if (makes == MOST_SAMPLES_OF_DEAL) return;
    made[makes].on = *on;
    made[makes].seat = seat;
    made[makes++].target = target;
}

/* Makes samples of the actions that were compared. Only their differences are to be learned, which
   depend less on luck than results, so their mean stays that of the network's estimates. */
static void make_compared(const Look *k, const Act *acts, const Compared *compared, int n) {
    static __thread On of;
    float level = 0;
    for (int i = 0; i < n; i++) level += (compared[i].estimate - compared[i].values[0]) / n;
    for (int i = 0; i < n; i++) {
        of.n = 0;
        state_inputs(k, &of);
        action_inputs(k, &acts[compared[i].act], &of);
        make(&of, -1, level + compared[i].values[0]);
    }
}

/* Decides for a seat. Only seats that play by the newest network try random actions and compare.
   Returns the index. */
static int act_of(const Players *by, const Rules *r, const State *s, int seat, Act *acts, int n,
                  u64 *rng, Samples *out) {
    static __thread On chosen;
    static __thread Compared compared[MOST_COMPARED];
    float values[MOST_ACTS];
    int best, is_older = by->older_seats >> seat & 1;
    if (n == 1) return 0;
    Look k = look(r, s, seat);
    if (!is_older && (next_random(rng) >> 40) * 0x1p-24f < by->epsilon) {
        best = below(rng, n);
        chosen.n = 0;
        state_inputs(&k, &chosen);
        action_inputs(&k, &acts[best], &chosen);
    } else {
        const float *p = is_older ? by->older : by->newest;
        best = decide(p, &k, acts, n, values, &chosen);
        if (seat == s->turn && (by->searching >> seat & 1) && has_simple_worlds(r, s)) {
            search(p, r, s, acts, values, n, by->most_decisions, rng, compared);
            best = compared[0].act;
        } else if (seat == s->turn && s->phase == IN_PLAY && by->compares && !is_older) {
            int many = compare_in_deal(p, r, s, acts, values, n, rng, compared);
            if (many > 1) make_compared(&k, acts, compared, many);
            out->comparisons += many > 1;
        }
    }
    if (!is_older) make(&chosen, seat, 0);
    return best;
}

static int cut_in_somewhere(const Players *by, const Rules *r, State *s, u64 *rng, Samples *out) {
    Act acts[MOST_ACTS];
    int first = below(rng, r->players);
    for (int i = 0; i < r->players; i++) {
        int seat = (first + i) % r->players;
        cut_ins(r, s, seat, &found);
        if (!found.n) continue;
        int n = acts_of(&found, 1, acts, rng);
        int best = act_of(by, r, s, seat, acts, n, rng, out);
        if (acts[best].type == ACT_PLAY) { do_play(r, s, seat, acts[best].c); return 1; }
    }
    return 0;
}

/* Plays a deal to its end, or until it takes too long. */
static void play_on(const Players *by, const Rules *r, State *s, u64 *rng, Samples *out) {
    Act acts[MOST_ACTS];
    makes = 0;
    int steps = 0;
    while (s->phase != IS_OVER && steps++ < MOST_DECISIONS) {
        if (r->may_cut_in && s->has_top && cut_in_somewhere(by, r, s, rng, out)) continue;
        int seat = s->turn, n = 0;
        if (s->phase == IN_EXCHANGE)
            for (u64 m = s->hands[seat].a; m; m &= m - 1) {
                acts[n].type = ACT_GIVE;
                acts[n++].card = __builtin_ctzll(m);
            }
        else {
            legal_plays(r, s, &found);
            n = acts_of(&found, may_pass(r, s, &found), acts, rng);
        }
        int best = act_of(by, r, s, seat, acts, n, rng, out);
        out->decisions += n > 1;
        do_act(r, s, &acts[best]);
    }
    out->actions += steps;
    if (s->phase == IS_OVER) out->deals++;
    else out->unfinished++;
}

/* Adds the samples of the deal that was played last. */
static void add_samples(const Rules *r, const State *s, float weight, Samples *out) {
    if (s->phase != IS_OVER) return;
    for (int i = 0; i < makes && out->samples < out->most_samples; i++) {
        On *o = &made[i].on;
        int seat = made[i].seat, at = out->samples;
        u32 start = out->starts[at];
        if (start + o->n > (u32)out->most_on) return;
        memcpy(out->on + start, o->at, o->n * sizeof(u16));
        float target = seat < 0 ? made[i].target : (float)s->net[seat] * 16 / r->scale16;
        out->targets[at] = fmaxf(-MOST_TARGET, fminf(MOST_TARGET, target));
        out->weights[at] = seat < 0 ? weight : 1;
        out->starts[++out->samples] = start + o->n;
    }
}

/* Plays deals until the samples are full: of rule sets drawn by their weights, which add up to
   `weight`. In some deals one seat is played by the older network; if `alone`, all seats but one
   are in every deal. In the share `compared` of the deals actions are compared. */
void club_self_play(const Rules *rules, const u32 *weights, int n, const float *newest,
                    const float *older, int alone, float epsilon, float compared,
                    float compared_weight, u64 *rng, Samples *out) {
    static __thread State s;
    Players by = {newest, older, 0, epsilon, 0, 0, 0};
    u32 weight = 0;
    for (int i = 0; i < n; i++) weight += weights[i];
    prepare();
    out->starts[0] = out->samples = 0;
    while (out->samples + MOST_SAMPLES_OF_DEAL < out->most_samples &&
           out->starts[out->samples] + MOST_SAMPLES_OF_DEAL * 256u < (u32)out->most_on) {
        u32 at = below(rng, weight);
        int i = 0;
        while (at >= weights[i]) at -= weights[i++];
        int players = rules[i].players, old = alone || !below(rng, 4) ? 1 << below(rng, players) : 0;
        if (alone) old = ((1 << players) - 1) & ~old;
        by.older_seats = old;
        by.compares = compared > 0 && (next_random(rng) >> 40) * 0x1p-24f < compared;
        deal_random(&rules[i], &s, rng);
        play_on(&by, &rules[i], &s, rng, out);
        add_samples(&rules[i], &s, compared_weight, out);
    }
}

/* ------------------------------------------------------------------ learning */

static inline void adam(float *restrict p, float *restrict g, float *restrict m, float *restrict v,
                        size_t n, float rate, float decay) {
    for (size_t i = 0; i < n; i++) {
        float x = g[i];
        m[i] += 0.1f * (x - m[i]);
        v[i] += 0.001f * (x * x - v[i]);
        p[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f) + decay * p[i];
        g[i] = 0;
    }
}

/* Learns from samples in a given order, in batches; returns the mean squared error. */
double club_learn(float *p, float *g, float *m, float *v, const u16 *on_flat, const u32 *starts,
                  const float *targets, const float *weights, const u32 *order, int n, int batch,
                  float rate, i64 *step) {
    static __thread u8 touched[INPUT_SIZE];
    double error = 0;
    for (int from = 0; from + batch <= n; from += batch) {
        memset(touched, 0, sizeof touched);
        for (int b = 0; b < batch; b++) {
            u32 sample = order[from + b];
            const u16 *at = on_flat + starts[sample];
            int many = starts[sample + 1] - starts[sample];
            float h[HIDDEN_1], z[HIDDEN_2], dz[HIDDEN_2], dh[HIDDEN_1];
            memcpy(h, p + B1, sizeof h);
            add_rows(p, at, many, h);
            float off = value_of(p, h, z) - targets[sample];
            error += off * off;
            float d = weights[sample] * fmaxf(-3.0f, fminf(3.0f, off)) / batch;
            const float *restrict w3 = p + W3;
            float *restrict g3 = g + W3, *restrict gb2 = g + B2;
            g[B3] += d;
            for (int j = 0; j < HIDDEN_2; j++) {
                int is_on = z[j] > 0;
                g3[j] += is_on ? d * z[j] : 0;
                dz[j] = is_on ? d * w3[j] : 0;
                gb2[j] += dz[j];
            }
            Lane back[LANES_2], down[LANES_1];
            memcpy(back, dz, sizeof back);
            for (int i = 0; i < HIDDEN_1; i++) {
                float x = h[i];
                dh[i] = 0;
                if (x <= 0) continue;
                const Lane *row = (const Lane *)(p + W2 + (size_t)i * HIDDEN_2);
                Lane *grow = (Lane *)(g + W2 + (size_t)i * HIDDEN_2), sum = {0};
                for (int j = 0; j < LANES_2; j++) {
                    sum += row[j] * back[j];
                    grow[j] += x * back[j];
                }
                for (int j = 0; j < WIDTH; j++) dh[i] += sum[j];
            }
            memcpy(down, dh, sizeof down);
            Lane *gb1 = (Lane *)(g + B1);
            for (int j = 0; j < LANES_1; j++) gb1[j] += down[j];
            for (int i = 0; i < many; i++) {
                Lane *row = (Lane *)(g + (size_t)at[i] * HIDDEN_1);
                touched[at[i]] = 1;
                for (int j = 0; j < LANES_1; j++) row[j] += down[j];
            }
        }
        ++*step;
        double t = *step < 100000 ? *step : 100000;
        float now = rate * sqrt(1 - pow(0.999, t)) / (1 - pow(0.9, t));
        for (int i = 0; i < INPUT_SIZE; i++) {
            size_t row = (size_t)i * HIDDEN_1;
            if (touched[i]) adam(p + row, g + row, m + row, v + row, HIDDEN_1, now, 0);
        }
        adam(p + B1, g + B1, m + B1, v + B1, PARAMETERS - B1, now, 0);
    }
    return error / (n / batch * batch);
}

int club_parameters(void) { return PARAMETERS; }

/* ------------------------------------------------------------------ matches */

/* Plays packs, each once for each seat of a hero among rivals. The mean net of the hero in each pack
   goes to `nets`, and the mean of what a player wins or pays among rivals that don't search to
   `swings`. */
void club_match(const Rules *r, const float *hero, const float *rival, int hero_searches,
                int rivals_search, int most_decisions, int packs, u64 *rng, double *nets,
                double *swings) {
    static __thread State dealt, s;
    static __thread Samples counts;
    int players = r->players, all = (1 << players) - 1;
    prepare();
    for (int pack = 0; pack < packs; pack++) {
        memset(&dealt, 0, sizeof dealt);
        deal_random(r, &dealt, rng);
        u64 first = next_random(rng);
        nets[pack] = swings[pack] = 0;
        for (int seat = -1; seat < players; seat++) {
            int heroes = seat < 0 ? 0 : 1 << seat, rivals = all & ~heroes;
            int searching = (hero_searches ? heroes : 0) | (heroes && rivals_search ? rivals : 0);
            Players by = {hero, rival, rivals, 0, 0, searching, most_decisions};
            /* The same random numbers, so that equal players play equally. */
            u64 random = first;
            s = dealt;
            play_on(&by, r, &s, &random, &counts);
            if (seat >= 0) nets[pack] += (double)s.net[seat] / players;
            else for (int i = 0; i < players; i++) swings[pack] += fabs((double)s.net[i]) / players;
        }
    }
}

/* ------------------------------------------------------------------ for tests */

/* Returns 1 if the search plays for the seat to act, 0 if it passes; a play's cards go to `cards`, the
   number of actions that were compared to `many`. */
int club_search(const Rules *r, const State *s, const float *p, int most_decisions, u64 *rng,
                u64 *cards, int *many) {
    static __thread Compared compared[MOST_COMPARED];
    static __thread On chosen;
    Act acts[MOST_ACTS];
    float values[MOST_ACTS];
    legal_plays(r, s, &found);
    int n = acts_of(&found, may_pass(r, s, &found), acts, rng);
    Look k = look(r, s, s->turn);
    decide(p, &k, acts, n, values, &chosen);
    *many = search(p, r, s, acts, values, n, most_decisions, rng, compared);
    const Act *act = &acts[compared[0].act];
    if (act->type != ACT_PLAY) return 0;
    cards[0] = act->c.cards.a;
    cards[1] = act->c.cards.b;
    return 1;
}

/* The logarithm of how likely the hands of the other seats are, up to a constant. */
float club_likelihood_of_deal(const Rules *r, const State *s, int seat) {
    return likelihood_of_deal(r, s, seat);
}

/* The inputs of one action as bytes, and its value. */
float club_inputs(const Rules *r, const State *s, int seat, int type, u64 a, u64 b, int card,
                  const float *p, u8 *bits) {
    Act act;
    memset(&act, 0, sizeof act);
    act.type = type;
    act.card = card;
    if (type == ACT_PLAY) {
        if (seat == s->turn) legal_plays(r, s, &found);
        else cut_ins(r, s, seat, &found);
        int i = 0;
        while (i < found.n && (found.at[i].cards.a != a || found.at[i].cards.b != b)) i++;
        if (i == found.n) return NAN;
        act.c = found.at[i];
    }
    Look k = look(r, s, seat);
    On o;
    o.n = 0;
    state_inputs(&k, &o);
    action_inputs(&k, &act, &o);
    memset(bits, 0, INPUT_SIZE);
    for (int i = 0; i < o.n; i++) bits[o.at[i]]++;
    float h[HIDDEN_1], z[HIDDEN_2];
    memcpy(h, p + B1, sizeof h);
    add_rows(p, o.at, o.n, h);
    return value_of(p, h, z);
}
