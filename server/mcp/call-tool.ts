import type { CallToolResult } from '@modelcontextprotocol/server'
import { pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { isOneOf } from '#shared/text.ts'
import { type CatalogError, validationFailed } from '../catalog/errors.ts'
import { toEnvelope } from '../edge/envelope.ts'
import { toCatalogError } from '../edge/error-handler.ts'
import { compileLazily } from '../edge/lazy-validation.ts'
import { requiredOf } from '../edge/openapi/format-schema.ts'
import { checkForm } from '../edge/structural-faults.ts'
import type { Agent } from './agent.ts'
import { withNotice } from './notice.ts'
import type { Tool } from './tool.ts'
import { inputForm } from './tool-schema.ts'

type Arguments = Readonly<Record<string, unknown>>

export interface CallFacts {
  /** Hears of what nobody foresaw, with the id that the envelope names. */
  readonly onInternalError: (error: unknown, requestId: string) => void
  /** The client's revision of the protocol reads `structuredContent`; of older ones some hand on nothing but text. */
  readonly readsStructured: boolean
}

/**
 * Calls a tool: scopes, then form, then the catalog, as a request of the API goes. What is refused comes back as the API's error
 * envelope in a result with `isError`.
 */
export async function callTool(
  tool: Tool,
  args: Arguments,
  agent: Agent,
  { onInternalError, readsStructured }: CallFacts,
): Promise<CallToolResult> {
  try {
    agent.require(typeof tool.scopes === 'function' ? tool.scopes(args, agent) : tool.scopes)
    const { body, faults } = checkArguments(tool, args)
    const answer = await tool.run(body, agent, faults)
    if (tool.audit) agent.parts.record(tool.audit, { params: {}, body, answer })
    const result = toResult(answer)
    return readsStructured ? { ...result, content: [] } : result
  } catch (error) {
    const known = toCatalogError(error)
    if (known.code === 'internal_error') onInternalError(error, agent.parts.requestId)
    return toFailure(known, agent)
  }
}

interface Form {
  readonly check: ReturnType<typeof compileLazily>
  readonly required: readonly string[]
}

const forms = new WeakMap<Tool, Form>()

function formOf(tool: Tool): Form {
  const known = forms.get(tool)
  if (known) return known
  const schema = inputForm(tool.input)
  const form = { check: compileLazily(schema), required: requiredOf(schema) }
  forms.set(tool, form)
  return form
}

function checkArguments(tool: Tool, args: Arguments): { body: Arguments; faults: FieldError[] } {
  const { check, required } = formOf(tool)
  const checked = checkForm<Arguments>(args, check(args) ?? undefined)
  // Without what it cannot do without, the catalog would answer for something else than was meant.
  if (required.some((name) => !Object.hasOwn(checked.body, name))) throw validationFailed(checked.faults)
  return checked
}

/** A body in both its forms: for programs, and as text for models that read nothing else. */
function toResult(found: object): CallToolResult {
  const body = withNotice(found)
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
  }
}

function toFailure(error: CatalogError, { parts }: Agent): CallToolResult {
  const { error: told } = toEnvelope(error, parts.origin, parts.requestId)
  return { ...toResult({ error: inToolWords(told) }), isError: true }
}

/** Every text of an error in the words of tools: conditions as places in `filter`, and lists by their tools. */
function inToolWords<Told>(told: Told): Told {
  if (typeof told === 'string') return nameArguments(nameTools(told)) as Told
  if (Array.isArray(told)) return told.map(inToolWords) as Told
  if (typeof told !== 'object' || told === null) return told
  return Object.fromEntries(Object.entries(told).map(([key, text]) => [key, inToolWords(text)])) as Told
}

/** `filter[price][lt]` of a query is `filter.price.lt` of the arguments. */
function nameArguments(text: string): string {
  return text.replaceAll(/\bfilter\[([^[\]]+)\](?:\[([^[\]]+)\])?/g, (_all, key: string, operator?: string) =>
    operator === undefined ? `filter.${key}` : `filter.${key}.${operator}`,
  )
}

/** The remedies of the API name its lists by their paths; an agent knows them as tools. */
function nameTools(message: string): string {
  return message.replaceAll(/\bGET \/([a-z]+)(?:\?[^\s.]*)?/g, (_all, name: string) =>
    isOneOf(Object.values(pluralOf), name) ? 'list_entities' : `list_${name}`,
  )
}
