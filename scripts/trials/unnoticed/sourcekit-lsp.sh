# needs: sourcekit-lsp
# a Swift server over pipes, with a library that it loads
say() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
{
    say '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
    say '{"jsonrpc":"2.0","method":"initialized","params":{}}'
    say '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
    say '{"jsonrpc":"2.0","method":"exit"}'
} | sourcekit-lsp 2>/dev/null | grep -o '"id":[0-9]*\|"name":"[^"]*"' | sort
echo "${PIPESTATUS[1]}"
