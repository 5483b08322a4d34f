import Testing

@testable import note_service

@Suite struct ServeOptionsTests {
    @Test func `leak kinds may be given one by one or together`() throws {
        #expect(try LeakKind.plugins(["timer,per-request", "timer"]).count == 2)
        #expect(try LeakKind.plugins([]).isEmpty)
    }

    @Test(arguments: ["bogus", "", "timer,", "Timer"])
    func `an unknown leak kind is a usage error that names the known ones`(kind: String) throws {
        let failure = try #require(throws: ServiceFailure.self) { try LeakKind.plugins([kind]) }
        #expect(failure.exitCode == 64)
        #expect(failure.description.contains("delegate-cycle"))
    }

    @Test func `settings come from the environment, unless they make no sense`() {
        let settings = Settings(environment: ["NOTES_PAGE_SIZE": "5", "NOTES_CACHE_PAGES": "0"])
        #expect(settings.pageSize == 5)
        #expect(settings.cachePages == Settings().cachePages)
    }
}
