internal import Foundation
import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

/// The reports of an application to a harness: notifications and files, and their order.
@Suite(.timeLimit(.minutes(5)))
struct HarnessReportsTests {
    let directory: TemporaryDirectory
    let sockets: TemporaryDirectory
    let receiver: NotificationReceiver
    let registry = LeakRegistry()
    /// A reset whose input differs from the launch.
    static let marked = ResetRequest(id: 1, change: InputChange(arguments: ["reset"]))
    let notifier = InProcessNotifier()
    let host: ResetHost

    init() throws {
        directory = try TemporaryDirectory()
        sockets = try TemporaryDirectory()
        receiver = try NotificationReceiver(in: sockets)
        // The deadline is out of reach, because tests wait for events.
        host = ResetHost(
            notifiers: [notifier], registry: registry, arguments: [],
            environment: [
                EnvironmentName.directory: directory.path, EnvironmentName.notifySocket: receiver.name,
                EnvironmentName.settle: "3600",
            ])
    }

    @Test func `The greeting is there before anything is built, and before READY`() async throws {
        let directory = directory
        await host.add("store") { _ in
            let names = try directory.names()
            #expect(names == ["hello.json"])
        }
        try await host.start()

        #expect(await receiver.next() == ["READY": "1"])
        let hello = try directory.read(RegistryStatus.self, from: "hello.json")
        #expect(hello.processID == getpid())
        #expect(hello.registryEnabled)
        #expect(hello.unwinder == .inForce)
        #expect(!hello.controls.blind)
        #expect(registry.generation == 1)
    }

