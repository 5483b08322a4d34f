import OutliveTesting
import Testing

/// Run by `StuckTaskRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .failOnStuckTasks)
struct StuckTaskExamples {
    static let stuckLine = #line + 3

    @Test func leavesAStuckTask() async {
        Task(name: "poll") {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        }
        await settled()
    }

    @Test func leavesATaskThatSleeps() async {
        Task { try? await Task.sleep(for: .seconds(1000)) }
        await settled()
    }

    /// Lets the tasks that exist run until they wait.
    private func settled() async {
        for _ in 0..<100 { await Task.yield() }
        try? await Task.sleep(for: .milliseconds(200))
    }
}
