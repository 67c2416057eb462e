import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The categories of a channel by their paths and numbers, from the list that the owner puts into a folder as the channel offers
 * it: a line each, `443 - Furniture > Chairs` or the path alone. Undefined where there is none.
 */
export async function loadCategories(
  folder: string,
  channel: string,
): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile(join(folder, `${channel}.txt`), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return new Set(lines.flatMap(namesOf))
}

function namesOf(line: string): string[] {
  const [, number, path] = /^(\S+) +[-:] +(.+)$/.exec(line.trim()) ?? []
  return number === undefined || path === undefined ? [line.trim()] : [number, path.trim()]
}
