import { expect, test } from 'vitest'
import { type Command, UsageError } from './command.ts'
import { helpOf, overview, parseCommandLine } from './parse-command-line.ts'

const run = () => Promise.resolve(0)
const list: Command = { name: 'thing list', summary: 'List', arguments: '', positionals: 0, options: {}, run }
const make: Command = {
  name: 'thing make',
  summary: 'Make one',
  arguments: 'NAME [--size N]',
  positionals: 1,
  options: { size: { type: 'string', help: 'How big' }, hard: { type: 'boolean', help: 'With effort' } },
  run,
}
const parse = (...argv: string[]) => parseCommandLine(argv, [list, make])

test.each([
  ['behind the command', ['thing', 'make', 'A b', '--size', '3', '--hard', '--data', 'd', '--json']],
  ['before it and in between', ['--data', 'd', '--hard', 'thing', '--size=3', 'make', '--json', 'A b']],
])('options may stand %s', (_where, argv) => {
  const { command, options, positionals } = parse(...argv)

  expect(command).toBe(make)
  expect({ ...options }).toEqual({ size: '3', hard: true, data: 'd', json: true })
  expect(positionals).toEqual(['A b'])
})

test.each([
  ['an unknown command', ['frob'], 'There is no command "frob". There are: thing list, thing make.'],
  ['half a command', ['thing'], 'There is no command "thing". There are: thing list, thing make.'],
  [
    'an unknown option',
    ['thing', 'list', '--size', '3'],
    "Unknown option '--size'. See vitrine thing list --help.",
  ],
  [
    'an option without its value',
    ['thing', 'make', 'A', '--size'],
    'argument missing. See vitrine thing make --help.',
  ],
  ['a word too few', ['thing', 'make'], 'Usage: vitrine thing make NAME [--size N].'],
  ['a word too many', ['thing', 'list', 'all'], 'Usage: vitrine thing list'],
])('%s is wrong usage [CLI-02]', (_what, argv, message) => {
  expect(() => parse(...argv)).toThrow(UsageError)
  expect(() => parse(...argv)).toThrow(message)
})

test('help needs neither a command nor complete arguments', () => {
  expect(parse().wantsHelp).toBe(true)
  expect(parse('thing', 'make', '--help')).toMatchObject({ command: make, wantsHelp: true })
  expect(helpOf(make)).toMatch(/--size … +How big/)
  expect(overview([{ title: 'All', commands: [list, make] }])).toContain('thing make  Make one')
})
