import ReaderOracle

// Compares what the reader of metadata finds in this process with what the Swift runtime says, and prints the figures.

outl_oracle_begin()
let differences = allTypes.reduce(0) { $0 + Int(outl_oracle_spell(unsafeBitCast($1, to: UnsafeRawPointer.self))) }
print("\(allTypes.count) types, \(differences) names differ")
let found = outl_oracle_compare()
print(
    "\(found.types) types found, \(found.names) names differ; \(found.fields) fields, \(found.unknown) unknown, "
        + "\(found.field_names + found.offsets + found.strengths + found.field_types + found.layouts) differ")
