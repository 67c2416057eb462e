import type { IncomingMessage } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import type { Json, Wire } from './fake-wire.ts'

/** Requests with reference pictures come as a form; the book keeps only the number of pictures. */
export async function readBody(request: IncomingMessage): Promise<Json> {
  if (!request.headers['content-type']?.startsWith('multipart/')) return (await json(request)) as Json
  const headers = { 'content-type': request.headers['content-type'] }
  const form = await new Response(await buffer(request), { headers }).formData()
  const image = [...form].filter(([name]) => name.startsWith('image')).map(([name]) => name)
  const fields = [...form].filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(fields), image }
}

export function wireOf(path: string): Wire | undefined {
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/messages')) return 'messages'
  if (/\/images\/(?:generations|edits)$/.test(path)) return 'images'
  if (path.endsWith('/embeddings')) return 'embeddings'
  if (/:(?:batchEmbedContents|embedContent)$/.test(path)) return 'gemini_embeddings'
  if (path.endsWith(':generateContent')) return 'gemini'
  if (path.endsWith(':predictLongRunning')) return 'gemini_video'
  return undefined
}

export function formOf(wire: Wire, { generationConfig }: Json): Wire {
  const isPicture = JSON.stringify(generationConfig?.responseModalities ?? []).includes('IMAGE')
  return wire === 'gemini' && isPicture ? 'gemini_images' : wire
}

export function modelIn(path: string): string {
  return decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? '')
}

export function keyOf({ headers }: IncomingMessage): string | undefined {
  const named = headers['x-api-key'] ?? headers['x-goog-api-key']
  const bearer = headers.authorization?.replace(/^Bearer /, '')
  return (typeof named === 'string' ? named : bearer) || undefined
}
