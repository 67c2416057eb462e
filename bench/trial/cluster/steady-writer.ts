import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityResource } from '#shared/entities.ts'
import type { HttpAnswer, HttpClient, HttpRequest } from '../../processes/http-client.ts'
import { type ObservedCatalog, resolve } from '../compare-data.ts'
import type { Ids, KnownProduct, PlannedWrite } from '../expectation.ts'
import { idsIn } from '../load.ts'
import { planMarker, planWrite, type Planner } from '../plan-writes.ts'
import type { WriteWatch } from './write-watch.ts'

export interface Way {
  readonly client: HttpClient
  /** Whether a load balancer would avoid the server, because it does not answer. */
  readonly isOut: () => boolean
}

export interface WriterParts {
  readonly connection: number
  readonly ways: readonly Way[]
  readonly planner: Planner
  readonly watch: WriteWatch
  readonly isOver: () => boolean
}

export interface UnconfirmedWrites {
  happened: number
  not: number
}

const awayFor = 20
const [pauseMs, patienceMs] = [50, 60_000]

/**
 * Writes on one connection, one write after the other, to its own server or, while that is gone, to
 * another one. Unconfirmed writes are looked up once a later write is there, as the answer advises, and
 * recorded as they were found.
 */
export class SteadyWriter {
  readonly #parts: WriterParts
  /** The server in use, and for how many more writes where that is not its own. */
  #at = 0
  #away = 0
  readonly unconfirmed: UnconfirmedWrites = { happened: 0, not: 0 }

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Ends on request; throws where a write is refused, or has happened by half. */
  async run(): Promise<void> {
    const { connection, planner, watch, isOver, ways } = this.#parts
    while (!isOver()) {
      const write = planWrite(planner)
      watch.append({ kind: 'sent', connection, write })
      const answer = await this.#ask(write)
      if (!answer) await this.#lookUp(write)
      else {
        const ids = idsIn(write, answer)
        watch.append({ kind: 'acknowledged', connection, ids })
        this.#keep(write, ids)
      }
    }
    for (const { client } of ways) client.close()
  }

  /** Returns the answer; undefined from a server that cannot be reached or confirms nothing. */
  async #ask(request: HttpRequest): Promise<HttpAnswer | undefined> {
    if (this.#away > 0) this.#away -= 1
    else this.#at = 0
    if (this.#parts.ways[this.#at]?.isOut()) this.#throwIfInterrupted()
    const answer = await this.#parts.ways[this.#at]?.client.send(request).catch(() => undefined)
    if (!answer) this.#throwIfInterrupted()
    return answer && answer.status < 500 ? answer : undefined
  }

  #throwIfInterrupted(): void {
    this.#at = (this.#at + 1) % this.#parts.ways.length
    this.#away = awayFor
  }

  async #lookUp(write: PlannedWrite): Promise<void> {
    const { connection, planner, watch } = this.#parts
    // Once a later write is there, every earlier one is there too or fenced off.
    const marker = planMarker(planner)
    const marked = await this.#insist(marker)
    const observed = await this.#observe(write)
    const known = write.after.flatMap(({ sku }) => planner.products.get(sku) ?? [])
    const before = { products: bySku(known), attributeKeys: new Set<string>(), unanswered: new Map() }
    const { happened, ids } = resolve(write, before, observed)
    watch.append({ kind: 'found', connection, happened, ids })
    this.unconfirmed[happened ? 'happened' : 'not'] += 1
    if (happened) this.#keep(write, ids)
    const markerIds = idsIn(marker, marked)
    watch.append({ kind: 'sent', connection, write: marker })
    watch.append({ kind: 'acknowledged', connection, ids: markerIds })
    this.#keep(marker, markerIds)
  }

  async #insist(request: HttpRequest): Promise<HttpAnswer> {
    const until = performance.now() + patienceMs
    for (;;) {
      const answer = await this.#ask(request)
      if (answer) return answer
      if (performance.now() > until) throw new Error(`Nobody answers ${request.method} ${request.path}.`)
      await sleep(pauseMs)
    }
  }

  async #observe({ after, attributeKey }: PlannedWrite): Promise<ObservedCatalog> {
    const skus = after.map(({ sku }) => encodeURIComponent(sku)).join()
    const path = attributeKey ? '/attributes?type=product' : `/products?limit=200&filter[sku][in]=${skus}`
    const answer = await this.#insist({ method: 'GET', path })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    const { data } = JSON.parse(answer.text)
    if (attributeKey)
      return { products: new Map(), attributeKeys: new Set(data.map(({ key }: { key: string }) => key)) }
    const found = data as EntityResource[]
    const products = new Map(found.map((product) => [product.attributes['sku'] as string, product]))
    return { products, attributeKeys: new Set() }
  }

  #keep({ after, attributeKey }: PlannedWrite, ids: Ids): void {
    const { planner } = this.#parts
    if (attributeKey) planner.attributeKeys.push(attributeKey)
    for (const product of after) planner.products.put({ ...product, id: ids[product.sku] ?? product.id })
  }
}

function bySku(products: readonly KnownProduct[]): Map<string, KnownProduct> {
  return new Map(products.map((product) => [product.sku, product]))
}
