import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { EventRecord } from '#shared/events.ts'

export interface ReceivedWebhook {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: {
    readonly data: readonly (EventRecord & { readonly changes_omitted?: true })[]
    readonly sequence: number
    readonly subscription: string
    readonly workspace: { readonly id: string; readonly name: string }
    readonly gap?: true
    readonly type?: string
  }
}

interface ReceiverAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** Answers the following requests; `undefined` never answers. */
  answer(answers: (received: ReceivedWebhook) => ReceiverAnswer | undefined): void
}

/** A program that receives webhooks, on this computer. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let answers: (received: ReceivedWebhook) => ReceiverAnswer | undefined = () => ({ status: 204 })
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const body = await text(request)
    const one = { id: String(headers['webhook-id']), headers, text: body, body: JSON.parse(body) }
    received.push(one)
    const answer = answers(one)
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const server = createServer((request, response) => {
    void receive(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => (answers = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whether one of the signatures is of this secret, worked out without the library of the program. */
export function isSignedBy(secret: string, { headers, text: body }: ReceivedWebhook): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(wanted)
}
