"""Makes calls by the reference client of the Model Context Protocol: a program for the Python that has it.

usage: assistant_client.py COMMAND-AS-JSON MODE <CALLS-AS-JSON
"""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client


async def main():
    words, mode = json.loads(sys.argv[1]), sys.argv[2]
    transport = stdio_client(StdioServerParameters(command=words[0], args=words[1:]))
    async with Client(transport, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        answers = []
        for name, arguments in json.load(sys.stdin):
            result = await client.call_tool(name, arguments)
            answers.append((result.content[0].text, bool(result.is_error)))
        json.dump({"version": client.protocol_version, "tools": tools, "answers": answers}, sys.stdout)


asyncio.run(main())
