// The ledger of allocations alone, without the malloc family: the tests build it with the sources of the tier, also
// with the thread sanitizer, which that would replace.
//
// Each trial prints `ok`, or the first wrong figure.
#include "Allocation/ledger.h"
#include "require.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sums {
    uint64_t amounts[OUTL_LEDGER_AMOUNTS], peak_bytes, sites;
};

static void add_site(const struct outl_ledger_site *site, void *context) {
    struct sums *sums = context;
    for (int amount = 0; amount < OUTL_LEDGER_AMOUNTS; amount++) { sums->amounts[amount] += site->amounts[amount]; }
    sums->peak_bytes += site->peak_bytes;
    sums->sites++;
}

static struct sums read_sums(void) {
    struct sums sums = {0};
    outl_ledger_each(add_site, &sums);
    return sums;
}

static void begin(void) {
    outl_heap_thread.busy = 1;
    outl_ledger_thread_begins();
    outl_heap_thread.busy = 0;
}

static void end(void) {
    outl_heap_thread.busy = 1;
    outl_ledger_thread_ends();
    outl_heap_thread.busy = 0;
}

static void allocate(uintptr_t block, size_t size, uint32_t stack) {
    struct outl_ledger_page *page = outl_heap_thread.ledger;
    if (!outl_ledger_add_fast(page, block, size, stack)) { outl_ledger_add(page, block, size, stack); }
    if (outl_ledger_is_due(page)) { outl_ledger_settle(page); }
}

static void release(uintptr_t block, size_t size, uint32_t stack) {
    struct outl_ledger_page *page = outl_heap_thread.ledger;
    struct outl_block record = {.address = block, .size = size, .stack = stack};
    if (!outl_ledger_free_fast(page, block, &record)) { outl_ledger_free(page, block, NULL, &record); }
    if (outl_ledger_is_due(page)) { outl_ledger_settle(page); }
}

// More stacks than a page has entries, so that entries give way to others all the time.
static void stacks(void) {
    enum { count = 5000, rounds = 20, size = 24 };
    begin();
    for (int round = 0; round < rounds; round++) {
        for (uint32_t stack = 0; stack < count; stack++) { allocate(4096 + 16 * (uintptr_t)stack, size, stack); }
        for (uint32_t stack = 0; stack < count; stack++) { release(4096 + 16 * (uintptr_t)stack, size, stack); }
    }
    struct sums sums = read_sums();
    struct outl_ledger_figures figures = outl_ledger_read_figures();
    REQUIRE(sums.sites == count, "%lu sites", sums.sites);
    REQUIRE(sums.amounts[OUTL_LEDGER_BLOCKS] == count * rounds, "%lu blocks", sums.amounts[OUTL_LEDGER_BLOCKS]);
    REQUIRE(sums.amounts[OUTL_LEDGER_FREED_BYTES] == count * rounds * size, "bytes are missing");
    // Others are released before the last block of a round.
    REQUIRE(sums.amounts[OUTL_LEDGER_TEMPORARY_BLOCKS] == 0, "temporary blocks");
    REQUIRE(figures.sizes[outl_ledger_class(size)] == count * rounds, "a size is missing");
    uint64_t peak = count * size;
    REQUIRE(figures.peak_bytes <= peak && figures.peak_bytes > peak * 998 / 1000, "a peak of %lu", figures.peak_bytes);
    REQUIRE(sums.peak_bytes <= peak && sums.peak_bytes > peak * 99 / 100, "%lu bytes noted", sums.peak_bytes);
}

// A heap that rises, falls and rises higher, at two stacks.
static void peak(void) {
    begin();
    for (uint32_t index = 0; index < 1000; index++) { allocate(16 * index + 16, 1000, 1); }
    for (uint32_t index = 0; index < 1000; index++) { release(16 * index + 16, 1000, 1); }
    for (uint32_t index = 0; index < 3000; index++) { allocate(16 * index + 16, 500, 2); }
    for (uint32_t index = 0; index < 3000; index++) { release(16 * index + 16, 500, 2); }
    allocate(16, 8, 3);
    release(16, 8, 3);
    struct sums sums = read_sums();
    REQUIRE(sums.amounts[OUTL_LEDGER_TEMPORARY_BLOCKS] == 1, "%lu temporary blocks",
            sums.amounts[OUTL_LEDGER_TEMPORARY_BLOCKS]);
    uint64_t expected = 3000 * 500;
    REQUIRE(sums.peak_bytes <= expected && sums.peak_bytes > expected * 99 / 100, "a peak of %lu", sums.peak_bytes);
    REQUIRE(outl_ledger_read_figures().peak_bytes >= expected * 999 / 1000, "a sum of the peak");
}

enum { workers = 4, rounds_of_worker = 200000 };

static void *work(void *context) {
    uintptr_t base = (uintptr_t)context << 32;
    for (uint32_t life = 0; life < 4; life++) {
        begin();
        for (uint32_t round = 0; round < rounds_of_worker / 4; round++) {
            uint32_t stack = 1 + round % 700;
            allocate(base + 64 * (round + 1), 1 + round % 300, stack);
            // The other blocks stay alive for a while.
            uint32_t old = round ^ 1;
            if (round & 1) { release(base + 64 * (old + 1), 1 + old % 300, 1 + old % 700); }
            if (round & 1) { release(base + 64 * (round + 1), 1 + round % 300, stack); }
        }
        end();
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[workers];
    for (uintptr_t index = 0; index < workers; index++) { pthread_create(&all[index], NULL, work, (void *)(index + 1)); }
    for (int index = 0; index < workers; index++) { pthread_join(all[index], NULL); }
    struct sums sums = read_sums();
    uint64_t expected = workers * (uint64_t)rounds_of_worker;
    REQUIRE(sums.amounts[OUTL_LEDGER_BLOCKS] == expected, "%lu blocks", sums.amounts[OUTL_LEDGER_BLOCKS]);
    REQUIRE(sums.amounts[OUTL_LEDGER_FREED_BLOCKS] == expected, "%lu freed", sums.amounts[OUTL_LEDGER_FREED_BLOCKS]);
    REQUIRE(sums.amounts[OUTL_LEDGER_BYTES] == sums.amounts[OUTL_LEDGER_FREED_BYTES], "bytes are missing");
    REQUIRE(outl_ledger_read_figures().lost == 0, "lost counts");
}

int main(int count, char **arguments) {
    const char *trial = count > 1 ? arguments[1] : "";
    outl_heap_settings.counts = true;
    atomic_store(&outl_heap_on, true);
    if (!outl_ledger_prepare()) { return 2; }
    if (strcmp(trial, "stacks") == 0) { stacks(); }
    if (strcmp(trial, "peak") == 0) { peak(); }
    if (strcmp(trial, "threads") == 0) { threads(); }
    puts("ok");
    return 0;
}
