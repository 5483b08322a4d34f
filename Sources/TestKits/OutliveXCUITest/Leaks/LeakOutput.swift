#if canImport(XCUIAutomation) && os(macOS)
internal import Foundation
public import XCTest

extension XCTestCase {
    /// Writes what `leaks` prints of a process into a folder, as `CartTests.testAdd.txt` for `outlive leaks-log --by-test`.
    ///
    /// Call it in `tearDown()`. `leaks` stops the process for some seconds. The call does not fail a test that leaks.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is created.
    ///   - processID: The process, by default the test's own.
    /// - Throws: An error if the folder or file cannot be written, or `leaks` cannot be started.
    public func recordLeaks(to folder: String, of processID: Int32 = getpid()) throws {
        // `-[CartTests testAdd]`
        let parts = name.split { "-[] ".contains($0) }
        let file = URL(filePath: folder).appending(path: parts.joined(separator: ".") + ".txt")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        let leaks = Process()
        leaks.executableURL = URL(filePath: "/usr/bin/leaks")
        leaks.arguments = ["\(processID)"]
        (leaks.standardOutput, leaks.standardError) = (output, output)
        try leaks.run()
        leaks.waitUntilExit()
    }
}
#endif
