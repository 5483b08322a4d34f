internal import OutliveModel

extension Report {
    /// Whether any reset was measured, in a pair or in the soak.
    var measuredResets: Bool { comparison != nil || !soak.isEmpty }
}
