import Foundation
import OutliveHeap
import OutliveModel
import OutliveReport
import OutliveSymbols
let a = CommandLine.arguments
var report = try Report(json: Array(Data(contentsOf: URL(fileURLWithPath: a[1]))))
for i in report.findings.indices { report.findings[i].traces = []; report.findings[i].victimOf = nil; report.findings[i].fingerprint = nil }
let snapshot = try HeapSnapshot(path: a[2])
let t = ContinuousClock.now
report.trace(in: snapshot, names: Symbolicator())
report.addMissingFingerprints()
let d = ContinuousClock.now - t
if a.count > 3 { for f in report.findings where f.verdict == .leak { print("   ", f.key.type, f.key.site, f.count, f.fingerprint ?? "", f.victimOf ?? ""); for t in f.traces.prefix(3) { print("        \(t.objects) \(t.shape) [\(t.culprit?.name ?? "-") \(t.culprit?.pattern.rawValue ?? "")] \(t)") } } }
for c in report.causes { print("CAUSE \(c.fingerprint) \(c.name) @\(c.location?.description ?? "-") \(c.culprit?.pattern.rawValue ?? "-") | \(c.hint) | \(c.bytesPerCycle) B | " + c.leaked.map { "\($0.type.suffix(40)) \($0.objects)" }.joined(separator: ", ")) }
print(d)
