extension Result {
    /// Whether something was thrown.
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
