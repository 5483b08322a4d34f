package import OutliveModel

/// Growth of the runtime, Foundation or Dispatch that is not a leak of the program: a cache, or memory kept by design.
///
/// An entry never covers a type of the program, nor an object that holds one. An entry whose stacks have no frame of the
/// program names a function that nothing else calls, because a truncated stack looks the same.
package struct KnownGrowth: Hashable, Sendable {
    /// A pattern for types as `HeapType.description` spells them, with `*` for any characters and `?` for one.
    package var type: String
    /// Patterns for functions. One of them must be on the stack: called by the program's innermost function if it has
    /// one.
    package var functions: [String]
    /// Patterns for functions that have to be the innermost on the stack, as other callees of theirs allocate for the
    /// program.
    let allocators: [String]
    /// The library, the reason for the growth, and the versions it was observed with.
    package var growth: LibraryGrowth
    /// `true` if the growth retains a block of the program, which then grows as well.
    let keepsBlock: Bool
    /// The maximum number of bytes added per cycle. Growth beyond it is a leak.
    package let maximumBytes: Int

    /// The default maximum number of bytes that known growth adds per cycle.
    ///
    /// The growth that the entries describe is a few hundred bytes per call. 64 KiB per cycle correspond to hundreds of
    /// calls, and add up to 640 MB over 10 000 cycles, which is a problem whatever its origin.
    package static let maximumBytesPerCycle = 64 << 10

    /// Creates an entry, by default for all types of the platform.
    init(
        of library: String = "Foundation", type: String = "*", functions: [String], allocators: [String] = [],
        reason: String, keepsBlock: Bool = false, maximumBytes: Int = Self.maximumBytesPerCycle
    ) {
        (self.type, self.functions, self.allocators) = (type, functions, allocators)
        (self.keepsBlock, self.maximumBytes) = (keepsBlock, maximumBytes)
        growth = LibraryGrowth(library: library, reason: reason, toolchains: ["6.3.1"], system: "Linux")
    }

    /// Each entry was observed in a program that does nothing else, with new input in every cycle; entries of raw
    /// memory in servers under load, or in the tests of packages. With the same input in every cycle, only sleeping
    /// tasks, timers, observations and attributed strings grow.
    package static let all: [KnownGrowth] = [
        KnownGrowth(
            of: "Swift", functions: ["*Swift.Task<*>._sleep<*", "*Swift.Task<*>.sleep(*"],
            reason: "the wake-up of a sleeping task stays until its deadline, even if the task is cancelled",
            // This growth is temporary. A timeout for each of two thousand requests takes this much.
            maximumBytes: 1 << 20),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name,
            functions: ["Swift.CheckedContinuationCanary.__deallocating_deinit"],
            reason: "the runtime keeps the text of each report of a dropped continuation, and all texts before it",
            // The task that waits for the continuation is the leak.
            maximumBytes: .max),
        KnownGrowth(
            functions: ["Foundation.Timer.*init(*"],
            reason: "Foundation on Linux keeps every Timer and its block, even after invalidation",
            keepsBlock: true),
        KnownGrowth(
            type: HeapType.rawMemory.name, functions: ["CFURLSessionCurlHostIsEqual"],
            reason: "Foundation on Linux loses a copy of the URL of each request of a URLSession"),
        KnownGrowth(
            type: HeapType.rawMemory.name, functions: ["Foundation.RunLoop.add(_: Foundation.Timer*"],
            reason: "Foundation on Linux keeps every Timer and its run loop modes"),
        KnownGrowth(
            of: "Swift",
            functions: [
                "*static Observation.ObservationTracking._installTracking(*",
                "*Observation.ObservationTracking._AccessList.addAccess<*",
            ],
            reason: "an observation and its block are kept until an observed property changes", keepsBlock: true),
        KnownGrowth(
            functions: ["Foundation.NSAttributedString.*", "Foundation.NSMutableAttributedString.*"],
            reason: "Foundation on Linux keeps the attributes of every attributed string"),
        KnownGrowth(
            functions: [
                "FoundationEssentials.LocaleCache.*", "*FoundationInternationalization._LocaleICU.State.*", "CFLocale*",
            ],
            reason: "Foundation caches a locale for every requested identifier"),
        KnownGrowth(
            functions: ["FoundationEssentials.TimeZoneCache.*", "CFTimeZoneCreateWithName"],
            reason: "Foundation caches a time zone for every requested name"),
        KnownGrowth(
            type: "Foundation.NSString", functions: ["Foundation.DateFormatter.State._setFormatterAttributes(*"],
            reason: "Foundation caches a time zone for every requested name, and the name"),
        KnownGrowth(
            functions: ["FoundationEssentials.FormatterCache.*"],
            reason: "Foundation caches up to 100 formatters of each kind, by style and locale"),
        KnownGrowth(
            functions: ["FoundationNetworking._EasyHandle.(setCookies in *"],
            reason: "Foundation keeps every cookie that a response sets until it expires"),
        KnownGrowth(
            functions: ["_CFBundleCreate"], reason: "Foundation caches a bundle for every requested folder"),
        KnownGrowth(
            functions: ["CFPreferencesCopyAppValue"],
            reason: "Foundation caches the settings of every requested suite"),
        KnownGrowth(
            type: "Foundation.NSString", functions: ["Foundation.UserDefaults.object(forKey:*"],
            reason: "Foundation caches the settings of every requested suite, and its name"),
        KnownGrowth(
            functions: ["*static Foundation.Process.(setup in *"],
            reason: "Foundation starts a thread for the first process, and keeps it"),
        KnownGrowth(
            type: "Foundation._NSCFSet", functions: ["CFRunLoopAddSource"],
            reason: "Foundation keeps a set for the sources of each mode of a run loop"),
        KnownGrowth(
            of: "Dispatch", type: HeapType.rawMemory.name, functions: ["_dispatch_continuation_alloc_from_heap"],
            reason: "Dispatch keeps the memory of finished work for reuse, separately for each thread",
            // Servers keep 72 bytes for each request: three thousand of them take this much.
            maximumBytes: 1 << 18),
        KnownGrowth(
            of: "Dispatch", type: HeapType.rawMemory.name, functions: ["_dispatch_timer_heap_grow"],
            reason: "Dispatch keeps capacity for the maximum number of simultaneous timers"),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name, functions: ["swift::RefCounts<*::formWeakReference()"],
            reason: "the runtime keeps the reference counts of an object while weak references to it exist"),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name,
            functions: [
                "*MetadataAllocator::*", "swift_conformsToProtocol*", "*ConcurrentReadableHashMap<*",
                "*ConcurrentReadableArray<*", "*swift::Demangle::*", "*swift_get*Metadata*", "swift_get*Witness*",
                "swift_getTypeName", "swift_getTypeByMangled*", "*findHashableBaseType*",
            ],
            // It describes the type of a box, before it allocates the box by another function.
            allocators: ["swift_allocBox"],
            reason: "the runtime caches the metadata and conformances of every requested type"),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name, functions: ["Swift._Stdout.write(*"],
            reason: "the C library keeps one buffer for the standard output"),
    ]
}

extension KnownGrowth {
    /// All entries for people.
    package static var listing: String {
        let entries = all.map { entry in
            """
              \(entry.growth.library): \(entry.growth.reason)
                types: \(entry.type == "*" ? "any that hold none of the program's" : entry.type)
                called by the program: \(entry.functions.joined(separator: " or "))
                seen with: Swift \(entry.growth.toolchains.joined(separator: ", ")) on \(entry.growth.system)

            """
        }
        return "Known growth of libraries, which does not fail a run:\n" + entries.joined()
    }
}
