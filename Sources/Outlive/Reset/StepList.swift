internal import OutliveModel

/// What an application consists of: its steps in order of building, and what makes it quiet.
struct StepList: Sendable {
    /// Something to do before the teardown.
    struct Quiesce: Sendable {
        let name: String
        let action: @Sendable () async throws -> Void
    }

    var quiesces: [Quiesce] = []
    var steps: [any RebuildableStep] = []

    /// Makes the application quiet, in the order given; one that throws does not stop the others.
    nonisolated(nonsending) func quiesce(_ log: inout ResetLog) async {
        await log.phase("quiesce") { log in
            for quiesce in quiesces {
                await log.step("quiesce/\(quiesce.name)") { try await quiesce.action() }
            }
        }
    }

    /// Tears down what is built, in reverse order; a step that throws does not stop the others.
    nonisolated(nonsending) func tearDown(_ log: inout ResetLog) async {
        await log.phase("teardown") { log in
            for step in steps.reversed() where step.isBuilt {
                await log.step("teardown/\(step.name)") { try await step.tearDown() }
            }
        }
    }

    /// Builds all steps in order, until one throws: those after it may depend on it.
    ///
    /// - Returns: whether all are built.
    nonisolated(nonsending) func rebuild(_ input: LaunchInput, _ log: inout ResetLog) async -> Bool {
        await log.phase("rebuild") { log in
            for step in steps {
                guard await log.step("rebuild/\(step.name)", { try await step.rebuild(input) }) else { return false }
            }
            return true
        }
    }
}
