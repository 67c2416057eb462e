import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export interface SentFile {
  readonly isTaken: boolean
  /** What the server answered. */
  readonly answer: string
}

/**
 * Posts a file as the one part of a form, in pieces as the server takes them. `fetch` would hold the whole of it until the answer: it
 * keeps a copy of what it sends, lest it is told to send it elsewhere.
 */
export async function sendFile(
  url: string,
  file: string,
  headers: Readonly<Record<string, string>>,
): Promise<SentFile> {
  const boundary = `vitrine-${randomUUID()}`
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapeName(basename(file))}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { size } = await stat(file)
  const call = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  })
  const parts = async function* () {
    yield head
    if (size > 0) yield* createReadStream(file, { end: size - 1 })
    yield tail
  }
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  // A refusal may come, and with it the end of the connection, before all has been sent.
  const sent = pipeline(parts, call).catch(() => undefined)
  const [response] = await answered
  const answer = await text(response)
  await sent
  return { isTaken: response.statusCode !== undefined && response.statusCode < 300, answer }
}

/** As browsers write names in forms. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
