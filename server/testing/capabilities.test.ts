import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const number = /\b[a-z]+\.[a-z]+\.\d+\b/g

const root = join(import.meta.dirname, '../..')

const capabilities = readFileSync(join(root, 'renderer/CAPABILITIES.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [a-z]+\.[a-z]+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', , spec = '']) => ({ name, specs: spec.replaceAll('`', '').split(', ') }))

function titlesIn(folder: string, pattern: string, suffix: string) {
  return globSync(pattern, { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/\btest\(\s*(['`])(.+?)\1/gs)].map(([, , title = '']) => ({
      spec: file.replaceAll('\\', '/').replace(suffix, ''),
      title,
      numbers: [...title.matchAll(number)].map(([found]) => found),
    }))
  })
}

const titles = titlesIn(join(root, 'e2e'), '*.spec.ts', '.spec.ts')
// Logic is tested without a browser, on the session of a grid.
const unitTitles = titlesIn(
  join(root, 'renderer'),
  '{api,assets,attributes,filters,gallery,grid,quality,state,views}/**/*.test.ts',
  '.test.ts',
)

test('every capability of the app has one number and a spec that cites it', () => {
  const names = capabilities.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const isCited = (name: string, spec: string): boolean =>
    [...titles, ...unitTitles].some((title) => title.spec === spec && title.numbers.includes(name))
  const uncited = capabilities.flatMap(({ name, specs }) =>
    specs.filter((spec) => !isCited(name, spec)).map((spec) => `${name} in ${spec}`),
  )
  expect(uncited).toEqual([])
})

test('every browser test cites a capability that there is, and no test one that there is not', () => {
  expect(titles.length).toBeGreaterThan(100)
  expect(titles.filter(({ numbers }) => numbers.length === 0)).toEqual([])
  const names = new Set(capabilities.map(({ name }) => name))
  const all = [...titles, ...unitTitles]
  expect(all.filter(({ numbers }) => numbers.some((name) => !names.has(name)))).toEqual([])
})
