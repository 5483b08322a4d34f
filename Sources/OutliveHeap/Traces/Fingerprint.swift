internal import OutliveModel

/// A hash of what a trace is, which is the same on other machines, in other runs and when lines move.
///
/// Of the way only what the program declares is in it: which of a library's parts are met on one, and by what names they
/// are told, varies from object to object.
enum Fingerprint {
    /// Sixteen hexadecimal digits.
    static func of(_ reading: TraceReading, culprit: Culprit?) -> String {
        let holders = reading.holders
        let type = TypeNames.withoutContexts(holders.last?.typeName ?? "")
        let essential = reading.essential
        let loop = smallestRotation(parts(essential.loop[...]))
        let rest = withoutRepeats(parts(essential.way.dropLast()))
        var way = loop + [""] + rest
        // Held by libraries alone: their parts are all there is.
        if culprit == nil, loop.isEmpty, rest.isEmpty { way = holders.dropLast().map(part) }
        return fingerprint(of: [reading.shape.rawValue, type, name(of: culprit, among: holders)] + way)
    }

    private static func parts(_ holders: ArraySlice<Holder>) -> [String] {
        holders.filter { $0.author == .program || $0.kind == .task }.map(part)
    }

    /// How deep in a list or a tree something is does not make it another leak.
    private static func withoutRepeats(_ parts: [String]) -> [String] {
        zip(parts.indices, parts).filter { $0 == 0 || parts[$0 - 1] != $1 }.map(\.1)
    }

    private static func part(_ holder: Holder) -> String {
        "\(holder.kind.rawValue) \(holder.hasVolatileName ? "" : name(of: holder))\(holder.reference.shape)"
    }

    /// A closure by its function: its name in a step may depend on whether its line is known.
    private static func name(of holder: Holder) -> String {
        if holder.kind == .closure, let code = holder.code { return code.function }
        return TypeNames.withoutContexts(holder.name)
    }

    private static func name(of culprit: Culprit?, among holders: [Holder]) -> String {
        guard let culprit else { return "" }
        let holder = holders[culprit.step]
        return holder.hasVolatileName && culprit.name == holder.name ? holder.kind.rawValue : culprit.name
    }

    /// All that are in a cycle tell it from themselves on: the way round that comes first stands for all of them.
    private static func smallestRotation(_ loop: [String]) -> [String] {
        loop.indices.map { Array(loop[$0...] + loop[..<$0]) }.min { $0.lexicographicallyPrecedes($1) } ?? []
    }
}
