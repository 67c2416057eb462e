import { hash, timingSafeEqual } from 'node:crypto'
import { isDirect } from '../network/network-options.ts'

/**
 * The secret of remote monitors; from the environment, like every secret of a server whose app nobody
 * opens.
 */
export const tokenVariable = 'VITRINE_METRICS_TOKEN'

/** Whether somebody may see more than that the server is well: from this computer itself, or with the token. */
export function mayLookInside(request: Parameters<typeof isDirect>[0]): boolean {
  const { authorization } = request.headers
  if (authorization === undefined) return isDirect(request)
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  const token = process.env[tokenVariable] ?? ''
  return token !== '' && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
