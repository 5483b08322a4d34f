import Foundation
import OutliveWire
import Testing

@testable import Outlive

struct LaunchInputTests {
    @Test func `The input of this process is that of its launch`() {
        let input = LaunchInput.ofProcess
        #expect(input.arguments == Array(ProcessInfo.processInfo.arguments.dropFirst()))
        #expect(input.environment == ProcessInfo.processInfo.environment)
    }

    @Test(arguments: [("/tmp/library", "/tmp/library"), ("", nil)])
    func `The fixture is the one in the environment`(value: String, fixture: String?) {
        let input = LaunchInput.ofProcess(arguments: ["-v"], environment: ["OUTLIVE_FIXTURE": value])
        #expect(input == LaunchInput(arguments: ["-v"], environment: ["OUTLIVE_FIXTURE": value], fixture: fixture))
    }
}
