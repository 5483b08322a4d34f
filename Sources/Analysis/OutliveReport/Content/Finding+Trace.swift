internal import OutliveModel

extension Finding {
    /// Returns the place of the suspect reference in the checkout, or `nil` if it has no location or lies elsewhere.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func culpritPlace(in root: String) -> CheckoutPlace? {
        guard let location = trace?.culprit?.location, let path = relative(location.file, to: root) else { return nil }
        return CheckoutPlace(path: path, line: location.line)
    }
}

extension LeakTrace {
    /// The name of the suspect reference, or `nil` if there is none.
    var holder: String? {
        guard let culprit, !culprit.isRetain else { return nil }
        return oneLine(culprit.name)
    }

    /// The suspect: `held by Session.onEvent`, or `over-retained, or retained manually`. `nil` if nothing is known.
    var causeInWords: String? {
        if let holder { return "held by \(holder)" }
        guard shape == .unheld || culprit?.isRetain == true else { return nil }
        let retained = "over-retained, or retained manually"
        // The name of the holding memory shows where to search: `memory from makeHandle`.
        guard shape != .unheld, let culprit, steps.indices.contains(culprit.step),
            [.block, .memory].contains(steps[culprit.step].kind)
        else { return retained }
        return "\(retained) by \(oneLine(steps[culprit.step].name))"
    }
}

extension Culprit {
    /// `true` if the suspect is a retain without a release, and not a named reference.
    var isRetain: Bool { name == "over-retain" }
}
