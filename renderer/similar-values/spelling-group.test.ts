import { expect, test } from 'vitest'
import type { Cluster } from '#shared/similar-values.ts'
import { draftOf, mergedGroups, toggleValue, withDraft } from './spelling-group.tsx'

const group = (...values: string[]): Cluster => ({
  values: values.map((value) => ({ value, count: 1 })),
  count: values.length,
  suggested: values[0] ?? '',
})
const acme = group('Acme Inc.', 'acme inc', 'ACME')
const oak = group('Oak', 'oak')

test('chosen groups become what is suggested, or what somebody has typed', () => {
  let drafts = withDraft(new Map(), acme, { isChosen: true, left: new Set() })
  expect(mergedGroups([acme, oak], drafts)).toEqual([
    { values: ['Acme Inc.', 'acme inc', 'ACME'], to: 'Acme Inc.' },
  ])
  drafts = withDraft(drafts, oak, { isChosen: true, to: 'Oak wood', left: new Set() })
  expect(mergedGroups([acme, oak], drafts)[1]).toEqual({ values: ['Oak', 'oak'], to: 'Oak wood' })
  expect(mergedGroups([oak], withDraft(drafts, oak, { isChosen: true, to: '  ', left: new Set() }))).toEqual(
    [],
  )
})

test('a value that is left out stays as it is, and choosing it again chooses its group', () => {
  const draft = toggleValue(draftOf(new Map(), acme), 'ACME')
  expect(mergedGroups([acme], withDraft(new Map(), acme, draft))).toEqual([
    { values: ['Acme Inc.', 'acme inc'], to: 'Acme Inc.' },
  ])
  expect(toggleValue(draft, 'ACME')).toEqual({ isChosen: true, left: new Set() })
})

test('a group of which nothing would change is left out', () => {
  const left = new Set(['acme inc', 'ACME'])
  expect(mergedGroups([acme], withDraft(new Map(), acme, { isChosen: true, left }))).toEqual([])
})
