internal import Foundation
internal import OutliveWire
internal import Testing

@testable internal import Outlive

@Suite(.timeLimit(.minutes(5)))
struct ServiceManagerTests {
    @Test func `A notification reaches a socket at a path`() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try NotificationReceiver(in: directory)
        let manager = ServiceManager(environment: [EnvironmentName.notifySocket: receiver.name])
        manager.notify([("READY", "1"), ("STATUS", "well")])
        #expect(await receiver.next() == ["READY": "1", "STATUS": "well"])
    }

    @Test func `A notification reaches an abstract socket`() async throws {
        let receiver = try NotificationReceiver(name: "@outlive-\(UUID().uuidString)")
        let manager = ServiceManager(environment: [EnvironmentName.notifySocket: receiver.name])
        manager.notify([("READY", "1")])
        #expect(await receiver.next() == ["READY": "1"])
    }

    @Test func `A line break in a value does not begin another field`() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try NotificationReceiver(in: directory)
        let manager = ServiceManager(environment: [EnvironmentName.notifySocket: receiver.name])
        manager.notify([("X_OUTLIVE_FAILED", "one\nREADY=1\r\ntwo")])
        #expect(await receiver.next() == ["X_OUTLIVE_FAILED": "one READY=1 two"])
    }

    @Test func `A reason of any length arrives, cut, with the fields after it`() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try NotificationReceiver(in: directory)
        let manager = ServiceManager(environment: [EnvironmentName.notifySocket: receiver.name])
        // One character of two million bytes.
        manager.notify([("X_OUTLIVE_FAILED", "x" + String(repeating: "\u{301}", count: 1_000_000))])
        #expect(await receiver.next()["X_OUTLIVE_FAILED"]?.utf8.count == 511)
        manager.notify([("X_OUTLIVE_FAILED", String(repeating: "x", count: 1_000_000)), ("X_OUTLIVE_REQUEST", "7")])
        #expect(
            await receiver.next() == [
                "X_OUTLIVE_FAILED": String(repeating: "x", count: 512), "X_OUTLIVE_REQUEST": "7",
            ])
    }

    @Test(arguments: [
        nil, "", "/", "@", "relative", "vsock:2:1", "/nowhere/at/all", "/" + String(repeating: "x", count: 200),
    ])
    func `A missing manager is not notified`(name: String?) async throws {
        var environment: [String: String] = [:]
        environment[EnvironmentName.notifySocket] = name
        ServiceManager(environment: environment).notify([("READY", "1")])
        let host = ResetHost(notifiers: [], registry: LeakRegistry(), arguments: [], environment: environment)
        try await host.start()
        #expect(await host.reset().usable)
    }

    @Test func `A manager without a harness receives READY, and no file is written`() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try NotificationReceiver(in: directory)
        let host = ResetHost(
            registry: LeakRegistry(), arguments: [], environment: [EnvironmentName.notifySocket: receiver.name])
        try await host.start()
        await host.reset()
        _ = await host.settled()
        #expect(await receiver.next() == ["READY": "1"])
        #expect(try directory.names() == ["notify"])
    }
}
