import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import type { Membership } from './memberships.ts'

export interface LoadFigures {
  /** Each in ms. */
  readonly saves: number[]
  /** From sending a save to its event at each other client. */
  readonly received: number[]
  /** From sending a save to the new value in the rows of clients that show them. */
  readonly seen: number[]
  readonly reads: number[]
  readonly errors: string[]
  readonly saved: ReadonlyMap<string, string>
  /** Events that a client should have received and did not. */
  readonly unheard: number
}

export interface LoadOptions {
  readonly editors: readonly Membership[]
  readonly readers: readonly Membership[]
  readonly seconds: number
  readonly random: Random
}

const rowsOfPage = 100
const pageCount = 20
/** Far from each other, but where a page is still found by its offset. */
const offsetOf = (page: number): number => page * 400
// As the grid does, which gathers changes before it reads rows again.
const gatherMs = 120
const pauses = { editor: [2000, 6000], reader: [6000, 14_000] } as const
const mark = /Trial (\d+)\b/g

function listsOf(page: number, random: Random): readonly string[] {
  const list = `/api/v1/products?limit=${rowsOfPage}`
  return [
    `${list}&offset=${offsetOf(page)}`,
    `${list}&offset=${random.between(0, 9000)}`,
    `${list}&filter[active]=true`,
    `${list}&sort=-price`,
  ]
}

/** Requests each list once, so that the indexes exist that a server has after a day. */
export async function askForLists(membership: Membership, random: Random): Promise<void> {
  for (const path of listsOf(0, random)) await membership.ask('GET', path)
}

export async function runTeam({ editors, readers, seconds, random }: LoadOptions): Promise<LoadFigures> {
  const load = new TeamLoad(random)
  const [first] = editors
  if (!first) throw new Error('A team needs an editor.')
  const pages = await Promise.all(
    Array.from({ length: pageCount }, (_, number) => load.idsOfPage(first, number)),
  )
  const everybody = [...editors, ...readers]
  for (const [number, membership] of everybody.entries())
    await load.follow(membership, pages[number % pageCount] ?? [])
  const until = Date.now() + seconds * 1000
  await Promise.all([
    ...editors.map((membership, number) =>
      load.edit(membership, ownRows(pages, number, editors.length), until),
    ),
    ...readers.map((membership, number) => load.read(membership, number % pageCount, until)),
  ])
  await sleep(3000)
  return load.figures(everybody.length)
}

/** No two editors write the same row, so that the last value of each is known. */
function ownRows(pages: readonly (readonly string[])[], number: number, editors: number): readonly string[] {
  const page = pages[number % pageCount] ?? []
  const [rank, count] = [Math.floor(number / pageCount), Math.ceil(editors / pageCount)]
  return page.filter((_, row) => row % count === rank)
}

interface Save {
  readonly sentAt: number
  received: number
}

class TeamLoad {
  readonly #random: Random
  readonly #saves: Save[] = []
  readonly #saved = new Map<string, string>()
  readonly #figures = {
    saves: [] as number[],
    received: [] as number[],
    seen: [] as number[],
    reads: [] as number[],
    errors: [] as string[],
  }
  #isOver = false

  constructor(random: Random) {
    this.#random = random
  }

  async idsOfPage(membership: Membership, number: number): Promise<string[]> {
    const text = await membership.ask(
      'GET',
      `/api/v1/products?limit=${rowsOfPage}&offset=${offsetOf(number)}&fields=sku`,
    )
    return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
  }

  async follow(membership: Membership, page: readonly string[]): Promise<void> {
    const [onPage, changed] = [new Set(page), new Map<string, number>()]
    let rest = ''
    await membership.follow(
      (piece) => {
        const now = performance.now()
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.#hear(line, now, { membership, onPage, changed })
      },
      () => {
        if (!this.#isOver) this.#figures.errors.push('A stream of changes has ended.')
      },
    )
  }

  async edit(membership: Membership, rows: readonly string[], until: number): Promise<void> {
    await sleep(this.#random.between(0, pauses.editor[1]))
    while (Date.now() < until) {
      await this.#timed(this.#figures.saves, () => this.#save(membership, this.#random.pick(rows)))
      await sleep(this.#random.between(...pauses.editor))
    }
  }

  async read(membership: Membership, page: number, until: number): Promise<void> {
    await sleep(this.#random.between(0, pauses.reader[1]))
    while (Date.now() < until) {
      const path = this.#random.pick(listsOf(page, this.#random))
      await this.#timed(this.#figures.reads, () => membership.ask('GET', path))
      await sleep(this.#random.between(...pauses.reader))
    }
  }

  figures(memberCount: number): LoadFigures {
    this.#isOver = true
    const unheard = this.#saves.reduce((sum, { received }) => sum + (memberCount - received), 0)
    return { ...this.#figures, saved: this.#saved, unheard }
  }

  async #save(membership: Membership, id: string): Promise<void> {
    const number = this.#saves.length
    this.#saves.push({ sentAt: performance.now(), received: 0 })
    const value = `Trial ${number}`
    const body = { type: 'product', edits: [{ id, attributes: { product_name: value } }] }
    await membership.ask('POST', '/api/v1/edits', body)
    this.#saved.set(id, value)
  }

  #hear(
    line: string,
    now: number,
    {
      membership,
      onPage,
      changed,
    }: { membership: Membership; onPage: ReadonlySet<string>; changed: Map<string, number> },
  ): void {
    if (!line.startsWith('data:')) return
    const number = Number([...line.matchAll(mark)].at(-1)?.[1] ?? NaN)
    const save = this.#saves[number]
    if (!save) return
    save.received += 1
    this.#figures.received.push(now - save.sentAt)
    const id = /"entity":\{[^}]*?"id":"([^"]+)"/.exec(line)?.[1] ?? ''
    if (!onPage.has(id)) return
    if (changed.size === 0) setTimeout(() => void this.#readAnew(membership, changed), gatherMs)
    changed.set(id, number)
  }

  async #readAnew(membership: Membership, changed: Map<string, number>): Promise<void> {
    const wanted = new Map(changed)
    changed.clear()
    const ids = [...wanted.keys()].join(',')
    await this.#timed(undefined, async () => {
      const text = await membership.ask('GET', `/api/v1/products?limit=${wanted.size}&filter[id][in]=${ids}`)
      const now = performance.now()
      for (const { id, attributes } of (JSON.parse(text) as { data: Row[] }).data) {
        const shown = Number(/Trial (\d+)/.exec(attributes.product_name ?? '')?.[1] ?? NaN)
        const number = wanted.get(id) ?? NaN
        // A later save may be shown already; an earlier one must not be.
        if (shown >= number) this.#figures.seen.push(now - (this.#saves[number]?.sentAt ?? now))
        else this.#figures.errors.push(`A row was read anew and shows save ${shown}, not ${number}.`)
      }
    })
  }

  async #timed(figures: number[] | undefined, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    try {
      await work()
      figures?.push(performance.now() - startedAt)
    } catch (error) {
      this.#figures.errors.push(error instanceof Error ? error.message : String(error))
    }
  }
}

interface Row {
  readonly id: string
  readonly attributes: { readonly product_name?: string }
}
