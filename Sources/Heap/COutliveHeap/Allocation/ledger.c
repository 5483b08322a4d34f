// Concurrency contract: see ledger.h. Sites are numbered in the order of their first use. An index of hash slots leads
// to them: a slot is claimed by the compare-and-swap of a number whose site is complete. The noting of the peak is
// guarded by a flag, which is tested and never awaited; it writes the half of each site's peak that no reader uses.
#include "Allocation/ledger.h"

#if OUTL_HEAP_SERVED

#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"

#include <string.h>

enum {
    site_bits = 20, site_bits_least = 12, page_bits = 13, page_bits_least = 5, probes = 256,
};
// The stack of a site whose number was taken for nothing.
static const uint32_t no_stack = UINT32_MAX;

struct site {
    uintptr_t metadata;
    _Atomic uint32_t stack;
    _Atomic uint32_t base; // The site of the same stack without metadata; 0 until the site is complete.
    _Atomic uint64_t amounts[OUTL_LEDGER_AMOUNTS];
    struct peak {
        int64_t blocks, bytes;
    } peaks[2];
};

static struct {
    struct site *sites;        // The first one is unused.
    _Atomic uint32_t *index;   // Numbers of sites, twice as many as there can be.
    struct outl_ledger_page *pages;
    uint32_t site_count, page_count;
} tables;

static _Atomic uint32_t sites_used, pages_used;
static _Atomic uint64_t pages_free;    // The first unused page, and a tag in the upper half.
static _Atomic uint64_t early_blocks, early_bytes, lost;
static _Atomic int64_t alive;          // The bytes that are alive, without the changes of threads.
static _Atomic int64_t top, mark;      // The highest value of `alive`, and the one above which the peak is noted.
static _Atomic int64_t noted_bytes;
static _Atomic uint64_t noted_time;
static _Atomic uint32_t noted_half;    // The half of each site's peak that is complete.
static _Atomic uint64_t step;          // The bytes by which a thread's sum may differ before it is added to `alive`.
static atomic_flag is_noting = ATOMIC_FLAG_INIT;

enum { least_step = 512, step_shift = 10 };

static void *map(size_t size) {
    void *memory = outl_room_pages(size, PROT_READ | PROT_WRITE);
    if (!memory) { return NULL; }
    outl_own_add(memory, size);
    madvise(memory, size, MADV_NOHUGEPAGE);
    return memory;
}

// Returns the number of items of a table in an eighth of the address space that is left, a power of two.
static uint32_t count_of(int bits, int least_bits, size_t item_size) {
    while (bits > least_bits && item_size << bits > outl_room_left() / 8) { bits--; }
    return 1U << bits;
}

bool outl_ledger_prepare(void) {
    tables.site_count = count_of(site_bits, site_bits_least, sizeof(struct site) + 2 * sizeof(uint32_t));
    tables.page_count = count_of(page_bits, page_bits_least, sizeof(struct outl_ledger_page));
    tables.sites = map(tables.site_count * sizeof *tables.sites);
    tables.index = map(2 * tables.site_count * sizeof *tables.index);
    tables.pages = map(tables.page_count * sizeof *tables.pages);
    atomic_store_explicit(&sites_used, 1, memory_order_relaxed);
    atomic_store_explicit(&step, least_step, memory_order_relaxed);
    return tables.sites && tables.index && tables.pages;
}

// MARK: Sites

// Takes a number for a site. Returns 0 if there is none left.
static uint32_t make_site(uint32_t stack, uintptr_t metadata, uint32_t base) {
    uint32_t number = atomic_load_explicit(&sites_used, memory_order_relaxed);
    do {
        if (number >= tables.site_count) { return 0; }
    } while (!atomic_compare_exchange_weak_explicit(
        &sites_used, &number, number + 1, memory_order_relaxed, memory_order_relaxed));
    struct site *site = &tables.sites[number];
    site->metadata = metadata;
    atomic_store_explicit(&site->stack, stack, memory_order_relaxed);
    atomic_store_explicit(&site->base, base ? base : number, memory_order_release);
    return number;
}

static uint32_t stack_of(const struct site *site) { return atomic_load_explicit(&site->stack, memory_order_relaxed); }

