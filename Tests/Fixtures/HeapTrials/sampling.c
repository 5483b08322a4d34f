// The sampling of allocations alone, without the malloc family: the tests build it with the sources of the tier, also
// with the thread sanitizer, which that would replace.
//
// Each trial prints `ok`, or the first wrong figure.
#include "Allocation/capture.h"
#include "Allocation/sample.h"
#include "Allocation/weight.h"
#include "require.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t outl_heap_capture_sampled(const uintptr_t *slot, const struct outl_frame *frame) {
    (void)frame;
    return (uint32_t)*slot;
}

// MARK: Weights

static void weights(void) {
    static const uint64_t rates[] = {1, 7, 512, 4096, 512000, 1 << 30};
    for (size_t index = 0; index < OUTL_COUNT(rates); index++) {
        for (uint64_t size = 1; size < UINT64_C(1) << 40; size = size * 5 / 4 + 1) {
            double expected = -expm1(-(double)size / (double)rates[index]);
            double found = outl_sample_probability(size, rates[index]);
            REQUIRE(fabs(found / expected - 1) < 1e-12, "p of %lu at %lu: %.17g", size, rates[index], found);
        }
    }
    REQUIRE(outl_sample_probability(0, 512) == 0, "p of nothing");
    REQUIRE(outl_sample_weight(UINT64_C(1) << 40, 512) == OUTL_SAMPLE_UNIT, "weight of a large block");
}

// The distances have the mean and the variance of an exponential distribution.
static void distances(void) {
    enum { count = 1000000, rate = 512000 };
    uint64_t random = 1;
    double sum = 0, squares = 0;
    for (int index = 0; index < count; index++) {
        double distance = (double)outl_sample_distance(&random, rate) - 0.5;
        REQUIRE(distance > 0, "a distance of 0");
        sum += distance;
        squares += distance * distance;
    }
    double mean = sum / count, deviation = sqrt(squares / count - mean * mean);
    // Five standard errors.
    REQUIRE(fabs(mean / rate - 1) < 0.005, "the mean is %g", mean);
    REQUIRE(fabs(deviation / rate - 1) < 0.01, "the deviation is %g", deviation);
}

// MARK: A thread that allocates

// Counts an allocation as malloc does.
static void allocate(uintptr_t block, size_t size, uint32_t site) {
    uint64_t left = outl_heap_thread.countdown;
    outl_heap_thread.countdown = left - size;
    if (left <= size) {
        uintptr_t slot = site;
        outl_sample_add(block, size, OUTL_BLOCK_RAW, &slot, NULL);
    }
}

static void release(uintptr_t block) {
    if (outl_sample_may_contain((void *)block)) { outl_sample_remove(block); }
}

struct sum {
    uint64_t samples;
    double blocks, bytes;
};

static void add_live(const struct outl_block *block, void *context) {
    struct sum *sums = context;
    double weight = (double)outl_sample_weight(block->size, outl_heap_settings.rate) / OUTL_SAMPLE_UNIT;
    sums[block->stack].samples++;
    sums[block->stack].blocks += weight;
    sums[block->stack].bytes += weight * (double)block->size;
}

static void add_freed(const struct outl_freed_blocks *freed, void *context) {
    struct sum *sums = context;
    sums[freed->stack].samples += freed->samples;
    sums[freed->stack].blocks += (double)freed->weight / OUTL_SAMPLE_UNIT;
    sums[freed->stack].bytes += (double)freed->bytes;
}

static bool is_near(double found, double expected, double most) { return fabs(found / expected - 1) < most; }

// Blocks of each size are estimated without bias, those that live and those that were freed.
static void estimates(void) {
    static const size_t sizes[] = {16, 100, 1000, 5000, 20000, 100000};
    enum { count = 400000, kinds = OUTL_COUNT(sizes) };
    struct sum live[kinds + 1] = {0}, freed[kinds + 1] = {0};
    uintptr_t next = 1 << 20;
    for (int index = 0; index < count; index++) {
        for (uint32_t kind = 0; kind < kinds; kind++) {
            // A large block is rarer, so that the totals of all kinds are alike.
            if (index % (sizes[kind] / 16) != 0) { continue; }
            uintptr_t block = next;
            next += sizes[kind] / 16 * 16 + 16;
            allocate(block, sizes[kind], kind + 1);
            if (index / (sizes[kind] / 16) % 4 != 0) { release(block); }
        }
    }
    outl_sample_each(add_live, live);
    outl_sample_each_freed(add_freed, freed);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        double all = ceil((double)count / (double)(sizes[kind] / 16)), kept = ceil(all / 4);
        const struct sum *of = &live[kind + 1], *off = &freed[kind + 1];
        // Five standard errors of that many bytes at this rate.
        double rate = (double)outl_heap_settings.rate, size = (double)sizes[kind];
        double most = 5 * sqrt(1 / -expm1(-size / rate) / kept) + 0.001;
        REQUIRE(is_near(of->blocks, kept, most), "%g live blocks of %g", of->blocks, size);
        REQUIRE(is_near(of->bytes, kept * size, most), "%g live bytes of %g", of->bytes, size);
        REQUIRE(is_near(off->blocks, all - kept, most), "%g freed blocks of %g", off->blocks, size);
        REQUIRE(is_near(off->bytes, (all - kept) * size, most), "%g freed bytes of %g", off->bytes, size);
    }
}

