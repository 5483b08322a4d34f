// Stops a process again and again. Arguments: the process, and the number of times. Prints how often a thread of it was
// running meanwhile.
#include "Source/stop.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int folder;

// Returns `true` if a thread is neither stopped by its tracer nor ended.
static bool is_running(const char *name) {
    char path[300], text[256];
    snprintf(path, sizeof path, "task/%s/stat", name);
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) { close(file); }
    text[got > 0 ? got : 0] = 0;
    const char *state = strrchr(text, ')');
    return state && !strchr("tZX", state[2]);
}

static int count_running(void) {
    DIR *tasks = fdopendir(openat(folder, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    int count = 0;
    for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
        if (entry->d_name[0] != '.') { count += is_running(entry->d_name); }
    }
    if (tasks) { closedir(tasks); }
    return count;
}

int main(int count, char **arguments) {
    static struct outl_array tracees;
    static struct outl_inspect_result result;
    char path[64];
    int running = 0;
    if (count != 3) { return 64; }
    pid_t process = (pid_t)atoi(arguments[1]);
    snprintf(path, sizeof path, "/proc/%d", process);
    folder = open(path, O_RDONLY | O_DIRECTORY);
    for (int times = atoi(arguments[2]); times > 0; times--) {
        if (!outl_stop(process, folder, UINT64_MAX, &tracees, &result)) {
            puts(result.reason);
            return 1;
        }
        running += count_running();
        outl_stop_end(&tracees);
    }
    printf("%d\n", running);
    return 0;
}
