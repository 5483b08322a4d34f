/// The version that reports contain.
package let toolVersion = "0.1.0"
