import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')

export const teamGuide = readFileSync(join(docs, 'team.md'), 'utf8')

export function readTeamFile(name: string): string {
  return readFileSync(join(docs, 'team', name), 'utf8')
}

export function shellOf(heading: string): string[] {
  const [, section = ''] = teamGuide.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** Every block of commands of the guide, in its order. */
export function allBlocks(): string[] {
  return [...teamGuide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** Blocks that the long test does not run as they are printed, by their first words, and why. */
export const blocksNotRun: readonly (readonly [beginning: string, reason: string])[] = [
  ['docker compose up --detach --build\ndocker compose logs', 'there is no Docker daemon where tests run'],
  ['docker compose up --detach --build\n', 'there is no Docker daemon where tests run'],
  [
    'rqlited -node-id db1',
    'it is for three machines; `npm run trial:cluster` starts nodes on one, with these options',
  ],
  ['vitrine serve --team --public-url', 'it needs such nodes; `npm run trial:cluster` serves so'],
  ['vitrine cluster status', 'it needs such nodes; server/cluster has its tests on real ones'],
  ['vitrine workspace move', 'it needs such nodes; server/cluster has its tests on real ones'],
]

export function vitrineCommandsIn(text: string): string[][] {
  return [
    ...oneLineEach(text).matchAll(
      /(?<=^|[\s=])vitrine ((?:serve|user|workspace|restore|check|package)\b[^\n]*)$/gm,
    ),
  ].map(([, words = '']) => words.split(/\s+/).map((word) => word.replaceAll('"', '')))
}

function oneLineEach(text: string): string {
  return text.replaceAll(/ \\\n\s*/g, ' ')
}

export function commandOfUnit(): string {
  return /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(readTeamFile('vitrine.service'))?.[1] ?? ''
}
