#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_directory.h"

#include "outl_heap_state.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Returns the reason why a directory is unsuitable, or null if it is suitable.
static const char *find_fault(int directory) {
    enum { others = S_IRWXG | S_IRWXO };
    struct stat status;
    if (fstat(directory, &status) != 0) { return strerror(errno); }
    if (status.st_uid != geteuid()) { return "it belongs to another user"; }
    return status.st_mode & others ? "it is not private: chmod 700" : NULL;
}

int outl_directory_open(const char **why) {
    int directory = open(outl_heap_settings.directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    *why = directory < 0 ? strerror(errno) : find_fault(directory);
    if (directory >= 0 && *why) { close(directory); }
    return *why ? -1 : directory;
}

int outl_directory_make_file(int directory, const char *name) {
    unlinkat(directory, name, 0);
    return openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

#endif
