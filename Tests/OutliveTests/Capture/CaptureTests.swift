import COutlive
import Foundation
import OutliveWire
import Testing

@testable import Outlive

private final class Component {}

/// The calling thread's stack from the calling function on, as report frames.
@inline(never)
private func here() -> [Backtrace.Frame] {
    var images = Images()
    let stack = outl_stack_table_capture(outl_stack_table_shared(), 256, 1)
    return images.backtrace(ofStack: stack).frames
}

private func registered(by registry: LeakRegistry) async -> [Backtrace.Frame] {
    await registry.endGeneration(settling: SettlePolicy(deadline: .zero), clock: ManualClock()).settled()
        .survivors.first?.backtrace.frames ?? []
}

/// Registers a component between two captures of the stack of this very call.
@inline(never)
private func trackBetween(
    _ registry: LeakRegistry, _ keeper: Keeper, _ unwinder: Unwinder
) -> (before: [Backtrace.Frame], after: [Backtrace.Frame]) {
    let before = here()
    Unwinder.inForce = unwinder
    keeper.keep(registry.track(Component()))
    Unwinder.inForce = .libunwind
    let after = here()
    return (before, after)
}

@inline(never)
private func trackBetweenAsync(
    _ registry: LeakRegistry, _ keeper: Keeper, _ unwinder: Unwinder
) async -> (before: [Backtrace.Frame], after: [Backtrace.Frame]) {
    await Task.yield()
    let before = here()
    Unwinder.inForce = unwinder
    keeper.keep(registry.track(Component()))
    Unwinder.inForce = .libunwind
    let after = here()
    await Task.yield()
    return (before, after)
}

/// Checks that the registration's first frame lies between the two captures, and that it shares this many callers with
/// them.
private func check(
    _ frames: [Backtrace.Frame], _ looks: (before: [Backtrace.Frame], after: [Backtrace.Frame]), callers: Int
) throws {
    let first = try #require(frames.first)
    let before = try #require(looks.before.first)
    let after = try #require(looks.after.first)
    #expect(first.module == before.module)
    #expect((before.offset...after.offset).contains(first.offset))
    #expect(frames.dropFirst().prefix(callers) == looks.before.dropFirst().prefix(callers))
}

/// Tests that change the method of capturing have a process of their own: there is one method for each.
struct CaptureTests {
    @Test func `The first frame is the caller of track, with all its callers behind it`() async {
        await #expect(processExitsWith: .success) {
            let (registry, keeper) = (LeakRegistry(depth: 256), Keeper())
            let looks = trackBetween(registry, keeper, .libunwind)
            #expect(looks.before.count > 3)
            try check(await registered(by: registry), looks, callers: .max)
        }
    }

    @Test func `Frame pointers find the same caller of track, and its caller`() async {
        await #expect(processExitsWith: .success) {
            let (registry, keeper) = (LeakRegistry(depth: 256), Keeper())
            let looks = trackBetween(registry, keeper, .framePointer)
            try check(await registered(by: registry), looks, callers: 1)
        }
    }

    @Test func `In an async function the first frame is that function, by libunwind`() async {
        await #expect(processExitsWith: .success) {
            let (registry, keeper) = (LeakRegistry(depth: 256), Keeper())
            let looks = await trackBetweenAsync(registry, keeper, .libunwind)
            try check(await registered(by: registry), looks, callers: 1)
        }
    }

    @Test func `In an async function the first frame is that function, by frame pointers`() async {
        await #expect(processExitsWith: .success) {
            let (registry, keeper) = (LeakRegistry(depth: 256), Keeper())
            let looks = await trackBetweenAsync(registry, keeper, .framePointer)
            try check(await registered(by: registry), looks, callers: 1)
        }
    }

    @Test func `libunwind is used if it is installed, unless frame pointers are requested`() async {
        await #expect(processExitsWith: .success) {
            #expect(Unwinder.inForce == .libunwind)
            Unwinder.inForce = .framePointer
            #expect(Unwinder.inForce == .framePointer)
            Unwinder.inForce = .libunwind
            #expect(Unwinder.inForce == .libunwind)
        }
    }

    @Test func `Depth and skip are respected`() {
        var frames = [UInt](repeating: 0, count: 256)
        let all = Int(outl_stack_capture(&frames, 256, 0))
        #expect(all > 3)
        var few = [UInt](repeating: 0, count: 3)
        #expect(outl_stack_capture(&few, 3, 0) == 3)
        #expect(few[1...] == frames[1..<3])
        #expect(outl_stack_capture(&few, 3, 1) == 3)
        #expect(few[0] == frames[1])
        #expect(outl_stack_capture(&few, 0, 0) == 0)
        #expect(outl_stack_capture(&few, 3, -1) == 0)
        #expect(outl_stack_capture(&few, 3, 1000) == 0)
    }

    @Test func `A frame names its module, build-id and an offset in it`() throws {
        let frame = try #require(here().first)
        #expect(frame.module.hasPrefix("/"))
        let buildID = try #require(frame.buildID)
        #expect(buildID.count >= 16)
        #expect(buildID.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(frame.offset > 0)
        #expect(frame.symbols.isEmpty)
    }

    @Test func `A build-id without room for its terminator is left out, and memory behind the buffer stays`() throws {
        let address = UInt(bitPattern: dlsym(nil, "malloc"))
        func buildID(in room: Int) -> (text: String, behind: CChar) {
            var base: UInt = 0
            var path = [CChar](repeating: 0, count: 4096)
            var buildID = [CChar](repeating: 1, count: room + 1)
            #expect(outl_image_find(address, &base, &path, path.count, &buildID, room))
            let text = buildID.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return (String(decoding: text, as: UTF8.self), buildID[room])
        }
        let whole = buildID(in: 129)
        #expect(whole.text.utf8.count >= 16)
        #expect(buildID(in: whole.text.utf8.count + 1) == whole)
        #expect(buildID(in: whole.text.utf8.count) == ("", 1))
    }

    @Test func `An address outside of every module gives a frame without one`() {
        var images = Images()
        let stack = outl_stack_table_intern(outl_stack_table_shared(), [4096], 1)
        #expect(images.backtrace(ofStack: stack).frames == [Backtrace.Frame(module: "", buildID: nil, offset: 4096)])
        #expect(images.backtrace(ofStack: 0).frames.isEmpty)
    }
}
