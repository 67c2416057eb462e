import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TeamCatalogs } from './team-catalogs.ts'

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-teams-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'team-catalogs.json')
}

const at = (host: string) => ({ origin: `https://${host}`, name: host })

test('the last opened comes first, each once, and all of it outlives a start', () => {
  const file = createFile()
  const catalogs = new TeamCatalogs(file)
  for (const host of ['a.example', 'b.example', 'a.example']) catalogs.remember(at(host))
  catalogs.rename('https://b.example', 'Spring')
  expect(new TeamCatalogs(file).all).toEqual([at('a.example'), { ...at('b.example'), name: 'Spring' }])
  catalogs.forget('https://a.example')
  expect(new TeamCatalogs(file).all).toEqual([{ ...at('b.example'), name: 'Spring' }])
})

test('twenty are kept', () => {
  const catalogs = new TeamCatalogs(createFile())
  for (let number = 0; number < 25; number++) catalogs.remember(at(`${number}.example`))
  expect(catalogs.all).toHaveLength(20)
  expect(catalogs.all[0]).toEqual(at('24.example'))
})

test.each(['', '{}', '[7, null, {"origin": "nowhere", "name": "x"}]'])(
  'a damaged file (%j) is an empty list',
  (text) => {
    const file = createFile()
    writeFileSync(file, text)
    expect(new TeamCatalogs(file).all).toEqual([])
  },
)
