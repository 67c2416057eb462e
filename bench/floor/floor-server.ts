/**
 * The floor: what the same Fastify and better-sqlite3 cost on one thread when nothing is left to do but to hand over
 * ready-made rows. It knows no attribute, no filter and no reference; which rows answer an address was stored before.
 * `node bench/floor/floor-server.ts FILE` prints its address as a line of JSON.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { openFloorFile } from './floor-file.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file of the floor.')

const sqlite = openFloorFile(file)
const rowById = sqlite.prepare('SELECT json FROM entity WHERE uuid = ?').pluck()
const rowByKey = sqlite.prepare('SELECT json FROM entity WHERE key = ?').pluck()
const answerTo = sqlite.prepare('SELECT ids, pagination FROM answer WHERE path = ?')
const rowsByIds = sqlite
  .prepare('SELECT entity.json FROM json_each(?) AS wanted CROSS JOIN entity ON entity.id = wanted.value')
  .pluck()
const update = sqlite.prepare('UPDATE entity SET json = ? WHERE uuid = ?')
const upsert = sqlite.prepare(
  'INSERT INTO entity (uuid, key, json) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET json = excluded.json',
)

interface Attributes {
  readonly sku: string
}

const app = Fastify({ bodyLimit: 8 * 1024 * 1024 })
const json = 'application/json; charset=utf-8'

app.get('/api/v1/products/:id', (request, reply) => {
  const { id } = request.params as { id: string }
  return reply.type(json).send(`{"data":${rowById.get(id) as string}}`)
})

app.get('/api/v1/products', (request, reply) => {
  const { ids, pagination } = answerTo.get(request.url.slice('/api/v1'.length)) as {
    ids: string
    pagination: string
  }
  const rows = rowsByIds.all(ids) as string[]
  return reply.type(json).send(`{"data":[${rows.join(',')}],"pagination":${pagination}}`)
})

app.patch('/api/v1/products/:id', (request, reply) => {
  const { id } = request.params as { id: string }
  const row = rowById.get(id) as string
  update.run(row, id)
  return reply.type(json).send(`{"data":${row}}`)
})

app.post('/api/v1/products/upsert', (request, reply) => {
  const { attributes } = request.body as { attributes: Attributes }
  return reply.type(json).send(`{"data":${upsertRow(attributes)}}`)
})

app.post('/api/v1/products/batch', (request, reply) => {
  const { items } = request.body as { items: { attributes: Attributes }[] }
  const rows = sqlite.transaction(() => items.map(({ attributes }) => upsertRow(attributes)))()
  return reply.type(json).send(`{"data":[${rows.join(',')}]}`)
})

function upsertRow(attributes: Attributes): string {
  const key = attributes.sku.toLowerCase()
  const row = (rowByKey.get(key) as string | undefined) ?? JSON.stringify(attributes)
  upsert.run(randomUUID(), key, row)
  return row
}

process.on('SIGTERM', () => {
  void app.close().then(() => sqlite.close())
})

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ base_url: `${origin}/api/v1` }))
