internal import OutliveSupport

/// The allocations of one report with the same type and the same functions of the program.
struct ComparedSite: Hashable {
    struct Key: Hashable {
        var type: HeapType
        /// The functions of the program, innermost first.
        var functions: [Int]
    }

    var key: Key
    /// The sum of the sites, with the stack of the one with most allocations.
    var site: AllocationSite
    /// The sites by the functions of libraries that allocate for the program's innermost function.
    var parts: [[Int]: AllocationSite]
    /// The number of sites.
    var count = 1

    /// The type without what the same source can give other values in another build.
    var plainType: PlainType { PlainType(key.type) }

    /// Returns the sites of a report by type and functions, in the order of the report.
    ///
    /// - Complexity: O(frames of all sites).
    static func sites(of figures: AllocationFigures, named functions: inout ProgramFunctions) -> [Self] {
        figures.sites.map { site in
            let key = Key(type: site.type, functions: functions.functions(of: site.stack))
            return Self(key: key, site: site, parts: [functions.libraryFunctions(of: site.stack): site])
        }.combined(by: \.key) { sum, other in
            sum.site += other.site
            sum.count += other.count
            for (libraries, part) in other.parts { sum.parts.add(part, at: libraries) }
        }
    }
}

extension [[Int]: AllocationSite] {
    /// Adds the allocations of a site at a key.
    mutating func add(_ site: AllocationSite, at key: [Int]) {
        guard var sum = self[key] else { return self[key] = site }
        sum += site
        self[key] = sum
    }
}

/// A type without its generic arguments, and a closure or box without its captures, which optimisation changes.
struct PlainType: Hashable {
    var name: String
    var kind: HeapType.Kind

    init(_ type: HeapType) {
        kind = type.kind
        let hasNameOfContent = kind == .closure || kind == .box
        name = hasNameOfContent ? "" : type.name.split(separator: "<", maxSplits: 1).first.map(String.init) ?? ""
    }
}

extension ComparedSite {
    /// Returns the number of functions that the stacks of two sites of a type share, or `nil` if they are two places.
    ///
    /// Sites with the same innermost function are one place if half of their callers are shared, as a caller may have
    /// been inserted, removed or inlined without a trace. Others need three quarters of the shorter list.
    func likeness(to other: Self) -> Int? {
        guard plainType == other.plainType else { return nil }
        let (own, others) = (key.functions, other.key.functions)
        let shared = SharedFunctions(own, others)
        if hasInnermost(of: other) {
            return 2 * (shared.count - 1) >= shared.shorter - 1 ? shared.count : nil
        }
        return shared.shorter > 0 && 4 * shared.count >= 3 * shared.shorter ? shared.count : nil
    }

    /// `true` if the innermost function of both is the same.
    func hasInnermost(of other: Self) -> Bool {
        key.functions.first != nil && key.functions.first == other.key.functions.first
    }
}

/// The functions that two stacks share, in their order.
private struct SharedFunctions {
    /// The length of the longest common subsequence.
    var count: Int
    /// The length of the shorter list.
    var shorter: Int

    /// Compares two lists as far as both reach: a stack has a limited number of frames, which inlining lets reach
    /// further out.
    ///
    /// - Complexity: O(n * m).
    init(_ first: [Int], _ second: [Int]) {
        let (own, other) = (first.upTo(lastOf: second), second.upTo(lastOf: first))
        var above = [Int](repeating: 0, count: other.count + 1)
        for function in own {
            var diagonal = 0
            for (index, candidate) in other.enumerated() {
                let length = function == candidate ? diagonal + 1 : max(above[index + 1], above[index])
                diagonal = above[index + 1]
                above[index + 1] = length
            }
        }
        count = above.last ?? 0
        shorter = min(own.count, other.count)
    }
}

extension [Int] {
    /// The elements up to the last one of another list, or all if it is missing.
    fileprivate func upTo(lastOf other: [Int]) -> ArraySlice<Int> {
        other.last.flatMap { lastIndex(of: $0) }.map { self[...$0] } ?? self[...]
    }
}
