import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError, type Invocation } from './command.ts'

/** The name of standard input and output in the place of a file. */
export const standardName = '-'

type Reading = Pick<Invocation, 'stdin' | 'output' | 'interrupted'>

/** The text of a file or of standard input, of at most so many bytes. */
export async function readInput(name: string, reading: Reading, maxBytes: number): Promise<string> {
  const stream = name === standardName ? openInput(reading) : createReadStream(resolve(name))
  const chunks: Buffer[] = []
  try {
    for await (const chunk of bounded(stream, maxBytes)) chunks.push(chunk)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${describeName(name)} cannot be read.`, { cause })
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Lends standard input as a file, which is gone afterwards. */
export async function withInputFile<T>(
  reading: Reading,
  maxBytes: number,
  run: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-input-'))
  try {
    const file = join(folder, 'standard input')
    await pipeline(bounded(openInput(reading), maxBytes), createWriteStream(file, { mode: 0o600 }))
    return await run(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function openInput({ stdin, output, interrupted }: Reading): Readable {
  if ('isTTY' in stdin && stdin.isTTY) output.note('Reading from the terminal; Ctrl+D ends it.')
  return addAbortSignal(interrupted, stdin)
}

async function* bounded(stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of stream) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    bytes += buffer.length
    if (bytes > maxBytes) throw new CommandError(`More than ${maxBytes} bytes were sent; that is too much.`)
    yield buffer
  }
}

function describeName(name: string): string {
  return name === standardName ? 'Standard input' : `The file ${resolve(name)}`
}
