public import OutliveModel

/// Growth of the runtime, Foundation or Dispatch that is no leak of the program's: a cache that fills, or what they keep
/// by design.
///
/// It never stands for what holds, or is, a type of the program: `KnownGrowth.covers` sees to that. There is no rule for
/// stacks without a frame of the program's, as a stack that breaks off early looks the same.
public struct KnownGrowth: Hashable, Sendable {
    /// The types, as `HeapType.description` spells them: `*` stands for any characters, `?` for one.
    public var type: String
    /// Functions, with the same wildcards: one of them must be on the stack, called by the program's innermost function.
    public var functions: [String]
    /// Whose it is, why it grows, and the versions that it was seen with.
    public var growth: LibraryGrowth
    /// Whether it keeps a block of the program's with it, which then grows as well.
    var keepsBlock = false
    /// The most bytes that it adds with each cycle; beyond it is a leak.
    var mostBytes = Self.mostBytesPerCycle

    /// The most bytes that most kinds of known growth add with each cycle.
    ///
    /// What the list is of takes some hundred bytes a call. 64 KiB a cycle are hundreds of calls, and 640 MB in 10 000 cycles,
    /// which no program can bear, whoever keeps it.
    public static let mostBytesPerCycle = 64 << 10

    /// Makes an entry; by default one for all types that the platform declares.
    init(
        of library: String = "Foundation", type: String = "*", functions: [String], reason: String,
        keepsBlock: Bool = false, mostBytes: Int = Self.mostBytesPerCycle, toolchains: [String] = ["6.3.1"]
    ) {
        self.type = type
        self.functions = functions
        growth = LibraryGrowth(library: library, reason: reason, toolchains: toolchains, system: "Linux")
        self.keepsBlock = keepsBlock
        self.mostBytes = mostBytes
    }

    /// Every one that is known.
    ///
    /// Each was seen in a program that does nothing else, with new input in every cycle, those of raw memory in servers under
    /// load; with the same input in every cycle
    /// none but those of sleeping tasks, timers, observations and attributed strings grows.
    public static let all: [KnownGrowth] = [
        KnownGrowth(
            of: "Swift", functions: ["*Swift.Task<*>._sleep<*", "*Swift.Task<*>.sleep(*"],
            reason: "a sleeping task leaves its wake-up behind until the time that it was set to, cancelled or not",
            // It ends by itself. A timeout for each of two thousand requests takes as much.
            mostBytes: 1 << 20),
        KnownGrowth(
            functions: ["Foundation.Timer.*init(*"],
            reason: "Foundation on Linux keeps every Timer, and its block, also one that was invalidated",
            keepsBlock: true),
        KnownGrowth(
            type: HeapType.rawMemory.name, functions: ["Foundation.RunLoop.add(_: Foundation.Timer*"],
            reason: "Foundation on Linux keeps every Timer, with the modes of its run loop"),
        KnownGrowth(
            of: "Swift",
            functions: [
                "*static Observation.ObservationTracking._installTracking(*",
                "*Observation.ObservationTracking._AccessList.addAccess<*",
            ],
            reason: "an observation, with its block, is kept until what it observes changes", keepsBlock: true),
        KnownGrowth(
            functions: ["Foundation.NSAttributedString.*", "Foundation.NSMutableAttributedString.*"],
            reason: "Foundation on Linux keeps the attributes of every attributed string"),
        KnownGrowth(
            functions: [
                "FoundationEssentials.LocaleCache.*", "*FoundationInternationalization._LocaleICU.State.*", "CFLocale*",
            ],
            reason: "Foundation keeps a locale for every identifier that was asked for"),
        KnownGrowth(
            functions: ["FoundationEssentials.TimeZoneCache.*", "CFTimeZoneCreateWithName"],
            reason: "Foundation keeps a time zone for every name that was asked for"),
        KnownGrowth(
            type: "Foundation.NSString", functions: ["Foundation.DateFormatter.State._setFormatterAttributes(*"],
            reason: "Foundation keeps a time zone for every name that was asked for, and the name"),
        KnownGrowth(
            functions: ["FoundationEssentials.FormatterCache.*"],
            reason: "Foundation keeps up to a hundred formatters of a kind, by style and locale"),
        KnownGrowth(
            functions: ["FoundationNetworking._EasyHandle.(setCookies in *"],
            reason: "Foundation keeps every cookie that a response sets until it expires"),
        KnownGrowth(
            functions: ["_CFBundleCreate"], reason: "Foundation keeps a bundle for every folder that was asked for"),
        KnownGrowth(
            functions: ["CFPreferencesCopyAppValue"],
            reason: "Foundation keeps the settings of every suite that was asked for"),
        KnownGrowth(
            type: "Foundation.NSString", functions: ["Foundation.UserDefaults.object(forKey:*"],
            reason: "Foundation keeps the settings of every suite that was asked for, and its name"),
        KnownGrowth(
            of: "Dispatch", type: HeapType.rawMemory.name, functions: ["_dispatch_continuation_alloc_from_heap"],
            reason: "Dispatch keeps the memory of work that is done for each thread, to use it again"),
        KnownGrowth(
            of: "Dispatch", type: HeapType.rawMemory.name, functions: ["_dispatch_timer_heap_grow"],
            reason: "Dispatch keeps room for as many timers as were set at once"),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name, functions: ["swift::RefCounts<*::formWeakReference()"],
            reason: "the runtime keeps the counts of an object as long as it is referred to weakly"),
        KnownGrowth(
            of: "Swift", type: HeapType.rawMemory.name,
            functions: [
                "*MetadataAllocator::*", "swift_getGenericMetadata*", "swift_conformsToProtocol*",
                "*ConcurrentReadableHashMap<*", "*ConcurrentReadableArray<*", "*swift::Demangle::*",
            ],
            reason: "the runtime keeps the metadata and conformances of every type that was asked for"),
    ]
}