// Returns the site of the same stack without metadata, or 0 if the site is being made, or not in use.
static uint32_t base_of(const struct site *site) {
    uint32_t base = atomic_load_explicit(&site->base, memory_order_acquire);
    return base && stack_of(site) != no_stack ? base : 0;
}

// Gives a number back that another thread's has preceded.
static void discard(uint32_t number) {
    if (number) { atomic_store_explicit(&tables.sites[number].stack, no_stack, memory_order_relaxed); }
}

// Returns the number of a site, or 0 if there is no room for it.
static uint32_t site_of(uint32_t stack, uintptr_t metadata) {
    uint32_t base = metadata ? site_of(stack, 0) : 0, made = 0;
    if (metadata && !base) { return 0; }
    uint32_t mask = 2 * tables.site_count - 1;
    uint64_t mixed = (stack ^ metadata << 7) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t slot = (uint32_t)(mixed >> 40) & mask;
    for (int probe = 0; probe < probes; probe++, slot = (slot + 1) & mask) {
        uint32_t number = atomic_load_explicit(&tables.index[slot], memory_order_acquire);
        if (number == 0) {
            if (!made) { made = make_site(stack, metadata, base); }
            if (!made) { return 0; }
            if (atomic_compare_exchange_strong_explicit(
                    &tables.index[slot], &number, made, memory_order_acq_rel, memory_order_acquire)) {
                return made;
            }
        }
        const struct site *site = &tables.sites[number];
        if (stack_of(site) == stack && site->metadata == metadata) {
            discard(made);
            return number;
        }
    }
    discard(made);
    return 0;
}

static void add_to_site(uint32_t number, int amount, uint64_t value) {
    if (value) { atomic_fetch_add_explicit(&tables.sites[number].amounts[amount], value, memory_order_relaxed); }
}

static void flush(struct outl_ledger_entry *entry) {
    if (!entry->site) { return; }
    for (int amount = 0; amount < OUTL_LEDGER_AMOUNTS; amount++) {
        uint64_t value = entry->amounts[amount];
        __atomic_store_n(&entry->amounts[amount], 0, __ATOMIC_RELAXED);
        add_to_site(entry->site, amount, value);
    }
}

static void count_lost(void) { atomic_fetch_add_explicit(&lost, 1, memory_order_relaxed); }

// Fills an entry for a stack and type, after adding the former one to its site. Returns null if there is no room.
static struct outl_ledger_entry *load(struct outl_ledger_entry *entry, uint32_t stack, uintptr_t metadata) {
    int busy = outl_heap_thread.busy;
    outl_heap_thread.busy = busy | 1;
    OUTL_SIGNAL_FENCE();
    uint32_t number = site_of(stack, metadata);
    if (number) {
        flush(entry);
        __atomic_store_n(&entry->site, 0, __ATOMIC_RELAXED);
        OUTL_SIGNAL_FENCE();
        entry->stack = stack;
        entry->metadata = metadata;
        __atomic_store_n(&entry->site, number, __ATOMIC_RELEASE);
    } else {
        count_lost();
    }
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = busy;
    return number ? entry : NULL;
}

// MARK: The peak

// Adds what is alive by an entry or site to the peak of the site's stack.
static void add_alive(struct peak *peak, const uint64_t *amounts) {
    uint64_t values[OUTL_LEDGER_FREED_BYTES + 1];
    for (int amount = 0; amount <= OUTL_LEDGER_FREED_BYTES; amount++) {
        values[amount] = __atomic_load_n(&amounts[amount], __ATOMIC_RELAXED);
    }
    peak->blocks += (int64_t)(values[OUTL_LEDGER_BLOCKS] - values[OUTL_LEDGER_FREED_BLOCKS]);
    peak->bytes += (int64_t)(values[OUTL_LEDGER_BYTES] - values[OUTL_LEDGER_FREED_BYTES]);
}

static uint32_t used(_Atomic uint32_t *count, uint32_t maximum) {
    uint32_t number = atomic_load_explicit(count, memory_order_acquire);
    return number < maximum ? number : maximum;
}

