import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toEnvelope } from '../edge/envelope.ts'
import { toCatalogError } from '../edge/error-handler.ts'
import type { Agent } from './agent.ts'

/** Throws what the catalog refused as an error of the protocol, for what has no result to carry the envelope; it is the error's data. */
export function refuse(error: unknown, { parts }: Agent): never {
  const known = toCatalogError(error)
  const isInternal = known.code === 'internal_error'
  const code = isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  throw new ProtocolError(code, known.message, toEnvelope(known, parts.origin, parts.requestId).error)
}
