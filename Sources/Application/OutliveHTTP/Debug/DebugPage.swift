#if LiveReset
internal import FlyingFox

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The page at `GET /debug`, which resets the application by hand and shows survivors.
///
/// The page is a single response built from Swift source, so the application needs no resource bundle. A browser sends
/// no token when a user opens it, so the page is public and contains no secret. Its script reads the token from the
/// URL's fragment, which browsers do not send, and uses it in requests like other clients.
enum DebugPage {
    static let path = "/debug"

    /// Returns the page, with a policy that allows only its own script and requests to its own server.
    static func response() -> HTTPResponse {
        let nonce = Self.nonce()
        let page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Outlive</title>
            <link rel="icon" href="data:,">
            <style nonce="\(nonce)">
            \(style)
            </style>
            </head>
            <body>
            \(markup)
            <script nonce="\(nonce)">
            \(script)
            </script>
            </body>
            </html>

            """
        return HTTPResponse(statusCode: .ok, headers: headers(nonce), body: Data(page.utf8))
    }

    private static func headers(_ nonce: String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[HTTPHeader("Content-Security-Policy")] = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; \
            connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("X-Frame-Options")] = "DENY"
        return headers
    }

    private static func nonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    }
}
#endif
