import type { CommandId } from '#shared/commands.ts'

export type CommandRuns = Readonly<Record<CommandId, () => void>>

export interface NamedCommand {
  readonly id: string
  readonly title: string
  readonly run: () => void
}
