import Outlive
import OutliveStubs
import Testing

@testable import note_service

@Suite struct ServeOptionsTests {
    @Test func `Leak kinds may be given one by one or together`() throws {
        #expect(try LeakKind.plugins(["timer,per-request", "timer"]).count == 2)
        #expect(try LeakKind.plugins([]).isEmpty)
    }

    @Test(arguments: ["bogus", "", "timer,", "Timer"])
    func `An unknown leak kind is a usage error that names the known ones`(kind: String) throws {
        let failure = try #require(throws: ServiceFailure.self) { try LeakKind.plugins([kind]) }
        #expect(failure.exitCode == 64)
        #expect(failure.description.contains("delegate-cycle"))
    }

    @Test func `Settings of the environment and of the arguments mix with those of the command`() throws {
        let input = LaunchInput(
            arguments: ["serve", "--port", "1", "-SetupFixture", "welcome", "--data", "x"],
            environment: ["NOTES_PAGE_SIZE": "5", "CLEAN_STORAGE": "1", "STUB_REQUESTS": #"[{"path": "/*"}]"#])
        let settings = try Settings(of: input)
        #expect(settings.pageSize == 5)
        #expect(settings.setupFixture == .welcome)
        #expect(settings.cleanStorage)
        #expect(settings.stubRequests == [RequestStub(path: "/*")])
        #expect(try Settings(of: settings.input()) == settings)
    }

    @Test(arguments: [
        ("NOTES_CACHE_PAGES", "0"), ("NOTES_PAGE_SIZE", "many"), ("NOTES_PREVIEW_SECONDS", "61"),
        ("STUB_REQUESTS", #"[{"status": 200}]"#), ("STUB_REQUESTS", "/nowhere/stubs.json"), ("CLEAN_STORAGE", "maybe"),
    ])
    func `An unusable setting is refused by its name`(name: String, value: String) throws {
        let error = try #require(throws: (any Error).self) {
            try Settings(of: LaunchInput(environment: [name: value]))
        }
        #expect("\(error)".contains(name), "\(error)")
    }

    @Test func `A reset refuses a change that only a launch can make`() throws {
        var settings = Settings()
        settings.pageSize = 5
        try settings.checkChangeable(from: Settings())
        settings.requestSeconds = 5
        let failure = try #require(throws: ServiceFailure.self) { try settings.checkChangeable(from: Settings()) }
        #expect(failure.description.contains("NOTES_REQUEST_SECONDS"))
    }
}
