import Foundation
import OutliveDriver
import OutliveUITest

/// The program `window-fixture`.
struct FixtureProgram {
    let ui: UIApplication
    let processID: Int32

    /// `true` if there is a screen for windows.
    static let hasScreen = ProcessInfo.processInfo.environment["DISPLAY"]?.isEmpty == false
    /// `true` if the UI tests, which use the pointer as well, are left out.
    static let isAlone = CommandLine.arguments.contains { $0.contains("OutliveUITestWindowTests") }

    /// Runs the program during a test, from the moment that its window can be seen.
    static func run(_ arguments: [String] = [], _ test: (FixtureProgram) async throws -> Void) async throws {
        // A virtual display starts over when its last client disconnects, so the tests stay connected from here on.
        _ = UIApplication { getpid() }.exists
        let process = Process()
        process.executableURL = URL(filePath: try BuiltProduct.path("window-fixture"))
        process.arguments = arguments
        try process.run()
        let id = process.processIdentifier
        defer {
            // Ends the program even if it hangs.
            kill(id, SIGKILL)
            process.waitUntilExit()
        }
        let program = FixtureProgram(ui: UIApplication { id }, processID: id)
        try await program.ui.windows["Fixture"].wait(until: \.exists, within: .seconds(30))
        try await test(program)
    }
}

extension UIApplication {
    /// Waits for a text in the program's log.
    func waitForLog(_ text: String, fileID: String = #fileID, line: Int = #line) async throws {
        try await staticTexts.containing("Log: ").first.wait(
            until: \.label, matches: "Log: " + text, describedAs: "the log", fileID: fileID, line: line)
    }
}
