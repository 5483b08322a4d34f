package import OutliveModel
internal import OutliveSupport

/// The file `status` of a process or thread: lines of `Name:<tab>value`.
package struct StatusFile {
    private let values: [Substring: Substring]

    package init(_ text: String) {
        values = Dictionary(
            text.rows.compactMap { row in
                guard let colon = row.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
                return (row[..<colon], row[row.utf8.index(after: colon)...])
            },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns a value with one space between its parts, or `nil` if the kernel does not provide it.
    package subscript(_ name: Substring) -> String? { values[name]?.fields().joined(separator: " ") }

    /// The name, which may contain spaces.
    package var name: String? { values["Name"].map { String($0.drop { $0 == "\t" }) } }
    /// `true` for a process that has ended but was not reaped.
    package var hasEnded: Bool { isInState("ZX") }
    /// `true` if a signal or a debugger has stopped the process.
    package var isStopped: Bool { isInState("Tt") }

    private func isInState(_ letters: String) -> Bool { self["State"]?.first.map(letters.contains) == true }

    /// Returns a set of signals, such as `SigBlk`, in ascending order.
    package func signals(_ name: Substring) -> [SignalNumber]? {
        self[name].flatMap { UInt64($0, radix: 16) }.map { set in
            (0..<64).filter { set >> $0 & 1 == 1 }.map { SignalNumber(number: Int32($0 + 1)) }
        }
    }

    /// Returns `true` if the process handles a signal.
    package func catches(_ signal: SignalNumber) -> Bool { signals("SigCgt")?.contains(signal) == true }
}
