import Foundation
import OutliveDriver
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveBenchmark

/// Two builds that are run in turns, with the earlier one again as a control.
@Suite struct BuildComparisonTests {
    /// The works of all runs, in their order.
    private final class Order: @unchecked Sendable {
        private let lock = NSLock()
        private var works: [BuildRun] = []

        func add(_ run: BuildRun) { lock.withLock { works.append(run) } }
        var all: [BuildRun] { lock.withLock { works } }
    }

    private func measure(
        alternates: Bool = true, cycles: Int = 12, growth: GateMode = .report,
        _ program: @escaping @Sendable (BuildRun) -> FakeProgram
    ) async -> [BuildRun: Report] {
        let plan = Plan(
            launch: "{build} {port}", ready: "notify", reset: nil, done: nil, work: "exec:use", pairs: 0, soak: cycles,
            settleSeconds: 0, leaks: .off, fidelity: .off, growth: growth, seed: 7)
        return await BuildRun.measureAll(alternates: alternates, seed: 7) { run, turn in
            await Benchmark(
                plan: plan, launcher: FakeLauncher(world: FakeWorld(program(run))), toolVersion: "0.1.0", turn: turn
            ).run()
        }
    }

    private func compare(_ runs: [BuildRun: Report]) throws -> ReportComparison {
        func side(_ run: BuildRun) throws -> (Report, ComparedReport) {
            let report = try #require(runs[run])
            var facts = report.facts
            facts.name = "\(run)"
            return (report, facts)
        }
        return ReportComparison(
            ofBuilds: try side(.old), control: try side(.control), to: try side(.new), policy: ComparisonPolicy(),
            toolVersion: "0.1.0")
    }

    /// A program whose work takes about so many seconds.
    private static func working(_ seconds: Double, noise: Double = 0.02) -> FakeProgram {
        var program = FakeProgram()
        program.workSeconds = { seconds * (1 + noise * Double($0 * 7 % 5)) }
        return program
    }

    @Test(.timeLimit(.minutes(1)))
    func `Doubt about the growth of one build gives all runs as many further cycles`() async {
        let runs = await measure(cycles: 8, growth: .fail) { run in
            var program = FakeProgram()
            let looks = Lock(0)
            program.vitals = { _ in
                let look = looks.withLock { count in
                    count += 1
                    return count
                }
                return Vitals(residentBytes: 8_000_000, threads: 5, descriptors: run == .new ? 7 + look / 2 : 7)
            }
            return program
        }
        let counts = Set(runs.values.map(\.soak.count))
        #expect(counts.count == 1 && counts.allSatisfy { $0 > 12 }, "\(counts)")
        #expect(runs[.new]?.failingGrowth.map(\.metric) == [.descriptors])
        #expect(runs[.old]?.failingGrowth.isEmpty == true && runs[.control]?.failingGrowth.isEmpty == true)
    }

    @Test func `Each round has one cycle of every run, in both orders`() async {
        let order = Order()
        _ = await measure(cycles: 20) { run in
            var program = FakeProgram()
            program.workSeconds = { _ in
                order.add(run)
                return 1
            }
            return program
        }
        #expect(order.all.count == 60)
        let rounds = stride(from: 0, to: 60, by: 3).map { Array(order.all[$0..<$0 + 3]) }
        #expect(rounds.allSatisfy { Set($0).count == 3 })
        // The launches take the first round.
        let reversals = stride(from: 1, to: 19, by: 2).map { rounds[$0] == rounds[$0 + 1].reversed() }
        #expect(!reversals.contains(false))
        #expect(Set(rounds).count > 2)
    }

    @Test func `Runs that cannot be alive at once follow each other`() async {
        let order = Order()
        _ = await measure(alternates: false, cycles: 4) { run in
            var program = FakeProgram()
            program.workSeconds = { _ in
                order.add(run)
                return 1
            }
            return program
        }
        let first = stride(from: 0, to: 12, by: 4).map { order.all[$0] }
        #expect(Set(first).count == 3)
        #expect(order.all == first.flatMap { [$0, $0, $0, $0] })
    }

    @Test func `A run that ends early leaves the turns to the others`() async throws {
        let runs = await measure { run in
            var program = Self.working(1)
            program.workFails = run == .new
            return program
        }
        #expect(runs[.old]?.soak.count == 12 && runs[.control]?.soak.count == 12)
        let comparison = try compare(runs)
        #expect(comparison.outcome == .failed)
        #expect(comparison.failures.map(\.message) == ["new: the work exited 1"])
    }

    @Test func `A failure of the earlier build fails the comparison, and is named`() async throws {
        let runs = await measure { run in
            var program = Self.working(1)
            program.startFails = { _ in run == .old }
            return program
        }
        let comparison = try compare(runs)
        #expect(comparison.outcome == .failed)
        #expect(comparison.failures.map(\.message) == ["old: no such program"])
    }

    /// A task that its own work cancels.
    private final class Cancelled: @unchecked Sendable {
        var task: Task<[BuildRun: Report], Never>?
    }

