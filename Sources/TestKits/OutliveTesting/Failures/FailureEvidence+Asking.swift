internal import OutliveDriver
internal import OutliveSupport

extension FailureEvidence {
    /// Collects the evidence within its time limit; a late collection is cancelled and not awaited.
    func files(of processID: Int32?) async throws -> [EvidenceFile] {
        try await withCheckedThrowingContinuation { continuation in
            let isAnswered = Flag()
            let look = Task {
                let answer: Result<[EvidenceFile], any Error>
                do { answer = .success(try await collect(processID: processID)) } catch { answer = .failure(error) }
                if isAnswered.raise() { continuation.resume(with: answer) }
            }
            let alarm = Task {
                try await Task.sleep(for: limit, clock: .suspending)
                look.cancel()
                if isAnswered.raise() { continuation.resume(throwing: EvidenceTimeout(limit: limit)) }
            }
            Task {
                await look.value
                alarm.cancel()
            }
        }
    }
}

/// Evidence that exceeded its time limit.
struct EvidenceTimeout: Error, CustomStringConvertible {
    let limit: Duration

    var description: String { "it exceeded its time limit of \(limit)" }
}
