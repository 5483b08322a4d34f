import OutliveBenchmark
import OutliveModel
import Testing

@Suite("The machine")
struct MachineTests {
    @Test func `is described by facts that every machine has`() {
        let machine = Machine.current
        #expect(!machine.system.isEmpty)
        #expect(!machine.system.contains("\""))
        #expect(machine.architecture != "other")
        #expect(machine.processors > 0)
        #expect(machine.memoryBytes > 1 << 24)
        #expect(machine.processor?.isEmpty != true)
    }
}
