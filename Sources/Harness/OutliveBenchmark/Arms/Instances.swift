internal import OutliveDriver
internal import OutliveModel

/// The live instances of a run: one that is relaunched and one that is reset, or one for both.
struct Instances {
    let relaunched: Instance
    let reset: Instance

    /// Prepares the instances that the launcher allows, without starting them.
    init(_ launcher: any Launcher, plan: Plan, readCensus: @escaping CensusReader) async throws {
        let launches = FreshLaunches()
        func instance(_ number: Int) async throws -> Instance {
            let application = try await launcher.application(instance: number)
            return Instance(application, plan: plan, launches: launches, readCensus: readCensus)
        }
        relaunched = try await instance(0)
        reset = launcher.isolatesInstances ? try await instance(1) : relaunched
    }

    /// `true` if each arm has its own instance.
    var isolated: Bool { relaunched !== reset }

    var all: [Instance] { isolated ? [relaunched, reset] : [reset] }

    /// Stops every instance, even if the run was cancelled or another instance cannot be stopped.
    ///
    /// - Returns: the errors.
    func stop() async -> [any Error] {
        var errors: [any Error] = []
        for instance in all {
            let application = instance.application
            // A new task, because a cancelled one cannot wait.
            if case .failure(let error) = await Task(operation: { try await application.stop() }).result {
                errors.append(error)
            }
        }
        return errors
    }
}
