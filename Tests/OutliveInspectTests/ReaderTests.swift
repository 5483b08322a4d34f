import Foundation
import Testing

/// The reader of metadata beside the Swift runtime, in a program with types of all kinds.
struct ReaderTests {
    @Test func `Names, properties and layouts equal those of the runtime`() async throws {
        let output = try await outputOfFixture()
        let lines = output.split(separator: "\n")
        let spelled = try #require(lines.first { $0.hasSuffix("types, 0 names differ") }, "\(output)")
        #expect(Int(spelled.prefix { $0.isNumber }) ?? 0 > 100)
        let found = try #require(lines.last, "\(output)")
        #expect(found.contains("types found, 0 names differ"), "\(output)")
        #expect(found.hasSuffix(", 0 differ"), "\(output)")
        // Types with parameter packs as arguments, and what depends on witness tables of types without metadata.
        let unknown = lines.filter { $0.hasPrefix("unknown: ") && !$0.contains(" of Swift.") }
        #expect(unknown.allSatisfy { $0.hasPrefix("unknown: field pack of reader_fixture.Packs<") }, "\(unknown)")
        #expect(unknown.count == 3)
    }

    private func outputOfFixture() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // Reading blocks, and the few threads that tests run on must not.
            DispatchQueue(label: "outlive.test.reader").async { continuation.resume(with: Result { try run() }) }
        }
    }

    private func run() throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("reader-fixture")
        let output = Pipe()
        process.standardOutput = output
        // The runtime warns of its own types that it does not know.
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
