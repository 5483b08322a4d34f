import FoundationEssentials
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

/// Applications that are ready before they serve.
@Suite(.timeLimit(.minutes(5)))
struct ServiceTests {
    @Test func `A probe that is refused at first is repeated until it prints`() async throws {
        let folder = try PrivateDirectory()
        let file = folder.path + "/state"
        try await withApplication(configuration(probe: "exec:cat '\(file)'")) { application in
            _ = try await application.start()
            async let service = application.awaitService()
            try "fresh".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await service?.printed == Array("fresh".utf8))
        }
    }

    @Test func `An application that does not serve again is a failed reset, with the answer of the probe`() async throws
    {
        try await withApplication(configuration(probe: "exec:" + shell("echo no store; exit 7"))) { application in
            _ = try await application.start()
            await application.wait(noLongerThan: .seconds(10))
            let failure = try await failure { try await application.awaitService() }
            #expect(failure?.code == .resetFailed)
            #expect(failure?.message.contains("although it was ready (") == true)
            #expect(failure?.message.contains("ended with status 7") == true)
        }
    }

    @Test func `An application that ignores the stop signal is killed, and its grace kept apart`()
        async throws
    {
        let deaf = try configuration(
            launch: shell("trap \"\" TERM; echo up; while :; do sleep 1; done"),
            stop: StopPolicy(grace: .milliseconds(300)))
        try await withApplication(deaf) { application in
            _ = try await application.start()
            #expect(try await application.stop() >= 0)
            #expect(await application.graceOfLastStop >= 0.3)
        }
        try await withApplication(configuration()) { application in
            _ = try await application.start()
            _ = try await application.stop()
            #expect(await application.graceOfLastStop == 0)
        }
    }

    @Test func `A ready check that can be repeated shows that the application serves, others do not`() async throws {
        let server = try configuration(launch: fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/")
        try await withApplication(server) { application in
            _ = try await application.start()
            let service = try #require(try await application.awaitService())
            #expect(service.seconds > 0)
            #expect(service.printed == nil)
        }
        try await withApplication(configuration()) { application in
            _ = try await application.start()
            #expect(try await application.awaitService() == nil)
        }
    }
}
