import OutliveModel
import Testing

struct CycleTraceTests {
    @Test func `Of two references in a cycle the back reference is the suspect`() throws {
        let heap = HeapSketch(
            """
            screen = App.Case.Screen
              presenter: App.Case.Presenter => presenter
            presenter = App.Case.Presenter
              delegate: Swift.Optional<App.Case.PresenterDelegate> => screen
            """)
        let trace = try heap.trace(of: "screen", leaking: ["presenter"])
        #expect(trace.shape == .cycle)
        #expect(trace.description == "Screen.presenter -> Presenter.delegate -> Screen")
        #expect(trace.culprit == Suspect(name: "Presenter.delegate", step: 1, pattern: .strongBackReference))
        #expect(try heap.trace(of: "presenter").culprit?.name == "Presenter.delegate")
    }

    @Test func `A container that grows behind a cycle that is meant to live is its owner's`() throws {
        let heap = HeapSketch(
            """
            relay = App.Relay
              gate: App.Gate => gate
              tape: App.Tape => tape
            gate = App.Gate
              owner: App.Relay => relay
            tape = App.Tape
              bytes: Swift.UnsafeMutableRawPointer => block
            block = raw in malloc_user < App.Tape.record() -> () at Tape.swift:12
            """)
        let trace = try heap.trace(ofContainer: "block")
        #expect(trace.shape == .cycle)
        #expect(trace.culprit?.name == "Tape.bytes")
        #expect(trace.culprit?.pattern == .storeWithoutEviction)
        #expect(trace.culprit?.remedy == "Remove entries from Tape.bytes when they are no longer needed, or bound it.")
    }

