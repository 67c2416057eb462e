/**
 * Finds out about a provider in a worker thread: whether it answers, its models, and how a model is bound
 * to a schema.
 */
import { type StructuredOutput, structuredOutputs, type ProviderKind } from '#shared/providers.ts'
import { toModelCallError } from './call-failure.ts'
import { type CalledProvider, callModel, type CallFault, ModelCallError } from './model-call.ts'
import { isObject } from '#shared/exact-json.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { APICallError } from 'ai'
import { providerFetch } from './provider-fetch.ts'

export interface ProbeRequest {
  readonly provider: CalledProvider
  readonly model: string | null
}

export interface ProbeResult {
  readonly milliseconds: number
  readonly models: readonly string[]
  readonly structuredOutput: StructuredOutput | null
  readonly fault: { readonly reason: CallFault; readonly sentence: Sentence } | null
  readonly calls: readonly TokenCounts[]
}

interface TokenCounts {
  readonly input: number
  readonly output: number
}

const listMs = 15_000
// A server on this computer may have to load the model first.
const answerMs = 120_000
const fruit = 'quince'

/** A schema that no answer meets by chance: an answer that does has seen it. */
const schema = {
  type: 'object',
  properties: { fruit: { type: 'string', enum: [fruit] }, count: { type: 'integer' } },
  required: ['fruit', 'count'],
  additionalProperties: false,
}

/**
 * Tests a provider, and with a model how it answers by a schema; faults are in the answer, in the
 * provider's words.
 */
export async function probe({ provider, model }: ProbeRequest, signal: AbortSignal): Promise<ProbeResult> {
  const calls: TokenCounts[] = []
  const started = performance.now()
  const passed = () => Math.round(performance.now() - started)
  const list = await tryToList(provider, signal)
  const found = {
    milliseconds: passed(),
    models: list.models,
    structuredOutput: null,
    fault: list.fault,
    calls,
  }
  // A server without a list may well have models.
  if (model === null || (list.fault && isFinal(list.fault))) return found
  let fault: ModelCallError | undefined
  for (const structuredOutput of structuredOutputs) {
    const asked = performance.now()
    const answer = await ask({ provider, model, structuredOutput, signal }, calls)
    const milliseconds = Math.round(performance.now() - asked)
    if (answer === undefined) return { ...found, milliseconds, structuredOutput, fault: null }
    fault = answer
    if (isFinal(fault)) break
  }
  return { ...found, milliseconds: passed(), fault: fault ? briefly(fault) : null }
}

function isFinal({ reason }: Pick<ModelCallError, 'reason'>): boolean {
  return reason !== 'refused' && reason !== 'not_json' && reason !== 'server_error'
}

const maxModels = 500

async function listModels(provider: CalledProvider, signal: AbortSignal): Promise<string[]> {
  const url = `${provider.baseUrl}/models`
  const response = await providerFetch(url, { headers: headersOf[provider.kind](provider.key ?? ''), signal })
  const responseBody = await response.text()
  if (!response.ok)
    throw new APICallError({
      message: response.statusText,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
  return namesIn(responseBody).slice(0, maxModels)
}

const bearer = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` })

const headersOf: Record<ProviderKind, (key: string) => Record<string, string>> = {
  openai_compatible: bearer,
  openai: bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
}

/** `data` of OpenAI and Anthropic, `models` of Google, whose names begin with their folder. */
function namesIn(text: string): string[] {
  const { data, models } = JSON.parse(text)
  const list: unknown[] = [data, models].find(Array.isArray) ?? []
  const names = list.filter(isObject).map(({ id, name }) => (typeof id === 'string' ? id : name))
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^models\//, ''))
}

async function tryToList(
  provider: CalledProvider,
  signal: AbortSignal,
): Promise<{ models: string[]; fault: ProbeResult['fault'] }> {
  const timeout = AbortSignal.timeout(listMs)
  try {
    return { models: await listModels(provider, AbortSignal.any([signal, timeout])), fault: null }
  } catch (error) {
    signal.throwIfAborted()
    const request = { provider, timeoutMs: listMs }
    return { models: [], fault: briefly(toModelCallError(error, { request, timedOut: timeout.aborted })) }
  }
}

interface Question {
  readonly provider: CalledProvider
  readonly model: string
  readonly structuredOutput: StructuredOutput
  readonly signal: AbortSignal
}

async function ask(
  { signal, ...question }: Question,
  calls: TokenCounts[],
): Promise<ModelCallError | undefined> {
  const request = {
    ...question,
    kind: 'text',
    system: 'You fill in forms.',
    prompt: 'Name the fruit that the form offers, and how many letters its name has.',
    images: [],
    schema,
    webSearch: false,
    maxOutputTokens: 2000,
    timeoutMs: answerMs,
  } as const
  try {
    const answer = await callModel(request, signal)
    calls.push(counted(answer.usage))
    return keepsToSchema(answer.value) ? undefined : new ModelCallError('not_json', schemaIgnored)
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error
    if (error.usage) calls.push(counted(error.usage))
    return error
  }
}

const schemaIgnored = message('model.answer_of_wrong_form')

function keepsToSchema(value: unknown): boolean {
  return isObject(value) && value['fruit'] === fruit && Number.isInteger(value['count'])
}

function counted({ input, output }: { input: number | null; output: number | null }): TokenCounts {
  return { input: input ?? 0, output: output ?? 0 }
}

function briefly({ reason, sentence }: ModelCallError) {
  return { reason, sentence }
}
