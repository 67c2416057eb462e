import type { startParsersBy } from '#server'
import type { Electron } from './electron.ts'

type StartParser = Parameters<typeof startParsersBy>[0]

/** How the server gets processes for its parsers under Electron, whose program cannot be run as Node. */
export function utilityParsers({
  app,
  utilityProcess,
}: Pick<Electron, 'app' | 'utilityProcess'>): StartParser {
  return async (file) => {
    await app.whenReady()
    const child = utilityProcess.fork(file, [], { stdio: 'ignore', serviceName: 'Vitrine parser' })
    return {
      send: (request) => child.postMessage(request, []),
      onMessage: (listener) => void child.on('message', listener),
      ended: new Promise((resolve) => child.once('exit', resolve)),
      kill: () => void child.kill(),
    }
  }
}
