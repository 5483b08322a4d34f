/// The requests of a run by route, and what each route leaves behind.
package struct RouteReport: Codable, Hashable, Sendable {
    /// The number of requests in a block; one with requests that take long has fewer.
    package var requestsPerBlock: Int
    /// The routes in the order of their file.
    package var routes: [RouteFigures]
    /// The state that requests of one route create and requests of another remove.
    package var removals: [RouteRemoval]
    /// The blocks in the order in which they ran: a raw record of the run.
    package var blocks: [RouteBlock]

    package init(
        requestsPerBlock: Int, routes: [RouteFigures], removals: [RouteRemoval] = [], blocks: [RouteBlock] = []
    ) {
        (self.requestsPerBlock, self.routes, self.removals) = (requestsPerBlock, routes, removals)
        self.blocks = blocks
    }

    /// The number of rounds, in each of which every route has a block.
    package var rounds: Int { blocks.last?.round ?? 0 }
}

/// The figures of one route, without the warm-up.
package struct RouteFigures: Codable, Hashable, Sendable {
    /// The method and the template of the path: `GET /users/{id}`.
    package var name: String
    package var requests: Int
    /// The answers by status, the most frequent first.
    package var answers: [RouteAnswers]
    /// The time from connecting to the end of the answer, in seconds; `nil` if no request was answered.
    package var latency: Summary?
    /// The bytes that a request leaves alive, on average: of objects and blocks that outlive the round.
    package var keptBytes: Double?
    /// The allocations of a request, the median of the blocks; `nil` unless they were counted.
    package var allocations: Double?
    /// The growth of descriptors, threads and other resources over the route's own blocks, per block.
    package var growth: [Slope]
    /// The tasks that requests of the route created and nothing can resume; `nil` if they are unknown.
    package var stuckTasks: Int?

    package init(
        name: String, requests: Int = 0, answers: [RouteAnswers] = [], latency: Summary? = nil,
        keptBytes: Double? = nil, allocations: Double? = nil, growth: [Slope] = [], stuckTasks: Int? = nil
    ) {
        (self.name, self.requests, self.answers, self.latency) = (name, requests, answers, latency)
        (self.keptBytes, self.allocations, self.growth) = (keptBytes, allocations, growth)
        self.stuckTasks = stuckTasks
    }

    /// The growth of a resource, or `nil` if it does not grow over the route's blocks.
    package func growth(of metric: Metric) -> Slope? { growth.first { $0.metric == metric && $0.grows } }
}

/// The number of answers with one status.
package struct RouteAnswers: Codable, Hashable, Sendable {
    /// The status, or `nil` for requests that were not answered.
    package var status: Int?
    package var count: Int

    package init(status: Int?, count: Int) { (self.status, self.count) = (status, count) }

    /// `true` for a status from 200 to 399.
    package var isSuccess: Bool { status.map { (200..<400).contains($0) } ?? false }
}

/// State that requests of one route create and requests of another remove.
package struct RouteRemoval: Codable, Hashable, Sendable {
    /// The name of the route that creates it.
    package var creator: String
    /// The name of the route that removes it.
    package var remover: String
    /// The type of most of the objects, or the metric of what the kernel counts.
    package var subject: String
    /// The number of other types that come and go with it.
    package var others: Int
    /// The number of objects, or of what is counted, that the remover's blocks removed.
    package var removed: Int
    /// The number of blocks that removed some.
    package var blocks: Int

    package init(creator: String, remover: String, subject: String, others: Int = 0, removed: Int, blocks: Int) {
        (self.creator, self.remover, self.subject) = (creator, remover, subject)
        (self.others, self.removed, self.blocks) = (others, removed, blocks)
    }
}

/// Requests of one route in a row, and the resources of the process after them.
package struct RouteBlock: Codable, Hashable, Sendable {
    /// The number of the round, from 1.
    package var round: Int
    /// The index of the route, or `nil` for a pause, in which no request was sent.
    package var route: Int?
    /// The number of cycles of the heap tier that ended before it: the birth of what it allocates.
    package var birth: Int
    /// The times of the answers, in seconds.
    package var seconds: [Double]
    /// The resources after the block; `nil` if they could not be read.
    package var vitals: Vitals?
    /// The live bytes of the heap after the block.
    package var liveBytes: Int
    /// The number of allocations in the block; `nil` unless they were counted.
    package var allocations: Int?

    package init(
        round: Int, route: Int?, birth: Int, seconds: [Double] = [], vitals: Vitals? = nil, liveBytes: Int = 0,
        allocations: Int? = nil
    ) {
        (self.round, self.route, self.birth, self.seconds) = (round, route, birth, seconds)
        (self.vitals, self.liveBytes, self.allocations) = (vitals, liveBytes, allocations)
    }
}
