internal import OutliveHTTPServer
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveWire

/// The server of the page to explore a heap, and of what the page asks for: single objects and lists of them.
///
/// It listens on the loopback interface, answers only requests with the token, and writes nothing. Safe to use from any
/// thread.
final class ExplorerServer: Sendable {
    /// The URL of the page, with the token.
    let url: String
    private let listener: Listener
    private let server: HTTPServer

    /// Prepares the page and starts to listen.
    ///
    /// - Parameters:
    ///   - earlier: The snapshot to compare with, or `nil`.
    ///   - port: A port, or 0 for any free one.
    ///   - showsContents: `true` to serve the contents of texts.
    /// - Throws: `Failure` if the port is not available, or the heap cannot be shown.
    init(_ input: SnapshotInput, since earlier: SnapshotInput?, port: UInt16, showsContents: Bool) throws(Failure) {
        do throws(SystemError) {
            listener = try Listener(at: .port(port), for: "the explorer", counted: OpenDescriptorCount())
        } catch {
            throw Failure(.harness, "\(error); give another port")
        }
        let text = String.randomToken()
        guard let token = Token(text) else { throw Failure(.harness, "no token can be made") }
        let picture = try SnapshotInspection().picture(input, since: earlier)
        // A page that is loaded again has no token in its URL.
        let access = AccessControl(token: token, in: .headerOrQuery, open: ["/"], port: listener.port)
        let routes = ExplorerRoutes(
            input, types: picture.report.types.map(\.type), page: picture.servedPage, showsContents: showsContents,
            access)
        var limits = HTTPLimits()
        // No request has a body.
        limits.bodyBytes = 0
        server = HTTPServer(limits, access, routes.table)
        url = "\(listener.url)/?token=\(text)"
    }

    /// Serves until the task is cancelled.
    func serve() async { await server.serve(listener) }
}

/// The answers about one heap.
struct ExplorerRoutes: Sendable {
    /// The number of objects in one answer.
    private static let objectsPerPage = 100

    /// A part of the objects of a type, by retained size.
    private struct ObjectPage: Encodable {
        var count: Int
        var objects: [ObjectLink]
    }

    /// The report of an object, with the short names of the functions that allocated it.
    private struct ObjectAnswer: Encodable {
        var report: ObjectReport

        private enum CodingKeys: CodingKey { case calls }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(report.object.site.shortCalls, forKey: .calls)
        }
    }

    private let input: SnapshotInput
    private let types: [HeapType]
    private let page: [UInt8]
    private let showsContents: Bool
    private let access: AccessControl

    init(_ input: SnapshotInput, types: [HeapType], page: [UInt8], showsContents: Bool, _ access: AccessControl) {
        (self.input, self.types, self.page, self.showsContents) = (input, types, page, showsContents)
        self.access = access
    }

    var table: Routes {
        Routes([
            "/": ["GET": { access.presentsToken($0.head) ? .page(page) : .reopening }],
            "/object": ["GET": { try object($0) }],
            "/objects": ["GET": { try objects($0) }],
            "/details": ["GET": { try details($0) }],
        ])
    }

    /// Answers with the paths, references and allocation sites of a type that the page has in part.
    private func details(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let type = try pictured(request.parameters(["type"])["type"]) else {
            throw Refusal(400, "ask for /details?type=N, with the number of a type of the page")
        }
        return HTTPResponse(
            fields: HTTPResponse.fieldsOfJSON, body: .whole(input.analysed.details(ofType: type).explorerData))
    }

    private func pictured(_ number: String?) -> HeapType? {
        number.flatMap { Int($0) }.flatMap { types.indices.contains($0) ? types[$0] : nil }
    }

    private func object(_ request: HTTPRequest) throws -> HTTPResponse {
        let text = try request.parameters(["address"])["address"] ?? ""
        guard let address = (try? ObjectAddress(option: text))?.number else {
            throw Refusal(400, "'\(text.onOneLine(upTo: 80))' is not an address; ask for /object?address=0x7f12a0")
        }
        do throws(Failure) {
            return .json(ObjectAnswer(report: try input.objectReport(at: address, showsContents: showsContents)))
        } catch {
            throw Refusal(404, "no live block contains 0x\(String(address, radix: 16))")
        }
    }

    private func objects(_ request: HTTPRequest) throws -> HTTPResponse {
        let values = try request.parameters(["type", "from"])
        guard let type = pictured(values["type"]), let from = Int(values["from"] ?? "0"), from >= 0
        else { throw Refusal(400, "ask for /objects?type=N&from=M, with the number of a type of the page") }
        let objects = input.analysed.objects(ofType: type)
        return .json(
            ObjectPage(
                count: objects.count, objects: Array(objects.dropFirst(from).prefix(Self.objectsPerPage))))
    }
}

extension HTTPResponse {
    /// Returns a response with a page that no other page may frame.
    ///
    /// - Parameter policy: The rest of the policy, which pages with scripts of their own have in their heads.
    fileprivate static func page(_ bytes: [UInt8], status: Int = 200, policy: String = "") -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                "Content-Security-Policy": policy + "frame-ancestors 'none'",
                "Cross-Origin-Resource-Policy": "same-origin",
            ], body: .whole(bytes))
    }

    /// The page for a request without the token, which has nothing of the heap.
    ///
    /// In a tab that was opened with the token before, it opens the page again with that token.
    fileprivate static let reopening = page(
        Array(
            """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>outlive explore</title>
            <p>Open the whole URL that outlive explore printed.</p>
            <script>
            const token = sessionStorage.getItem("outlive-token");
            // A token of an earlier server would come back here.
            sessionStorage.removeItem("outlive-token");
            if (token) location.replace(`/?token=${encodeURIComponent(token)}${location.hash}`);
            </script></html>

            """.utf8), status: 401, policy: "default-src 'none'; script-src 'unsafe-inline'; ")
}
