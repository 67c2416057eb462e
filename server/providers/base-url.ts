import { isLocalAddress } from '#shared/local-address.ts'
import type { ProviderKind } from '#shared/providers.ts'
import type { Faults } from '../catalog/errors.ts'

const missing =
  'Send the address of the server, such as http://127.0.0.1:11434 for Ollama or http://127.0.0.1:1234 for LM Studio.'
const tooMuch =
  'The address is more than a server and a path. Leave out what stands before @ and behind ? or #; a key goes into key.'
const unsafe =
  'Outside of this computer and its network only https is used: over http others could read the key and the catalog.'

/** An address as it is kept, without a slash at its end; notes what is wrong with it. */
export function checkBaseUrl(
  text: string | undefined,
  kind: ProviderKind,
  faults: Faults,
): string | undefined {
  if (!text?.trim()) return faults.explain('base_url', 'required', missing)
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol)) return faults.add('base_url', 'expected_url')
  if (url.username + url.password + url.search + url.hash !== '')
    return faults.explain('base_url', 'invalid_value', tooMuch)
  if (url.protocol === 'http:' && !isLocalAddress(url.href))
    return faults.explain('base_url', 'invalid_value', unsafe)
  return url.origin + pathOf(url, kind)
}

/** Nearly all servers that speak as OpenAI does answer under /v1, and few people know of it. */
function pathOf({ pathname }: URL, kind: ProviderKind): string {
  const path = pathname.replace(/\/+$/, '')
  return path === '' && kind === 'openai_compatible' ? '/v1' : path
}
