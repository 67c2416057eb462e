import { addAbortSignal } from 'node:stream'
import { splitLines } from '#shared/split-lines.ts'
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
    const taken = new Set<Promise<void>>()
    for await (const line of inputLines(interrupted)) {
      const taking = bridge.take(line).finally(() => taken.delete(taking))
      taken.add(taking)
    }
    bridge.end()
    await Promise.all(taken)
    await server.close()
    return 0
  },
}

/** The lines of standard input until it ends or somebody interrupts. */
async function* inputLines(interrupted: AbortSignal): AsyncGenerator<string> {
  try {
    yield* splitLines(addAbortSignal(interrupted, process.stdin.setEncoding('utf8')))
  } catch (error) {
    if (!interrupted.aborted) throw error
  }
}

async function findWorkspaceId(dataDir: string, options: OptionValues): Promise<string> {
  return withCatalogHost(dataDir, async (host) => {
    return (await findWorkspace(host, options)).id
  })
}
