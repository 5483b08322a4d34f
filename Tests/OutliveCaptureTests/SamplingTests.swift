#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// The sampling of allocations: its arithmetic and tables alone, and the figures of a sampled program.
struct SamplingTests {
    /// Builds the tables of samples with a program that tries them.
    private static func build(in folder: URL, options: [String] = []) async throws -> String {
        try await Toolchain.buildTrial(
            "sampling.c",
            of: ["Allocation/sample.c", "Allocation/weight.c", "Base/own_memory.c", "Base/room.c", "Base/state.c"],
            in: folder,
            options: options)
    }

    @Test
    func `Weights are unbiased, and every sample is either live, freed or dropped`() async throws {
        let folder = try Folder()
        try await Toolchain.run(
            trials: ["weights", "distances", "estimates", "moves", "drops", "threads"], of: Self.build(in: folder.url))
    }

    @Test(arguments: [["-fsanitize=thread", "-ldispatch", "-lBlocksRuntime"], ["-fsanitize=address,undefined"]])
    func `The tables of samples have no race and no access out of bounds`(options: [String]) async throws {
        let folder = try Folder()
        try await Toolchain.run(
            trials: ["moves", "drops", "threads"], of: Self.build(in: folder.url, options: options))
    }

    @Test
    func `The ten largest types of a sampled program have the bytes of the exact census`() async throws {
        async let exactly = HeapCensus.ofAssortment()
        async let estimated = HeapCensus.ofAssortment(["OUTLIVE_HEAP_SAMPLE": "1000"])
        let (exact, sampled) = try await (exactly, estimated)
        #expect(exact.sampling == nil)
        let sampling = try #require(sampled.sampling)
        #expect(sampling.rate == 1000)
        #expect(sampling.samples > 20_000 && sampling.freedSamples > 20_000)
        #expect(sampling.dropped == 0)
        let objects = sampled.totals().filter { $0.type.kind != .raw }
        let live = Dictionary(uniqueKeysWithValues: objects.map { ($0.type, $0) })
        let largest = exact.totals().filter { $0.type.kind != .raw }.prefix(10)
        #expect(largest.count == 10)
        for type in largest {
            let estimate = try #require(live[type.type], "\(type.type)")
            // Six standard errors.
            #expect(abs(Double(estimate.bytes) / Double(type.bytes) - 1) < 0.1, "\(type.type): \(estimate.bytes)")
            // Few arrays hold the objects, every second of which was freed.
            guard type.type.name != "Swift._ContiguousArrayStorage<Swift.AnyObject>" else { continue }
            #expect(abs(Double(estimate.objects) / Double(type.objects) - 1) < 0.1, "\(type.type): \(estimate.objects)")
            let allocated = try #require(estimate.allocated)
            #expect(abs(Double(allocated.bytes) / Double(2 * type.bytes) - 1) < 0.1, "\(type.type): \(allocated)")
        }
    }
}
#endif