    @Test func `A closure that captured its owner is named by the property, with its line`() throws {
        let heap = HeapSketch(
            """
            screen = App.Screen
              onTap: Swift.Optional<() -> ()> => screen by closure #1 () -> () in App.Screen.configure() -> () at Screen.swift:8
            """)
        let trace = try heap.trace(of: "screen")
        #expect(trace.description == "Screen.onTap -> closure in Screen.configure (Screen.swift:8) -> Screen")
        #expect(
            trace.culprit
                == Suspect(
                    name: "Screen.onTap", location: SourceLine(file: "/src/App/Screen.swift", line: 8), step: 0,
                    pattern: .closureCapturesSelf))
    }

    @Test func `A closure of a value is to capture the object weakly, as it has no self that can be weak`() throws {
        let heap = HeapSketch(
            """
            screen = App.Screen
              onTap: Swift.Optional<() -> ()> => screen by closure #1 () -> () in App.Binder.bind() -> () at Binder.swift:8
            """)
        let culprit = try heap.trace(of: "screen").culprit
        #expect(culprit?.name == "Screen.onTap")
        #expect(culprit?.hint == "Capture Screen weakly, or clear the closure in teardown.")
    }

    @Test(arguments: ["cells: Swift.Array<App.Cell> => list", "cell: App.Grid.Cell => cell"])
    func `A reference by which an object owns its parts is kept, and the one back cut`(property: String) throws {
        let isNested = property.contains("Grid.")
        let heap = HeapSketch(
            """
            grid = App.Grid
              \(property)
            list = array App.Cell count 1
              [0] => cell
            cell = App.\(isNested ? "Grid." : "")Cell
              table: App.Grid => grid
            """)
        #expect(try heap.trace(of: "cell", leaking: ["grid", "list"]).culprit?.name == "Cell.table")
    }

    @Test func `An object behind a cycle has the cycle's suspect`() throws {
        let heap = HeapSketch(
            """
            bar = App.CommandBar
              history: App.History => history
              commands: Swift.Dictionary<Swift.String, () -> ()> => table
            table = dictionary Swift.String, () -> ()
              value => bar by closure #1 () -> () in App.CommandBar.install() -> () at Bar.swift:3
            history = App.History
            """)
        let trace = try heap.trace(of: "history", leaking: ["bar"])
        #expect(
            trace.description
                == "CommandBar.commands[key] -> closure in CommandBar.install (Bar.swift:3) -> CommandBar.history -> History"
        )
        #expect(trace.culprit?.name == "CommandBar.commands")
    }

    @Test func `An indirect case is no closure`() throws {
        let heap = HeapSketch(
            """
            evaluator = App.Evaluator
              program: App.Expression => sum
            sum = closure ((App.Expression, App.Expression))
              : (App.Expression, App.Expression) => variable
            variable = closure ((Swift.String, App.Evaluator))
              : (Swift.String, App.Evaluator) => evaluator
            """)
        let trace = try heap.trace(of: "evaluator")
        #expect(trace.description == "Evaluator.program -> Evaluator")
        #expect(trace.culprit == Suspect(name: "Evaluator.program", step: 0, pattern: .referenceCycle))
    }

    @Test func `A captured variable folds into the closures that share it`() throws {
        let heap = HeapSketch(
            """
            session = App.Session
            variable = box (Swift.Int) -> ()
              : (Swift.Int) -> () => context by closure #1 (Swift.Int) -> () in App.poll(_: App.Session) -> () at Poll.swift:4
            context = closure (App.Session, var Swift.Int)
              : App.Session => session
              : var (Swift.Int) -> () => variable
            """)
        let trace = try heap.trace(of: "session")
        #expect(trace.culprit?.name == "closure in poll")
        #expect(trace.steps.last?.description == "Session")
    }

    @Test func `Properties are named as in the source`() throws {
        let heap = HeapSketch(
            """
            cart = App.Cart
              $__lazy_storage_$_label: Swift.Optional<App.PriceLabel> => label
            label = App.PriceLabel
              _cart.stored: Swift.Optional<App.Cart> => cart
            """)
        #expect(try heap.trace(of: "cart").description == "Cart.label -> PriceLabel.cart.stored -> Cart")
        let observable = HeapSketch(
            """
            model = App.Model
              _child: App.Child => child
              _$observationRegistrar: Observation.ObservationRegistrar => registrar
            registrar = Observation.ObservationRegistrar.Extent
            child = App.Child
              _model: App.Model => model
            """)
        #expect(try observable.trace(of: "model").description == "Model.child -> Child._model -> Model")
    }

    @Test func `An unreferenced object was overretained`() throws {
        let trace = try HeapSketch("decoder = App.Decoder").trace(of: "decoder")
        #expect(trace.shape == .unheld)
        #expect(trace.steps == [TraceStep(kind: .object, name: "Decoder")])
        #expect(trace.culprit == Suspect(name: "over-retain", step: 0, pattern: .overRetain))
    }

    @Test func `A reference that alone frees the survivor precedes one with a better name`() throws {
        let heap = HeapSketch(
            """
            node = App.Node
              parent: App.Tree => tree
              owner: App.Tree => tree
            tree = App.Tree
              first: App.Node => node
            """)
        #expect(try heap.trace(of: "node", leaking: ["tree"]).culprit?.name == "Tree.first")
    }

    @Test(arguments: ["list", "row1", "row2", "row3"])
    func `Of many children that hold their parent the back reference is the suspect`(survivor: String) throws {
        let heap = HeapSketch(
            """
            list = App.List
              rows: Swift.Array<App.Row> => storage
            storage = array App.Row count 3
              [0] => row1
              [1] => row2
              [2] => row3
            row1 = App.Row
              delegate: Swift.Optional<App.RowDelegate> => list
            row2 = App.Row
              delegate: Swift.Optional<App.RowDelegate> => list
            row3 = App.Row
              delegate: Swift.Optional<App.RowDelegate> => list
            """)
        let others = ["list", "row1", "row2", "row3"].filter { $0 != survivor }
        let culprit = try heap.trace(of: survivor, leaking: others).culprit
        #expect(culprit?.name == "Row.delegate")
        #expect(culprit?.pattern == .strongBackReference)
    }

    @Test func `In a tree the parent reference is the suspect, for any classes of nodes`() throws {
        let heap = HeapSketch(
            """
            top = App.Dir
              parent: Swift.Optional<App.Entry> => none
              children: Swift.Array<App.Entry> => storage
            storage = array App.Entry count 3
              [0] => dir
              [1] => file
              [2] => other
            dir = App.Dir
              parent: Swift.Optional<App.Entry> => top
              children: Swift.Array<App.Entry> => inner
            inner = array App.Entry count 1
              [0] => leaf
            leaf = App.File
              parent: Swift.Optional<App.Entry> => dir
            file = App.File
              parent: Swift.Optional<App.Entry> => top
            other = App.File
              parent: Swift.Optional<App.Entry> => top
            none = App.Nothing
            """)
        let all = ["top", "dir", "leaf", "file", "other"]
        #expect(try heap.trace(of: "file", leaking: all).culprit?.name == "File.parent")
        #expect(try heap.trace(of: "dir", leaking: all).culprit?.name == "Dir.parent")
        // It leads to the top by the children as well.
        #expect(try heap.trace(of: "leaf", leaking: all).culprit?.name.hasSuffix(".parent") == true)
    }

    @Test(arguments: [
        ("_cache: App.LRU<App.Repo>", "_cache"), ("_state.table: App.Table", "_state"),
        ("_linked.wrappedValue: App.Repo", "linked"), ("_watched.onChange: Swift.Optional<() -> ()>", "watched"),
    ])
    func `A name that the author began with an underscore keeps it`(field: String, property: String) throws {
        let heap = HeapSketch(
            """
            repo = App.Repo
              \(field) => other
            other = App.Other<App.Repo>
              repo: App.Repo => repo
            """)
        let trace = try heap.trace(of: "other", leaking: ["repo"])
        #expect(trace.steps[1].edge?.dropFirst().prefix { $0 != "." } == property[...])
    }
}
