import type { CommandId } from '#shared/commands.ts'

/** What each command of the one table does; the palette, the shortcuts and the menu of the desktop run the same. */
export type CommandRuns = Readonly<Record<CommandId, () => void>>

export interface NamedCommand {
  readonly id: string
  readonly title: string
  readonly run: () => void
}
