#if LiveReset
internal import FlyingFox

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `GET /debug`: a page to reset the application by hand, and to watch what survives.
///
/// One answer with all that it needs, in Swift source, so that an application has no resource bundle to carry along. A
/// browser sends no token when somebody opens a page, so this one is for everybody and holds nothing that is secret:
/// its script takes the token from the URL's fragment, which no browser sends, and asks with it as other clients do.
enum DebugPage {
    static let path = "/debug"

    /// The page, with a policy under which nothing runs but its own script, and nothing is asked but its own server.
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
