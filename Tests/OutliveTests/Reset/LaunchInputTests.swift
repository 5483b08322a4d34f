import Foundation
import OutliveWire
import Testing

@testable import Outlive

@Suite("The input of this process")
struct LaunchInputTests {
    @Test func `is what it was launched with`() {
        let input = LaunchInput.ofProcess
        #expect(input.arguments == Array(ProcessInfo.processInfo.arguments.dropFirst()))
        #expect(input.environment == ProcessInfo.processInfo.environment)
    }

    @Test(arguments: [("/tmp/library", "/tmp/library"), ("", nil)])
    func `has the fixture that the environment names`(value: String, fixture: String?) {
        let input = LaunchInput.ofProcess(arguments: ["-v"], environment: ["OUTLIVE_FIXTURE": value])
        #expect(input == LaunchInput(arguments: ["-v"], environment: ["OUTLIVE_FIXTURE": value], fixture: fixture))
    }
}
