public import OutliveModel

/// The facts that a census gives to the check `types` of fidelity: the classes that the program, or a library that is no part
/// of the toolchain, declares, and that have live objects.
///
/// How many there are is left out, as it depends on when one looks; so are closures and boxes, which are the work's.
public func liveTypes(in census: HeapCensus) -> [String: ProcessState.Fact] {
    let types = Set(census.rows.lazy.filter { $0.state == .alive && $0.count > 0 }.map(\.type))
    let declared = types.lazy.filter { $0.kind == .object && $0.isDeclaredByProgram }
    return Dictionary(declared.map { ($0.name, .count(1)) }) { first, _ in first }
}
