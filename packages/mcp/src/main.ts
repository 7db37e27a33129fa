#!/usr/bin/env node
import { Inlet, InletError } from '@inlet/client'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { mcpServer } from './mcp-server.ts'

async function start(): Promise<void> {
  const server = mcpServer(new Inlet())
  await server.connect(new StdioServerTransport())
  // Nobody is left to answer: waits end, and with them the process.
  process.stdin.once('end', () => void server.close())
}

start().catch((error: unknown) => {
  // The standard output is the protocol's.
  console.error(error instanceof InletError ? error.message : error)
  process.exitCode = 1
})
