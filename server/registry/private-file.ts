import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file that appears complete or not at all, and never with wider rights than those of its owner. */
export function writePrivate(file: string, text: string): void {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file)
}
