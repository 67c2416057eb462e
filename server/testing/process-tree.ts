import { readdirSync, readFileSync } from 'node:fs'

/** Returns the memory of a process and its descendants, in MB; on Linux only. */
export function memoryOfTree(root: number): number {
  const parents = new Map(readdirSync('/proc').flatMap((name) => readParent(Number(name))))
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)))
  let kilobytes = 0
  for (const pid of parents.keys()) if (isBelow(pid)) kilobytes += privateSize(pid)
  return kilobytes / 1024
}

function readParent(pid: number): [pid: number, parent: number][] {
  if (Number.isNaN(pid)) return []
  const stat = readIfThere(`/proc/${pid}/stat`)
  // The name of the program, in brackets, may contain any character.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent === undefined ? [] : [[pid, Number(parent)]]
}

/**
 * In KB, without pages of files, such as the mapped ones of a workspace: the system reclaims them when
 * needed.
 */
function privateSize(pid: number): number {
  const sizes = readIfThere(`/proc/${pid}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm)
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0)
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
