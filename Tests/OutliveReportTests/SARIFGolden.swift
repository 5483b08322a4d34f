import OutliveModel
import OutliveReport
import Testing

/// SARIF reports in the form of golden files.
enum SARIFGolden {
    private static let driver = (opening: #"        "driver" : {"#, closing: "        }")
    private static let stacks = (opening: #"          "stacks" : ["#, closing: "          ]")

    /// A report without its driver, which has a golden file of its own, and with a number for each repeated stack.
    static func essence(of text: String) -> String {
        var essence: [Substring] = []
        var numbers: [ArraySlice<Substring>: Int] = [:]
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = rest.popFirst() {
            essence.append(line)
            if line == driver.opening {
                rest = rest[part(of: rest, until: driver.closing).endIndex...]
            } else if line == stacks.opening {
                let stack = part(of: rest, until: stacks.closing)
                if let number = numbers[stack] {
                    essence.append("            (stack \(number))")
                    rest = rest[stack.endIndex...]
                } else {
                    numbers[stack] = numbers.count + 1
                }
            }
        }
        return essence.joined(separator: "\n")
    }

    /// The driver of a report: the version of the tool, its rules and its notifications.
    static func driver(of text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0 == driver.opening }.map { $0 + 1 } ?? lines.endIndex
        return part(of: lines[start...], until: driver.closing).map { $0 + "\n" }.joined()
    }

    private static func part(of lines: ArraySlice<Substring>, until closing: String) -> ArraySlice<Substring> {
        lines.prefix { !$0.hasPrefix(closing) }
    }
}

/// The part of a SARIF report that is equal in every report of a version.
@Suite struct SARIFDriverTests {
    private func driver(of report: Report) throws -> String {
        SARIFGolden.driver(of: String(decoding: try ReportFormat.sarif.bytes(for: report), as: UTF8.self))
    }

    @Test func `The driver with its rules equals its golden file`() throws {
        try GoldenFile(path: "SARIF/driver.json").expect(driver(of: .clean))
    }

    @Test(arguments: GoldenFileTests.reports.keys.sorted())
    func `Every report has the same driver`(name: String) throws {
        let report = try #require(GoldenFileTests.reports[name])
        let driver = try driver(of: report)
        #expect(driver.contains(#""rules" : ["#))
        #expect(try driver == self.driver(of: .clean), "the rules depend on the report")
    }
}
