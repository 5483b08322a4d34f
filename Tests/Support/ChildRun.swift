internal import Foundation

/// A run of tests that are expected to fail, in a process of their own: this test bundle again, with one test selected.
package struct ChildRun {
    /// Set in such a process only, so that a usual run leaves those tests out.
    package static let isInside = ProcessInfo.processInfo.environment["OUTLIVE_TESTING_CHILD"] == "1"

    package let status: Int32
    package let output: String

    /// The line of the output that contains all of some texts.
    package func line(with texts: String...) -> String? {
        output.split(separator: "\n").map(String.init).first { line in texts.allSatisfy(line.contains) }
    }

    /// Runs tests of this bundle.
    ///
    /// - Parameters:
    ///   - filter: The tests to run.
    ///   - library: `swift-testing` or `xctest`.
    ///   - arguments: Additional arguments for swift-testing.
    ///   - environment: The variables added to this process's environment.
    ///   - folder: The working directory, by default that of this process.
    package static func of(
        _ filter: String, library: String = "swift-testing", arguments: [String] = [],
        environment: [String: String] = [:], in folder: String? = nil
    ) async throws -> ChildRun {
        try await withCheckedThrowingContinuation { continuation in
            // Reading blocks, and the few threads that tests run on must not.
            DispatchQueue(label: "outlive.test.child").async {
                continuation.resume(
                    with: Result {
                        try run(
                            filter, library: library, arguments: arguments, environment: environment, in: folder)
                    })
            }
        }
    }

    private static func run(
        _ filter: String, library: String, arguments: [String], environment: [String: String], in folder: String?
    ) throws -> ChildRun {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments =
            library == "xctest"
            ? [filter] : ["--testing-library", "swift-testing", "--filter", filter] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["OUTLIVE_TESTING_CHILD": "1"]) { $1 }.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let exited = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in exited.signal() }
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        exited.wait()
        return ChildRun(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: data, as: UTF8.self))
    }
}
