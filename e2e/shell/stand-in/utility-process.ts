import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'

const parentPort = new URL('./parent-port.ts', import.meta.url).href

export const utilityProcess = {
  fork(file: string): EventEmitter & { postMessage(message: object): void } {
    const execArgv = ['--import', parentPort]
    const child = fork(file, { execArgv, serialization: 'advanced', stdio: 'ignore' })
    return Object.assign(child, { postMessage: (message: object) => void child.send(message) })
  },
}
