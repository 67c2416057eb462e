import { expect, test } from 'vitest'
import { pageCommands } from '#shared/page-commands.ts'
import { keysOf } from '#shared/text.ts'
import type { View } from '../query/location.ts'
import type { Page } from '../state/feature.tsx'
import { features, findPage, isView, pages, rightsOf } from './features.ts'
import { listGoCommands, rightOfGoCommand, createGoRuns } from './page-commands.ts'

const files = import.meta.glob<Readonly<Record<string, unknown>>>('../*/feature.ts', { eager: true })

test('every feature.ts is in the table of the shell, and all its pages are', () => {
  const listed: ReadonlySet<unknown> = new Set(features)
  const isListed = (exported: object) => Object.values(exported).some((each) => listed.has(each))
  const without = Object.entries(files).filter(([, exported]) => !isListed(exported))
  expect(without.map(([file]) => file)).toEqual([])
  expect(features).toHaveLength(Object.keys(files).length)
  const names = features.flatMap(({ pages: ofFeature = {} }) => Object.keys(ofFeature))
  expect(names.toSorted()).toEqual(keysOf(pages).toSorted())
})

test('each page that the sidebar leads to is opened by a command too, but for what is of teams', () => {
  const all: readonly (readonly [string, Page])[] = Object.entries(pages)
  const without = all.filter(([, { link, commands }]) => link && !link.isOfTeams && !commands)
  expect(without.map(([name]) => name)).toEqual([])
})

test('every way in the menu of the desktop leads somewhere', () => {
  const runs: Readonly<Record<string, () => void>> = createGoRuns('w1')
  expect(pageCommands.filter(({ id }) => runs[id] === undefined)).toEqual([])
})

test('team.role.1 the palette has the pages that somebody may see', () => {
  const runs = createGoRuns('w1')
  const ids = (isAllowed: boolean) => listGoCommands(runs, () => isAllowed).map(({ id }) => id)
  const closed = ids(true).filter((id) => !ids(false).includes(id))
  expect(closed).toEqual(expect.arrayContaining(['go-trash', 'go-backups', 'go-replica', 'go-diagnostics']))
  expect(closed).not.toEqual(expect.arrayContaining(['go-help']))
  expect(rightOfGoCommand('go-trash')).toBe('trash')
  expect(ids(true).slice(0, 7)).toEqual([
    'go-product',
    'go-image',
    'go-vendor',
    'go-category',
    'go-source',
    'go-home',
    'go-attributes',
  ])
})

test('a name that is typed by hand and stands for nothing is no view', () => {
  const nonsense = 'nonsense' as View
  expect([isView('product'), isView('trash'), isView(nonsense)]).toEqual([true, true, false])
  expect(findPage('product')).toBeUndefined()
  expect(rightsOf('source')).toEqual({ see: null, change: 'values' })
})
