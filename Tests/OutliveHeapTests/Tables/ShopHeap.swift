import OutliveHeap
import OutliveModel
import Testing

/// The heap of the service in the article QueryingTheHeap, before and after it served requests.
enum ShopHeap {
    static func before() throws -> AnalysedSnapshot { try heap(of: blocks) }
    static func after() throws -> AnalysedSnapshot { try heap(of: blocks + later) }

    private static let roots = """
        global static Shop.Server.shared : Shop.Server => server
        global Shop.catalogue : Shop.Catalogue => catalogue
        threadlocal worker => buffer
        """

    private static let blocks = """
        server = Shop.Server size 64 in Shop.Server.start() -> () at Server.swift:12
          sessions: Swift.Dictionary<Swift.String, Shop.Session> => sessions
          onClose: () -> () => closure
        sessions = dictionary Swift.String, Shop.Session count 3 size 1280 in Shop.Server.open() -> () at Server.swift:30
          value: Shop.Session => alice
          value: Shop.Session => bob
          key: Swift.String => name1
        closure = closure (Shop.Logger) size 32 in Shop.Server.start() -> () at Server.swift:14
          : Shop.Logger => logger
        logger = Shop.Logger size 48 in Shop.Server.start() -> () at Server.swift:13
          unowned server: Shop.Server => server
        alice = Shop.Session size 96 born 1 in Shop.Server.open() -> () at Server.swift:31 < Shop.Server.start() -> () at Server.swift:15
          name: Swift.String => name1
          cart: Shop.Cart => cart1
        bob = Shop.Session size 96 born 1 in Shop.Server.open() -> () at Server.swift:31 < Shop.Server.start() -> () at Server.swift:15
          name: Swift.String => name2
          cart: Shop.Cart => cart2
        cart1 = Shop.Cart size 64 born 1 in Shop.Cart.init() -> () at Cart.swift:8 < Shop.Server.open() -> () at Server.swift:31
          images: Swift.Array<Shop.Image> => images
        cart2 = Shop.Cart size 64 born 1 in Shop.Cart.init() -> () at Cart.swift:8 < Shop.Server.open() -> () at Server.swift:31
        images = array Shop.Image count 2 size 64 born 1 in Shop.Cart.show() -> () at Cart.swift:20
          [0] => image1
          [1] => image2
        image1 = Shop.Image size 4096 born 1 in Shop.Image.load() -> () at Image.swift:5 < Shop.Cart.show() -> () at Cart.swift:20
        image2 = Shop.Image size 3072 born 1 in Shop.Image.load() -> () at Image.swift:5 < Shop.Cart.show() -> () at Cart.swift:20
        catalogue = Shop.Catalogue size 48 in Shop.Catalogue.init() -> () at Catalogue.swift:9
          prices: Swift.Dictionary<Swift.String, Swift.Int> => prices
          names: Swift.Array<Swift.String> => names
        prices = dictionary Swift.String, Swift.Int count 5 size 4096 in Shop.Catalogue.init() -> () at Catalogue.swift:10
        names = array Swift.String count 2 size 2048 in Shop.Catalogue.init() -> () at Catalogue.swift:11
          [0] => name1
          [1] => name2
        name1 = Swift.__StringStorage size 48 in Shop.Catalogue.name() -> () at Catalogue.swift:22
        name2 = Swift.__StringStorage size 48 in Shop.Catalogue.name() -> () at Catalogue.swift:22
        buffer = raw size 512 in lib malloc_user < Shop.Image.load() -> () at Image.swift:7
        poll = task size 240 in Shop.Feed.poll() -> () at Feed.swift:31
        """

    private static let later = """

        carol = Shop.Session size 96 born 4 in Shop.Server.open() -> () at Server.swift:31 < Shop.Server.start() -> () at Server.swift:15
          cart: Shop.Cart => cart3
        cart3 = Shop.Cart size 64 born 4 in Shop.Cart.init() -> () at Cart.swift:8 < Shop.Server.open() -> () at Server.swift:31
          owner: Shop.Session => carol
          images: Swift.Array<Shop.Image> => images3
        images3 = array Shop.Image count 1 size 48 born 4 in Shop.Cart.show() -> () at Cart.swift:20
          [0] => image3
        image3 = Shop.Image size 2048 born 4 in Shop.Image.load() -> () at Image.swift:5 < Shop.Cart.show() -> () at Cart.swift:20
        """

    private static func heap(of blocks: String) throws -> AnalysedSnapshot {
        let sketch = HeapSketch(roots + "\n" + blocks)
        var builder = sketch.builder
        let snapshot = try sketch.snapshot
        func stack(of block: String) -> UInt32 { snapshot.nodes[sketch[block]].stack }
        func type(of block: String) -> UInt32 { snapshot.nodes[sketch[block]].type }
        // The task waits for a continuation where it was created; stacks have return addresses.
        let task = UInt32(sketch["poll"])
        let function = try #require(snapshot.frames(ofStack: Int(stack(of: "poll"))).first) - 1
        builder.task(task, waitsFor: 2, frames: [function], id: 7)
        builder.taskDetails(snapshot.nodes[Int(task)].address, name: "poll")
        // Kind, type, stack, different contents, blocks, bytes and what could be saved: equal contents, then capacity.
        builder.add(
            to: 52, saving(1, type(of: "name1"), stack(of: "name1"), different: 1, blocks: 2, bytes: 96, saved: 48))
        builder.add(
            to: 52,
            saving(2, type(of: "prices"), stack(of: "prices"), different: 0, blocks: 1, bytes: 4096, saved: 3500))
        return AnalysedSnapshot(try HeapSnapshot(builder.file), names: sketch)
    }

    private static func saving(
        _ kind: UInt32, _ type: UInt32, _ stack: UInt32, different: UInt32, blocks: UInt64, bytes: UInt64, saved: UInt64
    ) -> Item {
        Item().word(kind).word(type).word(stack).word(different).long(blocks).long(bytes).long(saved)
    }
}
