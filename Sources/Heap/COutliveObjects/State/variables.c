// The mangled name of a stored variable ends in `vp`, or in `vpZ` if it is static. The word that says whether a lazily
// initialised one was used has the name without the type, and `_Wz` at its end.
#include "State/variables.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/named.h"
#include "Reader/resolve.h"
#include "State/omitted.h"
#include "State/owners.h"
#include "State/parts.h"
#include "State/platform_state.h"
#include "State/resumes.h"
#include "State/settings.h"
#include "State/sorting.h"
#include "State/unnamed.h"
#include "Types/elf.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The word of a lazily initialised variable.
struct token {
    const char *symbol;
    size_t length; // Without the ending.
    uintptr_t address;
};

static struct outl_array variables, tokens;
static enum outl_symbols_state symbols_of_executable;

static bool ends_in(const char *text, size_t length, const char *end) {
    size_t size = strlen(end);
    return length > size && memcmp(text + length - size, end, size) == 0;
}

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// MARK: Order

static int compare_variables(const void *one, const void *other) {
    const struct outl_variable *first = one, *second = other;
    if (first->module != second->module) { return first->module < second->module ? -1 : 1; }
    if (first->kind != second->kind) { return first->kind < second->kind ? -1 : 1; }
    int order = outl_names_compare(first->symbol, first->length, second->symbol, second->length);
    return order ? order : first->address < second->address ? -1 : first->address > second->address;
}

static int compare_tokens(const void *one, const void *other) {
    const struct token *first = one, *second = other;
    return outl_names_compare(first->symbol, first->length, second->symbol, second->length);
}

// Returns the word whose name is the beginning of a variable's, or 0.
static uintptr_t token_of(const struct outl_variable *variable) {
    size_t low = 0, high = tokens.count;
    const struct token *items = (const void *)tokens.items;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order =
            outl_names_compare(items[middle].symbol, items[middle].length, variable->symbol, variable->length);
        if (order <= 0) { low = middle + 1; } else { high = middle; }
    }
    // The longest beginning is the last one in order, but shorter ones with other endings may lie between.
    for (size_t steps = 0; low > 0 && steps < 64; low--, steps++) {
        const struct token *token = &items[low - 1];
        bool is_beginning = token->length < variable->length
            && memcmp(token->symbol, variable->symbol, token->length) == 0;
        if (is_beginning) { return token->address; }
    }
    return 0;
}

// MARK: Symbols

static void add_variable(uint32_t module, const Elf64_Sym *symbol, const char *name, size_t length, bool is_swift) {
    struct outl_variable *variable = outl_array_append(&variables, 1, sizeof *variable);
    if (!variable) { return; }
    *variable = (struct outl_variable){
        .symbol = name, .length = length, .address = outl_modules[module].bias + symbol->st_value,
        .size = symbol->st_size, .module = module, .kind = is_swift ? OUTL_VARIABLE_SWIFT : OUTL_VARIABLE_C};
}

// Adds a symbol of Swift.
static void add_swift(
    uint32_t module, const Elf64_Sym *symbol, const char *name, size_t length, bool is_variable
) {
    uintptr_t address = outl_modules[module].bias + symbol->st_value;
    uint32_t number;
    size_t whole = outl_part_read(name, length, &number);
    if (ends_in(name, whole, "vp") || ends_in(name, whole, "vpZ")) {
        struct outl_part part = {name, whole, number, address, symbol->st_size};
        if (is_variable && number != OUTL_NOTHING) { outl_part_add(&part); }
        else if (is_variable) { add_variable(module, symbol, name, whole, true); }
    } else if (ends_in(name, length, "vpWvd")) {
        outl_omitted_add(name, length);
    } else if (ends_in(name, length, "_Wz")) {
        struct token token = {name, length - 3, address};
        outl_array_add(&tokens, &token, sizeof token);
    } else if (ends_in(name, length, "Mn") || ends_in(name, length, "Mp")) {
        outl_named_add(address);
    }
}

// Adds the variables whose parts were found in a module.
static void add_split(uint32_t module, size_t first) {
    outl_parts_sort(first);
    for (size_t index = first, count = outl_part_count(); index < count;) {
        struct outl_part part = *outl_part_at(index);
        struct outl_variable *variable = outl_array_append(&variables, 1, sizeof *variable);
        if (!variable) { return; }
        *variable = (struct outl_variable){
            .symbol = part.symbol, .length = part.length, .address = part.address, .module = module,
            .kind = OUTL_VARIABLE_SWIFT, .first_part = index};
        for (; index < count; index++, variable->parts++) {
            const struct outl_part *next = outl_part_at(index);
            if (outl_names_compare(next->symbol, next->length, part.symbol, part.length) != 0) { break; }
            variable->size += next->size;
        }
    }
}

enum { maximum_sections = 128 };

