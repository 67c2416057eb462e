import { type Command, UsageError } from '../command.ts'
import {
  forgetUsualWorkspace,
  readUsualWorkspace,
  saveUsualWorkspace,
  findWorkspace,
} from '../chosen-workspace.ts'
import { withCatalog } from '../nearest-server.ts'

export const useCommand: Command = {
  name: 'use',
  summary: 'Name the workspace that commands work in without --workspace, or tell which it is',
  arguments: '[NAME | --none]',
  positionals: 1,
  optionalPositionals: 1,
  options: { none: { type: 'boolean', help: 'Name none any more' } },
  examples: ['use Spring', 'use --none'],
  async run({ dataDir, output, options, positionals: [name] }) {
    const isNone = options['none'] === true
    if (isNone && name !== undefined) throw new UsageError('Name a workspace, or give --none.')
    if (isNone) {
      await forgetUsualWorkspace(dataDir)
      output.print({ workspace: null }, 'Commands name their workspace by --workspace again.')
      return 0
    }
    return withCatalog(dataDir, async (client) => {
      const used = name ?? (await readUsualWorkspace(dataDir))
      if (used === undefined) {
        output.print({ workspace: null }, 'No workspace is used; name one by: vitrine use NAME')
        return 0
      }
      const workspace = await findWorkspace(client, { workspace: used })
      if (name !== undefined) await saveUsualWorkspace(dataDir, workspace.id)
      output.print({ workspace }, `Commands work in "${workspace.name}" where none is named.`)
      return 0
    })
  },
}
