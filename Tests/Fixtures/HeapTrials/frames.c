// The search for callers by call frame information alone, without the malloc family: the tests build it with the
// sources of the tier, also with sanitizers.
//
// Each trial prints `ok`, or the first wrong figure.
#include "Allocation/classify.h"
#include "outl_cfi.h"
#include "outl_unwind.h"
#include "outl_walk.h"
#include "require.h"

#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Walks

#if defined(__aarch64__)
// Where the frame record lies in a frame is up to the compiler.
#define END_OF_FRAME(own) __builtin_sponentry()
#define HAS_LINK_REGISTER 1
#else
#define END_OF_FRAME(own) ((own) + 1)
#define HAS_LINK_REGISTER 0
#endif

enum { depth_max = 64 };
static int found_functions;

// Compares the frames of a library that calls this with those that the C library finds.
__attribute__((noinline)) static int compare(const void *one, const void *other) {
    void *expected[depth_max];
    int depth = backtrace(expected, depth_max), place = 0;
    const struct outl_frame *own = __builtin_frame_address(0);
    const uintptr_t *slot = &own->return_address;
    struct outl_registers registers = {
        .sp = (const void *)END_OF_FRAME(own), .fp = (uintptr_t)own->caller, .pc = outl_code_address(*slot)};
    // The frames inside of the library before it calls.
    while (place < depth && (uintptr_t)expected[place] != registers.pc) { place++; }
    REQUIRE(place < depth, "the caller is in no backtrace");
    enum outl_step step;
    const uintptr_t *saved;
    while ((step = outl_unwind(&registers, (uintptr_t)slot + (1 << 16), 0, &saved)) == OUTL_STEP_DONE) {
        place++;
        REQUIRE(place < depth && registers.pc == (uintptr_t)expected[place], "frame %d is %lx", place, registers.pc);
        found_functions++;
    }
    REQUIRE(step == OUTL_STEP_POINTER, "the last step is %d", (int)step);
    // The frame pointer is that of the function which the library was called from.
    const struct outl_frame *frame = (const struct outl_frame *)registers.fp;
    const uintptr_t code = outl_code_address(frame->return_address);
    REQUIRE(code == (uintptr_t)expected[place + 1], "the frame leads to %lx", code);
    return (int)(*(const char *)one - *(const char *)other);
}

static void walks(void) {
    char letters[] = "frames without pointers";
    qsort(letters, sizeof letters - 1, 1, compare);
    REQUIRE(bsearch("f", letters, sizeof letters - 1, 1, compare), "no f");
    REQUIRE(found_functions > 20, "%d functions without a frame pointer", found_functions);
}

// MARK: Walks of whole stacks

enum { whole_depth = 600 };
static int least_frames, proven_walks, refused_walks;
static bool must_refuse;

static uintptr_t end_of_stack(void) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    REQUIRE(pthread_getattr_np(pthread_self(), &attributes) == 0, "no bounds");
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)start + size;
}

// Compares the whole stack with the one that the C library finds.
__attribute__((noinline)) static void compare_whole(void) {
    static void *expected[whole_depth];
    static uintptr_t frames[whole_depth];
    static struct outl_trail trail;
    struct outl_stack_origin origin;
    OUTL_STACK_ORIGIN(origin);
    int depth = backtrace(expected, whole_depth);
    int count = outl_walk(&origin, frames, whole_depth, 0, end_of_stack(), &trail);
    if (must_refuse) {
        REQUIRE(count == -1, "%d frames are proven", count);
        refused_walks++;
        return;
    }
    REQUIRE(count == depth - 1 && count >= least_frames, "%d frames of %d", count, depth - 1);
    for (int place = 0; place < count; place++) {
        REQUIRE(frames[place] == (uintptr_t)expected[place + 1], "frame %d is %lx", place, frames[place]);
    }
    if (outl_trail_is_complete(&trail)) {
        REQUIRE(outl_trail_matches(&trail), "the trail does not match");
        // Any other word makes it another stack.
        for (uint32_t link = 0; link < trail.link_count; link++) {
            uintptr_t *inverted = trail.links[link].inverted;
            inverted[link % 2] ^= 1;
            REQUIRE(!outl_trail_matches(&trail), "link %u is ignored", link);
            inverted[link % 2] ^= 1;
        }
        for (uint32_t word = 0; word < trail.word_count; word++) {
            trail.words[word].inverted ^= 1;
            REQUIRE(!outl_trail_matches(&trail), "word %u is ignored", word);
            trail.words[word].inverted ^= 1;
        }
    }
    proven_walks++;
}

