import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import type { AssetPlanRow, SentAssetMatch } from '#shared/assets.ts'
import { AssetMatch } from '#shared/schemas/assets.ts'
import { QualityFinding } from '#shared/schemas/quality.ts'
import { entityTypes } from '#shared/entities.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import type { Agent } from '../agent.ts'
import { pagingArguments, readPaging, scopeOfType } from '../arguments.ts'
import { briefly, catalogChecks, defineTool, unlisted } from '../tool.ts'

const { files: _files, dry_run: _dry, rules: _rules, attribute, ...others } = AssetMatch.properties

const shownRows = 50
// A client waits for an answer about a minute.
const [longestMs, lookEveryMs] = [50_000, 200]

const matchAssets = defineTool({
  name: 'match_assets',
  description: 'Finds the products of stored files by names; with apply one edit places them.',
  effect: 'overwrite',
  input: {
    files: briefly(Type.Array(Type.Object({ hash: Type.String(), name: Type.String() })), '[{hash, name}]', {
      type: 'array',
      items: { type: 'object' },
    }),
    rules: Type.Array(Type.Object({}), {
      description: '{by: key|gtin|folder|column|iptc|pattern, attribute}',
    }),
    attribute,
    apply: Type.Optional(Type.Boolean()),
    as: unlisted(others.as),
    alt_text: unlisted(others.alt_text),
    create_images: unlisted(others.create_images),
    min_width: unlisted(others.min_width),
    min_height: unlisted(others.min_height),
  },
  output: dataOf(Type.Object({})),
  scopes: ['write:images', 'write:products'],
  run: async ({ apply = false, ...body }, agent, faults) => {
    const id = randomUUID()
    await agent.write('enqueueAssetMatch', {
      id,
      body: { ...body, dry_run: !apply } as SentAssetMatch,
      faults,
      hasFiles: false,
      context: agent.context,
    })
    agent.parts.workspace.jobs.wake()
    const { status, result } = await waitFor(agent, id)
    const matched = result !== null && 'edit_id' in result && 'counts' in result ? result : undefined
    const page = await agent.ask('listAssetPlan', { job_id: id, limit: shownRows, offset: 0, faults: [] })
    const { data: rows } = page as { readonly data: AssetPlanRow[] }
    return {
      data: {
        job_id: id,
        status,
        ...(matched && { counts: matched.counts }),
        edit_id: matched?.edit_id ?? null,
        rows,
      },
    }
  },
})

/** The job once it has ended, or as it is after the time that clients wait. */
async function waitFor({ parts }: Agent, id: string): Promise<Job> {
  const until = performance.now() + longestMs
  for (;;) {
    const answer = await parts.workspace.threads.call('getJob', { id, readable: entityTypes })
    const { data: job } = parseAnswer<{ data: Job }>(answer)
    if (isTerminal(job.status) || performance.now() > until) return job
    await sleep(lookEveryMs)
  }
}

const listAssetProblems = defineTool({
  name: 'list_asset_problems',
  description: 'Findings about images or pictures of products.',
  effect: 'read',
  input: {
    type: Type.Optional(Type.Enum(['image', 'product'], { ...catalogChecks })),
    rule: Type.Optional(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(QualityFinding),
  scopes: (args) => scopeOfType('read')({ ...args, type: args.type ?? 'image' }),
  run: ({ type = 'image', rule, ...args }, agent, faults) =>
    agent.ask('listFindings', { type, rule, isAboutFiles: true, ...readPaging(args, faults) }),
})

export const assetTools = [matchAssets, listAssetProblems]
