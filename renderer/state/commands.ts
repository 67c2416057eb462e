import type { CommandId } from '#shared/commands.ts'

/** The implementation of each command, shared by the palette, the shortcuts and the desktop menu. */
export type CommandRuns = Readonly<Record<CommandId, () => void>>

export interface NamedCommand {
  readonly id: string
  readonly title: string
  readonly run: () => void
}
