// A program whose first thread ends by itself, with pthread_exit, ends when the last of its threads does: the C library
// counts them. It counts the service's too, so that it would wait for that one for ever. So another thread looks from
// then on whether there is any left but those two, and does what the last one would have done: it calls `exit`.
//
// The service itself cannot: it has none of the program's files open, and handlers of `exit` write to them.
//
// Concurrency contract: `outl_leader_ends` runs on the first thread, among its destructors. The new thread has all
// signals blocked until the end, when it has the mask that the first thread had.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include "outl_heap_service.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static sigset_t mask_before;

// Whether a thread is there that has not ended: the first one stays, as a zombie, for as long as there is another.
static bool runs(const char *thread) {
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/thread-self/../%.20s/stat", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) { close(file); }
    text[got > 0 ? got : 0] = 0;
    // The state follows the name, which may hold anything.
    const char *state = strrchr(text, ')');
    return state && state[1] == ' ' && state[2] != 'Z' && state[2] != 'X';
}

static bool is_alone(void) {
    DIR *folder = opendir("/proc/thread-self/..");
    if (!folder) { return false; }
    pid_t own = (pid_t)syscall(SYS_gettid), service = outl_service_thread();
    bool alone = true;
    for (struct dirent *entry; alone && (entry = readdir(folder));) {
        pid_t id = (pid_t)strtol(entry->d_name, NULL, 10);
        if (id > 0 && id != own && id != service && runs(entry->d_name)) { alone = false; }
    }
    closedir(folder);
    return alone;
}

static void *wait_for_last(void *unused) {
    (void)unused;
    outl_heap_busy++;
    prctl(PR_SET_NAME, "outlive-last");
    // There is nothing to wait on: threads end silently.
    enum { shortest = 2000000, longest = 50000000 };
    for (long pause = shortest; !is_alone(); pause = pause < longest ? pause + pause / 4 : longest) {
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    }
    outl_heap_busy--;
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    exit(0);
}

void outl_leader_ends(void) {
    outl_heap_busy++;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask_before);
    pthread_t thread;
    if (outl_service_is_here() && pthread_create(&thread, NULL, wait_for_last, NULL) == 0) { pthread_detach(thread); }
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    outl_heap_busy--;
}

#endif
