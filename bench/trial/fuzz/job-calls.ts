import type { Random } from '../../random.ts'
import { type Call, get, maybe, paging, send } from './call.ts'
import type { World } from './world.ts'

export type Make = (random: Random, world: World) => Call

export const jobCalls: Make = (random, world) => {
  if (random.chance(0.5)) return get('/jobs/{id}', `/jobs/${world.pick(random, 'job')}`)
  const status = maybe(random, 'status', () => random.pick(['completed', 'failed', 'running']))
  return get('/jobs', '/jobs', [...paging(random), ...status])
}

export const jobFileCalls: Make = (random, world) => {
  const id = world.pick(random, 'job')
  return random.pick([
    get('/jobs/{id}/errors', `/jobs/${id}/errors`),
    get('/jobs/{id}/differences', `/jobs/${id}/differences`, paging(random)),
  ])
}

export const exportCalls: Make = (random, world) => {
  const type = random.pick(['product', 'vendor', 'category', 'image'] as const)
  const body = random.pick([
    { type },
    { type, format: random.pick(['csv', 'xlsx', 'jsonl']), values: 'effective' },
    { type: 'product', fields: ['sku', 'product_name'], sort: '-sku' },
    { type: 'product', filter: { sku: { exists: 'true' } }, q: 'oak' },
    { type: 'product', ids: [world.pick(random, 'product')] },
  ])
  return send('POST', '/exports', '/exports', body)
}

export const exportFileCalls: Make = (random, world) => {
  const id = world.pick(random, 'export')
  return random.pick([
    get('/exports/{job_id}/file', `/exports/${id}/file`),
    get('/exports/{job_id}/report', `/exports/${id}/report`),
  ])
}
