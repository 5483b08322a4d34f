package import OutliveModel

extension Symbolicator {
    /// The number of places in a forwarder to search for an inlined closure.
    private static let places: UInt64 = 8

    private struct Candidate {
        /// The index of the forwarder.
        var index: Int
        var frame: Frame
        /// The source name of the function expected at the place.
        var function: String
        /// `true` if that is the enclosing function of the closure.
        var isEnclosing = false
    }

    /// Returns the frames with the file and line of their closures added to partial apply forwarders, which have no
    /// line of their own.
    ///
    /// The line belongs to the closure, either by itself or inlined into its forwarder. If the linker has merged the
    /// closure with an identical function, it is the first line of the enclosing function.
    package func withForwarderLines(_ frames: [Frame]) -> [Frame] {
        // Symbol tables have no lines.
        guard symbolizerPath(environment: environment) != nil else { return frames }
        let lineless = frames.indices.filter { Self.isLinelessForwarder(frames[$0]) }
        guard !lineless.isEmpty else { return frames }
        var wanted: [Candidate] = []
        for (module, indices) in Dictionary(grouping: lineless, by: { frames[$0].module }) {
            guard let table = file(module).flatMap(ELFImage.init(path:))?.symbolTable() else { continue }
            let forwarders = Self.forwarders(indices, frames, table)
            wanted += Self.starts(of: forwarders, frames, table) + Self.enclosing(forwarders, frames, table)
        }
        let found = symbolicate(wanted.map { Backtrace(frames: [$0.frame]) }).backtraces
        var lines: [Int: [Bool: Symbol]] = [:]
        for (candidate, backtrace) in zip(wanted, found) {
            for symbol in backtrace.frames.flatMap(\.symbols)
            where Self.hasLine(symbol) && plainName(symbol.function) == candidate.function {
                // Use the lowest line: code without a line of its own has the line of the nearest code.
                let known = lines[candidate.index]?[candidate.isEnclosing]?.line ?? .max
                if symbol.line ?? .max < known { lines[candidate.index, default: [:]][candidate.isEnclosing] = symbol }
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

    private struct Forwarder {
        var index: Int
        var symbol: ELFSymbolTable.Symbol
        /// The mangled name of its closure.
        var closure: String?
        /// The source name of its closure.
        var function: String
    }

    private static func forwarders(_ indices: [Int], _ frames: [Frame], _ table: ELFSymbolTable) -> [Forwarder] {
        indices.compactMap { index in
            guard let symbol = table.symbol(.function, containing: frames[index].offset - 1),
                let name = frames[index].symbols.last?.function
            else { return nil }
            return Forwarder(
                index: index, symbol: symbol, closure: closure(table.name(of: symbol)),
                function: plainName(name))
        }
    }

    /// Returns the starts of the closures or, for inlined ones, places within the forwarders.
    private static func starts(
        of forwarders: [Forwarder], _ frames: [Frame], _ table: ELFSymbolTable
    ) -> [Candidate] {
        let closures = table.symbols(.function, named: Set(forwarders.compactMap(\.closure)))
        return forwarders.flatMap { forwarder in
            let symbol = forwarder.symbol
            let size = max(symbol.end - symbol.address, 1)
            let offsets =
                forwarder.closure.flatMap { closures[$0] }.map { [$0.address] }
                ?? (0..<places).map { symbol.address + $0 * size / places }
            return offsets.map {
                Candidate(index: forwarder.index, frame: at($0, frames[forwarder.index]), function: forwarder.function)
            }
        }
    }

    /// Returns the starts of the enclosing functions, including specialised ones.
    private static func enclosing(
        _ forwarders: [Forwarder], _ frames: [Frame], _ table: ELFSymbolTable
    ) -> [Candidate] {
        let names = forwarders.map { forwarder in
            forwarder.closure.flatMap { enclosingFunction(ofClosure: $0, named: forwarder.function) }
        }
        let wanted = Set(names.compactMap(\.self))
        guard !wanted.isEmpty else { return [] }
        var starts: [String: [UInt64]] = [:]
        for symbol in table.symbols where symbol.kind == .function {
            let name = table.name(of: symbol)
            for enclosing in wanted where name.hasPrefix(enclosing) {
                guard name == enclosing || plainName(demangled(name)) == demangled(enclosing) else {
                    continue
                }
                starts[enclosing, default: []].append(symbol.address)
            }
        }
        return zip(forwarders, names).flatMap { forwarder, name in
            (name.flatMap { starts[$0] } ?? []).map {
                Candidate(
                    index: forwarder.index, frame: at($0, frames[forwarder.index]),
                    function: demangled(name ?? ""), isEnclosing: true)
            }
        }
    }

    /// Returns the frame of an address. The lookup expects a return address and reads the byte before it.
    private static func at(_ offset: UInt64, _ frame: Frame) -> Frame {
        Frame(module: frame.module, buildID: frame.buildID, offset: offset + 1)
    }

    /// Returns the mangled name of the closure of a partial apply forwarder, `...TA` or `...TA.12`.
    private static func closure(_ forwarder: String) -> String? {
        let name = forwarder.prefix { $0 != "." }
        return name.hasSuffix("TA") ? String(name.dropLast(2)) : nil
    }

    private static func hasLine(_ symbol: Symbol) -> Bool {
        symbol.line ?? 0 > 0 && symbol.file?.contains("<compiler-generated>") == false
    }

    private static func isLinelessForwarder(_ frame: Frame) -> Bool {
        guard let symbol = frame.symbols.last, frame.offset > 0 else { return false }
        return isForwarder(symbol.function) && !frame.symbols.contains(where: hasLine)
    }
}
