import { mkdtempSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import type { Job } from '#shared/jobs.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../../processes/vitrine.ts'
import { askOwner, type Owner } from '../generation/generation-folder.ts'

/** A data folder with products whose prices feeds bring, and its running server. */
export interface FeedServer {
  readonly server: RunningServer
  send<Answer>(path: string, body?: object): Promise<Answer>
  /** Runs a feed to its end, or until it waits for a person. */
  run(feed: string): Promise<Job>
  /** Lets a run that waits go, or drops it. */
  decide(job: Job, decision: 'retry' | 'cancel'): Promise<Job>
}

const text = 'single_line_text_field'
const attributes = [
  { key: 'sku', data_type: text, is_primary: true },
  { key: 'name', data_type: text },
  { key: 'price', data_type: 'number' },
]

export async function startFeedServer(folder: string): Promise<FeedServer> {
  const dataDir = join(mkdtempSync(join(folder, 'data-')), 'data')
  await mustRunVitrine(dataDir, ['workspace', 'create', 'Feeds'])
  const server = await startVitrine(dataDir).listening
  const [workspace] = (await askOwner<{ data: { id: string }[] }>({ server, dataDir }, '/app/v1/workspaces'))
    .data
  const owner: Owner = { server, dataDir, workspaceId: workspace?.id ?? '' }
  const send = <Answer>(path: string, body?: object) => askOwner<Answer>(owner, path, body)
  for (const attribute of attributes)
    await send('/api/v1/attributes', { ...attribute, name: attribute.key, entity_type: 'product' })
  await send('/app/v1/import-profiles', {
    name: 'List',
    entity_type: 'product',
    settings: { merge_key: 'sku', empty_cells: 'clear' },
  })
  const settled = async (id: string): Promise<Job> => {
    for (;;) {
      const { data: job } = await send<{ data: Job }>(`/api/v1/jobs/${id}`)
      if (job.completed_at !== null || job.metadata['paused'] !== undefined) return job
      await setTimeout(50)
    }
  }
  return {
    server,
    send,
    async run(feed) {
      const { data } = await send<{ data: { id: string } }>(`/app/v1/feeds/${feed}/run`, {})
      return settled(data.id)
    },
    async decide({ id }, decision) {
      await send(`/app/v1/jobs/${id}/${decision}`, {})
      return settled(id)
    },
  }
}
