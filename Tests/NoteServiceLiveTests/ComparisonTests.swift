import Foundation
import OutliveDriver
import Testing

@testable import note_service

/// The same cases by resets and by relaunches, timed. Enabled only by `scripts/trial live-suite`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["NOTES_LIVE_COMPARE"] != nil))
struct ComparisonTests {
    @Test func `A suite with resets is compared with one with relaunches`() async throws {
        let data = try await DataFile()
        let rounds = ProcessInfo.processInfo.environment["NOTES_LIVE_COMPARE"].flatMap { Int($0) } ?? 1
        var seconds: [ResetStrategy: Double] = [:]
        for round in 1...max(rounds, 1) {
            // By turns, so that neither always has the warmer machine.
            for strategy in round.isMultiple(of: 2) ? ResetStrategy.allCases.reversed() : ResetStrategy.allCases {
                seconds[strategy, default: 0] += try await time(strategy, data) / Double(max(rounds, 1))
            }
        }
        let (resetting, relaunching) = (seconds[.inPlace] ?? 0, seconds[.relaunch] ?? 0)
        print(
            "\(LiveCase.all.count) tests: resetting \(tenths(resetting)) s, relaunching \(tenths(relaunching)) s: "
                + "\(tenths(relaunching / resetting))x")
    }

    /// Returns the time in seconds of all cases, from the first launch until the last stop.
    private func time(_ strategy: ResetStrategy, _ data: DataFile) async throws -> Double {
        let service = try LiveService(strategy: strategy, data: data)
        let begun = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for live in LiveCase.all.shuffledForRun {
                group.addTask {
                    do { try await service.run(live) } catch { Issue.record(error, "\(live.name)") }
                }
            }
        }
        let tally = await service.tally()
        try await service.pool.stop()
        let seconds = begun.duration(to: .now) / .seconds(1)
        let name = strategy == .inPlace ? "resetting" : "relaunching"
        print(
            "\(name): \(LiveCase.all.count) tests in \(tenths(seconds)) s: \(tally.launches) launches, "
                + "\(tally.resets) resets, \(tally.fallbacks) fallbacks")
        #expect(tally.fallbacks == 0)
        return seconds
    }

    private func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
}
