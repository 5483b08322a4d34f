#include "State/settings.h"

#if OUTL_HEAP_SERVED

#include "State/defaults.h"
#include "State/environment.h"
#include "State/locale.h"
#include "Types/elf.h"
#include "Types/modules.h"

#include <string.h>

// Each has a reason to be state of the program.
static struct outl_setting settings[] = {
    // A program and its libraries read it at any time.
    {"environment", "environ", outl_environment_visit, true, 0},
    {"environment", "__environ", outl_environment_visit, true, 0},
    // The next test writes numbers and dates by it.
    {"locale", "_nl_global_locale", outl_locale_visit, false, 0},
    // What was set for one user is read by the next.
    {"UserDefaults", "domainCache", outl_defaults_visit, false, 0},
    {"UserDefaults.registered", "$s10Foundation18registeredDefaults", outl_defaults_visit_registered, false, 0},
};

bool outl_settings_are_in(uint32_t module) {
    const char *path = outl_modules[module].path, *slash = path ? strrchr(path, '/') : NULL;
    return slash && strcmp(slash, "/libFoundation.so") == 0;
}

void outl_settings_note(const char *name, uintptr_t address) {
    for (size_t index = 0; index < OUTL_COUNT(settings); index++) {
        const char *symbol = settings[index].symbol;
        size_t length = strlen(symbol);
        bool is_named = strncmp(name, symbol, length) == 0;
        bool is_whole = is_named && name[length] == 0;
        // The type of the variable depends on the version of Foundation; its initialiser's word has no type.
        bool is_mangled = is_named && symbol[0] == '$' && strcmp(name + strlen(name) - 2, "vp") == 0;
        if (is_whole || is_mangled) { settings[index].address = address; }
    }
}

void outl_settings_clear(void) {
    for (size_t index = 0; index < OUTL_COUNT(settings); index++) { settings[index].address = 0; }
}

const struct outl_setting *outl_settings_find(size_t *count) {
    struct outl_setting *environment = &settings[0], *locale = &settings[2];
    if (settings[1].address) { environment->address = 0; }
    else if (!environment->address) { environment->address = outl_elf_exported_by_any(environment->symbol); }
    if (!locale->address) { locale->address = outl_locale_find(); }
    *count = OUTL_COUNT(settings);
    return settings;
}

#endif
