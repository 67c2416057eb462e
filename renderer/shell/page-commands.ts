import { entityTypes, findEntityType, type EntityType } from '#shared/entities.ts'
import { keysOf } from '#shared/text.ts'
import { createLocation, listLocation, type View } from '../query/location.ts'
import { goTo } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import type { Page, PageCommand } from '../state/feature.tsx'
import type { NamedCommand } from '../state/command-rights.ts'
import type { May, Right } from '../state/rights.tsx'
import { pages } from './features.ts'

type CommandIdOf<Each> = Each extends { readonly commands: infer Commands } ? keyof Commands : never

export type GoCommandId = `go-${EntityType}` | CommandIdOf<(typeof pages)[keyof typeof pages]>

interface GoCommand extends PageCommand {
  readonly id: GoCommandId
  readonly view: View
  readonly right: Right | null
}

const goToLists: readonly GoCommand[] = entityTypes.map((type) => ({
  id: `go-${type}` as const,
  view: type,
  right: null,
  title: () => typeTexts()[type].open,
}))

const goToPages: readonly GoCommand[] = keysOf(pages).flatMap((view) => {
  const { commands = {}, rights }: Page = pages[view]
  return Object.entries(commands).map(([id, command]) => ({
    ...command,
    id: id as GoCommandId,
    view,
    right: rights.see,
  }))
})

const goCommands: readonly GoCommand[] = [...goToLists, ...goToPages]

export type GoRuns = Readonly<Record<GoCommandId, () => void>>

export function createGoRuns(workspaceId: string): GoRuns {
  const runs = goCommands.map(({ id, view, params = {} }) => {
    const type = findEntityType(view)
    const location = type ? listLocation(workspaceId, type) : createLocation(workspaceId, view)
    return [id, () => goTo({ ...location, params })]
  })
  return Object.fromEntries(runs) as GoRuns
}

const rights = new Map(goCommands.map(({ id, right }) => [id, right]))

export function rightOfGoCommand(id: GoCommandId): Right | null {
  return rights.get(id) ?? null
}

export function listGoCommands(runs: GoRuns, may: May): readonly NamedCommand[] {
  return goCommands
    .filter(({ right }) => right === null || may(right))
    .map(({ id, title }) => ({ id, title: title(), run: runs[id] }))
}
