/**
 * Kills during every kind of job; after the restart it continues, or says why not, and its work is done
 * once.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '#shared/jobs.ts'
import type { Aim } from './aim.ts'
import { type EndedJob, products, type Stage } from './stage.ts'

type Result = Readonly<Record<string, unknown>>

interface JobKind {
  readonly name: string
  /** Its progress has few steps, so it is killed at a share of its time. */
  readonly isTimed?: boolean
  readonly begin: (stage: Stage) => Promise<{
    readonly id: string
    readonly check: (result: Result) => Promise<void> | void
  }>
}

const kinds: readonly JobKind[] = [
  {
    name: 'import',
    begin: async (stage) => {
      const price = stage.nextSerial()
      const { id } = await stage.import(`sku,price\n${skus.map((sku) => `${sku},${price}`).join('\n')}\n`)
      return {
        id,
        check: async ({ created, updated, unchanged, failed }) => {
          same([created, updated, unchanged, failed], [0, products, 0, 0])
          same(await stage.count(`filter[price]=${price}`), products)
          await assertEvents(stage, id, products)
        },
      }
    },
  },
  {
    name: 'undo of an import',
    begin: async (stage) => {
      const before = stage.nextSerial()
      await bulk(stage, { price: before })
      const rows = skus.map((sku) => `${sku},${before + 0.5}`).join('\n')
      const { id: imported } = await stage.import(`sku,price\n${rows}\n`)
      await stage.completed(imported)
      const { data } = await stage.ask<StartedJob>('POST', `/api/v1/jobs/${imported}/undo`)
      return {
        id: data.id,
        check: async () => same(await stage.count(`filter[price]=${before}`), products),
      }
    },
  },
  {
    name: 'export',
    isTimed: true,
    begin: async (stage) => {
      const body = { type: 'product', format: 'jsonl', values: 'effective' }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/exports', body)
      return {
        id: data.id,
        check: async ({ rows }) => {
          same(rows, products)
          const lines = await stage.text(`/api/v1/exports/${data.id}/file`)
          const found = new Set(lines.match(/"sku":"P-\d+"/g))
          same([found.size, lines.trim().split('\n').length], [products, products])
        },
      }
    },
  },
  {
    name: 'bulk edit',
    begin: async (stage) => {
      const price = stage.nextSerial()
      const id = await startBulk(stage, { price })
      return {
        id,
        check: async ({ changed, failed }) => {
          same([changed, failed], [products, 0])
          same(await stage.count(`filter[price]=${price}`), products)
          await assertEvents(stage, id, products)
        },
      }
    },
  },
  {
    name: 'undo of an edit',
    begin: async (stage) => {
      const before = stage.nextSerial()
      await bulk(stage, { price: before })
      const { metadata } = await bulk(stage, { price: before + 0.5 })
      const { data } = await stage.ask<StartedJob>(
        'POST',
        `/api/v1/edits/${String(metadata['edit_id'])}/undo`,
      )
      return {
        id: data.id,
        check: async () => same(await stage.count(`filter[price]=${before}`), products),
      }
    },
  },
  {
    name: 'quality check',
    begin: async (stage) => {
      const check = { kind: 'same_language', attributes: ['note', 'name'] }
      const rule = { name: `Language ${stage.nextSerial()}`, entity_type: 'product', check }
      await stage.ask('POST', '/api/v1/quality/rules', rule)
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/quality/checks', { type: 'product' })
      return { id: data.id, check: ({ checked }) => atLeast(Number(checked), 0) }
    },
  },
  {
    name: 'quality fix',
    begin: async (stage) => {
      await bulk(stage, { name: { formula: '"Chair  " & {{sku}}' } })
      const body = { type: 'product', attribute: 'name', fix: 'collapse_spaces' }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/quality/fix', body)
      return {
        id: data.id,
        check: async ({ changed }) => {
          same(changed, products)
          same(await stage.count(`filter[name][starts_with]=${encodeURIComponent('Chair P-')}`), products)
          await assertEvents(stage, data.id, products)
        },
      }
    },
  },
  {
    name: 'search for duplicates',
    isTimed: true,
    begin: async (stage) => {
      const names = skus.map((sku, row) => `${sku},${rowName(row)}`).join('\n')
      await stage.completed((await stage.import(`sku,name\n${names}\n`)).id)
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/duplicates', {
        type: 'product',
        by: ['title'],
        attributes: { title: 'name' },
      })
      return {
        id: data.id,
        check: async ({ searched, groups }) => {
          same([searched, groups], [products, products / 100])
          const listed = await stage.ask<{ pagination: { total: number } }>(
            'GET',
            '/api/v1/duplicates?type=product&status=open&limit=1',
          )
          same(listed.pagination.total, products / 100)
        },
      }
    },
  },
  {
    name: 'merge of values',
    begin: async (stage) => {
      const from = `Red ${stage.nextSerial()}`
      await bulk(stage, { colour: from })
      const to = `${from} at last`
      const body = { type: 'product', attribute: 'colour', groups: [{ values: [from], to }] }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/quality/clusters/merge', body)
      return {
        id: data.id,
        check: async () => {
          same(await stage.count(`filter[colour]=${encodeURIComponent(to)}`), products)
          await assertEvents(stage, data.id, products)
        },
      }
    },
  },
  {
    name: 'merge',
    begin: async (stage) => {
      const [merged] = (
        await stage.ask<{ data: { id: string }[] }>(
          'GET',
          '/api/v1/vendors?filter[vendor_name][starts_with]=Vendor&limit=1',
        )
      ).data
      const { id: keep } = await stage.createVendor(`Vendor ${stage.nextSerial()}`)
      const body = { type: 'vendor', keep, merge: [merged?.id] }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/entities/merge', body)
      return {
        id: data.id,
        check: async () => {
          same(await stage.count(`filter[vendor]=${keep}`), products)
          same(await stage.count(`filter[vendor]=${merged?.id}`), 0)
        },
      }
    },
  },
  {
    name: 'package',
    isTimed: true,
    begin: async (stage) => {
      const file = join(stage.path, `package-${stage.nextSerial()}.zip`)
      const { data } = await stage.ask<StartedJob>(
        'POST',
        `/app/v1/workspaces/${stage.workspaceId}/package`,
        {
          file,
        },
      )
      return {
        id: data.id,
        check: ({ size }) => same(statSync(file).size, size),
      }
    },
  },
  {
    name: 'pictures',
    begin: async (stage) => {
      const serial = stage.nextSerial()
      const rows = skus
        .slice(0, pictures)
        .map((sku, row) => `${sku},${stage.siteOrigin}/${serial}-${row}.png`)
      const { id } = await stage.import(`sku,picture\n${rows.join('\n')}\n`, { pictures: 'fetch' })
      const { result } = await stage.completed(id)
      const job = (result['pictures'] as { job_id?: string } | undefined)?.job_id
      if (job === undefined) throw new Error(`No job fetches the pictures: ${JSON.stringify(result)}`)
      return {
        id: job,
        check: async () => same(await stage.count('filter[picture][starts_with]=files/'), pictures),
      }
    },
  },
  {
    name: 'source',
    begin: async (stage) => {
      const name = `Source ${stage.nextSerial()}`
      const text = Array.from({ length: 60_000 }, (_, line) => `Oak chair ${line}, 120 cm.`).join('\n')
      const file = { name: 'source.txt', content_base64: Buffer.from(text).toString('base64') }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/sources', { file, name })
      return {
        id: data.id,
        check: ({ created, characters }) => {
          same((created as { sources: number }).sources, 1)
          atLeast(Number(characters), 1_000_000)
        },
      }
    },
  },
  {
    name: 'generation',
    begin: async (stage) => {
      const listed = await stage.ask<{ data: { id: string }[] }>(
        'GET',
        `/api/v1/products?limit=${generated}&offset=${(stage.nextSerial() * generated) % 9000}`,
      )
      const ids = listed.data.map(({ id }) => id)
      const body = { type: 'product', attributes: ['claim'], ids }
      const { data } = await stage.ask<StartedJob>('POST', '/api/v1/generations', body)
      return {
        id: data.id,
        check: async ({ proposed }) => {
          same(proposed, generated)
          const path = `/api/v1/proposals?type=product&job_id=${data.id}&limit=1` as const
          const found = await stage.ask<{ pagination: { total: number } }>('GET', path)
          same(found.pagination.total, generated)
        },
      }
    },
  },
]

