internal import OutliveWire

/// The steps of an application in build order, and its quiesce handlers.
struct StepList: Sendable {
    /// An action before the teardown.
    struct Quiesce: Sendable {
        let name: String
        let action: @Sendable () async throws -> Void
    }

    var quiesces: [Quiesce] = []
    var steps: [any RebuildableStep] = []

    /// Runs the quiesce handlers in order; an error does not stop the others.
    nonisolated(nonsending) func quiesce(_ log: inout ResetLog) async {
        await log.phase("quiesce") { log in
            for quiesce in quiesces {
                await log.step("quiesce/\(quiesce.name)") { try await quiesce.action() }
            }
        }
    }

    /// Tears down what is built, in reverse order; an error does not stop the others.
    nonisolated(nonsending) func tearDown(_ log: inout ResetLog) async {
        await log.phase("teardown") { log in
            for step in steps.reversed() where step.isBuilt {
                await log.step("teardown/\(step.name)") { try await step.tearDown() }
            }
        }
    }

    /// Builds the steps in order until one throws, because later steps may depend on it.
    ///
    /// - Returns: `true` if all steps are built.
    nonisolated(nonsending) func rebuild(_ input: LaunchInput, _ log: inout ResetLog) async -> Bool {
        await log.phase("rebuild") { log in
            for step in steps {
                guard await log.step("rebuild/\(step.name)", { try await step.rebuild(input) }) else { return false }
            }
            return true
        }
    }
}
