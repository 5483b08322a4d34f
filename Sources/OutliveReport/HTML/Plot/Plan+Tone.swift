internal import OutliveModel

extension Plan {
    /// What a slope means for the run: growth is bad only where it fails the run.
    func tone(of slope: Slope) -> Tone {
        slope.grows ? growth == .fail ? .bad : .warn : .plain
    }
}
