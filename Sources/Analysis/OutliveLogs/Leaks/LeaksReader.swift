/// A reader of the output of Apple's `leaks`, in pieces of any size.
///
/// It reads trees, lists, output grouped by type and stacks, of several processes in one file. Lines of other programs
/// may lie between; they are counted, as is all that is not understood. Malformed lines never cause an error.
///
/// - Complexity: O(n) in the number of bytes; the memory is bounded by `LeaksLog.Limits`.
package struct LeaksReader {
    private var decoder = TextDecoder()
    private var splitter = LineSplitter()
    private var cleaner = LineCleaner()
    private var parser = LeaksParser()

    package init() {}

    /// Reads the next piece, which follows the one before it.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) {
        Self.read(&decoder, &splitter, &cleaner, &parser) { $0.take(bytes, $1) }
    }

    /// Ends the file.
    package mutating func finish() -> LeaksLog {
        Self.read(&decoder, &splitter, &cleaner, &parser) { $0.finish($1) }
        splitter.finish { line in cleaner.clean(line) { parser.take($0) } }
        return parser.finish()
    }

    /// Takes the parts as separate parameters, because each is changed inside a call on the one before it.
    private static func read(
        _ decoder: inout TextDecoder, _ splitter: inout LineSplitter, _ cleaner: inout LineCleaner,
        _ parser: inout LeaksParser, _ step: (inout TextDecoder, (Bytes) -> Void) -> Void
    ) {
        step(&decoder) { bytes in
            splitter.take(bytes) { line in cleaner.clean(line) { parser.take($0) } }
        }
    }
}
