/// The place where a case registers its components.
public protocol Recorder: AnyObject {
    /// Registers an object under a name.
    func track(_ object: AnyObject, _ name: String)
}

/// The development of the number of live tracked objects.
public enum Growth: Equatable, Sendable, CustomStringConvertible {
    /// Nothing is alive after a cycle.
    case none
    /// Every cycle adds this many objects.
    case perCycle(Int)
    /// This many objects are alive after every cycle.
    case constant(Int)

    public var description: String {
        switch self {
        case .none: "none"
        case .perCycle(let count): "+\(count)/cycle"
        case .constant(let count): "constant \(count)"
        }
    }
}

/// A case and its stated truth.
public struct Case: Sendable {
    public let id: String
    public let leaky: Bool
    public let survivors: [String]
    public let growth: Growth
    public let culprits: [String]
    public let allocatedIn: String
    public let settle: Duration
    public let cycle: @Sendable (Recorder) async throws -> Void

    init(
        _ id: String, _ growth: Growth, _ survivors: [String] = [], leaky: Bool? = nil,
        culprits: [String] = ["static Components.kept"], allocatedIn: String = "Components.make", settle: Duration = .milliseconds(30),
        cycle: @escaping @Sendable (Recorder) async throws -> Void
    ) {
        self.id = id
        self.growth = growth
        self.survivors = survivors
        self.allocatedIn = allocatedIn
        self.culprits = growth == .none ? [] : culprits
        self.settle = settle
        self.cycle = cycle
        if case .perCycle = growth { self.leaky = leaky ?? true } else { self.leaky = leaky ?? false }
    }
}
