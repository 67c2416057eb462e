import { afterEach, expect, test, vi } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { decideProposal, insertProposal, listProposalRows } from '../../store/tables/proposals.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { trashEntities } from '../trash/trash-entities.ts'
import { removeUnwantedFiles, addFile, readFile } from './stored-files.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { testContext } from '../../testing/scratch-catalog.ts'

afterEach(() => vi.useRealTimers())

const day = 24 * 60 * 60 * 1000
const by = { type: 'owner', id: null, name: null } as const

test('what a model made goes thirty days after nobody wanted it, and stays where anything names it [MAKE-05]', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Scene', { data_type: 'image' })
  const made = (name: string, model: string | null = 'painter') =>
    catalog.write((tx) =>
      addFile(tx, {
        bytes: Buffer.from(name),
        media_type: 'image/png',
        extension: 'png',
        ...(model !== null && {
          generated_by: { model, provider: crypto.randomUUID(), job_id: crypto.randomUUID() },
        }),
      }),
    )
  const [open, beside, rejected, late, held, trashed, sent] = [
    made('open'),
    made('beside'),
    made('rejected'),
    made('rejected late'),
    made('held'),
    made('in the trash'),
    made('sent by somebody', null),
  ]
  const product = catalog.create('product', { scene: held.path })
  const gone = catalog.create('product', { scene: trashed.path })
  const propose = (value: string, alternatives: string[] = []) =>
    catalog.write((tx) => {
      const entity = findEntity(tx, 'product', product.id)?.id ?? 0
      const attribute = attributesOf(tx, 'product').byKey.get('scene')?.id ?? 0
      const { uuid } = insertProposal(tx, {
        entity,
        attribute,
        type: 'product',
        value,
        alternatives,
        basis: null,
        evidence: [],
        note: null,
        origin: 'generation',
        proposer: value,
        by: { type: 'system', id: null, name: null },
      })
      return uuid
    })
  const reject = (uuid: string) =>
    catalog.write((tx) => {
      for (const row of listProposalRows(tx, [uuid]))
        decideProposal(tx, row, { status: 'rejected', by, edit: null })
    })
  propose(open.path, [beside.path])
  reject(propose(rejected.path))
  const waiting = propose(late.path)
  catalog.write((tx) =>
    trashEntities(tx, { body: { type: 'product', ids: [gone.id] }, faults: [], context: testContext }),
  )
  const all = { open, beside, rejected, late, held, trashed, sent }
  const left = () => {
    catalog.write((tx) => removeUnwantedFiles(tx, { behind: '' }))
    return Object.entries(all).flatMap(([name, { hash }]) =>
      catalog.read((db) => readFile(db, { hash })) ? [name] : [],
    )
  }

  expect(left()).toEqual(Object.keys(all))
  vi.setSystemTime(Date.now() + 29 * day)
  reject(waiting)
  expect(left()).toEqual(Object.keys(all))
  vi.setSystemTime(Date.now() + 2 * day)
  expect(left()).toEqual(['open', 'beside', 'late', 'held', 'trashed', 'sent'])
  vi.setSystemTime(Date.now() + 30 * day)
  expect(left()).toEqual(['open', 'beside', 'held', 'trashed', 'sent'])
})

test('a former file counts as used for ninety days after it was replaced [RENDITION-14]', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  using catalog = new ScratchCatalog()
  catalog.define('image', 'Picture', { data_type: 'image' })
  const [former, present] = ['former', 'present'].map((name) =>
    catalog.write((tx) =>
      addFile(tx, {
        bytes: Buffer.from(name),
        media_type: 'image/png',
        extension: 'png',
        generated_by: { model: 'painter', provider: crypto.randomUUID(), job_id: crypto.randomUUID() },
      }),
    ),
  )
  const { id } = catalog.create('image', { picture: former?.path })
  vi.setSystemTime(Date.now() + 40 * day)
  const body = { attributes: { picture: present?.path } }
  catalog.write((tx) => updateEntity(tx, { type: 'image', id, body, faults: [], context: testContext }))
  const isLeft = () => {
    catalog.write((tx) => removeUnwantedFiles(tx, { behind: '' }))
    return catalog.read((db) => readFile(db, { hash: former?.hash ?? '' })) !== undefined
  }
  vi.setSystemTime(Date.now() + 89 * day)
  expect(isLeft()).toBe(true)
  vi.setSystemTime(Date.now() + 2 * day)
  expect(isLeft()).toBe(false)
  expect(catalog.read((db) => readFile(db, { hash: present?.hash ?? '' }))).toBeDefined()
})
