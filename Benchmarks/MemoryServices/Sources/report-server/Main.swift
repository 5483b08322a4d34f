import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves `GET /report/ROWS` on a port of the loopback interface, with four threads.
///
///     report-server FAULT [PORT]
///
/// Prints "listening on PORT".
@main enum ReportServer {
    static func main() async throws {
        guard let fault = CommandLine.arguments.dropFirst().first.flatMap(Fault.init) else {
            fatalError("usage: report-server none|fragmented|leak [PORT]")
        }
        let port = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
        let desk = ReportDesk(fault)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 4)
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(ReportHandler(desk))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        print("listening on \(channel.localAddress?.port ?? 0)")
        fflush(nil)
        try await channel.closeFuture.get()
    }
}

final class ReportHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let desk: ReportDesk
    private var rows = 0

    init(_ desk: ReportDesk) { self.desk = desk }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): rows = head.uri.split(separator: "/").last.flatMap { Int($0) } ?? 0
        case .body: break
        case .end:
            let body = ByteBuffer(string: "\(desk.report(rows: rows))\n")
            let headers: HTTPHeaders = ["content-length": "\(body.readableBytes)", "connection": "close"]
            let response = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
            context.write(wrapOutboundOut(.head(response)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            context.close(promise: nil)
        }
    }
}
