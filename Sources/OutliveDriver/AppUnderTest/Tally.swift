/// How often an application was launched and reset, and why it was relaunched.
struct Tally: Sendable {
    var launches = 0
    var resets = 0
    var plannedRelaunches = 0
    var fallbacks: [Fallback] = []
}
