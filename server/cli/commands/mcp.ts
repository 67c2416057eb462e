import { addAbortSignal } from 'node:stream'
import { splitLines } from '#shared/text.ts'
import type { Command } from '../command.ts'
import { CatalogClient } from '../client.ts'
import { findWorkspace, namedWorkspaceOption } from '../chosen-workspace.ts'
import { McpBridge } from '../mcp-bridge.ts'
import { NearestServer } from '../nearest-server.ts'

/** Speaks MCP over standard input and output until the input ends; nothing else is printed. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Connect an agent on this computer, which speaks MCP over standard input and output',
  arguments: '--workspace NAME',
  positionals: 0,
  options: {
    ...namedWorkspaceOption,
    'read-only': { type: 'boolean', help: 'Offer the tools that only read' },
    tools: { type: 'string', help: 'Offer these tools alone: names, separated by commas' },
  },
  async run({ dataDir, output, options, interrupted }) {
    const server = new NearestServer(dataDir, { isForOneCommand: false })
    try {
      const { id } = await server.use((address) => findWorkspace(new CatalogClient(address), options))
      const write = (line: string): void => output.printLine(line)
      const bridge = new McpBridge({ server, workspaceId: id, path: endpointOf(options), write })
      const taken = new Set<Promise<void>>()
      for await (const line of inputLines(interrupted)) {
        const taking = bridge.take(line).finally(() => taken.delete(taking))
        taken.add(taking)
      }
      bridge.end()
      await Promise.all(taken)
      return 0
    } finally {
      await server.close()
    }
  },
}

function endpointOf(options: Parameters<Command['run']>[0]['options']): string {
  const { 'read-only': isReadOnly, tools } = options
  const query = new URLSearchParams({
    ...(isReadOnly === true && { read_only: 'true' }),
    ...(typeof tools === 'string' && { tools }),
  })
  return `/mcp${query.size > 0 ? `?${query.toString()}` : ''}`
}

async function* inputLines(interrupted: AbortSignal): AsyncGenerator<string> {
  try {
    yield* splitLines(addAbortSignal(interrupted, process.stdin.setEncoding('utf8')))
  } catch (error) {
    if (!interrupted.aborted) throw error
  }
}
