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
        let folder = FileManager.default.temporaryDirectory.appending(path: "pins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(resolved.utf8).write(to: folder.appending(path: "Package.resolved"))
        let file = "\(folder.path)/.build/checkouts/Argument/Argument.swift"
        #expect(try #require(FetchedPackage(Symbol(function: "parse", file: file))).version == version)
    }
}
