import Foundation
import Testing

/// `scripts/trial`, whose own tests are in Python.
struct TrialTests {
    @Test func `The choice of trials, their record, their table and their exit codes pass their tests`() async throws {
        let tests = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../scripts/trials/tests.py")
        let run = try await Started("/usr/bin/env", ["python3", "-B", tests.standardizedFileURL.path]).end()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains(/Ran [1-9]\d* tests/), "\(run.errors)")
    }
}
