extension Report {
    /// Names the routes whose requests leave the objects and blocks of each finding behind, by their cycles of birth.
    ///
    /// A growing container has its routes already, as its birth is only its last move. Blocks of the runtime that several
    /// lines cause are judged together under one of them, so where the objects of a line leak, its blocks have their routes.
    ///
    /// - Complexity: O(findings × blocks).
    package mutating func attributeToRoutes() {
        guard let attribution = routes?.attribution else { return }
        var routesOfLines: [RegistrationSite: Set<String>] = [:]
        for index in findings.indices where findings[index].isOfRoutes {
            findings[index].routes = attribution.sources(of: findings[index].births.amounts)
            guard findings[index].unit == .objects, findings[index].key.site.line > 0 else { continue }
            routesOfLines[findings[index].line, default: []].formUnion(findings[index].routes?.map(\.name) ?? [])
        }
        for index in findings.indices where findings[index].isOfRoutes && findings[index].unit == .blocks {
            guard let routes = routesOfLines[findings[index].line], !routes.isEmpty else { continue }
            findings[index].routes?.removeAll { !routes.contains($0.name) }
        }
    }

    /// Counts the tasks that nothing can resume for the routes that create them.
    ///
    /// - Parameter births: For each kind of tasks, their number for each cycle of birth.
    package mutating func attributeStuckTasks(births: [[Int: Int]]) {
        guard let attribution = routes?.attribution, var figures = routes?.routes else { return }
        for index in figures.indices { figures[index].stuckTasks = 0 }
        for births in births {
            let count = Double(births.values.reduce(0, +))
            for source in attribution.sources(of: births) {
                guard let index = figures.firstIndex(where: { $0.name == source.name }) else { continue }
                figures[index].stuckTasks! += Int((source.share * count).rounded())
            }
        }
        routes?.routes = figures
    }

    /// Returns `true` if a route of a cause may be what makes a resource grow: in a run of routes it grows there as well.
    func mayShareRoute(_ cause: Cause, _ slope: Slope) -> Bool {
        guard let routes else { return true }
        let growing = routes.routes.filter { $0.growth(of: slope.metric) != nil }.map(\.name)
        return growing.isEmpty || cause.routes?.contains { growing.contains($0.name) } == true
    }

    /// Returns `true` if a route leaves a leak, a suspect, a growing resource or a stuck task behind.
    package func leavesSomething(_ route: RouteFigures) -> Bool {
        route.growth(of: .descriptors) != nil || route.growth(of: .threads) != nil || route.stuckTasks ?? 0 > 0
            || causes.contains { cause in cause.routes?.contains { $0.name == route.name } == true }
    }
}

extension Finding {
    /// `true` if the births of the objects show the blocks of requests that allocated them.
    fileprivate var isOfRoutes: Bool { tier == .heap && unit != .bytes && worker == nil }

    /// The line of the allocation.
    fileprivate var line: RegistrationSite { RegistrationSite(fileID: key.site.fileID, line: key.site.line, column: 0) }
}

extension [Birth] {
    fileprivate var amounts: [Int: Int] {
        Dictionary(map { ($0.generation, $0.count) }, uniquingKeysWith: { $0 + $1 })
    }
}
