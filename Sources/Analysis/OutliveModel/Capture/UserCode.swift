internal import OutliveSupport

extension Backtrace {
    /// The frames without the frames of Outlive at the top: capture, registry and test helpers.
    ///
    /// The first frame without symbols ends the search. If code of Outlive was inlined into the caller, the frame stays
    /// without those inlined functions.
    package var withoutOwnFrames: Backtrace {
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
                break  // A frame of the program.
            }
        }
        return Backtrace(frames: Array(kept))
    }

    /// The functions of the user's program that have a file and a line, innermost first.
    ///
    /// Functions that lie in the C library, the Swift runtime or the standard libraries, or were inlined from them, are
    /// excluded.
    package var userSymbols: [Symbol] { frames.flatMap(\.userSymbols) }

    /// The most relevant function: the innermost of the user's program that has a file and a line.
    ///
    /// An allocating initializer has the line of its type, so its caller is preferred.
    package var bestSymbol: Symbol? {
        var symbols = BestSymbols()
        return symbols.symbol(of: self)
    }

    /// The most relevant function, as `bestSymbol`, except that the module of a Swift function can replace its line.
    ///
    /// Functions that the compiler generates have no line, nor has any function of a program without debug information.
    /// It is `nil` if the innermost frame of the program has neither: other code may have allocated the memory.
    package var bestFunction: Symbol? {
        func isKnown(_ symbol: Symbol) -> Bool { symbol.hasLine || FunctionName(symbol.function).module != nil }
        let innermost = frames.first { !$0.isInPlatformLibrary && !$0.module.isEmpty }
        guard innermost?.symbols.contains(where: isKnown) == true else { return nil }
        let symbols = frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap(\.symbols)
        return symbols.filter { !$0.isOfPlatform && isKnown($0) }.mostRelevant
    }

    /// The frame to name if no symbol has a line: the innermost of the user's program, or else the innermost in any
    /// module.
    ///
    /// The value is `nil` if no frame lies in a module.
    package var bestFrame: Frame? {
        let placed = frames.lazy.filter { !$0.module.isEmpty }
        return placed.first { !$0.isInPlatformLibrary } ?? placed.first
    }
}

/// The most relevant functions of stacks. Each frame is read once, because most stacks share most of their frames.
package struct BestSymbols {
    private var known: [Frame: [Symbol]] = [:]
    /// The modules of functions, by name.
    private var modules: [String: String?] = [:]

    package init() {}

    /// Returns the module of a Swift function, or `nil` for any other.
    fileprivate mutating func module(of symbol: Symbol) -> String? {
        modules.value(of: symbol.function) { FunctionName(symbol.function).module }
    }

    /// Returns the `bestSymbol` of a stack.
    package mutating func symbol(of backtrace: Backtrace) -> Symbol? {
        var initializer: Symbol?
        for frame in backtrace.frames {
            let symbols = known.value(of: frame) { frame.userSymbols }
            if let symbol = symbols.first(where: { !$0.isAllocatingInitializer }) { return symbol }
            initializer = initializer ?? symbols.first
        }
        return initializer
    }
}

extension Frame {
    /// The functions of the user's program that have a file and a line, innermost first.
    fileprivate var userSymbols: [Symbol] {
        isInPlatformLibrary ? [] : symbols.filter { $0.hasLine && !$0.isOfPlatform }
    }

    /// `true` if the frame lies in the C library, the Swift runtime or a standard library.
    package var isInPlatformLibrary: Bool {
        let name = lastComponent(of: module)
        guard !name.hasPrefix("libswift"), !name.hasPrefix("ld-"), !name.hasPrefix("linux-vdso") else { return true }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return appleImages.contains(String(name)) }
        return platformLibraries.contains(String(name[..<dot])) || name.hasPrefix("libsystem_")
    }

    /// `true` if the frame lies in the C library, which allocates on behalf of its callers.
    package var isInCLibrary: Bool {
        let name = lastComponent(of: module)
        return ["libc.so", "libc-2.", "libm.so", "libpthread", "ld-linux"].contains(where: name.hasPrefix)
    }

    /// `true` if the frame lies in the preloaded heap tier, which no allocation passes through.
    package var isInHeapTier: Bool { lastComponent(of: module).hasPrefix("liboutlive_heap.") }

    /// `true` if the frame lies in a library of the platform or of the system.
    package var isOfSystem: Bool { isInPlatformLibrary || isInSystemFolder }

    /// `true` if the module is a library of the system, as opposed to one that comes with the program.
    fileprivate var isInSystemFolder: Bool {
        ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].contains(where: module.hasPrefix)
    }

    /// The module and the offset in it: `libxml2.so.2+0x5EF77`.
    fileprivate var place: String {
        "\(lastComponent(of: module))+0x\(String(offset, radix: 16, uppercase: true))"
    }
}

