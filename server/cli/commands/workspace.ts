import { resolve } from 'node:path'
import { type Command, textOption, UsageError } from '../command.ts'
import { findWorkspace } from '../find-workspace.ts'
import { withCatalog } from '../nearest-server.ts'

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary: 'Make a workspace, empty or with the sample catalog',
  arguments: 'NAME [--sample]',
  positionals: 1,
  options: { sample: { type: 'boolean', help: 'Fill it with the sample catalog' } },
  async run({ dataDir, output, options, positionals: [name = ''] }) {
    return withCatalog(dataDir, async (client) => {
      const body = { name, sample: options['sample'] === true }
      const { data: workspace } = await client.call('POST /app/v1/workspaces', { body })
      output.print(workspace, `Made the workspace "${workspace.name}" in ${workspace.file}.`)
      return 0
    })
  },
}

export const workspaceOpen: Command = {
  name: 'workspace open',
  summary: 'List a workspace file that lies elsewhere, which stays where it is',
  arguments: 'FILE',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [file = ''] }) {
    return withCatalog(dataDir, async (client) => {
      const body = { file: resolve(file) }
      const { data: workspace } = await client.call('POST /app/v1/workspaces/open', { body })
      output.print(workspace, `Opened ${workspace.file} as the workspace "${workspace.name}".`)
      return 0
    })
  },
}

export const workspaceList: Command = {
  name: 'workspace list',
  summary: 'List the workspaces of the data folder',
  arguments: '',
  positionals: 0,
  options: {},
  async run({ dataDir, output }) {
    return withCatalog(dataDir, async (client) => {
      const { data: workspaces } = await client.call('GET /app/v1/workspaces')
      for (const workspace of workspaces) {
        output.print(workspace, `${workspace.name}\n  ${workspace.id}\n  ${workspace.file}`)
      }
      if (workspaces.length === 0 && !output.isJson)
        output.print({}, `There is no workspace in ${dataDir} yet.`)
      return 0
    })
  },
}

export const workspaceMove: Command = {
  name: 'workspace move',
  summary: 'Take a workspace to the nodes of a cluster, or back into its file, while the server runs',
  arguments: 'NAME (--nodes ADDRESS,… | --to-file)',
  positionals: 1,
  options: {
    nodes: { type: 'string', help: 'Where it is to live: the addresses of all nodes of an empty cluster' },
    'to-file': { type: 'boolean', help: 'Have its file in the data folder be all there is' },
  },
  async run({ dataDir, output, options, positionals: [named = ''] }) {
    const listed = textOption(options, 'nodes')
    if ((listed === undefined) !== (options['to-file'] === true))
      throw new UsageError('Say where to: --nodes with the addresses of a cluster, or --to-file.')
    const nodes = (listed ?? '').split(',').filter((node) => node !== '')
    return withCatalog(dataDir, async (client) => {
      const { id, name } = await findWorkspace(client, { workspace: named })
      const { data } = await client.call('POST /app/v1/workspaces/{id}/move', {
        path: { id },
        body: { nodes },
      })
      const place = nodes.length > 0 ? `in the cluster of ${nodes.join(', ')}` : 'in its file'
      output.print(
        data,
        `"${name}" lives ${place} now, and the file of clusters says so. Take that file to the other servers, if there are any.`,
      )
      return 0
    })
  },
}
