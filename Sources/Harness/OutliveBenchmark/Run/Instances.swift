internal import OutliveDriver
internal import OutliveModel

/// The live instances of a run: one for each arm, or one for all.
struct Instances {
    typealias Member = (arm: PlannedArm, instance: Instance)

    /// The compared arms in the order of the plan, each with its instance.
    let members: [Member]
    /// The instance of the soak and of the heap: it belongs to the first arm that resets in place.
    let subject: Instance

    init(
        _ launcher: any Launcher, plan: Plan, routes: RoutePlan?, readCensus: @escaping CensusReader,
        readState: @escaping ProgramStateReader, clock: any Clock<Duration>
    ) async throws {
        let (launches, states, usualWait) = (FreshLaunches(), LaunchedStates(), UsualWait())
        func instance(_ number: Int, of arm: PlannedArm?) async throws -> Instance {
            let application = try await launcher.application(instance: number, arm: arm?.name)
            return Instance(
                application, of: arm, plan: plan, launches: launches, states: states, usualWait: usualWait,
                attached: launcher.inspectsFromOutside ? AttachedSnapshots() : nil, routes: routes,
                readCensus: readCensus, readState: readState, clock: clock)
        }
        let arms = plan.comparedArms
        let subjectArm = arms.first { $0.name == plan.subjectArm }
        guard launcher.isolatesInstances else {
            let shared = try await instance(0, of: subjectArm)
            (members, subject) = (arms.map { ($0, shared) }, shared)
            return
        }
        guard !arms.isEmpty else {
            (members, subject) = ([], try await instance(1, of: nil))
            return
        }
        var members: [Member] = []
        for (number, arm) in arms.enumerated() { members.append((arm, try await instance(number, of: arm))) }
        self.members = members
        subject = (members.first { $0.arm.name == plan.subjectArm } ?? members[0]).instance
    }

    /// `true` if each arm has an instance of its own.
    var isolated: Bool { members.contains { $0.instance !== subject } }
    /// Every instance once.
    var all: [Instance] { others.map(\.instance) + [subject] }
    /// The arms with another instance than the subject.
    var others: [Member] { members.filter { $0.instance !== subject } }

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
