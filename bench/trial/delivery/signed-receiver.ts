import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Random } from '../../random.ts'

/** The deliveries to the receiver of a webhook, which refuses a fifth of them at first. */
export interface SignedReceiver {
  readonly url: string
  readonly counts: Readonly<Record<'deliveries' | 'again' | 'refused' | 'unsigned' | 'changed', number>>
  /** Has to be said before the first delivery. */
  secret: string
  /** The numbers of the events in the order in which they came, those that came twice left out. */
  sequences(): readonly number[]
  close(): void
}

export async function startReceiver(random: Random): Promise<SignedReceiver> {
  const counts = { deliveries: 0, again: 0, refused: 0, unsigned: 0, changed: 0 }
  const texts = new Map<string, string>()
  const taken = new Set<string>()
  const sequences: number[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
      const key = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64')
      const wanted = createHmac('sha256', key).update([id, at, body].join('.')).digest('base64')
      if (signature !== `v1,${wanted}`) counts.unsigned += 1
      const known = String(id)
      if ((texts.get(known) ?? body) !== body) counts.changed += 1
      texts.set(known, body)
      if (random.chance(0.2)) {
        counts.refused += 1
        return response.writeHead(503).end()
      }
      counts.deliveries += 1
      if (taken.has(known)) counts.again += 1
      else for (const event of JSON.parse(body).data as { sequence: number }[]) sequences.push(event.sequence)
      taken.add(known)
      return response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    counts,
    secret: '',
    sequences: () => sequences,
    close: () => void server.close(),
  }
  return receiver
}
