#pragma once

/// The checks of a process before it is read: that it exists, may be read, and is of this machine.
///
/// Concurrency: any number of threads. System calls only.

#include "Source/failure.h"

#include <sys/types.h>

/// Opens the folder of the process in /proc, and checks its state. Returns `false` with the reason in the result.
bool outl_permit(pid_t process, int *folder, struct outl_inspect_result *result);

/// Checks that the process lives, and that nothing traces it. Returns `false` with the reason in the result.
bool outl_permit_state(pid_t process, int folder, struct outl_inspect_result *result);

/// Checks the program that the process executes, and names it in the result. Returns `false` with the reason there.
///
bool outl_permit_program(pid_t process, int folder, struct outl_inspect_result *result);

/// The program that a process executes, by what the kernel gave it: see AT_PHDR and AT_RANDOM in getauxval(3).
struct outl_program {
    uintptr_t headers; ///< The address of the executable's program headers, or 0.
    uintptr_t random;  ///< The address of its random bytes, which is another one after each exec where addresses are random.
};

/// Reads the program that the process executes now. Opens no file of it.
struct outl_program outl_permit_identity(int folder);

/// Checks that no other process traces a thread. Returns `false` with the reason in the result.
///
/// - folder: The open folder of the process in /proc.
bool outl_permit_tracer(int folder, pid_t thread, struct outl_inspect_result *result);

/// Checks that there is memory for a copy of `size` bytes. Returns `false` with the reason in the result.
bool outl_permit_size(uint64_t size, struct outl_inspect_result *result);
