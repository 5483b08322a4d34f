import Testing

@testable import OutliveHTTP
@testable import OutliveHTTPRoutes
@testable import OutliveHTTPServer

/// A limit on simultaneous uses within a larger limit.
@Suite struct PlacesTests {
    @Test func `A place that the larger limit refuses is not taken from the smaller one`() throws {
        let larger = Places(1)
        let smaller = Places(1, of: larger)
        let other = try #require(larger.take())
        #expect(smaller.take() == nil)
        other.release()
        let place = try #require(smaller.take())
        #expect(smaller.take() == nil)
        place.release()
    }
}
