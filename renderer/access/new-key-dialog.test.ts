import { expect, test } from 'vitest'
import { scopes } from '#shared/scopes.ts'
import { checkKeyDraft, emptyKeyDraft, toNewKey } from './new-key-dialog.tsx'

const now = new Date('2026-01-31T10:00:00.000Z')

test('a preset brings its scopes, whatever was ticked before', () => {
  const draft = { ...emptyKeyDraft, name: ' ERP ', access: 'all', scopes: ['read:jobs'] } as const
  expect(toNewKey(draft, now)).toEqual({ name: 'ERP', scopes })
})

test('a custom key holds what is ticked and ends when it was told to', () => {
  const draft = { name: 'ERP', access: 'custom', scopes: ['read:jobs'], lifetime: '30' } as const
  expect(toNewKey(draft, now)).toEqual({
    name: 'ERP',
    scopes: ['read:jobs'],
    expires_at: '2026-03-02T10:00:00.000Z',
  })
})

test('a key needs a name and a scope', () => {
  expect(Object.keys(checkKeyDraft({ ...emptyKeyDraft, access: 'custom', scopes: [] }))).toEqual([
    'name',
    'scopes',
  ])
})
