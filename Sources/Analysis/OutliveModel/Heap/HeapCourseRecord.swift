internal import OutliveSupport

/// The course of a heap while it is recorded, census by census, in bounded memory.
package struct HeapCourseRecord: Sendable {
    private struct Key: Hashable {
        var type: HeapType?
        var module: String?
    }

    /// The number of groups from which on those with the fewest bytes are dropped, down to half of it.
    private static let maximumKeys = 1024

    private var points: [HeapCourse.Point] = []
    /// The numbers of the censuses at the points.
    private var numbers: [Int] = []
    private var types: [Key: [Int]] = [:]
    private var modules: [Key: [Int]] = [:]
    /// The number of all censuses.
    private var count = 0
    private var stride = 1
    /// The modules of types, which take a while to read from a name.
    private var modulesOfTypes: [HeapType: String] = [:]

    package init() {}

    /// Adds a census.
    ///
    /// The last census is always a point; of the others, every one, or every second one, and so on.
    ///
    /// - Parameters:
    ///   - census: A census after those before.
    ///   - seconds: The seconds since the start, or `nil` for a course of cycles.
    ///   - residentBytes: The resident memory of the process, or `nil` if it is unknown.
    /// - Complexity: O(rows and frames of the census + groups).
    package mutating func add(_ census: HeapCensus, seconds: Double? = nil, residentBytes: Int? = nil) {
        if let last = numbers.last, !last.isMultiple(of: stride) { removePoint(at: numbers.count - 1) }
        let (types, modules) = sums(of: census)
        points.append(
            HeapCourse.Point(
                cycle: count, seconds: seconds, bytes: boundedSum(census.bytes, census.rawBytes),
                residentBytes: residentBytes))
        numbers.append(count)
        count += 1
        Self.append(types, to: &self.types, points: points.count)
        Self.append(modules, to: &self.modules, points: points.count)
        guard points.count > HeapCourse.maximumPoints else { return }
        stride *= 2
        for index in numbers.indices.dropLast().reversed() where !numbers[index].isMultiple(of: stride) {
            removePoint(at: index)
        }
    }

    /// Replaces the last census by a later one, which has its time and resident memory.
    package mutating func replaceLast(by census: HeapCensus) {
        guard let last = points.last else { return }
        removePoint(at: points.count - 1)
        count -= 1
        add(census, seconds: last.seconds, residentBytes: last.residentBytes)
    }

    /// Returns the course so far, or `nil` with fewer than two points.
    ///
    /// - Parameters:
    ///   - found: The types of findings, which are kept however small they are, as long as there are not too many types.
    ///   - limit: The number of largest types.
    package func course(
        keeping found: Set<HeapType> = [], types limit: Int = HeapCourse.maximumGroups
    ) -> HeapCourse? {
        guard points.count > 1 else { return nil }
        let sorted = Self.sorted(types)
        let further = sorted.dropFirst(limit).filter { $0.type.map(found.contains) == true }
        return HeapCourse(
            points: points, censusesPerPoint: stride,
            types: Array(sorted.prefix(limit)) + further.prefix(HeapCourse.maximumFoundTypes),
            modules: Array(Self.sorted(modules).prefix(HeapCourse.maximumGroups)))
    }

    private static func sorted(_ groups: [Key: [Int]]) -> [HeapCourse.Group] {
        // In steps that the type checker of Swift 6.2 can take.
        let summed: [(group: HeapCourse.Group, sum: Int)] = groups.map { key, bytes in
            (HeapCourse.Group(type: key.type, module: key.module, bytes: bytes), bytes.reduce(0, boundedSum))
        }
        return summed.sorted { first, second in
            guard first.sum == second.sum else { return first.sum > second.sum }
            return (first.group.type?.description ?? "", first.group.module ?? "")
                < (second.group.type?.description ?? "", second.group.module ?? "")
        }.map(\.group)
    }

    private mutating func removePoint(at index: Int) {
        points.remove(at: index)
        numbers.remove(at: index)
        for key in types.keys { types[key]!.remove(at: index) }
        for key in modules.keys { modules[key]!.remove(at: index) }
    }

    private static func append(_ sums: [Key: Int], to series: inout [Key: [Int]], points: Int) {
        for key in series.keys { series[key]!.append(sums[key] ?? 0) }
        for (key, bytes) in sums where bytes > 0 && series[key] == nil {
            series[key] = Array(repeating: 0, count: points - 1) + [bytes]
        }
        guard series.count > maximumKeys else { return }
        let areas = series.map { ($0.key, $0.value.reduce(0, boundedSum), $0.value.last ?? 0) }
        // A group that has just appeared has little area yet: the present bytes decide among equals.
        let smallest = areas.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.prefix(series.count - maximumKeys / 2)
        for (key, _, _) in smallest { series[key] = nil }
    }

    /// Returns the live bytes of a census by type, raw blocks by the module that allocated them, and by module.
    private mutating func sums(of census: HeapCensus) -> (types: [Key: Int], modules: [Key: Int]) {
        let allocating = census.stacks.map { $0.bestFrame.map { String(lastComponent(of: $0.module)) } }
        var (types, modules): ([Key: Int], [Key: Int]) = ([:], [:])
        for row in census.rows where row.state == .alive {
            let isRaw = row.type.kind == .raw
            let module = isRaw ? row.stack.flatMap { allocating[$0] } : module(of: row.type)
            let key = Key(type: row.type, module: isRaw ? module : nil)
            types[key] = boundedSum(types[key] ?? 0, row.bytes)
            modules[Key(module: module)] = boundedSum(modules[Key(module: module)] ?? 0, row.bytes)
        }
        return (types, modules)
    }

    /// Returns the module of a type: the first of the program in its name, so that storage belongs to its elements.
    private mutating func module(of type: HeapType) -> String? {
        if let known = modulesOfTypes[type] { return known }
        let mentioned = type.mentionedModules
        guard let module = mentioned.first(where: isProgramModule) ?? mentioned.first else { return nil }
        if modulesOfTypes.count >= Self.maximumKeys * 8 { modulesOfTypes.removeAll() }
        modulesOfTypes[type] = module
        return module
    }
}
