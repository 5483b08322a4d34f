// The program that the driver's tests launch where a line of shell does not do.
//
//     outlive-fixture notify                 a service that speaks systemd's protocol and reloads on SIGHUP
//     outlive-fixture aware BEHAVIOUR        a program that speaks Outlive's conventions, see `Behaviour`
//     outlive-fixture host [FLAG...]         a program that links Outlive and OutliveHTTP, see `HostedProgram`
//     outlive-fixture serve tcp:PORT|unix:PATH   an HTTP server, see `Server`
internal import Glibc

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "notify":
    Service().run()
case "aware" where arguments.count == 3:
    guard let behaviour = Behaviour(rawValue: arguments[2]) else { fallthrough }
    AwareProgram(behaviour).run()
case "host":
    await HostedProgram.run()
case "serve" where arguments.count == 3:
    Server(at: arguments[2]).run()
default:
    say("usage: outlive-fixture notify | aware BEHAVIOUR | host | serve tcp:PORT|unix:PATH")
    exit(64)
}
