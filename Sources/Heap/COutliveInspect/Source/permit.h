#pragma once

/// The checks of a process before it is read: that it exists, may be read, and is of this machine.
///
/// Concurrency: as Source/stop.h.

#include "Source/stop.h"

/// Opens the folder of the process in /proc, and checks its state. Returns `false` with the reason in the result.
bool outl_permit(pid_t process, int *folder, struct outl_inspect_result *result);

/// Checks that the process lives, and that nothing traces it. Returns `false` with the reason in the result.
bool outl_permit_state(pid_t process, int folder, struct outl_inspect_result *result);

/// Checks the program that the process executes, and names it in the result. Returns `false` with the reason there.
///
/// - headers: Receives the address of the executable's program headers, or 0.
bool outl_permit_program(pid_t process, int folder, uintptr_t *headers, struct outl_inspect_result *result);

/// Checks that no other process traces a thread. Returns `false` with the reason in the result.
///
/// - folder: The open folder of the process in /proc.
bool outl_permit_tracer(int folder, pid_t thread, struct outl_inspect_result *result);

/// Checks that there is memory for a copy of `size` bytes. Returns `false` with the reason in the result.
bool outl_permit_size(uint64_t size, struct outl_inspect_result *result);
