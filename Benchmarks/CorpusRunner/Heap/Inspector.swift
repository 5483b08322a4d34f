internal import Foundation
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel

/// The inspections of a case's process from outside, each at the request of the process, which waits for its end.
///
/// A request is a line on standard output with its number, and the answer a line on standard input: empty, or the reason
/// why there is no snapshot.
struct Inspector {
    /// The standard output of the process.
    let requests = Pipe()
    private let folder: URL

    /// Creates the inspector of a process, or `nil` for a tier that does not inspect from outside.
    ///
    /// - Parameter folder: The folder of the snapshots.
    init?(_ tier: Tier, folder: URL) {
        guard case .attach = tier else { return nil }
        self.folder = folder
    }

    /// Answers requests on a thread of its own, until the process has ended.
    func serve(_ processID: Int32, answers: FileHandle) {
        Thread.detachNewThread { [requests, folder] in
            // Other copies of the descriptor would hide the end of the process.
            try? requests.fileHandleForWriting.close()
            let input = fdopen(dup(requests.fileHandleForReading.fileDescriptor), "r")
            defer { if let input { fclose(input) } }
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            defer { free(line) }
            while let input, getline(&line, &room, input) > 0 {
                guard let line, let request = UInt32(String(cString: line).dropLast()) else { continue }
                let answer = Self.inspect(processID, request, into: folder) ?? ""
                try? answers.write(contentsOf: Data((answer + "\n").utf8))
            }
        }
    }

    /// Writes the snapshot of a request. Returns the reason why there is none, or `nil`.
    private static func inspect(_ processID: Int32, _ request: UInt32, into folder: URL) -> String? {
        do {
            let inspection = try Inspection(.process(processID), withGraph: true)
            let file = folder.appending(path: HeapStartRecord.requestFileName(request, processID: processID))
            try Data(contentsOf: URL(fileURLWithPath: inspection.path)).write(to: file)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Requests an inspection of this process, and waits for it. Returns `true` if there is a snapshot.
    static func request(_ number: UInt32) -> Bool {
        FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        guard let answer = readLine() else { _exit(EXIT_FAILURE) }
        if !answer.isEmpty { FileHandle.standardError.write(Data("\(answer)\n".utf8)) }
        return answer.isEmpty
    }
}
