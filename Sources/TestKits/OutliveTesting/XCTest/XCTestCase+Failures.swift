#if canImport(XCTest)
internal import XCTest

extension XCTestCase {
    /// Records the result of a check: each survivor at its registration site if known, or all at the call.
    func record(_ outcome: LeakCheck.Outcome, at site: CallSite, all: Bool = false) {
        for complaint in outcome.complaints {
            let text = [complaint.text, outcome.place].compactMap(\.self).joined(separator: "\n")
            fail(text, at: all ? site : complaint.site ?? site)
        }
        if let blindness = outcome.blindness { fail(blindness, at: site) }
    }

    func fail(_ description: String, at site: CallSite) {
        #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: site.file, lineNumber: site.line)
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: description,
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
        recordFailure(withDescription: description, inFile: site.file, atLine: site.line, expected: true)
        #endif
    }
}

extension LeakComplaint {
    /// The registration site of the survivor, or `nil` if the file is unknown.
    var site: CallSite? { path.hasPrefix("/") ? CallSite(file: path, line: line) : nil }
}

/// The place of a failure in the source.
struct CallSite {
    var file: String
    var line: Int

    init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    init(file: StaticString, line: UInt) {
        self.init(file: "\(file)", line: Int(line))
    }
}
#endif
