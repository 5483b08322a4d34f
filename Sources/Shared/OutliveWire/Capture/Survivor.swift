/// The components of one key from ended generations that are still alive.
public struct Survivor: Codable, Hashable, Sendable {
    /// The properties that the components share.
    public var key: ComponentKey
    /// The number of distinct live objects for each generation of birth, oldest first.
    public var births: [Birth]
    /// The stack of one registration: the newest object's.
    public var backtrace: Backtrace
    /// The strong retain count of one of the objects; only a hint, because other threads may change it at any time.
    public var retainCount: Int?
    /// The addresses of the youngest objects, at most `maximumAddresses`; `nil` if none are reported.
    ///
    /// They only serve to find the objects in a heap snapshot that is taken while they are alive.
    package var addresses: [ObjectAddress]?

    /// The maximum number of objects whose addresses are reported.
    package static let maximumAddresses = 16

    package init(
        key: ComponentKey, births: [Birth], backtrace: Backtrace, retainCount: Int? = nil,
        addresses: [ObjectAddress]? = nil
    ) {
        (self.key, self.births, self.backtrace) = (key, births, backtrace)
        (self.retainCount, self.addresses) = (retainCount, addresses)
    }

    /// The number of distinct live objects.
    public var count: Int { births.total }

    /// Returns the age in cycles of the oldest live object at the end of `generation`; 1 for an object registered in
    /// it.
    public func age(endOf generation: Int) -> Int {
        births.first.map { generation - $0.generation + 1 } ?? 0
    }

    /// The number of live objects from one generation.
    public struct Birth: Codable, Hashable, Sendable {
        /// The generation in which they were registered, counted from 1.
        public var generation: Int
        /// The number of distinct live objects from that generation.
        public var count: Int

        package init(generation: Int, count: Int) {
            self.generation = generation
            self.count = count
        }
    }
}

extension [Survivor.Birth] {
    /// The number of live objects of all generations.
    package var total: Int { reduce(0) { boundedSum($0, $1.count) } }
}

/// The number of components with one key, from ended generations, that were alive at one moment.
public struct AliveComponent: Codable, Hashable, Sendable {
    /// The properties that the components share.
    public var key: ComponentKey
    /// The number of live components.
    public var count: Int

    package init(key: ComponentKey, count: Int) {
        self.key = key
        self.count = count
    }
}

/// The components of one key that were alive at the start of settling and were released before its deadline.
public struct LateFree: Codable, Hashable, Sendable {
    /// The properties that the components share.
    public var key: ComponentKey
    /// The number of objects that were released late.
    public var count: Int
    /// The time from the start of settling until the check that found the last of them released, in seconds.
    public var seconds: Double

    package init(key: ComponentKey, count: Int, seconds: Double) {
        (self.key, self.count, self.seconds) = (key, count, seconds)
    }
}

extension [Survivor] {
    /// The addresses of the components of each key.
    package var addresses: [ComponentKey: [ObjectAddress]] {
        Dictionary(map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
    }
}

/// The address of an object, stored so that it is not mistaken for a reference to the object.
///
/// A heap snapshot treats any word that equals the address of a block as a reference. The stored word is therefore
/// inverted.
package struct ObjectAddress: RawRepresentable, Codable, Hashable, Comparable, Sendable {
    private let inverted: UInt64

    package init(rawValue address: UInt64) { inverted = ~address }

    package init(_ address: UInt64) { self.init(rawValue: address) }

    /// The address itself.
    package var rawValue: UInt64 { ~inverted }

    package static func < (first: ObjectAddress, second: ObjectAddress) -> Bool { first.rawValue < second.rawValue }
}
