import { parseArgs } from 'node:util'
import { guess } from '#shared/nearest.ts'
import {
  type Command,
  type CommandGroup,
  type CommandOption,
  type OptionValues,
  UsageError,
} from './command.ts'

const globalOptions = {
  data: { type: 'string', help: 'The data folder; without it the one of the desktop app' },
  quiet: { type: 'boolean', help: 'Print no progress and no remarks' },
  json: { type: 'boolean', help: 'Print one JSON object a line and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'Explain the command' },
} as const satisfies Command['options']

export interface CommandLine {
  readonly command: Command | undefined
  readonly wantsHelp: boolean
  readonly wantsVersion: boolean
  readonly options: OptionValues
  readonly positionals: readonly string[]
}

/** Finds the command and parses its options; options may stand anywhere. Throws UsageError. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const words = findWords(argv, commands)
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  const wantsHelp = argv.includes('--help') || argv.includes('-h') || words[0] === 'help'
  if (!command) return withoutCommand(argv, words, wantsHelp, commands)

  const { values, positionals } = parseStrictly(argv, command)
  const given = positionals.slice(command.name.split(' ').length)
  const { positionals: most, optionalPositionals = 0 } = command
  if (!wantsHelp && (given.length > most || given.length < most - optionalPositionals)) {
    throw new UsageError(`Usage: vitrine ${command.name} ${command.arguments}.`)
  }
  return { command, wantsHelp, wantsVersion: false, options: values, positionals: given }
}

function findWords(argv: readonly string[], commands: readonly Command[]): string[] {
  const options: Record<string, ParsedOption> = {}
  for (const command of commands) Object.assign(options, toParseable(command.options))
  Object.assign(options, toParseable(globalOptions))
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true }).positionals
}

function withoutCommand(
  argv: readonly string[],
  words: readonly string[],
  wantsHelp: boolean,
  commands: readonly Command[],
): CommandLine {
  const wantsVersion = argv.includes('--version')
  const isGroup = commands.some(({ name }) => name.startsWith(`${words[0]} `))
  if (!wantsVersion && !wantsHelp && words.length > 0) {
    const known = commands
      .filter(({ name }) => !isGroup || name.startsWith(`${words[0]} `))
      .map(({ name }) => name)
    const asked = words.slice(0, 2).join(' ')
    const meant = guess(asked, known).did_you_mean ?? guess(words[0] ?? '', known).did_you_mean
    throw new UsageError(
      `There is no command "${asked}". ${meant === undefined ? '' : `Did you mean ${meant}? `}There are: ${known.join(', ')}.`,
    )
  }
  return { command: undefined, wantsHelp: !wantsVersion, wantsVersion, options: {}, positionals: [] }
}

function parseStrictly(argv: readonly string[], command: Command) {
  const options = toParseable(optionsOf(command))
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    const [, given = ''] = /^Unknown option '--?([^'=]+)'/.exec(sentence) ?? []
    const { did_you_mean: meant } = guess(given, Object.keys(options))
    const remedy = meant === undefined ? '' : ` Did you mean --${meant}?`
    throw new UsageError(`${sentence.replace(/\.$/, '')}.${remedy} See vitrine ${command.name} --help.`)
  }
}

type ParsedOption = Omit<CommandOption, 'help' | 'hasUsual'>

function toParseable(options: Command['options']): Record<string, ParsedOption> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const { help: _help, hasUsual: _hasUsual, ...rest } = option
      const short = shortOf(name, option)
      return [name, { ...rest, ...(short !== undefined && { short }) }]
    }),
  )
}

/** Short forms that mean the same in every command. */
const shorts: Readonly<Record<string, string>> = { workspace: 'w', type: 't', to: 'o', quiet: 'q', yes: 'y' }

export function shortOf(name: string, { short }: Pick<CommandOption, 'short'>): string | undefined {
  return short ?? (Object.hasOwn(shorts, name) ? shorts[name] : undefined)
}

export function optionsOf(command: Command): Command['options'] {
  return { ...command.options, ...globalOptions }
}

export function optionName(name: string, option: CommandOption): string {
  const short = shortOf(name, option)
  return `${short === undefined ? '' : `-${short}, `}--${name}${option.type === 'string' ? ' …' : ''}`
}

export function helpOf(command: Command): string {
  const options = Object.entries(optionsOf(command))
  const names = options.map(([name, option]) => optionName(name, option))
  const width = Math.max(...names.map((name) => name.length))
  const described = options.map(([, { help }], index) => `  ${(names[index] ?? '').padEnd(width)}  ${help}`)
  return `${command.summary}\n\nUsage: vitrine ${command.name} ${command.arguments}\n\n${described.join('\n')}\n${examplesOf(command)}`
}

function examplesOf({ examples = [] }: Command): string {
  return examples.length === 0
    ? ''
    : `\nExamples:\n\n${examples.map((line) => `  vitrine ${line}\n`).join('')}`
}

export function overview(groups: readonly CommandGroup[]): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)))
  const described = groups.map(({ title, commands }) => {
    const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
    return `${title}:\n${lines.join('\n')}\n`
  })
  return `Vitrine keeps your product catalog.\n\nUsage: vitrine COMMAND [options]\n\n${described.join('\n')}\n${aboutAll}\n`
}

const aboutAll = `Options of every command: --data DIR, --json, --quiet, --help. vitrine COMMAND --help explains a command.
VITRINE_URL and VITRINE_KEY let commands work on a server elsewhere, by its public API. A program vitrine-foo
on the PATH is the command vitrine foo.
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`
