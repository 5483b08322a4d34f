import OutliveBenchmark
import OutliveModel
import Testing

struct MachineTests {
    @Test func `Facts that every machine has describe the machine`() {
        let machine = Machine.current
        #expect(!machine.system.isEmpty)
        #expect(!machine.system.contains("\""))
        #expect(machine.architecture != "other")
        #expect(machine.processors > 0)
        #expect(machine.memoryBytes > 1 << 24)
        #expect(machine.processor?.isEmpty != true)
    }
}
