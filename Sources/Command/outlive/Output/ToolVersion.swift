/// The version that reports contain.
let toolVersion = "0.1.0"
