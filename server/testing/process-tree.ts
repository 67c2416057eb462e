import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4096

/** The memory that a process and all that it has started take together, in MB; on Linux only. */
export function memoryOfTree(root: number): number {
  const processes = new Map(readdirSync('/proc').flatMap((name) => readProcess(Number(name))))
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(processes.get(pid)?.parent))
  let bytes = 0
  for (const [pid, process] of processes) if (isBelow(pid)) bytes += process.bytes
  return bytes / 1024 / 1024
}

type Process = readonly [pid: number, about: { readonly parent: number; readonly bytes: number }]

function readProcess(pid: number): Process[] {
  if (Number.isNaN(pid)) return []
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [[pid, { parent: Number(fields[1]), bytes: Number(fields[21]) * pageBytes }]]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
