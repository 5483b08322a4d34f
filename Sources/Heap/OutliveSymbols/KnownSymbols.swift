internal import OutliveModel
internal import OutliveSupport

/// The symbols that a symbolicator has looked up, because a judgement asks for most addresses several times, and the
/// tool reads all debug information of a module whenever it starts.
///
/// Safe to use from several threads.
final class KnownSymbols: Sendable {
    /// The symbols at an address, and where they are from.
    struct Answer: Sendable {
        /// The functions, innermost first; none if no source knows the address.
        var symbols: [Symbol]
        /// The tool or tables that know the address, or an empty string.
        var source: String
    }

    /// An address in one build of a module: another build may be at the same path later.
    private struct Place: Hashable {
        var address: Address
        var buildID: String?
    }

    private let answers = Lock<[Place: Answer]>([:])

    /// Returns what is known of some addresses.
    ///
    /// - Parameter builds: The addresses with the build IDs of their modules.
    func answers(at builds: [Address: String?]) -> [Address: Answer] {
        answers.withLock { answers in
            builds.reduce(into: [:]) { found, build in
                found[build.key] = answers[Place(address: build.key, buildID: build.value)]
            }
        }
    }

    /// Keeps answers for later.
    func keep(_ found: [Address: Answer], at builds: [Address: String?]) {
        answers.withLock { answers in
            for (address, buildID) in builds {
                answers[Place(address: address, buildID: buildID)] = found[address] ?? Answer(symbols: [], source: "")
            }
        }
    }
}
