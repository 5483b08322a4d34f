/// The live memory of a process over time, with the bytes of its largest groups at each moment.
package struct HeapCourse: Codable, Hashable, Sendable {
    /// The maximum number of points.
    package static let maximumPoints = 256
    /// The maximum number of groups of one kind, besides the types of findings.
    package static let maximumGroups = 8
    /// The maximum number of further types that are kept because they have findings.
    package static let maximumFoundTypes = 16

    /// The live memory at one moment.
    package struct Point: Codable, Hashable, Sendable {
        /// The number of cycles, or of earlier censuses of a clock, that had ended.
        package var cycle: Int
        /// The seconds since the start; `nil` if cycles alone are known.
        package var seconds: Double?
        /// The bytes of all live objects and raw blocks.
        package var bytes: Int
        /// The resident bytes of the process; `nil` if they are unknown.
        package var residentBytes: Int?

        package init(cycle: Int, seconds: Double? = nil, bytes: Int, residentBytes: Int? = nil) {
            (self.cycle, self.seconds, self.bytes, self.residentBytes) = (cycle, seconds, bytes, residentBytes)
        }
    }

    /// The live bytes of a type or of a module at each point.
    package struct Group: Codable, Hashable, Sendable {
        /// The type; `nil` for a module.
        package var type: HeapType?
        /// The module of a group of modules or of raw blocks; `nil` for other types, and if it is unknown.
        package var module: String?
        /// The live bytes at each point.
        package var bytes: [Int]

        package init(type: HeapType? = nil, module: String? = nil, bytes: [Int]) {
            (self.type, self.module, self.bytes) = (type, module, bytes)
        }

        /// The sum of the bytes at all points, by which groups are compared.
        package var area: Int { bytes.reduce(0, boundedSum) }
    }

    /// The points in the order of time.
    package var points: [Point]
    /// The number of censuses from one point to the next: 1, and twice as many each time that the points ran out.
    package var censusesPerPoint: Int
    /// The types with the most bytes over time, the largest first, then further types that have findings.
    package var types: [Group]
    /// The modules with the most bytes over time, the largest first.
    package var modules: [Group]

    package init(points: [Point], censusesPerPoint: Int = 1, types: [Group] = [], modules: [Group] = []) {
        (self.points, self.censusesPerPoint) = (points, censusesPerPoint)
        (self.types, self.modules) = (types, modules)
    }
}
