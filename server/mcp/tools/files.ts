import { Type } from 'typebox'
import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { dataOf } from '#shared/routes/route.ts'
import { StoredFile, Uuid } from '#shared/schemas/entities.ts'
import type { ScrapedSource } from '#shared/schemas/sources.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { isBase64 } from '../../edge/create-source.ts'
import type { Agent } from '../agent.ts'
import { defineTool } from '../tool.ts'

const maxFileBytes = 64 * 1024 * 1024

const uploadFile = defineTool({
  name: 'upload_file',
  description: 'Keeps a picture, video or document; attributes then hold its path.',
  effect: 'fetch',
  input: {
    url: Type.Optional(Type.String()),
    content_base64: Type.Optional(Type.String()),
  },
  output: dataOf(StoredFile),
  scopes: ['write:images'],
  run: async ({ url, content_base64: content }, agent, structural) => {
    const faults = [...structural]
    const bytes = await receive(agent, { url, content }, faults)
    return agent.write('storeFile', { bytes, faults, context: agent.context })
  },
})

interface SentFile {
  readonly url: string | undefined
  readonly content: string | undefined
}

async function receive(
  agent: Agent,
  { url, content }: SentFile,
  faults: FieldError[],
): Promise<Uint8Array | undefined> {
  if ((url === undefined) === (content === undefined))
    refuse(faults, 'url', 'Send one of url and content_base64.')
  else if (content !== undefined && !isBase64(content))
    refuse(faults, 'content_base64', 'Expected the content of the file in Base64.')
  if (faults.length > 0) throw validationFailed(faults)
  const bytes = url === undefined ? Buffer.from(content ?? '', 'base64') : await fetchSent(agent, url)
  if (bytes.length > maxFileBytes)
    refuse(faults, 'content_base64', message('file.larger_than', { size: maxFileBytes / 1024 / 1024 }))
  return bytes
}

async function fetchSent({ parts }: Agent, url: string): Promise<Uint8Array> {
  if (!URL.canParse(url)) throw validationFailed([{ field: 'url', issue: 'expected_url' }])
  const { fetchFile } = await import('../../jobs/sources/fetch-file.ts')
  return fetchFile({ url, maxBytes: maxFileBytes, isPrivateAllowed: parts.mayFetchPrivately })
}

function refuse(faults: FieldError[], field: string, sentence: Sentence): void {
  faults.push({ field, ...issueSentence(sentence) })
}

const SourcePart = Type.Object({
  source_id: Uuid,
  title: Type.Union([Type.String(), Type.Null()]),
  characters: Type.Integer(),
  text: Type.String(),
  next_offset: Type.Union([Type.Integer(), Type.Null()]),
})

const [usualCharacters, maxCharacters] = [8_000, 100_000]

const readSource = defineTool({
  name: 'read_source',
  description: 'The text of a source as Markdown, a part from offset on, until next_offset is null.',
  effect: 'read',
  input: {
    id: Type.String(),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'In characters' })),
    length: Type.Optional(Type.Integer({ minimum: 1, maximum: maxCharacters })),
  },
  output: dataOf(SourcePart),
  scopes: ['read:sources'],
  run: async ({ id, offset = 0, length = usualCharacters }, agent, faults) => {
    const { data } = await agent.ask('readScraped', { id, faults })
    return { data: partOf(data, offset, Math.min(length, maxCharacters)) }
  },
})

function partOf({ source_id, title, characters, text }: ScrapedSource, offset: number, length: number) {
  const end = offset + length
  const part = text.slice(offset, end)
  return {
    source_id,
    title,
    characters,
    text: part.toWellFormed(),
    next_offset: end < text.length ? end : null,
  }
}

export const fileTools = [uploadFile, readSource]
