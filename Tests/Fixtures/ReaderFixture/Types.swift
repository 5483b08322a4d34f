import Foundation

// Types of all kinds, with a name and with properties that a reader of metadata may get wrong.

protocol Shape {}
protocol ClassShape: AnyObject {}
protocol Source<Item> {
    associatedtype Item
    associatedtype Other
}
protocol ClassSource<Item>: AnyObject { associatedtype Item }
protocol Table<Key, Value> {
    associatedtype Key
    associatedtype Value
}
protocol LaterSource<Item>: Source {}

struct Plain: Shape {}
class Base {}
class Derived: Base {}
class Twofold<First, Second>: Base { var pair: (First, Second)? }
class Half<Third>: Twofold<Third, Int> { var third: Third? }
enum Failed: Error { case once, because(Int) }
actor Worker { var jobs: [Int] = [] }
@globalActor actor Background { static let shared = Background() }
struct OnlyShapes<Item: Shape> { struct Member {} }

// MARK: Nested types and extensions

struct Outer<Item> {
    struct Inner {}
    struct Deep<Other> {
        class Leaf {}
        enum Choice<Third, Fourth> { case only }
    }
    class Node {}
}
extension Outer { struct Extended {} }
extension Outer.Deep { struct Further { struct Last<Z: Shape> {} } }
extension Outer where Item == Int {
    struct OfNumbers {}
    class ClassOfNumbers<Other> {}
}
extension Outer where Item == [String] { struct OfTexts {} }
extension Outer where Item: Shape { struct OfShapes {} }
extension Array {
    struct InArray { struct Deeper {} }
    class ClassInArray<Other> {}
}
extension Array where Element == Int { struct InNumbers {} }
extension Array where Element: AnyObject { struct InObjects {} }
extension Optional where Wrapped == String { struct InText {} }
extension Dictionary where Key == String { struct ByText<Other> {} }
extension Int { enum InInt { case only } }
extension Unicode { struct InUnicode {} }

private struct Hidden {
    struct Inner {}
    class Generic<Item> {}
}
private class HiddenGeneric<Item> {
    struct Inner {}
    struct Over<Other> {}
}

private func localTypes() -> [Any.Type] {
    struct Local {}
    enum Choice { case only }
    struct Generic<Item> { struct Inner {} }
    return [Local.self, Choice.self, Generic<Int>.Inner.self, Generic<Local>.self]
}

private let typeOfClosure = { @Sendable () -> Any.Type in
    struct InClosure {}
    return InClosure.self
}

// MARK: Packs and values

struct Pack<each Item> {}
struct PackBetween<First, each Item, Last> { struct Inner<each Other> {} }
struct Sized<let count: Int, Item> {}

// MARK: Functions

private typealias Changing = (Int, inout String) -> Void
private typealias Variadic = (Int, inout [String], Bool...) -> Void
private typealias Owning = (__owned String) -> Void
private typealias Sharing = (__shared String) -> Void
private typealias Consuming = (consuming String) -> Void
private typealias Throwing = () throws(Failed) -> Void
private typealias OnMain = @MainActor @Sendable () async throws -> Void
private typealias OnBackground = @Background (Int) -> Void
private typealias InC = @convention(c) (Int32) -> Int32
private typealias Isolated = @isolated(any) () -> Void
private typealias Sending = (sending Plain) -> Void
private typealias SendingBack = () -> sending Plain
private typealias Escaping = (@escaping () -> Void) -> Void
private typealias Nonsending = nonisolated(nonsending) () async -> Void
private typealias OfActor = (isolated Background) -> Void
private typealias BothType = any (Shape & ClassShape).Type
private typealias ShapeType = (any Shape).Type.Type
private typealias PairType = (Int, Int).Type
private typealias Negative = [Sized<-5, [Int]>]
private typealias NoPack = Pack<>
private typealias OfNothing = (()) -> Void

// MARK: Properties

struct Item: Hashable {
    var number = 1
    var text = "text"
}

enum Payload {
    case none
    case object(Base)
    case pair(Base, Int)
    case text(String)
}

enum Single<Value> {
    case none
    case some(Value)
    case other
}

indirect enum Tree<Value> {
    case leaf(Value)
    case node(Tree, Tree)
}

struct Unique: ~Copyable { var number = 1 }

