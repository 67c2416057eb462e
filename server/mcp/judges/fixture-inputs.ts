/** The tools and the prompt of the suite that ask the client for something before they answer (SEP-2322, SEP-1034, SEP-1330). */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { randomBytes } from 'node:crypto'

export type FixtureTool = (
  args: Readonly<Record<string, unknown>>,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult

export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] }
}

/** Seals state that the client carries; the server verifies it before a tool reads it. */
export const stateCodec = createRequestStateCodec<{ readonly step: number }>({ key: randomBytes(32) })

const string = { type: 'string' as const }
const boolean = { type: 'boolean' as const }

function ask(message: string, field: string, property: typeof string | typeof boolean = string) {
  const requestedSchema = { type: 'object' as const, properties: { [field]: property }, required: [field] }
  return inputRequired.elicit({ message, requestedSchema })
}

function sample(prompt: string, maxTokens: number) {
  const content = { type: 'text' as const, text: prompt }
  return inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens })
}

const stepOf = ({ mcpReq }: ServerContext): number =>
  mcpReq.requestState<{ readonly step: number }>()?.step ?? 0

const isAnswered = ({ mcpReq }: ServerContext, key: string): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind !== 'missing'

async function confirmWithState(context: ServerContext) {
  if (isAnswered(context, 'confirm') && stepOf(context) === 1) return text('state-ok')
  return inputRequired({
    inputRequests: { confirm: ask('Please confirm', 'ok', boolean) },
    requestState: await stateCodec.mint({ step: 1 }),
  })
}

const everyEnum = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    oneOf: [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
      { const: 'value3', title: 'Third Option' },
    ],
  },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: {
    type: 'array',
    items: {
      anyOf: [
        { const: 'value1', title: 'First Choice' },
        { const: 'value2', title: 'Second Choice' },
        { const: 'value3', title: 'Third Choice' },
      ],
    },
  },
} as const

const everyDefault = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
} as const

const elicitWith = (properties: object): FixtureTool =>
  async function elicit(_args, { mcpReq }) {
    const requestedSchema = { type: 'object', properties, required: [] } as never
    const { action, content } = await mcpReq.elicitInput({
      mode: 'form',
      message: 'Please fill in',
      requestedSchema,
    })
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
  }

export const inputTools: Readonly<Record<string, FixtureTool>> = {
  test_elicitation_sep1034_defaults: elicitWith(everyDefault),
  test_elicitation_sep1330_enums: elicitWith(everyEnum),
  test_input_required_result_elicitation(_args, { mcpReq }) {
    const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.['name']
    if (typeof name === 'string') return text(`Hello, ${name}!`)
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
  },
  test_input_required_result_sampling(_args, { mcpReq }) {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question')
    if (answer.kind === 'sampling') return text(JSON.stringify(answer.result.content))
    return inputRequired({
      inputRequests: { capital_question: sample('What is the capital of France?', 100) },
    })
  },
  test_input_required_result_list_roots(_args, { mcpReq }) {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots')
    if (answer.kind === 'roots') return text(JSON.stringify(answer.roots))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  test_input_required_result_request_state: (_args, context) => confirmWithState(context),
  test_input_required_result_tampered_state: (_args, context) => confirmWithState(context),
  async test_input_required_result_multiple_inputs(_args, context) {
    const keys = ['user_name', 'greeting', 'client_roots']
    if (keys.every((key) => isAnswered(context, key))) return text('All three were answered.')
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ step: 1 }),
    })
  },
  async test_input_required_result_multi_round(_args, context) {
    const step = stepOf(context)
    if (step === 2 && isAnswered(context, 'step2')) return text('Both steps were answered.')
    if (step === 1 && isAnswered(context, 'step1'))
      return inputRequired({
        inputRequests: { step2: ask('Step 2: What is your favorite color?', 'color') },
        requestState: await stateCodec.mint({ step: 2 }),
      })
    return inputRequired({
      inputRequests: { step1: ask('Step 1: What is your name?', 'name') },
      requestState: await stateCodec.mint({ step: 1 }),
    })
  },
  test_missing_capability: () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } }),
  test_streaming_elicitation: () =>
    inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } }),
  test_input_required_result_capabilities(_args, context) {
    const envelope = context.mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined
    const { sampling, elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    return inputRequired({
      inputRequests: {
        ...(sampling && { greeting: sample('Generate a greeting', 50) }),
        ...(elicitation && { user_name: ask('What is your name?', 'name') }),
      },
    })
  },
}

export function promptWithInput({ mcpReq }: ServerContext): GetPromptResult | InputRequiredResult {
  const context = acceptedContent(mcpReq.inputResponses, 'user_context')?.['context']
  if (typeof context !== 'string')
    return inputRequired({
      inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
    })
  return { messages: [{ role: 'user', content: { type: 'text', text: `With the context ${context}.` } }] }
}