// A block that realloc leaves or moves is not counted twice.
static void moves(void) {
    struct sum live[2] = {0}, freed[2] = {0};
    struct outl_block taken;
    outl_sample_force();
    allocate(4096, 100, 1);
    REQUIRE(outl_sample_take(4096, &taken), "the forced block is not sampled");
    outl_sample_restore(&taken);
    REQUIRE(outl_sample_find(4096, &taken) && taken.size == 100 && taken.stack == 1, "it is not restored");
    REQUIRE(outl_sample_take(4096, &taken), "it is not there");
    outl_sample_count_freed(&taken);
    REQUIRE(!outl_sample_take(4096, &taken), "it is still there");
    REQUIRE(!outl_sample_may_contain((void *)4096), "the filter keeps it");
    outl_sample_each(add_live, live);
    outl_sample_each_freed(add_freed, freed);
    REQUIRE(live[1].samples == 0 && freed[1].samples == 1, "%lu live, %lu freed", live[1].samples, freed[1].samples);
}

// Without room, samples are counted as dropped and stay in the totals.
static void drops(void) {
    enum { blocks = 300000 };
    struct sum sums[2] = {0};
    for (uintptr_t index = 1; index <= blocks; index++) {
        outl_sample_force();
        allocate(index * 4096, 100000000, 1);
    }
    uint64_t live, freed, dropped;
    outl_sample_count(&live, &freed, &dropped);
    REQUIRE(dropped > 0 && live + dropped == blocks && freed == 0, "%lu live, %lu dropped", live, dropped);
    outl_sample_each(add_live, sums);
    outl_sample_each_freed(add_freed, sums);
    REQUIRE(sums[1].blocks == blocks, "%g blocks", sums[1].blocks);
}

// MARK: Threads

enum { workers = 4, rounds = 20000, window = 64 };
static _Atomic uintptr_t handed[window];
static atomic_bool is_done;

// Allocates blocks, hands them to any thread, and releases what others handed over.
static void *work(void *number) {
    uintptr_t next = ((uintptr_t)number + 1) << 32;
    for (uint32_t round = 0; round < rounds; round++) {
        allocate(next += 4096, 1 + round % 5000, 1);
        uintptr_t other = atomic_exchange_explicit(&handed[round % window], next, memory_order_acq_rel);
        if (other) { release(other); }
    }
    return NULL;
}

static void *read_all(void *unused) {
    while (!atomic_load(&is_done)) {
        struct sum sums[2] = {0};
        outl_sample_each(add_live, sums);
        outl_sample_each_freed(add_freed, sums);
    }
    return unused;
}

static void threads(void) {
    pthread_t all[workers], reader;
    struct sum live[2] = {0}, freed[2] = {0};
    pthread_create(&reader, NULL, read_all, NULL);
    for (uintptr_t index = 0; index < workers; index++) { pthread_create(&all[index], NULL, work, (void *)index); }
    for (int index = 0; index < workers; index++) { pthread_join(all[index], NULL); }
    atomic_store(&is_done, true);
    pthread_join(reader, NULL);
    for (int index = 0; index < window; index++) { release(handed[index]); }
    outl_sample_each(add_live, live);
    outl_sample_each_freed(add_freed, freed);
    REQUIRE(live[1].samples == 0, "%lu live samples of no block", live[1].samples);
    for (size_t index = 0; index < OUTL_COUNT(outl_sample_filter); index++) {
        REQUIRE(outl_sample_filter[index] == 0, "the filter keeps a freed sample");
    }
    double bytes = 0;
    for (uint32_t round = 0; round < rounds; round++) { bytes += workers * (1 + round % 5000); }
    // Five standard errors.
    double most = 5 * sqrt((double)outl_heap_settings.rate / bytes);
    REQUIRE(is_near(freed[1].bytes, bytes, most), "%g of %g bytes", freed[1].bytes, bytes);
}

int main(int count, char **arguments) {
    const char *trial = count > 1 ? arguments[1] : "";
    outl_heap_settings.rate = 512;
    atomic_store(&outl_heap_on, true);
    if (!outl_sample_prepare()) { return 2; }
    // The same random numbers in each run.
    outl_heap_thread.random = 1;
    if (strcmp(trial, "weights") == 0) { weights(); }
    if (strcmp(trial, "distances") == 0) { distances(); }
    if (strcmp(trial, "estimates") == 0) { estimates(); }
    if (strcmp(trial, "moves") == 0) { moves(); }
    if (strcmp(trial, "drops") == 0) { drops(); }
    if (strcmp(trial, "threads") == 0) { threads(); }
    puts("ok");
    return 0;
}
