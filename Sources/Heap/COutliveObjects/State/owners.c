#include "State/owners.h"

#if OUTL_HEAP_SERVED

#include "Types/modules.h"

#include <string.h>

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// The files of the platform: their variables are caches, locks and tables that change with each call.
static const char *const system_folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/", "["};
static const char *const system_files[] = {
    "libswift", "lib_Foundation", "libFoundation", "libdispatch.", "libBlocksRuntime", "libXCTest", "libTesting",
    "lib_Testing", "liboutlive_heap", "ld-linux", "ld-musl"};

bool outl_owner_has_file(uint32_t module) {
    const char *path = outl_modules[module].path;
    if (module == 0) { return true; }
    if (!path || !*path) { return false; }
    for (size_t index = 0; index < OUTL_COUNT(system_folders); index++) {
        if (starts_with(path, system_folders[index])) { return false; }
    }
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t index = 0; index < OUTL_COUNT(system_files); index++) {
        if (starts_with(name, system_files[index])) { return false; }
    }
    return true;
}

// The modules of the platform, which are parts of static executables, and Outlive itself, whose registry and server
// change with every reset that they observe.
static const char *const system_modules[] = {
    "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "Synchronization", "Observation", "Foundation",
    "Dispatch", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
    "FoundationInternationalization", "Distributed", "_Differentiation", "Cxx", "CxxStdlib", "Glibc",
    "SwiftShims", "_FoundationICU", "__C", "_FoundationCShims", "_FoundationCollections", "XCTest", "Testing",
    "_TestDiscovery", "_Testing_Foundation", "Outlive", "OutliveLifecycle", "OutliveHTTP", "OutliveHTTPServer",
    "OutliveHTTPRoutes", "OutliveStubs", "OutliveGTK", "OutliveWire", "OutliveSupport", "OutliveExitReport",
    "OutliveTesting", "OutliveModel", "OutliveHeap", "OutliveSymbols", "OutliveJudgement", "OutliveReport",
    "OutliveDriver"};

bool outl_owner_has_module(const char *name, size_t length) {
    for (size_t index = 0; name && index < OUTL_COUNT(system_modules); index++) {
        bool is_same = strlen(system_modules[index]) == length && memcmp(system_modules[index], name, length) == 0;
        if (is_same) { return false; }
    }
    return true;
}

static const char *const platform_symbols[] = {
    "_ZN5swift", "_ZZN5swift", "_swift_", "swift_", "_dispatch_", "kCF", "__CF", "_CF", "___CF", "___kCF",
    "____kCF", "__kCF", "_ZN6icu", "_ZZN6icu"};

bool outl_owner_is_platform(const char *name) {
    for (size_t index = 0; index < OUTL_COUNT(platform_symbols); index++) {
        if (starts_with(name, platform_symbols[index])) { return true; }
    }
    return false;
}

// What a compiler or a linker adds, the variables of the C library that it copies into the executable, and runtimes
// that are a part of it.
static const char *const other_symbols[] = {
    "$", "got.", "symbolic _", "_ZN5swift", "_ZZN5swift", "_ZZN7__swift", "_ZZ41_swift", "_ZN7__swift",
    "_ZNK5swift", "_ZZNK5swift", "_ZGV", "_ZTV", "_ZTI", "_ZTS", "_ZN12_GLOBAL__N_1", "_ZL", "_ZZL", "_ZNSt",
    "_ZSt", "_swift", "swift_", "__swift", "_dispatch", "dispatch_", "outl_", "__dso_handle", "completed.",
    "__bss", "_edata", "_end", "__TMC", "__frame_dummy", "__do_global", "_DYNAMIC", "_GLOBAL_", "async_Main",
    "__JCR", "__init_array", "__fini_array", "stdin", "stdout", "stderr", "environ", "__environ", "_environ",
    "program_invocation", "__progname", "optarg", "opterr", "optind", "optopt", "__libc", "_nl_", "_IO_",
    "__asan", "__tsan", "__ubsan", "llvm_", "__llvm", "__prof", "_TtC", "OBJC_", "section$", "l_type_metadata"};

bool outl_owner_has_symbol(const char *name) {
    if (!*name) { return false; }
    for (size_t index = 0; index < OUTL_COUNT(other_symbols); index++) {
        if (starts_with(name, other_symbols[index])) { return false; }
    }
    return true;
}

#endif