    @Test func `An interrupt ends all runs`() async throws {
        let (beginning, whenKnown) = AsyncStream.makeStream(of: Never.self)
        let cancelled = Cancelled()
        let task = Task {
            for await _ in beginning {}
            return await measure(cycles: 1000) { _ in
                var program = FakeProgram()
                program.workSeconds = { number in
                    if number == 5 { cancelled.task?.cancel() }
                    return 1
                }
                return program
            }
        }
        cancelled.task = task
        whenKnown.finish()
        let runs = await task.value
        #expect(runs.count == 3)
        #expect(runs.values.allSatisfy { $0.interrupted && $0.soak.count <= 5 })
        #expect(try compare(runs).outcome == .interrupted)
    }

    @Test func `Equal builds differ in nothing`() async throws {
        let comparison = try compare(await measure { _ in Self.working(1) })
        #expect(comparison.outcome == .clean)
        #expect(comparison.control?.time(of: .work)?.ratio == 1)
        #expect(comparison.differingTimes.isEmpty && comparison.differingLevels.isEmpty)
        #expect(comparison.control?.levels.map(\.metric) == [.residentBytes, .threads, .descriptors])
    }

    @Test func `A slower build is named, and fails by a gate alone`() async throws {
        var comparison = try compare(await measure { Self.working($0 == .new ? 1.3 : 1) })
        #expect(comparison.differingTimes.map(\.subject) == [.work])
        #expect(comparison.outcome == .clean)
        comparison.policy.maximumSlowdown = 1.1
        #expect(comparison.outcome == .tooSlow)
        comparison.policy.maximumSlowdown = 1.5
        #expect(comparison.outcome == .clean)
    }

    @Test func `A difference that two runs of one build show as well is none`() async throws {
        let runs = await measure { Self.working([.old: 1, .control: 1.3, .new: 1.3][$0] ?? 1) }
        #expect(try compare(runs).differingTimes.isEmpty)
        // The direction of the control is chance.
        let others = await measure { Self.working([.old: 1, .control: 0.75, .new: 1.3][$0] ?? 1) }
        #expect(try compare(others).differingTimes.isEmpty)
    }

    @Test func `A build that uses more memory and descriptors is named`() async throws {
        let runs = await measure { run in
            var program = Self.working(1)
            program.vitals = { _ in
                Vitals(
                    residentBytes: run == .new ? 50_000_000 : 30_000_000, threads: run == .new ? 5 : 4,
                    descriptors: run == .new ? 10 : 9)
            }
            return program
        }
        // One thread more or less is chance.
        #expect(try compare(runs).differingLevels.map(\.metric) == [.residentBytes, .descriptors])
    }

    @Test func `Growth of the later build alone fails, and growth of both does not`() async throws {
        func growing(_ grows: Set<BuildRun>) async throws -> ReportComparison {
            let soaked = await measure(cycles: 20, growth: .fail) { run in
                var program = Self.working(1)
                let counter = Order()
                program.vitals = { _ in
                    counter.add(run)
                    let descriptors = grows.contains(run) ? 9 + counter.all.count : 9
                    return Vitals(residentBytes: 30_000_000, threads: 4, descriptors: descriptors)
                }
                return program
            }
            return try compare(soaked)
        }
        let grown = try await growing([.new])
        #expect(grown.failingGrowth.map(\.metric) == [.descriptors])
        #expect(grown.outcome == .notClean)
        let both = try await growing([.old, .control, .new])
        #expect(both.outcome == .clean)
        #expect(both.growth.map(\.change) == [.unchanged])
        // One run of the earlier build shows that it grows, too.
        #expect(try await growing([.control, .new]).growth.map(\.change) == [.unchanged])
    }

    private func comparison(old: [Finding], control: [Finding], new: [Finding]) throws -> ReportComparison {
        func run(_ findings: [Finding]) -> Report { Report.run().changed { $0.findings = findings } }
        return try compare([.old: run(old), .control: run(control), .new: run(new)])
    }

    @Test func `A leak counts as new or fixed only if both runs of the earlier build agree`() throws {
        let (one, other) = (Finding.found("Session"), Finding.found("Feed"))
        let new = try comparison(old: [other], control: [other], new: [one, other])
        #expect(new.failingLeaks.map(\.key.name) == ["Session"])
        #expect(new.control?.refuted == 0)
        let rare = try comparison(old: [], control: [one], new: [one])
        #expect(rare.leaks.map(\.change) == [.unchanged] && rare.leaks[0].old != nil)
        #expect(rare.outcome == .clean && rare.control?.refuted == 1)
        #expect(try comparison(old: [one], control: [one], new: []).leaks.map(\.change) == [.fixed])
        let doubtful = try comparison(old: [one], control: [], new: [])
        #expect(doubtful.leaks.map(\.change) == [.notCompared] && doubtful.control?.refuted == 1)
        let worse = try comparison(old: [], control: [.found("Session", .suspect)], new: [one])
        #expect(worse.leaks.map(\.change) == [.worse])
    }

    @Test func `The sum of the progress counts runs that have not begun as this one`() {
        let joined = JoinedProgress()
        let step = Benchmark.Progress(arm: .soak, done: 1, total: 10, secondsLeft: 9)
        let first = joined.adding(step, of: .old)
        #expect((first.done, first.total, first.secondsLeft) == (1, 30, 27))
        let second = joined.adding(step, of: .new)
        #expect((second.done, second.total, second.secondsLeft) == (2, 30, 27))
    }
}
