/// All live objects of one type, or the raw blocks of one allocation site.
package struct HeapTypeTotal: Codable, Hashable, Sendable {
    /// The type of the objects.
    package var type: HeapType
    /// The number of live objects.
    package var objects: Int
    /// The bytes of the live objects.
    package var bytes: Int
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised: Int
    /// The allocation stacks of most live objects, most objects first.
    package var sites: [Site]

    /// Objects of one type that were allocated in one stack.
    package struct Site: Codable, Hashable, Sendable {
        /// The allocation stack.
        package var backtrace: Backtrace
        /// The number of live objects.
        package var count: Int

        /// Creates a site.
        package init(backtrace: Backtrace, count: Int) {
            self.backtrace = backtrace
            self.count = count
        }
    }

    /// Creates a total.
    package init(type: HeapType, objects: Int = 0, bytes: Int = 0, deinitialised: Int = 0, sites: [Site] = []) {
        self.type = type
        self.objects = objects
        self.bytes = bytes
        self.deinitialised = deinitialised
        self.sites = sites
    }
}

extension HeapCensus {
    /// The raw blocks by allocation site, most bytes first.
    package var memoryBySite: [SnapshotType] {
        totals(sites: 1).filter { $0.type.kind == .raw && $0.objects > 0 }.map { total in
            SnapshotType(
                type: total.type, objects: total.objects, bytes: total.bytes,
                site: total.sites.first?.backtrace ?? Backtrace())
        }
    }

    /// Returns the live objects by type and the raw blocks by allocation site.
    ///
    /// The order is by bytes, then by objects, both descending, then by name.
    ///
    /// - Parameter sites: the maximum number of stacks of each type. Stacks with the same innermost frame stay
    ///   separate.
    package func totals(sites: Int = 3) -> [HeapTypeTotal] {
        struct Group: Hashable {
            var type: HeapType
            /// The allocation site, for raw blocks only.
            var site: RegistrationSite?
        }
        var totals: [Group: HeapTypeTotal] = [:]
        var counts: [Group: [Int: Int]] = [:]
        var places: [Int: RegistrationSite] = [:]
        for row in rows {
            var group = Group(type: row.type)
            if row.type.kind == .raw, let stack = row.stack {
                var site = places[stack] ?? RegistrationSite(allocatedIn: stacks[stack])
                // Two columns of one line count as one site.
                site.column = 0
                places[stack] = site
                group.site = site
            }
            var total = totals[group] ?? HeapTypeTotal(type: row.type)
            switch row.state {
            case .alive:
                total.objects = boundedSum(total.objects, row.count)
                total.bytes = boundedSum(total.bytes, row.bytes)
                if let stack = row.stack { counts[group, default: [:]][stack, default: 0] += row.count }
            case .deinitialised:
                total.deinitialised = boundedSum(total.deinitialised, row.count)
            }
            totals[group] = total
        }
        return
            totals
            .sorted { first, second in
                (second.value.bytes, second.value.objects, first.key.type, first.key.site?.description ?? "")
                    < (first.value.bytes, first.value.objects, second.key.type, second.key.site?.description ?? "")
            }
            .map { group, total in
                var total = total
                let most = counts[group, default: [:]].sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                total.sites = most.prefix(sites).map {
                    HeapTypeTotal.Site(backtrace: stacks[$0.key], count: $0.value)
                }
                return total
            }
    }
}