static void note_peak(int64_t bytes) {
    uint32_t half = !atomic_load_explicit(&noted_half, memory_order_relaxed);
    uint32_t site_count = used(&sites_used, tables.site_count), page_count = used(&pages_used, tables.page_count);
    for (uint32_t number = 1; number < site_count; number++) {
        tables.sites[number].peaks[half] = (struct peak){0, 0};
    }
    for (uint32_t number = 1; number < site_count; number++) {
        const struct site *site = &tables.sites[number];
        uint32_t base = base_of(site);
        if (base) { add_alive(&tables.sites[base].peaks[half], (const uint64_t *)site->amounts); }
    }
    for (uint32_t number = 0; number < page_count; number++) {
        for (size_t index = 0; index < OUTL_COUNT(tables.pages->entries); index++) {
            const struct outl_ledger_entry *entry = &tables.pages[number].entries[index];
            uint32_t site = __atomic_load_n(&entry->site, __ATOMIC_ACQUIRE);
            if (site == 0 || site >= site_count) { continue; }
            uint32_t base = base_of(&tables.sites[site]);
            if (base) { add_alive(&tables.sites[base].peaks[half], entry->amounts); }
        }
    }
    atomic_store_explicit(&noted_bytes, bytes, memory_order_relaxed);
    atomic_store_explicit(&noted_time, outl_now(CLOCK_REALTIME), memory_order_relaxed);
    atomic_store_explicit(&noted_half, half, memory_order_release);
    // With many sites, the marks are further apart, because each costs a walk over all of them.
    int shift = site_count < 1 << 14 ? 8 : site_count < 1 << 16 ? 7 : 6;
    atomic_store_explicit(&mark, bytes + (bytes >> shift), memory_order_relaxed);
    // All pages together may differ by less than 1/128.
    uint64_t wanted = ((uint64_t)bytes >> step_shift) / (page_count > 4 ? page_count / 4 : 1);
    atomic_store_explicit(&step, wanted > least_step ? wanted : least_step, memory_order_relaxed);
}

__attribute__((noinline))
void outl_ledger_settle(struct outl_ledger_page *page) {
    int busy = outl_heap_thread.busy;
    outl_heap_thread.busy = busy | 1;
    OUTL_SIGNAL_FENCE();
    int64_t change = (int64_t)(page->change - page->limit / 2);
    uint64_t half = atomic_load_explicit(&step, memory_order_relaxed);
    page->limit = 2 * half;
    page->change = half;
    int64_t now = atomic_fetch_add_explicit(&alive, change, memory_order_relaxed) + change;
    int64_t highest = atomic_load_explicit(&top, memory_order_relaxed);
    while (now > highest
           && !atomic_compare_exchange_weak_explicit(&top, &highest, now, memory_order_relaxed, memory_order_relaxed)) {}
    bool is_above = now > atomic_load_explicit(&mark, memory_order_relaxed);
    if (is_above && !atomic_flag_test_and_set_explicit(&is_noting, memory_order_acquire)) {
        note_peak(now);
        atomic_flag_clear_explicit(&is_noting, memory_order_release);
    }
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = busy;
}

// MARK: Counts

// Returns the first word of a released object, or 0.
static uintptr_t metadata_of(const void *content, const struct outl_block *record) {
    bool is_typed = record->kind == OUTL_BLOCK_OBJECT && content;
    return is_typed ? __atomic_load_n((const uintptr_t *)content, __ATOMIC_RELAXED) : 0;
}

static struct outl_ledger_entry *entry_of(struct outl_ledger_page *page, uint32_t stack, uintptr_t metadata) {
    struct outl_ledger_entry *entry = outl_ledger_place(page, stack, metadata);
    return outl_ledger_matches(entry, stack, metadata) ? entry : load(entry, stack, metadata);
}

void outl_ledger_add(struct outl_ledger_page *page, uintptr_t block, size_t size, uint32_t stack) {
    if (!page) {
        if (outl_ledger_is_on()) { outl_ledger_add_shared(stack, size); }
        return;
    }
    struct outl_ledger_entry *entry = entry_of(page, stack, 0);
    if (!entry) { return; }
    outl_ledger_count_added(page, entry, block, size);
    if (outl_ledger_is_due(page)) { outl_ledger_settle(page); }
}

