internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// The `outlive test` that runs this process, as the tests in it see it: it judges what they left.
package struct TestAnalyst: Sendable {
    private let folder: OwnFolder

    /// Finds the command by the folder that it made for this process; `nil` if this process runs without it.
    package init?() {
        guard HeapSettings.watchesTestsOfThisProcess, let path = CurrentProcess.environment[EnvironmentName.heap],
            let folder = try? OwnFolder(path: path)
        else { return nil }
        self.folder = folder
    }

    /// Asks what tests left, and waits for the answer; blocks the thread.
    ///
    /// - Returns: The judged findings of each test, in the same order.
    package func findings(of tests: [EndedTest], within time: Duration) throws(AnalystUnavailable) -> [[Finding]] {
        let bytes: [UInt8]
        let stop = Flag()
        let alarm = Alarm(after: time) { stop.raise() }
        defer { alarm.cancel() }
        do {
            let place = Endpoint.unix(path: folder.openPath(of: TestInquiry.socketName))
            let socket = try StreamSocket(connectingTo: place, stop: stop)
            try socket.send(Array(try JSONEncoder().encode(TestInquiry(tests))))
            socket.finishSending()
            bytes = try socket.receiveAll(upTo: TestInquiry.maximumSize)
        } catch is CancellationError {
            throw AnalystUnavailable("outlive test did not answer within \(time.text)")
        } catch {
            throw AnalystUnavailable("outlive test does not answer: \(error)")
        }
        guard !bytes.isEmpty else { throw AnalystUnavailable("outlive test ended before it answered") }
        guard let answer = try? CheckedJSON(bytes).decode(TestAnswer.self),
            answer.version == TestInquiry.currentVersion
        else { throw AnalystUnavailable("the package OutliveTesting and the command are of different versions") }
        if let refusal = answer.refusal {
            throw AnalystUnavailable("outlive test cannot judge: \(refusal.onOneLine())")
        }
        guard answer.findings.count == tests.count else {
            throw AnalystUnavailable("outlive test answered another question")
        }
        return answer.findings
    }
}

/// The reason in one line why a running `outlive test` judged nothing.
package struct AnalystUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
