/// Objects that are held by values whose type is known only at run time, and by buffers.
enum Contents {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let (narrow, wide) = (Narrow(records: .make(Record())), Wide(records: .make(Record())))
        keep(Chain([narrow, wide]))
        keep(later(narrow, Record()))
        keep(following(narrow, Record()))
        keep(Station(narrow))
        keep(Letter(.object(Record())))
        keep(Letter(.pair(1, Record())))
    }

    /// A closure whose captures are as large as its generic argument.
    private static func later<Step: Stepping>(_ step: Step, _ record: Record) -> () -> Void {
        { print(step, record) }
    }

    private static func following(_ stage: any Staging<Int>, _ record: Record) -> () -> Void {
        { print(stage, record) }
    }
}

private final class Record { var number = 1 }

/// The value is in the header, and a lock would be behind it.
private final class Guarded<Content>: ManagedBuffer<Content, Int64> {
    static func make(_ content: Content) -> Guarded<Content> {
        let buffer = create(minimumCapacity: 1) { _ in content }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: 0) }
        return unsafeDowncast(buffer, to: Guarded<Content>.self)
    }
}

private protocol Stepping {}
private protocol Staging<Input> { associatedtype Input }

private struct Narrow: Stepping, Staging {
    typealias Input = Int
    var isOn = true
    let records: Guarded<Record>
}

private struct Wide: Stepping {
    var numbers = (1, 2, 3)
    let records: Guarded<Record>
}

private final class Chain {
    var steps: [any Stepping]
    init(_ steps: [any Stepping]) { self.steps = steps }
}

/// The value has no room to spare before the next property.
private final class Station {
    let stage: any Staging<Int>
    let number = 1
    init(_ stage: any Staging<Int>) { self.stage = stage }
}

private enum Parcel {
    case text(String)
    case object(Record)
    case pair(Int, Record)
    case number(Double)
}

private final class Letter {
    var load: Parcel
    init(_ load: Parcel) { self.load = load }
}
