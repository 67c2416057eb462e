import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { portOf } from '../edge/host-and-origin.ts'

/** Starts a minimal mail server until the test ends; with `refuses` it refuses every greeting. */
export async function startMailServer({ refuses = false } = {}): Promise<{
  url: string
  received: string[]
}> {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.write(refuses ? '554 not today\r\n' : '220 test\r\n')
    takeMail(socket, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${portOf(server)}`, received }
}

function takeMail(socket: Socket, received: string[]): void {
  let isData = false
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    if (isData) {
      text += chunk.toString()
      if (!text.endsWith('\r\n.\r\n')) return
      isData = false
      received.push(text)
      socket.write('250 taken\r\n')
      return
    }
    for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
      isData ||= line === 'DATA'
      socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
}
