// Runs with `outl_heap_busy` set, as everything on the service thread.
//
// /proc/self/task/ID/syscall has the system call of a thread that is blocked in the kernel, with six arguments, the
// stack pointer and the program counter, and `running` for any other thread. A signal would provide more, but
// interrupts the thread's system calls, which can end programs.
#include "Freeze/frozen_threads.h"

#if OUTL_HEAP_SERVED

#include "Memory/architecture.h"
#include "Memory/lines.h"
#include "Memory/system.h"

#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { thread_limit = 4096 };

static size_t read_text(uint32_t thread, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%u/%s", thread, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = outl_file_read(file, text, size);
    if (file >= 0) { close(file); }
    return length;
}

// Reads where a thread is; it is not known if the thread runs.
static void read_position(struct outl_thread *thread) {
    enum { arguments = 6, maximum = arguments + 2 };
    char text[256], *at = text;
    if (read_text(thread->id, "syscall", text, sizeof text) == 0 || text[0] == 'r') { return; }
    // The number is negative, and has no arguments, outside of a system call.
    const int64_t number = strtoll(text, &at, 10);
    uint64_t values[maximum] = {0};
    int count = 0;
    for (; count < maximum && *at == ' '; count++) { values[count] = strtoull(at, &at, 16); }
    if (count < 2) { return; }
    thread->stack = values[count - 2];
    thread->code = values[count - 1];
    thread->wait = count == maximum ? outl_architecture_wait(number, values) : (struct outl_wait){0};
    thread->known = thread->stack != 0;
}

// MARK: Thread-locals

static int measure_locals(struct dl_phdr_info *module, size_t known, void *context) {
    (void)known;
    enum { largest = 1 << 20 };
    uintptr_t record = (uintptr_t)context, locals = (uintptr_t)module->dlpi_tls_data, end = locals;
    for (size_t index = 0; index < module->dlpi_phnum; index++) {
        if (module->dlpi_phdr[index].p_type == PT_TLS) { end += module->dlpi_phdr[index].p_memsz; }
    }
    uintptr_t size = outl_architecture->locals_follow ? end - record : record - locals;
    // The thread-locals of modules loaded later are elsewhere, in blocks to which the record points.
    if (locals && size < largest && size > outl_subject.locals_size) { outl_subject.locals_size = size; }
    return 0;
}

// MARK: The first thread

static _Atomic uint32_t *_Atomic first_id; // The ID in the first thread's record, or null if it is not there.

void outl_threads_prepare(void) {
    if (!outl_is_first_thread()) { return; }
    outl_subject.first_record = (uintptr_t)pthread_self();
    _Atomic uint32_t *place = (_Atomic uint32_t *)(outl_subject.first_record + outl_architecture->record_id);
    if (atomic_load(place) == (uint32_t)getpid()) { atomic_store(&first_id, place); }
}

// The kernel clears the ID when the thread ends in any way; the C library sets it to -1 when the thread is joined.
bool outl_threads_first_has_ended(void) {
    _Atomic uint32_t *place = atomic_load(&first_id);
    return place && (int32_t)atomic_load(place) <= 0;
}

// MARK: The list of threads

static void add_thread(uint32_t id) {
    struct outl_thread *thread = &outl_subject.threads[outl_subject.thread_count++];
    *thread = (struct outl_thread){.id = id};
    char name[sizeof thread->name + 1];
    size_t length = read_text(id, "comm", name, sizeof name);
    if (length > 0 && name[length - 1] == '\n') { length--; }
    memcpy(thread->name, name, length < sizeof thread->name ? length : sizeof thread->name - 1);
}

// A running thread may be about to block, such as the one that requested the snapshot.
static void find_positions(void) {
    enum { rounds = 10, pause = 100000 };
    bool all_known = false;
    for (int round = 0; round < rounds && !all_known; round++) {
        if (round > 0) { nanosleep(&(struct timespec){.tv_nsec = pause}, NULL); }
        all_known = true;
        for (size_t index = 0; index < outl_subject.thread_count; index++) {
            struct outl_thread *thread = &outl_subject.threads[index];
            if (!thread->known) { read_position(thread); }
            all_known = all_known && thread->known;
        }
    }
}

// By a system call, because opendir allocates, and the C library reserves 64 MiB for a thread that does.
static void list_folder(int folder) {
    uint32_t own = (uint32_t)syscall(SYS_gettid);
    _Alignas(struct dirent64) char entries[4096];
    for (long size; (size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
        const struct dirent64 *entry;
        for (long at = 0; at < size && outl_subject.thread_count < thread_limit; at += entry->d_reclen) {
            entry = (const struct dirent64 *)(const void *)(entries + at);
            uint32_t id = (uint32_t)strtoul(entry->d_name, NULL, 10);
            if (id != 0 && id != own) { add_thread(id); }
        }
    }
}

void outl_threads_list(void) {
    enum { page_size = 4096 };
    void *record = (void *)pthread_self(); // The C library's record of the thread.
    dl_iterate_phdr(measure_locals, record);
    outl_subject.record_in_page = (uintptr_t)record & (page_size - 1);
    outl_subject.thread_count = 0;
    if (!outl_subject.threads) {
        size_t size = thread_limit * sizeof *outl_subject.threads;
        outl_subject.threads = outl_pages(size, PROT_READ | PROT_WRITE, MAP_SHARED);
    }
    int folder = outl_subject.threads ? open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0) { return; }
    list_folder(folder);
    close(folder);
    // Last, just before the copy is made.
    find_positions();
}

void outl_threads_recheck(void) {
    for (size_t index = 0; index < outl_subject.thread_count; index++) {
        struct outl_thread *thread = &outl_subject.threads[index];
        struct outl_thread now = {.id = thread->id};
        read_position(&now);
        bool is_same = now.known && now.stack == thread->stack && now.code == thread->code
            && now.wait.is_in_call == thread->wait.is_in_call && now.wait.events.start == thread->wait.events.start
            && now.wait.events.end == thread->wait.events.end;
        if (!is_same) { thread->known = 0; }
    }
}

#endif
