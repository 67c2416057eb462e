import { createInterface } from 'node:readline'
import { withCatalogHost } from '../catalog-host.ts'
import type { Command, OptionValues } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { McpBridge } from '../mcp-bridge.ts'
import { NearestServer } from '../nearest-server.ts'

/** Speaks MCP over standard input and output until the input ends; nothing else is printed. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Connect an agent on this computer, which speaks MCP over standard input and output',
  arguments: '--workspace NAME',
  positionals: 0,
  options: workspaceOption,
  async run({ dataDir, options, interrupted }) {
    const workspaceId = await findWorkspaceId(dataDir, options)
    const server = new NearestServer(dataDir)
    const write = (line: string): void => void process.stdout.write(`${line}\n`)
    const bridge = new McpBridge({ server, workspaceId, write })
    const lines = createInterface({ input: process.stdin, signal: interrupted })
    const taken = new Set<Promise<void>>()
    lines.on('line', (line) => {
      const taking = bridge.take(line).finally(() => taken.delete(taking))
      taken.add(taking)
    })
    await new Promise<void>((resolve) => {
      lines.once('close', resolve)
    })
    bridge.end()
    await Promise.all(taken)
    await server.close()
    return 0
  },
}

async function findWorkspaceId(dataDir: string, options: OptionValues): Promise<string> {
  return withCatalogHost(dataDir, async (host) => {
    return (await findWorkspace(host, options)).id
  })
}
