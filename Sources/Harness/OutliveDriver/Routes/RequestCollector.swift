internal import OutliveModel
internal import OutliveSupport

/// The requests of a file as they are read, then grouped into routes.
struct RequestCollector {
    /// The maximum number of routes, of which the most frequent are kept.
    private static let maximumRoutes = 200
    /// The maximum number of distinct requests of a route, and of bytes of all but the first.
    ///
    /// A store that keeps an entry for each identifier grows only with new ones.
    private static let maximumRequests = 200
    private static let maximumRequestBytes = 128 << 10
    /// The size of what is collected, in groups and bytes, from which only the most frequent groups are kept.
    private static let mostGroups = 20_000
    private static let mostBytes = 256 << 20
    private static let keptGroups = 1000
    private static let mostMethods = 20
    private static let longestName = 300

    /// Requests of one host that are one route.
    private struct Key: Hashable {
        var host: String
        var name: String
    }

    private struct Group {
        /// The number of groups before this one.
        let order: Int
        var requests: [RouteRequest] = []
        var count = 0
        private var known: Set<RouteRequest> = []
        private(set) var bytes = 0

        init(order: Int) { self.order = order }

        /// Adds a request, and returns the bytes by which the group grew.
        mutating func add(_ request: RouteRequest) -> Int {
            count += 1
            let size = request.size
            guard requests.count < RequestCollector.maximumRequests,
                requests.isEmpty || bytes + size <= RequestCollector.maximumRequestBytes,
                known.insert(request).inserted
            else { return 0 }
            requests.append(request)
            bytes += size
            return size
        }
    }

    private let allowsUnsafe: Bool
    private var groups: [Key: Group] = [:]
    private var opened = 0
    private var bytes = 0
    /// `true` if groups were removed because there were too many.
    private var isPruned = false
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
        guard request.isSafe || allowsUnsafe else {
            let known = unsafe.count < Self.mostMethods || unsafe[method] != nil
            return unsafe[known ? method : "others", default: 0] += 1
        }
        let name = "\(method) \(template ?? RouteTemplate.template(of: request.path))"
        let key = Key(host: host, name: name.onOneLine(upTo: Self.longestName))
        if groups[key] == nil {
            if groups.count >= Self.mostGroups { prune() }
            groups[key] = Group(order: opened)
            opened += 1
        }
        bytes += groups[key]?.add(request) ?? 0
        if bytes > Self.mostBytes { prune() }
    }

    /// Removes all groups but the most frequent ones.
    private mutating func prune() {
        let kept = groups.sorted { ($1.value.count, $0.value.order) < ($0.value.count, $1.value.order) }
            .prefix(Self.keptGroups)
        groups = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        bytes = kept.reduce(0) { $0 + $1.value.bytes }
        isPruned = true
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
        let hosts = groups.reduce(into: [:]) { $0[$1.key.host, default: 0] += $1.value.count }
        let foreign = hosts.filter { !$0.key.isEmpty && !Self.isLocal($0.key) }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let main = foreign.count == hosts.count ? foreign.first?.key : nil
        if let main {
            notes.append("requests to \(main.onOneLine(upTo: 100)) are sent to the launched program instead")
        }
        let others = foreign.filter { $0.key != main }
        if !others.isEmpty {
            let names = others.prefix(3).map { $0.key.onOneLine(upTo: 100) }.joined(separator: ", ")
            notes.append(
                "\(counted(others.reduce(0) { $0 + $1.value }, "request")) to other hosts left out (\(names)"
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
        let routes = routes(without: Set(others.map(\.key)))
        guard !routes.isEmpty else {
            throw UsageError(
                "\(name) has no request to send"
                    + (notes.isEmpty
                        ? ": write one a line, such as GET /users/17" : ": " + notes.joined(separator: "; ")))
        }
        guard routes.count > Self.maximumRoutes else { return RouteFile(routes: routes.map(\.route), notes: notes) }
        let frequent = routes.indices.sorted { (routes[$1].count, $0) < (routes[$0].count, $1) }
            .prefix(Self.maximumRoutes).sorted()
        let left = isPruned ? "more than \(Self.mostGroups)" : "\(routes.count - frequent.count) of \(routes.count)"
        notes.append(
            "\(left) routes left out, the least frequent ones: split the file for more than \(Self.maximumRoutes)")
        return RouteFile(routes: frequent.map { routes[$0].route }, notes: notes)
    }

    /// Returns the routes in the order of the file, with the number of requests of each.
    private func routes(without hosts: Set<String>) -> [(route: Route, count: Int)] {
        let own = groups.filter { !hosts.contains($0.key.host) }.sorted { $0.value.order < $1.value.order }
        var numbers: [String: Int] = [:]
        var routes: [(name: String, requests: [RouteRequest], count: Int)] = []
        for (key, group) in own {
            guard let number = numbers[key.name] else {
                numbers[key.name] = routes.count
                routes.append((key.name, group.requests, group.count))
                continue
            }
            let new = group.requests.filter { !routes[number].requests.contains($0) }
            routes[number].requests += new.prefix(Self.maximumRequests - routes[number].requests.count)
            routes[number].count += group.count
        }
        return routes.map { (Route(name: $0.name, requests: $0.requests), $0.count) }
    }

    private static func isLocal(_ host: String) -> Bool {
        let authority = host.split(separator: "/").last ?? ""
        return ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].contains { name in
            authority == name || authority.hasPrefix(name + ":")
        }
    }
}
