import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { commands } from './main.ts'
import { optionName } from './parse-command-line.ts'

const file = fileURLToPath(new URL('../../docs/cli.md', import.meta.url))
const width = 110

function wrap(text: string, indent: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length + 1 > width) lines.push(`${indent}${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

function describeCommand({ name, summary, arguments: words, options, examples = [] }: Command): string {
  const usage = wrap(`vitrine ${name} ${words}`.trim(), '  ')
  const described = Object.entries(options).map(([name, option]) =>
    wrap(`- \`${optionName(name, option)}\`: ${option.help}`, '  '),
  )
  const shown = examples.map((line) => `vitrine ${line}`).join('\n')
  return [
    `### ${name}`,
    wrap(`${summary}.`, ''),
    `\`\`\`text\n${usage}\n\`\`\``,
    described.join('\n'),
    shown === '' ? '' : `\`\`\`sh\n${shown}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

test('docs/cli.md lists every command as the table has it; --update writes it anew', async () => {
  const page = readFileSync(file, 'utf8')
  const [written = ''] = page.split('do not edit below.\n')
  const made = `${written}do not edit below.\n\n${commands.map(describeCommand).join('\n\n')}\n`
  await expect(made).toMatchFileSnapshot(file)
})
