import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PrintedCode {
  readonly language: string
  readonly file: string | undefined
  readonly code: string
}

export type PrintedSample = readonly PrintedCode[]

export function samplesIn(html: string): PrintedSample[] {
  return [...html.matchAll(/<div class="sample"[^>]*>(.*?)<\/div>/gs)].map(([, inner = '']) =>
    [...inner.matchAll(/<pre tabindex="0" data-lang="([^"]+)"(?: data-file="([^"]+)")?>(.*?)<\/pre>/gs)].map(
      ([, language = '', file, text = '']) => ({ language, file, code: unescapeHtml(text) }),
    ),
  )
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

export const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('!! The Python samples of the reference are not run: there is no python3.')

const program = join(import.meta.dirname, '../cli/vitrine.mjs')

export class PrintedCodeRunner implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'vitrine-printed-'))
  readonly #env: NodeJS.ProcessEnv

  constructor(env: Readonly<Record<string, string>>, dataDir: string) {
    writeFileSync(
      join(this.folder, 'vitrine'),
      `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@" --data "${dataDir}"\n`,
      { mode: 0o755 },
    )
    const path = `${this.folder}:${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`
    this.#env = { ...process.env, ...env, PATH: path, NODE_NO_WARNINGS: '1' }
  }

  start(samples: readonly PrintedSample[], language: string) {
    const lines = samples.map((sample) =>
      this.#lineFor(sample.find((one) => one.language === language) ?? sample[0]),
    )
    const shell = spawn('bash', ['-c', ['set -eo pipefail', ...lines].join('\n')], {
      cwd: this.folder,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    shell.stdout.on('data', (chunk) => (said.out += String(chunk)))
    shell.stderr.on('data', (chunk) => (said.err += String(chunk)))
    return { said, shell, ended: once(shell, 'close') }
  }

  async run(samples: readonly PrintedSample[], language: string): Promise<string> {
    const { said, shell, ended } = this.start(samples, language)
    await ended
    if (shell.exitCode !== 0)
      throw new Error(`The shell ended with ${shell.exitCode}: ${said.out}${said.err}`)
    return said.out
  }

  #lineFor({ language, file = '', code }: PrintedCode = { language: 'JSON', file: '', code: '' }): string {
    if (language === 'JSON') return ''
    if (language !== 'TypeScript' && language !== 'Python') return code
    writeFileSync(join(this.folder, file), code)
    return language === 'Python' ? `python3 ${file}` : `node ${file}`
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
