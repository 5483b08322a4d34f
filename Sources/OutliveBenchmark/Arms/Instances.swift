internal import OutliveDriver
internal import OutliveModel

/// The live instances of a run: two, one relaunched and one reset, or one that is both.
struct Instances {
    /// The instance that is relaunched.
    let relaunched: Instance
    /// The instance that is reset.
    let reset: Instance

    /// Prepares the instances that the launcher allows; none is started.
    init(_ launcher: any Launcher, plan: Plan, readCensus: @escaping CensusReader) async throws {
        let launches = FreshLaunches()
        func instance(_ number: Int) async throws -> Instance {
            let application = try await launcher.application(instance: number)
            return Instance(application, plan: plan, launches: launches, readCensus: readCensus)
        }
        relaunched = try await instance(0)
        reset = launcher.isolatesInstances ? try await instance(1) : relaunched
    }

    /// Whether the arms have an instance each.
    var isolated: Bool { relaunched !== reset }

    /// Every instance once.
    var all: [Instance] { isolated ? [relaunched, reset] : [reset] }

    /// Stops every instance, also when the run was cancelled, and whatever becomes of the others.
    ///
    /// - Returns: what went wrong.
    func stop() async -> [any Error] {
        var errors: [any Error] = []
        for instance in all {
            let application = instance.application
            // A task of its own, as waiting for an end is what a cancelled task cannot do.
            if case .failure(let error) = await Task(operation: { try await application.stop() }).result {
                errors.append(error)
            }
        }
        return errors
    }
}
