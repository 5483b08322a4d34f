internal import OutliveModel

/// A heap over time as bands on top of each other, from which the text, the page and the live view are drawn.
struct CourseStack {
    /// The property by which live memory is divided into bands.
    enum Grouping: String, CaseIterable {
        case type, module, cause
    }

    /// The bytes of one group at each point.
    struct Band: Hashable {
        var name: String
        var bytes: [Int]
        /// `true` for everything that no other band has.
        var isRest = false
        /// The short name, or `nil` if there is none.
        var label: String?

        var first: Int { bytes.first ?? 0 }
        var last: Int { bytes.last ?? 0 }
        var highest: Int { bytes.max() ?? 0 }
    }

    /// A number of bytes that no report reaches, so that the sums of a report from a file do not overflow.
    private static let maximum = 1 << 55

    let grouping: Grouping
    let points: [HeapCourse.Point]
    /// The bands from the bottom up: the largest first, and the rest last.
    let bands: [Band]
    /// The sum of all bands at each point.
    let totals: [Int]

    /// Divides a course, or returns `nil` if it has fewer than two points or nothing to group by.
    ///
    /// Types that leak with several causes belong to the first of them.
    init?(_ course: HeapCourse, by grouping: Grouping, causes: [Cause] = []) {
        let points = Array(course.points.prefix(HeapCourse.maximumPoints))
        guard points.count > 1 else { return nil }
        func sum(_ groups: [HeapCourse.Group]) -> [Int] {
            points.indices.map { index in
                groups.reduce(0) { sum, group in
                    sum + (group.bytes.indices.contains(index) ? min(max(group.bytes[index], 0), Self.maximum) : 0)
                }
            }
        }
        var bands: [Band] = []
        switch grouping {
        case .type:
            bands = course.types.prefix(HeapCourse.maximumGroups).map {
                Band(name: $0.title, bytes: sum([$0]), label: $0.type.flatMap { $0.kind == .raw ? nil : $0.label })
            }
        case .module:
            bands = course.modules.prefix(HeapCourse.maximumGroups).map { Band(name: $0.title, bytes: sum([$0])) }
        case .cause:
            var left = course.types.filter { $0.type.map { $0.kind != .raw } == true }
            let most = HeapCourse.maximumGroups + HeapCourse.maximumFoundTypes
            for cause in causes.prefix(HeapCourse.maximumGroups) {
                let names = Set(cause.leaked.map(\.type))
                let own = left.prefix(most).filter { names.contains($0.title) }
                left.removeAll(where: own.contains)
                if !own.isEmpty { bands.append(Band(name: cause.name, bytes: sum(own))) }
            }
        }
        guard !bands.isEmpty else { return nil }
        let grouped = points.indices.map { index in bands.reduce(0) { $0 + $1.bytes[index] } }
        let rest = points.indices.map { max(min(max(points[$0].bytes, 0), Self.maximum) - grouped[$0], 0) }
        if rest.contains(where: { $0 > 0 }) { bands.append(Band(name: grouping.rest, bytes: rest, isRest: true)) }
        (self.grouping, self.points, self.bands) = (grouping, points, bands)
        totals = zip(grouped, rest).map { $0 + $1 }
    }

    /// Returns the stacks of a course that have something to show, by type first.
    static func all(_ course: HeapCourse, causes: [Cause] = []) -> [CourseStack] {
        Grouping.allCases.compactMap { CourseStack(course, by: $0, causes: causes) }
    }

    /// The places of the points along the axis of time: seconds, or cycles.
    ///
    /// A report from a file whose times do not ascend has the numbers of its points.
    var places: [Double] {
        let times = isTimed ? points.map { $0.seconds ?? 0 } : points.map { Double($0.cycle) }
        let isAscending = zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && times.allSatisfy { abs($0) < 1e12 }
        return isAscending ? times : points.indices.map(Double.init)
    }

    /// `true` if a clock recorded the points.
    var isTimed: Bool { points.allSatisfy { $0.seconds != nil } }

    /// Returns the moment of a point, after a preposition: `the start`, `cycle 12`, `3.20 s`.
    func moment(at index: Int, unicode: Bool = true) -> String {
        let point = points[index]
        if isTimed, let seconds = point.seconds { return timeText(seconds, unicode: unicode) }
        return point.cycle == 0 ? "the start" : "cycle \(point.cycle)"
    }

    /// The course in a sentence: `from 1.20 MB at the start to 3.40 MB after cycle 12, at most 3.50 MB at cycle 11`.
    func sentence(unicode: Bool = true) -> String {
        let peak = totals.indices.max { (totals[$0], $1) < (totals[$1], $0) } ?? 0
        let last = totals.count - 1
        let most =
            peak == last || peak == 0
            ? "" : ", at most \(bytesText(totals[peak])) at \(moment(at: peak, unicode: unicode))"
        return "from \(bytesText(totals[0])) at \(moment(at: 0, unicode: unicode)) to \(bytesText(totals[last])) at "
            + "\(moment(at: last, unicode: unicode))\(most)"
    }
}

extension CourseStack.Grouping {
    /// The name of the band of everything else.
    fileprivate var rest: String {
        switch self {
        case .type: "other types"
        case .module: "other modules"
        case .cause: "held by no cause"
        }
    }
}

extension HeapCourse.Group {
    /// The name of the type or module; raw blocks have the name of the module that allocated them.
    var title: String {
        guard let type else { return module ?? "unknown module" }
        guard type.kind == .raw else { return type.description }
        return module.map { "raw memory of \($0)" } ?? type.description
    }
}
