/// The launches, resets and relaunches of an application.
struct Tally: Sendable {
    var launches = 0
    var resets = 0
    var plannedRelaunches = 0
    var fallbacks: [Fallback] = []
}
