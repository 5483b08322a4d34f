import Foundation
import Synchronization

final class Picture: Sendable {
    let name: String
    let pixels: [UInt8]
    init(name: String) {
        self.name = name
        pixels = Array(repeating: 7, count: 256)
    }
}

/// Requests for the same picture share one rendering.
final class RenderService: Sendable {
    private let renders = Mutex<[String: Task<Picture, Never>]>([:])
    private let keepsFinished: Bool

    init(keepsFinished: Bool) { self.keepsFinished = keepsFinished }

    func picture(of name: String) async -> String {
        let key = "\(name)-\(UUID().uuidString)"
        let task = renders.withLock { renders in
            if let running = renders[key] { return running }
            let task = Task { Picture(name: key) }
            renders[key] = task  // TRUE CULPRIT of --leak renders: finished tasks stay
            return task
        }
        let picture = await task.value
        if !keepsFinished { renders.withLock { $0[key] = nil } }
        return "\(picture.pixels.count)"
    }
}
