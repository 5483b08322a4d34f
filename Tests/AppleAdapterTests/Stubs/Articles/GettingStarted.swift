// MARK: 4
@MainActor final class Session {}
