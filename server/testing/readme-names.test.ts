import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = ['shared', 'server', 'renderer', 'main', 'e2e', 'bench', 'docs']

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
const readmes = [
  'README.md',
  'CONTRIBUTING.md',
  ...files.filter((name) => basename(name) === 'README.md' || /^docs\/inside-the-\w+\.md$/.test(name)),
]

/** The build creates files in `dist`, and a run those in `desktop` of a data folder. */
const madeLater = /^(dist|desktop)\//

/** Names in backticks that look like files of the project: with the extension of a source, or in a folder. */
function namedFiles(text: string): string[] {
  const names = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([\w.@/-]+)`/g)].map(
    ([, name = '']) => name,
  )
  return names.filter(
    (name) => /\w\.(ts|tsx|mjs|css|md|yaml)$/.test(name) || /^[a-z][\w-]*\/[\w/-]*$/.test(name),
  )
}

function isThere(name: string): boolean {
  const path = name.replace(/\/$/, '')
  return files.some((file) => `/${file}`.endsWith(`/${path}`)) || existsSync(join(root, path))
}

test('every file and folder that a README names is there', () => {
  const missing = readmes.flatMap((readme) =>
    namedFiles(readFileSync(join(root, readme), 'utf8'))
      .filter((name) => !madeLater.test(name) && !isThere(name))
      .map((name) => `${readme}: ${name}`),
  )
  expect(readmes.length).toBeGreaterThan(12)
  expect(missing).toEqual([])
})

test.each(['main', 'shared', 'server/cli'])('the README of %s names every file of its folder', (folder) => {
  const text = readFileSync(join(root, folder, 'README.md'), 'utf8')
  const sources = readdirSync(join(root, folder)).filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name))
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
