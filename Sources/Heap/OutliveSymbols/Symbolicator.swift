internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// A symbolicator of captured backtraces: it adds functions and lines to their addresses.
///
/// It runs when a report is made, never at the time of capture. It runs `llvm-symbolizer` once for all new addresses,
/// then looks up the rest in the modules' symbol tables, and keeps the answers for later calls, also of its copies.
/// Unknown addresses keep their module, build-id and offset. A module whose build-id differs from the captured one is
/// skipped, because a rebuilt binary would give wrong names.
package struct Symbolicator: Sendable {
    private(set) var environment: [String: String]
    let deadline: Duration
    /// Returns the path of a module's file here, or `nil` if there is none.
    let file: @Sendable (_ module: String) -> String?
    private var known = KnownSymbols()
    private let knownFromTables = KnownSymbols()

    /// Creates a symbolicator.
    ///
    /// - Parameters:
    ///   - environment: The environment to find the tool with, by default this process's. `OUTLIVE_SYMBOLIZER` is
    ///     the path of the tool, or empty for none. If it is unset, the `llvm-symbolizer` beside the `swift` in `PATH`
    ///     is used, else the one in `PATH`.
    ///   - deadline: The maximum run time of the tool, which can be slow for large programs on a busy machine.
    ///   - file: Returns the path of a module's file on this machine, or `nil` if there is none.
    package init(
        environment: [String: String]? = nil, deadline: Duration = .seconds(120),
        file: @escaping @Sendable (_ module: String) -> String? = { $0 }
    ) {
        self.file = file
        self.environment = environment ?? ProcessInfo.processInfo.environment
        self.deadline = deadline
    }

    /// The same symbolicator without the tool, which takes long to start: functions have no lines then.
    package var withoutTool: Symbolicator {
        var symbolicator = self
        symbolicator.environment["OUTLIVE_SYMBOLIZER"] = ""
        symbolicator.known = knownFromTables
        return symbolicator
    }

    /// Returns backtraces with symbols and without Outlive's own frames.
    ///
    /// The tool blocks the calling thread. Addresses that cannot be found stay without symbols, and
    /// a note gives the reason.
    ///
    /// - Parameter backtraces: The captured backtraces; each distinct address is looked up once.
    package func symbolicate(_ backtraces: [Backtrace]) -> Symbolication {
        let (addresses, unnamed) = self.addresses(of: Set(backtraces.lazy.flatMap(\.frames)))
        let builds = Dictionary(addresses.lazy.map { ($1, $0.buildID) }) { first, _ in first }
        var found = known.answers(at: builds)
        var sources = NameSources(unnamed)
        var isWhole = true
        func look(up source: String, _ symbols: ([Address]) throws(ToolFailure) -> [Address: [Symbol]]) {
            sources.add(source: source)
            let missing = builds.keys.filter { found[$0] == nil }
            guard !missing.isEmpty else { return }
            do {
                let answers = try symbols(missing).mapValues { KnownSymbols.Answer(symbols: $0, source: source) }
                found.merge(answers) { first, _ in first }
            } catch {
                isWhole = false
                sources.add(complaint: "\(source) \(error.message): functions have no lines")
            }
        }
        if let path = symbolizerPath(environment: environment) {
            look(up: path) { addresses throws(ToolFailure) in try symbols(of: addresses, by: path) }
        }
        look(up: "the modules' symbol tables", Self.symbolsInTables)
        // A tool that failed is asked again.
        if isWhole { known.keep(found, at: builds) }
        for address in builds.keys { sources.add(address, from: found[address]?.source ?? "") }
        let named = backtraces.map { backtrace in
            var backtrace = backtrace
            for index in backtrace.frames.indices {
                let frame = backtrace.frames[index]
                backtrace.frames[index].symbols = addresses[frame].flatMap { found[$0]?.symbols } ?? []
            }
            return backtrace.withoutOwnFrames
        }
        return Symbolication(backtraces: named, sources: sources)
    }

    /// Returns the places to look up of frames whose modules have the file here that was loaded, and the other modules,
    /// whose frames have none.
    func addresses(of frames: Set<Frame>) -> (addresses: [Frame: Address], unnamed: UnnamedModules) {
        let files = Dictionary(uniqueKeysWithValues: Set(frames.lazy.map(\.module)).map { ($0, file($0)) })
        let reasons = reasonsWithoutNames(of: Set(frames.lazy.map(\.identity)), files)
        let found = frames.lazy.filter { reasons[$0.identity] == nil }.compactMap { frame in
            (files[frame.module] ?? nil).flatMap { Address(frame, file: $0) }.map { (frame, $0) }
        }
        let unnamed = reasons.keys.sorted { $0.module < $1.module }
        return (Dictionary(uniqueKeysWithValues: found), UnnamedModules(unnamed, for: reasons))
    }

    /// Returns the names of functions from the symbol tables of the modules, without a tool and without lines.
    private static func symbolsInTables(_ addresses: [Address]) -> [Address: [Symbol]] {
        var found: [Address: [Symbol]] = [:]
        // Module by module, so that only one table is in memory at a time.
        for (module, addresses) in Dictionary(grouping: addresses, by: \.module) {
            guard let table = ELFImage(path: module)?.symbolTable() else { continue }
            for address in addresses {
                guard let symbol = table.symbol(.function, containing: address.offset) else { continue }
                found[address] = [Symbol(function: functionName(table.name(of: symbol)))]
            }
        }
        return found
    }
}

