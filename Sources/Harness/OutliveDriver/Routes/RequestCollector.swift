internal import OutliveModel
internal import OutliveSupport

/// The requests of a file as they are read, then grouped into routes.
struct RequestCollector {
    /// The maximum number of routes, of which the most frequent are kept, and of distinct requests of each.
    private static let maximumRoutes = 200
    private static let maximumRequests = 20
    /// The maximum number of requests that are read.
    static let maximumRead = 2_000_000

    private struct Group {
        var requests: [RouteRequest] = []
        var count = 0

        mutating func add(_ request: RouteRequest) {
            count += 1
            if requests.count < RequestCollector.maximumRequests, !requests.contains(request) {
                requests.append(request)
            }
        }
    }

    private let allowsUnsafe: Bool
    private var groups: [String: [String: Group]] = [:]
    private var hosts: [String: Int] = [:]
    private var order: [String] = []
    private var known: Set<String> = []
    private var unsafe: [String: Int] = [:]
    private var unusable = 0
    private var notes: [String] = []

    init(allowsUnsafe: Bool) { self.allowsUnsafe = allowsUnsafe }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - target: A path with a query, or an absolute URL.
    ///   - template: The template of the path that the file states, or `nil` to derive it.
    mutating func add(
        method: String, target: String, headers: [HTTPHeader] = [], body: [UInt8] = [], template: String? = nil
    ) {
        guard let (host, path) = Self.parts(of: target),
            let request = RouteRequest(method: method, target: path, headers: headers, body: body)
        else { return leaveOut() }
        guard !["CONNECT", "TRACE"].contains(method) else { return leaveOut() }
        guard request.isSafe || allowsUnsafe else { return unsafe[method, default: 0] += 1 }
        let name = "\(method) \(template ?? RouteTemplate.template(of: request.path))"
        hosts[host, default: 0] += 1
        if known.insert(name).inserted { order.append(name) }
        groups[host, default: [:]][name, default: Group()].add(request)
    }

    /// Counts a request that cannot be sent.
    mutating func leaveOut() { unusable += 1 }

    /// Adds a remark on what is not requested.
    mutating func note(_ text: String) {
        if notes.count < 20, !notes.contains(text) { notes.append(text) }
    }

    /// Returns the scheme with the host, or an empty text for a path, and the path with the query.
    private static func parts(of target: String) -> (host: String, path: String)? {
        guard !target.hasPrefix("/") else { return ("", target) }
        guard let end = target.firstRange(of: "://"),
            ["http", "https"].contains(target[..<end.lowerBound].lowercased())
        else { return nil }
        let authority = target[end.upperBound...].prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let path = target[authority.endIndex...]
        let host = target[..<authority.endIndex].lowercased()
        return (host, path.hasPrefix("/") ? String(path) : "/" + path)
    }

    /// Returns the routes, in the order of the file.
    ///
    /// Requests with a path alone, to this machine, and to the most frequent other host go to the launched program.
    /// Requests to further hosts are left out.
    ///
    /// - Parameter name: The name of the file for messages.
    /// - Throws: `UsageError` if nothing is left to request.
    func file(_ name: String) throws(UsageError) -> RouteFile {
        var notes = notes
        let foreign = hosts.keys.filter { !$0.isEmpty && !Self.isLocal($0) }
            .sorted { (hosts[$1]!, $0) < (hosts[$0]!, $1) }
        let main = hosts.keys.contains(where: { $0.isEmpty || Self.isLocal($0) }) ? nil : foreign.first
        if let main {
            notes.append("requests to \(main.onOneLine(upTo: 100)) are sent to the launched program instead")
        }
        let others = foreign.filter { $0 != main }
        if !others.isEmpty {
            let count = others.reduce(0) { $0 + hosts[$1]! }
            let names = others.prefix(3).map { $0.onOneLine(upTo: 100) }.joined(separator: ", ")
            notes.append(
                "\(counted(count, "request")) to other hosts left out (\(names)"
                    + "\(others.count > 3 ? " and \(others.count - 3) more" : ""))")
        }
        if !unsafe.isEmpty {
            let methods = unsafe.keys.sorted().joined(separator: ", ")
            notes.append(
                "\(counted(unsafe.values.reduce(0, +), "request")) left out whose methods change data (\(methods)): add "
                    + "--unsafe-methods where that is harmless")
        }
        if unusable > 0 {
            notes.append(
                "\(counted(unusable, "request")) left out that cannot be sent: write METHOD /PATH in printable ASCII, at "
                    + "most \(RouteRequest.longestTarget) bytes, with a body of 1 MiB at most")
        }
        let kept = groups.filter { !others.contains($0.key) }.map(\.value)
        let routes = order.compactMap { name -> (route: Route, count: Int)? in
            let own = kept.compactMap { $0[name] }
            let requests = own.flatMap(\.requests)
            guard !requests.isEmpty else { return nil }
            return (Route(name: name, requests: requests), own.reduce(0) { $0 + $1.count })
        }
        guard !routes.isEmpty else {
            throw UsageError(
                "\(name) has no request to send"
                    + (notes.isEmpty
                        ? ": write one a line, such as GET /users/17" : ": " + notes.joined(separator: "; ")))
        }
        guard routes.count > Self.maximumRoutes else { return RouteFile(routes: routes.map(\.route), notes: notes) }
        let least = routes.map(\.count).sorted(by: >)[Self.maximumRoutes - 1]
        let frequent = routes.filter { $0.count >= least }.prefix(Self.maximumRoutes)
        notes.append(
            "\(routes.count - frequent.count) of \(routes.count) routes left out, the least frequent ones: split the file "
                + "for more than \(Self.maximumRoutes)")
        return RouteFile(routes: frequent.map(\.route), notes: notes)
    }

    private static func isLocal(_ host: String) -> Bool {
        let authority = host.split(separator: "/").last ?? ""
        return ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].contains { name in
            authority == name || authority.hasPrefix(name + ":")
        }
    }
}
