internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel

/// The blocks of requests of one process, and what each route leaves behind.
///
/// Each block is a cycle of the heap tier, so that objects know the route that allocated them. A round has a block for
/// each route in random order, and a pause, in which nothing is requested.
struct RouteWatch {
    /// The number of requests in a block.
    static let requestsPerBlock = 10
    /// The time after which a block ends early, in seconds, and the fewest requests that it has then.
    static let longestBlock = 2.0
    static let fewestRequests = 3
    private static let shortestPause = 0.005
    private static let longestPause = 0.2

    let plan: RoutePlan
    private let warmup: Int
    private(set) var blocks: [RouteBlock] = []
    private var answers: [[Int?: Int]]
    private var tally = BlockTally()
    /// The live bytes in the last census, by cycle of birth.
    private var bytesByBirth: [Int: Int] = [:]
    private var launchVitals: Vitals?
    private var allocations: Int?
    /// The routes that gave no answer in time, which are not requested again.
    private(set) var unanswered: Set<Int> = []

    init(_ plan: RoutePlan, warmup: Int) {
        (self.plan, self.warmup) = (plan, warmup)
        answers = plan.routes.map { _ in [:] }
    }

    /// The time to wait in a pause, in seconds: as long as a block takes on average.
    var pause: Double {
        let times = blocks.lazy.filter { $0.route != nil }.map { $0.seconds.reduce(0, +) }
        let mean = times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
        return min(max(mean, Self.shortestPause), Self.longestPause)
    }

    /// The routes that gave no answer, for the notes of a report.
    var notes: [String] {
        unanswered.sorted().map {
            "\(plan.routes[$0].name) gave no answer in time, so it was not requested again: raise --timeout, or see the "
                + "stuck tasks"
        }
    }

    /// The blocks of a round: the indices of the routes, and `nil` for the pause.
    var members: [Int?] { plan.routes.indices.map { $0 } + [nil] }

    /// Returns `true` if a route is still requested; a pause always is.
    func isRequested(_ route: Int?) -> Bool { route.map { !unanswered.contains($0) } ?? true }

    /// Returns the number of requests of a route so far.
    func requests(before route: Int) -> Int {
        blocks.reduce(0) { $0 + ($1.route == route ? $1.seconds.count : 0) }
    }

    /// Records the census of a launched process, which replaces the previous one.
    mutating func launched(_ census: HeapCensus?, _ vitals: Vitals?) {
        self = RouteWatch(plan, warmup: warmup)
        launchVitals = vitals
        guard let census else { return }
        allocations = census.allocations?.all.objects
        tally.add(census, route: nil)
    }

    /// Records a block.
    ///
    /// - Parameters:
    ///   - route: The index of the route, or `nil` for a pause.
    ///   - census: The census that ended its cycle.
    mutating func add(
        round: Int, route: Int?, answers: [RouteAnswer], isUnanswered: Bool, census: HeapCensus, vitals: Vitals?
    ) {
        var block = RouteBlock(
            round: round, route: route, birth: census.cycle, seconds: answers.map(\.seconds), vitals: vitals,
            liveBytes: census.bytes + census.rawBytes)
        if let all = census.allocations?.all.objects {
            block.allocations = allocations.map { max(0, all - $0) }
            allocations = all
        }
        blocks.append(block)
        tally.add(census, route: route)
        bytesByBirth = census.rows.reduce(into: [:]) { $0[$1.birth, default: 0] += $1.bytes }
        guard let route else { return }
        for answer in answers where round > warmup { self.answers[route][answer.status, default: 0] += 1 }
        if isUnanswered { unanswered.insert(route) }
    }

    /// Returns a finding with the routes that grow it, if it is a container: those do not know the cycle of their growth.
    func attributing(_ finding: Finding) -> Finding {
        guard finding.unit == .bytes else { return finding }
        var finding = finding
        finding.routes = attribution.sources(of: tally.growth(of: finding).filter { isMeasured($0.key) })
        return finding
    }

    private var attribution: RouteAttribution {
        RouteAttribution(names: plan.routes.map(\.name), blocks: blocks)
    }

    private func isMeasured(_ birth: Int) -> Bool {
        blocks.first { $0.birth == birth }.map { $0.round > warmup } ?? false
    }

