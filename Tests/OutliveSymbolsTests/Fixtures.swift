import Foundation
import Glibc
import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveSymbols

/// A folder that goes away with the value.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a program for `/bin/sh` and returns its path.
    func script(_ name: String, _ body: String) async throws -> String {
        let script = "\(path)/\(name)"
        try await ProgramFile.write("#!/bin/sh\n\(body)\n", to: script)
        return script
    }
}

/// The environment of a child that can run but finds no tools.
let noTools = ["PATH": ""]

/// The path of a tool in this process's own search path.
func tool(_ names: String...) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// A small optimized program with debug information, compiled once.
///
/// `sampleOuter` has `sampleInner` inlined.
struct Sample {
    static let source = """
        @inline(__always) func sampleInner(_ x: Int) -> Int { x &* Int.random(in: 1...9) }
        @inline(never) func sampleOuter(_ x: Int) -> Int { sampleInner(x) &+ 1 }
        print(sampleOuter(CommandLine.arguments.count))
        """
    static let outer = "sample.sampleOuter(Swift.Int) -> Swift.Int"
    static let available = tool("swiftc") != nil
    static let shared = Task { try await Sample() }
    private static let home = Result { try Folder() }

    let folder: Folder
    let path: String

    private init() async throws {
        folder = try Self.home.get()
        path = "\(folder.path)/sample"
        try Data(Self.source.utf8).write(to: URL(filePath: "\(folder.path)/sample.swift"))
        let compiler = try #require(tool("swiftc"))
        // A static value is never released.
        atexit {
            if let folder = try? Sample.home.get() { try? FileManager.default.removeItem(atPath: folder.path) }
        }
        try await execute(compiler, "-O", "-g", "-Xlinker", "--build-id", "\(folder.path)/sample.swift", "-o", path)
    }

    /// A frame in `sampleOuter`, `offset` bytes after its start.
    func frame(after offset: UInt64 = 1, path: String? = nil, buildID: String?? = nil) throws -> Frame {
        let image = try #require(ELFImage(path: self.path))
        let table = try #require(image.symbolTable())
        let symbol = try #require(table.symbols.first { demangled(table.name(of: $0)) == Self.outer })
        return Frame(module: path ?? self.path, buildID: buildID ?? image.buildID, offset: symbol.address + offset)
    }
}

/// Runs blocking work on a thread of its own: the thread pool that all tests share may have only two.
func apart<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "outlive.test.apart").async { continuation.resume(with: Result { try work() }) }
    }
}

/// Runs a tool, which has to succeed.
func execute(_ tool: String, _ arguments: String...) async throws { try await execute(tool, arguments) }

/// Runs a tool, which has to succeed.
func execute(_ tool: String, _ arguments: [String]) async throws {
    let status = try await apart {
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        let exited = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in exited.signal() }
        try process.run()
        exited.wait()
        return process.terminationStatus
    }
    try #require(status == 0)
}

extension Symbolicator {
    func symbolicate(_ frames: [Frame]) async throws -> (frames: [Frame], notes: [String]) {
        let symbolication = try await apart { symbolicate([Backtrace(frames: frames)]) }
        return (symbolication.backtraces[0].frames, symbolication.notes)
    }
}
