import OutliveModel
import Testing

@testable import OutliveDriver

@Suite("The directory that is exchanged with an application")
struct WatchDirectoryTests {
    @Test("A request that cannot be written is a failure of one line that says why", arguments: ["/proc", "/no/such"])
    func unwritable(path: String) throws {
        let failure = #expect(throws: Failure.self) {
            try WatchDirectory(path: path).write(ResetRequest(id: 1, kind: .reset))
        }
        #expect(failure?.code == .harness)
        #expect(
            failure?.message
                == "cannot write \(path)/request-1.json: No such file or directory; "
                + "set TMPDIR to a directory with free space")
    }
}
