/// The report on an ended generation after settling, which the application writes to `generation-N.json`.
public struct GenerationReport: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_DIR`.
    public var version = RegistryStatus.currentVersion
    /// The generation that ended, counted from 1.
    public var generation: Int
    /// The reply to the reset that ended it; its request is 0 for a reset by the application itself or by HTTP.
    public var reply: ResetReply?
    /// The number of distinct components with lifetime `untilReset` that were registered in this generation.
    public var registered: Int
    /// The number of those components that were released.
    ///
    /// If it is 0 although components were registered, the reset replaced nothing.
    public var died: Int
    /// The keys with live objects of ended generations up to this one.
    public var survivors: [Survivor]
    /// The components that were released during settling.
    public var late: [LateFree]
    /// The time from the first sweep until all new survivors were released or the deadline passed, in seconds.
    public var settleSeconds: Double
    /// The number of live components of all generations, the current one included, at the end of settling.
    public var live: Int
    /// The keys of live components registered since the reset, at most 200: the contents of the next generation.
    public var components: [ComponentKey]?

    package init(
        generation: Int, reply: ResetReply? = nil, registered: Int, died: Int, survivors: [Survivor] = [],
        late: [LateFree] = [], settleSeconds: Double = 0, live: Int = 0, components: [ComponentKey]? = nil
    ) {
        (self.generation, self.reply, self.registered, self.died) = (generation, reply, registered, died)
        (self.survivors, self.late, self.settleSeconds) = (survivors, late, settleSeconds)
        (self.live, self.components) = (live, components)
    }

    /// The survivors with lifetime `untilReset`.
    package var unexpectedSurvivors: [Survivor] { survivors.filter { $0.key.lifetime == .untilReset } }

    /// Returns the name of the file in `OUTLIVE_DIR` for the report of `generation`.
    package static func fileName(generation: Int) -> String { "generation-\(generation).json" }
}

/// The state of a watched application's registry, which the application writes to `hello.json` at start.
///
/// It distinguishes an application that registers nothing from one without leak detection.
package struct RegistryStatus: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_DIR`; a reader refuses a newer one.
    package static let currentVersion = ResetRequest.currentVersion
    /// The name of the file in `OUTLIVE_DIR`.
    package static let fileName = "hello.json"

    /// The version of the files in `OUTLIVE_DIR`.
    package var version = RegistryStatus.currentVersion
    /// The identifier of the process that wrote it.
    package var processID: Int32
    /// `true` if the registry records registrations.
    package var registryEnabled: Bool
    /// The method of capturing stacks.
    package var unwinder: Unwinder
    /// The result of the registry's self-check at start.
    package var controls: SelfCheck

    package init(processID: Int32, registryEnabled: Bool, unwinder: Unwinder, controls: SelfCheck) {
        (self.processID, self.registryEnabled) = (processID, registryEnabled)
        (self.unwinder, self.controls) = (unwinder, controls)
    }
}

/// The result of a self-check with two controls: a deliberate leak to detect, and a released object to ignore.
package struct SelfCheck: Codable, Hashable, Sendable {
    /// `true` if the check detected an object that was kept alive on purpose.
    package var leakFound: Bool
    /// `true` if the check reported an object that was released.
    package var falseAlarm: Bool

    package init(leakFound: Bool, falseAlarm: Bool) {
        self.leakFound = leakFound
        self.falseAlarm = falseAlarm
    }

    /// `true` if detection does not work, so that a clean report would mean nothing.
    package var blind: Bool { !leakFound || falseAlarm }
}
