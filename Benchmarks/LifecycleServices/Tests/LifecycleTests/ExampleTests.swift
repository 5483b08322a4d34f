import Foundation
import OutliveTesting
import Testing

/// The example services as real processes.
@Suite(.timeLimit(.minutes(3)))
struct ExampleTests {
    @Test(arguments: Example.all)
    func `A reset begins with nothing, and nothing outlives it`(example: Example) async throws {
        let app = try example.application()
        try await app.reset()
        let port = try #require(await app.port)
        #expect(try await example.add(port) == 1)
        #expect(try await example.add(port) == 2)
        let report = try #require(try await app.endGeneration())
        #expect(report.registered > 0)
        #expect(report.survivors.isEmpty)
        #expect(try await example.add(port) == 1)
        try await app.stop()
    }

    @Test(arguments: Example.all)
    func `A planted leak is reported by type`(example: Example) async throws {
        let app = try example.application()
        try await app.reset(ExampleSettings(leak: true))
        _ = try await example.add(#require(await app.port))
        let report = try #require(try await app.endGeneration())
        #expect(report.survivors.map(\.key.type) == [example.leaked])
        try await app.stop()
    }

    @Test(arguments: Example.all)
    func `A stop signal ends it gracefully`(example: Example) async throws {
        let app = try example.application(within: #"sh -c '"$0" "$@"; echo "exit status $?"'"#)
        try await app.reset()
        _ = try await example.add(#require(await app.port))
        let folder = try #require(await app.directory)
        kill(try #require(app.processID), SIGTERM)
        try await wait(for: "the exit status") { await app.log.contains("exit status") }
        #expect(await app.log.contains("exit status 0"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        try await app.stop()
    }

    @Test(arguments: Example.all)
    func `A port in use ends its start with an error`(example: Example) async throws {
        let app = try example.application()
        try await app.reset()
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let second = Process()
        second.executableURL = URL(filePath: try BuiltProduct.path(example.name))
        second.arguments = ["--port", "\(try #require(await app.port))"]
        second.currentDirectoryURL = folder
        // An error thrown by `main` is a trap, of which Swift would print a backtrace for many seconds.
        second.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        second.standardError = FileHandle.nullDevice
        try second.run()
        try await wait(for: "the end of the second process") { !second.isRunning }
        #expect(second.terminationStatus != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try await app.stop()
    }
}
