/* Deep Monte Carlo: self-play with a network of two hidden layers, and learning from its results.

   The network estimates what an action is worth to the player: the net of the deal in multiples of
   the rule set's usual swing. One vector has all parameters: weights of the inputs by rows, biases,
   weights of the second layer by rows, biases, weights of the value, bias. */

#include "engine.c"
#include "inputs.c"

#include <math.h>

#define W1 0
#define B1 (INPUT_SIZE * HIDDEN_1)
#define W2 (B1 + HIDDEN_1)
#define B2 (W2 + HIDDEN_1 * HIDDEN_2)
#define W3 (B2 + HIDDEN_2)
#define B3 (W3 + HIDDEN_2)
#define PARAMETERS (B3 + 1)

#define MOST_TARGET 8.0f
#define MOST_ACTS 192
#define MOST_DECISIONS 4000
#define MOST_SAMPLES_OF_DEAL 600

/* ------------------------------------------------------------------ the network */

/* As many floats as a register of the processor has, from any address. Sums of a block of BLOCK
   such variables stay in registers; wider ones would be kept in memory. */
#ifdef __AVX512F__
#define WIDTH 16
#else
#define WIDTH 8
#endif
#define BLOCK 8
typedef float Lane __attribute__((vector_size(4 * WIDTH), aligned(4)));
#define LANES_1 (HIDDEN_1 / WIDTH)
#define LANES_2 (HIDDEN_2 / WIDTH)

static inline void add_rows(const float *p, const u16 *at, int n, float *restrict h) {
    for (int from = 0; from < HIDDEN_1; from += BLOCK * WIDTH) {
        Lane sum[BLOCK];
        memcpy(sum, h + from, sizeof sum);
        for (int i = 0; i < n; i++) {
            const Lane *row = (const Lane *)(p + (size_t)at[i] * HIDDEN_1 + from);
            for (int j = 0; j < BLOCK; j++) sum[j] += row[j];
        }
        memcpy(h + from, sum, sizeof sum);
    }
}

static inline float value_of(const float *p, const float *restrict h, float *restrict z) {
    const float *restrict w3 = p + W3;
    u16 places[HIDDEN_1];
    int active = 0;
    for (int i = 0; i < HIDDEN_1; i++) {
        places[active] = i;
        active += h[i] > 0;
    }
    for (int from = 0; from < HIDDEN_2; from += BLOCK * WIDTH) {
        Lane sum[BLOCK];
        memcpy(sum, p + B2 + from, sizeof sum);
        for (int i = 0; i < active; i++) {
            float x = h[places[i]];
            const Lane *row = (const Lane *)(p + W2 + (size_t)places[i] * HIDDEN_2 + from);
            for (int j = 0; j < BLOCK; j++) sum[j] += x * row[j];
        }
        memcpy(z + from, sum, sizeof sum);
    }
    float value = p[B3];
    for (int j = 0; j < HIDDEN_2; j++) value += (z[j] > 0 ? z[j] : 0) * w3[j];
    return value;
}

/* The best of some actions; its inputs go to `chosen`. */
static int decide(const float *p, const Look *k, const Act *acts, int n, On *chosen) {
    float base[HIDDEN_1], h[HIDDEN_1], z[HIDDEN_2];
    On state;
    state.n = 0;
    state_inputs(k, &state);
    memcpy(base, p + B1, sizeof base);
    add_rows(p, state.at, state.n, base);
    int best = 0;
    float most = -1e30f;
    static __thread On of[2];
    int keep = 0;
    for (int i = 0; i < n; i++) {
        On *o = &of[!keep];
        o->n = 0;
        action_inputs(k, &acts[i], o);
        memcpy(h, base, sizeof h);
        add_rows(p, o->at, o->n, h);
        float value = value_of(p, h, z);
        if (value > most) { most = value; best = i; keep = !keep; }
    }
    *chosen = state;
    memcpy(chosen->at + chosen->n, of[keep].at, of[keep].n * sizeof(u16));
    chosen->n += of[keep].n;
    return best;
}

/* ------------------------------------------------------------------ self-play */

typedef struct {
    u16 *on;          /* the inputs that are on, of all samples one after another */
    u32 *starts;      /* where each sample starts, and where the last one ends */
    float *targets;
    int most_on, most_samples, samples;
    i64 deals, decisions, actions, unfinished;
} Samples;

static __thread struct { On on; int seat; } made[MOST_SAMPLES_OF_DEAL];
static __thread int makes;

/* Decides for a seat. Only a seat that learns tries random actions. Returns the index. */
static int act_of(const float *p, int learns, const Rules *r, const State *s, int seat, Act *acts,
                  int n, float epsilon, u64 *rng) {
    static __thread On chosen;
    int best = 0;
    if (n == 1) return 0;
    Look k = look(r, s, seat);
    if (learns && (next_random(rng) >> 40) * 0x1p-24f < epsilon) {
        best = below(rng, n);
        chosen.n = 0;
        state_inputs(&k, &chosen);
        action_inputs(&k, &acts[best], &chosen);
    } else best = decide(p, &k, acts, n, &chosen);
    if (learns && makes < MOST_SAMPLES_OF_DEAL) {
        made[makes].on = chosen;
        made[makes++].seat = seat;
    }
    return best;
}

