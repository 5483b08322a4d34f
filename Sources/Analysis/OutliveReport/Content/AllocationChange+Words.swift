internal import OutliveModel
internal import OutliveSupport

extension AllocationComparison {
    /// The number of changes that fit on a screen.
    static let briefCount = 20

    /// The sums in one line: `41 -> 44 allocations per cycle, 12.0 kB -> 12.4 kB`.
    func headline(arrow: String = "→") -> String {
        let bytes = [old.bytes.median, new.bytes.median].map(bytesText)
        return "\(old.blocks.text) \(arrow) \(new.blocks.text) allocations per \(unit.rawValue), "
            + (bytes[0] == bytes[1] ? bytes[0] : "\(bytes[0]) \(arrow) \(bytes[1])")
    }

    /// The arms or the test that are compared; `nil` in a run of one trigger.
    func subject(arrow: String = "→") -> String? {
        if let test { return oneLine(test.name) }
        if unit == .test { return AllocationFigures.besideTests }
        guard let oldArm, let newArm else { return nil }
        return oldArm == newArm ? newArm.rawValue : "\(oldArm.rawValue) \(arrow) \(newArm.rawValue)"
    }

    /// The remarks on how the sites were compared, as sentences.
    var remarks: [String] {
        let all = matched + onlyOld + onlyNew
        var remarks = [
            "\(matched) of \(counted(all, "site")) matched by type, function and callers"
                + (all == matched ? "" : ", \(onlyOld) only then, \(onlyNew) only now")
        ]
        if changes.isEmpty {
            remarks.append("no site changed by more than what each run varies by itself")
        }
        if isWeak {
            remarks.append(
                "weak comparison: \(unit.counted(min(old.units, new.units))) on one side, and "
                    + "\(Spread.fewestUnits) are needed to see what varies by itself")
        }
        if old.isIncomplete || new.isIncomplete {
            remarks.append("sites are incomplete: those with fewest allocations may be missing from either side")
        }
        return remarks
    }
}

extension AllocationChange {
    /// The number with its sign: `+3`.
    var amount: String { blocks.signed }

    /// The change of bytes with its sign: `+96 B`.
    var bytesChange: String { (bytes < 0 ? "-" : "+") + bytesText(abs(bytes)) }

    /// The change in one line: `+3 per cycle: TYPE in Table.match(_:) (Router.swift:81), called by Router.handle, +96 B`.
    func line(of unit: AllocationFigures.Unit) -> String {
        let mark = kind == .added ? "new, " : kind == .removed ? "gone, " : ""
        let caller = caller.map { ", called by \($0)" } ?? ""
        return "\(mark)\(amount) per \(unit.rawValue): "
            + "\(oneLine(type.description)) in \(place)\(caller), \(bytesChange)"
    }

    /// The function of the program that allocates, with its line: `Table.match(_:) (Router.swift:81)`.
    var place: String {
        guard let symbol = stack.bestSymbol ?? stack.bestFunction else { return oneLine(stack.place) }
        let line = symbol.file.flatMap { file in
            symbol.line.map { " (\(file.split(separator: "/").last ?? ""):\($0))" }
        }
        return oneLine(FunctionName(symbol.function).brief + (line ?? ""))
    }

    /// The function of the program that called the one that allocates, or `nil` if the stack has none.
    var caller: String? { stack.callerOfSite }
}

extension Backtrace {
    /// The function of the program that called the one that a site is named by, or `nil` if the stack has none.
    ///
    /// Expansions of macros are part of the function that uses them.
    var callerOfSite: String? {
        let symbols = frames.filter { !$0.isInPlatformLibrary }.flatMap(\.symbols)
        let functions = symbols.filter { $0.programFunction != nil }
        guard let site = bestSymbol ?? bestFunction, let index = functions.firstIndex(of: site) else { return nil }
        let caller = functions[index...].first {
            $0.programFunction != site.programFunction && !$0.function.contains("macro expansion #")
        }
        return caller.map { oneLine(FunctionName($0.function).brief) }
    }
}

extension Int {
    /// The number with its sign: `+3`, `-1`.
    fileprivate var signed: String { self < 0 ? "\(self)" : "+\(self)" }
}