static void count_age(struct outl_ledger_page *page, uint32_t birth) {
    // All others are of the present cycle.
    int age = outl_ledger_class(outl_birth() - birth);
    if (age > 0) { outl_ledger_count(&page->ages[age < OUTL_LEDGER_AGES ? age : OUTL_LEDGER_AGES - 1], 1); }
}

void outl_ledger_free(
    struct outl_ledger_page *page, uintptr_t block, const void *content, const struct outl_block *record
) {
    if (!page) {
        if (outl_ledger_is_on()) { outl_ledger_free_shared(content, record); }
        return;
    }
    struct outl_ledger_entry *entry = entry_of(page, record->stack, metadata_of(content, record));
    if (!entry) { return; }
    outl_ledger_count_freed(page, entry, block, record);
    count_age(page, record->birth);
    if (outl_ledger_is_due(page)) { outl_ledger_settle(page); }
}

// MARK: Counts without a page

static void add_change(int64_t change) { atomic_fetch_add_explicit(&alive, change, memory_order_relaxed); }

void outl_ledger_add_shared(uint32_t stack, size_t size) {
    uint32_t number = site_of(stack, 0);
    if (!number) {
        count_lost();
        return;
    }
    add_to_site(number, OUTL_LEDGER_BLOCKS, 1);
    add_to_site(number, OUTL_LEDGER_BYTES, size);
    add_change((int64_t)size);
}

void outl_ledger_free_shared(const void *content, const struct outl_block *record) {
    uint32_t number = site_of(record->stack, metadata_of(content, record));
    if (!number) {
        count_lost();
        return;
    }
    add_to_site(number, OUTL_LEDGER_FREED_BLOCKS, 1);
    add_to_site(number, OUTL_LEDGER_FREED_BYTES, record->size);
    add_change(-(int64_t)record->size);
}

void outl_ledger_add_early(size_t size) {
    atomic_fetch_add_explicit(&early_blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&early_bytes, size, memory_order_relaxed);
}

// MARK: Threads

static uint32_t take_page(void) {
    uint64_t first = atomic_load_explicit(&pages_free, memory_order_acquire);
    while ((uint32_t)first != 0) {
        uint32_t next = __atomic_load_n(&tables.pages[(uint32_t)first - 1].next, __ATOMIC_RELAXED);
        uint64_t wanted = ((first >> 32) + 1) << 32 | next;
        if (atomic_compare_exchange_weak_explicit(
                &pages_free, &first, wanted, memory_order_acq_rel, memory_order_acquire)) {
            return (uint32_t)first;
        }
    }
    uint32_t number = atomic_load_explicit(&pages_used, memory_order_relaxed);
    do {
        if (number >= tables.page_count) { return 0; }
    } while (!atomic_compare_exchange_weak_explicit(
        &pages_used, &number, number + 1, memory_order_release, memory_order_relaxed));
    return number + 1;
}

void outl_ledger_thread_begins(void) {
    if (!outl_ledger_is_on()) { return; }
    uint32_t number = take_page();
    struct outl_ledger_page *page = number ? &tables.pages[number - 1] : NULL;
    if (page) { load(&page->entries[0], 0, 0); }
    outl_heap_thread.ledger = page;
}

void outl_ledger_thread_ends(void) {
    struct outl_ledger_page *page = outl_heap_thread.ledger;
    outl_heap_thread.ledger = NULL;
    if (!page) { return; }
    outl_ledger_settle(page);
    for (size_t index = 0; index < OUTL_COUNT(page->entries); index++) {
        flush(&page->entries[index]);
    }
    // What it counted by size and age stays with the page.
    page->last = 0;
    uint64_t first = atomic_load_explicit(&pages_free, memory_order_relaxed), wanted;
    do {
        __atomic_store_n(&page->next, (uint32_t)first, __ATOMIC_RELAXED);
        wanted = ((first >> 32) + 1) << 32 | (uint32_t)(page - tables.pages + 1);
    } while (!atomic_compare_exchange_weak_explicit(
        &pages_free, &first, wanted, memory_order_release, memory_order_relaxed));
}

