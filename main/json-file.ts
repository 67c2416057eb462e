import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the content of a small JSON file; undefined where it is missing or no JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the members of a value, and no members if it is not an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {}
}

/**
 * Writes a small file atomically. Failures are silent, since a full disk must not keep a window from
 * opening.
 */
export function writeJsonFile(file: string, content: unknown): void {
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // The next write replaces a partial file.
  }
}
