import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { runCommand } from '../cli/main.ts'
import { startServer } from '../index.ts'
import { runHere } from './in-process-host.ts'

interface Line {
  readonly id: string
  readonly file: string
  readonly key: string
  readonly [name: string]: unknown
}

interface Ran {
  readonly code: number
  readonly lines: readonly Line[]
  readonly last: Line
  readonly stderr: string
}

export function commandFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-${name}-`))
  return {
    folder,
    dataDir: join(folder, 'data'),
    file: (fileName: string, content: string): string => {
      const path = join(folder, fileName)
      writeFileSync(path, content)
      return path
    },
  }
}

/**
 * Makes a data folder with a server for the commands of a test, which would otherwise each start one; both
 * end with the test.
 */
export async function servedFolder(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-${name}-`))
  const server = await startServer({ dataDir: folder, port: 0, logLevel: 'silent', threadEntry: runHere })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export async function runVitrine(
  args: readonly string[],
  interrupted = new AbortController().signal,
): Promise<Ran> {
  const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()]
  const code = await runCommand([...args, '--json'], { stdout, stderr, interrupted })
  const lines: Line[] = stdout.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  return { code, lines, last: lines.at(-1) ?? { id: '', file: '', key: '' }, stderr: stderr.text }
}

export async function runForPeople(
  args: readonly string[],
  input: string | Readable = '',
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()]
  const interrupted = new AbortController().signal
  const stdin = typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input
  const code = await runCommand(args, { stdin, stdout, stderr, interrupted })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

class CollectedOutput extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
