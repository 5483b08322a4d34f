internal import OutliveModel

/// The kind of library object that holds a closure, and the type of the program that declares the closure.
struct ClosureOwner: Hashable {
    private let library: String
    private let type: Substring

    /// Creates the owner of the suspect closure of a trace, or returns `nil` if its closures are not freed together.
    init?(_ trace: LeakTrace) {
        guard let culprit = trace.culprit, culprit.step > 0, trace.steps.indices.contains(culprit.step),
            trace.steps[culprit.step].kind == .closure, trace.steps[culprit.step - 1].kind == .library,
            let type = culprit.name.split(separator: " ").last?.split(separator: ".").first
        else { return nil }
        library = trace.steps[culprit.step - 1].name
        self.type = type
        guard ObjectInspector.all.contains(where: { $0.name == library && $0.hasSeveralClosures }) else { return nil }
    }
}

extension Finding {
    /// The library object that holds the closure which is the suspect, if its release frees all its closures.
    var closureOwner: ClosureOwner? { trace.flatMap(ClosureOwner.init) }
}