    /// Returns the figures of all routes.
    ///
    /// - Parameter slopes: The slopes of the whole process, by which the growth of a route counts.
    func report(slopes: [Slope]) -> RouteReport {
        var report = RouteReport(
            requestsPerBlock: Self.requestsPerBlock, routes: plan.routes.indices.map { figures(of: $0) },
            removals: removals, blocks: blocks)
        report.settleGrowth(by: slopes)
        return report
    }

    private func figures(of route: Int) -> RouteFigures {
        let own = blocks.filter { $0.route == route && $0.round > warmup }
        let requests = own.reduce(0) { $0 + $1.seconds.count }
        let last = blocks.last?.round ?? 0
        let judged = own.filter { $0.round < last }
        let kept = judged.reduce(0) { $0 + (bytesByBirth[$1.birth] ?? 0) }
        let judgedRequests = judged.reduce(0) { $0 + $1.seconds.count }
        let allocations = own.compactMap { block in
            block.allocations.flatMap { block.seconds.isEmpty ? nil : Double($0) / Double(block.seconds.count) }
        }
        return RouteFigures(
            name: plan.routes[route].name, requests: requests,
            answers: answers[route].map { RouteAnswers(status: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.status ?? 0) < ($0.count, $1.status ?? 0) },
            latency: summary(of: own.flatMap(\.seconds)),
            keptBytes: judgedRequests > 0 ? Double(kept) / Double(judgedRequests) : nil,
            allocations: median(of: allocations), growth: growth(of: route))
    }

    /// Returns the slopes of a process that has the changes of the route's own blocks alone.
    private func growth(of route: Int) -> [Slope] {
        guard var before = launchVitals else { return [] }
        var own = Vitals(residentBytes: 0, threads: 0, descriptors: 0)
        var soak: [SoakCycle] = []
        for block in blocks {
            guard let after = block.vitals else { continue }
            defer { before = after }
            guard block.route == route else { continue }
            own.threads += after.threads - before.threads
            own.descriptors += after.descriptors - before.descriptors
            soak.append(SoakCycle(cycle: block.round, seconds: nil, vitals: own))
        }
        return slopes(of: soak, warmup: warmup).filter {
            [.threads, .descriptors].contains($0.metric) && $0.perCycle != 0
        }
    }

    /// The objects that one route creates and another removes: the type of most, with the number of the others.
    private var removals: [RouteRemoval] {
        let byPair = Dictionary(grouping: tally.removals) { [$0.creator, $0.remover] }
        return byPair.values.compactMap { removals -> RouteRemoval? in
            // A type of the program says more than memory or storage.
            guard let main = removals.first(where: { $0.type.isDeclaredByProgram }) ?? removals.first else {
                return nil
            }
            return RouteRemoval(
                creator: plan.routes[main.creator].name, remover: plan.routes[main.remover].name,
                subject: main.type.description, others: Set(removals.map(\.type)).count - 1, removed: main.count,
                blocks: main.blocks)
        }.sorted { ($1.removed, $0.creator, $0.remover) < ($0.removed, $1.creator, $1.remover) }
    }
}

extension RouteReport {
    /// The part of a route's growth that the whole process must show, so that no other route takes it back.
    private static let minimumPart = 0.5

    /// Removes growth that another route takes back, and records which does.
    fileprivate mutating func settleGrowth(by slopes: [Slope]) {
        func isTakenBack(_ slope: Slope) -> Bool {
            slope.perCycle > 0
                && slopes.first { $0.metric == slope.metric }?.perCycle ?? 0 < Self.minimumPart * slope.perCycle
        }
        let found = routes.flatMap { route in
            route.growth.filter { $0.grows && isTakenBack($0) }.compactMap { removal(of: $0, createdBy: route) }
        }
        removals += found
        for index in routes.indices {
            routes[index].growth.removeAll { $0.perCycle < 0 || isTakenBack($0) }
        }
    }

    /// Returns the removal of what a route adds, or `nil` if no other route has as many less.
    private func removal(of slope: Slope, createdBy creator: RouteFigures) -> RouteRemoval? {
        func fall(_ route: RouteFigures) -> Double {
            -(route.growth.first { $0.metric == slope.metric }?.perCycle ?? 0)
        }
        guard let remover = routes.max(by: { fall($0) < fall($1) }), fall(remover) >= slope.perCycle / 2 else {
            return nil
        }
        return RouteRemoval(
            creator: creator.name, remover: remover.name, subject: slope.metric.rawValue,
            removed: Int((slope.perCycle * Double(slope.cycles)).rounded()), blocks: slope.cycles)
    }
}
