internal import ArgumentParser
internal import Foundation

/// A log of UI tests of any size.
struct MadeUpLog {
    /// The content of the log.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        /// Test cases with activities, with output of the application and of the build between them.
        case tests
        /// Activity lines alone.
        case activities
        /// Lines that no test printed.
        case output
        /// One line without an end.
        case line

        /// The content as text for a table.
        var words: String {
            switch self {
            case .tests: "tests with output between"
            case .activities: "activities alone"
            case .output: "output alone"
            case .line: "one line"
            }
        }
    }

    let kind: Kind

    /// Writes the log, some megabytes at a time.
    func write(to file: URL, bytes: Int) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var number = 0
        var left = bytes
        while left > 0 {
            var piece = ""
            while piece.utf8.count < min(left, 4 << 20) {
                piece += text(number)
                number += 1
            }
            let data = Data(piece.utf8.prefix(left))
            try handle.write(contentsOf: data)
            left -= data.count
        }
    }

    private func text(_ number: Int) -> String {
        let output = String(
            repeating: "2025-11-28 20:45:45.378 Shop[5823:29017] [network] GET /items?page=3&size='20' took 12 ms\n",
            count: 20)
        switch kind {
        case .tests:
            let test = "Test Case '-[ShopUITests.Suite\(number % 40) test\(number % 400)]'"
            return "\(test) started.\n" + activities(number) + output + "\(test) passed (20.513 seconds).\n"
        case .activities: return activities(number)
        case .output: return output
        case .line: return "a line that does not end "
        }
    }

    private func activities(_ number: Int) -> String {
        let steps = (4..<20).map { second in
            """
                t = \(second < 10 ? "    " : "   ")\(second).00s Tap "buy" Button
                t = \(second < 10 ? "    " : "   ")\(second).01s     Wait for org.example.Shop to idle
                t = \(second < 10 ? "    " : "   ")\(second).30s     Synthesize event

            """
        }
        return """
                t =     0.00s Start Test at 2025-11-25 12:35:20.\(number)
                t =     0.10s Set Up
                t =     0.10s     Open org.example.Shop
                t =     0.11s         Launch org.example.Shop
                t =     0.12s             Terminate org.example.Shop:\(number)
                t =     1.10s             Setting up automation session
                t =     2.10s             Wait for org.example.Shop to idle

            """ + steps.joined() + "    t =    20.31s Tear Down\n"
    }
}
