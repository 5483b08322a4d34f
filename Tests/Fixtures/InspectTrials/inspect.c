// Inspects a process or a core file by the reader in C alone, for machines on which the command does not run:
//
//     inspect PID|CORE SNAPSHOT [ROOT]
//
// Prints the figures, and exits with 1 and the reason if the inspection fails.
#include "outl_inspect.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count < 3) { return 64; }
    struct outl_inspect_order order = {
        .process = atoi(arguments[1]), .core = -1, .root = count > 3 ? arguments[3] : NULL, .with_graph = true,
        .seconds = 60, .output = open(arguments[2], O_RDWR | O_CREAT | O_TRUNC, 0600)};
    if (strchr(arguments[1], '/')) {
        order.process = 0;
        order.core = open(arguments[1], O_RDONLY);
    }
    static struct outl_inspect_result result;
    if (outl_inspect(&order, &result) != OUTL_INSPECT_DONE) {
        printf("failed: %s\n", result.reason);
        return 1;
    }
    printf(
        "%s, %u threads, %u modules, %llu objects, %llu other blocks\n", result.allocator, result.threads,
        result.modules, (unsigned long long)result.objects, (unsigned long long)(result.blocks - result.objects));
    return 0;
}
