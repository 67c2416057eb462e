import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { AuditedAction } from '#shared/audited.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Agent } from './agent.ts'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toEnvelope, toCatalogError } from '../edge/error-handler.ts'

/** What a tool does to the catalog; its hints for clients follow from it. */
export type Effect = 'read' | 'create' | 'overwrite' | 'set' | 'fetch'

export interface ToolDefinition<Input extends TProperties> {
  readonly name: string
  /** What people read of it, where the name does not say it. */
  readonly title?: string
  readonly description: string
  readonly effect: Effect
  readonly input: Input
  readonly output: TObject
  /** What the credential must hold, which may depend on the arguments; they are as sent, nothing is checked yet. */
  readonly scopes:
    | readonly Scope[]
    | ((args: Readonly<Record<string, unknown>>, agent: Agent) => readonly Scope[])
  /** What it writes into the audit list of a team: `body` are its arguments. */
  readonly audit?: AuditedAction
  /** Does it and gives the body of the answer. `faults` are those of form, for the catalog to report with its own. */
  readonly run: (args: Static<TObject<Input>>, agent: Agent, faults: FieldError[]) => Promise<object>
}

export type Tool = ToolDefinition<TProperties>

export function defineTool<Input extends TProperties>(definition: ToolDefinition<Input>): Tool {
  return definition as unknown as Tool
}

export function briefly<Schema extends TSchema>(
  schema: Schema,
  description: string,
  brief: object = { type: 'object' },
): Schema {
  return { ...schema, 'x-brief': { ...brief, description } }
}

/** A member of an input that is taken, because answers have it so, but told to nobody. */
export function untold<Schema extends TSchema>(schema: Schema) {
  return Type.Optional<Schema>({ ...schema, 'x-untold': true })
}

/** A member of an input that the resource of the tool tells and the list of tools does not: few calls need it. */
export function unlisted<Schema extends TSchema>(schema: Schema) {
  return Type.Optional<Schema>({ ...schema, 'x-unlisted': true })
}

export function allUnlisted<Members extends TProperties>(members: Members): Members {
  const marked = Object.entries(members).map(([name, schema]) => [name, unlisted(schema)])
  return Object.fromEntries(marked) as Members
}

/** Marks a part of an input that agents are shown as it is, but whose faults the catalog tells by its issue codes. */
export const catalogChecks = { 'x-checked-by': 'catalog' } as const

/** Throws what the catalog refused as an error of the protocol, for what has no result to carry the envelope; it is the error's data. */
export function refuse(error: unknown, { parts }: Agent): never {
  const known = toCatalogError(error)
  const isInternal = known.code === 'internal_error'
  const code = isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  throw new ProtocolError(code, known.message, toEnvelope(known, parts.origin, parts.requestId).error)
}
