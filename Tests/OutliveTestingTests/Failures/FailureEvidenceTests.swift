import OutliveTestSupport
import Testing

@testable import OutliveTesting

struct FailureEvidenceTests {
    /// Evidence that does not end before the gate is open, even if it is cancelled.
    private struct Stubborn: FailureEvidence {
        let gate: Gate
        var limit: Duration { .milliseconds(10) }

        func collect(processID: Int32?) async throws -> [EvidenceFile] {
            await Task.detached { await gate.wait() }.value
            return []
        }
    }

    /// Opens the gate and ends when it is cancelled.
    private struct Obedient: FailureEvidence {
        let gate: Gate
        var limit: Duration { .milliseconds(10) }

        func collect(processID: Int32?) async throws -> [EvidenceFile] {
            await Gate().wait()
            gate.open()
            return []
        }
    }

    @Test func `Evidence beyond its time limit is not waited for, even if it never ends`() async throws {
        let gate = Gate()
        let error = await #expect(throws: HarnessFailure.self) { try await Stubborn(gate: gate).files(of: nil) }
        #expect(error?.description == "it exceeded its time limit of 0.01 seconds")
        gate.open()
    }

    @Test func `Evidence beyond its time limit is cancelled`() async throws {
        let gate = Gate()
        await #expect(throws: HarnessFailure.self) { try await Obedient(gate: gate).files(of: nil) }
        await gate.wait()
    }
}