interface StartedJob {
  readonly data: Job
}

const pictures = 12
const generated = 150
const skus = Array.from({ length: products }, (_, row) => `P-${row}`)

/** The letters are unlike those of any other row, except that every hundredth repeats the row before. */
function rowName(row: number): string {
  const own = row % 100 === 99 ? row - 1 : row
  const letters = (seed: number) => Math.trunc(Math.abs(Math.sin(seed + 1)) * 1e15).toString(36)
  return `${letters(own)} ${letters(own + 20_000)} ${letters(own + 40_000)}`
}

async function startBulk(stage: Stage, set: object): Promise<string> {
  const body = { type: 'product', filter: {}, set }
  return (await stage.ask<StartedJob>('POST', '/api/v1/bulk-edits', body)).data.id
}

async function bulk(stage: Stage, set: object): Promise<EndedJob> {
  return stage.completed(await startBulk(stage, set))
}

async function assertEvents(stage: Stage, jobId: string, expected: number): Promise<void> {
  const path = `/api/v1/events?job_id=${jobId}&event=entity.updated&limit=1` as const
  const { pagination } = await stage.ask<{ pagination: { total: number } }>('GET', path)
  same(pagination.total, expected)
}

function same(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} is there instead of ${JSON.stringify(expected)}.`)
}

function atLeast(found: number, least: number): void {
  if (!(found >= least)) throw new Error(`${found} is there instead of at least ${least}.`)
}

function toAim({ name, isTimed = false, begin }: JobKind): Aim {
  return {
    name,
    writes: true,
    async begin(stage) {
      const { id, check } = await begin(stage)
      if (id === undefined) throw new Error(`${name} was done without a job.`)
      return {
        ...(isTimed ? { ended: stage.completed(id) } : { share: () => shareOf(stage, id) }),
        settle: async () => {
          const job = await stage.completed(id)
          await check(job.result)
          return job.metadata['interruptions'] !== undefined
        },
      }
    },
  }
}

async function shareOf(stage: Stage, id: string): Promise<number> {
  const { status, progress } = await stage.job(id)
  if (status === 'completed' || status === 'failed') return 1
  return progress.total === 0 ? 0 : progress.current / progress.total
}

export const jobAims: readonly Aim[] = kinds.map(toAim)
