// The repetition of XCTests in a test bundle: the main function of the bundle that SwiftPM writes calls XCTMain, which
// this library defines before XCTest does.
//
// Concurrency contract: called once, on the first thread, which must not return from it.
#include "Allocation/clock.h"
#include "Allocation/table.h"
#include "Base/state.h"

#if OUTL_HEAP_SERVED && defined(OUTL_HEAP_PRELOADED)

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define SWIFT __attribute__((swiftcall))

// XCTMain(_: [test cases]) -> Never
#define MAIN "$s6XCTest7XCTMainys5NeverOSayAA0A4CaseCm04testD5Class_SaySS_yAFKctG8allTeststGF"
// XCTMain(_: [test cases], arguments: [String], observers: [XCTestObservation]?) -> Int32
#define MAIN_ONCE \
    "$s6XCTest7XCTMain_9arguments9observerss5Int32VSayAA0A4CaseCm04testF5Class_SaySS_yAHKctG8allTeststG_SaySSG" \
    "SayAA0A11Observation_pGSgtF"
// The getter of CommandLine.arguments.
#define ARGUMENTS "$ss11CommandLineO9argumentsSaySSGvgZ"

// An array is a pointer. Parameters are borrowed, results owned.
typedef void SWIFT main_function(const void *cases);
typedef int32_t SWIFT main_once(const void *cases, const void *arguments, const void *observers);
typedef const void *SWIFT arguments_getter(void);

static bool is_listing; // Written by a constructor.

// The C library passes the arguments of the program to constructors.
__attribute__((constructor))
static void read_arguments(int count, char **arguments) {
    static const char *const options[] = {"-l", "--list-tests", "--dump-tests-json", "-h", "--help"};
    for (int index = 1; index < count; index++) {
        for (size_t option = 0; option < OUTL_COUNT(options); option++) {
            is_listing = is_listing || strcmp(arguments[index], options[option]) == 0;
        }
    }
}

// Runs the tests as often as requested, and ends the process, or returns if XCTest has no function for a single run.
static void repeat(const void *cases) {
    main_once *run = (main_once *)dlsym(RTLD_NEXT, MAIN_ONCE);
    arguments_getter *get_arguments = (arguments_getter *)dlsym(RTLD_DEFAULT, ARGUMENTS);
    const void *no_observers = dlsym(RTLD_DEFAULT, "_swiftEmptyArrayStorage");
    if (!run || !get_arguments || !no_observers) { return; }
    const void *arguments = get_arguments();
    int status = 0;
    // From here on a birth is the number of a run instead of a time, recognised by its highest bit.
    outl_clock_stop();
    for (int count = 0; count < outl_heap_settings.tests; count++) {
        atomic_store_explicit(&outl_heap_cycle, OUTL_BIRTH_OF_RUN | ((uint32_t)count + 1), memory_order_relaxed);
        // Without observers, XCTest adds the one that prints, which stays for the later runs.
        int result = run(cases, arguments, count == 0 ? NULL : no_observers);
        if (status == 0) { status = result; }
    }
    exit(status);
}

OUTL_EXPORTED void SWIFT outl_xctest_main(const void *cases) __asm__(MAIN);

void SWIFT outl_xctest_main(const void *cases) {
    bool is_on = atomic_load_explicit(&outl_heap_on, memory_order_relaxed);
    if (is_on && outl_heap_settings.tests > 1 && !is_listing) { repeat(cases); }
    main_function *original = (main_function *)dlsym(RTLD_NEXT, MAIN);
    if (!original) { abort(); }
    // A jump, so that no stack shows this function.
    __attribute__((musttail)) return original(cases);
}

#endif
