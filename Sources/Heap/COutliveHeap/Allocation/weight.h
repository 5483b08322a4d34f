#pragma once

/// The arithmetic of sampling by bytes.
///
/// The points of a Poisson process lie on the sequence of all allocated bytes, on average one in `rate` bytes. A block
/// is sampled if a point lies in it: with the probability p = 1 - exp(-size / rate). It then stands for 1 / p blocks of
/// its size, so that the sums of weights are unbiased.
///
/// Concurrency: pure functions, and a state that the caller owns. The C library alone has no `exp` and no `log`.

#include "Base/base.h"
#include "Objects/subject.h"

/// Returns 1 - exp(-size / rate), the probability of a block to be sampled.
double outl_sample_probability(uint64_t size, uint64_t rate);

/// Returns the number of blocks that a sampled one of `size` bytes stands for, in units of 1 / OUTL_SAMPLE_UNIT.
uint64_t outl_sample_weight(uint64_t size, uint64_t rate);

/// Returns the number of bytes up to the next point and including it, at least 1, from an exponential distribution.
uint64_t outl_sample_distance(uint64_t *random, uint64_t rate);