static int compare_whole_and(const void *one, const void *other) {
    compare_whole();
    return (int)(*(const char *)one - *(const char *)other);
}

__attribute__((noinline)) static int descend(int levels) {
    if (levels == 0) {
        compare_whole();
        return 0;
    }
    int reached = descend(levels - 1);
    // Keeps the compiler from turning the calls into a loop.
    __asm__ volatile("" : "+r"(reached));
    return reached + 1;
}

static void on_signal(int number) {
    (void)number;
    compare_whole();
}

static void *compare_on_thread(void *unused) {
    char letters[] = "a thread";
    qsort(letters, sizeof letters - 1, 1, compare_whole_and);
    return unused;
}

static void whole(void) {
    REQUIRE(outl_walk_prepare(), "the C library is too old");
    compare_whole();
    char letters[] = "frames without pointers";
    qsort(letters, sizeof letters - 1, 1, compare_whole_and);
    least_frames = 500;
    REQUIRE(descend(500) == 500, "not all levels");
    least_frames = 3;
    pthread_t thread;
    pthread_create(&thread, NULL, compare_on_thread, NULL);
    pthread_join(thread, NULL);
    REQUIRE(proven_walks > 30, "%d walks", proven_walks);
    // The return from a signal handler has call frame information of another form.
    must_refuse = true;
    signal(SIGUSR1, on_signal);
    sigset_t raised; // Blocked where a thread of Dispatch started this program.
    sigemptyset(&raised);
    sigaddset(&raised, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &raised, NULL);
    raise(SIGUSR1);
    REQUIRE(refused_walks == 1, "%d refused walks", refused_walks);
}

// MARK: Modules

struct index {
    const uint8_t *at; // .eh_frame_hdr, which .eh_frame follows.
    size_t size;
    uintptr_t code, code_size;
};

static int find_index(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct index *found = context;
    if (!strstr(info->dlpi_name, "libc.so")) { return 0; }
    uintptr_t at = 0;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type == PT_GNU_EH_FRAME) { at = info->dlpi_addr + segment->p_vaddr; }
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) {
            found->code = info->dlpi_addr + segment->p_vaddr;
            found->code_size = segment->p_memsz;
        }
    }
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        uintptr_t from = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || at < from || at >= from + segment->p_memsz) { continue; }
        found->at = (const uint8_t *)at;
        found->size = from + segment->p_memsz - at;
    }
    return 1;
}

static struct index index_of_library(void) {
    struct index index = {0};
    dl_iterate_phdr(find_index, &index);
    REQUIRE(index.at && index.code, "the C library has no index");
    return index;
}

// Nearly all code of the C library has a rule, and most has no frame pointer.
static void rules(void) {
    struct index index = index_of_library();
    size_t kinds[8] = {0}, count = 0;
    for (uintptr_t place = 16; place < index.code_size; place += 16, count++) {
        uintptr_t start = (uintptr_t)index.at;
        kinds[outl_cfi_rule(index.at, start, start + index.size, index.code + place).kind]++;
    }
    REQUIRE(kinds[OUTL_RULE_FROM_SP] > count / 2, "%zu of %zu from the stack pointer", kinds[OUTL_RULE_FROM_SP], count);
    // Where a call stores no return address, a function that calls none has no rule.
    size_t most = HAS_LINK_REGISTER ? count / 2 : count / 20;
    REQUIRE(kinds[OUTL_RULE_UNKNOWN] < most, "%zu of %zu unknown", kinds[OUTL_RULE_UNKNOWN], count);
    REQUIRE(kinds[OUTL_RULE_POINTER] > 0, "none by the frame pointer");
}

