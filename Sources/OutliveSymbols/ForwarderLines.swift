internal import OutliveModel

/// Finds where closures are in the source of which only the forwarder is known that calls them: it has no line itself.
struct ForwarderLines {
    /// How many places of a forwarder are asked for the line of a closure that was inlined into it.
    private static let places: UInt64 = 8

    private let symbolicator: Symbolicator

    init(_ symbolicator: Symbolicator) {
        self.symbolicator = symbolicator
    }

    /// Gives forwarders the file and line of their closures, where these can be found.
    func filled(_ frames: [Frame]) -> [Frame] {
        let lineless = frames.indices.filter { Self.isLinelessForwarder(frames[$0]) }
        guard !lineless.isEmpty else { return frames }
        var wanted: [(frame: Int, place: Frame)] = []
        for (module, indices) in Dictionary(grouping: lineless, by: { frames[$0].module }) {
            guard let table = ELFImage(path: module)?.symbolTable() else { continue }
            wanted += places(of: indices, frames, table)
        }
        wanted.sort { ($0.frame, $0.place.offset) < ($1.frame, $1.place.offset) }
        let found = symbolicator.symbolicate(wanted.map { Backtrace(frames: [$0.place]) }).backtraces
        var result = frames
        for (place, backtrace) in zip(wanted, found) where Self.isLinelessForwarder(result[place.frame]) {
            let symbols = backtrace.frames.flatMap(\.symbols)
            guard let symbol = symbols.first(where: { Self.hasLine($0) && $0.function.contains("closure #") })
            else { continue }
            let last = result[place.frame].symbols.count - 1
            result[place.frame].symbols[last].file = symbol.file
            result[place.frame].symbols[last].line = symbol.line
            result[place.frame].symbols[last].column = symbol.column
        }
        return result
    }

    /// The starts of the closures, and of what was inlined places within the forwarder.
    private func places(of indices: [Int], _ frames: [Frame], _ table: ELFSymbolTable) -> [(frame: Int, place: Frame)] {
        var forwarders: [Int: ELFSymbolTable.Symbol] = [:]
        for index in indices {
            forwarders[index] = table.symbol(.function, containing: frames[index].offset - 1)
        }
        let closures = table.symbols(
            .function, named: Set(forwarders.values.compactMap { Self.closure(table.name(of: $0)) }))
        return forwarders.flatMap { index, forwarder in
            let closure = Self.closure(table.name(of: forwarder)).flatMap { closures[$0] }
            let size = max(forwarder.end - forwarder.address, 1)
            let offsets =
                closure.map { [$0.address] }
                ?? (0..<Self.places).map { forwarder.address + $0 * size / Self.places }
            return offsets.map { offset in
                // Look-ups are of what comes before a return address.
                (index, Frame(module: frames[index].module, buildID: frames[index].buildID, offset: offset + 1))
            }
        }
    }

    /// The mangled name of what a partial apply forwarder, `...TA` or `...TA.12`, forwards to.
    private static func closure(_ forwarder: String) -> String? {
        let name = forwarder.prefix { $0 != "." }
        return name.hasSuffix("TA") ? String(name.dropLast(2)) : nil
    }

    private static func hasLine(_ symbol: Symbol) -> Bool {
        symbol.line ?? 0 > 0 && symbol.file?.contains("<compiler-generated>") == false
    }

    private static func isLinelessForwarder(_ frame: Frame) -> Bool {
        guard let symbol = frame.symbols.last, frame.offset > 0 else { return false }
        return symbol.function.hasPrefix("partial apply forwarder for ") && !frame.symbols.contains(where: hasLine)
    }
}
