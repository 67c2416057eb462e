import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a small file of the shell holds; undefined where it is missing or no JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The members of what may be no object at all. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {}
}

/** Writes a small file whole or not at all; a full disk must not stand in the way of a window, so a failure is silent. */
export function writeJsonFile(file: string, content: unknown): void {
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // What is left of it is replaced by the next write.
  }
}