// The whole name in one text would be a sign of the tier in a program that reads others.
static bool is_entry_of_tier(const char *name) {
    static const char prefix[] = "outl";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 && strcmp(name + sizeof prefix - 1, "_heap_census") == 0;
}

// Finds where the variables of the platform begin in each section of a program that contains its libraries: a linker
// lays the program's own objects before archives.
static void find_ends(const struct outl_elf_table *table, uint64_t ends[maximum_sections], bool *has_tier) {
    for (int index = 0; index < maximum_sections; index++) { ends[index] = UINT64_MAX; }
    for (size_t index = 0; index < table->count; index++) {
        const Elf64_Sym *symbol = &table->symbols[index];
        bool is_defined = symbol->st_shndx != SHN_UNDEF && symbol->st_name < table->room;
        if (!is_defined) { continue; }
        const char *name = table->names + symbol->st_name;
        if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC) {
            *has_tier = *has_tier || is_entry_of_tier(name);
            continue;
        }
        if (symbol->st_shndx >= maximum_sections || !outl_owner_is_platform(name)) { continue; }
        if (symbol->st_value < ends[symbol->st_shndx]) { ends[symbol->st_shndx] = symbol->st_value; }
    }
}

static void add_symbols(uint32_t module, const void *bytes, size_t size, const struct outl_elf_table *table) {
    static const char imported[] = "got.$s";
    uint64_t ends[maximum_sections];
    bool has_tier = false, is_library = outl_settings_are_in(module);
    const char *file = "";
    find_ends(table, ends, &has_tier);
    for (size_t index = 0; index < table->count; index++) {
        const Elf64_Sym *symbol = &table->symbols[index];
        uint32_t type = ELF64_ST_TYPE(symbol->st_info);
        if (symbol->st_name >= table->room) { continue; }
        const char *name = table->names + symbol->st_name;
        // It precedes the symbols that the file does not export.
        if (type == STT_FILE) { file = name; }
        if ((type != STT_OBJECT && type != STT_FUNC) || symbol->st_shndx == SHN_UNDEF) { continue; }
        size_t length = strlen(name);
        uintptr_t address = outl_modules[module].bias + symbol->st_value;
        if (type == STT_FUNC) {
            if (!is_library && starts_with(name, "$s")) { outl_resume_add(name, length, address, module); }
            continue;
        }
        if (module == 0) { outl_platform_note(name, address); }
        if (module == 0 || is_library) { outl_settings_note(name, address); }
        if (is_library) { continue; }
        if (starts_with(name, "$s")) {
            add_swift(module, symbol, name, length, outl_elf_is_variable(bytes, size, symbol));
        } else if (starts_with(name, imported)) {
            bool is_descriptor = ends_in(name, length, "Mn") || ends_in(name, length, "Mp");
            if (is_descriptor && address % 8 == 0 && outl_maps_readable(address, 8)) {
                outl_named_add(outl_word(address));
            }
        } else if (symbol->st_size > 0 && symbol->st_shndx < maximum_sections && outl_owner_has_symbol(name)) {
            // The files of Outlive have variables that are not exported.
            bool is_local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL;
            bool is_own = is_local && (has_tier || starts_with(file, "outl_"));
            bool is_program = !is_own && symbol->st_value < ends[symbol->st_shndx];
            if (is_program && outl_elf_is_variable(bytes, size, symbol)) {
                add_variable(module, symbol, name, length, false);
            }
        }
    }
}

// The notes of a file.
struct file {
    const char *bytes;
    size_t size;
};

static const void *note_at(const Elf64_Phdr *segment, const void *context) {
    const struct file *file = context;
    bool is_inside = segment->p_offset <= file->size && segment->p_filesz <= file->size - segment->p_offset;
    return is_inside ? file->bytes + segment->p_offset : NULL;
}

// Returns `false` if a file took the place of a module's.
static bool is_file_of(const struct outl_module *module, const void *bytes, size_t size) {
    struct outl_elf elf;
    char build_id[130];
    struct file file = {bytes, size};
    if (!outl_elf_read(bytes, size, &elf)) { return false; }
    if (!outl_elf_build_id(&elf, note_at, &file, build_id, sizeof build_id)) { build_id[0] = 0; }
    return strcmp(build_id, module->build_id ? module->build_id : "") == 0;
}