// Damaged information gives a rule or none, and is not read beyond its end.
static void damage(void) {
    enum { rounds = 300, changes = 200, addresses = 400 };
    struct index index = index_of_library();
    uint8_t *copy = malloc(index.size);
    uintptr_t moved = (uintptr_t)copy - (uintptr_t)index.at;
    uint64_t random = 1;
    size_t known = 0;
#define RANDOM() ((random = random * UINT64_C(6364136223846793005) + 1442695040888963407) >> 33)
    REQUIRE(copy, "no memory");
    for (int round = 0; round < rounds; round++) {
        memcpy(copy, index.at, index.size);
        for (int change = 0; change < changes * (round % 3); change++) {
            // Half of them in the header and the table.
            size_t room = change % 2 ? index.size : index.size / 8;
            size_t place = RANDOM() % room;
            copy[place] = (uint8_t)RANDOM();
        }
        // The header has only some forms that are read at all.
        memcpy(copy, index.at, 4);
        // The information may also be cut.
        size_t size = round % 4 == 3 ? RANDOM() % index.size : index.size;
        for (int place = 0; place < addresses; place++) {
            uintptr_t address = index.code + RANDOM() % index.code_size + moved;
            known += outl_cfi_rule(copy, (uintptr_t)copy, (uintptr_t)copy + size, address).kind != OUTL_RULE_UNKNOWN;
        }
    }
    REQUIRE(known > rounds * addresses / 4, "%zu known rules", known);
    free(copy);
}

// MARK: Threads

enum { workers = 4, tried = 40000 };

// Computes the rules of more addresses than the table has room for, in another order on each thread.
static void *work(void *number) {
    struct index index = index_of_library();
    for (uintptr_t step = 0; step < tried; step++) {
        uintptr_t place = (step * (2 * (uintptr_t)number + 1)) % tried * 16 % index.code_size + 1;
        uintptr_t words[64];
        for (int word = 0; word < 64; word++) { words[word] = 1000 + (uintptr_t)word; }
        struct outl_registers registers = {.sp = words, .fp = 0, .pc = index.code + place}, again = registers;
        const uintptr_t *saved = NULL;
        enum outl_step first = outl_unwind(&registers, (uintptr_t)(words + 64), 1, &saved);
        enum outl_step second = outl_unwind(&again, (uintptr_t)(words + 64), 1, &saved);
        REQUIRE(first == second && registers.sp == again.sp && registers.pc == again.pc, "another rule at %lx", place);
        struct outl_rule rule =
            outl_cfi_rule(index.at, (uintptr_t)index.at, (uintptr_t)index.at + index.size, index.code + place);
        // The information need not be right where no call can be.
        bool is_step = rule.kind == OUTL_RULE_FROM_SP && rule.size <= 64 && rule.saved <= rule.size
            && rule.returned <= rule.size;
        REQUIRE((first == OUTL_STEP_DONE) == is_step, "another step at %lx", place);
        REQUIRE(!is_step || registers.pc == 1000 + rule.size - rule.returned, "another address at %lx", place);
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[workers];
    for (uintptr_t index = 0; index < workers; index++) { pthread_create(&all[index], NULL, work, (void *)index); }
    for (int index = 0; index < workers; index++) { pthread_join(all[index], NULL); }
}

int main(int count, char **arguments) {
    const char *trial = count > 1 ? arguments[1] : "";
    outl_unwind_prepare();
    if (strcmp(trial, "walks") == 0) { walks(); }
    if (strcmp(trial, "whole") == 0) { whole(); }
    if (strcmp(trial, "rules") == 0) { rules(); }
    if (strcmp(trial, "damage") == 0) { damage(); }
    if (strcmp(trial, "threads") == 0) { threads(); }
    puts("ok");
    return 0;
}
