internal import OutliveHeap
internal import OutliveModel

extension HeapSnapshot {
    /// Returns the steps of a trace through a property that keeps nothing alive, as far as names show: every type of
    /// that name has the property, and it is strong in none of them.
    func weakSteps(of trace: LeakTrace) -> [String] {
        trace.steps.dropLast(trace.shape == .cycle ? 0 : 1).compactMap { step in
            guard step.kind == .object, let edge = step.edge, edge.hasPrefix(".") else { return nil }
            let property = String(edge.dropFirst().prefix { $0 != "[" })
            let strengths = types.indices.filter { types[$0].type?.unqualified == step.name }
                .flatMap { fields(ofType: $0) }
                .filter { $0.name == property || $0.name.hasPrefix("\(property).") }
                .map(\.strength)
            return strengths.isEmpty || strengths.contains(.strong) ? nil : "\(step)"
        }
    }
}

extension HeapType {
    /// The name without its module and the types that enclose it.
    fileprivate var unqualified: String? {
        kind == .object ? name.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) : nil
    }
}
