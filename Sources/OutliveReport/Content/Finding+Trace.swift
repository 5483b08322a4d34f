internal import OutliveModel

extension Finding {
    /// What is to blame for most of the objects, by name: `Session.onEvent`; nil where nothing that holds them was found.
    var holder: String? { trace?.holder }

    /// What happens and why, where that is known: `held by Session.onEvent`, `retained once too often, or by hand`.
    var causeInWords: String? { trace?.causeInWords }

    /// What is to blame and the way from there: `held by Session.onEvent: static App.shared -> Session.onEvent -> Session`.
    var heldInWords: String? {
        guard let trace else { return nil }
        let path = oneLine(trace.description)
        guard let cause = trace.causeInWords else { return "held by \(path)" }
        return cause + (trace.shape != .unheld || trace.steps.count > 1 ? ": \(path)" : "")
    }

    /// `12.3 kB, with all that only they hold`; nil where that is not known, or no more than they are themselves.
    var retainedInWords: String? {
        guard let retainedBytes, retainedBytes > bytes ?? 0 else { return nil }
        return Scale.bytes(Double(retainedBytes)).text(Double(retainedBytes)) + ", with all that only they hold"
    }

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

/// How many objects findings of one verdict are about, and how many fingerprints they have:
/// ` (120 objects, 2 fingerprints)`; empty where not all have one.
func extentInWords(_ findings: [Finding]) -> String {
    let fingerprints = findings.compactMap(\.fingerprint)
    guard !findings.isEmpty, fingerprints.count == findings.count else { return "" }
    let objects = findings.reduce(0) { $0 + $1.count }
    return " (\(counted(objects, "object")), \(counted(Set(fingerprints).count, "fingerprint")))"
}
