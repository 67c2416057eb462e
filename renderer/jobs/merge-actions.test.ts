import { expect, test } from 'vitest'
import type { ChangeAction } from '#shared/events.ts'
import { mergeActions } from './merge-actions.ts'

let minute = 60
function action(part: Partial<ChangeAction> & { readonly of?: string }): ChangeAction {
  const { of = 'one', ...rest } = part
  minute -= 1
  const at = new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString()
  return {
    id: `${minute}`,
    actor: { type: 'owner', id: null, name: null },
    via: 'app',
    job: null,
    edit_id: `edit ${minute}`,
    first_sequence: minute,
    last_sequence: minute,
    started_at: at,
    ended_at: at,
    events: 1,
    is_whole: true,
    kinds: ['entity.updated'],
    subjects: [{ type: 'product', entities: 1 }],
    entity: { id: of, type: 'product', label: of },
    name: null,
    attributes: [{ key: 'price', entity_type: 'product' }],
    ...rest,
  }
}

test('cells of one attribute that somebody typed one after the other are one action [surfaces.5.6]', () => {
  const edits = ['one', 'two', 'three'].map((of) => action({ of }))
  const [merged, ...others] = mergeActions(edits)
  expect(others).toEqual([])
  expect(merged).toMatchObject({
    subjects: [{ type: 'product', entities: 3 }],
    entity: null,
    events: 3,
    edits: edits.map(({ edit_id: id }) => id),
    first_sequence: edits[2]?.first_sequence,
  })
})

test('one entity that was changed twice stays that entity, and counts once [surfaces.5.6]', () => {
  const [merged] = mergeActions([action({}), action({})])
  expect(merged).toMatchObject({ entity: { id: 'one' }, subjects: [{ entities: 1 }], events: 2 })
})

test('entities of a type that somebody added one after the other are one action [surfaces.5.6]', () => {
  const added = { kinds: ['entity.created' as const], attributes: [], edit_id: null }
  expect(mergeActions([action({ ...added, of: 'one' }), action({ ...added, of: 'two' })])).toMatchObject([
    { subjects: [{ type: 'product', entities: 2 }], edits: [], entity: null },
  ])
  const vendor = { ...added, subjects: [{ type: 'vendor' as const, entities: 1 }] }
  expect(mergeActions([action(added), action(vendor)])).toHaveLength(2)
})

test('other attributes, other people, jobs and long pauses begin another action [surfaces.5.6]', () => {
  const apart: Partial<ChangeAction>[] = [
    { attributes: [{ key: 'name', entity_type: 'product' }] },
    { actor: { type: 'user', id: 'someone', name: 'Ada' } },
    { via: 'api' },
    { job: { id: 'job', name: 'import', file: null } },
    { ended_at: '2026-01-05T01:00:00.000Z' },
    { kinds: ['entity.created'] },
    { edit_id: null },
  ]
  for (const part of apart) expect(mergeActions([action({}), action(part)])).toHaveLength(2)
})
