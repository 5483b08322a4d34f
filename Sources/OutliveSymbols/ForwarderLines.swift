internal import OutliveModel

/// Finds where closures are in the source of which only the forwarder is known that calls them: it has no line itself.
///
/// The line is that of the closure, by itself or inlined into its forwarder. Where it is nowhere, as the linker keeps one
/// of several functions that are alike, it is the line where the function begins that the closure is in.
struct ForwarderLines {
    /// How many places of a forwarder are asked for the line of a closure that was inlined into it.
    private static let places: UInt64 = 8

    private let symbolicator: Symbolicator

    init(_ symbolicator: Symbolicator) {
        self.symbolicator = symbolicator
    }

    /// A place to ask for a line.
    private struct Place {
        /// Of the forwarder.
        var index: Int
        var frame: Frame
        /// The function that must be there, as the source has it.
        var function: String
        /// Whether that is the one that the closure is in.
        var isEnclosing = false
    }

    /// Gives forwarders the file and line of their closures, where these can be found.
    func filled(_ frames: [Frame]) -> [Frame] {
        let lineless = frames.indices.filter { Self.isLinelessForwarder(frames[$0]) }
        guard !lineless.isEmpty else { return frames }
        var wanted: [Place] = []
        for (module, indices) in Dictionary(grouping: lineless, by: { frames[$0].module }) {
            guard let table = ELFImage(path: module)?.symbolTable() else { continue }
            let forwarders = Self.forwarders(indices, frames, table)
            wanted += Self.places(of: forwarders, frames, table) + Self.enclosing(forwarders, frames, table)
        }
        let found = symbolicator.symbolicate(wanted.map { Backtrace(frames: [$0.frame]) }).backtraces
        var lines: [Int: [Bool: Symbol]] = [:]
        for (place, backtrace) in zip(wanted, found) {
            for symbol in backtrace.frames.flatMap(\.symbols)
            where Self.hasLine(symbol) && ForwarderName.plain(symbol.function) == place.function {
                // The first line of what has several: where code has none of its own, it is the nearest one's.
                let known = lines[place.index]?[place.isEnclosing]?.line ?? .max
                if symbol.line ?? .max < known { lines[place.index, default: [:]][place.isEnclosing] = symbol }
            }
        }
        var result = frames
        for (index, symbols) in lines {
            guard let symbol = symbols[false] ?? symbols[true] else { continue }
            let last = result[index].symbols.count - 1
            result[index].symbols[last].file = symbol.file
            result[index].symbols[last].line = symbol.line
            result[index].symbols[last].column = symbol.column
        }
        return result
    }

    /// A forwarder among the frames.
    private struct Forwarder {
        var index: Int
        var symbol: ELFSymbolTable.Symbol
        /// The mangled name of its closure.
        var closure: String?
        /// The name of its closure as the source has it.
        var function: String
    }

    private static func forwarders(_ indices: [Int], _ frames: [Frame], _ table: ELFSymbolTable) -> [Forwarder] {
        indices.compactMap { index in
            guard let symbol = table.symbol(.function, containing: frames[index].offset - 1),
                let name = frames[index].symbols.last?.function
            else { return nil }
            return Forwarder(
                index: index, symbol: symbol, closure: closure(table.name(of: symbol)),
                function: ForwarderName.plain(name))
        }
    }

    /// The starts of the closures, and of what was inlined places within the forwarder.
    private static func places(
        of forwarders: [Forwarder], _ frames: [Frame], _ table: ELFSymbolTable
    ) -> [Place] {
        let closures = table.symbols(.function, named: Set(forwarders.compactMap(\.closure)))
        return forwarders.flatMap { forwarder in
            let symbol = forwarder.symbol
            let size = max(symbol.end - symbol.address, 1)
            let offsets =
                forwarder.closure.flatMap { closures[$0] }.map { [$0.address] }
                ?? (0..<places).map { symbol.address + $0 * size / places }
            return offsets.map {
                Place(index: forwarder.index, frame: at($0, frames[forwarder.index]), function: forwarder.function)
            }
        }
    }

    /// The starts of the functions that the closures are in, specialised ones where there are no others.
    private static func enclosing(
        _ forwarders: [Forwarder], _ frames: [Frame], _ table: ELFSymbolTable
    ) -> [Place] {
        let names = forwarders.map { forwarder in
            forwarder.closure.flatMap { ForwarderName.enclosing(ofClosure: $0, named: forwarder.function) }
        }
        let wanted = Set(names.compactMap(\.self))
        guard !wanted.isEmpty else { return [] }
        var starts: [String: [UInt64]] = [:]
        for symbol in table.symbols where symbol.kind == .function {
            let name = table.name(of: symbol)
            for enclosing in wanted where name.hasPrefix(enclosing) {
                guard name == enclosing || ForwarderName.plain(demangled(name)) == demangled(enclosing) else {
                    continue
                }
                starts[enclosing, default: []].append(symbol.address)
            }
        }
        return zip(forwarders, names).flatMap { forwarder, name in
            (name.flatMap { starts[$0] } ?? []).map {
                Place(
                    index: forwarder.index, frame: at($0, frames[forwarder.index]),
                    function: demangled(name ?? ""), isEnclosing: true)
            }
        }
    }

    /// Look-ups are of what comes before a return address.
    private static func at(_ offset: UInt64, _ frame: Frame) -> Frame {
        Frame(module: frame.module, buildID: frame.buildID, offset: offset + 1)
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
        return ForwarderName.isForwarder(symbol.function) && !frame.symbols.contains(where: hasLine)
    }
}
