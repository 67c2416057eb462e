import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Estimate, NewGeneration, GenerationResult } from '#shared/generations.ts'
import type { DecisionsResult, Job } from '#shared/jobs.ts'
import type { DecidedAnswer, Proposal } from '#shared/proposals.ts'
import { keysOf, splitList } from '#shared/text.ts'
import {
  type Command,
  CommandError,
  listOption,
  type OptionValues,
  requireChoice,
  textOption,
  undoLines,
  UsageError,
} from '../command.ts'
import { filterOption, toFilterText } from '../clauses.ts'
import { findWorkspace, workspaceOption } from '../chosen-workspace.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

const typeHelp = `What the attributes are of: ${entityTypes.join(', ')}`

export const generateCommand: Command = {
  name: 'generate',
  summary: 'Generate values of attributes by a model, to be reviewed',
  arguments: '--workspace NAME --type product --attributes a,b [--filter …] [--budget N] [--estimate]',
  positionals: 0,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: typeHelp },
    attributes: { type: 'string', help: 'The keys of generated attributes, such as description,material' },
    ...filterOption,
    overwrite: { type: 'string', help: 'empty (the default), stale, or all: also what people have written' },
    budget: { type: 'string', help: 'In dollars; a run that costs something stops there' },
    provider: { type: 'string', help: 'The name or id of a provider; without it the default one' },
    model: { type: 'string', help: 'The model; without it the one of the attribute or provider' },
    apply: { type: 'boolean', help: 'Write the values instead of proposing them; one edit takes them back' },
    estimate: { type: 'boolean', help: 'Only tell what would be generated and cost' },
  },
  async run(invocation) {
    const { dataDir, output, options } = invocation
    const body = toBody(options)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      if (options['estimate'] === true) {
        const { data } = await client.call('POST /api/v1/generations/estimate', { body })
        output.print(data, describeEstimate(data))
        return 0
      }
      const { data: begun } = await client.call('POST /api/v1/generations', { body })
      const job = await followJob(client, begun, invocation)
      const { result } = job
      if (result === null || !('proposed' in result)) {
        if (output.isJson) output.print(job, '')
        throw new CommandError(failureOf(job))
      }
      output.print(job, describeResult(result))
      const isAllFailed = result.failed > 0 && result.proposed + result.applied + result.not_stated === 0
      return isAllFailed ? 1 : 0
    })
  },
}

export const proposalsCommand: Command = {
  name: 'proposals',
  summary: 'List values that wait for a decision, or accept those whose evidence was found',
  arguments: '--workspace NAME [--type product] [--accept-verified]',
  positionals: 0,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `${typeHelp}; product if not given` },
    attribute: { type: 'string', help: 'Only those for this attribute' },
    'accept-verified': { type: 'boolean', help: 'Accept those with a quote that was found' },
  },
  async run(invocation) {
    const { dataDir, output, options } = invocation
    const type = typeOf({ type: 'product', ...options })
    const attribute = textOption(options, 'attribute')
    const only = attribute === undefined ? {} : { attribute }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      if (options['accept-verified'] === true) {
        const body = { type, action: 'accept', where: { ...only, verified: true } }
        const answer = await client.call('POST /api/v1/proposals/decide', { body })
        const decided = 'summary' in answer ? answer : await followJob(client, answer.data, invocation)
        const counts = countsOf(decided)
        output.print(decided, describeDecided(counts))
        return counts.refused > 0 && counts.accepted === 0 ? 1 : 0
      }
      const query = { type, ...only, limit: 100 }
      const { data, pagination } = await client.call('GET /api/v1/proposals', { query })
      output.print({ data, pagination }, describeProposals(data, pagination.total))
      return 0
    })
  },
}

