internal import OutliveModel

extension Finding {
    /// Where in the checkout the culprit is; nil where it is no closure, task or static, or its file lies elsewhere.
    ///
    /// - Parameter root: the absolute path of the checkout.
    func culpritPlace(in root: String) -> CheckoutPlace? {
        guard let location = trace?.culprit?.location, let path = relative(location.file, to: root) else { return nil }
        return CheckoutPlace(path: path, line: location.line)
    }
}

extension LeakTrace {
    /// What is to blame, by name; nil where no reference is.
    var holder: String? {
        guard let culprit, !culprit.isRetain else { return nil }
        return oneLine(culprit.name)
    }

    /// What is to blame: `held by Session.onEvent`, `retained once too often, or by hand`; nil where nothing is known.
    var causeInWords: String? {
        if let holder { return "held by \(holder)" }
        guard shape == .unheld || culprit?.isRetain == true else { return nil }
        let retained = "retained once too often, or by hand"
        // What holds it says where to look: `memory from makeHandle`.
        guard shape != .unheld, let culprit, steps.indices.contains(culprit.step),
            [.block, .memory].contains(steps[culprit.step].kind)
        else { return retained }
        return "\(retained) by \(oneLine(steps[culprit.step].name))"
    }
}

extension Culprit {
    /// Whether a retain is to blame, and not a reference that has a name.
    var isRetain: Bool { name == "over-retain" }
}
