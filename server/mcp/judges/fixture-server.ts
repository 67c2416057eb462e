/**
 * A server for the conformance suite, whose scenarios call tools that no catalog has. It stands on the same endpoint, guard and
 * body parser as the real one, so that what is judged is how Vitrine speaks the protocol.
 */
import { ResourceNotFoundError, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { portOf } from '../../edge/address.ts'
import { acceptJsonLeniently } from '../../edge/body-parser.ts'
import { createErrorHandler } from '../../edge/error-handler.ts'
import { allowedHosts, checkHost, checkOrigin, originsOf } from '../../edge/guard.ts'
import { createEndpoint } from '../endpoint.ts'
import { promptWithInput, stateCodec } from './fixture-inputs.ts'
import { fixturePrompts, fixtureTools, readFixture, resources, resourceTemplates } from './fixture-tools.ts'

/** Starts the fixture on a free port. */
export async function startFixture(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app: FastifyInstance = Fastify()
  const endpoint = createEndpoint(createFixture, () => undefined)
  const port = () => portOf(app.server)
  app.setErrorHandler(createErrorHandler(() => `http://127.0.0.1:${port()}`))
  app.addHook('onRequest', (request, _reply, done) => {
    checkHost(request, allowedHosts(port()))
    checkOrigin(request, originsOf(allowedHosts(port())), { pageAllowed: false })
    done()
  })
  acceptJsonLeniently(app)
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    handler: (request, reply) => endpoint.answer(request, reply, {}),
  })
  app.addHook('preClose', () => endpoint.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${port()}/mcp`, close: () => app.close() }
}

const capabilities = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
  logging: {},
}

function createFixture(): Server {
  const server = new Server(
    { name: 'vitrine-conformance-fixture', version: '1.0.0' },
    { capabilities, requestState: { verify: (state, context) => stateCodec.verify(state, context) } },
  )
  listAndCall(server)
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = readFixture(uri)
    if (!found) throw new ResourceNotFoundError(uri)
    return found
  })
  // Without sessions there is nobody to send an update to; the suite asks for the answer alone.
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'] },
  }))
  getPrompts(server)
  return server
}

function listAndCall(server: Server): void {
  const inputSchema = { type: 'object' as const }
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(fixtureTools).map((name) => ({ name, description: `The tool ${name}.`, inputSchema })),
  }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }, context) => {
    const tool = fixtureTools[name]
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    return tool(args ?? {}, context)
  })
}

const promptThatAsks = 'test_input_required_result_prompt'

function getPrompts(server: Server): void {
  const described = Object.entries({ ...fixturePrompts, [promptThatAsks]: { arguments: [] } })
  server.setRequestHandler('prompts/list', () => ({
    prompts: described.map(([name, { arguments: args }]) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: args,
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args } }, context) => {
    if (name === promptThatAsks) return promptWithInput(context)
    const prompt = fixturePrompts[name]
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
    return { messages: prompt.write(args ?? {}) }
  })
}
