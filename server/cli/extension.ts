import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The program `vitrine-foo` on the PATH, which is the command `vitrine foo`; undefined where there is none. */
export function findExtension(word: string | undefined): string | undefined {
  if (word === undefined || !/^[a-z][a-z0-9-]*$/.test(word)) return undefined
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, `vitrine-${word}${ending}`)))
    .find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

interface ExtensionRun {
  readonly words: readonly string[]
  /** The data folder, workspace or server of this command line, as variables of the environment. */
  readonly context: Readonly<Record<string, string>>
}

/** Runs an extension with the input and outputs of this process, and returns its code. */
export function runExtension(program: string, { words, context }: ExtensionRun): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...context }
    const child = spawn(program, words, { stdio: 'inherit', env, shell: program.endsWith('.cmd') })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
