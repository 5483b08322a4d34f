import Foundation
import OutliveModel
import Testing

@testable import OutliveHeap

struct PackageVersionTests {
    private static let pin = #"{"identity":"argument","state":{"version":"1.2.3"}}"#

    @Test(arguments: [
        ("{\"pins\":[\(pin)]}", "1.2.3"), ("{\"pins\":[]}", nil), ("{", nil),
        // It would take long to decode.
        ("{\"pins\":[\(pin)],\"\(String(repeating: #"\u0301\u0316"#, count: 16))\":1}", nil),
    ])
    func `The version of a package is the pinned one`(resolved: String, version: String?) throws {
        let found = try Self.version { try Data(resolved.utf8).write(to: URL(filePath: $0)) }
        #expect(found == version)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A pipe in place of the pins is not waited for`() throws {
        #expect(try Self.version { try #require(mkfifo($0, 0o600) == 0) } == nil)
    }

    @Test func `Pins of an impossible size are not read`() throws {
        let found = try Self.version { path in
            try Data("{\"pins\":[\(Self.pin)]}".utf8).write(to: URL(filePath: path))
            try #require(truncate(path, 1 << 40) == 0)
        }
        #expect(found == nil)
    }

    /// Returns the version of a package by the file of pins that `make` makes at a path.
    private static func version(_ make: (String) throws -> Void) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try make("\(folder.path)/Package.resolved")
        let file = "\(folder.path)/.build/checkouts/Argument/Argument.swift"
        return try #require(FetchedPackage(Symbol(function: "parse", file: file))).version
    }
}
