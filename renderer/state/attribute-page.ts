import { type EntityType, findEntityType } from '#shared/entities.ts'
import { createLocation, createPageLocation, goTo, parseLocation, useShownType } from '../query/location.ts'
import { awaitedColumn, type ColumnPosition } from './dialogs.ts'
import { useWorkspace } from './workspace-context.ts'

declare module '../query/location.ts' {
  interface PageParams {
    attribute: AttributeParams
  }
}

/** The attribute on its page: a known one by its key, else a new one and where its column goes. */
export interface AttributeParams {
  readonly type: EntityType
  readonly key?: string
  readonly beside?: string
  readonly side?: ColumnPosition['side']
}

export function readAttributeParams(params: URLSearchParams): AttributeParams {
  const [key, beside] = [params.get('key'), params.get('beside')]
  return {
    type: findEntityType(params.get('type') ?? '') ?? 'product',
    ...(key !== null && { key }),
    ...(beside !== null && { beside, side: params.get('side') === 'before' ? 'before' : 'behind' }),
  }
}

export interface AttributeTarget {
  readonly type?: EntityType | undefined
  /** Left out for a new attribute. */
  readonly key?: string
  readonly position?: ColumnPosition
}

/** Where the page of an attribute was opened from; nowhere after a reload. */
let openedFrom: ReturnType<typeof parseLocation> | undefined

export function openAttribute(workspaceId: string, type: EntityType, target: AttributeTarget = {}): void {
  openedFrom = parseLocation(window.location.search)
  const { key, position } = target
  const params: AttributeParams = {
    type,
    ...(key !== undefined && { key }),
    ...(position && { beside: position.id, side: position.side }),
  }
  goTo(createPageLocation(workspaceId, 'attribute', params))
}

export function useOpenAttribute(): (target?: AttributeTarget) => void {
  const { workspace } = useWorkspace()
  const shown = useShownType()
  return (target = {}) => openAttribute(workspace.id, target.type ?? shown, target)
}

/** Goes back to where the page was opened, else to all attributes. */
export function leaveAttribute(workspaceId: string): void {
  const isKnown = openedFrom !== undefined
  openedFrom = undefined
  if (isKnown) window.history.back()
  else goTo(createLocation(workspaceId, 'attributes'))
}

/** Goes to the column of a new attribute where its page was opened from the grid; false elsewhere. */
export function leaveToColumn(workspaceId: string, id: string, params: AttributeParams): boolean {
  const { type, beside, side = 'behind' } = params
  const isFromGrid = openedFrom?.view === type
  leaveAttribute(workspaceId)
  if (isFromGrid) awaitColumn(workspaceId, type, id, beside === undefined ? undefined : { id: beside, side })
  return isFromGrid
}

export function awaitColumn(
  workspaceId: string,
  type: EntityType,
  id: string,
  position?: ColumnPosition,
): void {
  awaitedColumn.set({ present: { workspaceId, type, id, position } })
}