    @Test func `The first to greet is watched for its lifetime`() async throws {
        // The parent of this process is alive, and nothing is any more that has the highest number.
        for (owner, isKept) in [(getppid(), true), (Int32.max, false)] {
            let first = RegistryStatus(
                processID: owner, registryEnabled: true, unwinder: .inForce,
                controls: SelfCheck(leakFound: true, falseAlarm: false))
            try directory.write(String(decoding: JSONEncoder().encode(first), as: UTF8.self), to: "hello.json")
            let reports = try #require(
                HarnessReportWriter(environment: [EnvironmentName.directory: directory.path]))
            reports.greet(of: registry)
            let hello = try directory.read(RegistryStatus.self, from: "hello.json")
            #expect(hello.processID == (isKept ? owner : getpid()))
            let reply = ResetReply(request: 1, endedGeneration: 1)
            reports.report(GenerationReport(generation: 1, reply: reply, registered: 3, died: 3))
            #expect(try directory.names().contains("generation-1.json") == !isKept)
        }
    }

    @Test func `A disabled registry is reported as such`() async throws {
        registry.isEnabled = false
        try await host.start()
        let hello = try directory.read(RegistryStatus.self, from: "hello.json")
        #expect(!hello.registryEnabled)
        #expect(hello.controls.blind)
    }

    @Test func `Files are private, and nothing is left beside them`() async throws {
        try await host.start()
        _ = await notifier.send(ResetRequest(id: 1))
        _ = await host.settled()
        #expect(try directory.names() == ["generation-1.json", "hello.json"])
        for name in try directory.names() {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func `A reset is reported as RELOADING, then READY with the request and the ended generation`() async throws {
        try await host.start()
        let before = monotonicMicroseconds()
        _ = await notifier.send(ResetRequest(id: 12))

        #expect(await receiver.next() == ["READY": "1"])
        let reloading = await receiver.next()
        #expect(Set(reloading.keys) == ["RELOADING", "MONOTONIC_USEC", "X_OUTLIVE_REQUEST"])
        #expect(reloading["RELOADING"] == "1")
        #expect(reloading["X_OUTLIVE_REQUEST"] == "12")
        let told = try #require(Int(reloading["MONOTONIC_USEC", default: ""]))
        #expect((before...monotonicMicroseconds()).contains(told))

        let ready = await receiver.next()
        #expect(Set(ready.keys) == ["READY", "X_OUTLIVE_REQUEST", "X_OUTLIVE_GENERATION", "STATUS"])
        #expect(ready["READY"] == "1")
        #expect(ready["X_OUTLIVE_REQUEST"] == "12")
        #expect(ready["X_OUTLIVE_GENERATION"] == "1")
        // Its report is written into the directory, which goes away with the test.
        _ = await host.settled()
    }

    @Test func `READY does not wait for settling; the report follows when the generation has settled`() async throws {
        let kept = Lock<Part?>(nil)
        let registry = registry
        await host.add("store") { input in
            let component = registry.track(Part(), as: "kept")
            if input.arguments.isEmpty { kept.withLock { $0 = component } }
        }
        try await host.start()
        let reply = await notifier.send(Self.marked)
        for _ in 1...3 { _ = await receiver.next() }

        #expect(reply.aliveAtSweep == 1)
        #expect(try directory.names() == ["hello.json"])

        kept.withLock { $0 = nil }
        let report = try #require(await host.settled())
        #expect(report.survivors.isEmpty)
        #expect(report.late.map(\.count) == [1])
        #expect(report.reply == reply)
        #expect(try directory.read(GenerationReport.self, from: "generation-1.json") == report)
    }

    @Test func `A reset at the application's own request is reported without a number`() async throws {
        try await host.start()
        await host.reset()
        let report = try #require(await host.settled())
        #expect(report.reply?.request == 0)
        #expect(try directory.read(GenerationReport.self, from: "generation-1.json") == report)
        _ = await receiver.next()
        #expect(await receiver.next()["X_OUTLIVE_REQUEST"] == nil)
        let ready = await receiver.next()
        #expect(ready["READY"] == "1")
        #expect(ready["X_OUTLIVE_REQUEST"] == nil)
    }

    @Test func `A ping is answered with READY and its number alone, and no file`() async throws {
        try await host.start()
        _ = await notifier.send(ResetRequest(id: 5, kind: .ping))
        _ = await receiver.next()
        #expect(await receiver.next() == ["READY": "1", "X_OUTLIVE_REQUEST": "5"])
        #expect(try directory.names() == ["hello.json"])
    }

    @Test func `A reset that leaves the application unusable is reported as FAILED, and later pings as well`()
        async throws
    {
        await host.add("store") { input in
            if !input.arguments.isEmpty { throw Broken("no\nstore") }
        }
        try await host.start()
        let reply = await notifier.send(Self.marked)
        _ = await notifier.send(ResetRequest(id: 2, kind: .ping))

        _ = await receiver.next()
        #expect(await receiver.next()["RELOADING"] == "1")
        #expect(await receiver.next() == ["X_OUTLIVE_FAILED": "rebuild/store: no store", "X_OUTLIVE_REQUEST": "1"])
        let ping = await receiver.next()
        #expect(ping["X_OUTLIVE_REQUEST"] == "2")
        #expect(ping["X_OUTLIVE_FAILED"] != nil)
        #expect(ping["READY"] == nil)
        #expect(await host.settled()?.reply == reply)
    }

    @Test func `A teardown that throws does not affect READY, and is in the report`() async throws {
        await host.add("store") { _ in
        } teardown: {
            throw Broken("stuck")
        }
        try await host.start()
        _ = await notifier.send(ResetRequest(id: 1))
        _ = await receiver.next()
        _ = await receiver.next()
        #expect(await receiver.next()["READY"] == "1")
        #expect(
            await host.settled()?.reply?.failures == [StepFailure(step: "teardown/store", message: "stuck")])
    }

    @Test func `A child of the watched process is silent`() async throws {
        // The parent of this process is alive, and not this process.
        let parent = RegistryStatus(
            processID: getppid(), registryEnabled: true, unwinder: .framePointer,
            controls: SelfCheck(leakFound: true, falseAlarm: false))
        try JSONEncoder().encode(parent).write(to: URL(filePath: directory.file("hello.json")))
        try await host.start()
        _ = await notifier.send(ResetRequest(id: 1))
        #expect(await host.settled() != nil)
        #expect(try directory.names() == ["hello.json"])
        ServiceManager(environment: [EnvironmentName.notifySocket: receiver.name]).notify([("STATUS", "after it")])
        #expect(await receiver.next() == ["STATUS": "after it"])
    }

    @Test func `A stop is reported as STOPPING before anything is torn down`() async throws {
        let receiver = receiver
        await host.add("store") { _ in
        } teardown: {
            _ = await receiver.next()
            #expect(await receiver.next() == ["STOPPING": "1"])
        }
        try await host.start()
        #expect(try await host.stop().isEmpty)
    }

    @Test func `A refused request is reported as FAILED, so that no harness waits for it`() async throws {
        try await host.start()
        try await host.stop()
        _ = await notifier.send(ResetRequest(id: 1))
        _ = await receiver.next()
        _ = await receiver.next()
        let refused = await receiver.next()
        #expect(refused["X_OUTLIVE_REQUEST"] == "1")
        #expect(refused["X_OUTLIVE_FAILED"]?.contains("not running") == true)
        #expect(registry.generation == 1)
    }

    @Test(arguments: ["missing/directory", "file"])
    func `A directory that cannot be written does not break the application`(name: String) async throws {
        try directory.write("", to: "file")
        let notifier = InProcessNotifier()
        let host = ResetHost(
            notifiers: [notifier], registry: LeakRegistry(), arguments: [],
            environment: [EnvironmentName.directory: directory.file(name)])
        try await host.start()
        let reply = await notifier.send(ResetRequest(id: 1))
        #expect(reply.usable)
        #expect(reply.failures.isEmpty)
        #expect(await host.settled()?.generation == 1)
        #expect(try directory.names() == ["file"])
    }

    @Test func `The harness's deadline of settling is used if it is valid`() throws {
        func settling(_ text: String?) -> SettlePolicy? {
            var environment = [EnvironmentName.directory: directory.path]
            environment[EnvironmentName.settle] = text
            return HarnessReportWriter(environment: environment)?.settling
        }
        #expect(settling("0.25")?.deadline == .milliseconds(250))
        #expect(settling("0")?.deadline == .zero)
        #expect(settling(nil) == .standard)
        #expect(settling("soon") == .standard)
        for bad in ["-1", "", "nan", "inf", "1e300", "2 s"] { #expect(settling(bad) == .standard, "\(bad)") }
        #expect(HarnessReportWriter(environment: [:]) == nil)
    }

    private func monotonicMicroseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
    }
}
