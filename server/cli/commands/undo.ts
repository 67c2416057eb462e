import type { EditResult } from '#shared/schemas/edits.ts'
import type { Job } from '#shared/jobs.ts'
import { type CatalogClient, findWorkspace, workspaceOption } from '../client.ts'
import { type Command, CommandError } from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

export const undoCommand: Command = {
  name: 'undo',
  summary: 'Take back an import, an edit, a merge or a fix, by the id that it told',
  arguments: 'ID --workspace NAME',
  positionals: 1,
  options: workspaceOption,
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const answer = await takeBack(client, positionals[0] ?? '')
      if ('edit_id' in answer) {
        output.print(answer, describeUndo(answer))
        return 0
      }
      const job = await followJob(client, answer.data, invocation)
      output.print(job, undoneOf(job))
      if (job.status === 'completed') return 0
      throw new CommandError(`Not all of it was taken back. ${reasonOf(job)}`)
    })
  },
}

/** An id is that of a job or of an edit. */
async function takeBack(client: CatalogClient, id: string): Promise<EditResult | { readonly data: Job }> {
  try {
    return await client.call('POST /api/v1/jobs/{id}/undo', { path: { id } })
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'not_found') throw error
  }
  try {
    return await client.call('POST /api/v1/edits/{edit_id}/undo', { path: { edit_id: id } })
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'not_found') throw error
    throw new CommandError(`No job and no edit of this workspace has the id ${id}.`, { cause: error })
  }
}

function describeUndo({ summary, edit_id: id }: EditResult): string {
  const { applied, refused, changed_meanwhile: stayed } = summary
  const changed = stayed === 0 ? '' : `, ${stayed} changed since and kept`
  const failed = refused === 0 ? '' : `, ${refused} refused`
  const again = id === null ? '' : `\nvitrine undo ${id} brings it back.`
  return `${applied} taken back${changed}${failed}.${again}`
}

function undoneOf({ result, status }: Job): string {
  if (status !== 'completed' || result === null) return ''
  if ('changed' in result && !('trashed' in result)) return `${result.changed} changed back.`
  if (!('trashed' in result)) return ''
  const { trashed, changed, kept: untouched, failed, changed_meanwhile: stayed } = result
  const { removed_attributes: removed = [], kept_attributes: remainingAttributes = [] } = result
  return [
    `${trashed} moved to the trash, ${changed} changed back, ${untouched} values changed since and kept, ${failed} failed`,
    ...(stayed ? [`${stayed} that the import created stay: changed since, or others refer to them`] : []),
    ...(removed.length > 0 ? [`Attributes removed: ${removed.join(', ')}`] : []),
    ...remainingAttributes.map(({ key, reason }) => `The attribute ${key} stays. ${reason}`),
  ].join('\n')
}
