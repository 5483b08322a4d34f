// Concurrency contract: see the header. Runs with `outl_heap_busy` set, as everything on the service thread.
//
// /proc/self/task/ID/syscall has the stack pointer of a thread that is blocked in the kernel, and `running` for any
// other. A signal would provide more, but interrupts the thread's system calls, which can end programs.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { thread_limit = 4096 };
static struct outl_thread *threads; // Shared with the copies.
static size_t thread_count;

static size_t read_text(uint32_t thread, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%u/%s", thread, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, text, size - 1);
    if (file >= 0) { close(file); }
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (size_t)got : 0;
}

// Reads the last two numbers of the line, the stack pointer and the program counter. Returns `false` if the thread
// runs.
static bool read_position(uint32_t thread, uintptr_t *stack, uintptr_t *code) {
    char text[256];
    if (read_text(thread, "syscall", text, sizeof text) == 0 || text[0] == 'r') { return false; }
    char *last = strrchr(text, ' ');
    if (!last) { return false; }
    *code = strtoull(last + 1, NULL, 16);
    *last = 0;
    char *before = strrchr(text, ' ');
    if (!before) { return false; }
    *stack = strtoull(before + 1, NULL, 16);
    return *stack != 0;
}

// MARK: Thread-locals

static size_t locals_size;

static int measure(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    enum { largest = 1 << 20 };
    uintptr_t record = (uintptr_t)context, locals = (uintptr_t)module->dlpi_tls_data;
    // The thread-locals of modules loaded later are elsewhere, in blocks to which the record points.
    if (locals && locals < record && record - locals < largest && record - locals > locals_size) {
        locals_size = record - locals;
    }
    return 0;
}

size_t outl_threads_locals_size(void) { return locals_size; }

uintptr_t outl_threads_record_in_page(void) { return (uintptr_t)__builtin_thread_pointer() & 4095; }

static uintptr_t first_record;
static _Atomic uint32_t *_Atomic first_id; // The ID in the first thread's record, or null if it is not there.

void outl_threads_prepare(void) {
    uint32_t id = (uint32_t)syscall(SYS_gettid);
    if (id != (uint32_t)getpid()) { return; }
    first_record = (uintptr_t)__builtin_thread_pointer();
    _Atomic uint32_t *place = (_Atomic uint32_t *)(first_record + OUTL_RECORD_ID_OFFSET);
    if (atomic_load(place) == id) { atomic_store(&first_id, place); }
}

// The kernel clears the ID when the thread ends in any way; the C library sets it to -1 when the thread is joined.
bool outl_threads_first_has_ended(void) {
    _Atomic uint32_t *place = atomic_load(&first_id);
    return place && (int32_t)atomic_load(place) <= 0;
}

uintptr_t outl_threads_first_record(void) { return first_record; }

// MARK: The list of threads

void outl_threads_look(void) {
    dl_iterate_phdr(measure, __builtin_thread_pointer());
    thread_count = 0;
    if (!threads) {
        void *memory =
            mmap(NULL, thread_limit * sizeof *threads, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) { return; }
        threads = memory;
    }
    DIR *folder = opendir("/proc/self/task");
    if (!folder) { return; }
    uint32_t own = (uint32_t)syscall(SYS_gettid);
    for (struct dirent *entry; thread_count < thread_limit && (entry = readdir(folder));) {
        uint32_t id = (uint32_t)strtoul(entry->d_name, NULL, 10);
        if (id == 0 || id == own) { continue; }
        struct outl_thread *thread = &threads[thread_count++];
        *thread = (struct outl_thread){.id = id};
        char name[sizeof thread->name + 1];
        size_t length = read_text(id, "comm", name, sizeof name);
        if (length > 0 && name[length - 1] == '\n') { length--; }
        memcpy(thread->name, name, length < sizeof thread->name ? length : sizeof thread->name - 1);
    }
    closedir(folder);
    // The positions are read last, just before the copy is made. A running thread may be about to block, such as the
    // one that requested the snapshot.
    enum { rounds = 10, pause = 100000 };
    for (int round = 0; round < rounds; round++) {
        bool all_known = true;
        for (size_t index = 0; index < thread_count; index++) {
            struct outl_thread *thread = &threads[index];
            if (!thread->known) { thread->known = read_position(thread->id, &thread->stack, &thread->code); }
            all_known = all_known && thread->known;
        }
        if (all_known) { return; }
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    }
}

void outl_threads_look_again(void) {
    for (size_t index = 0; index < thread_count; index++) {
        struct outl_thread *thread = &threads[index];
        uintptr_t stack = 0, code = 0;
        if (!read_position(thread->id, &stack, &code) || stack != thread->stack || code != thread->code) {
            thread->known = 0;
        }
    }
}

struct outl_thread *outl_threads_all(size_t *count) {
    *count = thread_count;
    return threads;
}

#endif
