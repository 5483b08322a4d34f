import FoundationEssentials
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

struct WatchDirectoryTests {
    @Test(arguments: ["/proc", "/no/such"])
    func `A request that cannot be written fails in one line with the reason`(path: String) throws {
        let failure = #expect(throws: Failure.self) {
            try WatchDirectory(path: path).write(ResetRequest(id: 1, kind: .reset))
        }
        #expect(failure?.code == .harness)
        #expect(
            failure?.message
                == "cannot write \(path)/request-1.json: No such file or directory; "
                + "set TMPDIR to a directory with free space")
    }

    @Test func `A file of the application that is slow to decode is refused`() throws {
        let directory = try PrivateDirectory(isClosed: true)
        defer { directory.remove() }
        let marks = String(repeating: #"\u0301\u0316"#, count: 16)
        for name in [
            RegistryStatus.fileName, GenerationReport.fileName(generation: 1), HeapStartRecord.fileName(processID: 1),
        ] {
            try Data("{\"\(marks)\":1}".utf8).write(to: URL(filePath: "\(directory.path)/\(name)"))
        }
        let watched = WatchDirectory(path: directory.path)
        let heap = HeapDirectory(try OwnFolder(path: directory.path))
        for read in [
            { _ = try watched.hello() }, { _ = try watched.report(of: 1) },
            { _ = try heap.startRecord(of: 1) },
        ] {
            let failure = #expect(throws: Failure.self, performing: read)
            let reason = "cannot be read: it has a text with more than 30 combining marks"
            #expect(failure?.message.contains(reason) == true)
        }
    }
}