void outl_ledger_reset(void) {
    for (uint32_t number = 1; number < used(&sites_used, tables.site_count); number++) {
        memset((void *)tables.sites[number].amounts, 0, sizeof tables.sites[number].amounts);
        memset(tables.sites[number].peaks, 0, sizeof tables.sites[number].peaks);
    }
    for (uint32_t number = 0; number < used(&pages_used, tables.page_count); number++) {
        struct outl_ledger_page *page = &tables.pages[number];
        page->last = 0;
        page->change = page->limit / 2;
        memset(page->sizes, 0, sizeof page->sizes);
        memset(page->ages, 0, sizeof page->ages);
        for (size_t index = 0; index < OUTL_COUNT(page->entries); index++) {
            memset(page->entries[index].amounts, 0, sizeof page->entries[index].amounts);
        }
    }
    atomic_store(&alive, 0);
    atomic_store(&top, 0);
    atomic_store(&mark, 0);
    atomic_store(&noted_bytes, 0);
    atomic_store(&lost, 0);
}

// MARK: Reading

// Adds the entries of all pages to their sites, in this copy of the process alone, once.
static void flush_all(void) {
    for (uint32_t number = 0; number < used(&pages_used, tables.page_count); number++) {
        for (size_t index = 0; index < OUTL_COUNT(tables.pages->entries); index++) {
            flush(&tables.pages[number].entries[index]);
        }
    }
}

void outl_ledger_each(void (*visit)(const struct outl_ledger_site *site, void *context), void *context) {
    flush_all();
    uint32_t half = atomic_load_explicit(&noted_half, memory_order_acquire);
    for (uint32_t number = 1; number < used(&sites_used, tables.site_count); number++) {
        const struct site *site = &tables.sites[number];
        if (!base_of(site)) { continue; }
        const struct peak *peak = &site->peaks[half];
        struct outl_ledger_site found = {
            .metadata = site->metadata, .stack = stack_of(site),
            .peak_blocks = peak->blocks > 0 ? (uint64_t)peak->blocks : 0,
            .peak_bytes = peak->bytes > 0 ? (uint64_t)peak->bytes : 0};
        for (int amount = 0; amount < OUTL_LEDGER_AMOUNTS; amount++) {
            found.amounts[amount] = atomic_load_explicit(&site->amounts[amount], memory_order_relaxed);
        }
        visit(&found, context);
    }
}

struct outl_ledger_figures outl_ledger_read_figures(void) {
    struct outl_ledger_figures figures = {
        .early_blocks = atomic_load(&early_blocks), .early_bytes = atomic_load(&early_bytes), .lost = atomic_load(&lost),
        .noted_time = atomic_load(&noted_time)};
    int64_t sum = atomic_load(&alive), highest = atomic_load(&top);
    for (uint32_t number = 0; number < used(&pages_used, tables.page_count); number++) {
        const struct outl_ledger_page *page = &tables.pages[number];
        sum += (int64_t)(page->change - page->limit / 2);
        for (int index = 0; index < OUTL_LEDGER_SIZES; index++) { figures.sizes[index] += page->sizes[index]; }
        for (int index = 0; index < OUTL_LEDGER_AGES; index++) { figures.ages[index] += page->ages[index]; }
    }
    highest = sum > highest ? sum : highest;
    int64_t noted = atomic_load(&noted_bytes);
    figures.peak_bytes = highest > 0 ? (uint64_t)highest : 0;
    figures.noted_bytes = noted > 0 ? (uint64_t)noted : 0;
    return figures;
}

void outl_ledger_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    if (!tables.pages) { return; }
    visit((uintptr_t)tables.sites, (uintptr_t)(tables.sites + used(&sites_used, tables.site_count)), context);
    visit((uintptr_t)tables.pages, (uintptr_t)(tables.pages + used(&pages_used, tables.page_count)), context);
}

size_t outl_ledger_memory(void) {
    if (!tables.pages) { return 0; }
    return used(&sites_used, tables.site_count) * (sizeof *tables.sites + sizeof *tables.index)
        + used(&pages_used, tables.page_count) * sizeof *tables.pages;
}

#endif
