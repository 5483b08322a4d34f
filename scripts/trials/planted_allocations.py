"""Changes of one allocation each, in copies of the report server (NIO's HTTP server) and of the sample note service."""

import collections

# The service, the file, what is added after which text, and the function that has to be named.
Plant = collections.namedtuple("Plant", "service file edits function")
REPORTS, NOTES = "report-server", "note-service"

# What each copy has from the start, so that only the allocation itself is new.
SUPPORT = """
final class PlantedObject { let number = Planted.number }
enum Planted {
    nonisolated(unsafe) static var number = 7
    nonisolated(unsafe) static var kept: Any?
    nonisolated(unsafe) static var call: (() -> Int)?
}
"""
ARRAY = "Planted.kept = [Planted.number]"
OBJECT = "Planted.kept = PlantedObject()"
SET = "Planted.kept = Set<Int>(minimumCapacity: Planted.number)"
BOX = "Planted.kept = (Planted.number, Planted.number, Planted.number, Planted.number)"
CLOSURE = "let planted = Planted.number; Planted.call = { planted }"
MEMORY = "Planted.kept = ManagedBuffer<Int, Int>.create(minimumCapacity: 3) { _ in 1 }"
FUNCTION = "extra(); func extra() { Planted.kept = [Planted.number] }"
# The type that a planted allocation has, and the function in which it is if that is planted as well.
TYPES = {FUNCTION: "ArrayStorage<Swift.Int>", ARRAY: "ArrayStorage<Swift.Int>", OBJECT: "PlantedObject", SET: "SetStorage",
         BOX: "(Swift.Int, Swift.Int", CLOSURE: "(Swift.Int)", MEMORY: "ManagedBuffer"}


def is_of(plant, kind, type, function):
    """Returns true if a change is the one that is planted."""
    code = next(code for code in TYPES if any(code in edit for _, edit in plant.edits))
    return (kind in ("added", "more") and TYPES[code] in type and plant.function in function
            and ("extra" in function) == (code == FUNCTION))


DESK, MAIN = "Reports.swift", "Main.swift"
HANDLER, STORE = "HTTP/RequestHandler.swift", "Service/NoteStore.swift"

PLANTS = [
    Plant(REPORTS, DESK, [("func report(rows count: Int) -> Int {", ARRAY)], "ReportDesk.report(rows:)"),
    Plant(REPORTS, DESK, [("func report(rows count: Int) -> Int {", "more()"),
                          ("init(_ fault: Fault) { self.fault = fault }\n", "func more() { " + OBJECT + " }")],
          "ReportDesk.more()"),
    Plant(REPORTS, DESK, [("init(number: Int) { self.number = number", "; " + OBJECT)], "Receipt.init(number:)"),
    Plant(REPORTS, MAIN, [("init(_ desk: ReportDesk) { self.desk = desk", "; " + ARRAY)], "ReportHandler.init(_:)"),
    Plant(REPORTS, MAIN, [("switch unwrapInboundIn(data) {\n        case .head(let head):", SET + ";")],
          "ReportHandler.channelRead(context:data:)"),
    Plant(REPORTS, MAIN, [("channel.eventLoop.makeCompletedFuture {", BOX)], "ReportServer.main()"),
    Plant(REPORTS, MAIN, [("case .end:", CLOSURE)], "ReportHandler.channelRead(context:data:)"),
    Plant(REPORTS, DESK, [("receipts.withLock { $0 += kept }\n", MEMORY)], "ReportDesk.report(rows:)"),
    Plant(REPORTS, DESK, [("// TRUE CULPRIT of the leak: no report leaves the archive.\n", FUNCTION)],
          "ReportDesk.report(rows:)"),
    Plant(REPORTS, MAIN, [("import NIOPosix\n", "// Lines\n// that\n// move.\n"),
                          ("context.close(promise: nil)\n", OBJECT)], "ReportHandler.channelRead(context:data:)"),
    Plant(NOTES, HANDLER, [("self.request = request\n", OBJECT)], "RequestHandler.init(_:_:)"),
    Plant(NOTES, HANDLER, [("service.countRequest()\n", ARRAY)], "RequestHandler.respond(_:)"),
    Plant(NOTES, HANDLER, [('let bearer = "Bearer "\n', SET)], "RequestHandler.session()"),
    Plant(NOTES, HANDLER, [("func list() throws -> HTTPResponse {", BOX)], "RequestHandler.list()"),
    Plant(NOTES, STORE, [("func ids(matching query: NoteQuery) -> [Int] {", ARRAY)], "NoteStore.ids(matching:)"),
    Plant(NOTES, STORE, [("let note = edits.withLock { edits in\n", CLOSURE)], "NoteStore.create(_:)"),
    Plant(NOTES, STORE, [("private func announceChange(of id: Int) {", OBJECT)], "NoteStore.announceChange(of:)"),
    Plant(NOTES, "Library/NoteQuery.swift", [("words = Words.of(text)\n", MEMORY)], "NoteQuery.init(text:tag:)"),
    Plant(NOTES, "Library/NoteLibrary.swift", [("func note(id: Int) -> Note? {", FUNCTION)], "NoteLibrary.note(id:)"),
    Plant(NOTES, "HTTP/Messages.swift",
          [("static func encode(_ value: some Encodable) throws -> Data {", SET)], "JSON.encode(_:)"),
]
