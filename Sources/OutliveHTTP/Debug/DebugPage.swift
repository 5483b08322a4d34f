internal import FlyingFox

/// `GET /debug`: a page to reset the application by hand, and to watch what survives.
enum DebugPage {
    static let path = "/debug"

    static func response() -> HTTPResponse {
        HTTPResponse(statusCode: .ok)
    }
}
