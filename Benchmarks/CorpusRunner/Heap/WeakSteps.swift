internal import OutliveHeap
internal import OutliveModel

extension HeapSnapshot {
    /// The steps of a trace that lead through a property which keeps nothing alive, as far as names tell: every type of
    /// that name has it, and in none it is strong.
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
    /// The name without the module and the types that it is nested in.
    fileprivate var unqualified: String? {
        kind == .object ? name.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) : nil
    }
}
