/// What an application writes to `generation-N.json` when the generation it ended has settled.
public struct GenerationReport: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The generation that ended, counted from 1.
    public var generation: Int
    /// How the reset went that ended it; its request is 0 when the application reset itself, or by HTTP.
    public var reply: ResetReply?
    /// Distinct components with lifetime `untilReset` registered in this generation.
    public var registered: Int
    /// How many of those are gone now; 0 of a positive `registered` means that the reset replaced nothing.
    public var died: Int
    /// Every key that has live objects of ended generations up to this one.
    public var survivors: [Survivor]
    /// What went away while settling.
    public var late: [LateFree]
    /// Seconds from the first sweep until nothing new was alive or the deadline passed.
    public var settleSeconds: Double
    /// Live components of all generations, the current one included, when settling ended.
    public var live: Int
    /// The keys of what was registered since and is alive, 200 at most: what the next generation is made of.
    public var components: [ComponentKey]?

    /// Makes the report of an ended generation.
    public init(
        generation: Int, reply: ResetReply? = nil, registered: Int, died: Int, survivors: [Survivor] = [],
        late: [LateFree] = [], settleSeconds: Double = 0, live: Int = 0, components: [ComponentKey]? = nil,
        version: Int = Hello.currentVersion
    ) {
        self.version = version
        self.generation = generation
        self.reply = reply
        self.registered = registered
        self.died = died
        self.survivors = survivors
        self.late = late
        self.settleSeconds = settleSeconds
        self.live = live
        self.components = components
    }

    /// The name in `OUTLIVE_DIR` of the file that reports generation `generation`.
    public static func fileName(generation: Int) -> String { "generation-\(generation).json" }
}
