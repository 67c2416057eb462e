/** The guides: texts in `page/guides`, whose every block of code is run by a test as the page prints it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataTypeTraits } from '#shared/attributes.ts'
import { listOperators } from '#shared/filters.ts'
import { scopes } from '#shared/scopes.ts'

export interface Guide {
  readonly name: string
  readonly title: string
  /** Markdown without its title. */
  readonly text: string
}

const textOrigin = 'http://127.0.0.1:4417'

/** The guides in the order of their file names, with the address of this server in the place of the one written. */
export async function readGuides(folder: string, origin: string): Promise<Guide[]> {
  const files = (await readdir(folder)).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.map((text, index) => {
    const [, title = '', rest = ''] = /^# ([^\n]*)\n+(.*)$/s.exec(text) ?? []
    const name = (files[index] ?? '').replace(/^\d+-/, '').replace(/\.\w+$/, '')
    const whole =
      index > 0 && rest.includes('$VITRINE_KEY') ? rest.replace(/\n\n/, `\n\n${needed}\n\n`) : rest
    return { name, title, text: fillTables(whole).replaceAll(textOrigin, origin) }
  })
}

/** Stands behind the first paragraph of a guide, so that nothing has to be read before it. */
const needed = `You need a key in \`VITRINE_KEY\`, which the page “API and keys” of the app makes, or \`vitrine key create --scopes all\`; for TypeScript and Python also the client beside your script: \`curl -O ${textOrigin}/docs/vitrine.js\` or \`…/docs/vitrine.py\`. The command line needs neither. [More](/docs/first-request)`

function fillTables(text: string): string {
  return text.replaceAll(/^\{\{(operators|scopes)\}\}$/gm, (_whole, name: keyof typeof tables) =>
    tables[name](),
  )
}

const tables = { operators: operatorTable, scopes: scopeTable } as const

const operatorMeanings = {
  eq: 'equals; a day, month or year for dates',
  ne: 'does not equal',
  contains: 'has the text in it',
  not_contains: 'does not have the text in it',
  starts_with: 'begins with the text',
  ends_with: 'ends with the text',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  exists: '`true`: has a value; `false`: has none',
  in: 'is one of up to 200, with commas between',
}

function operatorTable(): string {
  const rows = Object.entries(dataTypeTraits).map(([type, { family }]) => {
    const fitting = listOperators(family).map((operator) => `\`${operator}\``)
    return `| \`${type}\` | ${fitting.join(' ')} |`
  })
  const meanings = Object.entries(operatorMeanings).map(
    ([operator, meaning]) => `| \`${operator}\` | ${meaning} |`,
  )
  return [
    '| Operator | The value of the attribute … |',
    '| --- | --- |',
    ...meanings,
    '',
    '| Data type | Operators |',
    '| --- | --- |',
    ...rows,
  ].join('\n')
}

function scopeTable(): string {
  const groups = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? '')
  const rows = [...groups].map(
    ([right, list]) =>
      `| ${rightMeanings[right] ?? right} | ${list.map((scope) => `\`${scope}\``).join(' ')} |`,
  )
  return ['| What it allows | Scopes |', '| --- | --- |', ...rows].join('\n')
}

const rightMeanings: Readonly<Record<string, string>> = {
  read: 'Reading',
  write: 'Writing',
  propose: 'Proposing values that a person decides on',
  delete: 'Merging, where the owner has allowed it to keys',
}
