import Synchronization

/// The reason why the resident memory of the server grows.
enum Fault: String {
    /// Nothing: everything that a report is made from is dropped.
    case none
    /// One small object in forty stays, and keeps the page between blocks that are dropped.
    case fragmented
    /// The rows of every report stay.
    case leak
}

/// The receipt for a part of a report.
final class Receipt: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
}

/// Makes reports from many rows of 2 kB.
final class ReportDesk: Sendable {
    private let fault: Fault
    private let receipts = Mutex<[Receipt]>([])
    private let archive = Mutex<[[[UInt8]]]>([])

    init(_ fault: Fault) { self.fault = fault }

    /// Makes a report, and returns the sum of its rows.
    func report(rows count: Int) -> Int {
        var rows: [[UInt8]] = []
        var kept: [Receipt] = []
        for number in 0..<count {
            rows.append([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 2_000))
            let receipt = Receipt(number: number)
            if fault == .fragmented, number % 40 == 0 { kept.append(receipt) }
        }
        receipts.withLock { $0 += kept }
        // TRUE CULPRIT of the leak: no report leaves the archive.
        if fault == .leak { archive.withLock { $0.append(rows) } }
        return rows.reduce(0) { $0 + Int($1[0]) }
    }
}
