/* The network, and the actions that it decides between.

   It estimates what an action is worth to the player: the net of the deal in multiples of the rule
   set's usual swing. One vector has all parameters: weights of the inputs by rows, biases, weights
   of the second layer by rows, biases, weights of the value, bias. */

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

#define MOST_ACTS 192

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

/* The best of some actions. The values of all go to `values`, the inputs of the best to `chosen`. */
static int decide(const float *p, const Look *k, const Act *acts, int n, float *values,
                  On *chosen) {
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
        values[i] = value_of(p, h, z);
        if (values[i] > most) { most = values[i]; best = i; keep = !keep; }
    }
    *chosen = state;
    memcpy(chosen->at + chosen->n, of[keep].at, of[keep].n * sizeof(u16));
    chosen->n += of[keep].n;
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