static int acts_of(const Plays *plays, int pass, Act *acts, u64 *rng) {
    int n = 0;
    if (pass) acts[n++].type = ACT_PASS;
    int m = plays->n, free = MOST_ACTS - n;
    for (int i = 0; i < m && free; i++) {
        /* Of very many plays a random part, each equally likely. */
        if (m - i > free && (int)below(rng, m - i) >= free) continue;
        acts[n].type = ACT_PLAY;
        acts[n++].c = plays->at[i];
        free--;
    }
    return n;
}

static __thread Plays found;

static int cut_in_somewhere(const float *const *p, int older, const Rules *r, State *s,
                            float epsilon, u64 *rng) {
    Act acts[MOST_ACTS];
    int first = below(rng, r->players);
    for (int i = 0; i < r->players; i++) {
        int seat = (first + i) % r->players;
        cut_ins(r, s, seat, &found);
        if (!found.n) continue;
        int n = acts_of(&found, 1, acts, rng), old = older >> seat & 1;
        int best = act_of(p[old], !old, r, s, seat, acts, n, epsilon, rng);
        if (acts[best].type == ACT_PLAY) { do_play(r, s, seat, acts[best].c); return 1; }
    }
    return 0;
}

static void play_deal(const float *const *p, int older, const Rules *r, float epsilon, u64 *rng,
                      Samples *out) {
    static __thread State s;
    Act acts[MOST_ACTS];
    makes = 0;
    deal_random(r, &s, rng);
    int steps = 0;
    while (s.phase != IS_OVER && steps++ < MOST_DECISIONS) {
        if (r->may_cut_in && s.has_top && cut_in_somewhere(p, older, r, &s, epsilon, rng)) continue;
        int seat = s.turn, n = 0, old = older >> seat & 1;
        if (s.phase == IN_EXCHANGE)
            for (u64 m = s.hands[seat].a; m; m &= m - 1) {
                acts[n].type = ACT_GIVE;
                acts[n++].card = __builtin_ctzll(m);
            }
        else {
            legal_plays(r, &s, &found);
            n = acts_of(&found, may_pass(r, &s, &found), acts, rng);
        }
        int best = act_of(p[old], !old, r, &s, seat, acts, n, epsilon, rng);
        out->decisions += n > 1;
        if (acts[best].type == ACT_PLAY) do_play(r, &s, seat, acts[best].c);
        else if (acts[best].type == ACT_PASS) do_pass(r, &s);
        else do_give(r, &s, acts[best].card);
    }
    out->actions += steps;
    if (s.phase != IS_OVER) { out->unfinished++; return; }
    out->deals++;
    for (int i = 0; i < makes && out->samples < out->most_samples; i++) {
        On *o = &made[i].on;
        u32 start = out->starts[out->samples];
        if (start + o->n > (u32)out->most_on) return;
        memcpy(out->on + start, o->at, o->n * sizeof(u16));
        float target = (float)s.net[made[i].seat] * 16 / r->scale16;
        out->targets[out->samples] = fmaxf(-MOST_TARGET, fminf(MOST_TARGET, target));
        out->starts[++out->samples] = start + o->n;
    }
}

/* Plays deals until the samples are full: of rule sets drawn by their weights, which add up to
   `weight`. In some deals one seat is played by the older network; if `alone`, all seats but one
   are in every deal. */
void club_self_play(const Rules *rules, const u32 *weights, int n, const float *newest,
                    const float *older, int alone, float epsilon, u64 *rng, Samples *out) {
    const float *p[2] = {newest, older};
    u32 weight = 0;
    for (int i = 0; i < n; i++) weight += weights[i];
    prepare();
    out->starts[0] = out->samples = 0;
    while (out->samples + MOST_SAMPLES_OF_DEAL < out->most_samples &&
           out->starts[out->samples] + MOST_SAMPLES_OF_DEAL * 256u < (u32)out->most_on) {
        u32 at = below(rng, weight);
        int i = 0;
        while (at >= weights[i]) at -= weights[i++];
        int old = alone || !below(rng, 4) ? 1 << below(rng, rules[i].players) : 0;
        if (alone) old = ((1 << rules[i].players) - 1) & ~old;
        play_deal(p, old, &rules[i], epsilon, rng, out);
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
                  const float *targets, const u32 *order, int n, int batch, float rate, i64 *step) {
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
            float d = fmaxf(-3.0f, fminf(3.0f, off)) / batch;
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

/* ------------------------------------------------------------------ for tests */

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
