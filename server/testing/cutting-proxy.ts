import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server of this computer, and cuts their connection or refuses it. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  readonly connections: number
  /** Cuts the next connection through which so many bytes go one way; later ones are let through. */
  cutAfter(bytes: number, way: 'to server' | 'to client'): void
  /** Answers so many connections as a web server that is busy. */
  refuse(count: number): void
}

interface Cut {
  readonly bytes: number
  readonly way: 'to server' | 'to client'
}

const busy = 'HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const open = new Set<Socket>()
  let connections = 0
  let refusals = 0
  let planned: Cut | undefined
  const server = createServer((client) => {
    connections += 1
    if (refusals > 0) {
      refusals -= 1
      client.on('error', () => undefined).once('data', () => client.end(busy))
      return
    }
    const behind = connect(target, '127.0.0.1')
    const both = [client, behind]
    const end = () => both.forEach((socket) => socket.destroy())
    for (const socket of both) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    const isCut = (way: Cut['way'], bytes: number) => {
      if (planned?.way !== way || bytes <= planned.bytes) return false
      planned = undefined
      end()
      return true
    }
    pass(client, behind, (bytes) => isCut('to server', bytes))
    pass(behind, client, (bytes) => isCut('to client', bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    cutAfter(bytes, way) {
      planned = { bytes, way }
    },
    refuse(count) {
      refusals = count
    },
    async [Symbol.asyncDispose]() {
      open.forEach((socket) => socket.destroy())
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(from: Socket, to: Socket, isCut: (bytes: number) => boolean): void {
  let passed = 0
  from.on('data', (chunk) => {
    passed += chunk.length
    if (isCut(passed) || to.write(chunk)) return
    from.pause()
    to.once('drain', () => from.resume())
  })
  from.on('end', () => to.end())
}
