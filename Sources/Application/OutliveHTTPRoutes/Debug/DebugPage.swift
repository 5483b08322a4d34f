internal import OutliveHTTPServer

/// The path of the page where a developer resets the application and inspects survivors.
let debugPath = "/debug"

/// Returns the page at `debugPath`, with a content security policy that allows only its own script, style and server.
///
/// The page is a single response from embedded files, so the application needs no resource bundle. A browser sends no
/// token when a user opens it, so the page is public and contains no secret. Its script reads the token from the URL's
/// fragment, which browsers do not send, and uses it in requests like other clients. The script sets content only as
/// `textContent`, never as markup.
func debugPage() -> HTTPResponse {
    var generator = SystemRandomNumberGenerator()
    let nonce = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    return HTTPResponse(fields: fields(nonce), body: .whole(Array(pieces.joined(separator: nonce).utf8)))
}

/// The page, split at the places where each response has its own nonce.
private let pieces = text(PackageResources.debug_html)
    .filling("style", with: text(PackageResources.debug_css))
    .filling("script", with: text(PackageResources.debug_js))
    .split(separator: "{{nonce}}")

private func fields(_ nonce: String) -> [String: String] {
    let policy = """
        default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    return [
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    ]
}

private func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }

extension String {
    /// Returns the template with `{{name}}` replaced by a text.
    fileprivate func filling(_ name: String, with text: String) -> String {
        split(separator: "{{\(name)}}", omittingEmptySubsequences: false).joined(separator: text)
    }
}
