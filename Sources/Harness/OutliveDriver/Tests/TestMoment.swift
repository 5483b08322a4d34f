internal import OutliveSupport

/// A moment of a process that runs tests, and the state of the program then.
package struct TestMoment: Sendable {
    /// What had just happened.
    package enum Event: Hashable, Sendable {
        case began(test: String)
        case ended(test: String)
        /// A global or static was initialised at its first use.
        case initialised
    }

    package enum Capture: Sendable {
        case changed(HeapFile)
        /// The state equals the one at the moment before.
        case same
        /// There is no state, with the reason in one line.
        case failed(String)
    }

    package var event: Event
    package var capture: Capture

    /// Reads a journal of the heap tier; it ends with the first line of another form.
    ///
    /// The name of a test is its ID in the events of swift-testing, or what XCTest prints.
    ///
    /// - Parameter file: Returns the state with a number, or `nil` if it does not exist.
    static func all(in journal: [UInt8], file: (UInt32) -> HeapFile?) -> [TestMoment] {
        var moments: [TestMoment] = []
        for line in journal.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let number = UInt32(String(decoding: parts[0], as: UTF8.self)) else { break }
            let text = String(decoding: parts[3], as: UTF8.self)
            let capture: Capture
            switch parts[2].first {
            case UInt8(ascii: "c"): capture = file(number).map { .changed($0) } ?? .failed("its file is gone")
            case UInt8(ascii: "s"): capture = .same
            default: capture = .failed(text.onOneLine())
            }
            guard let event = Event(parts[1].first, test: text) else { break }
            moments.append(TestMoment(event: event, capture: capture))
        }
        return moments
    }
}

extension TestMoment.Event {
    fileprivate init?(_ kind: UInt8?, test: String) {
        // The ID of swift-testing is a text in JSON, with escaped slashes and quotation marks.
        let name = test.withoutEscapes
        switch kind {
        case UInt8(ascii: "b"): self = .began(test: name)
        case UInt8(ascii: "e"): self = .ended(test: name)
        case UInt8(ascii: "v"): self = .initialised
        default: return nil
        }
    }
}

extension String {
    /// The text without the backslashes that escape its characters.
    fileprivate var withoutEscapes: String {
        var isEscaped = false
        return reduce(into: "") { text, character in
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { text.append(character) }
        }
    }
}