extension Symbolicator: AddressNames {
    package func unnamed(of modules: [Frame]) -> UnnamedModules {
        let files = Dictionary(modules.lazy.map { ($0.module, file($0.module)) }) { first, _ in first }
        let reasons = reasonsWithoutNames(of: Set(modules.lazy.map(\.identity)), files)
        // In the order of loading, in which the program comes first.
        return UnnamedModules(modules, for: reasons)
    }

    /// Returns the frames with symbols; a closure's forwarder has the line of the closure.
    package func functions(of frames: [Frame]) -> [Frame] {
        let named = zip(frames, symbolicate(frames.map { Backtrace(frames: [$0]) }).backtraces)
            // Symbolication removes Outlive's own frames.
            .map { $1.frames.first ?? $0 }
        return withForwarderLines(named)
    }

    /// Returns the places of functions' declarations, as far as debug information contains them.
    package func declarations(of frames: [Frame]) -> [SourceLine?] {
        guard let path = symbolizerPath(environment: environment) else { return frames.map { _ in nil } }
        let (addresses, _) = self.addresses(of: Set(frames))
        let found = try? declarations(of: Array(Set(addresses.values)), by: path)
        return frames.map { addresses[$0].flatMap { found?[$0] } }
    }

    /// Returns variable names from the modules' symbol tables, or `nil` for stripped or rebuilt modules.
    package func variables(of frames: [Frame]) -> [String?] {
        var names = [String?](repeating: nil, count: frames.count)
        // Module by module, so that only one table is in memory at a time.
        for (module, indices) in Dictionary(grouping: frames.indices, by: { frames[$0].module }) {
            guard let image = file(module).flatMap(ELFImage.init(path:)), let table = image.symbolTable() else {
                continue
            }
            // A rebuilt binary would give wrong names.
            for index in indices where frames[index].buildID == nil || frames[index].buildID == image.buildID {
                guard let symbol = table.symbol(.object, containing: frames[index].offset) else { continue }
                names[index] = demangled(table.name(of: symbol))
            }
        }
        return names
    }
}

/// A place in a module to look up.
struct Address: Hashable, Sendable {
    /// The path of the module's file.
    var module: String
    /// An address within the call instruction, relative to the load address.
    var offset: UInt64
}

extension Address {
    /// Creates the place of a frame. The frame's return address leads to the instruction after the call.
    init?(_ frame: Frame, file: String) {
        guard !file.isEmpty, frame.offset > 0 else { return nil }
        self.init(module: file, offset: frame.offset - 1)
    }
}

extension UnnamedModules {
    /// Creates the list of the modules that have a reason, in their order.
    fileprivate init(_ modules: [Frame], for reasons: [Frame: Reason]) {
        self.init()
        for module in modules { if let reason = reasons[module.identity] { add(module.module, reason) } }
    }
}

/// Returns the modules whose files are missing or were rebuilt, each with the reason.
///
/// A module without a path, such as the code of the kernel, has no file.
///
/// - Parameters:
///   - modules: The modules, as frames at their start.
///   - files: The paths of their files here.
private func reasonsWithoutNames(
    of modules: Set<Frame>, _ files: [String: String?]
) -> [Frame: UnnamedModules.Reason] {
    // Several builds may have been at one path.
    var onDisk: [String: String?] = [:]
    return modules.reduce(into: [:]) { reasons, module in
        guard module.module.hasPrefix("/") else { return }
        guard let file = files[module.module] ?? nil, access(file, F_OK) == 0 else {
            reasons[module] = .missing
            return
        }
        guard let captured = module.buildID else { return }
        let current = onDisk[file] ?? ELFImage(path: file)?.buildID
        onDisk[file] = .some(current)
        if let current, current != captured { reasons[module] = .rebuilt }
    }
}

extension Frame {
    /// The module of the frame, as a frame at its start.
    fileprivate var identity: Frame { Frame(module: module, buildID: buildID, offset: 0) }
}
