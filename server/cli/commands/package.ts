import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, CommandError, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { followJob, followOpening, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

export const packageCreate: Command = {
  name: 'package create',
  summary: 'Save a whole workspace as one file, to move or to share it',
  arguments: 'FILE --workspace NAME [--schema-only]',
  positionals: 1,
  options: {
    ...workspaceOption,
    'schema-only': {
      type: 'boolean',
      help: 'Attributes, classes, views, channels and profiles, without values and files',
    },
  },
  async run(invocation) {
    const {
      dataDir,
      output,
      options,
      positionals: [to = ''],
    } = invocation
    const file = resolve(to)
    if (existsSync(file)) throw new CommandError(`There is already a file ${file}. Choose another name.`)
    return withCatalog(dataDir, async (owner) => {
      const workspace = await findWorkspace(owner, options)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const body = { file, schema_only: options['schema-only'] === true }
      const path = { id: workspace.id }
      const { data: begun } = await owner.call('POST /app/v1/workspaces/{id}/package', { path, body })
      const job = await followJob(owner.in(workspace), begun, invocation)
      const { result } = job
      if (result === null || !('file_name' in result)) {
        if (output.isJson) output.print(job, '')
        throw new CommandError(
          job.status === 'cancelled'
            ? 'The package was cancelled; there is no file.'
            : `The package could not be made. ${reasonOf(job)}`,
        )
      }
      const { counts } = result
      const entities = Object.values(counts.entities).reduce((sum, count) => sum + count, 0)
      const told = `${counts.attributes} attributes, ${entities} entities and ${counts.files} files`
      output.print({ ...job, saved_to: file }, `Saved "${workspace.name}" with ${told} to ${file}`)
      return 0
    })
  },
}

export const packageOpen: Command = {
  name: 'package open',
  summary: 'Make a new workspace of a package',
  arguments: 'FILE [--name NAME]',
  positionals: 1,
  options: { name: { type: 'string', help: 'Its name; without it the one in the package' } },
  async run(invocation) {
    const {
      dataDir,
      output,
      options,
      positionals: [from = ''],
    } = invocation
    return withCatalog(dataDir, async (client) => {
      const name = textOption(options, 'name')
      const body = { file: resolve(from), ...(name !== undefined && { name }) }
      const { data: begun } = await client.call('POST /app/v1/workspaces/open-package', { body })
      const opening = await followOpening(client, begun, invocation)
      const { workspace } = opening
      if (workspace === null) {
        if (output.isJson) output.print(opening, '')
        throw new CommandError(opening.error?.message ?? 'The opening was cancelled; no workspace was made.')
      }
      output.print(workspace, `Made the workspace "${workspace.name}" in ${workspace.file}.`)
      return 0
    })
  },
}
