import type { IpcMain } from 'electron'
import type { Like } from './like.ts'

type Handler = Parameters<IpcMain['handle']>[1]

const handlers = new Map<string, Handler>()

export const ipcMain = {
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
} satisfies Like<IpcMain>

export function callHandler(channel: string, event: unknown, args: unknown[]): unknown {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler(event as Parameters<Handler>[0], ...args)
}

/** The page side: runs the preload script with a `require` that, as in a sandbox, offers only Electron. */
export function preloadScript(source: string): string {
  return `(() => {
    if (window !== window.top) return
    const listeners = new Map()
    globalThis.standInDeliver = (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    }
    const expose = (name, value) => Object.defineProperty(globalThis, name, { value: Object.freeze(value) })
    const ipcRenderer = {
      invoke: (channel, ...args) => globalThis.standInInvoke(channel, args),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener)),
    }
    const webUtils = { getPathForFile: (file) => file.standInPath ?? '' }
    const require = (name) => {
      if (name === 'electron') return { contextBridge: { exposeInMainWorld: expose }, ipcRenderer, webUtils }
      throw new Error('A sandboxed preload script cannot require ' + name)
    }
    const module = { exports: {} }
    ;(function (require, module, exports) { ${source}\n })(require, module, module.exports)
  })()`
}