function toBody(options: OptionValues): NewGeneration {
  const attributes = splitList(textOption(options, 'attributes') ?? '')
  if (attributes.length === 0) throw new UsageError('Say what to generate with --attributes key,key.')
  const passed = (['overwrite', 'provider', 'model'] as const).flatMap((name) => {
    const value = textOption(options, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const budget = textOption(options, 'budget')
  return {
    type: typeOf(options),
    attributes,
    filter: toFilterText(listOption(options, 'filter') ?? []),
    ...Object.fromEntries(passed),
    ...(options['apply'] === true && { mode: 'apply' }),
    ...(budget !== undefined && { budget: dollarsOf(budget) }),
  }
}

function dollarsOf(text: string): number {
  const dollars = Number(text)
  if (text.trim() !== '' && Number.isFinite(dollars) && dollars >= 0) return dollars
  throw new UsageError(`--budget takes dollars, such as 2.50, and not "${text}".`)
}

function typeOf(options: OptionValues): EntityType {
  const type = textOption(options, 'type')
  if (type !== undefined) return requireChoice('--type', type, entityTypes)
  throw new UsageError(`Say the type with --type: ${entityTypes.join(', ')}.`)
}

const reasons: Readonly<Record<keyof Estimate['skipped'], string>> = {
  has_value: 'have a value',
  up_to_date: 'are up to date',
  dependency_missing: 'lack a value that they need',
  edited_by_hand: 'were written by people',
  web_search_not_supported: 'need a search of the web, which the provider does not have',
}

function describeSkipped(skipped: Estimate['skipped']): string[] {
  return keysOf(reasons)
    .filter((reason) => skipped[reason] > 0)
    .map((reason) => `${skipped[reason]} ${reasons[reason]}.`)
}

function describeEstimate({ to_generate: count, skipped, cost, model }: Estimate): string {
  const price = cost ? `between $${cost.low.toFixed(2)} and $${cost.high.toFixed(2)}` : 'not known'
  return [`${count} values by ${model}; the cost is ${price}.`, ...describeSkipped(skipped)].join('\n')
}

function describeResult(result: GenerationResult): string {
  const { proposed, applied, not_stated: unstated, failed, skipped, stopped, cost, edit_id: edit } = result
  return [
    `${proposed} proposed, ${applied} written, ${unstated} not stated, ${failed} failed.`,
    ...undoLines(edit),
    ...describeSkipped(skipped),
    ...(stopped === null ? [] : ['The budget was reached. Start the run again for the rest.']),
    ...(cost === null ? [] : [`It cost $${cost.toFixed(4)}.`]),
    ...result.errors.slice(0, 10).map(({ attribute, message }) => `${attribute}: ${message}`),
  ].join('\n')
}

function describeProposals(proposals: readonly Proposal[], total: number): string {
  if (total === 0) return 'No value waits for a decision.'
  const lines = proposals.map(
    ({ entity, attribute, value, evidence }) =>
      `${evidence.some(({ verified }) => verified) ? 'verified' : '        '}  ${entity.label ?? 'Unnamed'}, ${attribute}: ${JSON.stringify(value)}`,
  )
  const more = total > proposals.length ? [`… and ${total - proposals.length} more.`] : []
  return [`${total} values wait for a decision:`, ...lines, ...more].join('\n')
}

type DecisionSummary = Pick<DecisionsResult, 'accepted' | 'changed_meanwhile' | 'refused' | 'edit_id'>

function countsOf(decided: DecidedAnswer | Job): DecisionSummary {
  if ('summary' in decided) return { ...decided.summary, edit_id: decided.edit_id }
  const { result } = decided
  if (result === null || !('accepted' in result))
    throw new CommandError(`Not all was decided. ${reasonOf(decided)}`)
  return result
}

function describeDecided({
  accepted,
  changed_meanwhile: changed,
  refused,
  edit_id: edit,
}: DecisionSummary): string {
  const counts = `${accepted} accepted, ${changed} changed meanwhile, ${refused} refused.`
  return [counts, ...undoLines(edit)].join('\n')
}

function failureOf(job: Job): string {
  if (job.status === 'cancelled') return 'The run was cancelled.'
  return `The run failed. ${reasonOf(job)}`
}
