extension Backtrace {
    /// The frames without those at the top that belong to Outlive: capture, registry and test helpers.
    ///
    /// Only frames that were symbolicated can be told; an unnamed frame ends the search. Where Outlive's code was
    /// inlined into the caller, the frame stays and its inlined symbols go. Nothing below the top is touched.
    public var withoutOwnFrames: Backtrace {
        var kept = frames[...]
        var pending = kept
        while let frame = pending.first, !frame.symbols.isEmpty {
            let rest = frame.symbols.drop { $0.isOwn }
            if rest.count < frame.symbols.count, !rest.isEmpty {
                var shortened = frame
                shortened.symbols = Array(rest)
                return Backtrace(frames: [shortened] + pending.dropFirst())
            }
            pending = pending.dropFirst()
            if rest.isEmpty {
                kept = pending
            } else if !frame.symbols.allSatisfy(\.isThunk) {
                break  // The user's.
            }
        }
        return Backtrace(frames: Array(kept))
    }

    /// The functions of the user's program that have a file and a line, innermost first.
    ///
    /// Left out is what lies in, or was inlined from, the C library, the Swift runtime or the standard libraries.
    public var userSymbols: [Symbol] {
        frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap(\.symbols).filter {
            $0.file != nil && $0.line != nil && !$0.isOfPlatform
        }
    }

    /// The place to look at first: the innermost function of the user's program that has a file and a line.
    ///
    /// What only allocates for an initializer is passed over where somebody called it: it stands at the type's own line.
    public var bestSymbol: Symbol? {
        let symbols = userSymbols
        return symbols.first { !$0.isAllocatingInitializer } ?? symbols.first
    }

    /// The frame to name where no symbol has a line: the innermost of the user's program, else the innermost of all.
    ///
    /// An address that lies in no module is no place at all, so it is passed over; nil where there are no others.
    public var bestFrame: Frame? {
        let placed = frames.lazy.filter { !$0.module.isEmpty }
        return placed.first { !$0.isInPlatformLibrary } ?? placed.first
    }
}

extension Frame {
    /// Whether the frame lies in the C library, the Swift runtime or a standard library.
    public var isInPlatformLibrary: Bool {
        let name = module[(module.lastIndex(of: "/").map(module.index(after:)) ?? module.startIndex)...]
        guard !name.hasPrefix("libswift"), !name.hasPrefix("ld-"), !name.hasPrefix("linux-vdso") else { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return platformLibraries.contains(String(name[..<dot]))
    }
}

private let platformLibraries: Set<String> = [
    "libBlocksRuntime", "libFoundation", "libFoundationEssentials", "libFoundationInternationalization",
    "libFoundationNetworking", "libFoundationXML", "libTesting", "libXCTest", "lib_FoundationICU",
    "lib_TestingInternals", "lib_Testing_Foundation", "libc", "libc++", "libdispatch", "libgcc_s", "libm",
    "libpthread", "libstdc++",
]

extension Symbol {
    /// Whether a standard library declares the function; it may be inlined or linked into the program.
    fileprivate var isOfPlatform: Bool {
        FunctionName(function).module.map(isPlatformModule) ?? false
    }

    /// Whether the compiler made the function up to allocate an object and call its initializer.
    fileprivate var isAllocatingInitializer: Bool { function.contains(".__allocating_init(") }

    /// Whether the function is part of Outlive itself.
    fileprivate var isOwn: Bool {
        if function.hasPrefix("outl_") { return true }
        return FunctionName(function).module.map(["Outlive", "OutliveTesting"].contains) ?? false
    }

    /// Whether the compiler made the function up to adapt one call to another, in nobody's module.
    fileprivate var isThunk: Bool {
        ["reabstraction thunk", "partial apply", "merged ", "thunk "].contains(where: function.hasPrefix)
            && FunctionName(function).module == nil
    }
}
