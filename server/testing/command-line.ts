import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { runCommand } from '../cli/main.ts'
import { startServer } from '../index.ts'
import { runHere } from './in-process-host.ts'

/** What a command prints with --json on one line, with what tests go on with. */
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

/** A temporary folder for a data folder and for files that commands read; the caller removes it. */
export function commandFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-${name}-`))
  return {
    folder,
    dataDir: join(folder, 'data'),
    /** Writes a file and gives its path. */
    file: (fileName: string, content: string): string => {
      const path = join(folder, fileName)
      writeFileSync(path, content)
      return path
    },
  }
}

/** A data folder with a server for the commands of a test, each of which would start one of its own; both end with the test. */
export async function servedFolder(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-${name}-`))
  const server = await startServer({ dataDir: folder, port: 0, logLevel: 'silent', threadEntry: runHere })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Runs a command with --json in this process, for tests of what is not about the process itself. */
export async function runVitrine(
  args: readonly string[],
  interrupted = new AbortController().signal,
): Promise<Ran> {
  const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()]
  const code = await runCommand([...args, '--json'], { stdout, stderr, interrupted })
  const lines: Line[] = stdout.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  return { code, lines, last: lines.at(-1) ?? { id: '', file: '', key: '' }, stderr: stderr.text }
}

/** Runs a command as people see it: what it prints, and its last word on standard error. */
export async function runForPeople(
  args: readonly string[],
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()]
  const interrupted = new AbortController().signal
  const code = await runCommand(args, { stdout, stderr, interrupted })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

class CollectedOutput extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
