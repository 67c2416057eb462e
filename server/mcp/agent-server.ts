import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server'
import type { Agent } from './agent.ts'
import { callTool, type OnInternalError } from './call-tool.ts'
import { instructions } from './instructions.ts'
import { type Effect, type Tool } from './tool.ts'
import { shownInput, shownOutput } from './tool-schema.ts'
import { tools } from './tools/all-tools.ts'

export interface ServerFacts {
  readonly version: string
  readonly onInternalError: OnInternalError
}

/** The protocol's side of one request: it lists and calls tools, reads resources and gets prompts for one agent. */
export function createAgentServer(agent: Agent, { version, onInternalError }: ServerFacts): Server {
  const server = new Server(
    { name: 'vitrine', title: 'Vitrine', version },
    { instructions, capabilities: { tools: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listedTools() }))
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const tool = toolByName.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return callTool(tool, params.arguments ?? {}, agent, onInternalError)
  })
  return server
}

const toolByName = new Map(tools.map((tool) => [tool.name, tool]))

let listed: ListedTool[] | undefined

function listedTools(): ListedTool[] {
  return (listed ??= tools.map(toListed))
}

function toListed({ name, title, description, effect, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: shownInput(input) as ListedTool['inputSchema'],
    outputSchema: shownOutput(output),
    annotations: { title, ...hints[effect] },
  }
}

/** Nothing is ever deleted; `destructiveHint` says whether a stored value may be replaced by another. */
const hints = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  set: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  overwrite: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  fetch: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
} as const satisfies Record<Effect, object>
