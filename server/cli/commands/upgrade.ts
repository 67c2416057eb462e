import type { Downgrade, FileUpgrade } from '../../workspaces/upgrade.ts'
import { type Command, CommandError, type Invocation, UsageError } from '../command.ts'

export const upgradeCommand: Command = {
  name: 'upgrade',
  summary: 'Tell what a start of this version would bring up to date, or put back the files from before',
  arguments: '--check | --back [--yes]',
  positionals: 0,
  options: {
    check: { type: 'boolean', help: 'Tell which files a start would change, and change nothing' },
    back: {
      type: 'boolean',
      help: 'Put back the copies that upgrades have left, for the version from before',
    },
    yes: {
      type: 'boolean',
      short: 'y',
      help: 'With --back: do it; without it only what it would do is told',
    },
  },
  examples: ['vitrine upgrade --check', 'vitrine upgrade --back --yes'],
  run(invocation) {
    const { check = false, back = false, yes = false } = invocation.options
    if (check === back) throw new UsageError('Say --check or --back.')
    if (check) return printUpgrade(invocation)
    return yes ? goBack(invocation) : printDowngrade(invocation)
  },
}

async function printUpgrade({ dataDir, output }: Invocation): Promise<number> {
  const { describeUpgrade } = await import('../../workspaces/upgrade.ts')
  const files = describeUpgrade(dataDir)
  for (const file of files) output.print(file, describe(file))
  const newer = files.filter(({ version, newest }) => version !== null && version > newest)
  if (newer.length === 0) return 0
  const names = newer.map(({ name }) => name).join(', ')
  throw new CommandError(
    `${names} was made by a newer Vitrine. Install that one, or put back the files from before with vitrine upgrade --back.`,
  )
}

function describe({ name, version, newest, file }: FileUpgrade): string {
  if (version === null) return `${name}: ${file} is not there.`
  if (version === newest) return `${name}: version ${version}, up to date.`
  if (version > newest) return `${name}: version ${version}, which this program does not know yet.`
  return `${name}: version ${version}; a start copies it first and brings it to version ${newest}.`
}

async function printDowngrade({ dataDir, output }: Invocation): Promise<number> {
  const { planDowngrade } = await import('../../workspaces/upgrade.ts')
  const plan = planDowngrade(dataDir)
  for (const change of plan) {
    const { name, copy } = change
    output.print(asLine(change), `${name}: back to version ${copy.version} of ${copy.made_at}.`)
  }
  output.note(
    plan.length === 0
      ? nothingToPutBack
      : 'What was written since these copies were made would be left in the files put aside. Add --yes to do it.',
  )
  return 0
}

async function goBack({ dataDir, output }: Invocation): Promise<number> {
  const [{ downgrade }, { refuseStandbyFolder }] = await Promise.all([
    import('../../workspaces/upgrade.ts'),
    import('../../index.ts'),
  ])
  refuseStandbyFolder(dataDir)
  const done = downgrade(dataDir)
  for (const change of done) {
    const { name, copy, put_aside } = change
    const sentence = `${name} is back at version ${copy.version} of ${copy.made_at}. What was there lies in ${put_aside}.`
    output.print({ ...asLine(change), put_aside }, sentence)
  }
  output.note(
    done.length === 0
      ? nothingToPutBack
      : 'Start the version of Vitrine that made these files; this one would bring them up to date again.',
  )
  return 0
}

const nothingToPutBack = 'There are no copies from before an upgrade.'

function asLine({ name, file, copy: { version, made_at, file: copy } }: Downgrade): object {
  return { name, file, version, made_at, copy }
}
