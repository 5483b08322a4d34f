import Foundation
import OutliveDriver
import OutliveUITest

/// The program of windows.
struct FixtureProgram {
    let ui: UIApplication
    let processID: Int32

    /// Whether there is a screen for windows to be on.
    static let hasScreen = ProcessInfo.processInfo.environment["DISPLAY"]?.isEmpty == false
    /// Whether the UI tests are left out, which use the pointer as well.
    static let isAlone = CommandLine.arguments.contains { $0.contains("OutliveUITestWindowTests") }

    /// Runs it during a test, from when it can be seen.
    static func run(_ arguments: [String] = [], _ test: (FixtureProgram) async throws -> Void) async throws {
        // A virtual display starts over when its last client goes: the tests are one from here on.
        _ = UIApplication { getpid() }.exists
        let process = Process()
        process.executableURL = URL(filePath: try BuiltProduct.path("window-fixture"))
        process.arguments = arguments
        try process.run()
        let id = process.processIdentifier
        defer {
            // Also when it hangs.
            kill(id, SIGKILL)
            process.waitUntilExit()
        }
        let program = FixtureProgram(ui: UIApplication { id }, processID: id)
        try await program.ui.windows["Fixture"].wait(until: \.exists, within: .seconds(30))
        try await test(program)
    }
}

extension UIApplication {
    /// Waits for what the program says.
    func waitForLog(_ text: String, fileID: String = #fileID, line: Int = #line) async throws {
        try await staticTexts.containing("Log: ").first.wait(
            until: \.label, matches: "Log: " + text, describedAs: "the log", fileID: fileID, line: line)
    }
}
