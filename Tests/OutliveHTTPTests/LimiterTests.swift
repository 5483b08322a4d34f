import Testing

@testable import OutliveHTTP
@testable import OutliveHTTPRoutes
@testable import OutliveHTTPServer

/// A limit on simultaneous uses within a larger limit.
@Suite struct LimiterTests {
    @Test func `A permit that the larger limit refuses is not taken from the smaller one`() throws {
        let larger = Limiter(1)
        let smaller = Limiter(1, of: larger)
        let other = try #require(larger.take())
        #expect(smaller.take() == nil)
        other.release()
        let permit = try #require(smaller.take())
        #expect(smaller.take() == nil)
        permit.release()
    }
}
