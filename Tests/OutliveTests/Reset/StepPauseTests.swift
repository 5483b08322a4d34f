internal import Foundation
import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

/// The pauses of a reset in which a harness reads the process.
@Suite(.timeLimit(.minutes(5)))
struct StepPauseTests {
    let directory: TemporaryDirectory
    let host: ResetHost

    init() async throws {
        directory = try TemporaryDirectory()
        host = ResetHost(
            notifiers: [], registry: LeakRegistry(), arguments: [],
            environment: [EnvironmentName.directory: directory.path])
        await host.onQuiesce("requests") {}
        await host.add("store") { _ in }
        await host.add("server") { _ in }
        try await host.start()
    }

    /// Returns the part after which the reset pauses, or `nil` when the reset is over.
    private func nextPause(_ isOver: Flag) async throws -> String? {
        while !isOver.isRaised {
            if let pause = try? directory.read(StepPause.self, from: StepPause.fileName) { return pause.step }
            await Task.yield()
        }
        return nil
    }

    @Test func `A reset pauses after each part until its file is removed, if the harness asks for it`() async throws {
        try directory.write("", to: StepPause.orderName)
        let (isOver, host) = (Flag(), host)
        let reset = Task {
            defer { isOver.raise() }
            return await host.reset()
        }
        var parts: [String] = []
        while let part = try await nextPause(isOver) {
            parts.append(part)
            #expect(await !host.isUsable)
            try FileManager.default.removeItem(atPath: directory.file(StepPause.fileName))
        }
        #expect(
            parts == [
                "quiesce/requests", "quiesce", "teardown/server", "teardown/store", "teardown", "sweep",
                "rebuild/store", "rebuild/server", "rebuild",
            ])
        #expect(await reset.value.usable)
    }

    @Test func `A reset does not pause unasked`() async throws {
        #expect(await host.reset().usable)
        #expect(try !directory.names().contains(StepPause.fileName))
    }
}
