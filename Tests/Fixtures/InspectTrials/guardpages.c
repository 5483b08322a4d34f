// Installs guard pages in a mapping, and prints the pages of it that are found: "1 2 5" for pages 1, 2 and 5. Prints
// "unknown" where the system has no guard pages or cannot report them.
#include "Memory/guardpages.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    enum { page = 4096, pages = 8, install = 102 };
    char *memory = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    struct outl_range rest = {(uintptr_t)memory, (uintptr_t)memory + pages * page}, guards;
    if (memory == MAP_FAILED || outl_guard_pages_find(pagemap, rest, &guards)) { return 1; }
    bool is_installed = madvise(memory + page, 2 * page, install) == 0 && madvise(memory + 5 * page, page, install) == 0;
    if (!is_installed || !outl_guard_pages_find(pagemap, rest, &guards)) { puts("unknown"); return 0; }
    for (; rest.start < rest.end && outl_guard_pages_find(pagemap, rest, &guards); rest.start = guards.end) {
        for (uintptr_t at = guards.start; at < guards.end; at += page) {
            printf("%ld ", (long)((at - (uintptr_t)memory) / page));
        }
    }
    puts("");
    return 0;
}
