/// The seats that are being reserved.
actor Desk {
    private var waiting: [String: CheckedContinuation<String, Never>] = [:]

    /// Waits until the seat is confirmed.
    ///
    /// A second reservation of a seat replaces the first one, which is never answered.
    func reserve(_ seat: String) async -> String {
        await withCheckedContinuation { waiting[seat] = $0 }
    }

    func confirm(_ seat: String) -> String {
        waiting.removeValue(forKey: seat)?.resume(returning: "\(seat) is yours")
        return "confirmed"
    }
}
