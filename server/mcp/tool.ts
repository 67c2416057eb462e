import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { AuditEntries } from '#shared/audited.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Agent } from './agent.ts'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toEnvelope, toCatalogError } from '../edge/error-handler.ts'

export type Effect = 'read' | 'create' | 'overwrite' | 'set' | 'fetch'

export interface ToolDefinition<Input extends TProperties> {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly effect: Effect
  readonly input: Input
  readonly output: TObject
  /** The scopes of the call, which may depend on the arguments, unchecked as they were sent. */
  readonly scopes:
    | readonly Scope[]
    | ((args: Readonly<Record<string, unknown>>, agent: Agent) => readonly Scope[])
  /** Whether its answer is a job, for whose end the call waits. */
  readonly answersJob?: true
  /** The action in the audit list of a team: `body` is its arguments. */
  readonly audit?: AuditEntries
  /**
   * Runs the tool and returns the body of the answer. `faults` are those of form, for the catalog to
   * report with its own.
   */
  readonly run: (args: Static<TObject<Input>>, agent: Agent, faults: FieldError[]) => Promise<object>
}

export type Tool = ToolDefinition<TProperties>

export function defineTool<Input extends TProperties>(definition: ToolDefinition<Input>): Tool {
  const tool = definition as unknown as Tool
  const more = {
    ...(tool.effect !== 'read' && idempotencyArgument),
    ...(tool.answersJob && waitArgument),
  }
  return { ...tool, input: { ...more, ...tool.input } }
}

/**
 * Marks a part of an input that agents see in the schema, but whose faults the catalog reports by its
 * issue codes.
 */
export const catalogChecks = { 'x-checked-by': 'catalog' } as const

/** How long a call waits for the end of a job where it does not say, and at most. */
export const waitSeconds = { usual: 10, most: 60 } as const

const idempotencyArgument = { idempotency_key: unlisted(Type.String()) }
const waitArgument = {
  wait: unlisted(
    Type.Integer({ minimum: 0, maximum: waitSeconds.most, default: waitSeconds.usual, ...catalogChecks }),
  ),
}

export function briefly<Schema extends TSchema>(
  schema: Schema,
  description: string,
  brief: object = { type: 'object' },
): Schema {
  return { ...schema, 'x-brief': { ...brief, description } }
}

/** Marks a member of an input that is accepted, because answers contain it, but not documented. */
export function untold<Schema extends TSchema>(schema: Schema) {
  return Type.Optional<Schema>({ ...schema, 'x-untold': true })
}

/**
 * Marks a member of an input that only the resource of the tool documents, not the list of tools: few
 * calls need it.
 */
export function unlisted<Schema extends TSchema>(schema: Schema) {
  return Type.Optional<Schema>({ ...schema, 'x-unlisted': true })
}

export function allUnlisted<Members extends TProperties>(members: Members): Members {
  const marked = Object.entries(members).map(([name, schema]) => [name, unlisted(schema)])
  return Object.fromEntries(marked) as Members
}

/**
 * Throws a refusal of the catalog as an error of the protocol, where no result can carry the envelope; it
 * becomes the error's data.
 */
export function refuse(error: unknown, { parts }: Agent): never {
  const known = toCatalogError(error)
  const isInternal = known.code === 'internal_error'
  const code = isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  throw new ProtocolError(code, known.message, toEnvelope(known, parts.origin, parts.requestId).error)
}
