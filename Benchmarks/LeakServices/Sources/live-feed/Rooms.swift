import Foundation

protocol RoomDelegate: AnyObject {
    func room(_ room: Room, heard text: String)
}

/// A chat room.
final class Room {
    let name: String
    var delegate: (any RoomDelegate)?  // TRUE CULPRIT of --leak delegate: room.delegate -> controller -> room
    private var log: [String] = []

    init(name: String) { self.name = name }

    func say(_ text: String) {
        log.append(text)
        delegate?.room(self, heard: text)
    }
}

/// Runs one room.
final class RoomController: RoomDelegate {
    private let room: Room
    private var heard = 0

    init(name: String) {
        room = Room(name: name)
        room.delegate = self
    }

    func room(_ room: Room, heard text: String) { heard += text.utf8.count }

    func close() { room.delegate = nil }

    static func session(named name: String, closes: Bool) -> String {
        let controller = RoomController(name: name)
        controller.room.say("hello from \(name)")
        if closes { controller.close() }
        return "\(controller.heard)"
    }
}
