#include "State/keyed_hash.h"

#include <string.h>

static uint64_t rotate(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static void round_of(uint64_t v[4]) {
    v[0] += v[1];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

static void add(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    round_of(v);
    round_of(v);
    v[0] ^= word;
}

uint64_t outl_hash(const struct outl_hash_key *key, const void *bytes, size_t size) {
    uint64_t v[4] = {
        key->words[0] ^ UINT64_C(0x736F6D6570736575), key->words[1] ^ UINT64_C(0x646F72616E646F6D),
        key->words[0] ^ UINT64_C(0x6C7967656E657261), key->words[1] ^ UINT64_C(0x7465646279746573)};
    const char *at = bytes;
    size_t rest = size;
    for (; rest >= 8; rest -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        add(v, word);
    }
    uint64_t last = (uint64_t)size << 56;
    for (size_t index = 0; index < rest; index++) { last |= (uint64_t)(unsigned char)at[index] << 8 * index; }
    add(v, last);
    v[2] ^= 0xFF;
    for (int count = 0; count < 4; count++) { round_of(v); }
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t outl_hash_of_numbers(const struct outl_hash_key *key, uint64_t one, uint64_t other) {
    const uint64_t numbers[] = {one, other};
    return outl_hash(key, numbers, sizeof numbers);
}
