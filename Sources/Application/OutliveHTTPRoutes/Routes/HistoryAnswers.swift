internal import Outlive
internal import OutliveHTTPServer
internal import OutliveSupport
internal import OutliveWire

/// The body of `GET /ready`.
struct ReadyAnswer: Codable, Equatable {
    /// `true` if the application is usable.
    var ready: Bool
    /// The current generation of the application, starting at 1.
    var generation: Int
    /// `true` if the registry is enabled; otherwise survivors are unknown.
    var watched: Bool
}

/// The body of `GET /generations`.
struct GenerationsAnswer: Codable, Equatable {
    /// The application, as commands name it.
    var processID: Int32
    /// The current generation of the application, starting at 1.
    var generation: Int
    /// `true` if the registry is enabled.
    var watched: Bool
    /// The settled generations, oldest first, at most 100.
    var generations: [GenerationSummary]
    /// The complete report of the newest settled generation, or absent if there is none.
    var newest: GenerationReport?
}

/// The body of `GET /survivors`.
struct SurvivorsAnswer: Codable, Equatable {
    /// The newest settled generation, or absent if there is none.
    var generation: Int?
    /// `true` if the registry is enabled.
    var watched: Bool
    /// The survivors of that and earlier generations when it had settled.
    var survivors: [Survivor]
}

/// A summary of a generation's report without the parts that grow with every reset of a leaking application.
struct GenerationSummary: Codable, Equatable {
    /// The number of the ended generation, starting at 1.
    var generation: Int
    /// The number of components with lifetime `untilReset` registered in the generation.
    var registered: Int
    /// The number of released ones.
    var died: Int
    /// The number of live components with lifetime `untilReset` of ended generations.
    var survivors: Int
    /// The number of components released while settling.
    var late: Int
    /// The time from the first sweep until no new component was alive or the deadline passed, in seconds.
    var settleSeconds: Double
    /// The reply to the reset that ended the generation, without the components of its first sweep.
    var reply: ResetReply?

    init(_ report: GenerationReport) {
        generation = report.generation
        registered = report.registered
        died = report.died
        survivors = report.unexpectedSurvivors.reduce(0) { $0 + $1.count }
        late = report.late.reduce(0) { $0 + $1.count }
        settleSeconds = report.settleSeconds
        reply = report.reply
        reply?.alive = []
    }
}

extension ReadyAnswer {
    init(_ history: ResetHistory) {
        self.init(ready: history.isUsable, generation: history.generation, watched: history.isWatched)
    }
}

extension GenerationsAnswer {
    init(_ history: ResetHistory) {
        let reports = history.reports
        self.init(
            processID: getpid(), generation: history.generation, watched: history.isWatched,
            generations: reports.map { GenerationSummary($0) }, newest: reports.last)
    }
}

extension SurvivorsAnswer {
    init(_ history: ResetHistory) {
        let newest = history.reports.last
        self.init(
            generation: newest?.generation, watched: history.isWatched, survivors: newest?.survivors ?? [])
    }
}
