extension Result {
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
