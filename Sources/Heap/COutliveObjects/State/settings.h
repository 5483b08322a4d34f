#pragma once

/// The settings that a program makes in the platform's libraries, which no variable of Swift holds: a rule for each.
///
/// Concurrency: as State/variables.h.

#include "State/visiting.h"

/// A setting of a library.
struct outl_setting {
    const char *name;
    const char *symbol; ///< That of the variable; of one with a mangled name, the beginning.
    /// Adds the setting to a place in the tree.
    void (*visit)(struct outl_visit *visit, uint32_t value, uintptr_t address);
    bool is_environment; ///< `true` for the variables of the environment.
    uintptr_t address;   ///< The address of the variable, or 0.
};

/// Returns `true` if the symbols of a library, which it does not export, name settings.
bool outl_settings_are_in(uint32_t module);

/// Notes a symbol of such a library, or of the executable in case that it contains the libraries.
void outl_settings_note(const char *name, uintptr_t address);

/// Forgets what was noted.
void outl_settings_clear(void);

/// Finds the settings, and returns them and their number.
const struct outl_setting *outl_settings_find(size_t *count);