class Properties: Base {
    weak var weakly: Base?
    unowned var unowning: Base
    unowned(unsafe) var unmanaged: Base
    let constant = 1
    var optional: Item?
    var twice: Item??
    var items: [Item] = []
    var byItem: [Item: Set<Item>] = [:]
    var closure: (() -> Void)?
    var function: @Sendable (Int, inout String) async throws -> [Item] = { _, _ in [] }
    var anything: Any?
    var shape: any Shape & Sendable = Plain()
    var classShape: (any ClassShape)?
    var composed: (Base & ClassShape)?
    var error: (any Error)?
    var hashable: (any Hashable)?
    var encodable: [any Encodable] = []
    var type: Any.Type = Int.self
    var shapeType: (any Shape.Type)?
    var tuple: (first: Int, Base, third: (Item?, Bool)) = (1, Base(), (nil, true))
    var payload = Payload.none
    var single = Single<Base>.none
    var singleNumber = Single<Int>.none
    var tree = Tree<Base?>.leaf(nil)
    var result: Result<Item, any Error> = .success(Item())
    var outer: Outer<Int>.Deep<Base>.Leaf?
    var numbers: Outer<Int>.OfNumbers?
    var task: Task<Int, any Error>?
    var continuation: UnsafeContinuation<Item?, Never>?
    var pointer: UnsafeMutableBufferPointer<Item>?
    var sized: Sized<3, Item>?
    var worker: Worker?
    var data = Data()
    var date: Date?
    var formatter: NumberFormatter?
    var time = timespec()
    var unique = Unique()
    lazy var later: [Item] = []

    init(_ base: Base) { (unowning, unmanaged) = (base, base) }
}

class GenericProperties<First, Second: Hashable> {
    var first: First?
    var list: [First] = []
    var table: [Second: (First, Second)] = [:]
    var transform: ((First) throws -> Second)?
    var leaf: Outer<First>.Deep<Second>.Leaf?
    var choice: Single<(First, Second)>?
    var tree: Tree<First>?
    struct Inner<Third> { var all: (First, Second, Third)? }
}

class Constrained<First> {
    var source: (any Source<Int>)?
    var classSource: (any ClassSource<String>)?
    var table: (any Table<[Int], (Bool) -> Int>)?
    var both: (any Source<Int> & Shape)?
    var sendable: (any Source<Int> & Sendable)?
    var sequence: any Sequence<Int> = []
    var generic: (any Source<[First]>)?
    var list: [any Source<any ClassSource<First>>] = []
}

struct Strings: Source {
    typealias Item = [String]
    typealias Other = (Item, Int)?
}
final class Numbers<Number>: ClassSource { typealias Item = Number }
protocol Derivation: LaterSource where Item == [Part] { associatedtype Part: Shape }
struct Derivations: Derivation {
    typealias Part = Plain
    typealias Other = Bool
}

class Associated<Values: Sequence, Kept: ClassSource, Later: Derivation> {
    var element: Values.Element?
    var elements: [Values.Element] = []
    var iterator: Values.Iterator?
    var sequence: AnySequence<Values.Iterator.Element>?
    var item: Kept.Item?
    var part: Later.Part?
    var laterItem: (Later.Item, Later.Other)?
}

class Packs<First, each Rest> {
    var rest: (repeat each Rest)?
    var all: (First, repeat each Rest)?
    var optionals: (repeat Optional<each Rest>)?
    var pairs: (repeat (First, [each Rest]))?
    var function: ((repeat each Rest) -> First)?
    var pack: Pack<repeat each Rest>?
}

// So many types that a name refers back to some by a number, behind the letters.
class ManyTypes {
    var all:
        (
            Sized<0, Int>, Sized<1, Int>, Sized<2, Int>, Sized<3, Int>, Sized<4, Int>, Sized<5, Int>, Sized<6, Int>,
            Sized<7, Int>, Sized<8, Int>, Sized<9, Int>, Sized<10, Int>, Sized<11, Int>, Sized<12, Int>,
            Sized<13, Int>, Sized<14, Int>, Sized<15, Int>, Sized<16, Int>, Sized<17, Int>, Sized<18, Int>,
            Sized<19, Int>, Sized<20, Int>, Sized<21, Int>, Sized<22, Int>, Sized<23, Int>, Sized<24, Int>,
            Sized<25, Int>, Sized<26, Int>, Sized<27, Int>, Sized<28, Int>, Sized<29, Int>, Sized<27, Int>,
            Sized<28, Int>, Sized<29, Int>, Sized<0, Int>
        )?
}

class OfFoundation: NSObject {
    var own: Item?
    var other: NSObject?
}

// MARK: All types

let allTypes: [Any.Type] =
    [
        Int.self, [String: [Int?]].self, Set<Character>.self, Void.self, (Int, String).self,
        (a: Int, b: (c: Bool, Float)).self, (Int, x: Int).self, (a: Int, Int.Type).self,
    ] + functionTypes + existentialTypes + metatypes + nominalTypes + localTypes() + [typeOfClosure()]

