internal import OutliveModel

extension Plan {
    /// Returns the tone of a slope. Growth is bad only if it fails the run.
    func tone(of slope: Slope) -> Tone {
        slope.grows ? growth == .fail ? .bad : .warn : .plain
    }
}
