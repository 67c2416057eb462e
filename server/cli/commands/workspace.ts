import { resolve } from 'node:path'
import { withCatalogHost } from '../catalog-host.ts'
import type { Command } from '../command.ts'

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary: 'Make a workspace, empty or with the sample catalog',
  arguments: 'NAME [--sample]',
  positionals: 1,
  options: { sample: { type: 'boolean', help: 'Fill it with the sample catalog' } },
  async run({ dataDir, output, options, positionals: [name = ''] }) {
    return withCatalogHost(dataDir, async (host) => {
      const workspace = await host.createWorkspace(name, options['sample'] === true)
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
    return withCatalogHost(dataDir, async (host) => {
      const workspace = await host.openWorkspaceFile(resolve(file))
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
    return withCatalogHost(dataDir, async (host) => {
      const workspaces = await host.listWorkspaces()
      for (const workspace of workspaces) {
        output.print(workspace, `${workspace.name}\n  ${workspace.id}\n  ${workspace.file}`)
      }
      if (workspaces.length === 0 && !output.isJson)
        output.print({}, `There is no workspace in ${dataDir} yet.`)
      return 0
    })
  },
}
