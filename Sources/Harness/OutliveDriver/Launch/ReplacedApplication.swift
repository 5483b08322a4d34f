internal import OutliveModel

/// An application whose reset puts another process in the place of the running one.
///
/// Everything but its start, stop and reset belongs to the current process. Nothing resets that in place, so it has no
/// generations, and cannot be pinged.
protocol ReplacedApplication: Actor, Application {
    var active: ProcessApplication { get }
}

extension ReplacedApplication {
    func ping() async throws -> Double? { nil }
    var graceOfLastStop: Double { get async { await active.graceOfLastStop } }
    func work() async throws -> Double? { try await active.work() }
    func probe() async throws -> [UInt8]? { try await active.probe() }
    func awaitService() async throws -> Service? { try await active.awaitService() }
    func settled() async throws -> GenerationReport? { nil }
    func census(endingCycle: Bool) async throws -> HeapFile? { try await active.census(endingCycle: endingCycle) }
    func heapSnapshot() async throws -> HeapFile? { try await active.heapSnapshot() }
    func stateSnapshot() async throws -> HeapFile? { try await active.stateSnapshot() }
    func memorySnapshot() async throws -> HeapFile? { try await active.memorySnapshot() }
    var hello: RegistryStatus? { get async { await active.hello } }
    func vitals() async -> Vitals? { await active.vitals() }
    func processorSeconds() async -> Double? { await active.processorSeconds() }
    func death() async -> Failure? { await active.death() }
    func program() async throws -> MeasuredProgram? { try await active.program() }
    func state() async -> ProcessState? { await active.state() }
    var traces: ProcessTraces? { get async { await active.traces } }
}
