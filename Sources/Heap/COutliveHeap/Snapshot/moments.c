#include "Snapshot/moments.h"

#if OUTL_HEAP_SERVED

#include "Base/state.h"
#include "Base/tier_files.h"
#include "Memory/maps.h"
#include "Memory/system.h"
#include "Reader/properties.h"
#include "State/owners.h"
#include "State/variables.h"
#include "Types/modules.h"
#include "Types/runtime.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The limits of the kept files, which the command reads when the process has ended.
static const uint64_t maximum_bytes = (uint64_t)512 << 20;
enum { maximum_failures = 16 };

static uint64_t last_state, kept_bytes;
static int failures; // In a row: a process that cannot be copied is not asked for more.
static bool is_closed;

bool outl_moments_want(const struct outl_moment *moment) {
    if (is_closed) { return false; }
    if (moment->kind != OUTL_MOMENT_VARIABLE) { return true; }
    // What a library initialises says nothing of the program.
    const struct outl_module *module = outl_modules_find(moment->token);
    return module && outl_owner_has_file((uint32_t)(module - outl_modules));
}

// A type stays where it is while its module does, so what is found here is valid in all copies. Types that the runtime
// makes later are made by the reader.
static void find_variables(void *open_module) {
    struct outl_runtime of_program = outl_runtime;
    if (!outl_maps_read()) { return; }
    outl_reader_begin();
    outl_variables_list((int (*)(uint32_t))open_module);
    outl_runtime = of_program;
}

bool outl_moments_prepare(int (*open_module)(uint32_t module)) {
    static size_t known;
    static bool is_found;
    size_t count = outl_module_count;
    if (known != count) {
        struct outl_runtime of_program = outl_runtime;
        known = count;
        is_found = outl_guard_run(find_variables, (void *)open_module);
        if (!is_found) { outl_runtime = of_program; }
    }
    return is_found;
}

static void write_line(
    int directory, const struct outl_moment *moment, uint32_t number, char result, const char *name, int length) {
    char path[64], line[1200];
    snprintf(path, sizeof path, "heap-%d-moments.txt", (int)outl_heap_settings.process);
    int file = openat(directory, path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) { return; }
    int size = snprintf(
        line, sizeof line, "%u %c %c %.*s\n", number, moment->kind, result, length, name);
    // A line that is not whole would be read as another one.
    struct stat before;
    bool is_known = fstat(file, &before) == 0;
    if (size > 0 && write(file, line, (size_t)size) != size) {
        is_closed = true;
        if (!is_known || ftruncate(file, before.st_size)) { unlinkat(directory, path, 0); }
    }
    close(file);
}

// Ends the captures: the command learns it from the last line, so that no later test counts as compared.
static void close_journal(int directory, const struct outl_moment *moment, uint32_t number, const char *reason) {
    is_closed = true;
    write_line(directory, moment, number, 'x', reason, (int)strlen(reason));
}

bool outl_moments_add(int directory, const struct outl_moment *moment, uint32_t number, int file, uint64_t state) {
    struct stat status;
    bool is_same = state == last_state, is_kept = !is_same && fstat(file, &status) == 0;
    if (is_kept) { kept_bytes += (uint64_t)status.st_size; }
    last_state = state;
    failures = 0;
    write_line(directory, moment, number, is_kept ? 'c' : 's', moment->name, (int)moment->length);
    if (kept_bytes >= maximum_bytes) {
        close_journal(directory, moment, number, "the states of the tests before take 512 MiB");
    }
    return is_kept;
}

void outl_moments_add_failure(int directory, const struct outl_moment *moment, uint32_t number, const char *reason) {
    is_closed = ++failures >= maximum_failures;
    write_line(directory, moment, number, 'x', reason, (int)strlen(reason));
}

#endif
