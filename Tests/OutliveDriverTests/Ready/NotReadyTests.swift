import OutliveModel
import Testing

@testable import OutliveDriver

/// An application that is not ready in time is reported with what it does instead, and what to change.
@Suite(.timeLimit(.minutes(5)))
struct NotReadyTests {
    @Test func `A program that listens elsewhere is named with its address`() async throws {
        let port = try freeLoopbackPort()
        let own = try configuration(launch: fixture + " serve tcp:\(port)", ready: "tcp:127.0.0.1:\(port)")
        try await withApplication(own) { application in
            _ = try await application.start()
            let process = try #require(await application.processRun)
            let place = "outlive-fixture (process \(process.child.processID)) listens at 127.0.0.1:\(port)"
            #expect(
                process.obstacle(to: .connect(.tcp(host: "127.0.0.1", port: 1)))
                    == "nothing listens there, and \(place): let it take port 1, or give --ready tcp:127.0.0.1:\(port)")
            #expect(
                process.obstacle(to: .notify)
                    == "notify needs READY=1 at NOTIFY_SOCKET, as the ResetHost of Outlive sends it; "
                    + "\(place): give --ready tcp:127.0.0.1:\(port)")
            #expect(
                process.obstacle(to: own.ready.sample)
                    == "a process listens there, and takes no connection: check the address, or raise --timeout")
        }
    }

    @Test func `A program that listens nowhere is reported with what the check needs`() async throws {
        try await withApplication(configuration()) { application in
            _ = try await application.start()
            let process = try #require(await application.processRun)
            #expect(
                process.obstacle(to: .connect(.tcp(host: "127.0.0.1", port: 1)))
                    == "nothing listens there: check --ready, or raise --timeout")
            #expect(
                process.obstacle(to: .notify).hasSuffix(
                    "give --ready tcp:HOST:PORT for another program, or raise --timeout"))
            #expect(process.obstacle(to: .exit).hasPrefix("it has not ended"))
        }
    }

    @Test func `The message has the real port and the placeholders of the launch`() async throws {
        let launch = shell("exec sleep 1000 # {port}")
        let never = try configuration(launch: launch, ready: "tcp:127.0.0.1:{port}", timeout: .milliseconds(100))
        try await withApplication(never) { application in
            let failure = try await failure { try await application.start() }
            let port = try #require(await application.processRun?.options.port)
            #expect(
                failure?.message.contains("was not ready (tcp:127.0.0.1:\(port)) within 0.1 s: nothing listens") == true
            )
        }
    }
}
