import { statSync } from 'node:fs'
import type { ThreadStart } from './threads/channel.ts'
import { hostInProcess } from './threads/in-process-host.ts'
import { startWorker, type ThreadHost } from './threads/thread.ts'
import { threadWork } from './thread-work.ts'

// A job over all of such a workspace takes no longer than the start of a thread or two.
const smallBytes = 16 * 1024 * 1024

/**
 * The threads of a server that serves one command: nobody else waits for it, so its roles share the thread of
 * the command. What may take long still gets a thread of its own, because Ctrl+C must reach the command.
 */
export function threadsOfOneCommand(hasMuchToDo: boolean): (start: ThreadStart) => ThreadHost {
  return (start) => (mayTakeLong(start, hasMuchToDo) ? startWorker(start) : hostInProcess(start, threadWork))
}

function mayTakeLong({ role, file, isForLongReads }: ThreadStart, hasMuchToDo: boolean): boolean {
  if (role === 'registry' || role === 'writer') return false
  if (role === 'reader') return isForLongReads === true
  return role === 'models' || hasMuchToDo || !isSmall(file)
}

function isSmall(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  return size !== undefined && size <= smallBytes
}
