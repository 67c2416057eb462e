import { commandTexts, type CommandId, type CommandText } from '#shared/commands.ts'
import type { RankedItem } from './rank-items.ts'
import type { CommandRuns } from '../state/commands.ts'

/** Something the palette can run. */
export interface Command extends RankedItem {
  /** What stands beside it: the group it belongs to. */
  readonly group: string
  readonly keys?: string
  readonly run: () => void
}

/** Everything that can be done by name, in the order of the palette while nothing is typed. */
export function createCommandList(runs: CommandRuns): readonly Command[] {
  // The palette is open already where its list is shown.
  return commandTexts
    .filter(({ id }) => id !== 'palette')
    .map((text: CommandText & { id: CommandId }) => {
      const { id, title, group, keys } = text
      return { id, title, group, run: runs[id], ...(keys !== undefined && { keys }) }
    })
}
