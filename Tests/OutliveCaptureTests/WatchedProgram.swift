#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// `heap-fixture`, or another program, under the preloaded heap tier, with a folder of its own for the tier's files.
final class WatchedProgram: @unchecked Sendable {
    /// The end of the program: an exit status, or minus the number of the signal.
    struct Ending: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The folder that `OUTLIVE_HEAP` names.
    let folder: URL
    let process = Process()
    private let input = Pipe()
    private let reading = DispatchGroup()
    private let exited = DispatchGroup()
    private let lock = NSLock()
    private var read = (output: "", errors: "")
    private let readiness: AsyncStream<Void>

    /// The products of SwiftPM, with the preload library beside them.
    static let built =
        Emulation.programs ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    static let library = built.appendingPathComponent("liboutlive_heap.so").path

    /// The allocator that all programs of a run of tests have, or `nil` for that of the C library.
    private static let allocator = ProcessInfo.processInfo.environment["OUTLIVE_TEST_ALLOCATOR"]

    convenience init(_ scenario: String..., environment: [String: String] = [:]) throws {
        try self.init(arguments: scenario, executable: "heap-fixture", environment: environment)
    }

    /// - executable: A path, or the name of a built product.
    /// - isWatched: `true` to preload the library.
    /// - allocator: A library to preload behind it, or `nil` for that of all tests, if there is one.
    init(
        arguments: [String], executable: String, environment: [String: String] = [:], isWatched: Bool = true,
        allocator: String? = nil
    ) throws {
        let library = try HeapTierLibrary.path(in: Self.built)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        process.executableURL = URL(fileURLWithPath: executable, relativeTo: Self.built).absoluteURL
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(isWatched ? ["OUTLIVE_HEAP": folder.path, "LD_PRELOAD": library] : [:]) { $1 }
            .merging(environment) { $1 }
        if let allocator = allocator ?? Self.allocator {
            process.environment?["LD_PRELOAD", default: ""] += ":" + allocator
        }
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        exited.enter()
        process.terminationHandler = { [exited] _ in exited.leave() }
        let (readiness, continuation) = AsyncStream.makeStream(of: Void.self)
        self.readiness = readiness
        try process.run()
        collect(output) {
            $0.output += $1
            if $0.output.hasPrefix("ready\n") { continuation.finish() }
        } atEnd: {
            continuation.finish()
        }
        collect(errors) {
            $0.errors += $1
        } atEnd: {
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func collect(
        _ pipe: Pipe, into store: @escaping @Sendable (inout (output: String, errors: String), String) -> Void,
        atEnd: @escaping @Sendable () -> Void
    ) {
        let handle = pipe.fileHandleForReading
        DispatchQueue(label: "outlive.test.read").async(group: reading) { [self] in
            while case let data = handle.availableData, !data.isEmpty {
                lock.withLock { store(&read, String(decoding: data, as: UTF8.self)) }
            }
            // Foundation keeps the pipes of an ended process open.
            try? handle.close()
            atEnd()
        }
    }

    /// Waits until it has printed `ready`, or has ended.
    func isReady() async {
        for await _ in readiness {}
    }

    /// Waits until it has written a text to its standard error.
    func hasWritten(_ text: String) async throws {
        while !lock.withLock({ read.errors.contains(text) }) {
            try #require(process.isRunning, "the program ended without \(text)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Closes the input of the program.
    func endInput() { try? input.fileHandleForWriting.close() }

    /// Waits for the end of the program and of its output, on a thread of its own.
    func end() async -> Ending {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "outlive.test.wait").async { [self] in
                exited.wait()
                reading.wait()
                endInput()
                let (output, errors) = lock.withLock { read }
                let status = process.terminationStatus
                continuation.resume(
                    returning: Ending(
                        status: process.terminationReason == .exit ? status : -status, output: output, errors: errors))
            }
        }
    }

    /// Requests a snapshot as the harness does, and waits for the answer.
    func request(_ number: UInt32, graph: Bool = false, endsCycle: Bool = false) async throws -> HeapSnapshot {
        var value = sigval()
        let bits = number | (graph ? 1 << 24 : 0) | (endsCycle ? 1 << 25 : 0)
        value.sival_ptr = UnsafeMutableRawPointer(bitPattern: UInt(bits))
        try #require(sigqueue(process.processIdentifier, HeapSignal.number, value) == 0)
        return try await snapshot("request-\(number)")
    }

    /// Waits for a snapshot; fails when there is an error instead.
    func snapshot(_ name: String) async throws -> HeapSnapshot {
        try await file(name, "olheap", orElse: "error")
        return try finishedSnapshot(name)
    }

    /// Waits for the reason that there is instead of a snapshot.
    func error(_ name: String) async throws -> String {
        try await file(name, "error", orElse: "olheap")
        return try String(contentsOf: url(name, "error"), encoding: .utf8)
    }

    /// A snapshot that is there.
    func finishedSnapshot(_ name: String) throws -> HeapSnapshot {
        try HeapSnapshot([UInt8](Data(contentsOf: url(name, "olheap"))))
    }

    /// Returns `true` if the program wrote this file.
    func has(_ name: String, _ ending: String = "olheap") -> Bool {
        FileManager.default.fileExists(atPath: url(name, ending).path)
    }

    /// The names of all files, without the process's number.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { $0.replacingOccurrences(of: "heap-\(process.processIdentifier)", with: "heap") }.sorted()
    }

    /// Returns the path of a snapshot.
    func path(_ name: String) -> String { url(name, "olheap").path }

    private func url(_ name: String, _ ending: String) -> URL {
        folder.appendingPathComponent("heap-\(process.processIdentifier)-\(name).\(ending)")
    }

    // Polls, because there is no notification of a new file. The limit only guards against hanging.
    private func file(_ name: String, _ ending: String, orElse other: String) async throws {
        let limit = ContinuousClock.now + .seconds(120)
        while !has(name, ending) {
            if has(name, other) {
                let text = (try? String(contentsOf: url(name, other), encoding: .utf8)) ?? ""
                throw WrongAnswer(description: "\(name).\(other) instead of \(name).\(ending): \(text)")
            }
            try #require(process.isRunning || has(name, ending), "the program ended without \(name).\(ending)")
            try #require(ContinuousClock.now < limit, "no \(name).\(ending)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// The other kind of answer came.
struct WrongAnswer: Error, CustomStringConvertible {
    var description: String
}

/// The signal that requests a snapshot.
enum HeapSignal {
    static let number = lowestRealTime() + 2 + Emulation.keptSignals

    // `SIGRTMIN` is a macro that calls a function, which Swift does not import.
    private static func lowestRealTime() -> Int32 { __libc_current_sigrtmin() }
}

extension HeapCensus {
    /// Returns the census of the fixture's assortment at its end, which has no errors.
    static func ofAssortment(_ environment: [String: String] = [:]) async throws -> HeapCensus {
        let program = try WatchedProgram(
            arguments: ["assortment"], executable: "heap-fixture", environment: environment)
        let ending = await program.end()
        #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
        return HeapCensus(try program.finishedSnapshot("exit"))
    }
}
#endif