static void read_module(uint32_t module, int file) {
    struct stat status;
    struct outl_elf_table tables[2];
    if (fstat(file, &status) != 0 || status.st_size <= 0) { return; }
    size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) { return; }
    bool is_own = is_file_of(&outl_modules[module], bytes, size);
    size_t count = is_own ? outl_elf_tables(bytes, size, tables) : 0;
    const struct outl_elf_table *best = count > 0 ? &tables[0] : NULL;
    if (count > 1 && tables[0].is_dynamic) { best = &tables[1]; }
    if (module == 0 && is_own) {
        symbols_of_executable = best && !best->is_dynamic ? OUTL_SYMBOLS_READ : OUTL_SYMBOLS_STRIPPED;
    }
    tokens.count = 0;
    size_t first = variables.count, first_part = outl_part_count();
    if (best) { add_symbols(module, bytes, size, best); }
    add_split(module, first_part);
    if (variables.count == first) { munmap(bytes, size); return; }
    outl_array_sort(&tokens, 0, sizeof(struct token), compare_tokens);
    for (size_t index = first; index < variables.count; index++) {
        struct outl_variable *variable = (struct outl_variable *)variables.items + index;
        if (variable->kind == OUTL_VARIABLE_SWIFT) { variable->token = token_of(variable); }
    }
}

// MARK: Types

// Finds the types of Swift variables, and removes the libraries' own.
static void read_types(void) {
    struct outl_variable *items = (void *)variables.items;
    size_t kept = 0;
    for (size_t index = 0; index < variables.count; index++) {
        struct outl_variable variable = items[index];
        if (variable.kind == OUTL_VARIABLE_SWIFT) {
            struct outl_symbol_type type = outl_resolve_symbol(variable.symbol + 2, variable.length - 2);
            if (!outl_owner_has_module(type.module, type.module_length)) { continue; }
            variable.metadata = type.metadata;
        }
        items[kept++] = variable;
    }
    variables.count = kept;
}

// MARK: The platform

static void add_of_platform(
    const char *name, uintptr_t address, uintptr_t metadata, enum outl_variable_kind kind,
    void (*visit)(struct outl_visit *visit, uint32_t value, uintptr_t address)
) {
    const struct outl_module *module = outl_modules_find(address ? address : metadata);
    struct outl_variable variable = {
        .symbol = name, .length = strlen(name), .address = address, .size = sizeof(uintptr_t), .metadata = metadata,
        .module = module ? (uint32_t)(module - outl_modules) : 0, .is_unused = address == 0, .kind = kind,
        .visit = visit};
    outl_array_add(&variables, &variable, sizeof variable);
}

static void add_platform(void) {
    size_t count;
    const struct outl_setting *settings = outl_settings_find(&count);
    for (size_t index = 0; index < count; index++) {
        const struct outl_setting *setting = &settings[index];
        if (!setting->address) { continue; }
        add_of_platform(
            setting->name, setting->address, 0,
            setting->is_environment ? OUTL_VARIABLE_ENVIRONMENT : OUTL_VARIABLE_SETTING, setting->visit);
    }
    const struct outl_shared *shared = outl_platform_shared(&count);
    for (size_t index = 0; index < count; index++) {
        if (!shared[index].metadata) { continue; }
        add_of_platform(shared[index].name, shared[index].address, shared[index].metadata, OUTL_VARIABLE_SHARED, NULL);
    }
}

static void add_unnamed(uint32_t module, uintptr_t address, uint64_t size) {
    struct outl_variable variable = {
        .symbol = "", .address = address, .size = size, .module = module, .kind = OUTL_VARIABLE_MEMORY};
    outl_array_add(&variables, &variable, sizeof variable);
}

// Finds the shared objects of the platform that were made since.
static void find_shared_again(void) {
    size_t count;
    const struct outl_shared *shared = outl_platform_shared(&count);
    for (size_t index = 0; index < variables.count; index++) {
        struct outl_variable *variable = (struct outl_variable *)(void *)variables.items + index;
        for (size_t other = 0; variable->kind == OUTL_VARIABLE_SHARED && other < count; other++) {
            if (shared[other].metadata != variable->metadata) { continue; }
            variable->address = shared[other].address;
            variable->is_unused = variable->address == 0;
        }
    }
}

// MARK: Entry

const struct outl_array *outl_variables_list(int (*open_module)(uint32_t module)) {
    static size_t known;
    size_t count = outl_module_count;
    if (known == count) {
        find_shared_again();
        return &variables;
    }
    known = 0; // A fault may end this.
    variables.count = 0;
    symbols_of_executable = OUTL_SYMBOLS_MISSING;
    outl_named_clear();
    outl_omitted_clear();
    outl_platform_clear();
    outl_settings_clear();
    outl_resumes_clear();
    outl_parts_clear();
    for (uint32_t module = 0; module < count; module++) {
        if (!outl_owner_has_file(module) && !outl_settings_are_in(module)) { continue; }
        int file = open_module(module);
        if (file < 0) { continue; }
        read_module(module, file);
        close(file);
    }
    read_types();
    outl_resumes_sort();
    add_platform();
    if (symbols_of_executable == OUTL_SYMBOLS_STRIPPED) { outl_unnamed_visit(0, add_unnamed); }
    outl_array_sort(&variables, 0, sizeof(struct outl_variable), compare_variables);
    known = count;
    return &variables;
}

enum outl_symbols_state outl_variables_symbols(void) { return symbols_of_executable; }

#endif