/// The frameworks of Apple's platforms that call programs, and their loader.
private let appleImages: Set<String> = [
    "AppKit", "AttributeGraph", "CFNetwork", "Combine", "CoreData", "CoreFoundation", "Foundation", "GraphicsServices",
    "HIToolbox", "QuartzCore", "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "WebKit", "XCTestCore", "XCTest", "dyld",
    "dyld_sim",
]

private let platformLibraries: Set<String> = [
    "libBlocksRuntime", "libFoundation", "libFoundationEssentials", "libFoundationInternationalization",
    "libFoundationNetworking", "libFoundationXML", "libTesting", "libXCTest", "lib_FoundationICU",
    "lib_TestingInternals", "lib_Testing_Foundation", "libc", "libc++", "libc++abi", "libdispatch", "libgcc_s", "libm",
    "libobjc", "libpthread", "libstdc++", "libxpc",
]

extension Sequence<Symbol> {
    fileprivate var mostRelevant: Symbol? { first { !$0.isAllocatingInitializer } ?? first { _ in true } }
}

extension Symbol {
    fileprivate var hasLine: Bool { file != nil && line != nil }

    /// `true` if a standard library declares the function, even if it is inlined or linked into the program.
    fileprivate var isOfPlatform: Bool {
        FunctionName(function).module.map(isPlatformModule) ?? false
    }

    fileprivate var isAllocatingInitializer: Bool { function.contains(".__allocating_init(") }

    fileprivate var isOwn: Bool {
        if function.hasPrefix("outl_") { return true }
        return FunctionName(function).module.map(isRegistrationModule) ?? false
    }

    /// `true` if the compiler generated the function to adapt one call to another, so that it belongs to no module.
    package var isThunk: Bool {
        ["reabstraction thunk", "partial apply", "merged ", "thunk "].contains(where: function.hasPrefix)
            && FunctionName(function).module == nil
    }
}

extension RegistrationSite {
    /// Creates the site of an allocation: the innermost function of the program, by file and line.
    ///
    /// Without debug information the site is a library and an offset. If the whole stack belongs to the platform, the
    /// site is its innermost frame in a library.
    package init(allocatedIn backtrace: Backtrace) {
        var symbols = BestSymbols()
        self.init(allocatedIn: backtrace, &symbols)
    }

    /// Creates the site of an allocation like `init(allocatedIn:)`, for one of many stacks.
    ///
    /// - Parameter symbols: What is known from the stacks before.
    package init(allocatedIn backtrace: Backtrace, _ symbols: inout BestSymbols) {
        // Before symbolication only modules and offsets are known.
        let isNamed = backtrace.frames.contains { !$0.symbols.isEmpty }
        if isNamed, let symbol = symbols.symbol(of: backtrace), let file = symbol.file, let line = symbol.line {
            let module = symbols.module(of: symbol).map { "\($0)/" } ?? ""
            self.init(fileID: module + lastComponent(of: file), line: line, column: symbol.column ?? 0)
        } else if let frame = backtrace.bestFrame {
            self.init(fileID: frame.place, line: 0, column: 0)
        } else {
            self = .unknown
        }
    }

    /// Creates the site by which growth is judged before symbolication: modules and offsets.
    ///
    /// The site is the innermost frame outside the platform. If it is in a library of the system, the frame of its caller
    /// is added, because that library serves many lines of the program.
    package init(judgedIn backtrace: Backtrace) {
        let frames = backtrace.frames.lazy.filter { !$0.module.isEmpty && !$0.isInPlatformLibrary }
        guard let innermost = frames.first, innermost.isInSystemFolder,
            let caller = frames.first(where: { !$0.isInSystemFolder })
        else {
            self.init(allocatedIn: backtrace)
            return
        }
        self.init(fileID: "\(innermost.place) \(caller.place)", line: 0, column: 0)
    }

    /// The site of objects without a captured stack, or with a stack that leads through no library.
    package static let unknown = RegistrationSite(fileID: "unknown place", line: 0, column: 0)
}

/// Returns the name of a file: its path without folders.
func lastComponent(of path: String) -> Substring {
    // Bytes, because the modules of all frames of all stacks are read.
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
}
