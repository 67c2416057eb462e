import type { Clusters } from '../../index.ts'
import type { Command } from '../command.ts'
import { clusterOptions } from '../serve-options.ts'

const options = {
  ...clusterOptions,
  workspace: {
    type: 'string',
    help: 'The workspace, as the file names it; all of them where it is left out',
  },
} as const

export const clusterStatus: Command = {
  name: 'cluster status',
  summary: 'Say how the nodes of workspaces that live in clusters are',
  arguments: '--cluster FILE [--workspace NAME]',
  positionals: 0,
  options,
  run: runInClusters('status'),
}

export const clusterAdd: Command = {
  name: 'cluster add',
  summary: 'Take a node that was started into the file once it has everything',
  arguments: 'ADDRESS --cluster FILE [--workspace NAME]',
  positionals: 1,
  options,
  run: runInClusters('add'),
}

export const clusterRemove: Command = {
  name: 'cluster remove',
  summary: 'Take a node out of its cluster and of the file',
  arguments: 'ADDRESS|ID --cluster FILE [--workspace NAME]',
  positionals: 1,
  options,
  run: runInClusters('remove'),
}

function runInClusters(name: keyof Clusters['commands']): Command['run'] {
  return async (invocation) => {
    const { loadClusters } = await import('../../index.ts')
    return (await loadClusters()).commands[name](invocation)
  }
}
