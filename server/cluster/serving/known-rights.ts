import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { NotHere } from '../../threads/channel.ts'
import type { Caller } from '../../edge/caller.ts'
import type { Forwarder } from './forwarder.ts'
import type { RateHeaders } from '../../edge/rate-limit.ts'
import { answeredHeader, callerBy, type Rights, rightsPath } from './rights.ts'

/** How long fetched rights count, and so how long a revoked key may still read. */
const rightsMs = 1000
const maxKnown = 2000
const answerMs = 2000
const maxBytes = 64 * 1024

interface CachedRights {
  readonly asking: Promise<Rights>
  readonly since: number
  answered: number
}

export interface KnownCaller {
  readonly caller: Caller
  readonly workspace: Rights['workspace']
  readonly rate: RateHeaders | undefined
}

export class KnownRights {
  readonly #forwarder: Forwarder
  readonly #known = new Map<string, CachedRights>()

  constructor(forwarder: Forwarder) {
    this.#forwarder = forwarder
  }

  /** Counts the request. Throws NotHere where it is to be refused, which is left to the other server. */
  async of(request: IncomingMessage): Promise<KnownCaller> {
    const headers = this.#forwarder.identityOf(request)
    if (!headers) throw new NotHere()
    const known = this.#current(JSON.stringify(headers), headers)
    const { rate, ...rights } = await known.asking
    const left = rate && leftOf(rate, known.answered)
    known.answered += 1
    const isValid = () => performance.now() < known.since + rightsMs
    return { caller: callerBy(rights, isValid), workspace: rights.workspace, rate: left }
  }

  forget(): void {
    this.#known.clear()
  }

  #current(key: string, headers: Record<string, string | string[]>): CachedRights {
    const before = this.#known.get(key)
    const since = performance.now()
    if (before && since < before.since + rightsMs) return before
    const known = { asking: this.#ask(headers, before?.answered ?? 0), since, answered: 0 }
    this.#known.delete(key)
    this.#known.set(key, known)
    // After a failure the next request asks again.
    known.asking.catch(() => this.#known.get(key) === known && this.#known.delete(key))
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
    return known
  }

  async #ask(headers: Record<string, string | string[]>, answered: number): Promise<Rights> {
    const forwarded = { ...headers, [answeredHeader]: String(answered) }
    const asked = this.#forwarder.ask(rightsPath, { headers: forwarded })
    if (!asked) throw new NotHere()
    asked.setTimeout(answerMs, () => asked.destroy())
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const text = await textOf(answer)
    if (answer.statusCode !== 200) throw new NotHere()
    return JSON.parse(text)
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    text += chunk
    if (text.length > maxBytes) throw new NotHere()
  }
  return text
}

/** The rate without the requests answered here. Throws NotHere where nothing is left: the server that counts refuses the request. */
function leftOf(rate: RateHeaders, answered: number): RateHeaders {
  const left = rate['ratelimit-remaining'] - answered - 1
  if (left < 0) throw new NotHere()
  return { ...rate, 'ratelimit-remaining': left }
}
