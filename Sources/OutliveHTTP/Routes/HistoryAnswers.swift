#if LiveReset
internal import Outlive
internal import OutliveModel

/// The body of `GET /ready`.
struct ReadyAnswer: Codable, Equatable {
    /// Whether the application can be used now.
    var ready: Bool
    /// The generation that it is in, counted from 1.
    var generation: Int
    /// Whether the registry is on: without it nothing is known of survivors.
    var watched: Bool
}

/// The body of `GET /generations`.
struct GenerationsAnswer: Codable, Equatable {
    /// The generation that the application is in, counted from 1.
    var generation: Int
    /// Whether the registry is on.
    var watched: Bool
    /// Those that have settled, oldest first, 100 at most.
    var generations: [GenerationSummary]
    /// The whole report of the last of them; absent where none has settled.
    var newest: GenerationReport?
}

/// The body of `GET /survivors`.
struct SurvivorsAnswer: Codable, Equatable {
    /// The generation that settled last; absent where none has.
    var generation: Int?
    /// Whether the registry is on.
    var watched: Bool
    /// What was alive then of it, and of those before.
    var survivors: [Survivor]
}

/// A generation in short: its report without what grows with every reset of an application that leaks.
struct GenerationSummary: Codable, Equatable {
    /// The generation that ended, counted from 1.
    var generation: Int
    /// Components registered in it that were to end with it.
    var registered: Int
    /// How many of those are gone.
    var died: Int
    /// How many components of ended generations were alive.
    var survivors: Int
    /// How many went away while settling.
    var late: Int
    /// Seconds from the first sweep until nothing new was alive or the deadline passed.
    var settleSeconds: Double
    /// How the reset went that ended it, without what its first sweep found.
    var reply: ResetReply?

    init(_ report: GenerationReport) {
        generation = report.generation
        registered = report.registered
        died = report.died
        survivors = report.survivors.reduce(0) { $0 + $1.count }
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
            generation: history.generation, watched: history.isWatched,
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
#endif