private let functionTypes: [Any.Type] = [
    (() -> Void).self, ((Int) -> String).self, Changing.self, Variadic.self, Owning.self, Sharing.self,
    Consuming.self, (@Sendable () -> Void).self, (() async throws -> Int).self, Throwing.self, OnMain.self,
    OnBackground.self, InC.self, Isolated.self, Sending.self, SendingBack.self, Escaping.self, Nonsending.self,
    OfActor.self, OfNothing.self, (((Int, Int)) -> Void).self, ((Int) -> (Int) -> (Int, Int)).self,
    [((Int) -> Void)?].self,
]

private let existentialTypes: [Any.Type] = [
    Any.self, AnyObject.self, (any Shape).self, (any ClassShape).self, (any Shape & ClassShape).self,
    (any Shape & AnyObject).self, (any Base & Shape).self, (any Twofold<Int, Int> & Shape).self, (any Error).self,
    (any Shape & Error).self, (any Sendable).self, (any Hashable).self, (any Actor).self, (any Sequence<Int>).self,
    (any Collection<String> & Sendable).self, (any Source).self, (any Source<Int>).self,
    (any ClassSource<String>).self, (any Source<Int> & Shape).self, (any Base & Source<Int>).self,
    (any Table<[Int], (Bool) -> Int>).self, (any LaterSource<Int>).self, (any Source<any Source<Int>>)?.self,
    [any Source<[Int]>].self, (any Clock<Duration>).self, (any AsyncSequence<Int, Never>).self,
]

private let metatypes: [Any.Type] = [
    Int.Type.self, (any Shape.Type).self, (any Shape).Type.self, (any Shape & ClassShape).Type.self,
    (any Base & Shape).Type.self, (any Shape & AnyObject).Type.self, BothType.self,
    ShapeType.self, Any.Type.self, AnyClass.self, AnyObject.Type.self,
    PairType.self, [Int.Type].self, (() -> Void).Type.self, (any Source<Int>).Type.self,
    (any Shape.Type).Type.self, (any Shape.Type)?.self,
]

private let nominalTypes: [Any.Type] = [
    Outer<Int>.self, Outer<Int>.Inner.self, Outer<Int>.Deep<String>.Leaf.self,
    Outer<Int>.Deep<String>.Choice<Bool, Float>.self, Outer<Outer<Int>>.Node.self, Outer<Int>.Extended.self,
    Outer<Int>.Deep<String>.Further.Last<Plain>.self, Outer<Int>.OfNumbers.self,
    Outer<Int>.ClassOfNumbers<Bool>.self, Outer<[String]>.OfTexts.self, Outer<Plain>.OfShapes.self,
    [Int].InArray.Deeper.self, [Int].ClassInArray<Bool>.self, [Int].InNumbers.self, [Base].InObjects.self,
    String?.InText.self, [String: Int].ByText<Bool>.self, Int.InInt.self, Unicode.InUnicode.self, Hidden.self,
    Hidden.Inner.self, Hidden.Generic<Hidden>.self, HiddenGeneric<Int>.self, HiddenGeneric<Int>.Inner.self,
    HiddenGeneric<Int>.Over<Hidden>.self, Derived.self, Half<Bool>.self, Failed.self, Worker.self, Background.self,
    OnlyShapes<Plain>.Member.self, NoPack.self, Pack<Int, String>.self, PackBetween<Int, Bool, Float, String>.self,
    PackBetween<Int, Bool, Float, String>.Inner<Int, Int>.self, Sized<3, Int>.self, Negative.self,
    Result<Int, any Error>.self, Task<Int, Never>.self, AsyncStream<Int>.Iterator.self, KeyPath<String, Int>.self,
    SIMD4<Float>.self, timespec.self, UnsafeMutablePointer<FILE>.self, Date.FormatStyle.self, URLError.self,
    Measurement<UnitLength>.self, Properties.self, GenericProperties<Int, String>.self,
    GenericProperties<Base, Item>.self, GenericProperties<[Item], Int>.Inner<Base?>.self, OfFoundation.self,
    Constrained<Bool>.self, Associated<[Int], Numbers<String>, Derivations>.self,
    Associated<[String: Base], Numbers<Base?>, Derivations>.self,
    Associated<Set<Item>, Numbers<Int>, Derivations>.self,
    Packs<Int, String, Base>.self, Packs<Base>.self, Packs<Bool, Item>.self,
    Single<Item?>.self, Single<Bool>.self, Tree<Int>.self, Payload.self, ManyTypes.self,
]
