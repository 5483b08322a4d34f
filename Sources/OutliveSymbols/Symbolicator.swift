public import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Finds the functions and lines that the addresses of captured backtraces stand for.
///
/// Meant for the moment a report is made, never for the moment of capture. `llvm-symbolizer` is asked first, once for
/// everything; what it does not know is looked up by name in the modules' symbol tables; what those do not know keeps
/// its module, build-id and offset. A module whose build-id is no longer the one that was captured is left alone: a
/// rebuilt binary would give wrong names.
public struct Symbolicator: Sendable {
    private let environment: [String: String]
    private let deadline: Duration

    /// Makes a symbolicator that looks for its tool where the environment says.
    ///
    /// - Parameters:
    ///   - environment: this process's own by default; `OUTLIVE_SYMBOLIZER` names the tool (empty: none); else the
    ///     `llvm-symbolizer` beside the `swift` found in `PATH` is used, else the one in `PATH`.
    ///   - deadline: the longest that the tool may take, which on a busy machine takes its time for large programs.
    public init(environment: [String: String]? = nil, deadline: Duration = .seconds(120)) {
        self.environment = environment ?? ProcessInfo.processInfo.environment
        self.deadline = deadline
    }

    /// Fills in the symbols of all frames and leaves Outlive's own frames out.
    ///
    /// Blocks the calling thread while the tool runs. Never fails: what cannot be found stays unnamed, and
    /// `Symbolication.notes` says why.
    ///
    /// - Parameter backtraces: as captured; each distinct address is looked up once.
    /// - Returns: as many backtraces, in the same order.
    public func symbolicate(_ backtraces: [Backtrace]) -> Symbolication {
        let frames = Set(backtraces.lazy.flatMap(\.frames))
        let modules = Modules(frames)
        let wanted = Set(frames.lazy.filter(modules.areTrusted).compactMap(Address.init))
        var notes = modules.notes
        var found: [Address: [Symbol]] = [:]
        var served: [String] = []
        for source in sources {
            let missing = wanted.filter { found[$0] == nil }
            if missing.isEmpty { break }
            do {
                let answers = try source.symbols(of: Array(missing))
                if !answers.isEmpty { served.append("\(answers.count) by \(source.name)") }
                found.merge(answers) { first, _ in first }
            } catch {
                notes.append("\(source.name) \(error.message): functions have no lines")
            }
        }
        if found.count < wanted.count { served.append("\(wanted.count - found.count) by none") }
        if !served.isEmpty { notes.append("addresses named: \(served.joined(separator: ", "))") }
        let named = backtraces.map { backtrace in
            Backtrace(
                frames: backtrace.frames.map { frame in
                    var frame = frame
                    frame.symbols = modules.areTrusted(frame) ? Address(frame).flatMap { found[$0] } ?? [] : []
                    return frame
                }
            ).withoutOwnFrames
        }
        return Symbolication(backtraces: named, notes: notes)
    }

    /// The ways to find symbols, the best first.
    private var sources: [any SymbolSource] {
        let tool = symbolizerPath(environment: environment).map {
            LLVMSymbolizer(path: $0, environment: environment, deadline: deadline)
        }
        return tool.map { [$0, SymbolTables()] } ?? [SymbolTables()]
    }
}

/// Backtraces with their symbols, and how these were found.
public struct Symbolication: Hashable, Sendable {
    /// The backtraces, in the order they were given.
    public var backtraces: [Backtrace]
    /// Where the symbols come from and what kept others from being found, for the notes of a report.
    public var notes: [String]
}

/// The modules that frames lie in, and whether they are still what they were.
private struct Modules {
    private var rebuilt: Set<Frame.Module> = []

    init(_ frames: Set<Frame>) {
        var onDisk: [String: String?] = [:]
        for module in Set(frames.map(\.identity)) {
            guard let captured = module.buildID else { continue }
            let current = onDisk[module.path] ?? ELFImage(path: module.path)?.buildID
            onDisk[module.path] = .some(current)
            if let current, current != captured { rebuilt.insert(module) }
        }
    }

    var notes: [String] {
        Set(rebuilt.map(\.path)).sorted().map { "\($0) was rebuilt after the run: its frames have no symbols" }
    }

    func areTrusted(_ frame: Frame) -> Bool { !rebuilt.contains(frame.identity) }
}

extension Frame {
    fileprivate struct Module: Hashable {
        var path: String
        var buildID: String?
    }

    fileprivate var identity: Module { Module(path: module, buildID: buildID) }
}
