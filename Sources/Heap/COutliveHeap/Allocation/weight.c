#include "Allocation/weight.h"

double outl_sample_probability(uint64_t size, uint64_t rate) {
    enum { maximum_doublings = 10 };
    double x = (double)size / (double)rate;
    // exp(-x) is then below the precision of the result.
    if (x > 40) { return 1; }
    int doublings = 0;
    for (; x > 0.0625 && doublings < maximum_doublings; doublings++) { x /= 2; }
    // The series of 1 - exp(-x), whose first omitted term is below 1e-14 of the first one.
    double p = x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6 * (1 - x / 7 * (1 - x / 8)))))));
    // 1 - exp(-2x) = p (2 - p) loses no digits, unlike the subtraction from 1.
    for (; doublings > 0; doublings--) { p *= 2 - p; }
    return p;
}

uint64_t outl_sample_weight(uint64_t size, uint64_t rate) {
    double p = outl_sample_probability(size, rate);
    return p > 0 ? (uint64_t)(OUTL_SAMPLE_UNIT / p + 0.5) : 0;
}

// Returns the next number of a sequence without visible order (SplitMix64).
static uint64_t next_random(uint64_t *state) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = *state;
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

// Returns -ln(number / 2^bits) for a number of at most `bits` bits, not 0.
static double negative_log(uint64_t number, int bits) {
    const double ln2 = 0.69314718055994530942, root_of_half = 0.70710678118654752440;
    int exponent = 64 - __builtin_clzll(number);
    double mantissa = (double)number / (double)(UINT64_C(1) << exponent);
    if (mantissa < root_of_half) {
        mantissa *= 2;
        exponent--;
    }
    // The series of 2 artanh(z), with |z| below 0.172.
    double z = (mantissa - 1) / (mantissa + 1), square = z * z, sum = 0;
    for (int power = 19; power > 0; power -= 2) { sum = sum * square + 1.0 / power; }
    return (bits - exponent) * ln2 - 2 * z * sum;
}

uint64_t outl_sample_distance(uint64_t *random, uint64_t rate) {
    enum { bits = 53 };
    uint64_t number = (next_random(random) >> (64 - bits)) + 1;
    return (uint64_t)(negative_log(number, bits) * (double)rate) + 1;
}
