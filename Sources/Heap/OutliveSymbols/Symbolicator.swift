package import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A symbolicator of captured backtraces: it adds functions and lines to their addresses.
///
/// It runs when a report is made, never at the time of capture. It runs `llvm-symbolizer` once for all addresses, then
/// looks up the rest in the modules' symbol tables. Unknown addresses keep their module, build-id and offset. A module
/// whose build-id differs from the captured one is skipped, because a rebuilt binary would give wrong names.
package struct Symbolicator: Sendable {
    private let environment: [String: String]
    private let deadline: Duration

    /// Creates a symbolicator.
    ///
    /// - Parameters:
    ///   - environment: The environment to find the tool with, by default that of this process. `OUTLIVE_SYMBOLIZER` is
    ///     the path of the tool, or empty for none. If it is unset, the `llvm-symbolizer` beside the `swift` in `PATH`
    ///     is used, else the one in `PATH`.
    ///   - deadline: The maximum run time of the tool, which can be slow for large programs on a busy machine.
    package init(environment: [String: String]? = nil, deadline: Duration = .seconds(120)) {
        self.environment = environment ?? ProcessInfo.processInfo.environment
        self.deadline = deadline
    }

    /// Returns backtraces with symbols and without Outlive's own frames.
    ///
    /// The tool blocks the calling thread. Addresses that cannot be found stay without symbols, and
    /// `Symbolication.notes` gives the reason.
    ///
    /// - Parameter backtraces: The captured backtraces; each distinct address is looked up once.
    /// - Returns: As many backtraces, in the same order.
    package func symbolicate(_ backtraces: [Backtrace]) -> Symbolication {
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
        if found.count < wanted.count { served.append("\(wanted.count - found.count) not found") }
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

    private var sources: [any SymbolSource] {
        let tool = symbolizerPath(environment: environment).map {
            LLVMSymbolizer(path: $0, environment: environment, deadline: deadline)
        }
        return tool.map { [$0, SymbolTables()] } ?? [SymbolTables()]
    }
}

/// Backtraces with symbols, and notes about the symbolication.
package struct Symbolication: Hashable, Sendable {
    /// The backtraces, in the order they were given.
    package var backtraces: [Backtrace]
    /// The sources of the symbols and the reasons for missing ones, for the notes of a report.
    package var notes: [String]
}

/// The modules of frames, and those among them that were rebuilt since the capture.
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
