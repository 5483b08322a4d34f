package import OutliveModel

/// Returns the facts of a census for the fidelity check `types`: the classes with live objects.
///
/// Only classes that the program, or a library outside the toolchain, declares count. The number of objects depends on
/// the moment of the census and is left out, as are closures and boxes.
package func liveTypes(in census: HeapCensus) -> [String: ProcessState.Fact] {
    let types = Set(census.rows.lazy.filter { $0.state == .alive && $0.count > 0 }.map(\.type))
    let declared = types.lazy.filter { $0.kind == .object && $0.isDeclaredByProgram }
    return Dictionary(declared.map { ($0.name, .count(1)) }) { first, _ in first }
}
