#include "Base/tier_files.h"

#include "Base/state.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: The directory

// Returns the reason why a directory is unsuitable, or null if it is suitable.
static const char *find_fault(int directory) {
    struct stat status;
    if (fstat(directory, &status) != 0) { return strerror(errno); }
    if (status.st_uid != geteuid()) { return "it belongs to another user"; }
    return status.st_mode & (S_IRWXG | S_IRWXO) ? "it is not private: chmod 700" : NULL;
}

int outl_directory_open(const char **why) {
    int directory = open(outl_heap_settings.directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    *why = directory < 0 ? strerror(errno) : find_fault(directory);
    if (directory >= 0 && *why) { close(directory); }
    return *why ? -1 : directory;
}

int outl_directory_create(int directory, const char *name) {
    unlinkat(directory, name, 0);
    return openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

bool outl_directory_rename(int directory, const char *from, const char *to) {
    if (renameat(directory, from, directory, to) == 0) { return true; }
    int saved = errno;
    unlinkat(directory, from, 0);
    errno = saved;
    return false;
}

#if OUTL_HEAP_SERVED

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// MARK: Descriptors

// The system call is newer than supported headers and kernels.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
enum { close_range_unshare = 2 };

static bool close_range_of(unsigned first, unsigned last, int flags) {
    return syscall(SYS_close_range, first, last, flags) == 0;
}

void outl_descriptors_close(int but) {
    bool all = (but <= 0 || close_range_of(0, (unsigned)but - 1, 0)) && close_range_of((unsigned)(but + 1), ~0U, 0);
    if (all) { return; }
    enum { maximum = 1 << 20 };
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < maximum ? (int)limit.rlim_cur : maximum;
    for (int file = 0; file < end; file++) {
        if (file != but) { syscall(SYS_close, file); }
    }
}

bool outl_descriptors_leave(void) {
    if (close_range_of(0, ~0U, close_range_unshare)) { return true; }
    if (unshare(CLONE_FILES) != 0) { return false; }
    outl_descriptors_close(-1);
    return true;
}

// MARK: Errors

void outl_error_describe(char *reason, size_t size, const char *failed, int error) {
    char text[128];
    if (error == OUTL_ERROR_MAPS) {
        snprintf(reason, size, "the list of its memory cannot be read, or has more than 65536 entries");
    } else {
        snprintf(reason, size, "%s: %s", failed, strerror_r(error, text, sizeof text));
    }
}

#endif
#endif
