/**
 * The protocol between the server that writes to a cluster and one that follows it: lines of text, each a letter and its content. The
 * follower sends the state of its copy (F), the batches that it has applied (A) and that it ends (E). The other one sends that the whole copy
 * has to be fetched (R), that it follows from its state on (H), and each batch (S). A tick (T) is sent back in its place among the batches,
 * by which the follower knows that it lacks none.
 */
import type { Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { BatchFeed, Follower, SentBatch } from '../database/batch-feed.ts'

/** A follower that is this many bytes behind is faster by fetching the whole copy. */
const maxUnsent = 64 * 1024 * 1024

export class Line {
  readonly #socket: Duplex
  readonly #rest: string[] = []

  constructor(socket: Duplex, onLine: (letter: string, about: string) => void) {
    this.#socket = socket
    const decoder = new StringDecoder('utf8')
    socket.on('data', (bytes: Buffer) => {
      try {
        this.#receive(decoder.write(bytes), onLine)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
  }

  send(letter: string, about: string | number = ''): void {
    if (this.#socket.destroyed) return
    if (this.#socket.writableLength > maxUnsent) this.#socket.destroy()
    else this.#socket.write(`${letter} ${about}\n`)
  }

  end(): void {
    this.#socket.end(() => this.#socket.destroy())
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  drop(): void {
    this.#socket.destroy()
  }

  #receive(text: string, onLine: (letter: string, about: string) => void): void {
    const [first = '', ...others] = text.split('\n')
    this.#rest.push(first)
    for (const next of others) {
      const line = this.#rest.join('')
      this.#rest.splice(0, Infinity, next)
      onLine(line.slice(0, 1), line.slice(2))
    }
  }
}

export function sendSteps(socket: Duplex, steps: BatchFeed): void {
  const follower: Follower = {
    send: ({ to, body }: SentBatch) => line.send('S', `${to.sequence} ${body}`),
    drop: () => line.drop(),
  }
  const line = new Line(socket, (letter, about) => {
    if (letter === 'F') line.send(steps.attach(follower, JSON.parse(about)) ? 'H' : 'R')
    else if (letter === 'A') steps.applied(follower, Number(about))
    else if (letter === 'T') line.send('T', about)
    else if (letter === 'E') steps.detach(follower, true)
  })
  line.onClose(() => steps.detach(follower))
}
