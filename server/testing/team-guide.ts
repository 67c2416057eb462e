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
